import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Bench, square } from "./bench";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PICTURES = fileURLToPath(new URL("../screenshots/", import.meta.url));
const PAGES = {
  play: "#/play?game=legionnaires&start=6x6",
  epaminondas: "#/play?game=epaminondas&start=12x14",
  nim: "#/play?game=nim&start=3,5,7",
  torus: "#/play?game=placement:N&start=5x6@torus",
  toads: "#/play?game=toads-and-frogs&start=TTT..FFF",
  sum: "#/play?game=sum&start=nim+3,5+%2B+domineering+2x2",
  explore: "#/explore?game=domineering&position=%23.../..../.%23..",
  sequences: "#/sequences?game=octal:0.007&to=1000",
  tables: "#/sequences?table=cram&rows=4&cols=4",
  matches: "#/matches",
  learn: "#/learn?game=legionnaires",
};

let bench: Bench;
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  bench = await Bench.open();
});
afterAll(async () => {
  await bench?.close();
  expect(bench?.complaints ?? []).toEqual([]);
});

describe("exploring", () => {
  test("a position has its value, facts, options and an exact thermograph", async () => {
    const page = await bench.page(PAGES.explore);
    await page.getByTestId("value").waitFor();
    expect(await page.getByTestId("value").textContent()).toBe("{3/2|1/2||-1|-2}");
    expect(await page.getByTestId("facts").textContent()).toMatch(/Temperature\s*5\/4/);
    const graph = page.getByRole("img", { name: /Thermograph/ });
    expect(await graph.getAttribute("aria-label")).toContain("mean -1/4, temperature 5/4");
    const slider = page.getByRole("slider");
    await slider.fill("0");
    expect(await page.getByTestId("walls").textContent()).toMatch(/Left wall\s*1\/2\s*Right wall\s*−1/);
    await slider.focus();
    await page.keyboard.press("End");
    expect(await page.getByTestId("walls").textContent()).toMatch(/Left wall\s*−1\/4\s*Right wall\s*−1\/4/);
    await page.getByRole("button", { name: /^Options of/ }).first().click();
    await expect.poll(() => page.getByRole("button", { name: /^Options of/ }).count(), { timeout: 10_000 }).toBeGreaterThan(2);
    await page.context().close();
  });

  test("the calculator keeps its lines and points at what it can't read", async () => {
    const page = await bench.page("#/explore?value=0");
    await page.getByLabel("An expression of values").fill("{0|*} + ^*");
    await page.keyboard.press("Enter");
    await page.getByTestId("lines").getByText("⇑*").waitFor();
    expect(await page.getByTestId("value").textContent()).toBe("⇑*");
    await page.getByLabel("An expression of values").fill("{0|");
    await page.keyboard.press("Enter");
    expect(await page.locator(".failure pre").textContent()).toContain("^");
    await page.getByLabel("An expression of values").press("ArrowUp");
    expect(await page.getByLabel("An expression of values").inputValue()).toBe("{0|*} + ^*");
    await page.context().close();
  });

  test("variables of the calculator keep their values, after a reload, too", async () => {
    const page = await bench.page("#/explore?value=0");
    const calculate = async (text: string) => {
      await page.getByLabel("An expression of values").fill(text);
      await page.keyboard.press("Enter");
    };
    await calculate("G := {2|-1}");
    await page.getByTestId("lines").getByText("G = {2|-1}").waitFor();
    await calculate("G + {1|0||-1}");
    const sum = "{3|2||1|||0|-1||-2}";
    await page.getByTestId("value").getByText(sum, { exact: true }).waitFor();
    // The address says the value, not the name.
    expect(page.url()).not.toContain("G");
    await page.reload();
    await page.getByTestId("variables").getByText("G", { exact: true }).waitFor();
    await calculate("G.Mean");
    await page.getByTestId("lines").getByText("1/2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Forget them" }).click();
    await calculate("G+G");
    await page.getByRole("alert").getByText("Nothing is called `G`").waitFor();
    await page.context().close();
  });

  test("Stop ends a long question, and other questions are answered meanwhile", async () => {
    const page = await bench.page("#/explore?game=domineering&position=7x8");
    const stop = page.getByRole("button", { name: "Stop" });
    await stop.waitFor();
    await page.waitForTimeout(500);
    const before = Date.now();
    await stop.click();
    await page.getByTestId("known").waitFor();
    expect(Date.now() - before).toBeLessThan(3000);
    await page.getByLabel("An expression of values").fill("1/2 + 1/2");
    await page.keyboard.press("Enter");
    await page.getByTestId("lines").getByText("1", { exact: true }).waitFor();
    await page.context().close();
  });
});

describe("sequences, tables and matches", () => {
  test("an octal code grows a plot and has its period", async () => {
    const page = await bench.page("#/sequences?game=octal:0.07&to=400");
    await page.getByTestId("sequence-facts").waitFor();
    expect(await page.getByTestId("sequence-facts").textContent()).toMatch(/Period\s*34/);
    expect(Number(await page.getByTestId("plot").getAttribute("data-points"))).toBeGreaterThan(100);
    const painted = await page.locator("canvas").evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
      let count = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at]! > 0) count++;
      return count;
    });
    expect(painted).toBeGreaterThan(2000);
    await page.context().close();
  });

  test("a table fills in, and a cell opens its board", async () => {
    const page = await bench.page(PAGES.tables);
    await page.getByTestId("table").getByRole("link", { name: "4 by 4: 0" }).waitFor();
    await page.getByTestId("table").getByRole("link", { name: "2 by 3: 1" }).click();
    await page.getByRole("heading", { name: "Cram" }).waitFor();
    await square(page, "c2").waitFor();
    await page.context().close();
  });

  test("a match has a live score and a rating", async () => {
    const page = await bench.page("#/matches?game=legionnaires&start=4x4&left=fewest-replies&right=random&games=20&seed=3");
    await page.getByRole("button", { name: "Play the match" }).click();
    await page.getByTestId("score").getByText("20 of 20").waitFor();
    expect(await page.getByTestId("elo").textContent()).toMatch(/[+−]\d+/);
    await page.locator(".games a").first().click();
    await page.waitForFunction(() => /wins|draw/.test(document.querySelector("[data-testid=status]")?.textContent ?? ""));
    await page.context().close();
  });

  test("a puzzle says when it is solved, and when it is not", async () => {
    const page = await bench.page("#/learn?game=placement");
    const puzzles = page.getByRole("region", { name: "Puzzles" });
    await puzzles.getByRole("button", { name: /Three by three queens/ }).click();
    const board = puzzles.getByRole("grid");
    await board.locator('[aria-label^="a1,"]').click();
    await puzzles.getByText("Not this time.").waitFor();
    await puzzles.getByRole("button", { name: "Again" }).click();
    await board.locator('[aria-label^="b2, empty"]').click();
    await puzzles.getByText("Solved.").waitFor();
    await page.context().close();
  });
});

describe("for everybody", () => {
  const LOOKS = {
    desk: { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
    phone: { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, deviceScaleFactor: 2 },
  } as const;

  test.each(Object.entries(PAGES))("%s has no serious finding of axe and fits its screen, on a desk and a phone, light and dark", { timeout: 180_000 }, async (name, hash) => {
    for (const [size, look] of Object.entries(LOOKS)) {
      const page = await bench.page(hash, look);
      await page.waitForTimeout(600);
      if (name === "nim") {
        await page.getByRole("button", { name: "See why" }).click();
        await page.getByTestId("nim-sum").waitFor();
      }
      await page.screenshot({ path: `${PICTURES}${name}-${size}-${look.colorScheme}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${name} on a ${size}`).toBeLessThanOrEqual(0);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const axe = (window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { target: unknown; failureSummary: string }[] }[] }> } }).axe;
        const { violations } = await axe.run();
        return violations.filter((each) => ["serious", "critical"].includes(each.impact)).map((each) => `${each.id}: ${each.nodes.map((node) => `${JSON.stringify(node.target)} ${node.failureSummary}`).slice(0, 3).join("; ")}`);
      });
      expect(found, `${name} on a ${size}`).toEqual([]);
      await page.context().close();
    }
  });

  test("scripts and styles are 400 kB at most, as they are sent", () => {
    const assets = fileURLToPath(new URL("../dist/assets/", import.meta.url));
    const sizes = readdirSync(assets).map((name) => gzipSync(readFileSync(assets + name)).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${sizes.length} files, ${Math.round(total / 1000)} kB gzipped`);
    expect(total).toBeLessThan(400_000);
  });

  test("the first page is usable within a second", async () => {
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      const context = await bench.context();
      const page = await context.newPage();
      const before = performance.now();
      await page.goto(`${bench.base}/`);
      await page.locator("[role=gridcell]").first().waitFor();
      times.push(performance.now() - before);
      await context.close();
    }
    console.log(`first page: ${times.map((time) => `${Math.round(time)} ms`).join(", ")}`);
    // A busy machine and a program that was not optimised take longer, and that is no fault of the page: asserted on request.
    if (process.env.NIMATRON_TIMED) expect(Math.min(...times)).toBeLessThan(1000);
  });
});
