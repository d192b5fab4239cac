// How fast the engine is as WebAssembly, beside the native one: `node web/tests/speed.mjs` after `cargo x wasm` and
// `cargo build --release`. Each is the fastest of three.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const native = process.env.NIMATRON_BIN ?? at("../../target/release/nimatron");
const folder = process.env.NIMATRON_WASM ?? at("../../target/wasm/page/");
const engine = await import(`file://${folder}/nimatron_web.js`);
engine.initSync({ module: readFileSync(`${folder}/nimatron_web_bg.wasm`) });

const QUESTIONS = [
  ["value", "domineering", "4x6"],
  ["value", "domineering", "5x5"],
  ["value", "clobber", "4x4"],
  ["value", "legionnaires", "5x5:12"],
  ["nimber", "cram", "5x6"],
  ["nimber", "cram", "5x7"],
  ["nimber", "placement:Q", "8x8"],
  ["nimber", "ellie", "5x5"],
  ["outcome", "domineering", "6x6"],
  ["outcome", "clobber", "4x5"],
];
const HEAPS = 20_000;

const fastest = (times) => Math.min(...times);
const three = (measure) => fastest([1, 2, 3].map(measure));
const inBrowser = ([question, game, position]) => {
  const row = `| question | position | answer | source |\n|---|---|---|---|\n| ${question} | \`${game} ${position}\` | ? | |\n`;
  const before = performance.now();
  const said = engine.golden(game.split(":")[0], row);
  if (!said.endsWith(", not ?")) throw new Error(said);
  return (performance.now() - before) / 1000;
};
const seconds = (words) => JSON.parse(execFileSync(native, [...words, "--json", "--store", "off", "--threads", "1"], { encoding: "utf8", maxBuffer: 1e9 }).trim().split("\n").at(-1)).seconds;
const sequence = () => {
  let last = "";
  const before = performance.now();
  engine.handle(JSON.stringify({ id: 1, ask: "sequence", game: "octal:0.007", to: HEAPS, misere: false }), (said) => (last = said));
  if (JSON.parse(last).kind !== "answer") throw new Error(last);
  return (performance.now() - before) / 1000;
};

console.log("| question | native, s | WebAssembly, s | times as long |\n|---|---|---|---|");
const line = (name, one, other) => console.log(`| ${name} | ${one.toFixed(3)} | ${other.toFixed(3)} | ${(other / one).toFixed(1)} |`);
for (const question of QUESTIONS) line(question.join(" "), three(() => seconds(question)), three(() => inBrowser(question)));
line(`sequence octal:0.007 to ${HEAPS}`, three(() => seconds(["sequence", "octal:0.007", "--to", String(HEAPS)])), three(sequence));
