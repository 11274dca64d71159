//! The first page: the summary, coverage, the source files, findings by class, and the units of a scan.

use crate::links::{From, Links, TESTS_OF_A_PAGE, tests_page};
use crate::model::{Report, SourceFile, Unit};
use crate::page::{Section, counted, page as whole_page};
use crate::table::{Sorted, badge, share, share_cell, sortable};
use maud::{Markup, html};

/// The overview.
pub fn page(report: &Report, links: &Links<'_>) -> Markup {
    let content = html! {
        (summary(report))
        (coverage(report))
        (findings(report))
        (files(report, links))
        @if !report.units.is_empty() { (units(report, links)) }
    };
    whole_page(report, (Section::Overview, From::Top), "Overview", &content)
}

fn summary(report: &Report) -> Markup {
    html! {
        section aria-label="Summary" {
            pre.command { code { (report.command) } }
            dl.facts {
                @for fact in &report.facts {
                    dt { (fact.name) }
                    dd { (fact.text) }
                }
            }
        }
    }
}

fn coverage(report: &Report) -> Markup {
    html! {
        section {
            h2 #coverage { "Coverage" }
            p.quiet { (report.measured) }
            div.cards {
                @for part in &report.coverage {
                    div.card {
                        h3 { (part.name) }
                        p { span.label { "Lines" } (share(part.lines)) }
                        p { span.label { "Branches" } (share(part.branches)) }
                    }
                }
            }
        }
    }
}

fn findings(report: &Report) -> Markup {
    let classes = classes(report);
    html! {
        section {
            h2 #findings { "Findings" }
            @if classes.is_empty() {
                p { "Nothing was found. What was left out is told " a href="bounded.html" { "apart" } "." }
            } @else {
                ul.classes {
                    @for (number, (class, count)) in classes.iter().enumerate() {
                        li {
                            a href=(format!("findings.html#class-{number}")) {
                                (counted(*count, "finding", "findings"))
                            }
                            " " (badge(class))
                        }
                    }
                }
            }
        }
    }
}

/// The classes of findings in their order, with their numbers of findings.
pub fn classes(report: &Report) -> Vec<(&str, usize)> {
    let mut classes: Vec<(&str, usize)> = Vec::new();
    for finding in &report.findings {
        match classes
            .iter_mut()
            .find(|(class, _)| *class == finding.class)
        {
            Some((_, count)) => *count += 1,
            None => classes.push((&finding.class, 1)),
        }
    }
    classes
}

fn files(report: &Report, links: &Links<'_>) -> Markup {
    let columns = [
        ("File", Sorted::Text),
        ("Lines", Sorted::Number),
        ("Branches", Sorted::Number),
        ("Not taken", Sorted::Number),
        ("Findings", Sorted::Number),
    ];
    let common = common_folder(report);
    let ways = |file: &SourceFile| file.uncovered.values().map(Vec::len).sum::<usize>();
    let found = |file: &SourceFile| {
        let findings = report.findings.iter();
        findings.filter(|it| it.place.file == file.name).count()
    };
    let rows = html! {
        @for file in &report.files {
            tr {
                th scope="row" {
                    a href=(links.source(&file.name).unwrap_or_default()) title=(file.name) {
                        (file.name.get(common..).unwrap_or(&file.name))
                    }
                }
                (share_cell(file.lines()))
                (share_cell(file.branch_sum()))
                td.number { (ways(file)) }
                td.number { (found(file)) }
            }
        }
    };
    html! {
        section {
            h2 #files { "Source files" }
            @if common > 0 {
                p.quiet { "In " code { (report.files[0].name.get(..common).unwrap_or_default()) } }
            }
            (sortable("Source files with their coverage", &columns, &rows))
        }
    }
}

/// How long the folder is that all files lie in, with its slash.
fn common_folder(report: &Report) -> usize {
    let mut names = report.files.iter().map(|file| file.name.as_str());
    let Some(first) = names.next() else {
        return 0;
    };
    let folder = |length: usize| first[..length].rfind('/').map_or(0, |slash| slash + 1);
    names.fold(folder(first.len()), |length, name| {
        let same = first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b);
        let mut same = length.min(same.count());
        while !first.is_char_boundary(same) {
            same -= 1;
        }
        folder(same)
    })
}

fn units(report: &Report, links: &Links<'_>) -> Markup {
    let columns = [
        ("Unit", Sorted::Text),
        ("Where", Sorted::Text),
        ("State", Sorted::Text),
        ("Its branches", Sorted::Number),
        ("Seconds", Sorted::Number),
        ("Tests", Sorted::Number),
    ];
    let rows = html! {
        @for unit in &report.units {
            tr {
                th scope="row" { (unit.name) }
                td { (links.place(&unit.place, From::Top)) }
                td { (unit.state) }
                (share_cell(unit.branches.unwrap_or_default()))
                td.number { @if let Some(seconds) = unit.seconds { (format!("{seconds:.1}")) } }
                td.number { (unit_tests(report, unit)) }
            }
        }
    };
    html! {
        section {
            h2 #units { "What was explored by itself" }
            (sortable("Functions or classes explored by themselves", &columns, &rows))
        }
    }
}

fn unit_tests(report: &Report, unit: &Unit) -> Markup {
    let suite = unit.suite.and_then(|index| {
        let suite = report.suites.get(index)?;
        Some((index, suite.tests.len()))
    });
    match suite {
        None => html! { "0" },
        Some((_, 0)) => html! { "0" },
        Some((index, count)) if count <= TESTS_OF_A_PAGE => {
            html! { a href=(tests_page(index, 0)) { (count) } }
        }
        Some((index, count)) => html! { a href=(format!("tests.html#suite-{index}")) { (count) } },
    }
}
