//! The build script lists the files that the crate embeds: the rulebooks, their weights, the examples of codes, and
//! the page. Input: folders of text files. Output: one Rust expression for each folder, a slice of paths and texts in
//! the order of the paths. It is not a module of the crate.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The name of each list, its folder, and the ends of the names of its files. What else is in the folder, such as the
/// reference for readers, stays out of the program.
const FOLDERS: [(&str, &str, &[&str]); 4] = [
    ("variants", "variants", &[".toml", ".txt"]),
    ("weights", "variants/weights", &[".toml"]),
    ("examples", "src/codes/examples", &[".toml", ".snap"]),
    ("page", "src/serve/page", &[""]),
];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets this variable"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets this variable"));
    for (list, folder, ends) in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        let root = root.join(folder);
        let mut files = Vec::new();
        collect(&root, &mut files)?;
        files.sort();
        let mut code = "&[\n".to_owned();
        for file in files {
            let path = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            // One example shows what `check` says of a file that is not text.
            let is_wanted = ends.iter().any(|it| path.ends_with(it)) && fs::read_to_string(&file).is_ok();
            // The weights have a list of their own.
            if is_wanted && !(list == "variants" && path.starts_with("weights/")) {
                let _ = writeln!(code, "    ({path:?}, include_str!({file:?})),");
            }
        }
        fs::write(out.join(format!("{list}.rs")), code + "]\n")?;
    }
    Ok(())
}

/// Adds all files of a folder and its subfolders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
