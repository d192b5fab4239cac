//! The period of an octal game: `cargo run --release --example period -- 0.77`.

use nimatron::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let code = std::env::args().nth(1).unwrap_or_else(|| "0.77".into());
    let mut sequence: HeapSequence = code.parse()?;
    sequence.extend_to(10_000)?;
    let first: Vec<String> = (&sequence).into_iter().take(20).map(|value| value.to_string()).collect();
    println!("{code}: {}, …", first.join(", "));
    match sequence.period() {
        Some(Period { period, preperiod, .. }) => println!("period {period} from heap {preperiod} on"),
        None => println!("no period is proved by the heaps up to 10,000"),
    }
    Ok(())
}
