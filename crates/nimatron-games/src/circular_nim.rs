//! Circular Nim: heaps around a circle; a move takes counters from up to K neighbouring heaps.
//!
//! ```text
//!    3   1           3   0
//!  5       4   ─►  5       2     2:1,2 takes 1 from heap 2 and 2 from heap 3
//!      1               1
//! ```
//!
//! Dufour and Heubach, *Circular Nim games*, Electronic Journal of Combinatorics 20(2) (2013), where it is CN(n,K).

use nimatron_rules::{
    About, Amount, Entry, HeapLayout, Hints, Impartial, Named, Notation, NotationError, Parts, Player,
    Promises, Representative, Rules, Short, Taking, Touch, Turns, View, read_heaps,
};
use smallvec::{SmallVec, smallvec};

/// The rules of Circular Nim.
#[derive(Clone, Copy, Debug)]
pub struct CircularNim {
    /// The number of neighbours that a move may touch.
    width: usize,
    amount: Amount,
}

/// The sizes of the heaps, in their order around the circle. A heap of 0 stays where it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Circle(SmallVec<[u32; 8]>);

/// Counters taken from neighbouring heaps.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    /// The first of the heaps, counted from 0. Something is taken from it.
    pub first: usize,
    /// The counters taken from it and from the heaps that follow; at least one from the last of them.
    pub counters: SmallVec<[u32; 4]>,
}

impl CircularNim {
    /// Circular Nim in which a move touches this number of neighbours; `None` if that number, or what is to
    /// be taken from each, is 0.
    #[must_use]
    pub fn new(width: usize, amount: Amount) -> Option<Self> {
        let senseless = width == 0 || matches!(amount, Amount::Each(0) | Amount::AtLeast(0));
        (!senseless).then_some(CircularNim { width, amount })
    }

    /// The number of neighbours that a move may touch.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of counters that a move takes.
    #[must_use]
    pub fn amount(&self) -> Amount {
        self.amount
    }

    /// What a move may take from a circle of this number of heaps.
    #[must_use]
    pub fn taking(&self, heaps: usize) -> Taking {
        let group = |first: usize, width: usize| (first..first + width).map(|i| i % heaps).collect();
        let groups = match self.amount {
            _ if self.width < heaps => (0..heaps).map(|first| group(first, self.width)).collect(),
            // All of them are neighbours, and there is one way to choose all.
            Amount::Any => vec![group(0, heaps)],
            _ if self.width == heaps => vec![group(0, heaps)],
            _ => Vec::new(),
        };
        Taking { groups, amount: self.amount }
    }

    /// With fewer counters than this, nothing is ever taken from a heap.
    fn least(&self) -> u32 {
        match self.amount {
            Amount::Any => 1,
            Amount::Each(least) | Amount::AtLeast(least) => least,
        }
    }

    /// Whether a move that takes from this number of heaps, starting with `first`, is named by that heap: if
    /// the move can also be seen as starting elsewhere, the first place counts.
    fn begins_at(&self, first: usize, counters: &[u32], heaps: usize) -> bool {
        let taken: SmallVec<[usize; 8]> =
            (0..counters.len()).filter(|&i| counters[i] > 0).map(|i| (first + i) % heaps).collect();
        let covers = |start: usize| taken.iter().all(|&i| (i + heaps - start) % heaps < self.width);
        taken.iter().all(|&start| start >= first || !covers(start))
    }

    /// Calls `visit` with what may be taken from `first` on, once for each move.
    fn each_from(&self, heaps: &[u32], first: usize, mut visit: impl FnMut(&[u32])) {
        let n = heaps.len();
        let width = self.width.min(n);
        let limits: SmallVec<[(u32, u32); 4]> = (0..width)
            .map(|i| match (self.amount, heaps[(first + i) % n]) {
                (Amount::Any, heap) => (u32::from(i == 0), heap),
                (Amount::Each(a), heap) => (a, heap.min(a)),
                (Amount::AtLeast(a), heap) => (a, heap),
            })
            .collect();
        if limits.iter().any(|(least, most)| least > most) {
            return;
        }
        let mut counters: SmallVec<[u32; 4]> = limits.iter().map(|(least, _)| *least).collect();
        loop {
            visit(&counters);
            // The next combination, like an odometer.
            let Some(i) = (0..width).rev().find(|&i| counters[i] < limits[i].1) else { return };
            counters[i] += 1;
            (i + 1..width).for_each(|i| counters[i] = limits[i].0);
        }
    }

    /// The heaps from which a group may begin.
    fn starts(&self, heaps: usize) -> std::ops::Range<usize> {
        match self.amount {
            Amount::Any => 0..heaps,
            _ if self.width < heaps => 0..heaps,
            _ => 0..usize::from(self.width == heaps),
        }
    }
}

impl Circle {
    /// Heaps of these sizes around a circle, if there are any, with at most 2³²−1 counters in total.
    #[must_use]
    pub fn new(sizes: impl IntoIterator<Item = u32>) -> Option<Self> {
        let heaps: SmallVec<[u32; 8]> = sizes.into_iter().collect();
        heaps.iter().try_fold(0u32, |sum, &heap| sum.checked_add(heap))?;
        (!heaps.is_empty()).then_some(Circle(heaps))
    }

    /// The sizes, in their order around the circle.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }

    /// The least of all rotations and reflections.
    #[must_use]
    pub fn least_image(&self) -> Self {
        let n = self.0.len();
        let at = |image: usize, i: usize| {
            let (start, forward) = (image / 2, image.is_multiple_of(2));
            self.0[if forward { start + i } else { start + n - i } % n]
        };
        let less = |a: &usize, b: &usize| (0..n).map(|i| at(*a, i)).cmp((0..n).map(|i| at(*b, i)));
        let least = (0..2 * n).min_by(less).unwrap_or(0);
        Circle((0..n).map(|i| at(least, i)).collect())
    }
}

impl Rules for CircularNim {
    type Position = Circle;
    type Move = Taken;

    fn moves(&self, circle: &Circle, _: Player, out: &mut Vec<Taken>) {
        let heaps = &circle.0;
        for first in self.starts(heaps.len()) {
            self.each_from(heaps, first, |counters| {
                if self.begins_at(first, counters, heaps.len()) {
                    let length = counters.iter().rposition(|&taken| taken > 0).map_or(0, |last| last + 1);
                    out.push(Taken { first, counters: SmallVec::from_slice(&counters[..length]) });
                }
            });
        }
    }

    fn play(&self, circle: &Circle, _: Player, taken: &Taken) -> Circle {
        let mut heaps = circle.0.clone();
        let n = heaps.len();
        for (i, counters) in taken.counters.iter().enumerate() {
            let heap = &mut heaps[(taken.first + i) % n];
            *heap = heap.saturating_sub(*counters);
        }
        Circle(heaps)
    }

    fn move_bound(&self, circle: &Circle, _: Player) -> u64 {
        self.most_moves(&circle.0)
    }

    /// The heaps between gaps that no move can bridge, each on its own circle with the other heaps empty.
    fn parts(&self, circle: &Circle) -> Parts<Circle> {
        let (heaps, n) = (&circle.0, circle.0.len());
        let alive: SmallVec<[usize; 8]> = (0..n).filter(|&i| heaps[i] >= self.least()).collect();
        // Two heaps this far apart, with nothing to take between them, are never part of one move.
        let apart = match self.amount {
            Amount::Any => self.width,
            _ => 2.min(self.width),
        };
        let distance = |k: usize| {
            let (from, to) = (alive[k], alive[(k + 1) % alive.len()]);
            if alive.len() == 1 { n } else { (to + n - from) % n }
        };
        let cuts: SmallVec<[usize; 8]> = (0..alive.len()).filter(|&k| distance(k) >= apart).collect();
        let part = |members: &mut dyn Iterator<Item = usize>| {
            let mut part: SmallVec<[u32; 8]> = smallvec![0; n];
            let mut count = 0;
            for i in members {
                part[i] = heaps[i];
                count += 1;
            }
            let is_dead = count == 0 || self.amount != Amount::Any && count < self.width;
            (!is_dead).then_some(Circle(part))
        };
        if cuts.is_empty() {
            return part(&mut alive.iter().copied()).into_iter().collect();
        }
        let between = |at: usize| {
            let (from, to) = (cuts[at], cuts[(at + 1) % cuts.len()]);
            let count = (to + alive.len() - from - 1) % alive.len() + 1;
            part(&mut (1..=count).map(|k| alive[(from + k) % alive.len()]))
        };
        (0..cuts.len()).filter_map(between).collect()
    }

    fn normal(&self, circle: &Circle) -> Circle {
        circle.least_image()
    }
}

impl Short for CircularNim {
    fn moves_left(&self, circle: &Circle) -> u32 {
        circle.0.iter().sum()
    }
}

impl Impartial for CircularNim {
    fn as_taking(&self, heaps: usize) -> Option<(Taking, Representative)> {
        let is_least = |sizes: &[u32]| {
            Circle::new(sizes.iter().copied()).is_some_and(|circle| circle.least_image() == circle)
        };
        Some((self.taking(heaps), is_least))
    }

    /// If every move is wide enough for all heaps of a part, a move can leave any number of counters, so the
    /// value is the number of counters. With K=1 every part is one heap, and that is Bouton's theorem.
    fn known_nimber(&self, part: &Circle) -> Option<u32> {
        let (heaps, n) = (&part.0, part.0.len());
        let fits = |first: usize| (0..n).all(|i| heaps[i] == 0 || (i + n - first) % n < self.width);
        let known = self.amount == Amount::Any && (0..n).any(fits);
        known.then(|| heaps.iter().sum())
    }
}

impl Turns for CircularNim {}

impl Hints for CircularNim {}

impl CircularNim {
    /// The maximum number of heaps.
    const MOST_HEAPS: usize = 1000;
    /// Positions with more moves are refused, because moves are listed.
    const MOST_MOVES: u64 = 10_000_000;

    /// A bound on the number of moves.
    fn most_moves(&self, heaps: &[u32]) -> u64 {
        let from = |first: usize| {
            (0..self.width.min(heaps.len())).fold(1u64, |product, i| {
                let heap = u64::from(heaps[(first + i) % heaps.len()]);
                product.saturating_mul(match self.amount {
                    Amount::Any => heap + u64::from(i > 0),
                    Amount::Each(_) => 1,
                    Amount::AtLeast(least) => (heap + 1).saturating_sub(least.into()),
                })
            })
        };
        self.starts(heaps.len()).map(from).fold(0, u64::saturating_add)
    }

    fn read_parameters(text: &str) -> Result<Self, NotationError> {
        let expected = "how many neighbours, as in 3, or 3,each=2 or 3,at-least=1";
        let fault = |at: std::ops::Range<usize>, message: &str| {
            let mut error = NotationError::new(at, message).expected(expected);
            error.in_parameters = true;
            error
        };
        if text.is_empty() {
            return Ok(CircularNim { width: 2, amount: Amount::Any });
        }
        let (width, rest) = text.split_once(',').map_or((text, None), |(width, rest)| (width, Some(rest)));
        let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0);
        let Some(width) = number(width) else {
            return Err(fault(0..width.len(), "no number of neighbours"));
        };
        let Some(rest) = rest else {
            return Ok(CircularNim { width: width as usize, amount: Amount::Any });
        };
        let at = text.len() - rest.len()..text.len();
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let Some(value) = number(value) else {
            return Err(fault(at, "no such variation"));
        };
        let amount = match name {
            "each" => Amount::Each(value),
            "at-least" => Amount::AtLeast(value),
            _ => return Err(fault(at, "no such variation")),
        };
        Ok(CircularNim { width: width as usize, amount })
    }
}

impl Named for CircularNim {
    const ABOUT: About = About {
        name: "circular-nim",
        title: "Circular Nim",
        goal: "Take the last counter.",
        about: "Heaps stand around a circle. A move chooses K neighbouring heaps and takes as many counters as one \
                likes from them, at least one in all.",
        positions: "The sizes of the heaps around the circle: `3,1,4,1,5`; a heap of 0 stays in its place. The move \
                    2:1,0,3 takes 1 from the second heap, none from the third and 3 from the fourth.",
        parameters: "circular-nim:K with the number K of neighbours that a move may touch, 2 if it is left out. Variations: \
                     circular-nim:K,each=A takes exactly A from each of the K heaps, circular-nim:K,at-least=A \
                     takes A or more from each.",
        start: "3,1,4,1,5",
        starts: &["2,3,4", "1,2,3,4,5,6"],
        heaps: HeapLayout::Circle,
        sample: "2",
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Circle), NotationError> {
        let rules = Self::read_parameters(parameters)?;
        let circle = rules.parse(position)?;
        Ok((rules, circle))
    }
}

impl Notation for CircularNim {
    fn parse(&self, text: &str) -> Result<Circle, NotationError> {
        let text = Self::ABOUT.or_start(text);
        let sizes = read_heaps(text, Self::MOST_HEAPS, "3,1,4")?;
        let all = 0..text.len();
        let too_many = || NotationError::new(all.clone(), "more than 4294967295 counters");
        let circle = Circle::new(sizes).ok_or_else(too_many)?;
        if self.most_moves(&circle.0) > Self::MOST_MOVES {
            let message = format!("more than {} moves", Self::MOST_MOVES);
            return Err(NotationError::new(all, message).expected("smaller heaps"));
        }
        Ok(circle)
    }

    fn parameters(&self) -> String {
        match self.amount {
            Amount::Any => self.width.to_string(),
            Amount::Each(a) => format!("{},each={a}", self.width),
            Amount::AtLeast(a) => format!("{},at-least={a}", self.width),
        }
    }

    fn view(&self, circle: &Circle) -> View {
        View::Heaps(circle.0.iter().map(|&heap| heap.into()).collect())
    }

    fn show_move(&self, _: &Circle, _: Player, taken: &Taken) -> String {
        let counters: Vec<_> = taken.counters.iter().map(u32::to_string).collect();
        format!("{}:{}", taken.first + 1, counters.join(","))
    }

    fn touch(&self, circle: &Circle, player: Player, taken: &Taken) -> Touch {
        let after = self.play(circle, player, taken);
        let changed = |heap: &usize| circle.0[*heap] != after.0[*heap];
        let squares: Vec<usize> = (0..circle.0.len()).filter(changed).collect();
        let leaves = match squares[..] {
            [heap] => Some(after.0[heap]).filter(|left| *left > 0),
            _ => return Touch::squares(squares),
        };
        Touch { leaves: Some(leaves.into_iter().map(u64::from).collect()), ..Touch::squares(squares) }
    }
}

/// The entry of Circular Nim.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<CircularNim>::impartial())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(parameters: &str, position: &str) -> Vec<String> {
        let (rules, circle) = CircularNim::open(parameters, position).unwrap();
        let mut moves = Vec::new();
        rules.moves(&circle, Player::Left, &mut moves);
        let played = moves.iter().map(|taken| rules.show(&rules.play(&circle, Player::Left, taken)));
        let mut after: Vec<_> = played.collect();
        after.sort();
        after.dedup();
        assert_eq!(after.len(), moves.len(), "each way to take comes once");
        moves.iter().map(|taken| rules.show_move(&circle, Player::Left, taken)).collect()
    }

    #[test]
    fn neighbours_are_taken_from_around_the_circle() {
        assert_eq!(moves("2", "1,1,1"), ["1:1", "1:1,1", "2:1", "2:1,1", "3:1", "3:1,1"]);
        assert_eq!(moves("2", "1,0,1,1"), ["1:1", "3:1", "3:1,1", "4:1", "4:1,1"]);
        assert_eq!(moves("3", "1,0,1,0").len(), 3);
        assert_eq!(moves("5", "1,1,1").len(), 7);
        // Of the 62 sets of some but not all of six heaps, those of 5 and the 3-sets 1,3,5 and 2,4,6 are too wide.
        assert_eq!(moves("4", "1,1,1,1,1,1").len(), 6 + 15 + 18 + 6);
    }

    #[test]
    fn the_variations_take_from_each() {
        assert_eq!(moves("2,each=2", "2,3,1,2"), ["1:2,2", "4:2,2"]);
        assert_eq!(moves("2,at-least=1", "2,1,0"), ["1:1,1", "1:2,1"]);
        assert_eq!(moves("3,at-least=1", "1,1,1"), ["1:1,1,1"]);
        assert!(moves("4,each=1", "1,1,1").is_empty());
    }

    #[test]
    fn gaps_make_parts_and_dead_heaps_none() {
        let parts = |parameters: &str, position: &str| {
            let (rules, circle) = CircularNim::open(parameters, position).unwrap();
            rules.parts(&circle).iter().map(|part| rules.show(part)).collect::<Vec<_>>()
        };
        assert_eq!(parts("2", "3,0,4,1,0"), ["0,0,4,1,0", "3,0,0,0,0"]);
        assert_eq!(parts("3", "3,0,4,1,0"), ["3,0,4,1,0"]);
        assert_eq!(parts("1", "3,4"), ["0,4", "3,0"]);
        assert_eq!(parts("2,each=2", "3,1,4,2,1,5"), ["0,0,4,2,0,0", "3,0,0,0,0,5"]);
        assert!(parts("2,at-least=2", "3,1,3,1").is_empty());
        assert!(parts("2", "0,0").is_empty());
    }

    #[test]
    fn rotations_and_reflections_have_one_normal_form() {
        let normal = |text: &str| {
            let (rules, circle) = CircularNim::open("2", text).unwrap();
            rules.show(&rules.normal(&circle))
        };
        for image in ["1,2,4,0", "2,4,0,1", "0,4,2,1", "1,0,4,2"] {
            assert_eq!(normal(image), "0,1,2,4");
        }
        assert_eq!(normal("0,2,1,4"), "0,2,1,4");
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |parameters: &str, position: &str| {
            let error = CircularNim::open(parameters, position).unwrap_err();
            (error.in_parameters, error.at)
        };
        assert_eq!(fault("0", "1,2"), (true, 0..1));
        assert_eq!(fault("x", "1,2"), (true, 0..1));
        assert_eq!(fault("3,some=2", "1,2"), (true, 2..8));
        assert_eq!(fault("3,each=0", "1,2"), (true, 2..8));
        assert_eq!(fault("3", "1,,2"), (false, 2..2));
        assert_eq!(fault("3", "1,99999999999"), (false, 2..13));
        assert_eq!(fault("3", "1000,1000,1000"), (false, 0..14));
    }
}
