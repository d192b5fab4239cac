//! A value and its thermograph: `cargo run --example values -- '{5|3||-2}'`.

use nimatron::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "{3|1||-1}".into());
    let arena = Arena::new();
    let g = arena.read(&text)?;
    println!(
        "{g} is of class {}, with mean {} and temperature {}",
        g.outcome()?,
        g.mean()?,
        g.temperature()?
    );
    println!("stops {} and {}, twice it is {}", g.left_stop(), g.right_stop(), g + g);
    println!("{}", g.thermograph()?.to_text(60, 12));
    Ok(())
}
