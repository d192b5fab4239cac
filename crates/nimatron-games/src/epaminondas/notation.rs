//! How Epaminondas and Crossings are written.

use nimatron_rules::{
    About, Bits, Board, Cell, Grid, Named, Notation, NotationError, Player, Rules, Step, Stones, View,
    no_such_move,
};

use super::marches::stride;
use super::{Phalanxes, Symmetry};

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// The board of a text. The player to move may be written after it, though it is not part of a position
    /// here.
    fn read(text: &str) -> Result<Board, NotationError> {
        let board = match text.rsplit_once(' ') {
            Some((board, "w" | "b")) => board,
            Some((board, other)) => {
                let at = board.len() + 1..board.len() + 1 + other.len();
                return Err(NotationError::new(at, "who is to move?").expected("`w` or `b`"));
            }
            None => text,
        };
        let read = Board::read(board.trim_end(), "wb")?;
        if read.rows() < 3 || read.cols() < 2 {
            let message = format!("a board of {}x{} is too small", read.rows(), read.cols());
            return Err(
                NotationError::new(0..board.len(), message).expected("at least three rows and two columns")
            );
        }
        Ok(read)
    }

    /// The number of rows of stones that each player starts with.
    pub(super) fn full_rows(grid: &Grid<N>) -> usize {
        if grid.rows() >= 6 { 2 } else { 1 }
    }

    fn stones(grid: &Grid<N>, board: &Board, text: &str) -> Result<Stones<N>, NotationError> {
        let full = Self::full_rows(grid);
        if board.is_size() {
            let rows = |rows: std::ops::Range<usize>| -> Bits<N> {
                rows.flat_map(|row| (0..grid.cols()).map(move |col| grid.square(row, col))).collect()
            };
            return Ok(Stones { left: rows(grid.rows() - full..grid.rows()), right: rows(0..full) });
        }
        let stones = Stones { left: board.squares(grid, "w"), right: board.squares(grid, "b") };
        let most = 2 * grid.cols();
        for (bits, name) in [(stones.left, "White"), (stones.right, "Black")] {
            if bits.count() as usize > most {
                let message = format!("{name} has {} stones, and starts with {most}", bits.count());
                return Err(NotationError::new(0..text.len(), message));
            }
        }
        if stones.left.is_empty() && stones.right.is_empty() {
            return Err(NotationError::new(0..text.len(), "there are no stones on the board"));
        }
        Ok(stones)
    }
}

impl<const N: usize, const CROSSINGS: bool> Named for Phalanxes<N, CROSSINGS> {
    const ABOUT: About = About {
        name: if CROSSINGS { "crossings" } else { "epaminondas" },
        title: if CROSSINGS { "Crossings" } else { "Epaminondas" },
        goal: "Have more stones on the enemy's home row than the enemy has on yours, at the start of your turn.",
        about: if CROSSINGS {
            "A phalanx is a straight line of own stones, in any of the eight directions; one stone is one, too. A phalanx, \
             or its front part, marches along itself over at most as many empty squares as stones march. Its head may \
             take the first stone of an enemy line that is shorter than itself. Who has more stones on the enemy's home \
             row at the start of a turn has won: a crossing has to be answered by a crossing at once. Stones that have \
             crossed neither move nor are taken. Left is White (w), at the bottom, and begins; Right is Black (b)."
        } else {
            "A phalanx is a straight line of own stones, in any of the eight directions; one stone is one, too. A phalanx, \
             or its front part, marches along itself over at most as many empty squares as stones march. Its head may \
             end on the first stone of an enemy line that is shorter than itself, in the direction of the march: then the \
             whole line is taken. Who has more stones on the enemy's home row at the start of a turn than the enemy has on \
             his has won. Who has no stones or no move has lost. Left is White (w), at the bottom, and begins; Right is \
             Black (b)."
        },
        positions: "12x14 is the start on that board: two full rows for each player, one if there are less than six rows. Or a \
                    board, rows from the top, with `w`, `b`, `.` or a number of empty squares, and ` w` or ` b` for \
                    who is to move. A move says where the rear stone of the phalanx stands and where its front arrives: \
                    h8-h11, with `x` when it captures. `[H3,H4,H5]-H2` is read too: there the rows are counted from \
                    the top, as in the paper.",
        parameters: if CROSSINGS {
            ""
        } else {
            "symmetry=none, mirror, rotate-swap or mirror-swap: whether a crossing may not make a position that is \
             its own image left for right, after half a turn with the colours exchanged, or upside down with the \
             colours exchanged"
        },
        start: if CROSSINGS { "8x8" } else { "12x14" },
        starts: &["5x5", "6x7"],
        players: ["White", "Black"],
        pieces: &[('w', "White"), ('b', "Black")],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Stones<N>), NotationError> {
        let symmetry = Self::read_symmetry(parameters)?;
        let text = Self::ABOUT.or_start(position);
        let board = Self::read(text)?;
        let grid = Grid::with_stride(board.rows(), board.cols(), stride(N)).map_err(|_| {
            let message = format!("a board of {}x{} is too big", board.rows(), board.cols());
            NotationError::new(0..text.len(), message).expected("at most 16 rows and 16 columns")
        })?;
        let stones = Self::stones(&grid, &board, text)?;
        Ok((Self::on(grid, symmetry), stones))
    }

    fn to_move(text: &str) -> Option<Player> {
        match text.trim_end().rsplit_once(' ')?.1 {
            "w" => Some(Player::Left),
            "b" => Some(Player::Right),
            _ => None,
        }
    }
}

impl<const N: usize, const CROSSINGS: bool> Notation for Phalanxes<N, CROSSINGS> {
    fn parse(&self, text: &str) -> Result<Stones<N>, NotationError> {
        let board = Self::read(text)?;
        board.fits(&self.grid)?;
        Self::stones(&self.grid, &board, text)
    }

    fn show_turn(&self, stones: &Stones<N>, player: Player) -> String {
        format!("{} {}", self.show(stones), if player == Player::Left { 'w' } else { 'b' })
    }

    fn view(&self, stones: &Stones<N>) -> View {
        View::board(&self.grid, |square| {
            if stones.left.contains(square) {
                Cell::piece(Player::Left, 'w')
            } else if stones.right.contains(square) {
                Cell::piece(Player::Right, 'b')
            } else {
                Cell::Empty
            }
        })
    }

    fn parameters(&self) -> String {
        let name = Symmetry::ALL.iter().find(|(_, symmetry)| *symmetry == self.symmetry);
        match name {
            Some((name, symmetry)) if *symmetry != Symmetry::None => format!("symmetry={name}"),
            _ => String::new(),
        }
    }

    fn show_move(&self, stones: &Stones<N>, player: Player, step: &Step) -> String {
        let (_, enemy) = stones.own_and_enemy(player);
        let takes = if enemy.contains(step.to.into()) { 'x' } else { '-' };
        format!("{}{takes}{}", self.grid.name(step.from.into()), self.grid.name(step.to.into()))
    }

    fn parse_move(&self, stones: &Stones<N>, player: Player, text: &str) -> Result<Step, NotationError> {
        let mut moves = Vec::new();
        self.moves(stones, player, &mut moves);
        // `-` is accepted for a capture, too.
        let plain = |name: &str| name.trim().to_lowercase().replacen('x', "-", 1);
        let wanted = match self.read_phalanx(text)? {
            Some(step) => self.grid.step_name(step),
            None => plain(text),
        };
        if let Some(step) = moves.iter().find(|step| self.grid.step_name(**step) == wanted) {
            return Ok(*step);
        }
        let names: Vec<_> = moves.iter().take(8).map(|step| self.show_move(stones, player, step)).collect();
        Err(no_such_move(player, text, &names, moves.len()))
    }
}

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    fn read_symmetry(parameters: &str) -> Result<Symmetry, NotationError> {
        if CROSSINGS || parameters.is_empty() {
            Self::ABOUT.no_parameters(parameters)?;
            return Ok(Symmetry::None);
        }
        let known = parameters.strip_prefix("symmetry=");
        match Symmetry::ALL.iter().find(|(name, _)| known == Some(name)) {
            Some((_, symmetry)) => Ok(*symmetry),
            None => {
                let names = Symmetry::ALL.map(|(name, _)| name).join(", ");
                let message = format!("`{parameters}` is no parameter of {}", Self::ABOUT.name);
                let mut error = NotationError::new(0..parameters.len(), message);
                error.in_parameters = true;
                Err(error.expected(format!("symmetry= and one of {names}")))
            }
        }
    }

    /// A move as the paper writes it: all stones that march, and the square where the front arrives; rows are
    /// counted from the top.
    fn read_phalanx(&self, text: &str) -> Result<Option<Step>, NotationError> {
        let trimmed = text.trim();
        let Some((inside, head)) = trimmed.strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
            return Ok(None);
        };
        let square = |name: &str| {
            let name = name.trim().to_lowercase();
            let (col, row) = (name.chars().next()?, name.get(1..)?.parse::<usize>().ok()?);
            let col = (col as usize).checked_sub('a' as usize)?;
            ((1..=self.grid.rows()).contains(&row) && col < self.grid.cols())
                .then(|| self.grid.square(row - 1, col))
        };
        let squares: Option<Vec<usize>> = inside.split(',').map(square).collect();
        let head = head.strip_prefix(['-', 'x', 'X']).and_then(square);
        let (Some(squares), Some(head)) = (squares, head) else {
            let error = NotationError::new(0..text.len(), format!("`{trimmed}` is no move"));
            return Err(error.expected("a move as [H3,H4,H5]-H2 or h8-h11"));
        };
        // The rear stone is the farthest.
        let far = |&square: &usize| self.squares.direction(square, head).1;
        Ok(squares.into_iter().max_by_key(far).map(|rear| Step::new(rear, head)))
    }
}
