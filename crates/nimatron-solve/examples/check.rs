use nimatron_games::centurion::Centurion;
use nimatron_rules::{Budget, Notation, Player, Rules};
use nimatron_solve::*;
use nimatron_value::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (rows, cols): (usize, usize) = (args[1].parse().unwrap(), args[2].parse().unwrap());
    let mut seed: u64 = 12345;
    let most: u64 = args[3].parse().unwrap();
    for _ in 0..args[4].parse::<usize>().unwrap() {
        let mut text = vec![];
        let mut pawns = 0;
        for r in 0..rows {
            if r > 0 {
                text.push('/');
            }
            for _ in 0..cols {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let c = match (seed >> 33) % 4 {
                    0 if pawns < most => {
                        pawns += 1;
                        'B'
                    }
                    1 if pawns < most => {
                        pawns += 1;
                        'W'
                    }
                    _ => '.',
                };
                text.push(c);
            }
        }
        let text: String = text.into_iter().collect();
        let (rules, start) = Centurion::<1>::open("", &text).unwrap();
        let budget = Budget::unlimited();
        let o = LoopyOutcomes::new(&rules, &start, Convention::Normal, &budget).unwrap();
        let arena = Arena::new();
        let mut loops = Loops::new();
        let t = std::time::Instant::now();
        let (v, n) = loopy_value(&rules, &start, &mut loops, &budget).unwrap();
        let ends = loops.ends(v).unwrap();
        let same = ends.to_string() == o.endings(&start).unwrap().to_string();
        let st = (loops.onside(v).unwrap().is_some(), loops.offside(v).unwrap().is_some());
        if !same || st != (true, true) || t.elapsed().as_secs_f64() > 0.5 {
            println!(
                "{text} {} {} {} {} positions {} sides {:?} {:?}",
                if same { "" } else { "WRONG" },
                ends,
                o.endings(&start).unwrap(),
                n,
                loops.len(),
                t.elapsed(),
                st
            );
            println!(
                "   {}",
                loops.show(&arena, v, Style::Ascii).unwrap().chars().take(300).collect::<String>()
            );
        }
        let _ = (Player::Left, rules.mobility(&start, Player::Left));
    }
}
