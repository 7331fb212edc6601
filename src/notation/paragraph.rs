//! Paragraphs: line wrapping and escaping.
//!
//! Input: the text of one paragraph. Output: its lines, or its text for HTML and XML. Does not know what the text
//! says or how wide a terminal is.

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
pub(crate) fn hung(head: &str, text: &str, width: usize) -> String {
    let indent = head.len() - head.trim_start().len() + 2;
    wrapped(text, head, &" ".repeat(indent), width)
}

/// Escapes a text for HTML and XML. Characters that XML 1.0 does not allow are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for it in text.chars() {
        match it {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(it),
            it if it.is_control() || matches!(it, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            it => out.push(it),
        }
    }
    out
}
