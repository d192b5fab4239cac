//! The page is embedded in the program: when it is built anew, so is this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
    println!("cargo::rerun-if-changed=build.rs");
}
