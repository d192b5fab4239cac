import { describe, expect, test } from "vitest";
import type { Move } from "../protocol";
import { choose, clickInHeap, heapMoves, nextSpots, type Spot, takeFromHeap } from "./choosing";

const move = (name: string, squares: number[], named = squares.length): Move => ({ name, part: null, squares, named, heap: null, position: "", captures: [] });
const heap = (name: string, index: number, leaves: number[]): Move => ({ name, part: null, squares: [index], named: 1, heap: { index, leaves }, position: "", captures: [] });
const at = (square: number): Spot => ({ part: null, square });

describe("clicks on squares", () => {
  test("a move that names one square is played by one click", () => {
    expect(choose([move("a1", [0]), move("b1", [1])], [], at(1))).toMatchObject({ kind: "play", move: { name: "b1" } });
  });

  test("a move from one square to another takes two clicks", () => {
    const moves = [move("a1-b2", [0, 3, 2]), move("a1-b1", [0, 1])].map((each) => ({ ...each, named: 2 }));
    const first = choose(moves, [], at(0));
    expect(first).toMatchObject({ kind: "open", clicked: [at(0)] });
    expect(choose(moves, [at(0)], at(3))).toMatchObject({ kind: "play", move: { name: "a1-b2" } });
  });

  test("even a single possible move of a piece waits for its second click", () => {
    expect(choose([move("a1-b2", [0, 3])], [], at(0))).toMatchObject({ kind: "open" });
  });

  test("dominoes may be clicked from either end", () => {
    const moves = [move("a1-a2", [0, 2]), move("a1-b1", [0, 1]), move("b1-b2", [1, 3])];
    expect(choose(moves, [at(1)], at(0))).toMatchObject({ kind: "play", move: { name: "a1-b1" } });
  });

  test("a square clicked twice plays the move that names it alone", () => {
    const moves = [move("b2", [4]), move("b2-b3", [4, 7])];
    expect(choose(moves, [], at(4))).toMatchObject({ kind: "open" });
    expect(choose(moves, [at(4)], at(4))).toMatchObject({ kind: "play", move: { name: "b2" } });
  });

  test("several pieces for one square are offered", () => {
    const moves = [move("Qa1", [0]), move("Ra1", [0])];
    expect(choose(moves, [], at(0))).toMatchObject({ kind: "ask", moves: [{ name: "Qa1" }, { name: "Ra1" }] });
  });

  test("a click elsewhere begins again", () => {
    const moves = [move("a1-b1", [0, 1]), move("c1-d1", [2, 3])];
    expect(choose(moves, [at(0)], at(2))).toMatchObject({ kind: "open", clicked: [at(2)] });
    expect(choose(moves, [at(0)], at(9))).toMatchObject({ kind: "open", clicked: [] });
  });

  test("three squares are named one after the other", () => {
    const moves = [move("a2-a1-b1", [2, 0, 1]), move("a2-a1-b2", [2, 0, 3]), move("a1-a2-b2", [0, 2, 3])];
    expect(choose(moves, [at(2)], at(0))).toMatchObject({ kind: "open" });
    expect(choose(moves, [at(2), at(0)], at(1))).toMatchObject({ kind: "play", move: { name: "a2-a1-b1" } });
  });

  test("a piece is taken up where it stands, a tile goes on any of its squares", () => {
    const moves = [move("a1-b1", [0, 1])];
    expect(nextSpots(moves, [], () => true)).toEqual([at(0)]);
    expect(nextSpots(moves, [], () => false)).toEqual([at(0), at(1)]);
    expect(nextSpots(moves, [at(0)])).toEqual([at(1)]);
  });
});

describe("clicks in heaps", () => {
  test("a counter is taken with all above it", () => {
    const moves = [0, 1, 2, 3, 4].map((rest) => heap(`5-${rest}`, 0, rest ? [rest] : []));
    expect(clickInHeap(moves, 5, 2).map((each) => each.name)).toEqual(["5-2"]);
    expect(clickInHeap(moves, 5, 0).map((each) => each.name)).toEqual(["5-0"]);
  });

  test("skittles are knocked down where they stand", () => {
    const moves = [heap("7-6", 0, [6]), heap("7-5+1", 0, [5, 1]), heap("7-4+2", 0, [4, 2]), heap("7-3+3", 0, [3, 3]), heap("7-4+1", 0, [1, 4])];
    expect(clickInHeap(moves, 7, 2).map((each) => each.name)).toEqual(["7-4+2"]);
    expect(takeFromHeap(moves, 7, 1, 2).map((each) => each.name)).toEqual(["7-4+1"]);
  });

  test("equal heaps have the same moves", () => {
    const moves = [heap("3-1", 0, [1]), heap("5-2", 2, [2])];
    expect(heapMoves(moves, [3, 3, 5], null, 1).map((each) => each.name)).toEqual(["3-1"]);
    expect(heapMoves(moves, [3, 3, 5], null, 2).map((each) => each.name)).toEqual(["5-2"]);
  });
});
