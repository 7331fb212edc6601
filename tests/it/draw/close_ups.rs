//! Close-ups: parts of a board in the pictures of rules.

use crate::support::ask;

/// Returns the text between two marks, and the rest after the second one.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<(&'a str, &'a str)> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after)
}

#[test]
fn a_close_up_cuts_no_name() {
    for game in ["3-man-chess", "trichess", "osullivan"] {
        let page = ask(&["rules", game, "--format", "html"]).out;
        let (mut rest, mut names) = (page.as_str(), 0);
        while let Some((frame, after)) = between(rest, "<svg x=\"", "\">") {
            rest = after;
            let numbers: Vec<f64> = frame.split('"').filter_map(|it| it.parse().ok()).collect();
            let [x, y, wide, high, ..] = numbers[..] else { panic!("{game}: {frame}") };
            let mut picture = after.split_once("</svg>").expect("an end").0;
            while let Some((path, after)) = between(picture, "<path class=\"label\" d=\"", "\"") {
                picture = after;
                // Letters have round ends; symbols of marks do not.
                if !after.starts_with(" fill=\"none\"")
                    || !after.split_once('>').is_some_and(|it| it.0.contains("round"))
                {
                    continue;
                }
                let all: Vec<f64> = path.split(['M', 'L', 'Q', ' ']).filter_map(|it| it.parse().ok()).collect();
                for point in all.chunks_exact(2) {
                    let is_shown = (x..=x + wide).contains(&point[0]) && (y..=y + high).contains(&point[1]);
                    assert!(is_shown, "{game}: {point:?} is outside the frame {frame}");
                    names += 1;
                }
            }
        }
        assert!(names > 0 || game == "osullivan", "{game} has close-ups with names");
    }
}
