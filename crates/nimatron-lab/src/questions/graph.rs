//! Graph-theoretic properties of a piece on a board.

use std::fmt::{self, Write};

use nimatron_rules::{Budget, View};
use nimatron_solve::SolveError;
use nimatron_solve::graph::{
    BoardGraph, Extremum, Perfectness, Reason, Sides, clique, colouring, domination, independence,
    independent_domination, perfectness, sides, terminal_set, terminal_sizes,
};
use serde::{Deserialize, Serialize};

use crate::pieces::{graph_of, letter, read_board, read_piece, square_name, view};
use crate::question::{Aside, NoLine, Question, Report};
use crate::text::{FAINT, STRONG};
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Graph {
    /// The piece: kings, queens, rooks, bishops, knights, or Betza's notation such as N, (1,3), NN, BN
    pub piece: String,
    /// The board: 8x8, 5x6@torus (cylinder, mobius, klein, projective), or rows of `.` and `#` for holes
    #[cfg_attr(feature = "cli", arg(allow_hyphen_values = true))]
    pub board: String,
    /// The most pieces that don't attack each other
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub independence: bool,
    /// The fewest pieces that attack or occupy all squares
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub domination: bool,
    /// The fewest that do so without attacking each other
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub independent_domination: bool,
    /// The fewest colours such that squares of one colour don't attack each other
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub chromatic: bool,
    /// The most squares that all attack each other
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub clique: bool,
    /// Whether the graph is perfect: no part of the board needs more colours than its largest clique
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub perfect: bool,
    /// The possible numbers of pieces when none can be added
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub terminal_sizes: bool,
    /// All of these
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub all: bool,
}

/// Properties of a graph that are computed on request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fact {
    /// The most pieces that don't attack each other, α.
    Independence,
    /// The most squares that all attack each other, ω.
    Clique,
    /// The fewest colours such that squares of one colour don't attack each other, χ.
    Chromatic,
    /// Whether the graph is perfect: this is the size of a largest clique in every part of the board.
    Perfect,
    /// The fewest pieces that attack or occupy all squares, γ.
    Domination,
    /// The fewest that do so without attacking each other, i.
    IndependentDomination,
    /// The possible numbers of pieces on the board when none can be added.
    TerminalSizes,
}

impl Fact {
    /// All of them, in the order in which they are computed.
    pub const ALL: [Fact; 7] = [
        Fact::Clique,
        Fact::Independence,
        Fact::Perfect,
        Fact::Domination,
        Fact::IndependentDomination,
        Fact::Chromatic,
        Fact::TerminalSizes,
    ];
}

/// A set of squares of some size to which no piece can be added.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TerminalSet {
    /// The number of pieces.
    pub size: usize,
    /// Their squares.
    pub squares: Vec<String>,
}

/// Properties of the graph of a piece on a board. Those not requested are left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GraphReport {
    /// The piece in Betza's notation.
    pub piece: String,
    /// The board as it was requested.
    pub board: String,
    /// The number of squares.
    pub vertices: usize,
    /// The number of pairs of squares that attack each other.
    pub edges: usize,
    /// The fewest squares that a piece attacks.
    pub least_degree: usize,
    /// The most squares that a piece attacks.
    pub largest_degree: usize,
    /// The number of connected components.
    pub components: usize,
    /// Whether the squares can be coloured with two colours that alternate with each move.
    pub bipartite: bool,
    /// If not, a shortest cycle of odd length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odd_cycle: Option<Vec<String>>,
    /// α.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub independence: Option<usize>,
    /// That many squares that don't attack each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub independence_set: Option<Vec<String>>,
    /// ω.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clique: Option<usize>,
    /// That many squares that attack each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clique_set: Option<Vec<String>>,
    /// χ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chromatic: Option<usize>,
    /// A colouring, as a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colouring: Option<String>,
    /// Whether it is perfect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perfect: Option<bool>,
    /// The reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perfect_why: Option<String>,
    /// An odd hole, if that is why it is not perfect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hole: Option<Vec<String>>,
    /// An odd hole of the complement, if that is why it is not perfect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub antihole: Option<Vec<String>>,
    /// γ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domination: Option<usize>,
    /// That many squares that attack or occupy all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domination_set: Option<Vec<String>>,
    /// i.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub independent_domination: Option<usize>,
    /// That many squares that attack or occupy all and don't attack each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub independent_domination_set: Option<Vec<String>>,
    /// The sizes of all terminal sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal_sizes: Option<Vec<usize>>,
    /// Terminal sets of these sizes, if a short search found one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal_sets: Option<Vec<TerminalSet>>,
    /// How long it took.
    pub seconds: f64,
    /// Drawings with their titles.
    #[serde(skip)]
    pub drawings: Vec<(String, View)>,
}

impl Question for Graph {
    const NAME: &'static str = "graph";
    const ABOUT: &'static str =
        "Graph-theoretic properties of a piece on a board: independence, domination, colours, terminal sets";
    const HELP: &'static str = "Examples:
  nimatron graph knights 8x8 --all
  nimatron graph knights 3x3 --terminal-sizes     4 and 5: a terminal set need not be as large as another
  nimatron graph queens 8x8 --domination          5 queens attack all squares
  nimatron graph '(1,3)' 5x6@torus --independence
  nimatron graph rooks 4x5 --perfect --chromatic

Without a flag, what is plain to see.";
    type Line = NoLine;
    type Report = GraphReport;

    /// If the budget is used up before everything is computed, the error says what is known.
    fn answer(&self, run: &Run<'_>) -> Result<GraphReport, LabError> {
        let (piece, board) = (read_piece(&self.piece)?, read_board(&self.board)?);
        let found = graph_of(&piece, &board)?;
        let graph = &found.graph;
        let rows = board.grid().rows();
        let names = |set: &[usize]| -> Vec<String> {
            set.iter().map(|&vertex| square_name(rows, found.squares[vertex])).collect()
        };
        let degrees = || (0..graph.vertices()).map(|vertex| graph.degree(vertex));
        let sides = sides(graph);
        let mut report = GraphReport {
            piece: piece.text().into(),
            board: self.board.clone(),
            vertices: graph.vertices(),
            edges: graph.edges(),
            least_degree: degrees().min().unwrap_or(0),
            largest_degree: degrees().max().unwrap_or(0),
            components: graph.components().len(),
            bipartite: matches!(sides, Sides::Two(_)),
            odd_cycle: match &sides {
                Sides::Two(_) => None,
                Sides::OddCycle(cycle) => Some(names(cycle)),
            },
            independence: None,
            independence_set: None,
            clique: None,
            clique_set: None,
            chromatic: None,
            colouring: None,
            perfect: None,
            perfect_why: None,
            hole: None,
            antihole: None,
            domination: None,
            domination_set: None,
            independent_domination: None,
            independent_domination_set: None,
            terminal_sizes: None,
            terminal_sets: None,
            seconds: 0.0,
            drawings: Vec::new(),
        };
        let facts = self.facts();
        let mut unsettled = Unsettled::default();
        let mark = letter(&piece);
        let set_view = |set: &[usize]| view(&board, &found, |v| set.contains(&v).then_some(mark));
        let budget = run.budget();
        for fact in Fact::ALL.into_iter().filter(|fact| facts.contains(fact)) {
            match fact {
                Fact::Independence | Fact::Clique | Fact::Domination | Fact::IndependentDomination => {
                    let (name, extremum) = extremum(fact, &found, budget);
                    let value = unsettled.note(name, &extremum);
                    let set = value.map(|_| names(&extremum.witness));
                    if value.is_some() {
                        report
                            .drawings
                            .push((format!("{name} {}", extremum.lower), set_view(&extremum.witness)));
                    }
                    match fact {
                        Fact::Independence => (report.independence, report.independence_set) = (value, set),
                        Fact::Clique => (report.clique, report.clique_set) = (value, set),
                        Fact::Domination => (report.domination, report.domination_set) = (value, set),
                        _ => {
                            report.independent_domination = value;
                            report.independent_domination_set = set;
                        }
                    }
                }
                Fact::Chromatic => {
                    let found_colours = colouring(graph, budget);
                    let bounds = (found_colours.lower, found_colours.upper);
                    report.chromatic =
                        unsettled.note_bounds("chromatic", bounds, found_colours.stopped.as_ref());
                    if report.chromatic.is_some() {
                        let colours = &found_colours.colours;
                        let drawing = view(&board, &found, |vertex| Some(colour_letter(colours[vertex])));
                        report.colouring = Some(drawing.notation());
                        report.drawings.push((format!("chromatic {}", found_colours.upper), drawing));
                    }
                }
                Fact::Perfect => match perfectness(graph, budget) {
                    Ok(Perfectness::Perfect(reason)) => {
                        report.perfect = Some(true);
                        report.perfect_why = Some(why(reason).into());
                        unsettled.known.push("perfect".into());
                    }
                    Ok(Perfectness::Hole(hole)) => {
                        report.perfect = Some(false);
                        report.perfect_why = Some(format!("an odd hole of {} squares", hole.len()));
                        report.drawings.push(("odd hole".into(), set_view(&hole)));
                        report.hole = Some(names(&hole));
                        unsettled.known.push("not perfect".into());
                    }
                    Ok(Perfectness::Antihole(hole)) => {
                        report.perfect = Some(false);
                        report.perfect_why = Some(format!("an odd antihole of {} squares", hole.len()));
                        report.drawings.push(("odd antihole".into(), set_view(&hole)));
                        report.antihole = Some(names(&hole));
                        unsettled.known.push("not perfect".into());
                    }
                    Err(error) => unsettled.fail("perfect or not is open", error),
                },
                Fact::TerminalSizes => match terminal_sizes(graph, &found.along, budget) {
                    Ok(sizes) => {
                        let sets = sizes
                            .iter()
                            .filter_map(|&size| terminal_set(graph, size, budget).map(|set| (size, set)));
                        let sets: Vec<(usize, Vec<usize>)> = sets.collect();
                        // Draw the first and the last.
                        let ends = [sets.first(), sets.last().filter(|_| sets.len() > 1)];
                        for (size, set) in ends.into_iter().flatten() {
                            report.drawings.push((format!("terminal set of {size}"), set_view(set)));
                        }
                        let sets =
                            sets.into_iter().map(|(size, set)| TerminalSet { size, squares: names(&set) });
                        report.terminal_sets = Some(sets.collect());
                        report.terminal_sizes = Some(sizes);
                    }
                    Err(error) => unsettled.fail("terminal sizes are open", error),
                },
            }
        }
        report.seconds = run.seconds();
        unsettled.into_error(&report).map_or(Ok(report), Err)
    }
}

impl Graph {
    fn facts(&self) -> Vec<Fact> {
        let asked = [
            (self.independence, Fact::Independence),
            (self.domination, Fact::Domination),
            (self.independent_domination, Fact::IndependentDomination),
            (self.chromatic, Fact::Chromatic),
            (self.clique, Fact::Clique),
            (self.perfect, Fact::Perfect),
            (self.terminal_sizes, Fact::TerminalSizes),
        ];
        asked.into_iter().filter(|(is_asked, _)| *is_asked || self.all).map(|(_, fact)| fact).collect()
    }
}

impl fmt::Display for GraphReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        // Writing to a string can't fail.
        let _ = writeln!(
            out,
            "{STRONG}{} squares, {} pairs that attack each other{STRONG:#}",
            self.vertices, self.edges
        );
        let mut line = |name: &str, text: String| {
            let _ = writeln!(out, "  {FAINT}{name:<22}{FAINT:#}  {text}");
        };
        let degrees = match (self.least_degree, self.largest_degree) {
            (least, largest) if least == largest => least.to_string(),
            (least, largest) => format!("{least} to {largest}"),
        };
        line("attacked from a square", degrees);
        line("components", self.components.to_string());
        line(
            "bipartite",
            match &self.odd_cycle {
                None => "yes".into(),
                Some(cycle) => format!("no: {}", cycle.join(" ")),
            },
        );
        for (name, value) in [
            ("clique", self.clique),
            ("independence", self.independence),
            ("domination", self.domination),
            ("independent domination", self.independent_domination),
            ("chromatic", self.chromatic),
        ] {
            if let Some(value) = value {
                line(name, value.to_string());
            }
        }
        if let (Some(perfect), Some(why)) = (self.perfect, &self.perfect_why) {
            line("perfect", format!("{}: {why}", if perfect { "yes" } else { "no" }));
        }
        if let Some(sizes) = &self.terminal_sizes {
            let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
            line("terminal sizes", sizes.join(", "));
        }
        for (title, view) in &self.drawings {
            let _ = write!(out, "\n{title}\n{}", view.to_text());
        }
        f.write_str(&out)
    }
}

impl Report for GraphReport {
    fn aside(&self) -> Aside {
        Aside::cost(None, None, self.seconds)
    }
}

/// The largest or smallest set that a fact is about.
fn extremum(fact: Fact, board: &BoardGraph, budget: &Budget) -> (&'static str, Extremum) {
    let graph = &board.graph;
    match fact {
        Fact::Independence => ("independence", independence(graph, budget)),
        Fact::Clique => ("clique", clique(graph, budget)),
        Fact::Domination => ("domination", domination(graph, &board.symmetries, budget)),
        _ => ("independent domination", independent_domination(graph, &board.symmetries, budget)),
    }
}

/// What could not be decided, and what is known anyway.
#[derive(Default)]
struct Unsettled {
    known: Vec<String>,
    why: Option<LabError>,
}

impl Unsettled {
    fn note(&mut self, name: &str, extremum: &Extremum) -> Option<usize> {
        self.note_bounds(name, (extremum.lower, extremum.upper), extremum.stopped.as_ref())
    }

    fn note_bounds(
        &mut self,
        name: &str,
        (lower, upper): (usize, usize),
        stopped: Option<&SolveError>,
    ) -> Option<usize> {
        if lower == upper {
            self.known.push(format!("{name} {lower}"));
            return Some(lower);
        }
        self.known.push(format!("{name} between {lower} and {upper}"));
        if let Some(error) = stopped {
            self.why.get_or_insert_with(|| error.clone().into());
        }
        None
    }

    fn fail(&mut self, known: &str, error: SolveError) {
        self.known.push(known.into());
        self.why.get_or_insert_with(|| error.into());
    }

    fn into_error(self, report: &GraphReport) -> Option<LabError> {
        let known = self.known.join(", ");
        Some(match self.why? {
            LabError::Failed(why) => LabError::Failed(format!("{why}; known so far: {known}")),
            error => error.but_known(|| known).with_report(report),
        })
    }
}

/// The theorem by which a graph is perfect.
fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Bipartite => "it is bipartite (König 1916)",
        Reason::LineGraph => "it is the line graph of a bipartite graph (König 1916)",
        Reason::Chordal => "it is chordal (Berge 1960)",
        Reason::Complement => {
            "its complement is bipartite, a line graph of such a graph, or chordal (Lovász 1972)"
        }
        Reason::NoOddHole => "it has no odd hole and no odd antihole (strong perfect graph theorem, 2006)",
    }
}

/// A letter for a colour.
fn colour_letter(colour: usize) -> char {
    const LETTERS: &[u8] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    LETTERS.get(colour).map_or('?', |&letter| letter.into())
}
