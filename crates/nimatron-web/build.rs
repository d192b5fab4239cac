//! If the page becomes part of the program, a page that was built anew is embedded anew.

fn main() {
    if std::env::var_os("CARGO_FEATURE_EMBED_PAGE").is_none() {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    let page = "../../web/dist";
    println!("cargo::rerun-if-changed={page}");
    if !std::path::Path::new(page).join("index.html").exists() {
        println!("cargo::warning=there is no page in web/dist to embed: `cargo x release` builds both");
    }
}
