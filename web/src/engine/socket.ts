import type { Request } from "../protocol";
import type { Deliver, Transport } from "./engine";

/** The native engine of `nimatron serve`. Opens again by itself when the connection is lost. */
export class SocketTransport implements Transport {
  #url: string;
  #deliver: Deliver;
  #socket: WebSocket;
  /** Sent and not yet answered. */
  #open = new Set<number>();
  #waiting: string[] = [];
  #closed = false;

  constructor(url: string, socket: WebSocket, deliver: Deliver) {
    this.#url = url;
    this.#deliver = deliver;
    this.#socket = socket;
    this.#listen();
  }

  send(request: Request): void {
    if (request.ask !== "stop") this.#open.add(request.id);
    const text = JSON.stringify(request);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
    else if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(text);
    else {
      this.#waiting.push(text);
      this.#reopen();
    }
  }

  close(): void {
    this.#closed = true;
    this.#socket.close();
  }

  #reopen(): void {
    this.#socket = new WebSocket(this.#url);
    this.#listen();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.onopen = () => {
      for (const text of this.#waiting.splice(0)) socket.send(text);
    };
    socket.onmessage = (event) => {
      const response = JSON.parse(String(event.data));
      if (response.kind !== "progress") this.#open.delete(response.id);
      this.#deliver(response);
    };
    socket.onclose = () => {
      if (this.#closed || socket !== this.#socket) return;
      this.#waiting = [];
      const lost = [...this.#open];
      this.#open.clear();
      for (const id of lost) {
        this.#deliver({ id, kind: "error", message: "The connection to nimatron was lost. Is it still running?", text: null, at: null });
      }
    };
  }
}

/** An open socket, or nothing if no `nimatron serve` is there. */
export function openSocket(url: string, millis: number): Promise<WebSocket | null> {
  return new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = new WebSocket(url);
    } catch {
      resolve(null);
      return;
    }
    const timer = setTimeout(() => {
      socket.close();
      resolve(null);
    }, millis);
    socket.onopen = () => {
      clearTimeout(timer);
      resolve(socket);
    };
    socket.onerror = () => {
      clearTimeout(timer);
      resolve(null);
    };
  });
}
