import type { Move } from "../protocol";

/** A square, or a heap, of a part of the position. */
export interface Spot {
  part: number | null;
  square: number;
}
export const sameSpot = (a: Spot, b: Spot): boolean => a.part === b.part && a.square === b.square;
export const spotKey = (spot: Spot): string => `${spot.part ?? ""}:${spot.square}`;

/** What clicks mean so far: go on clicking, play this, or say which of several. */
export type Choice = { kind: "open"; clicked: Spot[]; moves: Move[] } | { kind: "play"; move: Move } | { kind: "ask"; clicked: Spot[]; moves: Move[] };

const named = (move: Move): number[] => move.squares.slice(0, Math.max(move.named, 1));

/** The moves that clicks may mean: those that name the squares, in any order; if none does, those that change them. */
export function meant(moves: Move[], clicked: Spot[]): Move[] {
  const all = (squaresOf: (move: Move) => number[]) =>
    moves.filter((move) => clicked.every((spot) => spot.part === move.part && squaresOf(move).includes(spot.square)));
  const byName = all(named);
  return byName.length ? byName : all((move) => move.squares);
}

const inOrder = (move: Move, clicked: Spot[]): boolean => clicked.every((spot, at) => move.squares[at] === spot.square);

/** What one more click means. No rules here: the legal moves and the squares they name say it all. */
export function choose(moves: Move[], clicked: Spot[], spot: Spot): Choice {
  const again = clicked.length > 0 && sameSpot(clicked[clicked.length - 1]!, spot);
  if (again) {
    const exact = meant(moves, clicked).filter((move) => named(move).length === clicked.length);
    if (exact.length === 1) return { kind: "play", move: exact[0]! };
    return exact.length ? { kind: "ask", clicked, moves: exact } : { kind: "open", clicked: [], moves: [] };
  }
  const all = [...clicked, spot];
  const rest = meant(moves, all);
  if (rest.length === 0) return clicked.length ? choose(moves, [], spot) : { kind: "open", clicked: [], moves: [] };
  const exact = rest.filter((move) => named(move).length === all.length);
  const ordered = exact.filter((move) => inOrder(move, all));
  const found = ordered.length ? ordered : exact;
  if (all.length === 1) {
    if (rest.length === 1 && found.length === 1) return { kind: "play", move: found[0]! };
    if (found.length > 1 && found.length === rest.length) return { kind: "ask", clicked: all, moves: found };
    return { kind: "open", clicked: all, moves: rest };
  }
  if (rest.length === 1) return { kind: "play", move: rest[0]! };
  if (found.length === 1) return { kind: "play", move: found[0]! };
  if (found.length > 1) return { kind: "ask", clicked: all, moves: found };
  return { kind: "open", clicked: all, moves: rest };
}

/** The squares that a further click may name. A move of a piece (`owned` tells) begins with where it stands, any other with any of its squares. */
export function nextSpots(moves: Move[], clicked: Spot[], owned: (spot: Spot) => boolean = () => true): Spot[] {
  const spots = new Map<string, Spot>();
  for (const move of clicked.length ? meant(moves, clicked) : moves) {
    if (move.heap) continue;
    const squares = named(move);
    const candidates = clicked.length ? squares.filter((square) => !clicked.some((spot) => spot.square === square && spot.part === move.part)) : owned({ part: move.part, square: squares[0]! }) ? squares.slice(0, 1) : squares;
    for (const square of candidates) {
      const spot = { part: move.part, square };
      spots.set(spotKey(spot), spot);
    }
  }
  return [...spots.values()];
}

/** The moves in a heap; heaps of one size have the same moves, and the engine may list them once. */
export function heapMoves(moves: Move[], heaps: number[], part: number | null, index: number): Move[] {
  const here = moves.filter((move) => move.heap && move.part === part);
  const own = here.filter((move) => move.heap!.index === index);
  return own.length ? own : here.filter((move) => heaps[move.heap!.index] === heaps[index]);
}

const leaves = (move: Move): string =>
  move.heap!.leaves.filter((size) => size > 0).sort((a, b) => a - b).join("+");
const sizes = (list: number[]): string => list.filter((size) => size > 0).sort((a, b) => a - b).join("+");

/** What taking the counters `from..=to` of a heap of this size means: what remains left and right of them. */
export function takeFromHeap(moves: Move[], size: number, from: number, to: number): Move[] {
  const wanted = sizes([from, size - 1 - to]);
  return moves.filter((move) => leaves(move) === wanted);
}

/** What clicking one counter means: everything above it and itself, or itself alone. */
export function clickInHeap(moves: Move[], size: number, counter: number): Move[] {
  const above = takeFromHeap(moves, size, counter, size - 1);
  // At the near end both leave one heap, and all of it is what is meant.
  if (counter === 0 && above.length) return above;
  const both = [...above, ...takeFromHeap(moves, size, counter, counter)];
  return both.filter((move, at) => both.findIndex((other) => other.name === move.name) === at);
}
