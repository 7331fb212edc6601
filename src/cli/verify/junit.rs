//! Results of cases as JUnit XML: a suite for each file, a test for each variant.
//!
//! Input: the results. Output: XML. Does not know how cases are run.

use super::Ran;
use super::human::unmet;
use crate::case::Case;
use crate::cli::Io;
use crate::draw::escaped;
use crate::verify::{CaseResult, FoundFiles};

/// Writes all cases, whether they hold or not.
pub(super) fn write(ran: &[Ran<'_>], found: &FoundFiles, io: &mut Io<'_>) -> std::io::Result<()> {
    let suites: Vec<Suite> = ran.iter().map(suite).chain(found.unreadable.iter().map(unreadable)).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    writeln!(io.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let counts = counts(sum(|it| it.tests), sum(|it| it.failures), sum(|it| it.errors));
    writeln!(io.out, "<testsuites name=\"threefold verify\" {counts}>")?;
    for it in &suites {
        let counts = self::counts(it.tests, it.failures, it.errors);
        writeln!(io.out, "  <testsuite name=\"{}\" {counts}>", escaped(&it.name))?;
        write!(io.out, "{}", it.body)?;
        writeln!(io.out, "  </testsuite>")?;
    }
    writeln!(io.out, "</testsuites>")
}

#[derive(Default)]
struct Suite {
    name: String,
    tests: usize,
    failures: usize,
    errors: usize,
    body: String,
}

impl Suite {
    fn add(&mut self, name: &str, line: usize, wrong: Option<(&str, String, String)>) {
        self.tests += 1;
        let file = escaped(&self.name);
        let head = format!("<testcase name=\"{}\" classname=\"{file}\" file=\"{file}\" line=\"{line}\"", escaped(name));
        let Some((kind, message, text)) = wrong else {
            self.body.push_str(&format!("    {head}/>\n"));
            return;
        };
        match kind {
            "failure" => self.failures += 1,
            _ => self.errors += 1,
        }
        self.body.push_str(&format!("    {head}>\n      <{kind} message=\"{}\">", escaped(&message)));
        self.body.push_str(&format!("{}</{kind}>\n    </testcase>\n", escaped(&text)));
    }
}

fn suite(ran: &Ran<'_>) -> Suite {
    let mut suite = Suite { name: ran.file.name.clone(), ..Suite::default() };
    if let Some(error) = &ran.verified.error {
        let line = error.at.as_ref().map_or(1, |it| it.line);
        suite.add("case", line, Some(("error", first_line(&error.message), error.in_lines())));
        return suite;
    }
    let results = ran.verified.results.iter();
    for (case, it) in ran.verified.case.iter().flat_map(|case| results.clone().map(move |it| (case, it))) {
        suite.add(&it.variant.value, case.place(it.variant.span).line, wrong(case, it));
    }
    suite
}

fn wrong(case: &Case, result: &CaseResult) -> Option<(&'static str, String, String)> {
    match &result.result {
        Err(error) => Some(("error", first_line(&error.message), error.in_lines())),
        Ok(report) if report.holds() => None,
        Ok(report) => Some((
            "failure",
            case.about.clone(),
            format!("{}\n{}\n{}", case.about, unmet(case, report), report.board()),
        )),
    }
}

fn unreadable((name, why): &(String, String)) -> Suite {
    let mut suite = Suite { name: name.clone(), ..Suite::default() };
    suite.add("case", 1, Some(("error", why.clone(), format!("`{name}` cannot be read: {why}"))));
    suite
}

fn counts(tests: usize, failures: usize, errors: usize) -> String {
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}
