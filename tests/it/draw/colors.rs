//! The palette, checked by calculation: contrast, and color vision deficiencies.

use threefold::draw::palette::{DARK, LIGHT, NAMES, PRINT, Palette, seat_colors};

type Rgb = [f64; 3];

fn linear(color: &str) -> Rgb {
    let channel = |at: usize| {
        let byte = u8::from_str_radix(&color[at..at + 2], 16).expect("a color");
        let it = f64::from(byte) / 255.0;
        if it <= 0.040_45 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
    };
    [channel(1), channel(3), channel(5)]
}

/// Returns the WCAG 2 contrast ratio of two colors.
fn contrast(a: &str, b: &str) -> f64 {
    let light = |it: &str| {
        let [r, g, b] = linear(it);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// Matrices by Machado et al. for the loss of one cone type, then of all cones.
const EYES: [[Rgb; 3]; 4] = [
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
];

fn lab(color: &str, eyes: &[Rgb; 3]) -> Rgb {
    let seen = linear(color);
    let row = |it: &Rgb| it.iter().zip(seen).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0);
    let [r, g, b] = [row(&eyes[0]), row(&eyes[1]), row(&eyes[2])];
    let bend = |it: f64| if it > 0.008_856 { it.cbrt() } else { 7.787 * it + 16.0 / 116.0 };
    let x = bend((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = bend(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = bend((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn apart(a: &str, b: &str, eyes: &[Rgb; 3]) -> f64 {
    let (a, b) = (lab(a, eyes), lab(b, eyes));
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

const THEMES: [(&str, &Palette); 3] = [("light", &LIGHT), ("dark", &DARK), ("print", &PRINT)];

#[test]
fn three_armies_are_distinguishable_with_any_color_vision() {
    let three = &LIGHT.pieces[..3];
    for (at, one) in three.iter().enumerate() {
        for other in &three[at + 1..] {
            assert!(contrast(one.0, other.0) >= 3.8, "{one:?} {other:?}");
            assert!(EYES.iter().all(|it| apart(one.0, other.0, it) >= 70.0), "{one:?} {other:?}");
        }
    }
}

#[test]
fn more_armies_are_distinguishable_too() {
    // White, vermillion and black with blue or yellow; the four of a cross; the six of a
    // hexagon.
    for (army, least) in
        [(vec![0, 1, 2, 3], 55.0), (vec![1, 3, 4, 5], 15.0), (vec![0, 1, 2, 3, 4, 5], 15.0), (vec![0, 6, 2], 45.0)]
    {
        for (at, one) in army.iter().enumerate() {
            for other in &army[at + 1..] {
                let (a, b) = (LIGHT.pieces[*one].0, LIGHT.pieces[*other].0);
                let worst = EYES.iter().map(|it| apart(a, b, it)).fold(f64::INFINITY, f64::min);
                assert!(worst >= least, "{} and {}: {worst:.0}", NAMES[*one], NAMES[*other]);
            }
        }
    }
}

#[test]
fn pieces_contrast_with_every_square() {
    for (theme, palette) in THEMES {
        for (name, ink) in NAMES.iter().zip(palette.pieces) {
            for ground in palette.tones.iter().chain([&palette.last]) {
                // The outline or the fill of a piece must contrast with the square.
                let best = contrast(ink.1, ground).max(contrast(ink.0, ground));
                assert!(best >= 3.0, "{theme}: {name} on {ground}: {best:.2}");
            }
            assert!(contrast(ink.0, ink.2) >= 3.0, "{theme}: what is drawn upon {name}");
        }
        let gray = palette.pieces[6];
        assert!(contrast(gray.0, palette.tones[0]) >= 3.0, "{theme}: the hatching of gray pieces");
        assert!(contrast(gray.2, palette.tones[0]) >= 3.0, "{theme}: what is drawn upon the hatching");
        assert!(contrast(palette.inert.0, palette.inert.1) >= 2.0, "{theme}: pieces that are out");
    }
    // Vermillion contrasts with a light or a dark board without an outline.
    for palette in [&LIGHT, &DARK] {
        assert!(palette.tones.iter().all(|it| contrast(palette.pieces[1].0, it) >= 3.0));
    }
}

#[test]
fn marks_and_letters_are_seen() {
    for (theme, palette) in THEMES {
        for tone in &palette.tones {
            for mark in [palette.target, palette.check, palette.issue, palette.barrier, palette.last_frame] {
                assert!(contrast(mark, tone) >= 3.0, "{theme}: {mark} on {tone}: {:.2}", contrast(mark, tone));
            }
            assert!(contrast(palette.label, tone) >= 4.5, "{theme}: letters on {tone}");
        }
        assert!(contrast(palette.label, palette.ground) >= 4.5, "{theme}: letters round the board");
        assert!(contrast(palette.last_frame, palette.last) >= 3.0, "{theme}: the frame of the last move");
        assert!(contrast(palette.zone, palette.tones[0]) >= 3.0, "{theme}: zones");
        assert!(palette.tones[0] != palette.tones[1], "{theme}: two tones");
    }
}

#[test]
fn a_rulebook_chooses_the_colors_of_its_players() {
    let colors = |text: &str| seat_colors(threefold::load_text("own", text).expect("a rulebook").variant.rulebook());
    let own = |more: &str| format!("name = \"Own\"\nextends = [\"trichess\"]\n{more}");
    let plain = colors(&own(""));
    let names = |all: &[usize]| all.iter().map(|it| NAMES[*it]).collect::<Vec<_>>();
    assert_eq!(names(&plain), ["white", "vermillion", "black"]);
    let chosen = colors(&own("[seat.white]\nextends = \"white\"\ncolor = \"green\"\n"));
    assert_eq!(names(&chosen), ["green", "vermillion", "black"]);
    let shogi = threefold::load("gallery/shogi").expect("a game").variant;
    assert_eq!(names(&seat_colors(shogi.rulebook())), ["black", "white"]);
}
