//! The graph of a piece on a board: squares are neighbours if the piece attacks one from the other.

use nimatron_rules::{Piece, Surface};

use super::Graph;

/// The squares of a board, neighbours if a piece attacks one from the other.
#[derive(Clone, Debug)]
pub struct BoardGraph {
    /// The graph. Its vertices are the squares without the holes, row by row from the top.
    pub graph: Graph,
    /// The row from the top and the column from the left of each vertex.
    pub squares: Vec<(usize, usize)>,
    /// The symmetries of the board that are symmetries of the graph, except the identity.
    pub symmetries: Vec<Vec<usize>>,
    /// The vertices along the longer side of the board, so that few edges cross a cut between earlier and later.
    pub along: Vec<usize>,
}

impl BoardGraph {
    /// The graph of a piece on a board; `None` if somewhere it attacks without being attacked from there,
    /// because then it is not a graph.
    #[must_use]
    pub fn new<const N: usize>(piece: &Piece, board: &Surface<N>) -> Option<Self> {
        let attacks = board.attacks(piece);
        if !attacks.is_mutual() {
            return None;
        }
        let grid = board.grid();
        let own: Vec<usize> = board.squares().iter().collect();
        let mut number = vec![usize::MAX; nimatron_rules::Bits::<N>::ROOM];
        own.iter().enumerate().for_each(|(vertex, &square)| number[square] = vertex);
        let edges = own.iter().enumerate().flat_map(|(vertex, &square)| {
            attacks.from(square).iter().map(move |other| (vertex, other)).collect::<Vec<_>>()
        });
        let graph = Graph::new(own.len(), edges.map(|(vertex, other)| (vertex, number[other])));
        let symmetries = board
            .symmetries()
            .into_iter()
            .map(|image| own.iter().map(|&square| number[image[square]]).collect::<Vec<usize>>());
        let symmetries = symmetries.filter(|image| graph.is_symmetry(image)).collect();
        let squares: Vec<(usize, usize)> = own.iter().map(|&square| grid.row_col(square)).collect();
        let mut along: Vec<usize> = (0..own.len()).collect();
        if grid.rows() < grid.cols() {
            along.sort_by_key(|&vertex| (squares[vertex].1, squares[vertex].0));
        }
        Some(BoardGraph { graph, squares, symmetries, along })
    }
}
