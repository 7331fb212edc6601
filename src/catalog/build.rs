//! The build script: a file that is added to `variants/` or to the page, changed or taken
//! away makes what is embedded new. In: nothing. Out: lines for cargo. It is no module of
//! the crate.

fn main() {
    println!("cargo::rerun-if-changed=variants");
    println!("cargo::rerun-if-changed=src/serve/page");
}
