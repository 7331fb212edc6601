//! Archives of text files that the build script packs into the program.
//!
//! Contains: [`unpack`] and the macro `archive!`. Input: the bytes of an archive. Output: the paths and texts of its
//! files, in the order of the paths. Does not know what the files contain.

/// Returns the paths and texts of the files in an archive of `src/catalog/build.rs`. They stay in memory, so callers
/// unpack each archive once.
pub(crate) fn unpack(packed: &[u8]) -> Vec<(&'static str, &'static str)> {
    let bytes = miniz_oxide::inflate::decompress_to_vec(packed).expect("the build script compresses archives");
    let mut rest: &'static str = String::from_utf8(bytes).expect("archives contain text").leak();
    let mut files = Vec::new();
    while let Some((head, body)) = rest.split_once('\n') {
        let (path, length) = head.rsplit_once(' ').expect("each file has a path and a length");
        let (text, after) = body.split_at(length.parse().expect("the length is a number"));
        files.push((path, text));
        rest = after;
    }
    files
}

/// The files of an archive by its name, unpacked when they are first used.
macro_rules! archive {
    ($name:literal) => {
        std::sync::LazyLock::new(|| {
            $crate::archive::unpack(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".deflate")))
        })
    };
}
pub(crate) use archive;
