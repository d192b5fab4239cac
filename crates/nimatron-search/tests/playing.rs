//! Agents play real games: against the definition, against each other, and always by the rules.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::HashMap;

use nimatron_games::clobber::Clobber;
use nimatron_games::cram::Cram;
use nimatron_games::domineering::Domineering;
use nimatron_games::legionnaires::Legionnaires;
use nimatron_games::nim::Nim;
use nimatron_games::snort::Snort;
use nimatron_games::toads_and_frogs::ToadsAndFrogs;
use nimatron_rules::{Budget, Convention, Ending, Exhausted, Hints, Named, Notation, Player, Rules};
use nimatron_search::{
    Agent, AgentSpec, AlphaBeta, NoOracles, Oracle, Oracles, Perfect, PlayError, Random, Scored, Terms,
    Thinking, Turn, Words, referee, seed_of,
};

/// Who wins, by the definition alone.
struct BruteForce<'a, R: Rules> {
    rules: &'a R,
    known: HashMap<(R::Position, Player, Convention), Player>,
}

impl<'a, R: Hints> BruteForce<'a, R> {
    fn new(rules: &'a R) -> Self {
        BruteForce { rules, known: HashMap::new() }
    }

    fn winner(&mut self, position: &R::Position, player: Player, convention: Convention) -> Player {
        let key = (position.clone(), player, convention);
        if let Some(winner) = self.known.get(&key) {
            return *winner;
        }
        let mut moves = Vec::new();
        self.rules.moves(position, player, &mut moves);
        let winner = if moves.is_empty() {
            convention.winner_if_stuck(player)
        } else {
            let wins = moves.iter().any(|mv| {
                let after = self.rules.play(position, player, mv);
                self.winner(&after, player.opponent(), convention) == player
            });
            if wins { player } else { player.opponent() }
        };
        self.known.insert(key, winner);
        winner
    }
}

impl<R: Hints> Oracle<R> for BruteForce<'_, R> {
    fn ending(
        &mut self,
        at: &R::Position,
        player: Player,
        convention: Convention,
    ) -> Result<Option<Ending>, PlayError> {
        Ok(Some(Ending::Won(self.winner(at, player, convention))))
    }
}

/// An oracle by brute force.
struct Asked<'a, R>(&'a R);

impl<'a, R: Hints> Oracles<'a, R> for Asked<'a, R> {
    fn endgames(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        None
    }

    fn everything(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        Some(Box::new(BruteForce::new(self.0)))
    }
}

fn search<R: Hints>(
    rules: &R,
    position: &R::Position,
    player: Player,
    convention: Convention,
) -> (bool, R::Position) {
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves);
    let turn = Turn { rules, player, convention, moves: &moves, history: std::slice::from_ref(position) };
    let found = AlphaBeta::new(Thinking::default()).search(&turn, &Budget::unlimited()).unwrap();
    let after = turn.after(found.chosen);
    (found.wins.expect("all is decided at full depth"), after)
}

/// Alpha-beta to the end, in positions met by random play.
fn agrees_with_brute_force<R: Hints + Named>(text: &str) {
    let (rules, start) = R::open("", text).unwrap();
    let mut brute_force = BruteForce::new(&rules);
    let mut random = Random::new(5);
    for _ in 0..6 {
        let (mut position, mut player) = (start.clone(), Player::BOTH[random.below(2)]);
        loop {
            let mut moves = Vec::new();
            rules.moves(&position, player, &mut moves);
            if moves.is_empty() {
                break;
            }
            for convention in [Convention::Normal, Convention::Misere] {
                let wins = brute_force.winner(&position, player, convention) == player;
                let (found, after) = search(&rules, &position, player, convention);
                let shown = format!("{} {player} {convention}", rules.show(&position));
                assert_eq!(found, wins, "{shown}");
                if wins {
                    let winner = brute_force.winner(&after, player.opponent(), convention);
                    assert_eq!(winner, player, "a move that wins, {shown}");
                }
            }
            let mv = moves.swap_remove(random.below(moves.len()));
            position = rules.play(&position, player, &mv);
            player = player.opponent();
        }
    }
}

#[test]
fn alpha_beta_to_the_end_agrees_with_brute_force() {
    agrees_with_brute_force::<Legionnaires<1>>("4x4");
    agrees_with_brute_force::<Legionnaires<1>>("5x5:10");
    agrees_with_brute_force::<Legionnaires<1>>("W.W/.../B.B");
    agrees_with_brute_force::<Domineering<1>>("4x4");
    agrees_with_brute_force::<Clobber<1>>("3x3");
    agrees_with_brute_force::<Cram<1>>("3x4");
    agrees_with_brute_force::<Snort<1>>("2x4");
    agrees_with_brute_force::<Nim>("3,4,5");
    agrees_with_brute_force::<ToadsAndFrogs>("TT..FF/T.F");
}

/// Perfect play from a won position, as either player, against every agent.
fn never_loses_what_is_won<R: Hints + Named>(text: &str, games: u64) {
    let (rules, start) = R::open("", text).unwrap();
    let mut brute_force = BruteForce::new(&rules);
    let mut tried = 0;
    for (first, convention) in [
        (Player::Left, Convention::Normal),
        (Player::Right, Convention::Normal),
        (Player::Left, Convention::Misere),
    ] {
        let winner = brute_force.winner(&start, first, convention);
        for opponent in ["random", "fewest-replies", "alpha-beta", "perfect"] {
            let spec = AgentSpec::parse(opponent, &Words::default()).unwrap();
            let mut opponent = spec.agent(&rules, &Asked(&rules)).unwrap();
            let mut perfect = Perfect::new(Box::new(BruteForce::new(&rules)));
            for game in 0..games {
                perfect.begin(seed_of(1, game));
                opponent.begin(seed_of(2, game));
                let agents: [&mut dyn Agent<R>; 2] = match winner {
                    Player::Left => [&mut perfect, &mut *opponent],
                    Player::Right => [&mut *opponent, &mut perfect],
                };
                let terms = Terms { first, convention, longest: None };
                let played =
                    referee(&rules, &start, &terms, agents, &mut Budget::unlimited().meter()).unwrap();
                assert_eq!(played.ending, Ending::Won(winner), "{text}, {first} first, {convention} play");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 12 * games);
}

#[test]
fn perfect_play_never_loses_what_is_won() {
    never_loses_what_is_won::<Legionnaires<1>>("4x4", 20);
    never_loses_what_is_won::<Legionnaires<1>>("5x5:10", 10);
    never_loses_what_is_won::<Nim>("3,4,5", 20);
    never_loses_what_is_won::<Nim>("1,4,5", 20);
    never_loses_what_is_won::<Domineering<1>>("3x4", 10);
    never_loses_what_is_won::<Domineering<1>>("4x4", 5);
    never_loses_what_is_won::<Cram<1>>("3x4", 10);
}

#[test]
fn a_lost_player_leaves_the_smallest_share_of_winning_replies() {
    // Of Nim 1,4,5 every move loses, but not to every reply.
    let start = Nim.parse("1,4,5").unwrap();
    let mut moves = Vec::new();
    Nim.moves(&start, Player::Left, &mut moves);
    let turn = Turn {
        rules: &Nim,
        player: Player::Left,
        convention: Convention::Normal,
        moves: &moves,
        history: std::slice::from_ref(&start),
    };
    let mut perfect = Perfect::new(Box::new(BruteForce::new(&Nim)));
    let share = |i: usize| {
        let after = turn.after(i);
        let (mut replies, mut brute_force) = (Vec::new(), BruteForce::new(&Nim));
        Nim.moves(&after, Player::Right, &mut replies);
        let next = replies.iter().map(|reply| Nim.play(&after, Player::Right, reply));
        let winning =
            next.filter(|next| brute_force.winner(next, Player::Left, Convention::Normal) == Player::Right);
        1000 * winning.count() / replies.len()
    };
    let least = (0..moves.len()).map(share).min().unwrap();
    for seed in 0..20 {
        Agent::<Nim>::begin(&mut perfect, seed);
        let chosen = perfect.choose(&turn, &Budget::unlimited()).unwrap();
        assert_eq!(share(chosen), least, "{:?}", moves[chosen]);
    }
}

#[test]
fn games_can_be_played_again() {
    let (rules, start) = Legionnaires::<1>::open("", "6x6").unwrap();
    let terms = Terms { first: Player::Right, convention: Convention::Normal, longest: None };
    for name in ["random", "fewest-replies", "mobility", "alpha-beta:nodes=500", "alpha-beta:depth=3"] {
        let spec = AgentSpec::parse(name, &Words::default()).unwrap();
        let mut left = spec.agent(&rules, &NoOracles).unwrap();
        let mut play = |seed: u64| {
            let mut right = Scored::fewest_replies();
            left.begin(seed);
            right.begin(seed + 1);
            let meter = &mut Budget::unlimited().meter();
            referee(&rules, &start, &terms, [&mut *left, &mut right], meter).unwrap().moves
        };
        let games: Vec<_> = (0..20).map(&mut play).collect();
        let again: Vec<_> = (0..20).rev().map(&mut play).collect();
        assert!(games.iter().eq(again.iter().rev()), "{name}");
        assert!(games.iter().any(|game| *game != games[0]), "{name} always plays the same");
    }
}

#[test]
fn a_search_heeds_its_budget() {
    let (rules, start) = Legionnaires::<1>::open("", "8x8").unwrap();
    let mut moves = Vec::new();
    rules.moves(&start, Player::Right, &mut moves);
    let history = std::slice::from_ref(&start);
    let turn =
        Turn { rules: &rules, player: Player::Right, convention: Convention::Normal, moves: &moves, history };
    let nodes = Thinking { nodes: Some(1000), ..Thinking::default() };
    let found = AlphaBeta::new(nodes).search(&turn, &Budget::unlimited()).unwrap();
    assert!(found.depth >= 1 && found.nodes <= 1001, "{found:?}");
    let stopped = Budget::unlimited();
    stopped.stop();
    let error = AlphaBeta::new(Thinking::default()).search(&turn, &stopped).unwrap_err();
    assert_eq!(error, PlayError::Exhausted(Exhausted::Stopped));
    let tight = Budget::unlimited().nodes(5000).memory(0);
    let error = AlphaBeta::new(Thinking::default()).search(&turn, &tight).unwrap_err();
    assert_eq!(error, PlayError::Exhausted(Exhausted::Nodes(5000)));
}

#[test]
fn who_needs_to_know_says_so_when_nobody_does() {
    struct Nobody;
    impl Oracle<Nim> for Nobody {
        fn ending(
            &mut self,
            _: &<Nim as Rules>::Position,
            _: Player,
            _: Convention,
        ) -> Result<Option<Ending>, PlayError> {
            Ok(None)
        }
    }
    let start = Nim.parse("3").unwrap();
    let mut moves = Vec::new();
    Nim.moves(&start, Player::Left, &mut moves);
    let history = std::slice::from_ref(&start);
    let turn =
        Turn { rules: &Nim, player: Player::Left, convention: Convention::Normal, moves: &moves, history };
    let error = Perfect::new(Box::new(Nobody)).choose(&turn, &Budget::unlimited()).unwrap_err();
    assert_eq!(error, PlayError::Unknown);
    assert!(AgentSpec::Perfect.agent(&Nim, &NoOracles).is_none());
}
