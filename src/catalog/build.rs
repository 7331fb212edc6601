//! The build script: a file that is added to `variants/`, changed or taken away makes the
//! catalogue new. In: nothing. Out: one line for cargo. It is no module of the crate.

fn main() {
    println!("cargo::rerun-if-changed=variants");
}
