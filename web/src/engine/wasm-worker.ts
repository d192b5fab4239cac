/// <reference lib="webworker" />
/** A worker around the engine: text in, texts out. The first message says where the page is. */

interface Wasm {
  default(from: { module_or_path: URL }): Promise<unknown>;
  handle(request: string, tell: (response: string) => void): void;
}

let engine: Promise<Wasm> | null = null;

async function load(base: string): Promise<Wasm> {
  const url = new URL("wasm/nimatron_web.js", base).href;
  const module = (await import(/* @vite-ignore */ url)) as Wasm;
  await module.default({ module_or_path: new URL("wasm/nimatron_web_bg.wasm", base) });
  return module;
}

self.onmessage = async (event: MessageEvent<string | { base: string }>) => {
  if (typeof event.data !== "string") {
    engine = load(event.data.base);
    engine.catch(() => undefined);
    return;
  }
  const request = event.data;
  try {
    if (!engine) throw new Error("the engine was not named");
    (await engine).handle(request, (response) => self.postMessage(response));
  } catch (error) {
    const { id } = JSON.parse(request) as { id: number };
    const message = `The engine could not answer: ${error instanceof Error ? error.message : String(error)}`;
    self.postMessage(JSON.stringify({ id, kind: "error", message, text: null, at: null }));
  }
};
