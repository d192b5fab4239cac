//! Rules of one's own, solved within limits: Toppling a row of dominoes that lean left, right or either way.

use nimatron::prelude::*;

/// Left topples an `L` or `E` domino with all dominoes on one side of it, Right an `R` or `E` domino.
struct Toppling;

impl Rules for Toppling {
    type Position = String;
    type Move = String;

    fn moves(&self, row: &String, player: Player, out: &mut Vec<String>) {
        let own = if player == Player::Left { 'L' } else { 'R' };
        for (at, domino) in row.char_indices().filter(|(_, domino)| *domino == own || *domino == 'E') {
            for left in [&row[..at], &row[at + domino.len_utf8()..]] {
                if !out.iter().any(|known| known == left) {
                    out.push(left.into());
                }
            }
        }
    }

    fn play(&self, _: &String, _: Player, left: &String) -> String {
        left.clone()
    }
}

impl Short for Toppling {
    fn moves_left(&self, row: &String) -> u32 {
        row.len() as u32
    }
}

fn main() -> Result<(), SolveError> {
    let solver = Solver::new(Toppling).budget(Budget::new().time(30.secs()).memory(1.gib()));
    for row in ["L", "LR", "LRL", "ELR", "LLERR", "LERLREL"] {
        println!("{row:>8} {}", solver.value(&row.to_string())?);
    }
    Ok(())
}
