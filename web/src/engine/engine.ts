import type { Ask, PageAnswers, PageTold, Request, Response } from "../protocol";
import type { Note, Questions } from "../questions";

/** The questions that have an answer: those of the lab's list, and the page's own. */
export type Asked = keyof Questions | Exclude<keyof PageAnswers, "stop">;
export type AnswerOf<K extends Asked> = K extends keyof Questions ? Questions[K]["answers"] : K extends keyof PageAnswers ? PageAnswers[K] : never;
/** What is told before the answer: a line of it, or what was found. */
export type ProgressOf<K extends Asked> = K extends keyof Questions ? Questions[K]["tells"] : K extends keyof PageTold ? PageTold[K] : never;
/** A question without its number. What a question of the list doesn't say is as on the command line. */
export type QuestionOf<K extends Asked> = K extends keyof Questions ? { ask: K } & Partial<Questions[K]["asks"]> : Extract<Ask, { ask: K }>;

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
  note?: ((note: Note) => void) | undefined;
}

/** Asks questions over any transport: numbers them, and brings every answer to who asked. */
export class Engine {
  #next = 1;
  #pending = new Map<number, Pending>();
  #transport: Transport;

  constructor(open: (deliver: Deliver) => Transport) {
    this.#transport = open((response) => this.#deliver(response));
  }

  ask<K extends Asked>(question: QuestionOf<K>, progress?: (data: ProgressOf<K>) => void, note?: (note: Note) => void): Asking<AnswerOf<K>> {
    const id = this.#next++;
    const answer = new Promise<AnswerOf<K>>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (data: unknown) => void, reject, progress: progress as (data: never) => void, note });
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
      if (response.data !== undefined) pending.progress?.(response.data as never);
      if (response.note) pending.note?.(response.note);
      return;
    }
    this.#pending.delete(response.id);
    if (response.kind === "answer") pending.resolve(response.data);
    else if (response.kind === "stopped") pending.reject(new Stopped(response.known));
    else pending.reject(new Refused(response.message, response.text, response.at));
  }
}
