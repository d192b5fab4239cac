// Made from crates/nimatron-lab/src/questions: `NIMATRON_BLESS=1 cargo test -p nimatron-lab typescript`.
// Don't change it here.

/**
 * An agent, or a strategy of a game, which is one.
 */
export type AgentReport = { 
/**
 * What it is called.
 */
name: string, 
/**
 * The game that it plays; nothing if it plays every game.
 */
game: string | null, 
/**
 * What it does.
 */
about: string, 
/**
 * What may follow the colon of `name:parameters`.
 */
parameters: Array<ParameterReport>, };

/**
 * What is asked.
 */
export type Agents = { 
/**
 * The game to be played
 */
game: string | null, };

/**
 * The agents that can play.
 */
export type AgentsReport = { 
/**
 * Each of them, in the order in which they were listed.
 */
agents: Array<AgentReport>, };

/**
 * Where a wall of a thermograph bends.
 */
export type Bend = { 
/**
 * The temperature there.
 */
temperature: string, 
/**
 * The value there.
 */
value: string, };

/**
 * What is asked.
 */
export type Best = { 
/**
 * The player who cannot move wins
 */
misere: boolean, 
/**
 * Who is to move [default: who the position says, or left]
 */
to_move: "left" | "right" | null, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, };

/**
 * The winning moves, or the best one if none wins.
 */
export type BestReport = { 
/**
 * `left`, `right` or `draw`.
 */
winner: string | null, 
/**
 * All winning moves, or all that draw, or one that loses, or none if there is none.
 */
moves: { move: string, outcome: string, value: string | null }[], 
/**
 * Who wins, and why these moves are named.
 */
why: string, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * When it was answered, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * What is asked.
 */
export type BoardTable = { 
/**
 * The game; `nimatron games` lists them
 */
game: string, 
/**
 * The largest board, rows x columns: 6x6, or 6x6@torus where a game knows surfaces
 */
to: string, 
/**
 * The player who cannot move wins
 */
misere: boolean, 
/**
 * Print lines of rows,columns,answer
 */
csv: boolean, 
/**
 * Print it for LaTeX
 */
latex: boolean, 
/**
 * Note why a board has no answer, instead of failing
 */
notes: boolean, };

/**
 * What is asked.
 */
export type Census = { 
/**
 * Only values of this kind: number, integer, fraction, nimber, up, switch, infinitesimal, all-small, hot
 */
kind: Kind | null, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The boards: 3x3,2x8, or all from 2x2 to 3x4 as 2x2..3x4
 */
boards: string, 
/**
 * How many pieces, stones or covered squares: 4, or 2..6 [default: any number]
 */
pieces: string | null, };

/**
 * How many values occur.
 */
export type CensusReport = { 
/**
 * The number of values.
 */
values: number, 
/**
 * The positions that were evaluated, up to symmetry.
 */
positions: number, };

/**
 * How many positions are in each outcome class.
 */
export type ClassesReport = { 
/**
 * The first player wins.
 */
N: number, 
/**
 * The second player wins.
 */
P: number, 
/**
 * Left wins.
 */
L: number, 
/**
 * Right wins.
 */
R: number, };

/**
 * How two values stand to each other, and whether that is what was asked.
 */
export type Comparison = { 
/**
 * `<`, `=`, `>` or `||`.
 */
relation: string, 
/**
 * Whether the comparison holds.
 */
holds: boolean, };

/**
 * What is asked.
 */
export type Complexity = { 
/**
 * How many games
 */
games: number, 
/**
 * Who plays both sides; `nimatron agents` lists them
 */
agent: string, 
/**
 * Make so many moves by lot first
 */
openings: number, 
/**
 * What all chance comes from: the same seed gives the same games
 */
seed: number, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position to start from, as `nimatron games NAME` explains
 */
position: string, 
/**
 * The player who cannot move wins
 */
misere: boolean, 
/**
 * Who begins [default: by the custom of the game]
 */
to_move: "left" | "right" | null, };

/**
 * How complex a game is.
 */
export type ComplexityReport = { 
/**
 * The game.
 */
game: string, 
/**
 * Where its games started.
 */
position: string, 
/**
 * Who played.
 */
agent: string, 
/**
 * How many games.
 */
games: number, 
/**
 * How many moves of each were made by lot.
 */
openings: number, 
/**
 * How many moves there were to choose from: the mean of the games, each of which has the mean of its turns.
 */
branching: number, 
/**
 * The same, with each move counted for every piece that it moves.
 */
branching_per_piece: number, 
/**
 * How many moves a game had, those of both players.
 */
length: number, 
/**
 * How many positions there are by Equation 1 of the paper, where it applies.
 */
state_space: string | null, 
/**
 * The logarithm, to the base of ten, of the number of games: branching to the power of length.
 */
tree: number, 
/**
 * More about the branching.
 */
branching_spread: Spread, 
/**
 * More about the branching by pieces.
 */
branching_per_piece_spread: Spread, 
/**
 * More about the length.
 */
length_spread: Spread, 
/**
 * What all chance came from.
 */
seed: number, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * What is asked.
 */
export type Count = { 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, };

/**
 * The number of positions that can be reached when both players are free to move at any time.
 */
export type CountReport = { 
/**
 * Distinct positions, the first one included.
 */
positions: number, 
/**
 * The same, with those that are alike by symmetry counted once.
 */
positions_up_to_symmetry: number, 
/**
 * How many take 0, 1, 2, … moves to reach.
 */
by_moves: Array<number>, 
/**
 * The moves between distinct positions, both players' together.
 */
moves: number, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * When it was answered, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * What is asked.
 */
export type Eval = { 
/**
 * The expression; `-` reads it from standard input
 */
expression: string, 
/**
 * Definitions of variables that it may use, as `G := {2|-1}`, in the order in which they were made
 */
definitions: Array<string>, 
/**
 * Print nothing but the value, for keyboards: ^^* and Tiny(2)
 */
ascii: boolean, 
/**
 * Print nothing but the value, for LaTeX
 */
latex: boolean, 
/**
 * Print nothing but the value, in full, however long it is
 */
full: boolean, };

/**
 * What an expression is worth.
 */
export type Evaluated = ValueReport | LoopyReport | ValueReport | Comparison | ThermographReport | { 
/**
 * Each of them.
 */
answer: Array<string>, } | { 
/**
 * Whether it is so.
 */
answer: boolean, } | { 
/**
 * In words.
 */
answer: string | null, } | { 
/**
 * The name of the variable.
 */
name: string, 
/**
 * What it stands for.
 */
value: Evaluated, };

/**
 * What is asked.
 */
export type Export = { 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string | null, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string | null, 
/**
 * Export this value instead, any expression that `eval` reads
 */
value: string | null, 
/**
 * As what [default: as the name of the file says, or text]
 */
as: ExportAs | null, };

/**
 * What something is exported as.
 */
export type ExportAs = "tikz" | "latex" | "svg" | "png" | "text" | "ascii" | "line";

/**
 * What was exported.
 */
export type Exported = { 
/**
 * The file.
 */
file: string, 
/**
 * Its length.
 */
bytes: number, } | { 
/**
 * The text.
 */
text: string, } | Array<number>;

/**
 * What is asked.
 */
export type Find = { 
/**
 * The value, any expression that `eval` reads
 */
value: string | null, 
/**
 * Only values of this kind: number, integer, fraction, nimber, up, switch, infinitesimal, all-small, hot
 */
kind: Kind | null, 
/**
 * Stop when so many are found
 */
limit: number, 
/**
 * Find all
 */
all: boolean, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The boards: 3x3,2x8, or all from 2x2 to 3x4 as 2x2..3x4
 */
boards: string, 
/**
 * How many pieces, stones or covered squares: 4, or 2..6 [default: any number]
 */
pieces: string | null, };

/**
 * What a search went through.
 */
export type FindReport = { 
/**
 * The positions it evaluated, up to symmetry.
 */
positions: number, 
/**
 * Those it found.
 */
found: number, 
/**
 * Whether there may be more, because enough were found.
 */
stopped: boolean, };

/**
 * A position of the value that was looked for.
 */
export type Found = { 
/**
 * The position.
 */
position: string, 
/**
 * What it is worth.
 */
value: string, 
/**
 * The size of its board.
 */
board: string, 
/**
 * How many pieces there are on it.
 */
pieces: number, };

/**
 * A value and how many heaps have it.
 */
export type Frequency = { 
/**
 * The value.
 */
value: number, 
/**
 * How many heaps.
 */
count: number, };

/**
 * A game of a match.
 */
export type GameLine = { 
/**
 * Its number, counted from 1.
 */
game: number, 
/**
 * `win`, `draw` or `loss` of the agent that was named for Left, whichever side it played.
 */
result: string, 
/**
 * `left` or `right`; nothing if it is drawn.
 */
winner: string | null, 
/**
 * The agent that played Left.
 */
left: string, 
/**
 * The agent that played Right.
 */
right: string, 
/**
 * How many moves were played.
 */
plies: number, 
/**
 * How many of them were made by lot.
 */
opening: number, 
/**
 * The moves, if they are wanted.
 */
moves: Array<string>, 
/**
 * Why it was over: `rules`, `repetition` or `length`; or what lost it, `time`, `crash` or `illegal`.
 */
reason: string, 
/**
 * What an agent did that lost it the game, if one did.
 */
note: string | null, 
/**
 * How many moves there were to choose from, all turns together.
 */
choices: number, 
/**
 * What all its chance came from.
 */
seed: number, 
/**
 * How the match stands after it, if that is wanted.
 */
score: Score | null, };

/**
 * What a game says about itself.
 */
export type GameReport = { 
/**
 * What it is called on the command line.
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
 * `short` or `loopy`, and `impartial` or `partizan`.
 */
promises: Array<string>, 
/**
 * How positions and moves are written.
 */
positions: string, 
/**
 * What may follow the colon of `name:parameters`.
 */
parameters: string, 
/**
 * The position that `start` stands for.
 */
start: string, };

/**
 * What is asked.
 */
export type Games = { 
/**
 * The game to explain
 */
name: string | null, };

/**
 * The games, or the one that was asked for.
 */
export type GamesReport = { 
/**
 * Each of them, in the order in which they were listed.
 */
games: Array<GameReport>, };

/**
 * What is asked.
 */
export type Graph = { 
/**
 * The piece: kings, queens, rooks, bishops, knights, or in Betza's notation as N, (1,3), NN, BN
 */
piece: string, 
/**
 * The board: 8x8, 5x6@torus (cylinder, mobius, klein, projective), or rows of `.` and `#` for holes
 */
board: string, 
/**
 * The most pieces that don't attack each other
 */
independence: boolean, 
/**
 * The fewest pieces that attack or occupy all squares
 */
domination: boolean, 
/**
 * The fewest that do so without attacking each other
 */
independent_domination: boolean, 
/**
 * The fewest colours such that squares of one colour don't attack each other
 */
chromatic: boolean, 
/**
 * The most squares that all attack each other
 */
clique: boolean, 
/**
 * Whether no part of the board needs more colours than the clique number
 */
perfect: boolean, 
/**
 * How many pieces can stand there when none can be added
 */
terminal_sizes: boolean, 
/**
 * All of these
 */
all: boolean, };

/**
 * Facts about the graph of a piece on a board. What was not asked for is left out.
 */
export type GraphReport = { 
/**
 * The piece in Betza's notation.
 */
piece: string, 
/**
 * The board as it was asked for.
 */
board: string, 
/**
 * How many squares there are.
 */
vertices: number, 
/**
 * How many pairs of squares attack each other.
 */
edges: number, 
/**
 * The fewest squares that a piece attacks.
 */
least_degree: number, 
/**
 * The most.
 */
largest_degree: number, 
/**
 * Into how many parts the board falls.
 */
components: number, 
/**
 * Whether the squares have two colours that change with each move.
 */
bipartite: boolean, 
/**
 * If not, a shortest cycle of odd length.
 */
odd_cycle: Array<string> | null, 
/**
 * α.
 */
independence: number | null, 
/**
 * As many squares that don't attack each other.
 */
independence_set: Array<string> | null, 
/**
 * ω.
 */
clique: number | null, 
/**
 * As many squares that attack each other.
 */
clique_set: Array<string> | null, 
/**
 * χ.
 */
chromatic: number | null, 
/**
 * A colouring, as a board.
 */
colouring: string | null, 
/**
 * Whether it is perfect.
 */
perfect: boolean | null, 
/**
 * How that is known.
 */
perfect_why: string | null, 
/**
 * An odd hole, if that is why it is not perfect.
 */
hole: Array<string> | null, 
/**
 * An odd hole of the complement, if that is why.
 */
antihole: Array<string> | null, 
/**
 * γ.
 */
domination: number | null, 
/**
 * As many squares that attack or occupy all.
 */
domination_set: Array<string> | null, 
/**
 * i.
 */
independent_domination: number | null, 
/**
 * As many squares that attack or occupy all, and not each other.
 */
independent_domination_set: Array<string> | null, 
/**
 * The sizes of all terminal sets.
 */
terminal_sizes: Array<number> | null, 
/**
 * Terminal sets of these sizes, where a short search found one.
 */
terminal_sets: Array<TerminalSet> | null, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * A heap at which a quotient grew.
 */
export type Growth = { 
/**
 * The heap.
 */
heap: number, 
/**
 * How many elements there were then.
 */
order: number, };

/**
 * A kind of value.
 */
export type Kind = "number" | "integer" | "fraction" | "nimber" | "up" | "switch" | "infinitesimal" | "all-small" | "hot";

/**
 * What is asked.
 */
export type KnightTour = { 
/**
 * The board: 8x8
 */
board: string, 
/**
 * A tour that need not come back to where it began
 */
open: boolean, 
/**
 * How many there are, each counted once, whichever way round and wherever it begins
 */
count: boolean, 
/**
 * How to look for it [default: exact on narrow boards, and pieces]
 */
method: Way | null, };

/**
 * What a loopy value is. The keys of a [`ValueReport`] are there, and null where they make no sense for
 * values that are loopy; if the value happens to be short, they are all filled in.
 */
export type LoopyReport = { 
/**
 * The canonical form of a stopper, or both sides, as in `1 & 0`.
 */
canonical: string, 
/**
 * Who wins: `N`, `P`, `L`, `R`, `D` for a draw, or two letters such as `LD`.
 */
outcome: string, 
/**
 * As for short games.
 */
left_stop: string | null, 
/**
 * As for short games.
 */
right_stop: string | null, 
/**
 * As for short games.
 */
mean: string | null, 
/**
 * As for short games.
 */
temperature: string | null, 
/**
 * As for short games.
 */
birthday: number | null, 
/**
 * As for short games.
 */
atomic_weight: string | null, 
/**
 * As for short games.
 */
number: string | null, 
/**
 * As for short games.
 */
nimber: number | null, 
/**
 * As for short games.
 */
infinitesimal: boolean | null, 
/**
 * As for short games.
 */
all_small: boolean | null, 
/**
 * The canonical form for keyboards.
 */
ascii: string, 
/**
 * The canonical form for LaTeX's math mode.
 */
latex: string, 
/**
 * Whether it is a stopper: whether both sides are the same.
 */
stopper: boolean, 
/**
 * What it is worth if Left wins infinite plays; nothing if no stopper was found that is worth that.
 */
onside: string | null, 
/**
 * What it is worth if Right wins infinite plays; nothing if no stopper was found that is worth that.
 */
offside: string | null, 
/**
 * Whether it is a short game after all.
 */
short: boolean, 
/**
 * The distinct positions visited, if a position was evaluated.
 */
positions: number | null, 
/**
 * How long it took, if a position was evaluated.
 */
seconds: number | null, 
/**
 * When it was answered, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * What is asked.
 */
export type Losing = { 
/**
 * The game: circular-nim:K or nim
 */
game: string, 
/**
 * How many heaps
 */
heaps: number, 
/**
 * The largest heap
 */
to: number, 
/**
 * The player who cannot move wins
 */
misere: boolean, };

/**
 * A losing position: one of those that are alike by symmetry.
 */
export type LosingPosition = { 
/**
 * As it is written.
 */
position: string, };

/**
 * How many positions lose.
 */
export type LosingReport = { 
/**
 * All positions with so many heaps of at most that size.
 */
positions: number, 
/**
 * Those in which the player who has to move loses.
 */
losing: number, 
/**
 * The same, with those that are alike by symmetry counted once.
 */
losing_up_to_symmetry: number, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * What is asked.
 */
export type Match = { 
/**
 * The agent that plays Left, and whose wins are counted; `nimatron agents` lists them
 */
left: string, 
/**
 * The agent that plays Right
 */
right: string, 
/**
 * How many games
 */
games: number, 
/**
 * Change sides in every other game
 */
swap: boolean, 
/**
 * Make so many moves by lot before the agents play, the same in both games of a pair; with --swap
 */
openings: number, 
/**
 * Stop when it is clear which of two differences in Elo is the wrong guess: elo0,elo1 or elo0,elo1,alpha,beta
 */
sprt: Sprt | null, 
/**
 * What all chance comes from: the same seed gives the same games
 */
seed: number, 
/**
 * Show the moves of every game
 */
moves: boolean, 
/**
 * Say after each game how the match stands
 */
standing: boolean, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position to start from, as `nimatron games NAME` explains
 */
position: string, 
/**
 * The player who cannot move wins
 */
misere: boolean, 
/**
 * Who begins [default: by the custom of the game]
 */
to_move: "left" | "right" | null, };

/**
 * How a match went, as the agent sees it that was named for Left.
 */
export type MatchReport = { 
/**
 * The game.
 */
game: string, 
/**
 * Where its games started.
 */
position: string, 
/**
 * The agent.
 */
left: string, 
/**
 * Its opponent.
 */
right: string, 
/**
 * `left` or `right`: who began.
 */
first: string, 
/**
 * How many games were played.
 */
games: number, 
/**
 * How many it won.
 */
wins: number, 
/**
 * How many were drawn.
 */
draws: number, 
/**
 * How many it lost.
 */
losses: number, 
/**
 * The part of the points that it won, in percent; a draw is half a point.
 */
percent: number, 
/**
 * How many points of rating it is ahead, with one drawn game added.
 */
elo: number, 
/**
 * The least that this may be, with 95 % confidence (Wilson's interval).
 */
elo_low: number, 
/**
 * The most that this may be.
 */
elo_high: number, 
/**
 * How many pairs of games had no, a half, one, one and a half, two points, if they were played in pairs.
 */
pairs: [number, number, number, number, number] | null, 
/**
 * How the test stands, if there is one.
 */
sprt: SprtReport | null, 
/**
 * How often games were over for which reason.
 */
reasons: { [key in string]: number }, 
/**
 * How many games who began won.
 */
first_wins: number, 
/**
 * How many moves a game had, on average.
 */
plies: number, 
/**
 * Among how many moves one was chosen, on average.
 */
branching: number, 
/**
 * What all chance came from.
 */
seed: number, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * What is asked.
 */
export type Moves = { 
/**
 * Who is to move [default: who the position says, or left]
 */
to_move: "left" | "right" | null, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, };

/**
 * The legal moves.
 */
export type MovesReport = { 
/**
 * In the order of the game.
 */
moves: { move: string, position: string }[], };

/**
 * What is asked.
 */
export type Nimber = { 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, };

/**
 * The Grundy value of a position.
 */
export type NimberReport = { 
/**
 * The Grundy value.
 */
nimber: number, 
/**
 * `N` or `P`.
 */
outcome: string, 
/**
 * The theorem that tells it, if one does.
 */
theorem: string | null, 
/**
 * The distinct positions visited.
 */
positions: number, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * When it was answered, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * How far a question is.
 */
export type Note = { 
/**
 * In words, to stand in a line with other facts.
 */
text: string, 
/**
 * How many steps are done.
 */
done: number, 
/**
 * How many there are, if that is known.
 */
of: number | null, 
/**
 * What was found since the last note, if the question tells that.
 */
found: unknown, };

/**
 * A value that occurs, and where first: with the fewest pieces, on the smallest board.
 */
export type Occurrence = { 
/**
 * The value; of a value and its negative, the one that is better for Left.
 */
value: string, 
/**
 * How many positions have it, up to symmetry.
 */
count: number, 
/**
 * The first position.
 */
position: string, 
/**
 * The size of its board.
 */
board: string, 
/**
 * How many pieces there are on it.
 */
pieces: number, };

/**
 * What is asked.
 */
export type Outcome = { 
/**
 * The player who cannot move wins
 */
misere: boolean, 
/**
 * Who is to move
 */
to_move: "left" | "right" | null, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, };

/**
 * Who wins.
 */
export type OutcomeReport = { 
/**
 * `N`, `P`, `L` or `R`, for loopy games also `D`, `LD`, `DL`, `DR` or `RD`; nothing if it was said who
 * is to move.
 */
outcome: string | null, 
/**
 * `left`, `right` or `draw`; nothing if it depends on who is to move.
 */
winner: string | null, 
/**
 * The distinct positions visited.
 */
positions: number, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * When it was answered, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * A parameter of an agent, written `name=value`.
 */
export type ParameterReport = { 
/**
 * What it is called.
 */
name: string, 
/**
 * What it is if nothing is said.
 */
default: string, 
/**
 * What it means.
 */
about: string, };

/**
 * What is asked.
 */
export type Perft = { 
/**
 * How many moves
 */
depth: number, 
/**
 * Who is to move [default: who the position says, or left]
 */
to_move: "left" | "right" | null, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, };

/**
 * The number of ways to play that many moves in turn.
 */
export type PerftReport = { 
/**
 * For 0, 1, 2, … moves.
 */
nodes: Array<number>, 
/**
 * How many moves were asked for; where the list is shorter, no play is that long.
 */
depth: number, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * When it was answered, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * What a position is worth.
 */
export type PositionValue = ValueReport | LoopyReport;

/**
 * What is asked.
 */
export type Puzzle = { 
/**
 * The piece: kings, queens, rooks, bishops, knights, or in Betza's notation as N, (1,3), NN, BN
 */
piece: string, 
/**
 * The board: 8x8, 5x6@torus (cylinder, mobius, klein, projective), or rows of `.` and `#` for holes
 */
board: string, 
/**
 * How many pieces [default: as many as there can be]
 */
pieces: number | null, 
/**
 * One way is enough
 */
one: boolean, 
/**
 * List all ways, one a line
 */
list: boolean, 
/**
 * List only one of those that are alike by symmetry
 */
distinct: boolean, };

/**
 * The ways to put so many pieces on a board that don't attack each other.
 */
export type PuzzleReport = { 
/**
 * The piece in Betza's notation.
 */
piece: string, 
/**
 * The board as it was asked for.
 */
board: string, 
/**
 * How many pieces.
 */
pieces: number, 
/**
 * How many ways there are, if they were counted.
 */
count: number | null, 
/**
 * The same, with those that are alike by symmetry counted once.
 */
count_up_to_symmetry: number | null, 
/**
 * One way, as a board, if there is one and the board is not too large.
 */
solution: string | null, 
/**
 * On a large board the column of the queen in each row from the top, counted from 1.
 */
columns: Array<number> | null, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * What is asked.
 */
export type Quotient = { 
/**
 * The heap game: octal:CODE, kayles, dawson-kayles, subtraction:1,3,4
 */
game: string, 
/**
 * The largest heap
 */
to: number, 
/**
 * Add the genus of each heap
 */
genus: boolean, };

/**
 * The misère quotient of a heap game.
 */
export type QuotientReport = { 
/**
 * The code of the game.
 */
code: string, 
/**
 * `solved` if a period is proved, so that this is the quotient of all heaps; else `partial`.
 */
status: string, 
/**
 * The largest heap that was looked at.
 */
heap: number, 
/**
 * How many elements there are.
 */
order: number, 
/**
 * How many of them are P-positions.
 */
p_portion: number, 
/**
 * Whether it is the quotient of misère Nim.
 */
tame: boolean, 
/**
 * The heap from which on the elements repeat, if that is proved.
 */
preperiod: number | null, 
/**
 * After how many heaps they repeat, if that is proved.
 */
period: number | null, 
/**
 * Generators and relations.
 */
presentation: string, 
/**
 * The heaps that the generators stand for.
 */
generators: Array<number>, 
/**
 * The elements that are P-positions.
 */
p_positions: Array<string>, 
/**
 * Where it grew.
 */
growth: Array<Growth>, 
/**
 * The element of each heap, beginning with 0.
 */
pretending: Array<string>, 
/**
 * The genus of each heap, beginning with 0, if that was asked.
 */
genus: Array<string> | null, 
/**
 * How many transitions prove that it is right.
 */
transitions: number, 
/**
 * What kept it from going further, if it was to.
 */
undecided: string | null, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * What is asked.
 */
export type ReadRecord = { 
/**
 * The file
 */
file: string, };

/**
 * A record that was played through.
 */
export type RecordReport = { 
/**
 * The game.
 */
game: string, 
/**
 * Where it began.
 */
start: string, 
/**
 * What is said of it.
 */
headers: Array<[string, string]>, 
/**
 * The moves, as the game names them.
 */
moves: Array<string>, 
/**
 * What is said of moves: after how many of them, and what.
 */
comments: Array<[number, string]>, 
/**
 * Where it ended.
 */
position: string, 
/**
 * `left`, `right` or `draw`; nothing if it is not over.
 */
result: string | null, 
/**
 * Why it is over, if it is.
 */
why: string | null, };

/**
 * How a match stands, as the agent sees it that was named for Left.
 */
export type Score = { 
/**
 * How many games it won.
 */
wins: number, 
/**
 * How many were drawn.
 */
draws: number, 
/**
 * How many it lost.
 */
losses: number, 
/**
 * How many points of rating it is ahead.
 */
elo: number, 
/**
 * The least that this may be, with 95 % confidence.
 */
elo_low: number, 
/**
 * The most.
 */
elo_high: number, };

/**
 * What is asked.
 */
export type Sequence = { 
/**
 * The game: octal:CODE, kayles, grundy, subtraction:1,3,4, …
 */
game: string, 
/**
 * The largest heap: 100000, or 2^20
 */
to: number, 
/**
 * Print the values themselves
 */
values: boolean, 
/**
 * Go on though a period is proved
 */
no_stop: boolean, 
/**
 * Refused: misère play has no such values
 */
misere: boolean, };

/**
 * What there is to say of the Grundy values of heaps 0, 1, 2, …
 */
export type SequenceReport = { 
/**
 * The game.
 */
game: string, 
/**
 * The last heap that all of this is about: less than was asked for if a period was proved before.
 */
to: number, 
/**
 * The values, if they were asked for.
 */
values: Array<number> | null, 
/**
 * The greatest value.
 */
max: number, 
/**
 * The first heap that has it.
 */
argmax: number, 
/**
 * The last heap whose value no smaller heap has.
 */
last_new: number, 
/**
 * Its value.
 */
last_new_value: number, 
/**
 * The most frequent values, the most frequent first.
 */
histogram_top: Array<Frequency>, 
/**
 * The heaps that the second player wins, the first thousand of them.
 */
zeros: Array<number>, 
/**
 * How many there are.
 */
zeros_count: number, 
/**
 * After how many heaps the values repeat.
 */
period: number | null, 
/**
 * From which heap on.
 */
preperiod: number | null, 
/**
 * By how much they have grown then.
 */
saltus: number | null, 
/**
 * Whether the period is proved for all heaps, or only seen in these.
 */
proved: boolean | null, 
/**
 * How many heaps are rare.
 */
rare: number | null, 
/**
 * The bits of the mask that tells rare heaps from common ones, lowest first; all above the last are set.
 */
mask: string | null, 
/**
 * `definition`, `plain`, `sparse`, or `sparse by size` where the parity of a heap's size counts.
 */
method: string, 
/**
 * The BLAKE3 digest of the values as 32-bit numbers, little-endian.
 */
checksum: string, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * When it was found, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * One way to place the pieces.
 */
export type Solution = { 
/**
 * As a board.
 */
solution: string, };

/**
 * What is asked.
 */
export type Solve = { 
/**
 * The player who cannot move wins
 */
misere: boolean, 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, };

/**
 * A game that was solved as a whole: every position that can be reached.
 */
export type SolveReport = { 
/**
 * Who wins the position it starts from: `N`, `P`, `L` or `R`.
 */
outcome: string, 
/**
 * The positions that can be reached.
 */
positions: number, 
/**
 * How many of them are in each outcome class.
 */
classes: ClassesReport, 
/**
 * How many moves lead from one of them to another.
 */
moves: number, 
/**
 * The file that keeps the solution, if one does.
 */
file: string | null, 
/**
 * How many bytes the solution takes.
 */
bytes: number, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * How numbers are spread.
 */
export type Spread = { 
/**
 * Their mean.
 */
mean: number, 
/**
 * The mean of all games is hardly less, with 95 % confidence.
 */
low: number, 
/**
 * It is hardly more.
 */
high: number, 
/**
 * The least of them.
 */
least: number, 
/**
 * A quarter of them are at most this.
 */
lower_quartile: number, 
/**
 * Half of them.
 */
median: number, 
/**
 * Three quarters.
 */
upper_quartile: number, 
/**
 * The most.
 */
most: number, };

/**
 * A test between two guesses of a rating difference: it stops a match when one of them has become too unlikely.
 */
export type Sprt = { 
/**
 * The difference that is guessed if there is no gain.
 */
elo0: number, 
/**
 * The difference that is guessed if there is one.
 */
elo1: number, 
/**
 * How often a gain is seen where there is none.
 */
alpha: number, 
/**
 * How often a gain is missed.
 */
beta: number, };

/**
 * How a test stands.
 */
export type SprtReport = { 
/**
 * The logarithm of how much more likely the results are if there is a gain.
 */
llr: number, 
/**
 * At or below this there is none.
 */
lower: number, 
/**
 * At or above this there is one.
 */
upper: number, 
/**
 * `H1` for a gain, `H0` for none, nothing if more games are needed.
 */
verdict: string | null, 
/**
 * The difference that is guessed if there is no gain.
 */
elo0: number, 
/**
 * The difference that is guessed if there is one.
 */
elo1: number, 
/**
 * How often a gain is seen where there is none.
 */
alpha: number, 
/**
 * How often a gain is missed.
 */
beta: number, };

/**
 * A table, or as much of it as there is.
 */
export type TableReport = { 
/**
 * The game.
 */
game: string, 
/**
 * The largest board.
 */
to: string, 
/**
 * The answers, row by row; those that are missing are left out.
 */
rows: Array<TableRow>, 
/**
 * Whether none is missing.
 */
complete: boolean, 
/**
 * How many answers differ from those that they were compared with.
 */
differences: number | null, 
/**
 * How long it took.
 */
seconds: number, 
/**
 * When it was found, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * The answer for one board.
 */
export type TableRow = { 
/**
 * Its rows.
 */
m: number, 
/**
 * Its columns.
 */
n: number, 
/**
 * The Grundy value, if the game is impartial.
 */
nimber: number | null, 
/**
 * The value, if it is not.
 */
value: string | null, 
/**
 * Who wins, in misère play.
 */
outcome: string | null, 
/**
 * What stands in the table that it is compared with, if something does.
 */
expected: string | null, 
/**
 * Whether that is something else.
 */
differs: boolean | null, 
/**
 * Why there is no answer, if that is to be noted.
 */
note?: string | null, };

/**
 * A set of squares of some size to which no piece can be added.
 */
export type TerminalSet = { 
/**
 * How many pieces.
 */
size: number, 
/**
 * Where they stand.
 */
squares: Array<string>, };

/**
 * A thermograph as plain data.
 */
export type ThermographReport = { 
/**
 * The mean value, where the mast stands.
 */
mean: string, 
/**
 * The temperature, where the mast begins.
 */
temperature: string, 
/**
 * Where the Left wall bends, by rising temperature.
 */
left: Array<Bend>, 
/**
 * Where the Right wall bends, by rising temperature.
 */
right: Array<Bend>, };

/**
 * A knight's tour of a board, or that there is none.
 */
export type TourReport = { 
/**
 * The board as it was asked for.
 */
board: string, 
/**
 * The tour, if there is one: written as its squares, in the order in which they are visited.
 */
tour: string[] | null, 
/**
 * Whether it comes back to where it began, or should have.
 */
closed: boolean, 
/**
 * How many there are, each counted once, whichever way round and wherever it begins.
 */
count: number | null, 
/**
 * How it was found, or why there is none.
 */
why: string, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * What is asked.
 */
export type Value = { 
/**
 * The game, `name` or `name:parameters`; `nimatron games` lists them
 */
game: string, 
/**
 * The position, as `nimatron games NAME` explains; `-` reads it from standard input
 */
position: string, 
/**
 * Print nothing but the value, for keyboards: ^^* and Tiny(2)
 */
ascii: boolean, 
/**
 * Print nothing but the value, for LaTeX
 */
latex: boolean, 
/**
 * Print nothing but the value, in full, however long it is
 */
full: boolean, };

/**
 * What a value is.
 */
export type ValueReport = { 
/**
 * The canonical form, abbreviated if it is very long.
 */
canonical: string, 
/**
 * Who wins: `N`, `P`, `L` or `R`.
 */
outcome: string, 
/**
 * The number reached in alternating play if Left starts.
 */
left_stop: string, 
/**
 * The number reached in alternating play if Right starts.
 */
right_stop: string, 
/**
 * The mean value.
 */
mean: string, 
/**
 * How much a move is worth.
 */
temperature: string, 
/**
 * The height of the canonical form.
 */
birthday: number, 
/**
 * The atomic weight, if it has one.
 */
atomic_weight: string | null, 
/**
 * The number it is, if it is one.
 */
number: string | null, 
/**
 * The nimber it is, if it is one.
 */
nimber: number | null, 
/**
 * Whether it is smaller than every positive number, and its negative too.
 */
infinitesimal: boolean, 
/**
 * Whether in every follower both players can move or neither can.
 */
all_small: boolean, 
/**
 * The canonical form for keyboards.
 */
ascii: string, 
/**
 * The canonical form for LaTeX's math mode.
 */
latex: string, 
/**
 * The characters of the canonical form in full; nothing if they are past all counting.
 */
length: number | null, 
/**
 * Whether the canonical form is abbreviated.
 */
abbreviated: boolean, 
/**
 * The distinct positions visited, if a position was evaluated.
 */
positions: number | null, 
/**
 * How long it took, if a position was evaluated.
 */
seconds: number | null, 
/**
 * When it was answered, in UTC, if it is remembered.
 */
remembered?: string | null, };

/**
 * What is asked.
 */
export type Verify = { 
/**
 * The certificate, as `nimatron sequence --certificate` writes it
 */
file: string, };

/**
 * Whether a certificate holds.
 */
export type VerifyReport = { 
/**
 * Whether it does.
 */
holds: boolean, 
/**
 * Why, or why not.
 */
why: string, };

/**
 * How to look for a tour.
 */
export type Way = "warnsdorff" | "pieces" | "exact";

/** Every question: its parameters, the lines that it tells, and its report. */
export interface Questions {
  /** List the games, or explain one: its rules and how its positions are written */
  games: { asks: Games; tells: GameReport; answers: GamesReport };
  /** What an expression of game values is worth */
  eval: { asks: Eval; tells: never; answers: Evaluated };
  /** The canonical value of a position */
  value: { asks: Value; tells: never; answers: PositionValue };
  /** The Grundy value of a position of an impartial game */
  nimber: { asks: Nimber; tells: never; answers: NimberReport };
  /** Who wins, without computing values */
  outcome: { asks: Outcome; tells: never; answers: OutcomeReport };
  /** Solve every position that can be reached, and keep the solution for `outcome`, `best` and `play` */
  solve: { asks: Solve; tells: never; answers: SolveReport };
  /** The winning moves, or the best one if none wins */
  best: { asks: Best; tells: never; answers: BestReport };
  /** The legal moves and what they lead to */
  moves: { asks: Moves; tells: never; answers: MovesReport };
  /** How many positions can be reached, both players free to move at any time */
  count: { asks: Count; tells: never; answers: CountReport };
  /** How many ways there are to play so many moves in turn */
  perft: { asks: Perft; tells: never; answers: PerftReport };
  /** List the agents that can play, or those of one game */
  agents: { asks: Agents; tells: AgentReport; answers: AgentsReport };
  /** Games between two agents: who is stronger, and by how much */
  match: { asks: Match; tells: GameLine; answers: MatchReport };
  /** How complex a game is: moves to choose from, length of games, number of positions and of games */
  complexity: { asks: Complexity; tells: never; answers: ComplexityReport };
  /** Read the record of a game, play it through and show it */
  record: { asks: ReadRecord; tells: never; answers: RecordReport };
  /** The positions of some value, on small boards with few pieces */
  find: { asks: Find; tells: Found; answers: FindReport };
  /** The values that occur on small boards with few pieces, how often, and where first */
  census: { asks: Census; tells: Occurrence; answers: CensusReport };
  /** The misère quotient of a heap game: heap by heap, and proved */
  quotient: { asks: Quotient; tells: never; answers: QuotientReport };
  /** All losing positions with so many heaps of at most that size, up to symmetry */
  losing: { asks: Losing; tells: LosingPosition; answers: LosingReport };
  /** The Grundy values of all heaps of a take-and-break game, with their period */
  sequence: { asks: Sequence; tells: never; answers: SequenceReport };
  /** What graph theory says of a piece on a board: independence, domination, colours, terminal sets */
  graph: { asks: Graph; tells: never; answers: GraphReport };
  /** A knight's tour of a board, or that there is none, and how many there are */
  tour: { asks: KnightTour; tells: never; answers: TourReport };
  /** The ways to place pieces that don't attack each other: N queens and their kin */
  puzzle: { asks: Puzzle; tells: Solution; answers: PuzzleReport };
  /** The Grundy values (the values) of all boards up to some size, as papers print them */
  table: { asks: BoardTable; tells: never; answers: TableReport };
  /** Whether a certificate of a period holds */
  verify: { asks: Verify; tells: never; answers: VerifyReport };
  /** A position, a value or a thermograph for papers: TikZ, LaTeX, SVG, PNG or text */
  export: { asks: Export; tells: never; answers: Exported };
}

/** Those that usually take a moment. */
export const QUICK_QUESTIONS: (keyof Questions)[] = ["games", "eval", "agents", "export"];
