//! Coverage of a run as text.

use super::place;
use crate::summary::coverage_lines;
use crate::uncovered::{self, Sources, Way, language, not_taken, ways};
use std::fmt::Write;
use std::path::Path;
use store::{Reader, StoreError};
use suite::native::CoverageReport;

/// The coverage that native runs measured, as `explore` says it; where there is none, what the machine
/// counted in its own code.
pub fn sums(reader: &Reader, directory: &Path, out: &mut String) -> Result<(), StoreError> {
    if let Some(report) = measured(directory) {
        let _ = writeln!(out, "{}", coverage_lines(Some(&report)));
        return Ok(());
    }
    let functions = reader.functions()?;
    let sum = |part: fn(&store::FunctionCoverage) -> (u64, u64)| {
        let parts = functions.iter().map(part);
        parts.fold((0, 0), |(a, b), (covered, all)| (a + covered, b + all))
    };
    let lines = reader.lines()?;
    let coded = lines.iter().filter_map(|line| line.machine);
    let (covered, all) = coded.fold((0, 0), |(covered, all), is| {
        (covered + u64::from(is), all + 1)
    });
    let _ = writeln!(
        out,
        "coverage (by the machine, of the functions that it knows): {}, {}, {}",
        percent((covered, all), "lines"),
        percent(sum(|function| function.arms), "branches"),
        percent(sum(|function| function.blocks), "blocks"),
    );
    Ok(())
}

/// The coverage that native runs measured.
pub fn measured(directory: &Path) -> Option<CoverageReport> {
    let scopes = suite::coverage_scopes(directory).ok()?;
    suite::native::measured(directory, &scopes)
}

fn percent((covered, all): (u64, u64), what: &str) -> String {
    if all == 0 {
        return format!("no {what}");
    }
    let percent = covered as f64 * 100.0 / all as f64;
    format!("{percent:.1} % of {what} ({covered}/{all})")
}

/// A line a function.
pub fn functions(reader: &Reader, out: &mut String) -> Result<(), StoreError> {
    let _ = writeln!(
        out,
        "{:>12} {:>12} {:>12}  function",
        "blocks", "branches", "native calls"
    );
    for function in reader.functions()? {
        let pair = |(covered, all): (u64, u64)| format!("{covered}/{all}");
        let calls = function.native_calls;
        let calls = calls.map_or_else(|| "-".to_owned(), |calls| calls.to_string());
        let _ = writeln!(
            out,
            "{:>12} {:>12} {calls:>12}  {} at {}",
            pair(function.blocks),
            pair(function.arms),
            function.name,
            place(&function.file, function.line)
        );
    }
    Ok(())
}

/// The branches with ways that the machine did not take, a line each, and why.
pub fn uncovered(reader: &Reader, directory: &Path, out: &mut String) -> Result<(), StoreError> {
    let mut sources = Sources::of_directory(reader, directory, &[])?;
    let ways = ways(reader, language(directory), &mut sources, &|_| None)?;
    let branch = |way: &Way| (way.key.function.clone(), way.key.decision);
    for of_branch in ways.chunk_by(|a, b| branch(a) == branch(b)) {
        let open = of_branch.iter().filter_map(|way| {
            let why = way.uncovered.as_ref().map(uncovered::why)?;
            Some((way.text.as_str(), why))
        });
        not_taken(&of_branch[0].key, open, out);
    }
    Ok(())
}

/// The source with how often native runs executed each line (`-` not measured, `#` never), and `*`
/// where the machine was.
pub fn lines(reader: &Reader, out: &mut String) -> Result<(), StoreError> {
    let lines = reader.lines()?;
    let mut rest = lines.as_slice();
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|line| line.file != first.file);
        let (file, others) = rest.split_at(end.unwrap_or(rest.len()));
        rest = others;
        let _ = writeln!(out, "{}", first.file);
        let source = std::fs::read_to_string(&first.file).unwrap_or_default();
        let mut counted = file.iter().peekable();
        for (index, text) in source.lines().enumerate() {
            let number = index as u32 + 1;
            let line = counted.next_if(|line| line.line == number);
            let (native, machine) = match line {
                None => (String::new(), ' '),
                Some(line) => (
                    match line.native {
                        None => "-".to_owned(),
                        Some(0) => "#".to_owned(),
                        Some(count) => count.to_string(),
                    },
                    if line.machine == Some(true) { '*' } else { ' ' },
                ),
            };
            let _ = writeln!(out, "{native:>10} {machine} {number:>5}  {text}");
        }
        // The source is gone or shorter than it was.
        for line in counted {
            let native = line.native.map_or(0, |count| count);
            let _ = writeln!(out, "{native:>10}   {:>5}", line.line);
        }
    }
    Ok(())
}
