import { describe, expect, test } from "vitest";
import { readAddress, readSetting, type Setting, writeAddress, writeSetting } from "./address";

describe("addresses", () => {
  test("a position survives the way into an address and back", () => {
    const setting: Setting = {
      table: { game: "octal:0.77", start: "24,8", first: "right", misere: true, moves: ["24-13+8", "8-3"] },
      left: { agent: null, millis: 1000 },
      right: { agent: "alpha-beta:depth=6", millis: 3000 },
    };
    const text = writeAddress({ page: "play", query: writeSetting(setting) });
    expect(readSetting(readAddress(text).query)).toEqual(setting);
  });

  test("boards stay readable in an address", () => {
    const text = writeAddress({ page: "explore", query: { game: "placement:Q+R", position: "5x6@torus", value: "" } });
    expect(text).toBe("#/explore?game=placement:Q%2BR&position=5x6@torus");
    expect(readAddress(text).query.game).toBe("placement:Q+R");
  });

  test("sums with spaces, closed squares and signs come back as they were", () => {
    const start = "nim 3,5 + domineering #../..# & {1|-1}";
    const text = writeAddress({ page: "play", query: { game: "sum", start } });
    expect(readAddress(text).query.start).toBe(start);
  });

  test("what can't be read opens the first page", () => {
    expect(readAddress("")).toEqual({ page: "play", query: {} });
    expect(readAddress("#/nowhere?x=%E0%A4%A")).toEqual({ page: "play", query: { x: "%E0%A4%A" } });
    expect(readSetting({})).toBeNull();
  });

  test("a time beyond the limits is brought inside", () => {
    const setting = readSetting({ game: "nim", left: "perfect@99999999", right: "random@-4" });
    expect(setting?.left.millis).toBe(600_000);
    expect(setting?.right.millis).toBe(50);
  });
});
