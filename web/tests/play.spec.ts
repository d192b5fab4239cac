import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Bench, legalMoves, square, standing, status } from "./bench";

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open();
});
afterAll(async () => {
  await bench?.close();
  expect(bench?.complaints ?? []).toEqual([]);
});

describe("playing", () => {
  test("a whole game of Legionnaires against the computer", async () => {
    const page = await bench.page("#/play?game=legionnaires&start=6x6&right=alpha-beta:depth=3@1000");
    for (let turn = 0; turn < 40; turn++) {
      await page.waitForFunction(() => /wins|Black to move/.test(document.querySelector("[data-testid=status]")?.textContent ?? ""));
      if (/wins/.test((await status(page).textContent()) ?? "")) break;
      const [from, to] = ((await legalMoves(page))[0] ?? "").split(/[-x]/);
      const before = await page.locator("ol li button").count();
      await square(page, from!).click();
      await square(page, to!).click();
      await page.waitForFunction((count) => document.querySelectorAll("ol li button").length > count, before);
    }
    expect(await status(page).textContent()).toMatch(/(Black|White) wins/);
    await page.context().close();
  });

  test("Epaminondas by drag and by keyboard", async () => {
    const page = await bench.page("#/play?game=epaminondas&start=12x14");
    await square(page, "h2").waitFor();
    // White by drag.
    const [from, to] = [await square(page, "h2").boundingBox(), await square(page, "h3").boundingBox()];
    await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
    await page.mouse.down();
    await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 6 });
    await page.mouse.up();
    await page.getByRole("button", { name: "h2-h3" }).first().waitFor();
    expect(await status(page).textContent()).toContain("Black to move");
    // Black by keyboard: along the top rows to h11, and one square down.
    await square(page, "h11").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    expect(await page.locator("[aria-selected=true]").getAttribute("aria-label")).toContain("h11");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "h11-h10" }).first().waitFor();
    expect(await status(page).textContent()).toContain("White to move");
    // The engine answers the typed move of a phalanx, and tells what it thinks.
    await page.getByLabel("Type a move").fill("g1-g4");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "g1-g4" }).first().waitFor();
    await page.getByRole("button", { name: "↶ Undo" }).click();
    await page.waitForFunction(() => document.querySelector("[data-testid=status]")?.textContent?.includes("White to move"));
    await page.context().close();
  });

  test("the engine shows its evaluation, depth and line, and can be stopped", async () => {
    const page = await bench.page("#/play?game=epaminondas&start=12x14&left=phalanx@60000");
    await page.getByTestId("thought").waitFor();
    expect(await page.getByTestId("thought").textContent()).toMatch(/Evaluation.*Depth\s*\d+/s);
    const before = Date.now();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Go on" }).waitFor();
    expect(Date.now() - before).toBeLessThan(2000);
    await page.context().close();
  });

  test("a perfect player says where it is not", async () => {
    const page = await bench.page("#/play?game=domineering&start=10x10&left=perfect@500");
    await page.getByTestId("remark").waitFor();
    expect(await page.getByTestId("remark").textContent()).toMatch(/^Not perfect: .* depth \d+\.$/);
    await page.context().close();
  });

  test("a sum of Nim heaps is won with hints", async () => {
    const page = await bench.page("#/play?game=nim&start=3,5,7&right=perfect@1000");
    await page.getByRole("button", { name: "See why" }).click();
    await page.getByTestId("nim-sum").waitFor();
    expect(await page.getByTestId("nim-sum").textContent()).toMatch(/3 ⊕ 5 ⊕ 7 =\s+1/);
    expect(await page.locator("[data-result=win]").count()).toBeGreaterThan(0);
    for (let turn = 0; turn < 16; turn++) {
      await page.waitForFunction(() => /wins|Left to move/.test(document.querySelector("[data-testid=status]")?.textContent ?? ""));
      if (/wins/.test((await status(page).textContent()) ?? "")) break;
      const played = await page.locator("ol li button").count();
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      await page.getByTestId("hint").waitFor();
      expect(((await page.getByTestId("hint").textContent()) ?? "").length).toBeGreaterThan(15);
      await page.getByRole("button", { name: "Play it" }).click();
      await page.waitForFunction((count) => document.querySelectorAll("ol li button").length > count, played);
    }
    expect(await status(page).textContent()).toContain("Left wins");
    await page.context().close();
  });

  test("a click takes a counter and all above it, in a sum of different games too", async () => {
    const page = await bench.page("#/play?game=sum&start=nim+3,5+%2B+domineering+2x2");
    await page.locator('[data-counter="1.2"]').click();
    await page.getByRole("button", { name: "1:5-2" }).first().waitFor();
    await square(page, "a1").click();
    await square(page, "b1").click();
    await page.waitForFunction(() => document.querySelectorAll("ol li button").length === 2);
    await page.context().close();
  });

  test("a move that is not legal is refused with a caret, and the game goes on", async () => {
    const page = await bench.page("#/play?game=domineering&start=3x3");
    await page.getByLabel("Type a move").fill("a1-zz9");
    await page.keyboard.press("Enter");
    await page.locator(".failure p").first().waitFor();
    await page.getByLabel("Type a move").fill("a1-a2");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "a1-a2" }).first().waitFor();
    expect(await page.locator(".failure p").count()).toBe(0);
    await page.context().close();
  });

  test("a shared link opened afresh is the same position", async () => {
    const page = await bench.page("#/play?game=clobber&start=4x5");
    for (let turn = 0; turn < 3; turn++) {
      const [from, to] = ((await legalMoves(page))[turn] ?? "").split("-");
      await square(page, from!).click();
      await square(page, to!).click();
      await page.waitForFunction((count) => document.querySelectorAll("ol li button").length === count, turn + 1);
    }
    const [address, board] = [page.url(), await standing(page)];
    expect(address).toContain("moves=");
    const other = await bench.page(address.slice(address.indexOf("#")));
    await other.locator("ol li button").nth(2).waitFor();
    await other.locator("[role=gridcell]").first().waitFor();
    expect(await standing(other)).toEqual(board);
    await page.context().close();
    await other.context().close();
  });

  test("the position editor puts a stone where it is told to", async () => {
    const page = await bench.page("#/play?game=clobber&start=xo./.xo");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await square(page, "c2").click();
    await page.getByRole("group", { name: "What stands here?" }).getByRole("button").nth(1).click();
    await page.waitForFunction(() => !/c2, empty/.test(document.querySelector('[aria-label^="c2,"]')?.getAttribute("aria-label") ?? ""));
    await page.getByRole("button", { name: "Done" }).click();
    await page.context().close();
  });

  test("agents play each other, pause and go on", async () => {
    const page = await bench.page("#/play?game=domineering&start=6x6&left=random@100&right=random@100");
    await page.getByLabel("Speed").selectOption("300");
    await page.locator("ol li button").nth(2).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    const count = await page.locator("ol li button").count();
    await page.waitForTimeout(900);
    expect(await page.locator("ol li button").count()).toBeLessThanOrEqual(count + 1);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.locator("ol li button").nth(count + 1).waitFor();
    await page.context().close();
  });

  test("fingers play: a tap chooses, and a tap on the target moves", async () => {
    const page = await bench.page("#/play?game=legionnaires&start=6x6", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    const [from, to] = ((await legalMoves(page))[0] ?? "").split(/[-x]/);
    await square(page, from!).tap();
    expect(await page.locator("[aria-selected=true]").getAttribute("aria-label")).toContain(`${from},`);
    await square(page, to!).tap();
    await page.waitForFunction(() => document.querySelectorAll("ol li button").length === 1);
    // A finger that slides from square to square moves as well.
    const [start, end] = ((await legalMoves(page))[0] ?? "").split(/[-x]/);
    const middle = async (name: string) => {
      const box = (await square(page, name).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await square(page, start!).scrollIntoViewIfNeeded();
    const finger = await page.context().newCDPSession(page);
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await middle(start!)] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [await middle(end!)] });
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForFunction(() => document.querySelectorAll("ol li button").length === 2);
    await page.context().close();
  });

  test("Flip turns the board around, and moves are made as before", async () => {
    const page = await bench.page("#/play?game=epaminondas&start=12x14");
    const place = async () => (await square(page, "h2").boundingBox())!;
    const before = await place();
    await page.getByRole("button", { name: "Flip" }).click();
    const after = await place();
    expect(after.y).toBeLessThan(before.y);
    await square(page, "h2").click();
    await square(page, "h3").click();
    await page.getByRole("button", { name: "h2-h3" }).first().waitFor();
    await page.context().close();
  });

  test("sound is off until it is wanted, and then a move is heard", async () => {
    const page = await bench.page("#/play?game=nim&start=3,5");
    await page.evaluate(() => {
      const heard = window as unknown as { heard: number };
      heard.heard = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) {
        heard.heard++;
        start.apply(this, when);
      };
    });
    const heard = () => page.evaluate(() => (window as unknown as { heard: number }).heard);
    const play = async (move: string, count: number) => {
      await page.getByLabel("Type a move").fill(move);
      await page.keyboard.press("Enter");
      await page.waitForFunction((count) => document.querySelectorAll("ol li button").length === count, count);
    };
    await play("3-1", 1);
    expect(await heard()).toBe(0);
    await page.getByRole("button", { name: "Sound" }).click();
    await play("5-1", 2);
    expect(await heard()).toBeGreaterThan(0);
    await page.context().close();
  });

  test("input is answered while the engine thinks", async () => {
    const page = await bench.page("#/play?game=epaminondas&start=12x14&right=phalanx@60000");
    await page.getByLabel("Type a move").fill("h2-h3");
    await page.keyboard.press("Enter");
    await page.getByTestId("thought").waitFor();
    const coordinates = page.getByRole("button", { name: "Coordinates" });
    await coordinates.waitFor();
    // From the press to the next picture, as the page sees it.
    const times = await coordinates.evaluate(async (button) => {
      const times: number[] = [];
      for (let turn = 0; turn < 20; turn++) {
        const before = performance.now();
        (button as HTMLButtonElement).click();
        await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
        times.push(performance.now() - before);
        await new Promise((done) => setTimeout(done, 50));
      }
      return times;
    });
    console.log(`while it thinks: ${Math.round(Math.max(...times))} ms at most, of ${times.length}`);
    // Another question is answered too.
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Go on" }).waitFor();
    if (process.env.NIMATRON_TIMED) expect(Math.max(...times)).toBeLessThan(100);
    await page.context().close();
  });

  test("every game of the catalog shows a board and a legal move", async () => {
    const page = await bench.page("#/learn");
    const names = await page.locator("#learn-game option").evaluateAll((found) => found.map((each) => (each as HTMLOptionElement).value));
    expect(names.length).toBeGreaterThan(15);
    for (const bare of names) {
      const name = bare === "octal" ? "octal:0.007" : bare;
      await page.goto(`${bench.base}/#/play?game=${name}`);
      await page.waitForFunction((game) => location.hash.includes(`game=${game}`) && document.querySelectorAll("details.legal li").length > 0 && document.querySelectorAll("[role=gridcell]").length > 0, name);
    }
    await page.context().close();
  });
});
