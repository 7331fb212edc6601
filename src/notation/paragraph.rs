//! Paragraphs: texts broken at blanks, and texts between tags.
//!
//! In: a text of one paragraph. Out: its lines, or what stands for it in a page. Knows
//! neither what it says nor how wide a terminal is.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm, fill};

/// A text broken at blanks, with something before its first line and before the others;
/// it ends its last line.
pub(crate) fn wrapped(text: &str, first: &str, rest: &str, width: usize) -> String {
    // Squares and moves hold hyphens, and are not taken apart at them.
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

/// The same, the other lines two further in than the head.
pub(crate) fn hung(head: &str, text: &str, width: usize) -> String {
    let indent = head.len() - head.trim_start().len() + 2;
    wrapped(text, head, &" ".repeat(indent), width)
}

/// A text between tags or in quotes, of HTML as of XML. What XML 1.0 cannot hold at all
/// becomes a mark.
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
