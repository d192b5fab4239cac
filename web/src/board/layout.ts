import type { Cell, View } from "../protocol";
import type { Spot } from "./choosing";

/** A square where it is drawn. */
export interface Square {
  index: number;
  row: number;
  col: number;
  cell: Cell;
  name: string;
}
/** A board or strips as rows of squares from the top. */
export interface Layout {
  rows: Square[][];
  width: number;
  height: number;
  rowNames: string[];
  colNames: string[];
}

export function columnName(col: number): string {
  const letter = String.fromCharCode(97 + (col % 26));
  return col < 26 ? letter : columnName(Math.floor(col / 26) - 1) + letter;
}

export function layoutOf(view: Extract<View, { kind: "board" | "strips" }>): Layout {
  if (view.kind === "board") {
    const rows = Array.from({ length: view.rows }, (_, row) =>
      Array.from({ length: view.cols }, (_, col) => {
        const index = row * view.cols + col;
        return { index, row, col, cell: view.cells[index] ?? { kind: "blocked" as const }, name: columnName(col) + (view.rows - row) };
      }),
    );
    return {
      rows,
      width: view.cols,
      height: view.rows,
      rowNames: rows.map((_, row) => String(view.rows - row)),
      colNames: Array.from({ length: view.cols }, (_, col) => columnName(col)),
    };
  }
  let index = 0;
  const single = view.strips.length === 1;
  const rows = view.strips.map((strip, row) =>
    strip.map((cell, col) => ({ index: index++, row, col, cell, name: single ? String(col + 1) : `strip ${row + 1}, ${col + 1}` })),
  );
  const width = Math.max(1, ...rows.map((row) => row.length));
  return {
    rows,
    width,
    height: Math.max(1, rows.length),
    rowNames: rows.map((_, row) => (single ? "" : String(row + 1))),
    colNames: Array.from({ length: width }, (_, col) => String(col + 1)),
  };
}

/** Whether a player's piece stands on a square. */
export function standsOn(view: View, spot: Spot): boolean {
  const part = view.kind === "sum" ? view.parts[spot.part ?? 0] : view;
  const cells = part?.kind === "board" ? part.cells : part?.kind === "strips" ? part.strips.flat() : [];
  const cell = cells[spot.square];
  return cell?.kind === "piece" && cell.owner !== null;
}

/** How a side's pieces are painted: as its name says where it is a colour. */
export type Paint = "dark" | "light" | "left" | "right" | "neutral";
export function paintOf(owner: "left" | "right" | null, players: { left: string; right: string }): Paint {
  if (!owner) return "neutral";
  const name = players[owner].toLowerCase();
  if (name === "black") return "dark";
  if (name === "white") return "light";
  return owner;
}

/** The letters worth writing on pieces: a side whose pieces are all alike needs none. */
export function lettered(cells: Cell[]): (cell: Cell) => boolean {
  const kinds = new Map<string, Set<string>>();
  for (const cell of cells) {
    if (cell.kind !== "piece") continue;
    const owner = cell.owner ?? "";
    kinds.set(owner, (kinds.get(owner) ?? new Set()).add(cell.letter));
  }
  return (cell) =>
    cell.kind === "piece" && (cell.owner ? (kinds.get(cell.owner)?.size ?? 0) > 1 : cell.letter !== cell.letter.toLowerCase());
}

/** Where the pieces of a new picture came from: each arrival is given a departure of the same kind, and what is left over was taken. */
export interface Journey {
  from: number;
  to: number;
}
export function journeys(before: Cell[], after: Cell[]): { moved: Journey[]; taken: number[] } {
  if (before.length !== after.length) return { moved: [], taken: [] };
  const kind = (cell: Cell | undefined) => (cell?.kind === "piece" ? `${cell.owner ?? ""}${cell.letter}` : "");
  const changed = before.map((_, at) => at).filter((at) => kind(before[at]) !== kind(after[at]));
  const moved: Journey[] = [];
  const left = changed.filter((at) => kind(before[at]) !== "");
  for (const to of changed.filter((at) => kind(after[at]) !== "")) {
    const at = left.findIndex((from) => kind(before[from]) === kind(after[to]));
    if (at >= 0) moved.push({ from: left.splice(at, 1)[0]!, to });
  }
  return { moved, taken: left };
}
