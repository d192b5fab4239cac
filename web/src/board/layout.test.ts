import { expect, test } from "vitest";
import type { Cell } from "../protocol";
import { columnName, journeys, layoutOf } from "./layout";

const empty: Cell = { kind: "empty" };
const white: Cell = { kind: "piece", owner: "left", letter: "w" };
const black: Cell = { kind: "piece", owner: "right", letter: "b" };

test("columns are lettered on after z", () => {
  expect([0, 25, 26, 27, 52].map(columnName)).toEqual(["a", "z", "aa", "ab", "ba"]);
});

test("a board is named from the bottom, strips are numbered through", () => {
  const board = layoutOf({ kind: "board", rows: 2, cols: 2, cells: [empty, empty, empty, white] });
  expect(board.rows.map((row) => row.map((square) => square.name))).toEqual([["a2", "b2"], ["a1", "b1"]]);
  const strips = layoutOf({ kind: "strips", strips: [[empty], [white, empty]] });
  expect(strips.rows.flat().map((square) => square.index)).toEqual([0, 1, 2]);
});

test("a phalanx marches, and what it takes is gone", () => {
  const before = [white, white, empty, black];
  const after = [empty, empty, white, white];
  expect(journeys(before, after)).toEqual({ moved: [{ from: 0, to: 2 }, { from: 1, to: 3 }], taken: [3] });
});
