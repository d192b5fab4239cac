//! Compares weights of the evaluation of Epaminondas by a match: those of a file against those that are built in.
//!
//!     cargo run --release -p nimatron-search --example weigh -- weights.txt 100 5000 7
//!
//! The arguments: a file with numbers and commas, in the order of `weights.rs`; games, positions per move,
//! seed. Games come in pairs with the same six random moves at the start and colours exchanged, and are drawn
//! after 300 moves. The same arguments give the same match.

use nimatron_games::epaminondas::Epaminondas;
use nimatron_rules::{Budget, Convention, Ending, Hints, Named, Notation, Player, Rules};
use nimatron_search::{Agent, Engine, Options, Random, Terms, Thinking, Turn, over, seed_of};

type Game = Epaminondas<3>;

/// The number of random moves at the start.
const OPENING: usize = 6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, numbers @ ..] = &arguments[..] else { return Err("which weights?".into()) };
    let numbers: Vec<u64> = numbers.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |i: usize, usual| numbers.get(i).copied().unwrap_or(usual);
    let (games, nodes, seed) = (number(0, 100), number(1, 5000), number(2, 7));

    let text = std::fs::read_to_string(file)?;
    let fields = text.split([',', '\n']).map(str::trim).filter(|field| !field.is_empty());
    let weights: Vec<i32> = fields.map(str::parse).collect::<Result<_, _>>()?;
    let (rules, _) = Game::open("", "start")?;
    let evaluation = rules.weighted(&weights).ok_or("the file has another number of weights")?;
    let thinking = Thinking { nodes: Some(nodes), ..Thinking::default() };
    let mut challenger = Engine::new(Options::ALL, thinking).evaluation(evaluation);
    let mut champion = Engine::new(Options::ALL, thinking);

    let (mut wins, mut draws, mut losses) = (0u32, 0u32, 0u32);
    for game in 0..games {
        let side = if game % 2 == 0 { Player::Left } else { Player::Right };
        match play(&rules, &mut challenger, &mut champion, side, seed_of(seed, game / 2))? {
            Ending::Won(winner) if winner == side => wins += 1,
            Ending::Won(_) => losses += 1,
            Ending::Drawn => draws += 1,
        }
    }
    let points = f64::from(wins) + f64::from(draws) / 2.0;
    println!("{wins} wins, {draws} draws, {losses} losses: {:.3}", points / games.max(1) as f64);
    Ok(())
}

/// One game in which the challenger plays this side.
fn play<'e>(
    rules: &Game,
    challenger: &mut Engine<'e, Game>,
    champion: &mut Engine<'e, Game>,
    side: Player,
    seed: u64,
) -> Result<Ending, Box<dyn std::error::Error>> {
    let mut random = Random::new(seed);
    challenger.begin(seed);
    champion.begin(seed);
    let terms = Terms { first: Player::Left, convention: Convention::Normal, longest: Some(300) };
    let mut history = vec![rules.parse("12x14")?];
    let mut player = terms.first;
    loop {
        if let Some((ending, _)) = over(rules, &history, player, &terms) {
            return Ok(ending);
        }
        let position = &history[history.len() - 1];
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves);
        let chosen = if history.len() <= OPENING {
            random.below(moves.len())
        } else {
            let turn =
                Turn { rules, player, convention: Convention::Normal, moves: &moves, history: &history };
            let engine = if player == side { &mut *challenger } else { &mut *champion };
            engine.choose(&turn, &Budget::unlimited())?
        };
        let after = rules.play(position, player, &moves[chosen]);
        history.push(after);
        player = player.opponent();
    }
}
