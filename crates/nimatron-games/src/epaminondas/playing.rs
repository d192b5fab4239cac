//! Hints for engines that play Epaminondas and Crossings.

use nimatron_rules::{
    Bits, Convention, Ending, Evaluation, Heuristic, HeuristicSum, Hints, Material, Player, Ranked, Rules,
    Step, Stones, Turns,
};
use smallvec::SmallVec;

use super::evaluation::{self, Tuned};
use super::glance::Glance;
use super::marches::{DIRECTIONS, along, stride};
use super::{Change, Phalanxes, Symmetry, heuristics};

/// The number that is xored to the key when Right is to move.
const RIGHT_TO_MOVE: u128 = 0xA076_1D64_78BD_642F_E703_7ED1_A0B4_28DB;

/// The rank of a crossing in a search for urgent moves, in hundredths of a stone: less than a capture,
/// because it has to be answered at once and mostly is.
const CROSSING: i32 = 50;

/// Lines of stones: where they end, their direction, their length minus one, and the cumulative number of
/// trials.
type Lines<const N: usize> = SmallVec<[(Bits<N>, usize, isize, usize); 24]>;

/// A player with fewer stones may be in zugzwang: every move may spoil something.
const FEW: u32 = 8;

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// Whether the player has won at the start of a turn: by more crossed stones than the enemy, or because
    /// the enemy has no stones.
    #[inline]
    pub(super) fn has_won(&self, stones: &Stones<N>, player: Player) -> bool {
        let (_, enemy) = stones.own_and_enemy(player);
        let across = self.crossed(stones, player);
        let leads = || across.count() > self.crossed(stones, player.opponent()).count();
        (!across.is_empty() && leads()) || enemy.is_empty()
    }

    /// Whether a stone can take a step to an empty square, which is nearly always so.
    #[inline]
    fn can_step(&self, stones: &Stones<N>, player: Player) -> bool {
        let (movable, _) = self.movable_and_takable(stones, player);
        let empty = self.all.without(stones.left | stones.right);
        // Forward first: that is nearly always possible.
        let free = |moved: Bits<N>| !(moved & empty).is_empty();
        let ways = &self.ways;
        free(ways.step::<0>(movable))
            || free(ways.step::<4>(movable))
            || free(ways.step::<2>(movable))
            || free(ways.step::<6>(movable))
            || free(ways.step::<1>(movable))
            || free(ways.step::<3>(movable))
            || free(ways.step::<5>(movable))
            || free(ways.step::<7>(movable))
    }

    /// Whether the player will have lost unless the next move prevents it.
    #[inline]
    fn is_pressed(&self, stones: &Stones<N>, player: Player) -> bool {
        let enemies = self.crossed(stones, player.opponent());
        !enemies.is_empty() && enemies.count() > self.crossed(stones, player).count()
    }

    /// The rank of a move that takes this number of stones or crosses.
    #[inline]
    fn rank(goal: Bits<N>, step: Step, line: usize) -> i32 {
        let taken = if CROSSINGS { line.min(1) } else { line };
        let crosses = goal.contains(step.to.into()) && !goal.contains(step.from.into());
        100 * taken as i32 + if crosses { CROSSING } else { 0 }
    }

    /// The minimum number of stones that a move with at least this rank takes, if it takes any; `None` if no
    /// move on this board has such a rank.
    fn captures_for(&self, least: i32) -> Option<usize> {
        // A phalanx is longer than the line that it takes, and both lie on one line of the board.
        let longest = self.grid.rows().max(self.grid.cols());
        let most = if CROSSINGS { 1 } else { (longest.saturating_sub(1) / 2).max(1) };
        // A capture that also crosses gains half a stone more.
        let taken = least.saturating_add(99 - CROSSING).max(100) as usize / 100;
        if taken > most {
            return None;
        }
        Some(if CROSSINGS { 1 } else { taken })
    }

    /// The number of enemies in a line from this square on.
    #[inline]
    fn line(&self, enemy: Bits<N>, head: usize, direction: usize) -> usize {
        let delta = self.squares.deltas[direction];
        let on = |steps: isize| (head as isize + steps * delta) as usize;
        let room = isize::from(self.squares.edge[direction][head]);
        (0..=room).take_while(|&steps| enemy.contains(on(steps))).count()
    }

    /// Removes the moves that the rule of symmetry forbids, from this index on.
    fn keep_allowed(&self, stones: &Stones<N>, player: Player, from: usize, out: &mut Vec<Ranked<Step>>) {
        if self.symmetry != Symmetry::None {
            let moves = out.split_off(from);
            out.extend(moves.into_iter().filter(|ranked| self.allows(stones, player, &ranked.mv)));
        }
    }

    /// Appends the lines of two, three, … stones along an axis.
    #[inline]
    fn lines_along<const D: usize>(&self, movable: Bits<N>, trials: &mut usize, lines: &mut Lines<N>) {
        let mut line = movable;
        for distance in 1.. {
            line = line & self.ways.step::<D>(line);
            if line.is_empty() {
                break;
            }
            *trials += 2 * line.count() as usize;
            lines.push((line, D, distance, *trials));
        }
    }

    /// The number of moves of the stone on this square along a direction as the rear of a phalanx, and the
    /// target of the first of them.
    #[inline]
    fn marches_of(
        &self,
        rear: usize,
        direction: usize,
        movable: Bits<N>,
        (own, enemy, takable): (Bits<N>, Bits<N>, Bits<N>),
    ) -> (usize, usize) {
        let delta = self.squares.deltas[direction];
        let room = usize::from(self.squares.edge[direction][rear]);
        let on = |steps: usize| (rear as isize + steps as isize * delta) as usize;
        let mut marching = 1;
        while marching <= room && movable.contains(on(marching)) {
            marching += 1;
        }
        let mut count = 0;
        while count < marching && marching + count <= room {
            let square = on(marching + count);
            if own.contains(square) {
                break;
            }
            if enemy.contains(square) {
                let line =
                    (marching + count..=room).take_while(|&steps| enemy.contains(on(steps))).take(marching);
                if takable.contains(square) && line.count() < marching {
                    count += 1;
                }
                break;
            }
            count += 1;
        }
        (count, on(marching))
    }
}

impl<const N: usize, const CROSSINGS: bool> Turns for Phalanxes<N, CROSSINGS> {
    #[inline]
    fn ending(&self, stones: &Stones<N>, player: Player, convention: Convention) -> Option<Ending> {
        // In misère play, the player who would win loses.
        let won = |player: Player| Some(Ending::Won(convention.winner_if_stuck(player.opponent())));
        let (own, _) = stones.own_and_enemy(player);
        if self.has_won(stones, player) {
            won(player)
        } else {
            // A step to an empty square can only be forbidden by the rule of symmetry.
            let steps = self.symmetry == Symmetry::None && self.can_step(stones, player);
            let stuck = own.is_empty() || (!steps && self.mobility(stones, player) == 0);
            if stuck { won(player.opponent()) } else { None }
        }
    }
}

impl<const N: usize, const CROSSINGS: bool> Hints for Phalanxes<N, CROSSINGS> {
    fn heuristics(&self) -> Vec<Heuristic<Self>> {
        heuristics::of()
    }

    fn heuristic_sum(&self, weights: &[f64]) -> Option<Box<dyn HeuristicSum<Self>>> {
        Some(Box::new(Glance::new(self, weights.try_into().ok()?)))
    }

    fn evaluation(&self) -> Box<dyn Evaluation<Self>> {
        Box::new(Tuned::new(self, &evaluation::WEIGHTS))
    }

    fn features(&self, stones: &Stones<N>, player: Player) -> Option<Vec<i32>> {
        Some(self.counted(stones, player))
    }

    fn weights(&self) -> Vec<i32> {
        evaluation::WEIGHTS.to_vec()
    }

    fn weighted(&self, weights: &[i32]) -> Option<Box<dyn Evaluation<Self>>> {
        Some(Box::new(Tuned::new(self, weights.try_into().ok()?)))
    }

    /// Tries phalanxes and distances at random until a move is legal, so each move is equally likely.
    /// Phalanxes that are too short for the distance are not tried. If few moves are legal, it lists them.
    fn any_move(
        &self,
        stones: &Stones<N>,
        player: Player,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Step> {
        /// Listing the moves takes about as long as this number of trials.
        const TRIALS: usize = 40;
        let (movable, takable) = self.movable_and_takable(stones, player);
        let (own, enemy) = stones.own_and_enemy(player);
        if !movable.is_empty() && self.symmetry == Symmetry::None {
            // 1. The lines of two, three, … stones along each axis: where they end, and the cumulative number
            //    of trials. A single stone has eight directions, a line two.
            let single = 8 * movable.count() as usize;
            let mut lines: Lines<N> = SmallVec::new();
            let mut trials = single;
            along!(0 1 2 3; self.lines_along(movable, &mut trials, &mut lines));
            // 2. Trials.
            for _ in 0..TRIALS {
                let number = below(trials);
                let (rear, direction, distance) = if number < single {
                    (nth(movable, number / 8), number % 8, 0)
                } else {
                    let Some((line, direction, distance, end)) = lines.iter().find(|line| number < line.3)
                    else {
                        continue;
                    };
                    let number = end - 1 - number;
                    let end = nth(*line, number / 2);
                    match number % 2 {
                        0 => (end, direction + 4, *distance),
                        _ => {
                            let delta = self.squares.deltas[*direction];
                            ((end as isize - distance * delta) as usize, *direction, *distance)
                        }
                    }
                };
                let (marches, to) = self.marches_of(rear, direction, movable, (own, enemy, takable));
                if (distance as usize) < marches {
                    let head = to as isize + distance * self.squares.deltas[direction];
                    return Some(Step { from: rear as u8, to: head as u8 });
                }
            }
        }
        let mut moves = Vec::new();
        self.moves(stones, player, &mut moves);
        if moves.is_empty() { None } else { Some(moves.swap_remove(below(moves.len()))) }
    }

    fn ranked_moves(&self, stones: &Stones<N>, player: Player, out: &mut Vec<Ranked<Step>>) {
        let before = out.len();
        let (_, enemy) = stones.own_and_enemy(player);
        let goal = self.home(player.opponent());
        // Stones can only cross towards the goal.
        let (down, row) = if player == Player::Left { (-1, 0) } else { (1, self.grid.rows() - 1) };
        self.each_march(stones, player, |march| {
            let crosses = DIRECTIONS[march.direction].0 == down;
            let fronts = march.fronts.iter();
            if march.captures {
                fronts.for_each(|front| {
                    let mv = self.squares.step(&march, front);
                    let line = self.line(enemy, mv.to.into(), march.direction);
                    out.push(Ranked { mv, rank: Self::rank(goal, mv, line) });
                });
            } else if crosses {
                fronts.for_each(|front| {
                    let mv = self.squares.step(&march, front);
                    let rank = if usize::from(mv.to) / stride(N) == row { CROSSING } else { 0 };
                    out.push(Ranked { mv, rank });
                });
            } else {
                fronts.for_each(|front| out.push(Ranked { mv: self.squares.step(&march, front), rank: 0 }));
            }
        });
        self.keep_allowed(stones, player, before, out);
    }

    fn sharp_moves(&self, stones: &Stones<N>, player: Player, out: &mut Vec<Ranked<Step>>) {
        self.sharper_moves(stones, player, 1, out);
    }

    fn sharper_moves(&self, stones: &Stones<N>, player: Player, least: i32, out: &mut Vec<Ranked<Step>>) {
        let before = out.len();
        let goal = self.home(player.opponent());
        let Some(taken) = self.captures_for(least) else { return };
        self.each_sharp_march(stones, player, (least <= CROSSING, taken), |mv, line| {
            let rank = Self::rank(goal, mv, line);
            if rank >= least {
                out.push(Ranked { mv, rank });
            }
        });
        self.keep_allowed(stones, player, before, out);
    }

    /// Enemies that have crossed have to be taken or answered by a crossing.
    fn answers(&self, stones: &Stones<N>, player: Player, out: &mut Vec<Ranked<Step>>) -> bool {
        if !self.is_pressed(stones, player) {
            return false;
        }
        let before = out.len();
        self.sharp_moves(stones, player, out);
        let mut kept = before;
        for i in before..out.len() {
            let after = self.play(stones, player, &out[i].mv);
            if !self.is_pressed(&after, player) {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
        true
    }

    fn passing_is_bad(&self, stones: &Stones<N>, player: Player) -> bool {
        stones.own_and_enemy(player).0.count() >= FEW
    }

    fn key(&self, stones: &Stones<N>, player: Player) -> u128 {
        let sum = |bits: Bits<N>, keys: &[u128; 256]| bits.iter().fold(0, |sum, square| sum ^ keys[square]);
        let [left, right] = &self.squares.keys;
        let turn = if player == Player::Right { RIGHT_TO_MOVE } else { 0 };
        sum(stones.left, left) ^ sum(stones.right, right) ^ turn
    }

    #[inline]
    fn key_after(
        &self,
        mut key: u128,
        before: &Stones<N>,
        player: Player,
        step: &Step,
        _: &Stones<N>,
    ) -> u128 {
        let (own, enemy) = before.own_and_enemy(player);
        let (mine, theirs) =
            (&self.squares.keys[player.index()], &self.squares.keys[player.opponent().index()]);
        self.each_change(own, enemy, step, |change| match change {
            Change::Leaves(square) | Change::Arrives(square) => key ^= mine[square],
            Change::IsTaken(square) => key ^= theirs[square],
        });
        key ^ RIGHT_TO_MOVE
    }

    /// By the square where the head arrives and the one it comes from.
    #[inline]
    fn move_number(&self, step: &Step) -> usize {
        usize::from(step.from) << 8 | usize::from(step.to)
    }

    fn move_of_number(&self, stones: &Stones<N>, player: Player, number: usize) -> Option<Step> {
        let (from, to) = (number >> 8, number & 255);
        let (own, enemy) = stones.own_and_enemy(player);
        let (movable, takable) = self.movable_and_takable(stones, player);
        if !movable.contains(from) || !self.all.contains(to) || own.contains(to) {
            return None;
        }
        let (direction, length) = self.squares.direction(from, to);
        if to as isize - from as isize != length as isize * self.squares.deltas[direction] {
            return None;
        }
        let (marches, first) = self.marches_of(from, direction, movable, (own, enemy, takable));
        let marching = self.squares.direction(from, first).1;
        let step = Step { from: from as u8, to: to as u8 };
        let is_legal = (marching..marching + marches).contains(&length) && self.allows(stones, player, &step);
        is_legal.then_some(step)
    }

    fn finds_moves_by_number(&self) -> bool {
        true
    }

    /// The stones that march.
    fn pieces_of_move(&self, stones: &Stones<N>, player: Player, step: &Step) -> u32 {
        let (own, _) = stones.own_and_enemy(player);
        let (rear, head) = (usize::from(step.from), usize::from(step.to));
        let (direction, length) = self.squares.direction(rear, head);
        let on = |steps: usize| (rear as isize + steps as isize * self.squares.deltas[direction]) as usize;
        (0..length).take_while(|&steps| own.contains(on(steps))).count() as u32
    }

    /// A single stone takes none, so one stone against one never arises.
    fn material(&self) -> Option<Material> {
        let stones = (Self::full_rows(&self.grid) * self.grid.cols()) as u32;
        let squares = self.all.count();
        Some(Material { squares, most: [stones; 2], impossible: &[[1, 1]] })
    }
}

/// The square with this index in a set, counted from the lowest.
#[inline]
fn nth<const N: usize>(bits: Bits<N>, mut n: usize) -> usize {
    for (i, mut word) in bits.words().into_iter().enumerate() {
        let count = word.count_ones() as usize;
        if n < count {
            for _ in 0..n {
                word &= word - 1;
            }
            return 64 * i + word.trailing_zeros() as usize;
        }
        n -= count;
    }
    0
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use nimatron_rules::{Named, Notation};

    use super::super::{Crossings, Epaminondas};
    use super::*;

    fn random(seed: u64) -> impl FnMut(usize) -> usize {
        let mut seed = seed;
        move |limit| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        }
    }

    /// Plays random games and visits every position.
    fn each_position<const N: usize, const CROSSINGS: bool>(
        start: &str,
        plies: usize,
        mut visit: impl FnMut(&Phalanxes<N, CROSSINGS>, &Stones<N>, Player),
    ) {
        let (game, first) = Phalanxes::<N, CROSSINGS>::open("", start).unwrap();
        let mut below = random(7);
        let (mut stones, mut player) = (first, Player::Left);
        for _ in 0..plies {
            visit(&game, &stones, player);
            if game.ending(&stones, player, Convention::Normal).is_some() {
                (stones, player) = (first, Player::Left);
                continue;
            }
            let step = game.any_move(&stones, player, &mut below).unwrap();
            let after = game.play(&stones, player, &step);
            let key = game.key_after(game.key(&stones, player), &stones, player, &step, &after);
            assert_eq!(key, game.key(&after, player.opponent()));
            (stones, player) = (after, player.opponent());
        }
    }

    #[test]
    fn no_rank_asks_for_more_captures_than_a_line_has_room_for() {
        let (game, start) = Phalanxes::<3, false>::open("", "12x14").unwrap();
        // Seven stones take six on a line of 14 squares.
        assert_eq!(
            [100, 150, 151, 600, 650].map(|least| game.captures_for(least)),
            [1, 1, 2, 6, 6].map(Some)
        );
        for least in [651, 10_000, 999_870, i32::MAX] {
            assert_eq!(game.captures_for(least), None);
            let mut moves = Vec::new();
            game.sharper_moves(&start, Player::Left, least, &mut moves);
            assert!(moves.is_empty());
        }
        let (game, _) = Phalanxes::<1, true>::open("", "8x8").unwrap();
        assert_eq!(
            [i32::MIN, 150, 151, i32::MAX].map(|least| game.captures_for(least)),
            [Some(1), Some(1), None, None]
        );
    }

    fn sharp_moves_and_answers_are_those_of_the_list<const N: usize, const CROSSINGS: bool>(start: &str) {
        let mut pressed = 0;
        each_position::<N, CROSSINGS>(start, 3000, |game, stones, player| {
            if game.has_won(stones, player) {
                return;
            }
            let (_, enemy) = stones.own_and_enemy(player);
            let mut all = Vec::new();
            game.ranked_moves(stones, player, &mut all);
            let mut moves = Vec::new();
            game.moves(stones, player, &mut moves);
            assert!(all.iter().map(|ranked| ranked.mv).eq(moves.iter().copied()));
            let mut sharp = Vec::new();
            game.sharp_moves(stones, player, &mut sharp);
            let urgent = |ranked: &&Ranked<Step>| ranked.rank > 0;
            let sorted = |mut list: Vec<Ranked<Step>>| {
                list.sort_by_key(|ranked| ranked.mv);
                list
            };
            assert_eq!(sorted(sharp), sorted(all.iter().filter(urgent).copied().collect()));
            for least in [1, 50, 51, 100, 149, 150, 151, 200, 230, 300, 777, 999_870, i32::MAX] {
                let mut sharper = Vec::new();
                game.sharper_moves(stones, player, least, &mut sharper);
                let expected = all.iter().filter(|ranked| ranked.rank >= least).copied();
                assert_eq!(sorted(sharper), sorted(expected.collect()));
            }
            for ranked in &all {
                let after = game.play(stones, player, &ranked.mv);
                let taken = enemy.count() - after.own_and_enemy(player).1.count();
                let goal = game.home(player.opponent());
                let crosses = goal.contains(ranked.mv.to.into()) && !goal.contains(ranked.mv.from.into());
                assert_eq!(ranked.rank, 100 * taken as i32 + if crosses { CROSSING } else { 0 });
            }
            for number in (0..1 << 16).step_by(7) {
                let expected = moves.iter().find(|step| game.move_number(step) == number);
                assert_eq!(game.move_of_number(stones, player, number).as_ref(), expected);
            }
            for step in &moves {
                assert_eq!(game.move_of_number(stones, player, game.move_number(step)), Some(*step));
            }
            let mut answers = Vec::new();
            if game.ending(stones, player, Convention::Normal).is_none()
                && game.answers(stones, player, &mut answers)
            {
                pressed += 1;
                let opponent = player.opponent();
                let saves = |step: &&Step| {
                    game.ending(&game.play(stones, player, step), opponent, Convention::Normal)
                        != Some(Ending::Won(opponent))
                };
                let mut expected: Vec<Step> = moves.iter().filter(saves).copied().collect();
                let mut found: Vec<Step> = answers.iter().map(|ranked| ranked.mv).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{} {player}", game.show(stones));
            } else {
                assert!(answers.is_empty());
            }
        });
        assert!(pressed >= 5, "only {pressed} crossings had to be answered");
    }

    #[test]
    fn sharp_moves_and_answers_are_right() {
        sharp_moves_and_answers_are_those_of_the_list::<3, false>("12x14");
        sharp_moves_and_answers_are_those_of_the_list::<1, false>("5x5");
        sharp_moves_and_answers_are_those_of_the_list::<1, true>("8x8");
    }

    #[test]
    fn every_move_is_equally_likely() {
        let check = |moves: Vec<Step>, any: &mut dyn FnMut() -> Step| {
            let mut counts: HashMap<Step, u32> = moves.iter().map(|mv| (*mv, 0)).collect();
            let trials = 400 * moves.len() as u32;
            for _ in 0..trials {
                *counts.get_mut(&any()).expect("a legal move") += 1;
            }
            // 400 of each, give or take six times 20.
            assert!(counts.values().all(|count| (280..520).contains(count)), "{counts:?}");
        };
        let mut below = random(3);
        for position in [
            "start",
            "b3b7bb/1b1bb4b3b/3b6b2b/b3b1b3b2b/b4b3b1bb1/3b1w8/2b1w3w5/2ww3bw5/3w1w1w2w3/w1w3w7/4w1w3w1ww/5wwww3ww",
        ] {
            let (game, stones) = Epaminondas::<3>::open("", position).unwrap();
            let mut moves = Vec::new();
            game.moves(&stones, Player::Right, &mut moves);
            check(moves, &mut || game.any_move(&stones, Player::Right, &mut below).unwrap());
        }
        let (game, stones) = Crossings::<1>::open("", "wb6/w7/1www1b2/bb6/1b6/8/8/8").unwrap();
        for player in Player::BOTH {
            let mut moves = Vec::new();
            game.moves(&stones, player, &mut moves);
            check(moves, &mut || game.any_move(&stones, player, &mut below).unwrap());
        }
    }

    #[test]
    fn the_evaluation_need_not_be_made_anew() {
        let mut last: Option<(Stones<3>, Player)> = None;
        each_position::<3, false>("12x14", 2000, |game, stones, player| {
            let evaluation = game.evaluation();
            if let Some((before, mover)) = last {
                let mut moves = Vec::new();
                game.moves(&before, mover, &mut moves);
                for step in &moves {
                    let after = game.play(&before, mover, step);
                    let tally = evaluation.tally(game, &before);
                    let kept = evaluation.tally_after(game, tally, &before, mover, step, &after);
                    assert_eq!(kept, evaluation.tally(game, &after));
                }
            }
            last = Some((*stones, player));
        });
    }

    #[test]
    fn positions_with_exchanged_colours_are_worth_the_same() {
        each_position::<3, false>("12x14", 500, |game, stones, player| {
            let evaluation = game.evaluation();
            let opposite = |square| 11 * 16 + 13 - square;
            let turned = |bits: Bits<3>| -> Bits<3> { bits.iter().map(opposite).collect() };
            let other = Stones { left: turned(stones.right), right: turned(stones.left) };
            let guess = |stones: &Stones<3>, player| {
                evaluation.guess(game, stones, evaluation.tally(game, stones), player)
            };
            assert_eq!(guess(stones, player), guess(&other, player.opponent()));
        });
    }

    #[test]
    fn the_evaluation_is_the_weighted_sum_of_the_features() {
        each_position::<3, false>("12x14", 500, |game, stones, player| {
            let evaluation = game.evaluation();
            let features = game.features(stones, player).unwrap();
            let sum: i32 =
                features.iter().zip(evaluation::WEIGHTS).map(|(feature, weight)| feature * weight).sum();
            assert_eq!(evaluation.guess(game, stones, evaluation.tally(game, stones), player), sum);
        });
    }

    #[test]
    fn a_march_is_counted_once_for_each_of_its_stones() {
        let (game, stones) = Epaminondas::<4>::open("", "b.../..../..../www.").unwrap();
        let pieces = |name: &str| {
            let step = game.parse_move(&stones, Player::Left, name).unwrap();
            game.pieces_of_move(&stones, Player::Left, &step)
        };
        assert_eq!(["a1-d1", "b1-d1", "c1-d1", "c1-c2"].map(pieces), [3, 2, 1, 1]);
        let (game, _) = Epaminondas::<4>::open("", "start").unwrap();
        let material = game.material().unwrap();
        assert_eq!((material.squares, material.most), (168, [28, 28]));
    }
}
