//! The page need not be there when this is compiled, but its folder has to: a program for development looks into the folder as it
//! runs, by its full name, which only a folder that is there has. A program for release has the page inside, so a page that was built anew
//! is embedded anew.

fn main() {
    let page = "../../web/dist";
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed={}", if is_release { page } else { "build.rs" });
    // Where it can't be made, as in a folder that can't be written, there will be no page.
    let _ = std::fs::create_dir_all(page);
}
