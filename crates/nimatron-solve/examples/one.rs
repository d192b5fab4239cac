use nimatron_games::centurion::Centurion;
use nimatron_rules::{Budget, Notation};
use nimatron_solve::*;
use nimatron_value::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (rules, start) = Centurion::<1>::open("", &args[1]).unwrap();
    let budget = Budget::unlimited();
    let o = LoopyOutcomes::new(&rules, &start, Convention::Normal, &budget).unwrap();
    let mut loops = Loops::new();
    let t = std::time::Instant::now();
    let (v, n) = loopy_value(&rules, &start, &mut loops, &budget).unwrap();
    let ends = loops.ends(v).unwrap();
    println!(
        "{} {} {} positions {} sides {:?} {:?}",
        ends,
        o.endings(&start).unwrap(),
        n,
        loops.len(),
        t.elapsed(),
        (loops.onside(v).unwrap().is_some(), loops.offside(v).unwrap().is_some())
    );
}
