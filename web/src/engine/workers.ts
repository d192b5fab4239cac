import type { Request } from "../protocol";
import { QUICK_QUESTIONS } from "../questions";
import type { Deliver, Transport } from "./engine";

/** The questions that usually take a moment. Those that may take long get a worker of their own, so that these are answered at once. */
const QUICK = new Set<string>([...QUICK_QUESTIONS, "hello", "scene", "options", "thermograph", "edit", "lessons"]);

export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** One worker that answers one question after the other. Stopping the one at hand starts the worker anew. */
class Lane {
  #make: () => WorkerLike;
  #deliver: Deliver;
  #worker: WorkerLike;
  #queue: Request[] = [];
  #current: Request | null = null;

  constructor(make: () => WorkerLike, deliver: Deliver) {
    this.#make = make;
    this.#deliver = deliver;
    this.#worker = this.#start();
  }

  ask(request: Request): void {
    this.#queue.push(request);
    this.#next();
  }

  stop(id: number): void {
    const waiting = this.#queue.findIndex((request) => request.id === id);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    else if (this.#current?.id === id) {
      this.#worker.terminate();
      this.#worker = this.#start();
      this.#current = null;
    } else return;
    this.#deliver({ id, kind: "stopped", known: null });
    this.#next();
  }

  close(): void {
    this.#worker.terminate();
  }

  #start(): WorkerLike {
    const worker = this.#make();
    worker.onmessage = (event) => {
      const response = typeof event.data === "string" ? JSON.parse(event.data) : event.data;
      const current = this.#current;
      if (!current) return;
      if (response.kind !== "progress" && response.id === current.id) this.#current = null;
      this.#deliver(response);
      this.#next();
    };
    worker.onerror = (event) => {
      const current = this.#current;
      if (!current) return;
      this.#current = null;
      worker.terminate();
      this.#worker = this.#start();
      const message = `The engine stopped: ${event.message || "it could not be loaded"}.`;
      this.#deliver({ id: current.id, kind: "error", message, text: null, at: null });
      this.#next();
    };
    return worker;
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#current = next;
    this.#worker.postMessage(JSON.stringify(next));
  }
}

/** The engine as WASM in two Web Workers. */
export class WorkerTransport implements Transport {
  #quick: Lane;
  #long: Lane;

  constructor(make: () => WorkerLike, deliver: Deliver) {
    this.#quick = new Lane(make, deliver);
    this.#long = new Lane(make, deliver);
  }

  send(request: Request): void {
    if (request.ask === "stop") {
      const of = request.of as number;
      this.#quick.stop(of);
      this.#long.stop(of);
    } else (QUICK.has(request.ask) ? this.#quick : this.#long).ask(request);
  }

  close(): void {
    this.#quick.close();
    this.#long.close();
  }
}
