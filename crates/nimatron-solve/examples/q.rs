use nimatron_rules::{Budget, HeapCode};
use nimatron_solve::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let to: usize = a[2].parse().unwrap();
    let code = HeapCode::parse(&a[1]).unwrap();
    let budget = Budget::unlimited();
    let mut q = MisereQuotient::new(&code, &budget);
    let t = std::time::Instant::now();
    let mut g = 0;
    while q.heap() < to {
        if let Err(e) = q.extend() { println!("{e}"); break; }
        if q.growth().len() > g || a.len() > 3 { g = q.growth().len(); println!("{} {:?} T={} {:?} gens {:?}", q.heap(), q.growth().last(), q.transitions(), t.elapsed(), q.generators()); }
    }
    println!("{} order {} p {} {} tame {:?} T={}", q.heap(), q.quotient().order(), q.quotient().p_portion(), q.quotient().presentation(), q.quotient().tame(), q.transitions());
    println!("{:?} {:?}", q.prove_period(), t.elapsed());
}
