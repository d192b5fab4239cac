import { expect, test } from "vitest";
import { type Bend, fraction, near, wallAt, written } from "./exact";

const bend = (value: string, temperature: string): Bend => [fraction(value)!, fraction(temperature)!];

test("fractions are read, reduced and written", () => {
  expect(written(fraction("6/4")!)).toBe("3/2");
  expect(written(fraction("-2")!)).toBe("−2");
  expect(fraction("1/0")).toBeNull();
  expect(fraction("up")).toBeNull();
  expect(near(fraction("-3/4")!)).toBe(-0.75);
});

test("walls are read off exactly between bends", () => {
  const wall = [bend("1/2", "0"), bend("1/2", "1/2"), bend("-1/4", "5/4")];
  expect(written(wallAt(wall, fraction("0")!)!)).toBe("1/2");
  expect(written(wallAt(wall, fraction("3/4")!)!)).toBe("1/4");
  expect(written(wallAt(wall, fraction("5/4")!)!)).toBe("−1/4");
  expect(written(wallAt(wall, fraction("9")!)!)).toBe("−1/4");
  expect(wallAt([], fraction("0")!)).toBeNull();
});
