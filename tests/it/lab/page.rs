//! The report as an HTML page.
//!
//! Input: short games. Output: a page without other files, whose charts have titles and tables.

use super::lab;

#[test]
fn a_page_has_charts_with_titles_and_tables_and_needs_no_other_file() {
    for (name, squares, charts) in [("3-man-chess", 144, 4), ("chess", 64, 3)] {
        let run = lab(&[name, "--games", "30", "--plies", "120", "--format", "html"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let page = run.out;
        assert!(page.starts_with("<!doctype html>"), "{page:.200}");
        for outside in ["<script", "<link", "<img", "src=", "url(http", "@import"] {
            assert!(!page.contains(outside), "{name}: the page refers to another file by {outside}");
        }
        // No color of the plotting library and no missing number is left.
        assert!(!page.contains("#0101") && !page.contains("NaN") && !page.contains("inf\""), "{name}");
        let drawn = page.matches("<svg").count();
        assert_eq!(page.matches("role=\"img\"").count(), drawn);
        assert!(page.matches("<desc>").count() >= drawn, "{name}: a picture has no description");
        let has_eliminations = page.contains("class=\"chart flow\"");
        let expected = charts - usize::from(charts == 4 && !has_eliminations);
        assert_eq!(page.matches("<svg class=\"chart").count(), expected, "{name}");
        assert_eq!(page.matches("class=\"heat\"").count(), squares, "{name}");
        for title in ["Points per game", "Length of the games", "Rule impact", "Traffic on the squares"] {
            assert!(page.contains(&format!("<title>{title}</title>")), "{name}: {title}");
        }
        for table in ["<th>points per game</th>", "<th>games</th>", "<th>forbade the best move</th>", "<th>share</th>"]
        {
            assert!(page.contains(table), "{name}: {table}");
        }
    }
}

#[test]
fn several_rulebooks_make_a_page_of_tables() {
    let run = lab(&["chess", "mechanisms/hedge", "--games", "6", "--plies", "20", "--format", "html"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("<!doctype html>") && run.out.contains("<table>"), "{}", run.out);
}
