import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
const BIN = process.env.NIMATRON_BIN ?? `${here}../../target/debug/nimatron`;
const CHROMIUM = process.env.CHROMIUM_BIN ?? "/usr/bin/chromium";

/** A running `nimatron serve` and a browser to look at it. */
export class Bench {
  readonly #server: ChildProcess;
  readonly browser: Browser;
  readonly base: string;
  /** What pages complained about: scripts that failed, resources that were refused. */
  readonly complaints: string[] = [];

  private constructor(server: ChildProcess, browser: Browser, base: string) {
    this.#server = server;
    this.browser = browser;
    this.base = base;
  }

  static async open(): Promise<Bench> {
    if (!existsSync(BIN)) throw new Error(`there is no ${BIN}: build it, or say where it is with NIMATRON_BIN`);
    const server = spawn(BIN, ["serve", "--port", "0", "--page", `${here}../dist`], { stdio: ["ignore", "pipe", "pipe"] });
    const base = await new Promise<string>((resolve, reject) => {
      let said = "";
      const listen = (data: Buffer) => {
        said += String(data);
        const found = /https?:\/\/[\w.[\]:-]+:\d+/.exec(said);
        if (found) resolve(found[0]);
      };
      server.stdout?.on("data", listen);
      server.stderr?.on("data", listen);
      server.on("exit", (code) => reject(new Error(`nimatron serve ended with ${code}: ${said}`)));
    });
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    return new Bench(server, browser, base);
  }

  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return await this.browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  }

  /** A fresh page with nothing remembered, at an address after the `#`. */
  async page(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.context(options);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => this.complaints.push(`${hash}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(`${hash}: ${message.text()}`);
    });
    await page.goto(`${this.base}/${hash}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.#server.removeAllListeners("exit");
    this.#server.kill();
  }
}

/** A square by its name. */
export const square = (page: Page, name: string) => page.locator(`[role=gridcell][aria-label^="${name},"]`).first();

export const status = (page: Page) => page.getByTestId("status");

/** The names of all legal moves, as the page lists them, once it has been told what they are. */
export async function legalMoves(page: Page): Promise<string[]> {
  await page.locator("details.legal li button").first().waitFor({ state: "attached" });
  return await page.locator("details.legal li button .mono").evaluateAll((found) => found.map((each) => each.textContent ?? ""));
}

/** What stands on every square. */
export async function standing(page: Page): Promise<string[]> {
  return await page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => (cell.getAttribute("aria-label") ?? "").split(", ").slice(0, 2).join(" ")));
}
