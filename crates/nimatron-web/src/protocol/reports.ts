/** A value, as `nimatron value --json` prints it. What a loopy value lacks is null. */
export interface ValueReport {
  canonical: string;
  outcome: string;
  left_stop: string | null;
  right_stop: string | null;
  mean: string | null;
  temperature: string | null;
  birthday: number | null;
  atomic_weight: string | null;
  number: string | null;
  nimber: number | null;
  infinitesimal: boolean | null;
  all_small: boolean | null;
  ascii: string;
  latex: string;
  /** The characters of the canonical form in full; null if past all counting. Not for loopy values. */
  length?: number | null;
  abbreviated?: boolean;
  /** Only loopy values have these. */
  stopper?: boolean;
  onside?: string | null;
  offside?: string | null;
  short?: boolean;
  /** Only positions have these. */
  positions?: number;
  seconds?: number;
}

/** What an expression is worth: exactly one of these, told by `is`. */
export type Evaluated =
  | ({ is: "value" | "loopy" | "quantity" } & ValueReport)
  | { is: "comparison"; relation: "<" | "=" | ">" | "||"; holds: boolean }
  | { is: "thermograph"; mean: string; temperature: string; left: Bend[]; right: Bend[] }
  | { is: "values"; answer: string[] }
  | { is: "truth"; answer: boolean }
  | { is: "text"; answer: string | null }
  | { is: "assigned"; name: string; value: Evaluated };

export interface Bend {
  temperature: string;
  value: string;
}

/** The Grundy values of heaps, as `nimatron sequence --values --json` prints them. */
export interface SequenceReport {
  game: string;
  to: number;
  values: number[];
  max: number;
  argmax: number;
  last_new: number;
  last_new_value: number;
  histogram_top: { value: number; count: number }[];
  zeros: number[];
  zeros_count: number;
  period: number | null;
  preperiod: number | null;
  saltus: number | null;
  proved: boolean | null;
  rare: number | null;
  mask: string | null;
  method: string;
  checksum: string;
  seconds: number;
}

/** A game of a match. */
export interface GameLine {
  game: number;
  result: "win" | "draw" | "loss";
  winner: Player | null;
  left: string;
  right: string;
  plies: number;
  opening: number;
  moves: string[];
  reason: string;
  note: string | null;
  choices: number;
  seed: number;
}

/** A match, as `nimatron match --json` prints it. */
export interface MatchReport {
  game: string;
  position: string;
  left: string;
  right: string;
  first: Player;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  percent: number;
  elo: number;
  elo_low: number;
  elo_high: number;
  pairs: number[] | null;
  sprt: unknown;
  reasons: Record<string, number>;
  first_wins: number;
  plies: number;
  branching: number;
  seed: number;
  seconds: number;
}

/** Somebody who plays, as `nimatron agents --json` prints it. */
export interface AgentReport {
  name: string;
  game: string | null;
  about: string;
  parameters: { name: string; default: string; about: string }[];
}

/** The `data` of the answer to each question. */
export interface Answers {
  hello: Hello;
  agents: { agents: AgentReport[] };
  scene: Scene;
  reply: Reply;
  judge: Judgement;
  hint: Hint;
  explore: Explored;
  eval: Evaluated;
  options: Options;
  thermograph: Thermograph;
  sequence: SequenceReport;
  table: Tabulated;
  match: MatchReport;
  edit: Choices;
  export: Text;
  lessons: Lessons;
  stop: never;
}

/** The `data` of progress on each question; those that are not here have none. */
export interface Told {
  reply: Thought;
  judge: Judged[];
  explore: Explored;
  sequence: Values;
  table: TableCell;
  match: Round;
}
