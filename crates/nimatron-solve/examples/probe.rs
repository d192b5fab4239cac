use nimatron_games::centurion::Centurion;
use nimatron_rules::{Budget, Notation};
use nimatron_solve::*;
use nimatron_value::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (rules, start) = Centurion::<1>::open("", &args[2]).unwrap();
    let budget = Budget::unlimited().memory(4 << 30);
    let t = Instant::now();
    if args[1] == "outcome" {
        for c in [Convention::Normal, Convention::Misere] {
            let t = Instant::now();
            let o = LoopyOutcomes::new(&rules, &start, c, &budget).unwrap();
            println!(
                "{} {} positions {} moves {:?} {:?}",
                o.endings(&start).unwrap(),
                o.positions(),
                o.moves(),
                t.elapsed(),
                o.census().iter().map(|(e, n)| format!("{e}:{n}")).collect::<Vec<_>>()
            );
        }
    } else {
        let arena = Arena::new();
        let mut loops = Loops::new();
        let (v, n) = loopy_value(&rules, &start, &mut loops, &budget).unwrap();
        println!(
            "{} {} positions, {} sides {:?}",
            loops.show(&arena, v, Style::Ascii).unwrap(),
            n,
            loops.len(),
            t.elapsed()
        );
        let (graph, _) = loopy_graph(&rules, &start, &budget).unwrap();
        let all = loops.sides(&graph).unwrap();
        let mut names: std::collections::BTreeMap<String, usize> = Default::default();
        for v in all {
            *names.entry(loops.show(&arena, v, Style::Ascii).unwrap()).or_default() += 1;
        }
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort_by_key(|(n, c)| (n.len(), *c));
        for (n, c) in names.iter().take(60) {
            println!("  {c} {}", n.chars().take(150).collect::<String>());
        }
        println!("{} distinct", names.len());
    }
}
