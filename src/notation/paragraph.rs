//! Paragraphs: line wrapping.
//!
//! Input: the text of one paragraph. Output: its lines. Does not know what the text says or how wide
//! a terminal is.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm, fill};

/// Wraps a text at blanks, with a prefix for the first line and one for the others. The last line ends with a line
/// break.
pub(crate) fn wrapped(text: &str, first: &str, rest: &str, width: usize) -> String {
    // Squares and moves contain hyphens, so lines do not break there.
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(rest)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .break_words(false);
    let words: Vec<&str> = text.split_whitespace().collect();
    fill(&words.join(" "), options) + "\n"
}

/// Wraps a text with a hanging indent of two columns more than the head.
#[cfg(feature = "lab")]
pub(crate) fn hung(head: &str, text: &str, width: usize) -> String {
    let indent = head.len() - head.trim_start().len() + 2;
    wrapped(text, head, &" ".repeat(indent), width)
}
