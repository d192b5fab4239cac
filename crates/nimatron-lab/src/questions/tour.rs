//! A knight's tour of a board.

use std::fmt;

use nimatron_solve::tours::{Found, Tour, TourMethod, count_knight_tours, knight_tour};
use serde::{Deserialize, Serialize, Serializer};

use crate::parameters::LocalFile;
use crate::pieces::{read_size, square_name};
use crate::question::{Aside, NoLine, Question, Report, Verdict};
use crate::text::STRONG;
use crate::{LabError, Run, write_picture};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KnightTour {
    /// The board: 8x8
    #[cfg_attr(feature = "cli", arg(allow_hyphen_values = true))]
    pub board: String,
    /// Find an open tour, which need not return to its first square
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub open: bool,
    /// Count the tours, each once in either direction and from any start
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub count: bool,
    /// The method [default: exact on narrow boards, otherwise pieces]
    #[cfg_attr(feature = "cli", arg(long, value_name = "METHOD"))]
    #[serde(default)]
    pub method: Option<Way>,
    /// Draw the tour to this file
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub svg: Option<LocalFile>,
}

/// The method to find a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Way {
    /// Move to the square with the fewest continuations, with look-ahead; may fail
    Warnsdorff,
    /// Join tours of pieces of the board; needs at least five rows and columns
    Pieces,
    /// Follow all partial tours at once, for boards of up to 11 rows or columns; can prove that there is none
    Exact,
}

impl From<Way> for TourMethod {
    fn from(way: Way) -> Self {
        match way {
            Way::Warnsdorff => TourMethod::Warnsdorff,
            Way::Pieces => TourMethod::Pieces,
            Way::Exact => TourMethod::Exact,
        }
    }
}

/// A knight's tour of a board, or a statement that there is none.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TourReport {
    /// The board as it was requested.
    pub board: String,
    /// The squares of the tour in the order in which they are visited, if there is one.
    #[serde(rename = "tour", serialize_with = "names")]
    #[cfg_attr(test, ts(type = "string[] | null"))]
    pub found: Option<Tour>,
    /// Whether the tour is closed, or a closed one was requested.
    pub closed: bool,
    /// The number of tours, each counted once in either direction and from any start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number | null"))]
    pub count: Option<u128>,
    /// How it was found, or why there is none.
    pub why: String,
    /// How long it took.
    pub seconds: f64,
}

/// Serialises the names of the squares of a tour one by one: there may be millions.
fn names<S: Serializer>(tour: &Option<Tour>, serializer: S) -> Result<S::Ok, S::Error> {
    match tour {
        None => serializer.serialize_none(),
        Some(tour) => serializer.collect_seq(tour.squares().map(|square| square_name(tour.rows(), square))),
    }
}

/// The maximum number of squares of a board.
const MOST_SQUARES: usize = 1 << 28;

impl Question for KnightTour {
    const NAME: &'static str = "tour";
    const ABOUT: &'static str = "A knight's tour of a board, or that there is none, and how many there are";
    const HELP: &'static str = "Examples:
  nimatron tour 8x8
  nimatron tour 5x5 --open
  nimatron tour 4x7                     there is no closed one, and Schwenk's theorem says why: exit 1
  nimatron tour 6x6 --count
  nimatron tour 1000x1000 --svg tour.svg";
    type Line = NoLine;
    type Report = TourReport;

    fn answer(&self, run: &Run<'_>) -> Result<TourReport, LabError> {
        let (rows, cols) = read_size(&self.board, MOST_SQUARES)?;
        let (closed, board) = (!self.open, &*self.board);
        let method = self.method.map_or(TourMethod::Best, TourMethod::from);
        let (budget, name) = (run.budget(), if closed { "closed" } else { "open" });
        let found = knight_tour(rows, cols, closed, method, budget)?;
        let (found, why) = match found {
            Found::Tour(tour) => {
                let why = match tour.method() {
                    TourMethod::Warnsdorff => "by Warnsdorff's rule, with parts turned round where it fails",
                    TourMethod::Exact => "by following all partial tours at once",
                    TourMethod::Pieces | TourMethod::Best => "made of tours of pieces of the board",
                };
                (Some(tour), why.to_owned())
            }
            Found::Impossible(obstacles) => {
                let clauses: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
                (None, format!("{} (Schwenk's theorem)", clauses.join(", and ")))
            }
            Found::None => (None, "all partial tours end".into()),
            Found::Failed if method == TourMethod::Pieces => {
                let message = "a tour of pieces needs a board of at least five rows and columns";
                return Err(LabError::Senseless(message.into()));
            }
            Found::Failed => {
                let message = format!(
                    "this method finds no {name} tour of {board}, which doesn't mean that there is none"
                );
                return Err(LabError::Failed(message));
            }
        };
        let count = match self.count {
            true if found.is_none() => Some(0),
            true => {
                let count = count_knight_tours(rows, cols, closed, budget);
                Some(count.map_err(|error| {
                    LabError::from(error).but_known(|| format!("there is at least one {name} tour"))
                })?)
            }
            false => None,
        };
        let report = TourReport { board: board.into(), found, closed, count, why, seconds: run.seconds() };
        if let (Some(path), Some(picture)) = (&self.svg, report.to_svg()) {
            write_picture(path, &picture)?;
        }
        Ok(report)
    }
}

impl TourReport {
    /// The board with the number of each square, unless it is too wide to be readable.
    #[must_use]
    pub fn drawing(&self) -> Option<String> {
        /// The widest board that is drawn with numbers.
        const BROADEST: usize = 32;
        let tour =
            self.found.as_ref().filter(|tour| tour.cols() <= BROADEST && tour.rows() <= 4 * BROADEST)?;
        let mut numbers = vec![0; tour.rows() * tour.cols()];
        for (i, (row, col)) in tour.squares().enumerate() {
            numbers[row * tour.cols() + col] = i + 1;
        }
        let width = numbers.len().to_string().len();
        let line = |line: &[usize]| {
            let numbers: Vec<String> = line.iter().map(|number| format!("{number:>width$}")).collect();
            numbers.join(" ") + "\n"
        };
        Some(numbers.chunks(tour.cols()).map(line).collect())
    }

    /// A picture of the tour, if there is one.
    #[must_use]
    pub fn to_svg(&self) -> Option<String> {
        let tour = self.found.as_ref()?;
        let (rows, cols) = (tour.rows(), tour.cols());
        let side = (960 / rows.max(cols)).clamp(4, 48);
        let (width, height) = (cols * side, rows * side);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\">\n<title>A {} knight's tour of {rows}×{cols}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#f4ecd8\"/>\n",
            if self.closed { "closed" } else { "open" }
        );
        // 1. The dark squares, all in one path.
        svg.push_str("<path fill=\"#d9c6a0\" d=\"");
        for row in 0..rows {
            for col in (0..cols).filter(|col| (row + col) % 2 == 1) {
                svg.push_str(&format!("M{} {}h{side}v{side}h-{side}z", col * side, row * side));
            }
        }
        svg.push_str("\"/>\n");
        // 2. The tour from the centre of each square to that of the next.
        let end = if self.closed { "Z" } else { "" };
        let mut path = String::new();
        for (i, (row, col)) in tour.squares().enumerate() {
            let letter = if i == 0 { 'M' } else { 'L' };
            path.push_str(&format!("{letter}{} {}", col * side + side / 2, row * side + side / 2));
        }
        let thickness = (side / 16).max(1);
        svg.push_str(&format!(
            "<path fill=\"none\" stroke=\"#1f4e79\" stroke-width=\"{thickness}\" stroke-linejoin=\"round\" \
             d=\"{path}{end}\"/>\n"
        ));
        // 3. The first square, and the last one of an open tour.
        let ends: Vec<(usize, usize)> = match self.closed {
            true => Vec::new(),
            false => tour.squares().take(1).chain(tour.squares().skip(rows * cols - 1)).collect(),
        };
        for (row, col) in ends {
            let (x, y, radius) = (col * side + side / 2, row * side + side / 2, (side / 6).max(2));
            svg.push_str(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#b03a2e\"/>\n"));
        }
        svg.push_str("</svg>\n");
        Some(svg)
    }
}

impl fmt::Display for TourReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, board) = (if self.closed { "closed" } else { "open" }, &self.board);
        let number = match self.count {
            Some(1) => format!("1 {kind} tour of {board}"),
            Some(count) => format!("{} {kind} tours of {board}", digits(count)),
            None if self.found.is_some() => format!("a {kind} tour of {board}").replace("a open", "an open"),
            None => format!("no {kind} tour of {board}"),
        };
        let drawing = match (&self.found, self.drawing()) {
            (None, _) => String::new(),
            (Some(_), Some(drawing)) => format!("\n{drawing}"),
            (Some(_), None) => {
                "  it is too large to be drawn here: --json lists its squares, --svg draws it\n".into()
            }
        };
        write!(f, "{STRONG}{number}{STRONG:#}, {}\n{drawing}", self.why)
    }
}

impl Report for TourReport {
    fn verdict(&self) -> Verdict {
        Verdict::from(self.found.is_some())
    }

    fn aside(&self) -> Aside {
        Aside::cost(None, None, self.seconds)
    }
}

/// A number with its digits in groups of three.
fn digits(number: u128) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}
