import type { Judged, Move, Players } from "../protocol";
import type { Spot } from "./choosing";
import type { Mark } from "./marks";

/** All that a board is told besides what stands on it, and where it says what was done to it. */
export interface Hand {
  players: Players;
  surface: string | null;
  moves: Move[];
  clicked: Spot[];
  marks: ReadonlyMap<string, Mark>;
  judged: ReadonlyMap<string, Judged>;
  /** The squares of the last move, and in which part. */
  last: number[];
  lastPart: number | null;
  hint: Move | null;
  flip: boolean;
  coordinates: boolean;
  active: boolean;
  /** Clicks change what stands there instead of playing. */
  editing: boolean;
  label: string;
  onspot(spot: Spot): void;
  onheap(moves: Move[]): void;
  ondrag(from: Spot, to: Spot): void;
  oncancel(): void;
}
