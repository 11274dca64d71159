//! What coverage files say was not covered: lcov's tracefiles (geninfo(1)), reports of JaCoCo (its
//! `report.dtd`), and the directories of runs, which have a tracefile.

use super::elsewhere::{FileWishes, Wish};
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// Name of the tracefile of a run.
const OF_RUN: &str = "coverage.lcov";

/// What a file, or the run of a directory, leaves uncovered.
///
/// # Errors
/// If it cannot be read, or is neither.
pub fn read(path: &Path) -> anyhow::Result<Vec<FileWishes>> {
    let of_run = path.is_dir();
    let path = match of_run {
        true => path.join(OF_RUN),
        false => path.to_owned(),
    };
    let context = || path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(context)?;
    if text.trim_start().starts_with('<') {
        return jacoco(&text).with_context(context);
    }
    if !text.lines().any(|line| line.starts_with("SF:")) {
        bail!(
            "{}: neither a tracefile of lcov nor a report of JaCoCo in XML",
            path.display()
        );
    }
    Ok(lcov(&text, of_run))
}

/// Lines and branches of a source file in a tracefile.
#[derive(Default)]
struct Record {
    lines: BTreeMap<u32, u64>,
    /// Hits of the ways of branches: by line, and block of it.
    branches: BTreeMap<u32, BTreeMap<u32, Vec<u64>>>,
}

/// What a tracefile leaves uncovered; that of a run tells which ways of branches.
pub fn lcov(text: &str, of_run: bool) -> Vec<FileWishes> {
    let mut records: BTreeMap<&str, Record> = BTreeMap::new();
    let number = |number: u64| u32::try_from(number).ok();
    let mut file = "";
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let record = records.entry(file);
        let mut fields = value.split(',');
        let mut next = || fields.next().and_then(|field| field.parse::<u64>().ok());
        match key {
            "SF" => file = value,
            "DA" => {
                if let (Some(line), Some(hits)) = (next().and_then(number), next()) {
                    let all = record.or_default().lines.entry(line).or_default();
                    *all = all.saturating_add(hits);
                }
            }
            "BRDA" => {
                // Blocks of exceptions are written as `e0`.
                let (line, block) = (next().and_then(number), next().and_then(number));
                if let (Some(line), Some(block)) = (line, block) {
                    let hits = value.rsplit(',').next();
                    let hits = hits.and_then(|hits| hits.parse().ok()).unwrap_or(0);
                    let of_line = record.or_default().branches.entry(line).or_default();
                    of_line.entry(block).or_default().push(hits);
                }
            }
            _ => {}
        }
    }
    let wishes = records.into_iter().map(|(path, record)| FileWishes {
        path: path.to_owned(),
        wishes: of_record(&record, of_run),
    });
    wishes.filter(|file| !file.wishes.is_empty()).collect()
}

fn of_record(record: &Record, of_run: bool) -> Vec<Wish> {
    let uncovered = record.lines.iter().filter(|(_, hits)| **hits == 0);
    let mut wishes: Vec<Wish> = uncovered.map(|(&line, _)| Wish::Line(line)).collect();
    for (&line, blocks) in &record.branches {
        let none = || blocks.values().flatten().all(|&hits| hits == 0);
        let any = blocks.values().flatten().any(|&hits| hits == 0);
        if !any {
            continue;
        }
        // What the ways of a branch are is known of native runs alone.
        if !of_run || none() {
            wishes.push(Wish::Sides(line));
            continue;
        }
        let branches = blocks.len() as u32;
        for (branch, ways) in (0..).zip(blocks.values()) {
            for (way, _) in (0..).zip(ways).filter(|(_, hits)| **hits == 0) {
                wishes.push(Wish::Way {
                    line,
                    branches,
                    branch,
                    way,
                });
            }
        }
    }
    wishes
}

/// What a report of JaCoCo leaves uncovered.
///
/// # Errors
/// If it is none.
pub fn jacoco(text: &str) -> anyhow::Result<Vec<FileWishes>> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options)?;
    if !document.root_element().has_tag_name("report") {
        bail!("not a report of JaCoCo");
    }
    let files = document.descendants();
    let files = files.filter(|node| node.has_tag_name("sourcefile"));
    let mut found = Vec::new();
    for file in files {
        let name = file.attribute("name").unwrap_or_default();
        let package = file.parent().and_then(|parent| parent.attribute("name"));
        let path = match package {
            Some(package) if !package.is_empty() => format!("{package}/{name}"),
            _ => name.to_owned(),
        };
        let mut wishes = Vec::new();
        for line in file.children().filter(|node| node.has_tag_name("line")) {
            let number = |name: &str| -> u32 {
                let text = line.attribute(name).unwrap_or_default();
                text.parse().unwrap_or(0)
            };
            let at = number("nr");
            if number("ci") == 0 && number("mi") > 0 {
                wishes.push(Wish::Line(at));
            }
            // It counts the sides that were not taken, and does not say which.
            if number("mb") > 0 {
                wishes.push(Wish::Sides(at));
            }
        }
        if !wishes.is_empty() {
            found.push(FileWishes { path, wishes });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_tracefile_is_read() {
        let text = "TN:\nSF:a.c\nDA:1,3\nDA:2,0\nBRDA:1,0,0,3\nBRDA:1,0,1,0\nBRDA:2,1,0,-\nBRDA:2,e1,1,-\n\
                    end_of_record\nSF:b.c\nDA:1,1\nend_of_record\n";
        mutants::check(&mutants::texts(&[text]), 10_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            lcov(&text, true);
            lcov(&text, false);
        });
    }

    #[test]
    fn any_report_is_read_or_refused() {
        let text = "<?xml version=\"1.0\"?><!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\" \
                    [<!ENTITY e \"<line nr='3'/>\">]>\
                    <report name=\"r\"><group name=\"g\"><package name=\"com/acme\"><sourcefile name=\"Foo.java\">\
                    <line nr=\"3\" mi=\"2\" ci=\"0\" mb=\"0\" cb=\"0\"/>&e;<line nr=\"4\" mi=\"0\" ci=\"5\" mb=\"1\"/>\
                    </sourcefile></package></group></report>";
        mutants::check(&mutants::texts(&[text]), 5000, |bytes| {
            let _ = jacoco(&String::from_utf8_lossy(bytes));
        });
    }

    #[test]
    fn numbers_beyond_all_bounds_are_no_others() {
        let most = u64::MAX;
        let text = format!("SF:a.c\nDA:1,{most}\nDA:1,1\nDA:4294967298,0\nBRDA:4294967297,0,0,0\n");
        assert_eq!(lcov(&text, false), []);
    }

    #[test]
    fn tracefiles_tell_lines_and_sides() {
        let text = "TN:\nSF:a.c\nDA:1,3\nDA:2,0\nBRDA:1,0,0,3\nBRDA:1,0,1,0\nBRDA:2,1,0,-\n\
                    BRDA:2,1,1,-\nend_of_record\nSF:b.c\nDA:1,1\nend_of_record\n";
        let of_run = lcov(text, true);
        assert_eq!(of_run.len(), 1);
        let way = Wish::Way {
            line: 1,
            branches: 1,
            branch: 0,
            way: 1,
        };
        assert_eq!(of_run[0].path, "a.c");
        assert_eq!(of_run[0].wishes, [Wish::Line(2), way, Wish::Sides(2)]);
        let of_others = lcov(text, false);
        let expected = [Wish::Line(2), Wish::Sides(1), Wish::Sides(2)];
        assert_eq!(of_others[0].wishes, expected);
    }

    #[test]
    fn reports_of_jacoco_are_read_with_their_document_type() {
        let text = "<?xml version=\"1.0\"?><!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \
                    \"report.dtd\"><report name=\"r\"><group name=\"g\"><package name=\"com/acme\">\
                    <class name=\"com/acme/Foo\"/><sourcefile name=\"Foo.java\">\
                    <line nr=\"3\" mi=\"2\" ci=\"0\" mb=\"0\" cb=\"0\"/>\
                    <line nr=\"4\" mi=\"0\" ci=\"5\" mb=\"1\" cb=\"1\"/>\
                    <line nr=\"5\" mi=\"0\" ci=\"5\" mb=\"0\" cb=\"2\"/>\
                    </sourcefile></package></group></report>";
        let found = jacoco(text).expect("it is well-formed");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, "com/acme/Foo.java");
        assert_eq!(found[0].wishes, [Wish::Line(3), Wish::Sides(4)]);
        assert!(jacoco("<html></html>").is_err());
    }
}
