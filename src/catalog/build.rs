//! The build script tells Cargo which folders the crate embeds: the rulebooks, the examples
//! of codes, and the page. Input: nothing. Output: lines for Cargo. It is not a module of the crate.

fn main() {
    println!("cargo::rerun-if-changed=variants");
    println!("cargo::rerun-if-changed=src/codes/examples");
    println!("cargo::rerun-if-changed=src/serve/page");
}
