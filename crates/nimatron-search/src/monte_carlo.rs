//! Monte-Carlo agents: they play random games to the end and count who wins.

use nimatron_rules::{Budget, Ending, Hints, Player};
use web_time::Instant;

use crate::{Agent, Engine, Insight, Options, PlayError, Random, Thinking, Turn, Weighed};

/// The three Monte-Carlo agents (King and Peterson 2014, Sections 6 and 7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bandit {
    /// Every move is an arm of a bandit (UCB1, Auer et al. 2002); no tree is grown.
    Flat,
    /// Grows a tree, and adds the heuristic value of a position divided by its visits to UCB1 (Equation 2).
    /// When a position is expanded, all positions after it get their heuristic value, so that those that look
    /// best are tried first.
    Hybrid,
    /// The same, but a simulation also counts for moves that were made later in it by the same player.
    Amaf,
}

/// The settings of a Monte-Carlo agent.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulating {
    /// The kind of agent.
    pub bandit: Bandit,
    /// The exploration constant `C`.
    pub exploration: f64,
    /// The factor by which the heuristic value, in points, is multiplied before it is added.
    pub guidance: f64,
    /// The limits per move; nodes are simulations.
    pub thinking: Thinking,
    /// After this number of full turns it plays as LEONIDAS with alpha-beta, to this depth.
    pub switch: Option<(usize, u32)>,
}

impl Simulating {
    /// The default number of simulations per move.
    pub const SIMULATIONS: u64 = 1000;
    /// The hybrids of the paper switch after this number of full turns.
    pub const SWITCH: usize = 15;
    /// The depth of their search after that.
    pub const DEPTH: u32 = 3;
}

/// Longer games count as draws in simulations.
const LONGEST: usize = 4000;
/// The agent reports after this many simulations, then after twice as many, and so on.
const FIRST_TOLD: u32 = 256;

/// Plays random games, and then the move that did best in them.
pub struct MonteCarlo<'e, R: Hints> {
    how: Simulating,
    heuristic: Weighed<R>,
    then: Engine<'e, R>,
    random: Random,
    tree: Vec<Node<R>>,
}

struct Node<R: Hints> {
    /// The move that leads here, made by the opponent of the player to move.
    mv: R::Move,
    visits: u32,
    /// The points of the player who made the move: a win counts one, a draw half.
    wins: f64,
    /// The heuristic value for the player who made the move, times the guidance.
    value: f64,
    /// The nodes after it, if it was expanded: the first, and their number.
    children: Option<(usize, usize)>,
}

impl<'e, R: Hints + 'e> MonteCarlo<'e, R> {
    /// An agent with these settings, guided by these weights for the heuristics of the game.
    #[must_use]
    pub fn new(rules: &R, how: Simulating, weights: &[(String, f64)]) -> Self {
        let depth = how.switch.map_or(Simulating::DEPTH, |(_, depth)| depth);
        let thinking = Thinking { depth: Some(depth), ..Thinking::default() };
        let heuristic = Weighed::new(rules, weights);
        let then =
            Engine::new(Options::LEONIDAS, thinking).evaluation(Box::new(Weighed::new(rules, weights)));
        MonteCarlo { how, heuristic, then, random: Random::new(0), tree: Vec::new() }
    }

    /// Whether heuristic values are used.
    fn is_guided(&self) -> bool {
        self.how.bandit != Bandit::Flat && self.how.guidance != 0.0
    }

    /// How promising a child is, by Equation 2. A child that was not tried counts as if it had been lost
    /// once.
    fn promise(&self, child: &Node<R>, visits: u32) -> f64 {
        let own = f64::from(child.visits.max(1));
        let explored = (2.0 * f64::from(visits.max(1)).ln() / own).sqrt();
        child.wins / own + child.value / own + self.how.exploration * explored
    }

    /// The child to try next: the most promising one, but without heuristic values a child that was not
    /// tried, if there is one.
    fn select(&mut self, (first, count): (usize, usize), visits: u32) -> usize {
        let untried = self.tree[first..first + count].iter().filter(|child| child.visits == 0).count();
        if untried > 0 && !self.is_guided() {
            let number = self.random.below(untried);
            let children = (first..first + count).filter(|&child| self.tree[child].visits == 0);
            return { children }.nth(number).unwrap_or(first);
        }
        let promise = |child: usize| self.promise(&self.tree[child], visits);
        let better = |best: (f64, usize), child: usize| {
            let promise = promise(child);
            if promise > best.0 { (promise, child) } else { best }
        };
        (first..first + count).fold((f64::NEG_INFINITY, first), better).1
    }

    /// Makes the children of a position with their heuristic values.
    fn expand(
        &mut self,
        rules: &R,
        position: &R::Position,
        player: Player,
        moves: impl Iterator<Item = R::Move>,
    ) -> (usize, usize) {
        let first = self.tree.len();
        let is_guided = self.is_guided();
        for mv in moves {
            let mut value = 0.0;
            if is_guided {
                let after = rules.play(position, player, &mv);
                value = self.how.guidance * self.heuristic.sum(rules, &after, player);
            }
            self.tree.push(Node { mv, visits: 0, wins: 0.0, value, children: None });
        }
        (first, self.tree.len() - first)
    }

    /// Plays one game: down the tree, one step out of it, and randomly to the end.
    fn simulate(&mut self, turn: &Turn<'_, R>, roots: (usize, usize), visits: u32) {
        let rules = turn.rules;
        let (mut position, mut player) = (turn.position().clone(), turn.player);
        let (mut children, mut above) = (roots, visits);
        let mut path: Vec<(usize, (usize, usize), Player)> = Vec::new();
        // The moves that were made, and who made them.
        let mut made: Vec<(Player, R::Move)> = Vec::new();
        let remembers = self.how.bandit == Bandit::Amaf;

        // 1. Down the tree.
        let mut ending = None;
        while ending.is_none() {
            let child = self.select(children, above);
            path.push((child, children, player));
            let mv = self.tree[child].mv.clone();
            position = rules.play(&position, player, &mv);
            if remembers {
                made.push((player, mv));
            }
            let is_new = self.tree[child].visits == 0;
            player = player.opponent();
            ending = rules.ending(&position, player, turn.convention);
            if is_new || self.how.bandit == Bandit::Flat || ending.is_some() {
                break;
            }
            children = match self.tree[child].children {
                Some(children) => children,
                None => {
                    let mut moves = Vec::new();
                    rules.moves(&position, player, &mut moves);
                    let children = self.expand(rules, &position, player, moves.into_iter());
                    self.tree[child].children = Some(children);
                    children
                }
            };
            if children.1 == 0 {
                break;
            }
            above = self.tree[child].visits;
        }

        // 2. Randomly to the end.
        for _ in 0..LONGEST {
            if ending.is_some() {
                break;
            }
            let random = &mut self.random;
            let Some(mv) = rules.any_move(&position, player, &mut |count| random.below(count)) else {
                // A player who cannot move has lost, unless the rules say otherwise.
                let winner = turn.convention.winner_if_stuck(player);
                ending = Some(Ending::Won(winner));
                break;
            };
            position = rules.play(&position, player, &mv);
            if remembers {
                made.push((player, mv));
            }
            player = player.opponent();
            ending = rules.ending(&position, player, turn.convention);
        }

        // 3. The result is counted.
        let score = |player: Player| match ending {
            Some(Ending::Won(winner)) => f64::from(u8::from(winner == player)),
            _ => 0.5,
        };
        for (depth, (child, (first, count), mover)) in path.into_iter().enumerate() {
            let result = score(mover);
            self.tree[child].visits += 1;
            self.tree[child].wins += result;
            if !remembers {
                continue;
            }
            let number = |mv: &R::Move| rules.move_number(mv);
            let mut later: Vec<usize> =
                made[depth..].iter().filter(|(by, _)| *by == mover).map(|(_, mv)| number(mv)).collect();
            later.sort_unstable();
            for sibling in (first..first + count).filter(|sibling| *sibling != child) {
                let node = &self.tree[sibling];
                let also = |(by, mv): &(Player, R::Move)| *by == mover && *mv == node.mv;
                let again = node.visits > 0
                    && later.binary_search(&number(&node.mv)).is_ok()
                    && made[depth..].iter().any(also);
                if again {
                    self.tree[sibling].visits += 1;
                    self.tree[sibling].wins += result;
                }
            }
        }
    }

    /// The move to play. With heuristic values it is the move with the highest share of won games and, of
    /// several, the one that was tried more often: moves that look good are tried often, and where games also
    /// count for moves that were made later, so are moves that can be made late. Without heuristic values it
    /// is the move that was tried most often and, of several, the one that won more.
    fn best(&self, (first, count): (usize, usize)) -> usize {
        let is_guided = self.is_guided();
        let key = |node: &Node<R>| {
            let visits = f64::from(node.visits);
            let share = if node.visits == 0 { -1.0 } else { node.wins / visits };
            if is_guided { (share, visits) } else { (visits, node.wins) }
        };
        let best = self.tree[first..first + count].iter().enumerate().max_by(|(_, one), (_, other)| {
            key(one).partial_cmp(&key(other)).unwrap_or(std::cmp::Ordering::Equal)
        });
        best.map_or(0, |(index, _)| index)
    }

    /// The state after a number of games: the best moves, and the share of games that the first of them won.
    fn insight(&self, roots: (usize, usize), simulations: u32) -> Insight<R::Move> {
        let chosen = self.best(roots);
        let share = |node: &Node<R>| node.wins / f64::from(node.visits.max(1));
        // An agent that always wins is about ten pieces ahead.
        let score = (1000.0 * (2.0 * share(&self.tree[roots.0 + chosen]) - 1.0)) as i32;
        let mut line = Vec::new();
        let mut children = Some(roots);
        while let Some((first, count)) = children.filter(|(_, count)| *count > 0) {
            let node = &self.tree[first + self.best((first, count))];
            if node.visits == 0 {
                break;
            }
            line.push(node.mv.clone());
            children = node.children;
        }
        let (depth, nodes) = (line.len() as u32, simulations.into());
        Insight { chosen, score, proved: None, depth, line, nodes }
    }

    /// Plays games until the time is over, and chooses. It reports less and less often, and at the end.
    fn search(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<usize, PlayError> {
        let deadline = self.how.thinking.time.and_then(|time| Instant::now().checked_add(time));
        let most = self.how.thinking.nodes.unwrap_or(u64::MAX);
        let mut meter = budget.meter();
        self.tree.clear();
        let roots = self.expand(turn.rules, turn.position(), turn.player, turn.moves.iter().cloned());
        let mut simulations = 0u32;
        while u64::from(simulations) < most && simulations < u32::MAX {
            self.simulate(turn, roots, simulations);
            simulations += 1;
            // A game takes hundreds of moves.
            let mut spent = meter.tick();
            if simulations.is_multiple_of(8) {
                let memory = self.tree.len() * size_of::<Node<R>>();
                spent = spent.and_then(|()| meter.flush()).and_then(|()| budget.check_memory(memory));
            }
            if let Err(error) = spent {
                tell(&self.insight(roots, simulations));
                return Err(error.into());
            }
            if simulations.is_power_of_two() && simulations >= FIRST_TOLD {
                tell(&self.insight(roots, simulations));
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        tell(&self.insight(roots, simulations));
        Ok(self.best(roots))
    }
}

impl<'e, R: Hints + 'e> Agent<R> for MonteCarlo<'e, R> {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.then.begin(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        self.think(turn, budget, &mut |_| {})
    }

    fn think(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<usize, PlayError> {
        if turn.moves.len() == 1 {
            return Ok(0);
        }
        let full_turns = (turn.history.len() - 1) / 2;
        match self.how.switch {
            Some((turns, _)) if full_turns >= turns => Ok(self.then.think(turn, budget, tell)?.chosen),
            _ => self.search(turn, budget, tell),
        }
    }

    fn set_thinking(&mut self, thinking: Thinking) {
        self.how.thinking = thinking;
    }
}

#[cfg(test)]
mod tests {
    use nimatron_games::epaminondas::Epaminondas;
    use nimatron_rules::{Convention, Named, Rules};

    use super::*;

    fn hybrid(bandit: Bandit, simulations: u64, guidance: f64) -> Simulating {
        let thinking = Thinking { nodes: Some(simulations), ..Thinking::default() };
        Simulating { bandit, exploration: 1.0, guidance, thinking, switch: None }
    }

    #[test]
    fn the_first_simulation_of_a_hybrid_goes_to_the_move_that_looks_best() {
        let (rules, position) =
            Epaminondas::<1>::open("", "b1b2b2/2bb2b1/8/1b1ww3/4b3/2w5/1w2w3/w2w1ww1").unwrap();
        for player in Player::BOTH {
            let mut moves = Vec::new();
            rules.moves(&position, player, &mut moves);
            let heuristic = Weighed::new(&rules, &[]);
            let value = |mv| heuristic.sum(&rules, &rules.play(&position, player, mv), player);
            let best = moves.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
            let history = [position];
            let turn = Turn {
                rules: &rules,
                player,
                convention: Convention::Normal,
                moves: &moves,
                history: &history,
            };
            for bandit in [Bandit::Hybrid, Bandit::Amaf] {
                let mut agent = MonteCarlo::new(&rules, hybrid(bandit, 1, 1.0), &[]);
                agent.begin(1);
                let chosen = agent.choose(&turn, &Budget::unlimited()).unwrap();
                assert_eq!(value(&moves[chosen]), best);
            }
        }
    }

    #[test]
    fn hybrids_play_what_won_most_and_others_what_was_tried_most() {
        let (rules, position) = Epaminondas::<1>::open("", "5x5").unwrap();
        let mut moves = Vec::new();
        rules.moves(&position, Player::Left, &mut moves);
        let tried = [(9, 5.0), (4, 3.0), (0, 0.0), (8, 6.0)];
        let best = |bandit, guidance| {
            let mut agent = MonteCarlo::new(&rules, hybrid(bandit, 1, guidance), &[]);
            let nodes = moves.iter().cloned().zip(tried);
            agent.tree = nodes
                .map(|(mv, (visits, wins))| Node { mv, visits, wins, value: 1.0, children: None })
                .collect();
            agent.best((0, tried.len()))
        };
        // Three of four and six of eight are the same share.
        assert_eq!([best(Bandit::Hybrid, 1.0), best(Bandit::Amaf, 1.0)], [3, 3]);
        assert_eq!([best(Bandit::Hybrid, 0.0), best(Bandit::Flat, 0.0)], [0, 0]);
    }

    #[test]
    fn without_guidance_every_move_is_tried_once_before_any_is_tried_again() {
        let (rules, position) = Epaminondas::<1>::open("", "5x5").unwrap();
        let mut moves = Vec::new();
        rules.moves(&position, Player::Left, &mut moves);
        let history = [position];
        let turn = Turn {
            rules: &rules,
            player: Player::Left,
            convention: Convention::Normal,
            moves: &moves,
            history: &history,
        };
        let mut agent = MonteCarlo::new(&rules, hybrid(Bandit::Hybrid, moves.len() as u64, 0.0), &[]);
        agent.begin(1);
        agent.choose(&turn, &Budget::unlimited()).unwrap();
        assert!(agent.tree.len() == moves.len() && agent.tree.iter().all(|node| node.visits == 1));
    }
}
