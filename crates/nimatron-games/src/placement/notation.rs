//! How placement games are written.

use nimatron_rules::{
    About, Bits, Board, Cell, Gluing, Named, Notation, NotationError, Piece, Player, Surface, View,
};

use super::{Kinds, Placed, Placement, Put, Standing};

/// A hole, a closed square, a piece whose kind doesn't matter.
const MARKS: &str = "#-o";

/// A board as it was written.
struct Written<'a, const N: usize> {
    /// The text without the surface.
    text: &'a str,
    board: Board,
    surface: Surface<N>,
}

impl<'a, const N: usize> Written<'a, N> {
    fn read(kinds: &Kinds, text: &'a str) -> Result<Self, NotationError> {
        let (text, gluing) = Gluing::split(text)?;
        let letters: String = kinds.letters().iter().copied().chain(MARKS.chars()).collect();
        let board = Board::read(text, &letters)?;
        // A board that is too big is reported here.
        board.grid::<N>()?;
        let surface = Surface::new(board.rows(), board.cols(), gluing)
            .map_err(|error| NotationError::new(0..text.len(), error.to_string()))?;
        let holes = board.squares(surface.grid(), "#");
        Ok(Written { text, board, surface: surface.with_holes(holes) })
    }
}

impl<const N: usize> Placement<N> {
    /// The position that was written, if its pieces can have been placed in some order.
    fn position(&self, written: &Written<'_, N>) -> Result<Placed<N>, NotationError> {
        let grid = self.surface.grid();
        let mut standing = Standing::unnamed(self.kinds.count(), written.board.squares(grid, "o"));
        for (kind, letter) in self.kinds.letters().iter().enumerate() {
            let pieces: Bits<N> = written.board.squares(grid, &letter.to_string());
            pieces.iter().for_each(|square| standing.put(kind, square));
        }
        let occupied = standing.occupied();
        let mut closed = occupied | written.board.squares(grid, "-");
        let mut attacked = vec![Bits::EMPTY; Bits::<N>::ROOM];
        for square in occupied {
            if let Some(kind) = standing.kind(square) {
                attacked[square] = self.closed_beside(kind, square, occupied);
                closed = closed | attacked[square];
                attacked[square].remove(square);
            }
        }
        self.can_have_come(written, &standing, &attacked)?;
        Ok(Placed { free: self.surface.squares().without(closed), standing: Some(Box::new(standing)) })
    }

    /// A piece that attacks another came after it. So pieces that attack each other, or each the next around
    /// a circle, are impossible.
    fn can_have_come(
        &self,
        written: &Written<'_, N>,
        standing: &Standing<N>,
        attacked: &[Bits<N>],
    ) -> Result<(), NotationError> {
        let grid = self.surface.grid();
        let named = |square: usize| {
            let letter = standing.kind(square).map_or('o', |kind| self.kinds.letter(kind));
            format!("{letter} on {}", grid.name(square))
        };
        let at = |square: usize| {
            let (row, col) = grid.row_col(square);
            Board::place(written.text, row * grid.cols() + col)
        };
        // Removes pieces that attack none of the remaining ones, the earliest first.
        let mut left = standing.occupied();
        while let Some(earliest) = left.iter().find(|&square| (attacked[square] & left).is_empty()) {
            left.remove(earliest);
        }
        let mutual = |square: usize| {
            let other = (attacked[square] & left).iter().find(|&other| attacked[other].contains(square))?;
            Some((square, other))
        };
        if let Some((one, other)) = left.iter().find_map(mutual) {
            let message = format!("the {} and the {} attack each other", named(one), named(other));
            return Err(NotationError::new(at(other), message)
                .expected("pieces that can have been put one after the other"));
        }
        match left.first() {
            None => Ok(()),
            Some(first) => {
                let names: Vec<_> = left.iter().map(named).collect();
                let message = format!("of these none can have come first: the {}", names.join(", the "));
                Err(NotationError::new(at(first), message)
                    .expected("pieces that can have been put one after the other"))
            }
        }
    }
}

impl<const N: usize> Named for Placement<N> {
    const ABOUT: About = About {
        name: "placement",
        title: "Placement games",
        goal: "Place the last piece.",
        about: "A move puts a piece on a free square. That square and all that the piece attacks are closed from then on; what \
                it attacks that stands there already doesn't matter. Both players choose among the same kinds of pieces.",
        positions: "5x6 is the empty board of 5 rows and 6 columns; 5x6@torus, @cylinder, @mobius, @klein and @projective glue its \
                    sides. Left and right are glued on all of these, turned over on the last three, and top and \
                    bottom on the torus, the Klein bottle and the projective plane, turned over on the last. Or a board, rows \
                    from the top: `N../..-/.#.` with the letters of the pieces, `.` for the other squares, `-` for those that \
                    are closed (squares that the pieces attack need not be marked), `o` for a piece of whatever kind whose \
                    attacks are marked, `#` for a hole, where lines end. A move names its square, a1, with the letter of the \
                    piece before it if there are several kinds: Qa1.",
        parameters: "placement:N for the kinds of pieces, with + between them: placement:Q+R. A piece is written in Betza's \
                     notation: K Q R B N for the chessmen, W F D A H C Z G for leapers, (a,b) for any other leaper, twice the same \
                     for a rider (NN), a number for how often a leap is made (N3, R4), several in a row for a compound (BN), and \
                     before a letter f b l r v s for directions. On the board a kind has the first of its letters that no \
                     kind before it has. Lines go through older pieces unless it ends with ,blocked. The chessmen have names: kings, \
                     queens, rooks, bishops, knights. Knights if it is left out.",
        start: "5x5",
        starts: &["3x3", "4x6", "8x8"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Placed<N>), NotationError> {
        let kinds = Kinds::read(parameters)?;
        let written = Written::read(&kinds, Self::ABOUT.or_start(position))?;
        let rules = Placement::with(kinds, written.surface.clone());
        let placed = rules.position(&written)?;
        Ok((rules, placed))
    }
}

impl<const N: usize> Notation for Placement<N> {
    fn parse(&self, text: &str) -> Result<Placed<N>, NotationError> {
        let written = Written::read(&self.kinds, text)?;
        if written.surface != self.surface {
            let (rows, cols) = (self.surface.grid().rows(), self.surface.grid().cols());
            let message = format!("another board than the game's, {rows}x{cols}{}", self.surface.suffix());
            return Err(
                NotationError::new(0..text.len(), message).expected("the same size, surface and holes")
            );
        }
        self.position(&written)
    }

    fn can_be_turned(&self) -> bool {
        let is_square = matches!(self.surface.gluing(), Gluing::Plane | Gluing::Torus | Gluing::Projective);
        is_square && self.kinds.pieces().iter().all(Piece::is_symmetric)
    }

    fn parameters(&self) -> String {
        self.kinds.text()
    }

    fn view(&self, placed: &Placed<N>) -> View {
        let standing = placed.standing.as_deref();
        View::board(self.surface.grid(), |square| {
            let piece = |letter| Cell::Piece { owner: None, letter };
            match standing.and_then(|standing| standing.kind(square)) {
                Some(kind) => piece(self.kinds.letter(kind)),
                None if placed.occupied().contains(square) => piece('o'),
                None if placed.free.contains(square) => Cell::Empty,
                None if self.surface.squares().contains(square) => Cell::Attacked,
                None => Cell::Blocked,
            }
        })
    }

    fn show(&self, placed: &Placed<N>) -> String {
        self.view(placed).notation() + &self.surface.suffix()
    }

    fn show_move(&self, _: &Placed<N>, _: Player, put: &Put) -> String {
        let square = self.surface.grid().name(put.square.into());
        match self.kinds.count() {
            1 => square,
            _ => format!("{}{square}", self.kinds.letter(put.kind.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_rules::{Player, Rules};

    fn after(pieces: &str, board: &str, moves: &[&str]) -> String {
        let (rules, mut placed) = Placement::<1>::open(pieces, board).unwrap();
        for name in moves {
            let put = rules.parse_move(&placed, Player::Left, name).unwrap();
            placed = rules.play(&placed, Player::Left, &put);
        }
        rules.show(&placed)
    }

    #[test]
    fn pieces_close_what_they_attack() {
        assert_eq!(after("N", "4x4", &["b2"]), "-.-./...-/.N../...-");
        assert_eq!(after("Q", "3x3@torus", &["b2"]), "---/-Q-/---@torus");
        assert_eq!(after("R", "..#./....", &["a2"]), "R-#./-...");
        assert_eq!(after("fW", "3x1", &["a2"]), "-/f/.".replace('f', "W"));
    }

    #[test]
    fn lines_go_through_older_pieces_unless_they_are_blocked() {
        assert_eq!(after("N+R", "1x5", &["Nb1", "Ra1"]), "RN---");
        assert_eq!(after("N+R,blocked", "1x5", &["Nb1", "Ra1"]), "RN...");
    }

    #[test]
    fn what_the_pieces_attack_need_not_be_marked() {
        let (rules, placed) = Placement::<1>::open("K", "3/.K./3").unwrap();
        assert_eq!(rules.show(&placed), "---/-K-/---");
        let (rules, placed) = Placement::<1>::open("B+N,blocked", "o-./..#").unwrap();
        assert_eq!(rules.show(&placed), "o-./..#");
    }

    #[test]
    fn pieces_that_attack_each_other_can_not_be() {
        let fault = |pieces: &str, board: &str| Placement::<1>::open(pieces, board).unwrap_err();
        let error = fault("Q", "4/Q..Q/4");
        assert_eq!(error.at, 5..6);
        assert!(error.message.contains("the Q on a2 and the Q on d2 attack each other"), "{error}");
        // The bishop attacks the knight, so the knight was first.
        assert!(Placement::<1>::open("B+N", "B.../.N../....").is_ok());
        let error = fault("lW+rW", "LW");
        assert!(error.message.contains("attack each other"), "{error}");
        let error = fault("rW+bW+lW+fW", "WL/BA");
        assert!(error.message.contains("none can have come first"), "{error}");
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |pieces: &str, board: &str| {
            let error = Placement::<1>::open(pieces, board).unwrap_err();
            (error.in_parameters, error.at)
        };
        assert_eq!(fault("N", "0x5"), (false, 0..3));
        assert_eq!(fault("N+X", "5x5"), (true, 2..3));
        assert_eq!(fault("N", ".../.."), (false, 4..6));
        assert_eq!(fault("N", "3x3@moon"), (false, 4..8));
        assert_eq!(fault("N", "Q../..."), (false, 0..1));
        let (rules, _) = Placement::<1>::open("N", "3x3").unwrap();
        assert!(rules.parse("3x4").is_err());
        assert!(rules.parse("3x3@torus").is_err());
    }
}
