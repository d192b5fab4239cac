import { expect, test } from "vitest";
import { define, names } from "./definitions";

const all = (...texts: string[]) =>
  texts.reduce((known, text) => define(known, { name: text.split(" ")[0]!, text }), [] as ReturnType<typeof define>).map((each) => each.text);

test("a variable has its last definition", () => {
  expect(all("G := 1", "H := 2", "G := 3")).toEqual(["H := 2", "G := 3"]);
});

test("what others were made from is kept, in order", () => {
  expect(all("G := 1", "H := G + 1", "G := 5")).toEqual(["G := 1", "H := G + 1", "G := 5"]);
  expect(all("G := 1", "G := G + 1", "G := G + 1")).toEqual(["G := 1", "G := G + 1", "G := G + 1"]);
  expect(all("G := 1", "G := G + 1", "G := 7")).toEqual(["G := 7"]);
});

test("a name is a whole word", () => {
  expect(names("G+G", "G")).toBe(true);
  expect(names("-G.Mean", "G")).toBe(true);
  expect(names("Game + G2", "G")).toBe(false);
});
