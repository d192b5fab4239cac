import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { square, status } from "./bench";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
/** Where `cargo x wasm` puts the engine; `cargo x start --static` copies it beside the page. */
const ENGINE = process.env.NIMATRON_WASM ?? fileURLToPath(new URL("../../target/wasm/page/", import.meta.url));
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

// Where no compiler for WebAssembly can be had, `cargo x test` says so.
const there = existsSync(join(ENGINE, "nimatron_web.js"));

describe.skipIf(!there)("from a static host, with the engine in the browser", () => {
  let server: Server;
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? "/", "http://x").pathname).replace(/^\/lab\//, "/");
      const file = path.startsWith("/wasm/") ? join(ENGINE, path.slice(6)) : join(DIST, path === "/" ? "index.html" : path);
      if (!existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lab/`;
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM_BIN ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"] });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("the engine has 1.5 MB at most, as it is sent", () => {
    const size = gzipSync(readFileSync(join(ENGINE, "nimatron_web_bg.wasm")), { level: 9 }).length;
    console.log(`${(size / 1e6).toFixed(2)} MB gzipped`);
    expect(size).toBeLessThanOrEqual(1_500_000);
  });

  test("a move is answered by an agent, in a folder of any host", async () => {
    const page = await browser.newPage();
    await page.goto(`${base}#/play?game=domineering&start=4x4&right=perfect@1000`);
    await square(page, "b2").waitFor();
    expect(await page.locator(".engine").textContent()).toContain("in this browser");
    await square(page, "b2").click();
    await square(page, "b3").click();
    await page.waitForFunction(() => document.querySelectorAll("ol li button").length === 2);
    expect(await status(page).textContent()).toContain("to move");
    await page.close();
  });

  test("Stop ends a long question, and the engine goes on answering", async () => {
    const page = await browser.newPage();
    await page.goto(`${base}#/explore?game=domineering&position=7x8`);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByTestId("known").waitFor();
    await page.getByLabel("An expression of values").fill("1/2 + 1/2");
    await page.keyboard.press("Enter");
    await page.getByTestId("lines").getByText("1", { exact: true }).waitFor();
    await page.close();
  });

  test("after one visit the page opens without a network", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(base);
    await page.locator("[role=gridcell]").first().waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForTimeout(1000);
    await context.setOffline(true);
    await page.reload();
    await page.locator("[role=gridcell]").first().waitFor();
    await context.close();
  });
});
