//! Games built from any bytes are in canonical form, and the laws of the algebra hold for them.
#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use nimatron_value::{Arena, Game, Result};

fuzz_target!(|bytes: &[u8]| {
    let arena = Arena::with_limits(8 << 20, Arc::new(AtomicBool::new(false)));
    // Running out of the little memory there is ends a run; anything else that fails is a finding.
    let _ = run(&arena, bytes);
});

/// Every three bytes make a new game from earlier ones: how, and from which two.
fn run(arena: &Arena, bytes: &[u8]) -> Result<()> {
    let mut games = vec![Game::ZERO];
    for step in bytes.chunks_exact(3).take(64) {
        let pick = |byte: u8| games[byte as usize % games.len()];
        let (g, h) = (pick(step[1]), pick(step[2]));
        let new = match step[0] % 6 {
            0 => arena.canonical(&[g], &[h])?,
            1 => arena.canonical(&[g, h], &[h])?,
            2 => arena.canonical(&[g], &[g, h])?,
            3 => arena.sum(g, h)?,
            4 => arena.negative(g)?,
            _ => arena.canonical(&[g, h], &[])?,
        };
        games.push(new);
        check(arena, new, g)?;
    }
    Ok(())
}

fn check(arena: &Arena, g: Game, h: Game) -> Result<()> {
    let (left, right) = arena.options(g)?;
    if left.len() + right.len() > 40 {
        return Ok(());
    }
    // 1. The value of the game with its options is itself.
    assert_eq!(arena.canonical(left, right)?, g);
    // 2. No option is dominated.
    for (list, larger_is_better) in [(left, true), (right, false)] {
        for x in list {
            for y in list {
                let dominated = if larger_is_better { arena.le(*x, *y)? } else { arena.le(*y, *x)? };
                assert!(x == y || !dominated);
            }
        }
    }
    // 3. No option is reversible.
    for l in left {
        for lr in arena.right(*l)? {
            assert!(!arena.le(*lr, g)?);
        }
    }
    for r in right {
        for rl in arena.left(*r)? {
            assert!(!arena.le(g, *rl)?);
        }
    }
    // 4. g − g = 0, and the order agrees with the sign of the difference.
    let negative = arena.negative(g)?;
    assert_eq!(arena.sum(g, negative)?, Game::ZERO);
    let difference = arena.difference(g, h)?;
    assert_eq!(arena.le(h, g)?, arena.le(Game::ZERO, difference)?);
    Ok(())
}
