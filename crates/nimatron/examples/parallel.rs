//! The options of a position evaluated by two threads with one table, stopped from another thread if that
//! takes longer than a second.

use std::num::NonZeroUsize;

use nimatron::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (rules, board) = Domineering::<1>::open("", "4x6")?;
    let budget = Budget::new().threads(NonZeroUsize::MIN.saturating_add(1));
    let solver = Solver::new(&rules).budget(budget.clone());
    std::thread::spawn(move || {
        std::thread::sleep(1.secs());
        budget.stop();
    });
    let moves = rules.legal_moves(&board, Player::Left);
    let options: Vec<_> = moves.iter().map(|mv| rules.play(&board, Player::Left, mv)).collect();
    for (mv, value) in moves.iter().zip(solver.values(&options)) {
        match value {
            Ok(value) => println!("{}: mean {}", rules.show_move(&board, Player::Left, mv), value.mean()?),
            Err(error) if error.is_stopped() => println!("stopped after {} parts", solver.positions()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
