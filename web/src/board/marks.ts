import type { Judged, Move } from "../protocol";
import { meant, nextSpots, type Spot, spotKey } from "./choosing";

/** What is shown on a square besides what stands there. */
export interface Mark {
  target: boolean;
  result: "win" | "lose" | "draw" | null;
  note: string;
}

/** Of several moves the best result: who may choose wins if one of them wins. */
export function best(moves: Move[], judged: ReadonlyMap<string, Judged>): Mark["result"] {
  const results = moves.map((move) => judged.get(move.name)?.result ?? null);
  if (results.includes("win")) return "win";
  if (results.includes(null)) return null;
  if (results.includes("draw")) return "draw";
  return results.length ? "lose" : null;
}

/** What a move leaves, in as few letters as fit on a square. */
export function note(move: Move, judged: ReadonlyMap<string, Judged>): string {
  const found = judged.get(move.name);
  if (!found) return "";
  const text = found.nimber !== null ? String(found.nimber) : (found.value ?? "");
  return text.length <= 7 ? text : "";
}

/** The marks of all squares that may be clicked next. */
export function marksOf(moves: Move[], clicked: Spot[], judged: ReadonlyMap<string, Judged>, owned?: (spot: Spot) => boolean): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const spot of nextSpots(moves, clicked, owned)) {
    const first = owned?.(spot) !== false;
    const here = clicked.length || !first ? meant(moves, [...clicked, spot]) : moves.filter((move) => move.part === spot.part && move.squares[0] === spot.square);
    const single = here.length === 1 ? here[0] : undefined;
    marks.set(spotKey(spot), { target: true, result: best(here, judged), note: single ? note(single, judged) : "" });
  }
  return marks;
}

export const RESULT_WORDS = { win: "wins", lose: "loses", draw: "draws" } as const;
