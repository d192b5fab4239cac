//! The benchmarks of Epaminondas.

use nimatron_games::epaminondas::Epaminondas;
use nimatron_rules::{Budget, Convention, Hints, Named, Notation, Player, Rules, Step, Turns, perft};
use nimatron_search::{Engine, Insight, Options, Random, Thinking, Turn, Weighed};

use crate::benchmark::{Benchmark, Clock, Target};

type Game = Epaminondas<3>;

/// A position from the middle of a game.
const MIDDLE: &str =
    "b3b7bb/1b1bb4b3b/3b6b2b/b3b1b3b2b/b4b3b1bb1/3b1w8/2b1w3w5/2ww3bw5/3w1w1w2w3/w1w3w7/4w1w3w1ww/5wwww3ww b";

pub const PERFT: Benchmark = Benchmark {
    name: "epaminondas-perft-4",
    about: "plays of four moves of Epaminondas, the last move counted only",
    target: Target::Seconds(1.0),
    memory: None,
    others: "",
    rival: None,
    run: |clock| {
        let (game, start) = open("start");
        let nodes = clock.time(|| perft(&game, &start, Player::Left, 4, &Budget::unlimited()));
        format!("{:?}", nodes.expect("no limit is set"))
    },
    expected: "[1, 114, 12996, 1787292, 245799684]",
};

/// The number of random moves.
const PLIES: u64 = 5_000_000;

pub const PLAYOUTS: Benchmark = Benchmark {
    name: "epaminondas-playouts",
    about: "random games of Epaminondas: 5 million moves",
    target: Target::Each { times: PLIES, nanoseconds: 200.0 },
    memory: None,
    others: "the fastest other program 60,000 moves a second",
    rival: None,
    run: |clock| {
        let (game, start) = open("start");
        let games = clock.time(|| playouts(&game, &start));
        // Other programs: about 430 moves per game.
        let length = PLIES / games;
        if (400..460).contains(&length) {
            "400 to 460 moves a game".into()
        } else {
            format!("{length} moves a game")
        }
    },
    expected: "400 to 460 moves a game",
};

/// The number of positions searched.
const NODES: u64 = 4_000_000;

pub const ENGINE: Benchmark = Benchmark {
    name: "epaminondas-nodes",
    about: "4 million positions of the engine's search from the middle of a game",
    target: Target::Each { times: NODES, nanoseconds: 500.0 },
    memory: None,
    others: "Boardspace's best robot 1.1 million evaluations a second",
    rival: None,
    run: |clock| {
        let thinking = Thinking { nodes: Some(NODES), ..Thinking::default() };
        let insight = think(clock, MIDDLE, Engine::new(Options::ALL, thinking));
        format!("{} positions", insight.nodes)
    },
    expected: "4000000 positions",
};

pub const DEPTH_7: Benchmark = Benchmark {
    name: "epaminondas-depth-7",
    about: "the engine's search of depth 7 from the middle of a game",
    target: Target::Seconds(5.0),
    memory: None,
    others: "Boardspace's best robot 4 or 5 plies in 15 s",
    rival: None,
    run: |clock| format!("depth {}", think(clock, MIDDLE, Engine::new(Options::ALL, depth(7))).depth),
    expected: "depth 7",
};

pub const LEONIDAS: Benchmark = Benchmark {
    name: "epaminondas-leonidas-3",
    about: "a move of LEONIDAS, depth 3, from the middle of a game",
    target: Target::Seconds(0.05),
    memory: None,
    others: "the paper: under 5 s",
    rival: None,
    run: |clock| {
        let (game, _) = open(MIDDLE);
        let engine = Engine::new(Options::LEONIDAS, depth(3)).evaluation(Box::new(Weighed::new(&game, &[])));
        format!("depth {}", think(clock, MIDDLE, engine).depth)
    },
    expected: "depth 3",
};

pub const PUZZLE_A: Benchmark = Benchmark {
    name: "epaminondas-puzzle-7a",
    about: "the paper's puzzle 7a, proved",
    target: Target::Seconds(0.1),
    memory: None,
    others: "the paper: 9.2 s",
    rival: None,
    run: |clock| puzzle(clock, "8bbb3/14/7w6/7w6/7w6/14/14/14/14/14/14/14 w"),
    expected: "h8-h11 wins in 7",
};

pub const PUZZLE_B: Benchmark = Benchmark {
    name: "epaminondas-puzzle-7b",
    about: "the paper's puzzle 7b, proved",
    target: Target::Seconds(0.05),
    memory: None,
    others: "the paper: 0.35 s",
    rival: None,
    run: |clock| puzzle(clock, "2bb9w/1w12/1w12/14/14/14/14/14/14/14/14/11w1b w"),
    expected: "l1-m1 wins in 5",
};

pub const PUZZLE_C: Benchmark = Benchmark {
    name: "epaminondas-puzzle-7c",
    about: "the paper's puzzle 7c, proved",
    target: Target::Seconds(2.0),
    memory: None,
    others: "the paper: 116 s",
    rival: None,
    run: |clock| puzzle(clock, "3bb6bb1/11w1b/12b1/7w1w4/14/14/14/14/14/14/14/14 w"),
    expected: "j9-i10 wins in 9",
};

fn open(position: &str) -> (Game, <Game as Rules>::Position) {
    Game::open("", position).expect("the position is written right")
}

fn depth(depth: u32) -> Thinking {
    Thinking { depth: Some(depth), ..Thinking::default() }
}

fn think(clock: &mut Clock, position: &str, mut engine: Engine<'_, Game>) -> Insight<Step> {
    let (game, start) = open(position);
    let player = Game::to_move(position).unwrap_or(Player::Left);
    let mut moves = Vec::new();
    game.moves(&start, player, &mut moves);
    let history = [start];
    let turn =
        Turn { rules: &game, player, convention: Convention::Normal, moves: &moves, history: &history };
    clock.time(|| engine.think(&turn, &Budget::unlimited(), &mut |_| {})).expect("no limit is set")
}

fn puzzle(clock: &mut Clock, position: &str) -> String {
    let insight = think(clock, position, Engine::new(Options::ALL, depth(30)));
    let (game, start) = open(position);
    let name =
        insight.line.first().map(|step| game.show_move(&start, Player::Left, step)).unwrap_or_default();
    match insight.proved {
        Some((true, plies)) => format!("{name} wins in {plies}"),
        _ => format!("{name} is not proved"),
    }
}

/// Plays random games until all moves are made, and counts the games.
fn playouts(game: &Game, start: &<Game as Rules>::Position) -> u64 {
    let mut random = Random::new(1);
    let (mut position, mut player, mut games) = (*start, Player::Left, 1);
    for _ in 0..PLIES {
        if game.ending(&position, player, Convention::Normal).is_some() {
            (position, player) = (*start, Player::Left);
            games += 1;
        }
        let step =
            game.any_move(&position, player, &mut |count| random.below(count)).expect("it is not over");
        position = game.play(&position, player, &step);
        player = player.opponent();
    }
    games
}
