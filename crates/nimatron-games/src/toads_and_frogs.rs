//! Toads and Frogs: Left's toads move right, Right's frogs move left, one step to an empty square, or by a
//! jump over one enemy to the empty square just behind it.
//!
//! ```text
//! T T . F F  L►  T . T F F  R►  T F T . F     the first frog jumped over the second toad
//! ```
//!
//! Richard Guy's game, in Berlekamp, Conway, Guy, *Winning Ways*, chapters 1 and 5.

use nimatron_rules::{
    About, Bits, Cell, Entry, Hints, Named, Notation, NotationError, Parts, Player, Promises, Rules, Short,
    Step, Touch, Turns, View,
};

/// The rules of Toads and Frogs.
#[derive(Clone, Copy, Default, Debug)]
pub struct ToadsAndFrogs;

/// One or several strips, laid end to end with a wall between them, with at most 64 squares and walls. A
/// square that is neither toad nor frog nor free is a wall, and so is everything beyond the ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Strips {
    toads: Bits<1>,
    frogs: Bits<1>,
    free: Bits<1>,
}

impl Strips {
    /// All squares that are not walls.
    fn squares(self) -> Bits<1> {
        self.toads | self.frogs | self.free
    }

    /// Keeps only these squares; the others become walls.
    fn within(self, squares: Bits<1>) -> Self {
        Strips { toads: self.toads & squares, frogs: self.frogs & squares, free: self.free & squares }
    }

    /// Moved down to the first square.
    fn to_start(self) -> Self {
        let first = self.squares().first().unwrap_or(0);
        Strips { toads: self.toads.down(first), frogs: self.frogs.down(first), free: self.free.down(first) }
    }

    /// Reversed, with toads and frogs exchanged.
    fn negative(self) -> Self {
        let reversed = |bits: Bits<1>| Bits::from_words(bits.words().map(u64::reverse_bits));
        let strips =
            Strips { toads: reversed(self.frogs), frogs: reversed(self.toads), free: reversed(self.free) };
        strips.to_start()
    }

    /// The toads or frogs that can step, and those that can jump.
    #[inline]
    fn movers(&self, player: Player) -> [Bits<1>; 2] {
        let Strips { toads, frogs, free } = *self;
        match player {
            Player::Left => [toads & free.down(1), toads & frogs.down(1) & free.down(2)],
            Player::Right => [frogs & free.up(1), frogs & toads.up(1) & free.up(2)],
        }
    }

    /// Toads and frogs that will never move and over which nobody will ever jump, as far as one pass can see;
    /// more may be found when these have become walls. With `|` for a wall:
    ///
    /// - a toad just before a wall and a frog just behind one, `T|` and `|F`;
    /// - a toad and a frog face to face with no room behind either, `TTFF`, `|TFF`, `TTF|` or `|TF|`: neither
    ///   can jump as long as the other pair stays, and these wait for the inner two.
    fn dead(self) -> Bits<1> {
        let walls = !self.squares();
        let Strips { toads, frogs, .. } = self;
        // A set shifted by one says for each square whether its neighbour is in the set.
        let wall_before = walls.up(1) | Bits::square(0);
        let wall_behind = walls.down(1) | Bits::square(63);
        let wall_beyond = wall_behind.down(1) | Bits::square(63);
        let facing = toads & frogs.down(1);
        let stuck = facing & (toads.up(1) | wall_before) & (frogs.down(2) | wall_beyond);
        (toads & wall_behind) | (frogs & wall_before) | stuck | stuck.up(1)
    }

    /// The strips one by one, each as the numbers of its squares.
    fn each(self) -> Vec<std::ops::Range<usize>> {
        let squares = self.squares();
        let end = squares.last().map_or(0, |last| last + 1);
        let walls = (0..end).filter(|&square| !squares.contains(square));
        let (mut strips, mut start) = (Vec::new(), 0);
        for wall in walls.chain([end]) {
            strips.push(start..wall);
            start = wall + 1;
        }
        strips
    }
}

impl Rules for ToadsAndFrogs {
    type Position = Strips;
    type Move = Step;

    fn moves(&self, strips: &Strips, player: Player, out: &mut Vec<Step>) {
        for (length, movers) in [1, 2].into_iter().zip(strips.movers(player)) {
            out.extend(movers.iter().map(|from| match player {
                Player::Left => Step::new(from, from + length),
                Player::Right => Step::new(from, from - length),
            }));
        }
    }

    fn play(&self, strips: &Strips, player: Player, step: &Step) -> Strips {
        let (both, mut after) = (step.squares(), *strips);
        after.free = after.free ^ both;
        match player {
            Player::Left => after.toads = after.toads ^ both,
            Player::Right => after.frogs = after.frogs ^ both,
        }
        after
    }

    fn mobility(&self, strips: &Strips, player: Player) -> u32 {
        strips.movers(player).map(Bits::count).iter().sum()
    }

    /// The stretches between walls where a player can move, with dead pieces as walls. Frogs and toads that
    /// have all passed each other are separated, too.
    fn parts(&self, strips: &Strips) -> Parts<Strips> {
        let mut strips = *strips;
        loop {
            let dead = strips.dead();
            if dead.is_empty() {
                break;
            }
            strips = strips.within(!dead);
        }
        let mut parts = Parts::new();
        let mut push = |part: Strips| {
            if !(part.toads | part.frogs).is_empty() && !part.free.is_empty() {
                parts.push(part.to_start());
            }
        };
        for stretch in strips.each() {
            let squares: Bits<1> = stretch.clone().collect();
            let part = strips.within(squares);
            let first_toad = part.toads.first().unwrap_or(stretch.end);
            let last_frog = part.frogs.last();
            if last_frog.is_none_or(|frog| frog < first_toad) {
                push(
                    part.within((stretch.start..last_frog.map_or(stretch.start, |frog| frog + 1)).collect()),
                );
                push(part.within((first_toad..stretch.end).collect()));
            } else {
                push(part);
            }
        }
        parts
    }

    fn normal(&self, strips: &Strips) -> Strips {
        strips.to_start()
    }

    /// Reversed, with toads and frogs exchanged, it has the negative value.
    fn normal_up_to_sign(&self, strips: &Strips) -> (Strips, bool) {
        let (itself, negative) = (strips.to_start(), strips.negative());
        if negative < itself { (negative, true) } else { (itself, false) }
    }
}

impl Short for ToadsAndFrogs {
    /// The total distance of all pieces from the end they move to.
    fn moves_left(&self, strips: &Strips) -> u32 {
        let distance = |strip: std::ops::Range<usize>| {
            let toads = strip.clone().filter(|&square| strips.toads.contains(square));
            let frogs = strip.clone().filter(|&square| strips.frogs.contains(square));
            let distances =
                toads.map(|toad| strip.end - 1 - toad).chain(frogs.map(|frog| frog - strip.start));
            distances.sum::<usize>() as u32
        };
        strips.each().into_iter().map(distance).sum()
    }
}

impl Turns for ToadsAndFrogs {}

impl Hints for ToadsAndFrogs {}

impl Named for ToadsAndFrogs {
    const ABOUT: About = About {
        name: "toads-and-frogs",
        title: "Toads and Frogs",
        goal: "Make the last step or jump.",
        about: "Left's toads go right, Right's frogs go left: one step to an empty square, or a jump over \
                exactly one enemy to the empty square just behind it.",
        positions: "`TT..FF`: T a toad, F a frog, . an empty square, a number that many of them. Several strips: \
                    `T.F/TT.FF`. A move names the squares from the left, 1 first: 2-3 or 2-4; with several \
                    strips the strip first: 1:2-3.",
        start: "TTT..FFF",
        starts: &["TT..FF", "TTT..FFF"],
        players: ["Toads", "Frogs"],
        pieces: &[('T', "toad"), ('F', "frog")],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Strips), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        Ok((ToadsAndFrogs, ToadsAndFrogs.parse(position)?))
    }
}

impl Notation for ToadsAndFrogs {
    fn parse(&self, text: &str) -> Result<Strips, NotationError> {
        let text = Self::ABOUT.or_start(text);
        let mut strips = Strips { toads: Bits::EMPTY, frogs: Bits::EMPTY, free: Bits::EMPTY };
        let (mut square, mut strip_is_empty) = (0, true);
        let mut chars = text.char_indices().peekable();
        while let Some((at, letter)) = chars.next() {
            let mut end = at + letter.len_utf8();
            let (set, mut run) = match letter {
                'T' | 't' => (Some(&mut strips.toads), 1),
                'F' | 'f' => (Some(&mut strips.frogs), 1),
                '.' => (Some(&mut strips.free), 1),
                '0'..='9' => {
                    while chars.next_if(|(_, digit)| digit.is_ascii_digit()).is_some() {
                        end += 1;
                    }
                    (Some(&mut strips.free), text[at..end].parse().unwrap_or(usize::MAX))
                }
                '/' if !strip_is_empty && chars.peek().is_some() => (None, 1),
                '/' => return Err(NotationError::new(at..end, "a strip without squares")),
                _ => {
                    let message = format!("`{}` is no square", letter.escape_default());
                    return Err(
                        NotationError::new(at..end, message).expected("`T`, `F`, `.`, a number or `/`")
                    );
                }
            };
            if run == 0 {
                return Err(NotationError::new(at..end, "a run of no squares"));
            }
            if run > Bits::<1>::ROOM - square {
                return Err(NotationError::new(at..end, "there is room for 64 squares, `/` among them"));
            }
            strip_is_empty = set.is_none();
            if let Some(set) = set {
                while run > 0 {
                    set.insert(square);
                    (square, run) = (square + 1, run - 1);
                }
            } else {
                square += 1;
            }
        }
        if square == 0 {
            return Err(NotationError::new(0..0, "no squares").expected("a strip, as T..F"));
        }
        Ok(strips)
    }

    fn view(&self, strips: &Strips) -> View {
        let cell = |square| {
            if strips.toads.contains(square) {
                Cell::piece(Player::Left, 'T')
            } else if strips.frogs.contains(square) {
                Cell::piece(Player::Right, 'F')
            } else {
                Cell::Empty
            }
        };
        View::Strips(strips.each().into_iter().map(|strip| strip.map(cell).collect()).collect())
    }

    fn show_move(&self, strips: &Strips, _: Player, step: &Step) -> String {
        let each = strips.each();
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let number = each.iter().position(|strip| strip.contains(&from)).unwrap_or(0);
        let start = each[number].start;
        let name = format!("{}-{}", from - start + 1, to - start + 1);
        if each.len() == 1 { name } else { format!("{}:{name}", number + 1) }
    }

    fn touch(&self, strips: &Strips, _: Player, step: &Step) -> Touch {
        // The squares between strips are not shown.
        let shown: Vec<usize> = strips.each().into_iter().flatten().collect();
        let place = |square: u8| shown.iter().position(|shown| *shown == usize::from(square));
        Touch::squares([step.from, step.to].into_iter().filter_map(place).collect())
    }
}

/// The entry of Toads and Frogs.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<ToadsAndFrogs>::partizan())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, player: Player) -> Vec<String> {
        let strips = ToadsAndFrogs.parse(text).unwrap();
        let mut moves = Vec::new();
        ToadsAndFrogs.moves(&strips, player, &mut moves);
        moves.iter().map(|mv| ToadsAndFrogs.show_move(&strips, player, mv)).collect()
    }

    fn parts(text: &str) -> Vec<String> {
        let strips = ToadsAndFrogs.parse(text).unwrap();
        ToadsAndFrogs.parts(&strips).iter().map(|part| ToadsAndFrogs.show(part)).collect()
    }

    #[test]
    fn toads_step_and_jump_over_one_frog() {
        assert_eq!(names("T.F", Player::Left), ["1-2"]);
        assert_eq!(names("TF.", Player::Left), ["1-3"]);
        assert_eq!(names("TF.", Player::Right), [""; 0]);
        assert_eq!(names("TT.", Player::Left), ["2-3"]);
        assert_eq!(names("TFF.", Player::Left), [""; 0]);
        assert_eq!(names(".TF", Player::Right), ["3-1"]);
    }

    #[test]
    fn nobody_leaves_the_strip() {
        assert_eq!(names(".T/.F", Player::Left), [""; 0]);
        assert_eq!(names("TF/.", Player::Left), [""; 0]);
        assert_eq!(names("T./F", Player::Right), [""; 0]);
        assert_eq!(names("T./.T.", Player::Left), ["1:1-2", "2:2-3"]);
    }

    #[test]
    fn the_dead_are_walls() {
        assert_eq!(parts("T..TTFF..F"), ["T..", "..F"]);
        assert_eq!(parts("FF.T"), [""; 0]);
        assert_eq!(parts("TF"), [""; 0]);
        assert_eq!(parts("T.TTF"), ["T."]);
        assert_eq!(parts("TFF.F"), [".F"]);
        assert_eq!(parts("TF."), ["TF."]);
    }

    #[test]
    fn those_who_have_passed_are_parted() {
        assert_eq!(parts(".F.T."), [".F", "T."]);
        assert_eq!(parts(".T..F"), [".T..F"]);
        assert_eq!(parts("..T.."), ["T.."]);
        assert_eq!(parts("T.F/TT.F"), ["T.F", "TT.F"]);
    }

    #[test]
    fn strips_of_64_squares_have_walls_at_both_ends() {
        let text = format!("T{}F", ".".repeat(62));
        assert_eq!(parts(&text), std::slice::from_ref(&text));
        assert_eq!(parts(&format!("{}TF", ".".repeat(62))), [format!("{}TF", ".".repeat(62))]);
        assert_eq!(parts(&format!("{}TTF", ".".repeat(61))), [""; 0]);
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |text: &str| ToadsAndFrogs.parse(text).unwrap_err().at;
        assert_eq!(fault("T.x"), 2..3);
        assert_eq!(fault("T.//F"), 3..4);
        assert_eq!(fault("T./"), 2..3);
        assert_eq!(fault("T99F"), 1..3);
        assert_eq!(fault("T0F"), 1..2);
        assert_eq!(fault(""), 0..0);
        assert!(ToadsAndFrogs.parse(&".".repeat(100_000_000)).is_err());
        assert_eq!(ToadsAndFrogs.parse("T3F"), ToadsAndFrogs.parse("t...f"));
    }
}
