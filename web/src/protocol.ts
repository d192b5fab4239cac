// Made from crates/nimatron-web/src/protocol.rs: `NIMATRON_BLESS=1 cargo test -p nimatron-web protocol`.
// Don't change it here.

import type { Note, PositionValue } from "./questions";

/**
 * What only the page asks. Nothing is remembered from one question to the next, so each says all it is about.
 */
export type Ask = { "ask": "hello" } | { "ask": "scene", 
/**
 * The table.
 */
table: GameState, } | { "ask": "reply", 
/**
 * The table.
 */
table: GameState, 
/**
 * The agent, with parameters if it is to have any.
 */
agent: string, 
/**
 * How long it may think; if nothing is said, as long as it does by itself.
 */
millis: number | null, } | { "ask": "judge", 
/**
 * The table.
 */
table: GameState, 
/**
 * How long it may take.
 */
millis: number, } | { "ask": "hint", 
/**
 * The table.
 */
table: GameState, 
/**
 * How long it may take.
 */
millis: number, } | { "ask": "explore", 
/**
 * The game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * How long it may take.
 */
millis: number, } | { "ask": "options", 
/**
 * The value.
 */
text: string, } | { "ask": "thermograph", 
/**
 * The value.
 */
text: string, } | { "ask": "edit", 
/**
 * The game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * The number of the square, or of the heap.
 */
square: number, 
/**
 * In which summand, counted from 0, if it is a sum.
 */
part: number | null, } | { "ask": "lessons", 
/**
 * The game.
 */
game: string, } | { "ask": "stop", 
/**
 * Its number.
 */
of: number, };

/**
 * A message to the client that asked.
 */
export type Response = { 
/**
 * The number of the question.
 */
id: number, } & ({ "kind": "progress", 
/**
 * What was found: a line of the answer, or what `Told` lists.
 */
data?: unknown, 
/**
 * How far the question is.
 */
note?: Note, } | { "kind": "answer", 
/**
 * Which.
 */
data: unknown, } | { "kind": "stopped", 
/**
 * What is known of the answer, in words.
 */
known: string | null, 
/**
 * What is known of the answer, as its report would have it.
 */
report?: unknown, } | { "kind": "error", 
/**
 * Why, in a sentence.
 */
message: string, 
/**
 * The text that can't be read, if it is that.
 */
text: string | null, 
/**
 * Which characters of it are at fault: from, and up to but without.
 */
at: [number, number] | null, 
/**
 * What is known of the answer, as its report would have it, if a limit ended the question.
 */
report?: unknown, });

/**
 * What is said. All but progress is the last that is said of a question.
 */
export type Say = { "kind": "progress", 
/**
 * What was found: a line of the answer, or what `Told` lists.
 */
data?: unknown, 
/**
 * How far the question is.
 */
note?: Note, } | { "kind": "answer", 
/**
 * Which.
 */
data: unknown, } | { "kind": "stopped", 
/**
 * What is known of the answer, in words.
 */
known: string | null, 
/**
 * What is known of the answer, as its report would have it.
 */
report?: unknown, } | { "kind": "error", 
/**
 * Why, in a sentence.
 */
message: string, 
/**
 * The text that can't be read, if it is that.
 */
text: string | null, 
/**
 * Which characters of it are at fault: from, and up to but without.
 */
at: [number, number] | null, 
/**
 * What is known of the answer, as its report would have it, if a limit ended the question.
 */
report?: unknown, };

/**
 * Who.
 */
export type Player = "left" | "right";

/**
 * A game that is being played, whole.
 */
export type GameState = { 
/**
 * `name` or `name:parameters`.
 */
game: string, 
/**
 * The position where it begins.
 */
start: string, 
/**
 * Who begins, if not by the custom of the game.
 */
first: Player | null, 
/**
 * Whether the player who cannot move has won.
 */
misere: boolean, 
/**
 * The moves that were played since.
 */
moves: Array<string>, };

/**
 * What a table looks like.
 */
export type Scene = { 
/**
 * `name` or `name:parameters`.
 */
game: string, 
/**
 * The position on one line.
 */
position: string, 
/**
 * What it looks like.
 */
view: View, 
/**
 * What the board is glued to, if it is not flat: `torus` and the like.
 */
surface: string | null, 
/**
 * Who is to move.
 */
to_move: Player, 
/**
 * What they are called.
 */
players: Players, 
/**
 * The legal moves; none if the game is over.
 */
moves: Array<Move>, 
/**
 * The moves that were played, as they are written.
 */
line: Array<string>, 
/**
 * The squares that the last of them changed; in a sum, of the part that it was played in.
 */
last: Array<number>, 
/**
 * In which summand it was played.
 */
last_part: number | null, 
/**
 * How the game has ended, if it has.
 */
over: Over | null, };

/**
 * What the players are called.
 */
export type Players = { 
/**
 * Left.
 */
left: string, 
/**
 * Right.
 */
right: string, };

/**
 * The end of a game.
 */
export type Over = { 
/**
 * Who has won; nobody if it is drawn.
 */
winner: Player | null, 
/**
 * Why.
 */
why: string, };

/**
 * What is on a square.
 */
export type Cell = { "kind": "empty" } | { "kind": "only", 
/**
 * Who.
 */
player: Player, } | { "kind": "piece", 
/**
 * Whose; nobody's if nothing is said.
 */
owner: Player | null, 
/**
 * How it is written.
 */
letter: string, } | { "kind": "blocked" } | { "kind": "attacked" };

/**
 * What a position looks like.
 */
export type View = { "kind": "board", 
/**
 * How many rows.
 */
rows: number, 
/**
 * How many columns.
 */
cols: number, 
/**
 * Its squares, row by row from the top.
 */
cells: Array<Cell>, } | { "kind": "strips", 
/**
 * Each of them.
 */
strips: Array<Array<Cell>>, } | { "kind": "heaps", 
/**
 * How many counters each has.
 */
heaps: Array<number>, } | { "kind": "sum", 
/**
 * Each of them.
 */
parts: Array<View>, };

/**
 * A legal move. Squares are numbered as in `cells`, through all strips, or as the heaps; in a sum, in its part.
 */
export type Move = { 
/**
 * Its name.
 */
name: string, 
/**
 * In which summand, counted from 0, if it is a sum.
 */
part: number | null, 
/**
 * The squares that its name names, in that order, and then all others that change.
 */
squares: Array<number>, 
/**
 * How many of these are named.
 */
named: number, 
/**
 * What it does to a heap, if it changes one heap only.
 */
heap: HeapMove | null, 
/**
 * The position that it leads to.
 */
position: string, 
/**
 * The squares where an enemy piece is taken.
 */
captures: Array<number>, };

/**
 * What a move does to a heap.
 */
export type HeapMove = { 
/**
 * Which heap: of several equal ones the first.
 */
index: number, 
/**
 * What it leaves; nothing if the heap is gone.
 */
leaves: Array<number>, };

/**
 * The games, and who answers.
 */
export type Hello = { 
/**
 * The version of nimatron.
 */
version: string, 
/**
 * Where it runs.
 */
engine: Where, 
/**
 * How many threads a question may use.
 */
threads: number, 
/**
 * The games, and their sums last.
 */
games: Array<GameInfo>, 
/**
 * Other names of games with parameters: `queens` for `placement:Q`.
 */
names: Array<GameName>, };

/**
 * Where it runs.
 */
export type Where = "native" | "wasm";

/**
 * What a game says about itself.
 */
export type GameInfo = { 
/**
 * What it is called in questions.
 */
name: string, 
/**
 * What it is called in print.
 */
title: string, 
/**
 * The rules.
 */
about: string, 
/**
 * How positions and moves are written.
 */
positions: string, 
/**
 * What may follow the colon of `name:parameters`; empty if nothing.
 */
parameters: string, 
/**
 * The standard start.
 */
start: string, 
/**
 * `short`, `loopy` or `turns`; `impartial` or `partizan`.
 */
promises: Array<string>, 
/**
 * What it looks like.
 */
shape: Shape, 
/**
 * Whether heaps have Grundy values that make a sequence.
 */
sequence: boolean, 
/**
 * Who begins, by the custom of the game.
 */
first: Player, };

/**
 * What a game looks like.
 */
export type Shape = "board" | "strips" | "heaps" | "sum";

/**
 * Another name of a game with parameters.
 */
export type GameName = { 
/**
 * The name.
 */
name: string, 
/**
 * What it stands for.
 */
game: string, };

/**
 * What an agent has found out.
 */
export type Thought = { 
/**
 * How good the position is for who is to move: some hundred a piece.
 */
score: number, 
/**
 * Who wins for sure, if that is known.
 */
proved: Proved | null, 
/**
 * How deep it searched.
 */
depth: number, 
/**
 * The positions visited.
 */
nodes: number, 
/**
 * The moves that are best for both.
 */
line: Array<string>, };

/**
 * A win or loss for sure.
 */
export type Proved = { 
/**
 * Whether who is to move wins.
 */
wins: boolean, 
/**
 * In how many moves of both players.
 */
plies: number, };

/**
 * What an agent played.
 */
export type Reply = { 
/**
 * The move.
 */
move: string, 
/**
 * The table after it.
 */
scene: Scene, 
/**
 * What it thought last, if it told.
 */
thought: Thought | null, 
/**
 * What people should know of the move: that `perfect` could not solve the position.
 */
remark: string | null, };

/**
 * What a move leads to.
 */
export type Judged = { 
/**
 * The move.
 */
move: string, 
/**
 * How the game ends for who makes it; nothing if that is not known.
 */
result: Ending | null, 
/**
 * What it leaves is worth.
 */
value: string | null, 
/**
 * The Grundy value of what it leaves.
 */
nimber: number | null, 
/**
 * In words.
 */
why: string | null, };

/**
 * How a game ends for a player.
 */
export type Ending = "win" | "lose" | "draw";

/**
 * What all moves lead to.
 */
export type Judgement = { 
/**
 * Every legal move.
 */
moves: Array<Judged>, 
/**
 * Who wins; nothing if that is not known.
 */
winner: Winner | null, 
/**
 * The Grundy values of the parts, if the position has several and the game is impartial.
 */
nim_sum: NimSum | null, 
/**
 * Whether it is known of every move what it leads to.
 */
complete: boolean, 
/**
 * In a sentence.
 */
why: string, };

/**
 * Who wins.
 */
export type Winner = "left" | "right" | "draw";

/**
 * A sum of nimbers.
 */
export type NimSum = { 
/**
 * The Grundy value of each heap or summand.
 */
parts: Array<number>, 
/**
 * What they come to.
 */
total: number, };

/**
 * What should be played.
 */
export type Hint = { 
/**
 * The move; nothing if there is none.
 */
move: string | null, 
/**
 * Why, in a sentence or two.
 */
why: string, };

/**
 * What is known of a position.
 */
export type Explored = { 
/**
 * What it is worth.
 */
value: PositionValue | null, 
/**
 * Its Grundy value, if the game is impartial.
 */
nimber: number | null, 
/**
 * `N`, `P`, `L`, `R`, or more for games with draws.
 */
outcome: string | null, 
/**
 * The moves of both players.
 */
options: ExploredOptions | null, 
/**
 * The thermograph, if the value is short.
 */
thermograph: Thermograph | null, 
/**
 * How many positions were visited.
 */
positions: number, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * What is not known, and why.
 */
note: string | null, };

/**
 * The moves of both players.
 */
export type ExploredOptions = { 
/**
 * Left's.
 */
left: Array<ExploredOption>, 
/**
 * Right's.
 */
right: Array<ExploredOption>, };

/**
 * A move, and what it leads to.
 */
export type ExploredOption = { 
/**
 * The move.
 */
move: string, 
/**
 * The position that it leads to.
 */
position: string, 
/**
 * What that is worth; nothing if it is not known.
 */
value: string | null, 
/**
 * Whether the canonical form has this option; nothing if that is not known.
 */
sensible: boolean | null, };

/**
 * The options of a value.
 */
export type Options = { 
/**
 * Left's options in canonical form.
 */
left: Array<string>, 
/**
 * Right's.
 */
right: Array<string>, 
/**
 * Left's options in reduced canonical form, where only what is more than an infinitesimal counts.
 */
sensible_left: Array<string>, 
/**
 * Right's.
 */
sensible_right: Array<string>, };

/**
 * A thermograph. The walls are straight between their bends, from the lowest temperature up, and the mast goes on for ever.
 */
export type Thermograph = { 
/**
 * The bends of the Left wall: value, temperature.
 */
left: Array<[string, string]>, 
/**
 * The bends of the Right wall.
 */
right: Array<[string, string]>, 
/**
 * Where the mast stands: the mean.
 */
mast: string, 
/**
 * Where it begins.
 */
temperature: string, 
/**
 * A picture.
 */
svg: string, };

/**
 * What may stand on a square.
 */
export type Choices = { 
/**
 * Each choice, what stands there now included.
 */
choices: Array<Choice>, };

/**
 * Something that may stand on a square.
 */
export type Choice = { 
/**
 * How it is written.
 */
letter: string, 
/**
 * What it is.
 */
name: string, 
/**
 * The position with it.
 */
position: string, };

/**
 * The rules of a game, and puzzles.
 */
export type Lessons = { 
/**
 * The rules.
 */
rules: string, 
/**
 * Where the game comes from.
 */
source: string | null, 
/**
 * A small position to try the rules on.
 */
example: string | null, 
/**
 * The puzzles.
 */
puzzles: Array<Puzzle>, };

/**
 * A puzzle.
 */
export type Puzzle = { 
/**
 * What it is called.
 */
title: string, 
/**
 * Where it comes from.
 */
source: string, 
/**
 * The game.
 */
game: string, 
/**
 * The position.
 */
position: string, 
/**
 * Who is to move.
 */
to_move: Player, 
/**
 * Whether the player who cannot move has won.
 */
misere: boolean, 
/**
 * What is to be done.
 */
task: string, 
/**
 * The number of moves of both players until the win, if it is known.
 */
plies: number | null, };

/** A message: a question of the page or of the lab's list, with a number by which its answers are known. */
export type Request = { id: number; ask: string; [parameter: string]: unknown };

/** The `data` of the answer to each question that only the page asks. */
export interface PageAnswers {
  hello: Hello;
  scene: Scene;
  reply: Reply;
  judge: Judgement;
  hint: Hint;
  explore: Explored;
  options: Options;
  thermograph: Thermograph;
  edit: Choices;
  lessons: Lessons;
  stop: never;
}

/** The `data` of progress on each of them; those that are not here have none. */
export interface PageTold {
  reply: Thought;
  judge: Judged[];
  explore: Explored;
}
