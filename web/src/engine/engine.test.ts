import { describe, expect, test } from "vitest";
import type { Request, Response } from "../protocol";
import { type Deliver, Engine, Refused, Stopped } from "./engine";
import { type WorkerLike, WorkerTransport } from "./workers";

/** A transport that keeps what is sent and answers when it is told to. */
function scripted() {
  const sent: Request[] = [];
  let deliver: Deliver = () => undefined;
  const engine = new Engine((to) => {
    deliver = to;
    return { send: (request) => sent.push(request), close: () => undefined };
  });
  return { engine, sent, say: (response: Response) => deliver(response) };
}

describe("questions", () => {
  test("every answer comes to who asked, in whatever order", async () => {
    const { engine, say } = scripted();
    const first = engine.ask<"eval">({ ask: "eval", expression: "1" }).answer;
    const second = engine.ask<"eval">({ ask: "eval", expression: "2" }).answer;
    say({ id: 2, kind: "answer", data: { answer: true } });
    say({ id: 1, kind: "answer", data: { answer: false } });
    expect(await first).toMatchObject({ answer: false });
    expect(await second).toMatchObject({ answer: true });
  });

  test("progress is told before the answer", async () => {
    const { engine, say } = scripted();
    const told: number[] = [];
    const asking = engine.ask<"sequence">({ ask: "sequence", game: "kayles", to: 9 }, undefined, (note) => told.push(...(note.found as { values: number[] }).values));
    say({ id: 1, kind: "progress", note: { text: "3 values", done: 3, of: 9, found: { from: 0, values: [0, 1, 2] } } });
    say({ id: 1, kind: "answer", data: { max: 4 } });
    expect(await asking.answer).toMatchObject({ max: 4 });
    expect(told).toEqual([0, 1, 2]);
  });

  test("a refusal says which characters are at fault", async () => {
    const { engine, say } = scripted();
    const asking = engine.ask<"eval">({ ask: "eval", expression: "{0|" });
    say({ id: 1, kind: "error", message: "expected }", text: "{0|", at: [3, 3] });
    const error = await asking.answer.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ message: "expected }", at: [3, 3] });
  });

  test("a stopped question says what is known", async () => {
    const { engine, sent, say } = scripted();
    const asking = engine.ask<"explore">({ ask: "explore", game: "cram", position: "9x9", millis: 1000 });
    asking.stop();
    expect(sent[1]).toMatchObject({ ask: "stop", of: 1 });
    say({ id: 1, kind: "stopped", known: "at least 2" });
    const error = await asking.answer.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Stopped);
    expect(error).toMatchObject({ known: "at least 2" });
    asking.stop();
    expect(sent).toHaveLength(2);
  });
});

describe("workers", () => {
  class Worker implements WorkerLike {
    static all: Worker[] = [];
    asked: Request[] = [];
    ended = false;
    onmessage: ((event: MessageEvent) => void) | null = null;
    onerror: ((event: ErrorEvent) => void) | null = null;
    constructor() {
      Worker.all.push(this);
    }
    postMessage(message: unknown): void {
      this.asked.push(JSON.parse(String(message)) as Request);
    }
    terminate(): void {
      this.ended = true;
    }
    say(response: Response): void {
      this.onmessage?.({ data: JSON.stringify(response) } as MessageEvent);
    }
  }

  test("a long question doesn't keep a quick one waiting, and Stop starts its worker anew", async () => {
    Worker.all = [];
    const engine = new Engine((deliver) => new WorkerTransport(() => new Worker(), deliver));
    const [quick, long] = Worker.all as [Worker, Worker];
    const explore = engine.ask<"explore">({ ask: "explore", game: "cram", position: "9x9", millis: 1000 });
    const hint = engine.ask<"hint">({ ask: "hint", table: { game: "nim", start: "1", first: null, misere: false, moves: [] }, millis: 5 });
    const text = engine.ask<"eval">({ ask: "eval", expression: "1" });
    expect(long.asked.map((request) => request.id)).toEqual([1]);
    expect(quick.asked.map((request) => request.id)).toEqual([3]);
    quick.say({ id: 3, kind: "answer", data: { answer: true } });
    await text.answer;
    explore.stop();
    expect(await explore.answer.catch((reason: unknown) => reason)).toBeInstanceOf(Stopped);
    expect(long.ended).toBe(true);
    const fresh = Worker.all[2]!;
    expect(fresh.asked.map((request) => request.id)).toEqual([2]);
    fresh.say({ id: 2, kind: "answer", data: { move: null, why: "" } });
    expect(await hint.answer).toEqual({ move: null, why: "" });
  });

  test("a worker that breaks is replaced and the question is refused", async () => {
    Worker.all = [];
    const engine = new Engine((deliver) => new WorkerTransport(() => new Worker(), deliver));
    const asking = engine.ask<"hello">({ ask: "hello" });
    Worker.all[0]!.onerror?.({ message: "out of memory" } as ErrorEvent);
    expect(await asking.answer.catch((reason: unknown) => reason)).toBeInstanceOf(Refused);
    expect(Worker.all).toHaveLength(3);
  });
});
