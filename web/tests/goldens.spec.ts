import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";

/** Where `cargo x wasm` puts the engine. */
const ENGINE = process.env.NIMATRON_WASM ?? fileURLToPath(new URL("../../target/wasm/page/", import.meta.url));
const GOLDENS = fileURLToPath(new URL("../../goldens/", import.meta.url));

interface Engine {
  initSync(module: { module: Uint8Array }): unknown;
  golden(file: string, text: string): string;
}

// Where no compiler for WebAssembly can be had, `cargo x test` says so.
describe.skipIf(!existsSync(join(ENGINE, "nimatron_web.js")))("the engine as WebAssembly gives every known answer", async () => {
  const engine = (await import(/* @vite-ignore */ pathToFileURL(join(ENGINE, "nimatron_web.js")).href)) as Engine;
  engine.initSync({ module: readFileSync(join(ENGINE, "nimatron_web_bg.wasm")) });
  const files = readdirSync(GOLDENS).filter((name) => name.endsWith(".md") && name !== "README.md");

  test.each(files)("%s", { timeout: 600_000 }, (name) => {
    const text = readFileSync(join(GOLDENS, name), "utf8");
    expect(text).toContain("| question |");
    expect(engine.golden(name.slice(0, -3), text)).toBe("");
  });

  test("a wrong answer is found", () => {
    const text = "| question | position | answer | source |\n|---|---|---|---|\n| nimber | `3,5` | `7` | wrong |\n";
    expect(engine.golden("nim", text)).toBe("3: nimber of nim 3,5 is 6, not 7");
  });
});
