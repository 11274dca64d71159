//! The pages of tests: a list of suites, and the tests of each, some at a time.

use crate::links::{From, TESTS_OF_A_PAGE, tests_page};
use crate::model::{Report, Suite, TestEntry};
use crate::page::{Section, counted, page as whole_page};
use crate::table::verdict;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Inputs that are shown at once; the others on demand.
const INPUTS_SHOWN: usize = 12;

/// The list of suites.
pub fn index(report: &Report) -> Markup {
    let count: usize = report.suites.iter().map(|suite| suite.tests.len()).sum();
    let content = html! {
        p { (counted(count, "test", "tests")) "." }
        @for (index, suite) in report.suites.iter().enumerate() {
            section.suite id=(format!("suite-{index}")) {
                h2 { (suite.name) }
                @if let Some(problem) = &suite.problem { p.notice role="note" { (problem) } }
                p { (verdicts(suite)) }
                p { "Run all again: " code.run { (suite.run) } }
                ul.pages {
                    @for page in 0..suite.tests.len().div_ceil(TESTS_OF_A_PAGE) {
                        li { a href=(tests_page(index, page)) { (range(suite, page)) } }
                    }
                }
            }
        }
    };
    whole_page(report, (Section::Tests, From::Top), "Tests", &content)
}

fn chunk(suite: &Suite, page: usize) -> &[TestEntry] {
    let from = (page * TESTS_OF_A_PAGE).min(suite.tests.len());
    let to = (from + TESTS_OF_A_PAGE).min(suite.tests.len());
    &suite.tests[from..to]
}

fn range(suite: &Suite, page: usize) -> String {
    match chunk(suite, page) {
        [] => "No tests".to_owned(),
        [one] => format!("Test {}", one.number),
        [first, .., last] => format!("Tests {} to {}", first.number, last.number),
    }
}

fn verdicts(suite: &Suite) -> Markup {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for test in &suite.tests {
        *counts.entry(&test.verdict).or_default() += 1;
    }
    html! { @for (word, count) in counts { (count) " " (verdict(word)) " " } }
}

/// The tests of a suite, a page for so many.
pub fn pages(report: &Report, suite: &Suite) -> Vec<Markup> {
    let count = suite.tests.len().div_ceil(TESTS_OF_A_PAGE);
    (0..count)
        .map(|number| {
            let heading = format!("{} of {}", range(suite, number), suite.name);
            let content = html! {
                @for test in chunk(suite, number) { (one(test)) }
            };
            let at = (Section::Tests, From::Below);
            whole_page(report, at, &heading, &content)
        })
        .collect()
}

fn one(test: &TestEntry) -> Markup {
    html! {
        article.test id=(format!("test-{}", test.number)) {
            h2 {
                a.anchor href=(format!("#test-{}", test.number)) { (test.number) } " "
                (test.prediction) " " (verdict(&test.verdict))
            }
            @if !test.differences.is_empty() {
                ul.notes { @for difference in &test.differences { li { (difference) } } }
            }
            (inputs(test))
            (text_of(test, false))
        }
    }
}

/// The inputs of a test.
pub fn inputs(test: &TestEntry) -> Markup {
    if test.inputs.is_empty() {
        return html! {};
    }
    let shown = test.inputs.len().min(INPUTS_SHOWN);
    let (first, rest) = test.inputs.split_at(shown);
    html! {
        (list(first))
        @if !rest.is_empty() {
            details {
                summary { (counted(rest.len(), "more input", "more inputs")) }
                (list(rest))
            }
        }
    }
}

fn list(inputs: &[(String, String)]) -> Markup {
    html! {
        dl.inputs { @for (name, value) in inputs { dt { code { (name) } } dd { code { (value) } } } }
    }
}

/// The test as a program, and how it is run; `open` to begin with, or on demand.
pub fn text_of(test: &TestEntry, open: bool) -> Markup {
    html! {
        details open[open] {
            summary { "The test" @if !test.name.is_empty() { ": " code { (test.name) } } }
            @for command in &test.run { pre.run { code { (command) } } }
            @if !test.text_note.is_empty() { p.quiet { (test.text_note) } }
            @if !test.text.is_empty() { pre.text tabindex="0" { code { (test.text) } } }
        }
    }
}
