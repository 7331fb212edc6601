//! Parses a picture: its elements, and the outline of each square as a polygon.

/// An element with its name and its raw attributes.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    pub name: &'a str,
    text: &'a str,
}

impl<'a> Element<'a> {
    /// Returns the value of an attribute.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let start = self.text.find(&format!(" {key}=\""))? + key.len() + 3;
        self.text[start..].split('"').next()
    }

    /// Returns the value of an attribute as a number.
    pub fn number(&self, key: &str) -> f64 {
        let text = self.get(key).unwrap_or_else(|| panic!("no {key} in {}", self.text));
        text.parse().unwrap_or_else(|_| panic!("{key} is `{text}`"))
    }

    /// Reports whether the element has a class.
    pub fn is(&self, class: &str) -> bool {
        self.get("class").is_some_and(|it| it.split(' ').any(|it| it == class))
    }
}

/// Returns all elements in document order.
pub fn elements(svg: &str) -> Vec<Element<'_>> {
    let tags = svg.split('<').skip(1).filter(|it| !it.starts_with('/'));
    tags.map(|it| {
        let text = it.split('>').next().unwrap_or("");
        Element { name: text.split([' ', '/']).next().unwrap_or(""), text }
    })
    .collect()
}

/// Returns the text of an element that contains only text.
pub fn content<'a>(svg: &'a str, tag: &str) -> &'a str {
    let (_, rest) = svg.split_once(&format!("<{tag}>")).unwrap_or_else(|| panic!("no {tag}"));
    rest.split('<').next().unwrap_or("")
}

/// Returns a path as a polygon, with eight chords for each curve.
pub fn polygon(path: &str) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut at = (0.0, 0.0);
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|it: char| it.is_ascii_alphabetic()).map_or(rest.len(), |it| it + 1);
        let numbers = numbers(&rest[1..end]);
        rest = &rest[end..];
        match (command, numbers.as_slice()) {
            ('M', [x, y]) => at = (*x, *y),
            ('l', [x, y]) => at = (at.0 + x, at.1 + y),
            ('h', [x]) => at.0 += x,
            ('v', [y]) => at.1 += y,
            ('q', [bx, by, x, y]) => {
                for step in 1..8 {
                    let part = f64::from(step) / 8.0;
                    let sum = |b: f64, c: f64| 2.0 * (1.0 - part) * part * b + part * part * c;
                    points.push((at.0 + sum(*bx, *x), at.1 + sum(*by, *y)));
                }
                at = (at.0 + x, at.1 + y);
            }
            ('c', [ax, ay, bx, by, x, y]) => {
                for step in 1..8 {
                    let part = f64::from(step) / 8.0;
                    let left = 1.0 - part;
                    let sum = |a: f64, b: f64, c: f64| {
                        3.0 * left * left * part * a + 3.0 * left * part * part * b + part * part * part * c
                    };
                    points.push((at.0 + sum(*ax, *bx, *x), at.1 + sum(*ay, *by, *y)));
                }
                at = (at.0 + x, at.1 + y);
            }
            ('z', []) => continue,
            other => panic!("`{other:?}` in {path}"),
        }
        points.push(at);
    }
    points.dedup();
    if points.first() == points.last() {
        points.pop();
    }
    points
}

fn numbers(text: &str) -> Vec<f64> {
    let spaced = text.replace('-', " -");
    spaced.split_whitespace().map(|it| it.parse().unwrap_or_else(|_| panic!("`{it}` is no number"))).collect()
}

/// Returns the area of a polygon, and whether a point lies inside.
pub fn area(polygon: &[(f64, f64)]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs() / 2.0
}

/// Reports whether a point lies inside a polygon.
pub fn holds(polygon: &[(f64, f64)], at: (f64, f64)) -> bool {
    let next = polygon.iter().cycle().skip(1);
    let crossed = polygon
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.1 > at.1) != (b.1 > at.1) && at.0 < (b.0 - a.0) * (at.1 - a.1) / (b.1 - a.1) + a.0);
    crossed.count() % 2 == 1
}
