//! In which order moves are tried: what was good before comes first.

use nimatron_rules::{Player, Ranked, Turns};

/// What one thread remembers of moves, whatever the position.
pub(super) struct Order<R: Turns> {
    /// How often quiet moves of a number were the best of their list, for each player.
    history: [Vec<i16>; 2],
    /// The quiet move that refuted one of that number last, for each player.
    replies: [Vec<Option<R::Move>>; 2],
    /// The quiet moves that refuted something last, on each ply.
    killers: Vec<[Option<R::Move>; 2]>,
}

/// A move to try.
#[derive(Clone)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) rank: i32,
    /// Its number in the list of the game.
    pub(super) number: u16,
}

/// Moves are told apart by so many numbers.
const NUMBERS: usize = 1 << 16;
/// No history counts more.
const MOST: i32 = 8000;

impl<R: Turns> Order<R> {
    /// Moves of this rank and above are urgent: what was best in an earlier search, or captures and the like.
    pub(super) const URGENT: i32 = 100_000;
    /// Quiet moves above this rank have been good before.
    pub(super) const GOOD: i32 = 2000;

    pub(super) fn new() -> Self {
        let mut order = Order {
            history: [Vec::new(), Vec::new()],
            replies: [Vec::new(), Vec::new()],
            killers: Vec::new(),
        };
        order.clear();
        order
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for player in 0..2 {
            self.history[player].clear();
            self.history[player].resize(NUMBERS, 0);
            self.replies[player].clear();
            self.replies[player].resize_with(NUMBERS, || None);
        }
        self.killers.clear();
    }

    /// A new search begins, from another position.
    pub(super) fn grow_older(&mut self) {
        self.killers.clear();
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
    }

    /// Appends these moves, in the order of the game, with their ranks in this search.
    pub(super) fn rank(
        &self,
        rules: &R,
        moves: &mut Vec<Ranked<R::Move>>,
        (player, ply): (Player, usize),
        last: Option<usize>,
        hint: Option<u16>,
        out: &mut Vec<Candidate<R::Move>>,
    ) {
        let history = &self.history[player.index()];
        let killers = self.killers.get(ply);
        let reply = last.and_then(|last| self.replies[player.index()][last % NUMBERS].as_ref());
        let start = out.len();
        out.extend(moves.drain(..).enumerate().map(|(number, Ranked { mv, rank })| {
            let rank = if rank > 0 {
                Self::URGENT + rank
            } else {
                let is_killer =
                    killers.is_some_and(|killers| killers.iter().flatten().any(|killer| *killer == mv));
                let bonus = if is_killer { 30_000 } else { 0 } + if reply == Some(&mv) { 20_000 } else { 0 };
                bonus + i32::from(history[rules.move_number(&mv) % NUMBERS])
            };
            Candidate { mv, rank, number: u16::try_from(number).unwrap_or(u16::MAX) }
        }));
        if let Some(best) = hint.and_then(|hint| out.get_mut(start + usize::from(hint))) {
            best.rank = i32::MAX;
        }
    }

    /// Learns that a quiet move refuted a position where others were tried before it.
    pub(super) fn learn(
        &mut self,
        rules: &R,
        best: &R::Move,
        tried: &[Candidate<R::Move>],
        (player, ply, depth): (Player, usize, i32),
        last: Option<usize>,
    ) {
        let bonus = (16 * depth * depth).min(1600);
        let history = &mut self.history[player.index()];
        let mut change = |mv: &R::Move, by: i32| {
            let count = &mut history[rules.move_number(mv) % NUMBERS];
            // The nearer to the limit, the less it counts: so it never gets there.
            *count = (i32::from(*count) + by - i32::from(*count) * by.abs() / MOST) as i16;
        };
        change(best, bonus);
        for other in tried.iter().filter(|other| other.rank < Self::URGENT && other.mv != *best) {
            change(&other.mv, -bonus / 2);
        }
        if let Some(last) = last {
            self.replies[player.index()][last % NUMBERS] = Some(best.clone());
        }
        if self.killers.len() <= ply {
            self.killers.resize_with(ply + 1, || [None, None]);
        }
        let killers = &mut self.killers[ply];
        if killers[0].as_ref() != Some(best) {
            killers.swap(0, 1);
            killers[0] = Some(best.clone());
        }
    }
}
