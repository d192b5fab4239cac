// Made from crates/nimatron-lab/src/questions: `NIMATRON_BLESS=1 cargo test -p nimatron-lab typescript`.
// Don't change it here.

/**
 * An agent, or a strategy of a game used as one.
 */
export type AgentReport = { 
/**
 * Its name.
 */
name: string, 
/**
 * The game that it plays; null if it plays every game.
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
 * The agents, in the order of the list.
 */
agents: Array<AgentReport>, };

/**
 * A bend of a wall of a thermograph.
 */
export type Bend = { 
/**
 * The temperature of the bend.
 */
temperature: string, 
/**
 * The value of the wall at the bend.
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
 * Who is to move [default: given by the position, or left]
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
 * All winning moves, else all drawing moves, else one losing move; empty if there is no move.
 */
moves: { move: string, outcome: string, value: string | null }[], 
/**
 * Who wins, and why these moves are listed.
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
 * The largest board, rows x columns: 6x6, or 6x6@torus if the game supports surfaces
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
 * Print for LaTeX
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
 * Number of pieces, stones or covered squares: 4, or 2..6 [default: any number]
 */
pieces: string | null, };

/**
 * A summary of the values that occur.
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
 * The number of positions in each outcome class.
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
 * The relation of two values, and whether the comparison holds.
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
 * Number of games
 */
games: number, 
/**
 * The agent that plays both sides; `nimatron agents` lists them
 */
agent: string, 
/**
 * Play N random moves first
 */
openings: number, 
/**
 * Random seed: the same seed gives the same games
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
 * Who moves first [default: as usual in the game]
 */
to_move: "left" | "right" | null, };

/**
 * The complexity of a game.
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
 * The agent that played both sides.
 */
agent: string, 
/**
 * The number of games.
 */
games: number, 
/**
 * The number of random moves at the start of each game.
 */
openings: number, 
/**
 * The number of moves to choose from: averaged over the turns of each game, and then over the games.
 */
branching: number, 
/**
 * The same, with each move counted for every piece that it moves.
 */
branching_per_piece: number, 
/**
 * The average number of moves in a game, of both agents.
 */
length: number, 
/**
 * The number of positions by Equation 1 of the paper, if it applies.
 */
state_space: string | null, 
/**
 * The decimal logarithm of the number of games: branching to the power of length.
 */
tree: number, 
/**
 * The distribution of the branching.
 */
branching_spread: Spread, 
/**
 * The distribution of the branching by pieces.
 */
branching_per_piece_spread: Spread, 
/**
 * The distribution of the length.
 */
length_spread: Spread, 
/**
 * The random seed.
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
 * The number of positions that can be reached when both players may move at any time.
 */
export type CountReport = { 
/**
 * Distinct positions, including the first one.
 */
positions: number, 
/**
 * The number of positions up to symmetry.
 */
positions_up_to_symmetry: number, 
/**
 * The number of positions reached in 0, 1, 2, … moves.
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
 * Definitions of variables, such as `G := {2|-1}`, in the order in which they were made
 */
definitions: Array<string>, 
/**
 * Print only the value, in ASCII: ^^* and Tiny(2)
 */
ascii: boolean, 
/**
 * Print only the value, for LaTeX
 */
latex: boolean, 
/**
 * Print only the value, in full, however long it is
 */
full: boolean, };

/**
 * The result of an expression.
 */
export type Evaluated = ValueReport | LoopyReport | ValueReport | Comparison | ThermographReport | { 
/**
 * The values.
 */
answer: Array<string>, } | { 
/**
 * The result.
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
 * The format [default: by the name of the file, or text]
 */
as: ExportAs | null, };

/**
 * The format of an export.
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
 * Its length in bytes.
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
 * Stop after finding N
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
 * Number of pieces, stones or covered squares: 4, or 2..6 [default: any number]
 */
pieces: string | null, };

/**
 * The summary of a search.
 */
export type FindReport = { 
/**
 * The number of positions evaluated, up to symmetry.
 */
positions: number, 
/**
 * The number of positions found.
 */
found: number, 
/**
 * Whether there may be more, because the limit was reached.
 */
stopped: boolean, };

/**
 * A position with the wanted value.
 */
export type Found = { 
/**
 * The position.
 */
position: string, 
/**
 * Its value.
 */
value: string, 
/**
 * The size of its board.
 */
board: string, 
/**
 * The number of pieces on it.
 */
pieces: number, };

/**
 * A value and the number of heaps that have it.
 */
export type Frequency = { 
/**
 * The value.
 */
value: number, 
/**
 * The number of heaps.
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
 * `left` or `right`; null for a draw.
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
 * The number of moves played.
 */
plies: number, 
/**
 * The number of random moves at the start.
 */
opening: number, 
/**
 * The moves, if requested.
 */
moves: Array<string>, 
/**
 * Why it ended: `rules`, `repetition` or `length`, or a forfeit by `time`, `crash` or `illegal`.
 */
reason: string, 
/**
 * Why an agent forfeited the game, if one did.
 */
note: string | null, 
/**
 * The number of moves to choose from, summed over all turns.
 */
choices: number, 
/**
 * The random seed of the game.
 */
seed: number, 
/**
 * The score of the match after this game, if requested.
 */
score: Score | null, };

/**
 * The description of a game.
 */
export type GameReport = { 
/**
 * The name on the command line.
 */
name: string, 
/**
 * The name in print.
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
 * The games, or the requested one.
 */
export type GamesReport = { 
/**
 * The games, in the order of the list.
 */
games: Array<GameReport>, };

/**
 * What is asked.
 */
export type Graph = { 
/**
 * The piece: kings, queens, rooks, bishops, knights, or Betza's notation such as N, (1,3), NN, BN
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
 * Whether the graph is perfect: no part of the board needs more colours than its largest clique
 */
perfect: boolean, 
/**
 * The possible numbers of pieces when none can be added
 */
terminal_sizes: boolean, 
/**
 * All of these
 */
all: boolean, };

/**
 * Properties of the graph of a piece on a board. Those not requested are left out.
 */
export type GraphReport = { 
/**
 * The piece in Betza's notation.
 */
piece: string, 
/**
 * The board as it was requested.
 */
board: string, 
/**
 * The number of squares.
 */
vertices: number, 
/**
 * The number of pairs of squares that attack each other.
 */
edges: number, 
/**
 * The fewest squares that a piece attacks.
 */
least_degree: number, 
/**
 * The most squares that a piece attacks.
 */
largest_degree: number, 
/**
 * The number of connected components.
 */
components: number, 
/**
 * Whether the squares can be coloured with two colours that alternate with each move.
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
 * That many squares that don't attack each other.
 */
independence_set: Array<string> | null, 
/**
 * ω.
 */
clique: number | null, 
/**
 * That many squares that attack each other.
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
 * The reason.
 */
perfect_why: string | null, 
/**
 * An odd hole, if that is why it is not perfect.
 */
hole: Array<string> | null, 
/**
 * An odd hole of the complement, if that is why it is not perfect.
 */
antihole: Array<string> | null, 
/**
 * γ.
 */
domination: number | null, 
/**
 * That many squares that attack or occupy all.
 */
domination_set: Array<string> | null, 
/**
 * i.
 */
independent_domination: number | null, 
/**
 * That many squares that attack or occupy all and don't attack each other.
 */
independent_domination_set: Array<string> | null, 
/**
 * The sizes of all terminal sets.
 */
terminal_sizes: Array<number> | null, 
/**
 * Terminal sets of these sizes, if a short search found one.
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
 * The number of elements from there on.
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
 * Find an open tour, which need not return to its first square
 */
open: boolean, 
/**
 * Count the tours, each once in either direction and from any start
 */
count: boolean, 
/**
 * The method [default: exact on narrow boards, otherwise pieces]
 */
method: Way | null, };

/**
 * A loopy value and its properties. It has the keys of a [`ValueReport`], which are null if they make no sense for
 * loopy values; if the value is short after all, they are all filled in.
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
 * The value if Left wins infinite plays; null if no equal stopper was found.
 */
onside: string | null, 
/**
 * The value if Right wins infinite plays; null if no equal stopper was found.
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
 * Number of heaps
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
 * A losing position, one of each symmetry class.
 */
export type LosingPosition = { 
/**
 * The position as text.
 */
position: string, };

/**
 * The numbers of losing positions.
 */
export type LosingReport = { 
/**
 * The number of positions with this number of heaps up to this size.
 */
positions: number, 
/**
 * The number of those in which the player to move loses.
 */
losing: number, 
/**
 * The number of losing positions up to symmetry.
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
 * Number of games
 */
games: number, 
/**
 * Change sides in every other game
 */
swap: boolean, 
/**
 * Play N random moves before the agents, the same in both games of a pair; with --swap
 */
openings: number, 
/**
 * Stop when one of two hypotheses about the Elo difference is rejected: elo0,elo1 or elo0,elo1,alpha,beta
 */
sprt: Sprt | null, 
/**
 * Random seed: the same seed gives the same games
 */
seed: number, 
/**
 * Show the moves of every game
 */
moves: boolean, 
/**
 * Report the score after each game
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
 * Who moves first [default: as usual in the game]
 */
to_move: "left" | "right" | null, };

/**
 * The result of a match, for the agent named for Left.
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
 * `left` or `right`: who moved first.
 */
first: string, 
/**
 * The number of games played.
 */
games: number, 
/**
 * How many it won.
 */
wins: number, 
/**
 * The number of games drawn.
 */
draws: number, 
/**
 * The number of games lost.
 */
losses: number, 
/**
 * The percentage of points won; a draw is half a point.
 */
percent: number, 
/**
 * The estimated rating difference, with one drawn game added.
 */
elo: number, 
/**
 * The lower end of its 95 % confidence interval (Wilson's).
 */
elo_low: number, 
/**
 * The upper end of its 95 % confidence interval.
 */
elo_high: number, 
/**
 * The numbers of pairs of games with 0, ½, 1, 1½ and 2 points, if games were played in pairs.
 */
pairs: [number, number, number, number, number] | null, 
/**
 * The state of the test, if there is one.
 */
sprt: SprtReport | null, 
/**
 * The number of games that ended for each reason.
 */
reasons: { [key in string]: number }, 
/**
 * The number of games won by the player who moved first.
 */
first_wins: number, 
/**
 * The average number of moves in a game.
 */
plies: number, 
/**
 * The average number of moves to choose from.
 */
branching: number, 
/**
 * The random seed.
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
 * Who is to move [default: given by the position, or left]
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
 * The moves, in the order of the game.
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
 * The theorem that gives the value, if one does.
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
 * The progress of a question.
 */
export type Note = { 
/**
 * The progress in words, on one line.
 */
text: string, 
/**
 * The number of steps done.
 */
done: number, 
/**
 * The number of all steps, if known.
 */
of: number | null, 
/**
 * What was found since the last note, if the question reports it.
 */
found: unknown, };

/**
 * A value that occurs, and its first position: with the fewest pieces, on the smallest board.
 */
export type Occurrence = { 
/**
 * The value; of a value and its negative, the one that is better for Left.
 */
value: string, 
/**
 * The number of positions with this value, up to symmetry.
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
 * The number of pieces on it.
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
 * `N`, `P`, `L` or `R`, for loopy games also `D`, `LD`, `DL`, `DR` or `RD`; null if the question says who is to
 * move.
 */
outcome: string | null, 
/**
 * `left`, `right` or `draw`; null if it depends on who is to move.
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
 * Its name.
 */
name: string, 
/**
 * The default value.
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
 * Number of moves
 */
depth: number, 
/**
 * Who is to move [default: given by the position, or left]
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
 * The number of ways to play a number of alternating moves.
 */
export type PerftReport = { 
/**
 * For 0, 1, 2, … moves.
 */
nodes: Array<number>, 
/**
 * The requested number of moves; if the list is shorter, no play is that long.
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
 * The value of a position.
 */
export type PositionValue = ValueReport | LoopyReport;

/**
 * What is asked.
 */
export type Puzzle = { 
/**
 * The piece: kings, queens, rooks, bishops, knights, or Betza's notation such as N, (1,3), NN, BN
 */
piece: string, 
/**
 * The board: 8x8, 5x6@torus (cylinder, mobius, klein, projective), or rows of `.` and `#` for holes
 */
board: string, 
/**
 * Number of pieces [default: the largest possible]
 */
pieces: number | null, 
/**
 * Find only one way
 */
one: boolean, 
/**
 * List all ways, one per line
 */
list: boolean, 
/**
 * List only one way of each symmetry class
 */
distinct: boolean, };

/**
 * The ways to put a number of pieces on a board so that none attacks another.
 */
export type PuzzleReport = { 
/**
 * The piece in Betza's notation.
 */
piece: string, 
/**
 * The board as it was requested.
 */
board: string, 
/**
 * The number of pieces.
 */
pieces: number, 
/**
 * The number of ways, if they were counted.
 */
count: number | null, 
/**
 * The number of ways up to symmetry.
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
 * `solved` if a period is proved, so that this is the quotient of all heaps; otherwise `partial`.
 */
status: string, 
/**
 * The largest heap that was computed.
 */
heap: number, 
/**
 * The number of elements.
 */
order: number, 
/**
 * The number of elements that are P-positions.
 */
p_portion: number, 
/**
 * Whether it is the quotient of misère Nim.
 */
tame: boolean, 
/**
 * The heap from which the elements repeat, if that is proved.
 */
preperiod: number | null, 
/**
 * The length of the period, if it is proved.
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
 * The heaps at which the quotient grew.
 */
growth: Array<Growth>, 
/**
 * The element of each heap, beginning with 0.
 */
pretending: Array<string>, 
/**
 * The genus of each heap, beginning with 0, if requested.
 */
genus: Array<string> | null, 
/**
 * The number of transitions that prove its correctness.
 */
transitions: number, 
/**
 * What prevented further heaps, if anything did.
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
 * A record that was replayed.
 */
export type RecordReport = { 
/**
 * The game.
 */
game: string, 
/**
 * The starting position.
 */
start: string, 
/**
 * Names and values of the headers.
 */
headers: Array<[string, string]>, 
/**
 * The moves, as the game names them.
 */
moves: Array<string>, 
/**
 * Comments, each with the number of moves before it.
 */
comments: Array<[number, string]>, 
/**
 * The final position.
 */
position: string, 
/**
 * `left`, `right` or `draw`; null if it is not over.
 */
result: string | null, 
/**
 * Why it is over, if it is.
 */
why: string | null, };

/**
 * The score of a match, for the agent named for Left.
 */
export type Score = { 
/**
 * The number of games won.
 */
wins: number, 
/**
 * The number of games drawn.
 */
draws: number, 
/**
 * The number of games lost.
 */
losses: number, 
/**
 * The estimated rating difference.
 */
elo: number, 
/**
 * The lower end of its 95 % confidence interval.
 */
elo_low: number, 
/**
 * The upper end of its 95 % confidence interval.
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
 * Continue after a period is proved
 */
no_stop: boolean, 
/**
 * Refused: misère play has no such values
 */
misere: boolean, };

/**
 * A summary of the Grundy values of heaps 0, 1, 2, …
 */
export type SequenceReport = { 
/**
 * The game.
 */
game: string, 
/**
 * The last heap of the summary: less than requested if a period was proved earlier.
 */
to: number, 
/**
 * The values, if requested.
 */
values: Array<number> | null, 
/**
 * The greatest value.
 */
max: number, 
/**
 * The first heap with the greatest value.
 */
argmax: number, 
/**
 * The last heap with a value that no smaller heap has.
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
 * The number of heaps that the second player wins.
 */
zeros_count: number, 
/**
 * The length of the period.
 */
period: number | null, 
/**
 * The heap from which the values repeat.
 */
preperiod: number | null, 
/**
 * By how much the values grow in each period.
 */
saltus: number | null, 
/**
 * Whether the period is proved for all heaps, or only observed in these.
 */
proved: boolean | null, 
/**
 * The number of rare heaps.
 */
rare: number | null, 
/**
 * The bits of the mask that separates rare heaps from common ones, lowest first; all above the last are set.
 */
mask: string | null, 
/**
 * `definition`, `plain`, `sparse`, or `sparse by size` if the parity of a heap's size counts.
 */
method: string, 
/**
 * The BLAKE3 digest of the values as little-endian 32-bit numbers.
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
 * The board with the pieces.
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
 * The solution of every position that can be reached.
 */
export type SolveReport = { 
/**
 * The outcome of the starting position: `N`, `P`, `L` or `R`.
 */
outcome: string, 
/**
 * The number of positions that can be reached.
 */
positions: number, 
/**
 * The number of positions in each outcome class.
 */
classes: ClassesReport, 
/**
 * The number of moves between these positions.
 */
moves: number, 
/**
 * The file with the solution, if there is one.
 */
file: string | null, 
/**
 * The size of the solution in bytes.
 */
bytes: number, 
/**
 * How long it took.
 */
seconds: number, };

/**
 * The distribution of a set of numbers.
 */
export type Spread = { 
/**
 * The mean.
 */
mean: number, 
/**
 * The lower end of the 95 % confidence interval of the mean.
 */
low: number, 
/**
 * The upper end of the 95 % confidence interval of the mean.
 */
high: number, 
/**
 * The minimum.
 */
least: number, 
/**
 * A quarter of the numbers are at most this.
 */
lower_quartile: number, 
/**
 * Half of the numbers are at most this.
 */
median: number, 
/**
 * Three quarters of the numbers are at most this.
 */
upper_quartile: number, 
/**
 * The maximum.
 */
most: number, };

/**
 * A test of two hypotheses about a rating difference: it stops a match when one of them is too unlikely.
 */
export type Sprt = { 
/**
 * The difference under the hypothesis of no gain.
 */
elo0: number, 
/**
 * The difference under the hypothesis of a gain.
 */
elo1: number, 
/**
 * The probability of accepting a gain if there is none.
 */
alpha: number, 
/**
 * The probability of missing a gain.
 */
beta: number, };

/**
 * The state of a test.
 */
export type SprtReport = { 
/**
 * The log-likelihood ratio of a gain to no gain.
 */
llr: number, 
/**
 * At or below this ratio there is no gain.
 */
lower: number, 
/**
 * At or above this ratio there is a gain.
 */
upper: number, 
/**
 * `H1` for a gain, `H0` for none, null if more games are needed.
 */
verdict: string | null, 
/**
 * The difference under the hypothesis of no gain.
 */
elo0: number, 
/**
 * The difference under the hypothesis of a gain.
 */
elo1: number, 
/**
 * The probability of accepting a gain if there is none.
 */
alpha: number, 
/**
 * The probability of missing a gain.
 */
beta: number, };

/**
 * A table, possibly incomplete.
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
 * The answers, row by row; missing ones are left out.
 */
rows: Array<TableRow>, 
/**
 * Whether none is missing.
 */
complete: boolean, 
/**
 * The number of answers that differ from the expected ones.
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
 * The value, if the game is partizan.
 */
value: string | null, 
/**
 * Who wins, in misère play.
 */
outcome: string | null, 
/**
 * The expected answer, if there is one.
 */
expected: string | null, 
/**
 * Whether the expected answer differs.
 */
differs: boolean | null, 
/**
 * Why there is no answer, if requested.
 */
note?: string | null, };

/**
 * A set of squares of some size to which no piece can be added.
 */
export type TerminalSet = { 
/**
 * The number of pieces.
 */
size: number, 
/**
 * Their squares.
 */
squares: Array<string>, };

/**
 * A thermograph as plain data.
 */
export type ThermographReport = { 
/**
 * The mean value, the place of the mast.
 */
mean: string, 
/**
 * The temperature, where the mast begins.
 */
temperature: string, 
/**
 * The bends of the Left wall, by increasing temperature.
 */
left: Array<Bend>, 
/**
 * The bends of the Right wall, by increasing temperature.
 */
right: Array<Bend>, };

/**
 * A knight's tour of a board, or a statement that there is none.
 */
export type TourReport = { 
/**
 * The board as it was requested.
 */
board: string, 
/**
 * The squares of the tour in the order in which they are visited, if there is one.
 */
tour: string[] | null, 
/**
 * Whether the tour is closed, or a closed one was requested.
 */
closed: boolean, 
/**
 * The number of tours, each counted once in either direction and from any start.
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
 * Print only the value, in ASCII: ^^* and Tiny(2)
 */
ascii: boolean, 
/**
 * Print only the value, for LaTeX
 */
latex: boolean, 
/**
 * Print only the value, in full, however long it is
 */
full: boolean, };

/**
 * A value and its properties.
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
 * The number of characters of the full canonical form; null if it is too large.
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
 * The result of checking a certificate.
 */
export type VerifyReport = { 
/**
 * Whether it holds.
 */
holds: boolean, 
/**
 * Why, or why not.
 */
why: string, };

/**
 * The method to find a tour.
 */
export type Way = "warnsdorff" | "pieces" | "exact";

/** Every question: its parameters, the lines that it tells, and its report. */
export interface Questions {
  /** List the games, or explain one: its rules and how its positions are written */
  games: { asks: Games; tells: GameReport; answers: GamesReport };
  /** The value of an expression of game values */
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
  /** The number of ways to play a number of alternating moves */
  perft: { asks: Perft; tells: never; answers: PerftReport };
  /** List the agents that can play, or those of one game */
  agents: { asks: Agents; tells: AgentReport; answers: AgentsReport };
  /** Games between two agents: who is stronger, and by how much */
  match: { asks: Match; tells: GameLine; answers: MatchReport };
  /** How complex a game is: moves to choose from, length of games, number of positions and of games */
  complexity: { asks: Complexity; tells: never; answers: ComplexityReport };
  /** Read the record of a game, play it through and show it */
  record: { asks: ReadRecord; tells: never; answers: RecordReport };
  /** The positions with a given value, on small boards with few pieces */
  find: { asks: Find; tells: Found; answers: FindReport };
  /** The values that occur on small boards with few pieces, how often, and where they first occur */
  census: { asks: Census; tells: Occurrence; answers: CensusReport };
  /** The misère quotient of a heap game: heap by heap, and proved */
  quotient: { asks: Quotient; tells: never; answers: QuotientReport };
  /** All losing positions with a number of heaps up to a size, up to symmetry */
  losing: { asks: Losing; tells: LosingPosition; answers: LosingReport };
  /** The Grundy values of all heaps of a take-and-break game, with their period */
  sequence: { asks: Sequence; tells: never; answers: SequenceReport };
  /** Graph-theoretic properties of a piece on a board: independence, domination, colours, terminal sets */
  graph: { asks: Graph; tells: never; answers: GraphReport };
  /** A knight's tour of a board, or that there is none, and how many there are */
  tour: { asks: KnightTour; tells: never; answers: TourReport };
  /** The ways to place pieces that don't attack each other: N queens and similar puzzles */
  puzzle: { asks: Puzzle; tells: Solution; answers: PuzzleReport };
  /** The Grundy values or values of all boards up to some size, laid out as in papers */
  table: { asks: BoardTable; tells: never; answers: TableReport };
  /** Whether a certificate of a period holds */
  verify: { asks: Verify; tells: never; answers: VerifyReport };
  /** A position, a value or a thermograph for papers: TikZ, LaTeX, SVG, PNG or text */
  export: { asks: Export; tells: never; answers: Exported };
}

/** Those that usually take a moment. */
export const QUICK_QUESTIONS: (keyof Questions)[] = ["games", "eval", "agents", "export"];
