//! The order in which moves are tried: moves that were good before come first.

use nimatron_rules::{Hints, Player, Ranked};

/// What one thread remembers about moves, independent of the position.
pub(super) struct Order<R: Hints> {
    /// How often quiet moves of a number were the best of their list, for each player.
    history: [Vec<i16>; 2],
    /// The last quiet move that refuted a move with that number, for each player.
    replies: [Vec<Option<R::Move>>; 2],
    /// The last quiet moves that caused cutoffs, on each ply.
    killers: Vec<[Option<R::Move>; 2]>,
}

/// A move to try.
#[derive(Clone)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) rank: i32,
    /// Its number or, in games that do not find moves by numbers, its index in the list of the game.
    pub(super) number: u16,
}

/// Takes candidates from the end of a list, best first.
pub(super) struct Queue {
    /// The index of the next candidate.
    next: usize,
    /// The candidates up to here have a positive rank, and so are the best.
    good: usize,
    /// The number of other candidates that were taken.
    taken: usize,
}

impl Queue {
    /// All candidates from `start` on.
    pub(super) fn new<M>(start: usize, candidates: &mut [Candidate<M>]) -> Self {
        let mut good = start;
        for i in start..candidates.len() {
            if candidates[i].rank > 0 {
                candidates.swap(good, i);
                good += 1;
            }
        }
        Queue { next: start, good, taken: 0 }
    }

    pub(super) fn is_empty<M>(&self, candidates: &[Candidate<M>]) -> bool {
        self.next == candidates.len()
    }

    /// The best of the remaining candidates. There must be at least one.
    pub(super) fn next<M: Clone>(&mut self, candidates: &mut [Candidate<M>]) -> Candidate<M> {
        let left = if self.next < self.good {
            &mut candidates[self.next..self.good]
        } else {
            self.taken += 1;
            &mut candidates[self.next..]
        };
        // When many have failed, the rest are sorted.
        match self.taken {
            0..9 => {
                let best = (0..left.len()).max_by_key(|&at| left[at].rank).expect("some are left");
                left.swap(0, best);
            }
            9 => left.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.rank)),
            _ => {}
        }
        self.next += 1;
        left[0].clone()
    }
}

/// The number of different move numbers.
const NUMBERS: usize = 1 << 16;
/// The maximum of a history count.
const MOST: i32 = 8000;

impl<R: Hints> Order<R> {
    /// Moves with at least this rank are urgent: the best move of an earlier search, or captures and the
    /// like.
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
        }
        self.killers.clear();
    }

    /// A new search begins, from another position.
    pub(super) fn grow_older(&mut self) {
        self.killers.clear();
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
    }

    /// The quiet moves that are likely to cause a cutoff: two killers, and a reply to the last move.
    fn likely(&self, (player, ply): (Player, usize), last: Option<usize>) -> [Option<&R::Move>; 3] {
        let [first, second] = match self.killers.get(ply) {
            Some([first, second]) => [first.as_ref(), second.as_ref()],
            None => [None, None],
        };
        [first, second, last.and_then(|last| self.replies[player.index()].get(last % NUMBERS)?.as_ref())]
    }

    /// How good a quiet move with this number was for a player.
    #[inline]
    pub(super) fn history_of(&self, player: Player, number: usize) -> i32 {
        self.history[player.index()][number % NUMBERS].into()
    }

    /// The rank of a quiet move.
    #[inline]
    fn rank_of(&self, mv: &R::Move, number: usize, player: Player, likely: &[Option<&R::Move>; 3]) -> i32 {
        let is = |i: usize| likely[i] == Some(mv);
        let bonus = if is(0) || is(1) { 30_000 } else { 0 } + if is(2) { 20_000 } else { 0 };
        bonus + self.history_of(player, number)
    }

    /// Appends these moves with their ranks in this search.
    pub(super) fn rank(
        &self,
        rules: &R,
        moves: &mut Vec<Ranked<R::Move>>,
        place: (Player, usize),
        last: Option<usize>,
        hint: Option<u16>,
        out: &mut Vec<Candidate<R::Move>>,
    ) {
        let likely = self.likely(place, last);
        let by_number = rules.finds_moves_by_number();
        let start = out.len();
        out.extend(moves.drain(..).enumerate().map(|(i, Ranked { mv, rank })| {
            let number = rules.move_number(&mv);
            let rank =
                if rank > 0 { Self::URGENT + rank } else { self.rank_of(&mv, number, place.0, &likely) };
            Candidate {
                mv,
                rank,
                number: u16::try_from(if by_number { number } else { i }).unwrap_or(u16::MAX),
            }
        }));
        let best = hint.and_then(|hint| out[start..].iter_mut().find(|candidate| candidate.number == hint));
        if let Some(best) = best {
            best.rank = i32::MAX;
        }
    }

    /// Appends the moves that are tried first, if moves are found by their numbers: these urgent moves, the
    /// best move of an earlier search, and moves that are likely to cause a cutoff.
    pub(super) fn rank_first(
        &self,
        (rules, position): (&R, &R::Position),
        sharp: &mut Vec<Ranked<R::Move>>,
        place: (Player, usize),
        last: Option<usize>,
        hint: Option<u16>,
        out: &mut Vec<Candidate<R::Move>>,
    ) {
        let start = out.len();
        self.rank(rules, sharp, place, None, hint, out);
        let mut add = |number: usize, rank: &dyn Fn(&R::Move) -> i32| {
            let number = u16::try_from(number).unwrap_or(u16::MAX);
            if out[start..].iter().all(|candidate| candidate.number != number)
                && let Some(mv) = rules.move_of_number(position, place.0, number.into())
            {
                let rank = rank(&mv);
                out.push(Candidate { mv, rank, number });
            }
        };
        if let Some(hint) = hint {
            add(hint.into(), &|_| i32::MAX);
        }
        let likely = self.likely(place, last);
        for mv in likely.into_iter().flatten() {
            let number = rules.move_number(mv);
            add(number, &|mv| self.rank_of(mv, number, place.0, &likely));
        }
    }

    /// Appends the quiet moves that `rank_first` did not append after `start`.
    pub(super) fn rank_rest(
        &self,
        rules: &R,
        moves: &mut Vec<Ranked<R::Move>>,
        player: Player,
        start: usize,
        out: &mut Vec<Candidate<R::Move>>,
    ) {
        // At most the hint and three likely moves.
        let mut listed = [u16::MAX; 4];
        let others = out[start..]
            .iter()
            .filter(|candidate| candidate.rank < Self::URGENT || candidate.rank == i32::MAX);
        listed.iter_mut().zip(others).for_each(|(slot, candidate)| *slot = candidate.number);
        for Ranked { mv, rank } in moves.drain(..) {
            let number = rules.move_number(&mv);
            if rank == 0 && listed.iter().all(|listed| usize::from(*listed) != number) {
                let rank = self.history_of(player, number);
                out.push(Candidate { mv, rank, number: u16::try_from(number).unwrap_or(u16::MAX) });
            }
        }
    }

    /// Learns that a quiet move caused a cutoff after others were tried before it.
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
            // The nearer to the limit, the less it counts, so the limit is never reached.
            *count = (i32::from(*count) + by - i32::from(*count) * by.abs() / MOST) as i16;
        };
        change(best, bonus);
        for other in tried.iter().filter(|other| other.rank < Self::URGENT && other.mv != *best) {
            change(&other.mv, -bonus / 2);
        }
        if let Some(last) = last {
            // Most games number no moves, and need no list of all numbers.
            let (replies, last) = (&mut self.replies[player.index()], last % NUMBERS);
            if replies.len() <= last {
                replies.resize_with((last + 1).next_power_of_two(), || None);
            }
            replies[last] = Some(best.clone());
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
