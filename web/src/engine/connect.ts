import { Engine } from "./engine";
import { openSocket, SocketTransport } from "./socket";
import { WorkerTransport } from "./workers";

/** The native engine if this page is served by `nimatron serve`, the one in the browser otherwise. */
export async function connect(): Promise<Engine> {
  const base = document.baseURI;
  const url = new URL("ws", base);
  url.hash = "";
  url.search = "";
  if (url.protocol === "http:" || url.protocol === "https:") {
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = await openSocket(url.href, 3000);
    if (socket) return new Engine((deliver) => new SocketTransport(url.href, socket, deliver));
  }
  const make = () => {
    const worker = new Worker(new URL("./wasm-worker.ts", import.meta.url), { type: "module", name: "nimatron" });
    worker.postMessage({ base });
    return worker;
  };
  return new Engine((deliver) => new WorkerTransport(make, deliver));
}
