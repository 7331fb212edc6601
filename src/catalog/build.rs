//! The build script packs the files that the crate embeds: the rulebooks, their weights, the explanations of codes with
//! their examples, and the page. Input: folders of text files. Output: an archive for each folder. It is not a module of
//! the crate.
//!
//! An archive is the compressed text of all files in the order of their paths, with a line of its path and its length
//! in bytes before each text.
//!
//! On Linux it also asks the linker for packed relocations, which make the program half a megabyte smaller, and for a release
//! to keep equal functions once, if the linker can do so.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

/// The name of each archive, its folder, and the ends of the names of its files. What else is in the folder, such as
/// the reference for readers, stays out of the program.
const FOLDERS: [(&str, &str, &[&str]); 5] = [
    ("variants", "variants", &[".toml", ".txt"]),
    ("weights", "variants/weights", &[".toml"]),
    ("codes", "src/codes", &[".md"]),
    ("examples", "src/codes/examples", &[".toml", ".snap"]),
    ("page", "src/serve/page", &[""]),
];
/// The best level of compression.
const BEST: u8 = 9;
/// The option with which LLD and Gold keep equal functions once: generic functions are often equal for several types.
const FOLDING: &str = "-Wl,--icf=all";
/// The first version of glibc that reads packed relocations.
const READS_PACKED_RELOCATIONS: (u32, u32) = (2, 36);

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets this variable"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets this variable"));
    for (name, folder, ends) in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        let root = root.join(folder);
        let mut files = Vec::new();
        collect(&root, &mut files)?;
        files.sort();
        let mut archive = String::new();
        for file in files {
            let path = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
            // The weights have an archive of their own.
            let is_wanted =
                ends.iter().any(|it| path.ends_with(it)) && !(name == "variants" && path.starts_with("weights/"));
            // One example shows what `check` says of a file that is not text.
            if let Some(mut text) = is_wanted.then(|| fs::read_to_string(&file).ok()).flatten() {
                if name == "page" && (path.ends_with(".js") || path.ends_with(".css")) {
                    text = without_comments(&text);
                }
                archive.push_str(&format!("{path} {}\n{text}", text.len()));
            }
        }
        let packed = miniz_oxide::deflate::compress_to_vec(archive.as_bytes(), BEST);
        fs::write(out.join(format!("{name}.deflate")), packed)?;
    }
    // The program is for this machine, so its C library decides.
    let is_native = env::var_os("HOST") == env::var_os("TARGET");
    if is_native && glibc_version().is_some_and(|it| it >= READS_PACKED_RELOCATIONS) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    if is_native && env::var("PROFILE").is_ok_and(|it| it == "release") && links_with(FOLDING, &out) {
        println!("cargo::rustc-link-arg-bins={FOLDING}");
    }
    Ok(())
}

/// Links an empty program and reports whether the linker accepts an option. Not every linker has all of them.
fn links_with(option: &str, out: &Path) -> bool {
    let (source, program) = (out.join("empty.rs"), out.join("empty"));
    let Some(rustc) = env::var_os("RUSTC").filter(|_| fs::write(&source, "fn main() {}\n").is_ok()) else {
        return false;
    };
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = env::var("RUSTC_LINKER").map(|it| format!("linker={it}"));
    let mut command = Command::new(rustc);
    command.args(flags.split('\u{1f}').filter(|it| !it.is_empty()));
    command.args(linker.iter().flat_map(|it| ["-C", it.as_str()]));
    command.arg("-C").arg(format!("link-arg={option}")).arg("-o").arg(&program).arg(&source);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|it| it.success()) && program.is_file()
}

/// Empties the lines that contain only a comment, a sixth of the compressed page, and removes the indentation of the others: no
/// text of a script goes on in another line. All lines keep their numbers, so a browser reports the lines of the source.
fn without_comments(text: &str) -> String {
    let (mut kept, mut is_inside) = (String::new(), false);
    for line in text.lines() {
        let trimmed = line.trim();
        is_inside |= trimmed.starts_with("/*");
        if !is_inside && !trimmed.starts_with("//") {
            kept.push_str(trimmed);
        }
        is_inside &= !trimmed.contains("*/");
        kept.push('\n');
    }
    kept
}

/// Returns the version of the C library, if it is glibc.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn glibc_version() -> Option<(u32, u32)> {
    unsafe extern "C" {
        safe fn gnu_get_libc_version() -> *const std::ffi::c_char;
    }
    // SAFETY: glibc returns a static text that ends with a zero byte.
    let version = unsafe { std::ffi::CStr::from_ptr(gnu_get_libc_version()) }.to_str().ok()?;
    let (major, minor) = version.split_once('.')?;
    let minor = minor.split('.').next()?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn glibc_version() -> Option<(u32, u32)> {
    None
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
