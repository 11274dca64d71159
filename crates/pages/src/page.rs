//! What all pages have.

use crate::links::From;
use crate::model::Report;
use maud::{DOCTYPE, Markup, html};

/// By this a page says what has written it.
pub const GENERATOR: &str = "wayfarer report";

/// Which of the places of the navigation a page belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Overview,
    Sources,
    Findings,
    Tests,
    Bounded,
}

/// The navigation: name, address, and to which section it leads.
const NAVIGATION: [(&str, &str, Section); 5] = [
    ("Overview", "index.html", Section::Overview),
    ("Sources", "index.html#files", Section::Sources),
    ("Findings", "findings.html", Section::Findings),
    ("Tests", "tests.html", Section::Tests),
    ("Left out", "bounded.html", Section::Bounded),
];

/// A page around what it says.
pub fn page(
    report: &Report,
    (section, from): (Section, From),
    heading: &str,
    content: &Markup,
) -> Markup {
    let prefix = from.prefix();
    let title = match section == Section::Overview {
        true => report.title.clone(),
        false => format!("{heading} – {}", report.title),
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(GENERATOR);
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(format!("{prefix}style.css"));
                script src=(format!("{prefix}report.js")) defer {}
            }
            body {
                a.skip href="#content" { "Skip to content" }
                header {
                    p.brand { (report.title) }
                    nav aria-label="Pages" {
                        ul {
                            @for (name, address, of) in NAVIGATION {
                                li {
                                    a href=(format!("{prefix}{address}"))
                                        aria-current=[(of == section).then_some("page")] { (name) }
                                }
                            }
                        }
                    }
                }
                main #content tabindex="-1" {
                    h1 { (heading) }
                    (content)
                }
            }
        }
    }
}

/// The word in the number that it is for.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}
