//! Where on the pages things are.

use crate::model::{Place, Report, TestPlace};
use maud::{Markup, html};
use std::collections::HashMap;

/// Tests of a page: so many open at once without delay.
pub const TESTS_OF_A_PAGE: usize = 200;

/// The way from a page to the folder of the report.
#[derive(Clone, Copy)]
pub enum From {
    /// The page lies in it.
    Top,
    /// The page lies in a folder below it.
    Below,
}

impl From {
    /// What links begin with.
    pub fn prefix(self) -> &'static str {
        match self {
            From::Top => "",
            From::Below => "../",
        }
    }
}

/// Addresses of all that is linked to.
pub struct Links<'r> {
    /// By file: its page, and its last line that has an anchor.
    sources: HashMap<&'r str, (String, u32)>,
    /// By suite: for the number of each test the page that has it.
    tests: Vec<HashMap<u32, usize>>,
}

impl<'r> Links<'r> {
    /// Those of a report.
    pub fn new(report: &'r Report) -> Links<'r> {
        let sources = report.files.iter().enumerate().map(|(index, file)| {
            let page = format!("source/{:04}-{}.html", index + 1, plain(&file.name));
            let last = crate::source::last_line(file);
            (file.name.as_str(), (page, last))
        });
        let tests = report.suites.iter().map(|suite| {
            let tests = suite.tests.iter().enumerate();
            let pages = tests.map(|(index, test)| (test.number, index / TESTS_OF_A_PAGE));
            pages.collect()
        });
        Links {
            sources: sources.collect(),
            tests: tests.collect(),
        }
    }

    /// The page of a file.
    pub fn source(&self, file: &str) -> Option<&str> {
        self.sources.get(file).map(|(page, _)| page.as_str())
    }

    /// A place as text, linked to the source where there is one.
    pub fn place(&self, place: &Place, from: From) -> Markup {
        let text = match (place.file.as_str(), place.line) {
            ("", _) => "unknown place".to_owned(),
            (file, 0) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        };
        let Some((page, last)) = self.sources.get(place.file.as_str()) else {
            return html! { span.place { (text) } };
        };
        let prefix = from.prefix();
        let address = match place.line {
            line if line > 0 && line <= *last => format!("{prefix}{page}#L{line}"),
            _ => format!("{prefix}{page}"),
        };
        html! { a.place href=(address) { (text) } }
    }

    /// The address of a test, if the report has it.
    pub fn test(&self, test: TestPlace, from: From) -> Option<String> {
        let page = self.tests.get(test.suite)?.get(&test.number)?;
        let (prefix, number) = (from.prefix(), test.number);
        Some(format!(
            "{prefix}{}#test-{number}",
            tests_page(test.suite, *page)
        ))
    }
}

/// The page with so many-th tests of a suite.
pub fn tests_page(suite: usize, page: usize) -> String {
    format!("tests/{:04}-{}.html", suite + 1, page + 1)
}

/// The end of a file's name as every file system takes it, and every browser without escapes.
fn plain(name: &str) -> String {
    let base = name.rsplit('/').next().unwrap_or(name);
    let plain = base.chars().map(|c| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' => c,
        _ => '_',
    });
    plain.take(80).collect()
}
