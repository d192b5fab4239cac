//! Colourings by local search, which finds good ones quickly and proves nothing.

use nimatron_rules::{Exhausted, Meter};

use super::Graph;
use crate::chance::Chance;

/// The number of steps for one number of colours: with 10 colours, queens on 9x9 take some thousand.
const STEPS: u64 = 300_000;

/// A colouring with this number of colours, if one is found. It starts from any colours and always changes
/// the vertex that leaves the fewest neighbours with the same colour, though not back to a colour that it had
/// shortly before (Hertz and de Werra 1987).
pub(super) fn recoloured(
    graph: &Graph,
    colours: usize,
    start: &[usize],
    meter: &mut Meter,
) -> Result<Option<Vec<usize>>, Exhausted> {
    let vertices = graph.vertices();
    let mut chance = Chance::new(colours as u64);
    let mut colour: Vec<usize> =
        start.iter().map(|&colour| if colour < colours { colour } else { chance.below(colours) }).collect();
    // The number of neighbours of each vertex with each colour.
    let mut near = vec![vec![0_i64; colours]; vertices];
    for (vertex, near) in near.iter_mut().enumerate() {
        graph.neighbours(vertex).for_each(|other| near[colour[other]] += 1);
    }
    let mut alike: i64 = (0..vertices).map(|vertex| near[vertex][colour[vertex]]).sum::<i64>() / 2;
    let mut best = alike;
    let mut forbidden = vec![vec![0_u64; colours]; vertices];
    for step in 1..=STEPS {
        if alike == 0 {
            return Ok(Some(colour));
        }
        meter.tick()?;
        // 1. The best change of a vertex that has a neighbour with the same colour; ties are broken randomly.
        let (mut change, mut least, mut ties, mut bad) = (None, i64::MAX, 0, 0);
        for vertex in (0..vertices).filter(|&vertex| near[vertex][colour[vertex]] > 0) {
            bad += 1;
            for to in (0..colours).filter(|&to| to != colour[vertex]) {
                let difference = near[vertex][to] - near[vertex][colour[vertex]];
                let is_free = forbidden[vertex][to] < step || alike + difference < best;
                if is_free && difference <= least {
                    ties = if difference < least { 1 } else { ties + 1 };
                    least = difference;
                    if chance.below(ties) == 0 {
                        change = Some((vertex, to));
                    }
                }
            }
        }
        // 2. Make it, and keep it for a while.
        let Some((vertex, to)) = change else { continue };
        let from = std::mem::replace(&mut colour[vertex], to);
        for other in graph.neighbours(vertex) {
            near[other][from] -= 1;
            near[other][to] += 1;
        }
        forbidden[vertex][from] = step + chance.below(10) as u64 + bad * 6 / 10;
        alike += least;
        best = best.min(alike);
    }
    Ok(None)
}
