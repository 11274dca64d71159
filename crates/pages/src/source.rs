//! The page of a source file: how often its lines were executed, and below them the ways that were not taken.

use crate::links::From;
use crate::model::{Count, Report, SourceFile, UncoveredWay};
use crate::page::{Section, counted, page as whole_page};
use crate::table::share;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Lines that a browser lays out together once they are seen.
const CHUNK: u32 = 200;

/// The page of a file.
pub fn page(report: &Report, file: &SourceFile) -> Markup {
    let findings = findings_by_line(report, file);
    let content = html! {
        dl.facts {
            dt { "Lines" } dd { (share(file.lines())) }
            dt { "Branches" } dd { (share(file.branch_sum())) }
        }
        @if let Err(why) = &file.text { p.notice role="note" { (why) } }
        @if let Some(note) = &file.note { p.notice role="note" { (note) } }
        (contents(file))
        p.quiet {
            "Left of a line is how often it was executed. " b { "✗" } " marks lines that never were, " b { "◐" }
            " those with branches of which a way was not taken."
        }
        (code(file, &findings))
    };
    let at = (Section::Sources, From::Below);
    whole_page(report, at, &file.name, &content)
}

/// Jumps to the lines with ways that were not taken.
fn contents(file: &SourceFile) -> Markup {
    let count = file.uncovered.values().map(Vec::len).sum::<usize>();
    if count == 0 {
        return html! {};
    }
    html! {
        details.contents {
            summary { (counted(count, "way not taken", "ways not taken")) }
            ul {
                @for (line, ways) in &file.uncovered {
                    @for way in ways {
                        li { a href=(format!("#L{line}")) { "line " (line) } ": " (way_text(way)) }
                    }
                }
            }
        }
    }
}

fn way_text(way: &UncoveredWay) -> Markup {
    html! { (quoted(&way.way)) " – " (quoted(&way.why)) }
}

/// Text in which what stands between grave accents is source text.
fn quoted(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Indices of findings, by line.
fn findings_by_line(report: &Report, file: &SourceFile) -> BTreeMap<u32, Vec<usize>> {
    let mut lines: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, finding) in report.findings.iter().enumerate() {
        if finding.place.file == file.name {
            lines.entry(finding.place.line).or_default().push(index);
        }
    }
    lines
}

/// The last line that is shown.
pub fn last_line(file: &SourceFile) -> u32 {
    let of_text = file.text.as_ref().map_or(0, |lines| lines.len() as u32);
    // Without text, lines up to the last of which something is known.
    let keys = [
        file.hits.last_key_value().map(|(line, _)| *line),
        file.branches.last_key_value().map(|(line, _)| *line),
        file.uncovered.last_key_value().map(|(line, _)| *line),
    ];
    let known = keys.into_iter().flatten().max().unwrap_or(0);
    of_text.max(known.min(MOST_LINES))
}

/// Lines without text that are shown at most: the numbers come from files that may be damaged.
const MOST_LINES: u32 = 1_000_000;

fn code(file: &SourceFile, findings: &BTreeMap<u32, Vec<usize>>) -> Markup {
    let last = last_line(file);
    let starts = (0..last.div_ceil(CHUNK)).map(|chunk| chunk * CHUNK + 1);
    html! {
        div.code role="region" aria-label="Source" tabindex="0" {
            @for start in starts {
                @let end = last.min(start + CHUNK - 1);
                div.chunk style=(format!("--lines:{}", end + 1 - start)) {
                    @for number in start..=end { (line(file, number, findings)) }
                }
            }
        }
    }
}

fn line(file: &SourceFile, number: u32, findings: &BTreeMap<u32, Vec<usize>>) -> Markup {
    let hits = file.hits.get(&number).copied();
    let branches = file.branches.get(&number).copied();
    let look = Look::of(hits, branches);
    let text = file.text.as_ref().ok();
    let text = text.and_then(|lines| lines.get(number as usize - 1));
    let title = branches.map(|count| format!("{} of {} ways taken", count.covered, count.total));
    html! {
        div class=(look.class()) id=(format!("L{number}")) {
            a.number href=(format!("#L{number}")) { (number) }
            span.hits title=[title] { (look.mark()) @if let Some(hits) = hits { (hits) } }
            code { (text.map_or("", String::as_str)) }
        }
        @if let Some(ways) = file.uncovered.get(&number) {
            ul.ways { @for way in ways { li { (way_text(way)) } } }
        }
        @if let Some(found) = findings.get(&number) {
            ul.found {
                @for finding in found {
                    li { a href=(format!("../findings.html#finding-{}", finding + 1)) { "Finding " (finding + 1) } }
                }
            }
        }
    }
}

/// What there is to see of a line at once.
#[derive(Clone, Copy)]
enum Look {
    NoCode,
    Never,
    InPart,
    Covered,
}

impl Look {
    fn of(hits: Option<u64>, branches: Option<Count>) -> Look {
        match (hits, branches) {
            (None, None) => Look::NoCode,
            (Some(0), _) => Look::Never,
            (_, Some(count)) if count.covered < count.total => Look::InPart,
            (None, Some(_)) => Look::NoCode,
            (Some(_), _) => Look::Covered,
        }
    }

    fn class(self) -> &'static str {
        match self {
            Look::NoCode => "l",
            Look::Never => "l never",
            Look::InPart => "l part",
            Look::Covered => "l hit",
        }
    }

    fn mark(self) -> &'static str {
        match self {
            Look::NoCode | Look::Covered => "",
            Look::Never => "✗ ",
            Look::InPart => "◐ ",
        }
    }
}
