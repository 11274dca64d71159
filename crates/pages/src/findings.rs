//! The page of findings.

use crate::links::{From, Links};
use crate::model::{Finding, Report, TestEntry};
use crate::overview::classes;
use crate::page::{Section, page as whole_page};
use crate::table::badge;
use crate::tests_page::{inputs, text_of};
use maud::{Markup, html};

/// The findings, by class.
pub fn page(report: &Report, links: &Links<'_>) -> Markup {
    let classes = classes(report);
    let content = html! {
        @if classes.is_empty() { p { "Nothing was found." } }
        @for (number, (class, count)) in classes.iter().enumerate() {
            section {
                h2 id=(format!("class-{number}")) { (badge(class)) " " span.quiet { (count) } }
                p.quiet { (meaning(class)) }
                @for (index, finding) in report.findings.iter().enumerate() {
                    @if finding.class == *class { (one(report, links, index, finding)) }
                }
            }
        }
    };
    whole_page(report, (Section::Findings, From::Top), "Findings", &content)
}

/// What a class says; nothing for those that need no words.
fn meaning(class: &str) -> &'static str {
    match class {
        "confirmed" => "A native run shows the error, for inputs that callers can make.",
        "confirmed by another way" => {
            "A native run shows the error, but came to it by other decisions than predicted."
        }
        "observed" => "Native runs show the error; it was not predicted.",
        "open" => "The error is predicted, and no native run has shown it.",
        "unusual" => "A native run shows the error, for inputs or states that callers hardly make.",
        "documented" => "A native run shows the error, and callers are told of it.",
        "refuted" => "The error was predicted, and is proved impossible.",
        "not reproduced" => {
            "The native run did something else: the error is not to be believed as it stands."
        }
        "inconclusive" => "The native run can neither show nor refute the error.",
        "not replayed" => "The test was not run natively.",
        _ => "",
    }
}

fn one(report: &Report, links: &Links<'_>, index: usize, finding: &Finding) -> Markup {
    let test = finding.test.and_then(|place| {
        let tests = &report.suites.get(place.suite)?.tests;
        let test = tests.iter().find(|test| test.number == place.number)?;
        Some((test, links.test(place, From::Top)?))
    });
    html! {
        article.finding id=(format!("finding-{}", index + 1)) {
            h3 {
                a.anchor href=(format!("#finding-{}", index + 1)) { (index + 1) } " "
                (finding.kind)
                @if !finding.message.is_empty() { ": " span.message { (finding.message) } }
            }
            p { (links.place(&finding.place, From::Top)) " in " code { (finding.function) } }
            @if let Some(why) = &finding.why { p { (why) } }
            @if let Some(assumption) = &finding.assumption {
                p { "Only for unusual inputs: not with " code { (assumption) } "." }
            }
            @if !finding.notes.is_empty() {
                ul.notes { @for note in &finding.notes { li { (note) } } }
            }
            (stack(links, finding))
            @if let Some((test, address)) = test { (shown_by(test, &address)) }
        }
    }
}

fn stack(links: &Links<'_>, finding: &Finding) -> Markup {
    if finding.stack.is_empty() {
        return html! {};
    }
    html! {
        h4 { "Calls, innermost first" }
        ol.stack {
            @for frame in &finding.stack {
                li { code { (frame.function) } " at " (links.place(&frame.place, From::Top)) }
            }
        }
    }
}

fn shown_by(test: &TestEntry, address: &str) -> Markup {
    html! {
        h4 { "Shown by " a href=(address) { "test " (test.number) } }
        (inputs(test))
        (text_of(test, true))
    }
}
