import type { Answers, Request, Response, Told } from "../protocol";

/** The questions that have an answer. */
export type Asked = Exclude<keyof Answers, "stop">;
export type ProgressOf<K extends Asked> = K extends keyof Told ? Told[K] : never;

type Plain<T> = T extends unknown ? Omit<T, "id"> : never;
/** A question without its number. */
export type Question = Exclude<Plain<Request>, { ask: "stop" }>;
export type QuestionOf<K extends Asked> = Extract<Question, { ask: K }>;

/** The engine's refusal, with the characters at fault where it was a text. */
export class Refused extends Error {
  readonly text: string | null;
  readonly at: [number, number] | null;
  constructor(message: string, text: string | null = null, at: [number, number] | null = null) {
    super(message);
    this.text = text;
    this.at = at;
  }
}

/** The question was stopped; `known` is what was found until then. */
export class Stopped extends Error {
  readonly known: string | null;
  constructor(known: string | null) {
    super(known ?? "stopped");
    this.known = known;
  }
}

/** What carries messages to an engine and back. */
export interface Transport {
  send(request: Request): void;
  close(): void;
}
export type Deliver = (response: Response) => void;

/** A question that is being answered. */
export interface Asking<A> {
  answer: Promise<A>;
  stop(): void;
}

interface Pending {
  resolve(data: unknown): void;
  reject(error: Error): void;
  progress?: ((data: never) => void) | undefined;
}

/** Asks questions over any transport: numbers them, and brings every answer to who asked. */
export class Engine {
  #next = 1;
  #pending = new Map<number, Pending>();
  #transport: Transport;

  constructor(open: (deliver: Deliver) => Transport) {
    this.#transport = open((response) => this.#deliver(response));
  }

  ask<K extends Asked>(question: QuestionOf<K>, progress?: (data: ProgressOf<K>) => void): Asking<Answers[K]> {
    const id = this.#next++;
    const answer = new Promise<Answers[K]>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (data: unknown) => void, reject, progress: progress as (data: never) => void });
    });
    // Who stops a question may have stopped listening too.
    answer.catch(() => undefined);
    this.#transport.send({ id, ...question } as unknown as Request);
    return {
      answer,
      stop: () => {
        if (this.#pending.has(id)) this.#transport.send({ id: this.#next++, ask: "stop", of: id } as Request);
      },
    };
  }

  close(): void {
    this.#transport.close();
  }

  #deliver(response: Response): void {
    const pending = this.#pending.get(response.id);
    if (!pending) return;
    if (response.kind === "progress") {
      pending.progress?.(response.data as never);
      return;
    }
    this.#pending.delete(response.id);
    if (response.kind === "answer") pending.resolve(response.data);
    else if (response.kind === "stopped") pending.reject(new Stopped(response.known));
    else pending.reject(new Refused(response.message, response.text, response.at));
  }
}
