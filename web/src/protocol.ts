// Made from crates/nimatron-web/src/protocol.rs: `NIMATRON_BLESS=1 cargo test -p nimatron-web protocol`.
// Don't change it here.

import type { Note, PositionValue } from "./questions";

/**
 * The questions that only the page asks. They are stateless: each one contains everything it needs.
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
 * The agent, with optional parameters.
 */
agent: string, 
/**
 * How long it may think; by default its own limit.
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
 * The index of the summand, if it is a sum.
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
 * The result: a line of the answer, or what `Told` lists.
 */
data?: unknown, 
/**
 * The progress of the question.
 */
note?: Note, } | { "kind": "answer", 
/**
 * The data.
 */
data: unknown, } | { "kind": "stopped", 
/**
 * What is known of the answer, in words.
 */
known: string | null, 
/**
 * What is known of the answer, in the form of its report.
 */
report?: unknown, } | { "kind": "error", 
/**
 * Why, in a sentence.
 */
message: string, 
/**
 * The text that can't be parsed, if that is the error.
 */
text: string | null, 
/**
 * The range of wrong characters in it: start and exclusive end.
 */
at: [number, number] | null, 
/**
 * What is known of the answer, in the form of its report, if a limit ended the question.
 */
report?: unknown, });

/**
 * The contents of a message. All but progress are the last message of a question.
 */
export type Say = { "kind": "progress", 
/**
 * The result: a line of the answer, or what `Told` lists.
 */
data?: unknown, 
/**
 * The progress of the question.
 */
note?: Note, } | { "kind": "answer", 
/**
 * The data.
 */
data: unknown, } | { "kind": "stopped", 
/**
 * What is known of the answer, in words.
 */
known: string | null, 
/**
 * What is known of the answer, in the form of its report.
 */
report?: unknown, } | { "kind": "error", 
/**
 * Why, in a sentence.
 */
message: string, 
/**
 * The text that can't be parsed, if that is the error.
 */
text: string | null, 
/**
 * The range of wrong characters in it: start and exclusive end.
 */
at: [number, number] | null, 
/**
 * What is known of the answer, in the form of its report, if a limit ended the question.
 */
report?: unknown, };

/**
 * A player.
 */
export type Player = "left" | "right";

/**
 * The complete state of a game in progress.
 */
export type GameState = { 
/**
 * `name` or `name:parameters`.
 */
game: string, 
/**
 * The initial position.
 */
start: string, 
/**
 * The player who begins, if not the default.
 */
first: Player | null, 
/**
 * Whether the player who cannot move has won.
 */
misere: boolean, 
/**
 * The moves played since.
 */
moves: Array<string>, };

/**
 * The appearance of a table.
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
 * Its appearance.
 */
view: View, 
/**
 * The surface of the board, if it is not flat: `torus`, for example.
 */
surface: string | null, 
/**
 * Who is to move.
 */
to_move: Player, 
/**
 * The names of the players.
 */
players: Players, 
/**
 * The legal moves; empty if the game is over.
 */
moves: Array<Move>, 
/**
 * The names of the moves played.
 */
line: Array<string>, 
/**
 * The squares that the last move changed; in a sum, within its summand.
 */
last: Array<number>, 
/**
 * The summand in which it was played.
 */
last_part: number | null, 
/**
 * The result, if the game is over.
 */
over: Over | null, };

/**
 * The names of the players.
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
 * The winner; `null` if it is a draw.
 */
winner: Player | null, 
/**
 * Why.
 */
why: string, };

/**
 * The contents of a square.
 */
export type Cell = { "kind": "empty" } | { "kind": "only", 
/**
 * A player.
 */
player: Player, } | { "kind": "piece", 
/**
 * The owner; `null` if it belongs to neither player.
 */
owner: Player | null, 
/**
 * Its letter.
 */
letter: string, } | { "kind": "blocked" } | { "kind": "attacked" };

/**
 * The appearance of a position.
 */
export type View = { "kind": "board", 
/**
 * The number of rows.
 */
rows: number, 
/**
 * The number of columns.
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
 * The number of counters of each.
 */
heaps: Array<number>, } | { "kind": "sum", 
/**
 * Each of them.
 */
parts: Array<View>, };

/**
 * A legal move. Squares are numbered as in `cells`, through all strips, or as the heaps of its summand.
 */
export type Move = { 
/**
 * Its name.
 */
name: string, 
/**
 * The index of the summand, if it is a sum.
 */
part: number | null, 
/**
 * The squares in its name, in that order, and then all others that change.
 */
squares: Array<number>, 
/**
 * The number of squares in its name.
 */
named: number, 
/**
 * Its effect on a heap, if it changes only one.
 */
heap: HeapMove | null, 
/**
 * The position that it leads to.
 */
position: string, 
/**
 * The squares on which an enemy piece is captured.
 */
captures: Array<number>, };

/**
 * The effect of a move on a heap.
 */
export type HeapMove = { 
/**
 * The index of the heap; of several equal heaps, the first.
 */
index: number, 
/**
 * The heaps that it leaves; empty if there are none.
 */
leaves: Array<number>, };

/**
 * The games, and a description of the engine.
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
 * The number of threads that a question may use.
 */
threads: number, 
/**
 * The games; sums of games are last.
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
 * The description of a game.
 */
export type GameInfo = { 
/**
 * Its name in questions.
 */
name: string, 
/**
 * Its name in print.
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
 * What may follow the colon of `name:parameters`; empty if there are no parameters.
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
 * Whether the Grundy values of heaps form a sequence.
 */
sequence: boolean, 
/**
 * The player who begins by default.
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
 * The score of the position for the player to move: about a hundred a piece.
 */
score: number, 
/**
 * The proven result, if there is one.
 */
proved: Proved | null, 
/**
 * The search depth.
 */
depth: number, 
/**
 * The number of positions visited.
 */
nodes: number, 
/**
 * The best moves of both players.
 */
line: Array<string>, };

/**
 * A proven win or loss.
 */
export type Proved = { 
/**
 * Whether the player to move wins.
 */
wins: boolean, 
/**
 * The number of moves of both players.
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
 * Its last thought, if it sent any.
 */
thought: Thought | null, 
/**
 * A remark about the move, as when `perfect` could not solve the position.
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
 * How the game ends for the player who makes it; `null` if unknown.
 */
result: Ending | null, 
/**
 * The value of the position after it.
 */
value: string | null, 
/**
 * The Grundy value of the position after it.
 */
nimber: number | null, 
/**
 * The reason in words.
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
 * Who wins; `null` if unknown.
 */
winner: Winner | null, 
/**
 * The Grundy values of the parts, if the position has several and the game is impartial.
 */
nim_sum: NimSum | null, 
/**
 * Whether the result of every move is known.
 */
complete: boolean, 
/**
 * The reason in a sentence.
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
 * Their nim-sum.
 */
total: number, };

/**
 * What should be played.
 */
export type Hint = { 
/**
 * The move; `null` if there is none.
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
 * Its value.
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
 * The number of positions visited.
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
 * The value of that position; `null` if unknown.
 */
value: string | null, 
/**
 * Whether the canonical form has this option; `null` if unknown.
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
 * Left's options in reduced canonical form, which ignores infinitesimals.
 */
sensible_left: Array<string>, 
/**
 * Right's.
 */
sensible_right: Array<string>, };

/**
 * A thermograph. The bends of the walls are in order of temperature; the mast is infinite.
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
 * The value of the mast: the mean.
 */
mast: string, 
/**
 * The temperature at which it begins.
 */
temperature: string, 
/**
 * A picture.
 */
svg: string, };

/**
 * The possible contents of a square.
 */
export type Choices = { 
/**
 * All choices, including the current one.
 */
choices: Array<Choice>, };

/**
 * Possible contents of a square.
 */
export type Choice = { 
/**
 * Its letter.
 */
letter: string, 
/**
 * Its name.
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
 * Its title.
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
 * The task.
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
