//! Coverage that the native runs measured.

use crate::{CoverageScopes, SuiteError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Covered.
    pub covered: u64,
    /// In all.
    pub total: u64,
}

impl Count {
    /// Of one line or way that was taken so often.
    fn of(hits: u64) -> Count {
        Count {
            covered: u64::from(hits > 0),
            total: 1,
        }
    }

    /// Adds what is covered of something else.
    pub fn add(&mut self, other: Count) {
        self.covered = self.covered.saturating_add(other.covered);
        self.total = self.total.saturating_add(other.total);
    }
}

/// Coverage of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Lines with code.
    pub lines: Count,
    /// Ways of branches.
    pub branches: Count,
}

/// Coverage of a part of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PartCoverage {
    /// Which part, as a person calls it.
    pub part: String,
    /// Lines with code.
    pub lines: Count,
    /// Ways of branches.
    pub branches: Count,
}

/// Coverage of the program under test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageReport {
    /// All files together.
    pub lines: Count,
    /// All files together.
    pub branches: Count,
    /// What the run starts at, what calls lead to from there, and all.
    pub parts: Vec<PartCoverage>,
    /// By file.
    pub files: Vec<FileCoverage>,
}

/// The coverage that the tracefile in a suite's directory has; `None` if there is none.
pub fn measured(directory: &Path, scopes: &CoverageScopes) -> Option<CoverageReport> {
    let lcov = std::fs::read_to_string(directory.join(TRACEFILE)).ok()?;
    let lines = std::fs::read_to_string(directory.join(LINES_OF_METHODS)).unwrap_or_default();
    Some(summarise(&lcov, &lines, scopes))
}

/// The coverage of all tests, in their suite's directory.
pub const TRACEFILE: &str = "coverage.lcov";

/// Of Java: the lines of each method's code, beside the tracefile. `SF:FILE`, then a method each: `3-5;9,NAME`.
pub(crate) const LINES_OF_METHODS: &str = "coverage.lines";

/// Merges the raw profiles in `profiles` and writes `lcov`; `None` if no run left a profile.
pub(crate) fn measure(
    program: &Path,
    profiles: &Path,
    lcov: &Path,
    scopes: &CoverageScopes,
) -> Result<Option<CoverageReport>, SuiteError> {
    let entries = std::fs::read_dir(profiles).map_err(SuiteError::io(profiles))?;
    let mut raw: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry.map_err(SuiteError::io(profiles))?.path();
        let size = std::fs::metadata(&path)
            .map_err(SuiteError::io(&path))?
            .len();
        // A run that was killed while it wrote its profile leaves an empty file.
        if path.extension().is_some_and(|e| e == "profraw") && size > 0 {
            raw.push(path);
        }
    }
    if raw.is_empty() {
        return Ok(None);
    }
    raw.sort();
    let list = profiles.join("list");
    let names: Vec<String> = raw.iter().map(|path| path.display().to_string()).collect();
    std::fs::write(&list, names.join("\n")).map_err(SuiteError::io(&list))?;
    let merged = profiles.join("merged.profdata");
    let mut merge = Command::new("llvm-profdata-19");
    merge
        .args(["merge", "-sparse", "--failure-mode=all", "-f"])
        .arg(&list)
        .arg("-o")
        .arg(&merged);
    output(&mut merge)?;
    let mut export = Command::new("llvm-cov-19");
    export.args(["export", "-format=lcov"]).arg(program);
    export.arg(format!("-instr-profile={}", merged.display()));
    let text = output(&mut export)?;
    crate::directory::write_whole(lcov, &text)?;
    Ok(Some(summarise(&String::from_utf8_lossy(&text), "", scopes)))
}

fn output(command: &mut Command) -> Result<Vec<u8>, SuiteError> {
    let failed = |output: String| SuiteError::Build {
        command: String::new(),
        output,
    };
    let result = command
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if result.status.success() {
        return Ok(result.stdout);
    }
    let output = String::from_utf8_lossy(&result.stderr).into_owned();
    Err(SuiteError::Build {
        command: format!("{command:?}"),
        output,
    })
}

/// The functions of a file: where they begin, and how often they were called.
#[derive(Default)]
struct Functions {
    starts: BTreeMap<u32, Vec<String>>,
    hits: BTreeMap<String, u64>,
    /// The functions that have code in a line, where that is told.
    of_line: BTreeMap<u32, Vec<String>>,
    /// First and last line of those.
    ranges: BTreeMap<String, (u32, u32)>,
}

impl Functions {
    fn add(&mut self, line: u32, name: &str) {
        if !is_lambda(name) {
            self.starts.entry(line).or_default().push(name.to_owned());
        }
    }

    /// The lines that a function has code in, as `3-5;9`.
    fn add_lines(&mut self, name: &str, lines: &str) {
        for range in lines.split(';') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) else {
                continue;
            };
            let known = self.ranges.entry(name.to_owned()).or_insert((first, last));
            *known = (known.0.min(first), known.1.max(last));
            for line in first..=last.min(first.saturating_add(MOST_LINES)) {
                self.of_line.entry(line).or_default().push(name.to_owned());
            }
        }
    }

    /// Those that a line belongs to, with how often they were called.
    fn at(&self, line: u32) -> impl Iterator<Item = (&str, u64)> {
        let names = match self.of_line.get(&line) {
            Some(names) if names.iter().all(|name| is_lambda(name)) => self.around(line),
            Some(names) => names.iter().filter(|name| !is_lambda(name)).collect(),
            // The one whose beginning is the last before it.
            None => {
                let last = self.starts.range(..=line).next_back();
                last.into_iter().flat_map(|(_, names)| names).collect()
            }
        };
        let hits = |name: &String| self.hits.get(name).copied().unwrap_or(0);
        names
            .into_iter()
            .map(move |name| (name.as_str(), hits(name)))
    }

    /// The innermost of the functions that a line of lambda expressions alone lies in.
    fn around(&self, line: u32) -> Vec<&String> {
        let around = self
            .ranges
            .iter()
            .filter(|(name, (first, last))| !is_lambda(name) && (*first..=*last).contains(&line));
        let innermost = around.max_by_key(|(_, (first, _))| *first);
        innermost.map(|(name, _)| name).into_iter().collect()
    }
}

/// Most lines of one range that are taken for a function's.
const MOST_LINES: u32 = 100_000;

/// Bodies of lambda expressions lie in the methods that they belong to.
fn is_lambda(name: &str) -> bool {
    name.contains("lambda$")
}

/// Which parts a line counts for.
struct Parts<'s> {
    scopes: &'s CoverageScopes,
    own: PartCoverage,
    reachable: PartCoverage,
}

impl Parts<'_> {
    fn count(&mut self, functions: &Functions, line: u32, hits: u64, of: Select) {
        let one = Count::of(hits);
        let scopes = self.scopes;
        if functions.at(line).any(|(name, _)| scopes.is_own(name)) {
            of(&mut self.own).add(one);
        }
        if functions
            .at(line)
            .any(|(name, hits)| scopes.is_reachable(name, hits))
        {
            of(&mut self.reachable).add(one);
        }
    }
}

/// Lines or branches of a part.
type Select = fn(&mut PartCoverage) -> &mut Count;

/// What is said of a file's methods: the lines, and the name.
fn lines_of<'t>(text: &'t str, file: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let of_file = text
        .lines()
        .skip_while(move |line| line.strip_prefix("SF:") != Some(file));
    let of_file = of_file.skip(1).take_while(|line| !line.starts_with("SF:"));
    of_file.filter_map(|line| line.split_once(','))
}

/// Sums up an lcov file; `lines` are those of methods, if they are told.
pub(crate) fn summarise(lcov: &str, lines: &str, scopes: &CoverageScopes) -> CoverageReport {
    let mut report = CoverageReport::default();
    let mut file = FileCoverage::default();
    // What a file says of itself, where it does not tell lines and ways one by one: llvm-cov adds functions up, so that it is
    // not the number of its lines.
    let mut summed = FileCoverage::default();
    let mut functions = Functions::default();
    let part = |part: &str| PartCoverage {
        part: part.to_owned(),
        ..PartCoverage::default()
    };
    let mut parts = Parts {
        scopes,
        own: part(&scopes.entry),
        reachable: part(&format!("what {} reaches", scopes.entry)),
    };
    for line in lcov.lines() {
        let Some((key, value)) = line.split_once(':') else {
            if line == "end_of_record" {
                let sums = std::mem::take(&mut summed);
                for (counted, sum) in [
                    (&mut file.lines, sums.lines),
                    (&mut file.branches, sums.branches),
                ] {
                    if counted.total == 0 {
                        *counted = sum;
                    }
                }
                report.lines.add(file.lines);
                report.branches.add(file.branches);
                report.files.push(std::mem::take(&mut file));
                functions = Functions::default();
            }
            continue;
        };
        let mut fields = value.split(',');
        let mut next = || fields.next().unwrap_or_default();
        // A count that was not taken is `-`.
        let number = |text: &str| text.parse::<u64>().unwrap_or(0);
        match key {
            "SF" => {
                file.file = value.to_owned();
                for (lines, name) in lines_of(lines, value) {
                    functions.add_lines(name, lines);
                }
            }
            "FN" => {
                let line = number(next()) as u32;
                let name = value.split_once(',').map_or("", |(_, name)| name);
                functions.add(line, name);
            }
            "FNDA" => {
                let hits = number(next());
                let name = value.split_once(',').map_or("", |(_, name)| name);
                functions.hits.insert(name.to_owned(), hits);
            }
            "DA" => {
                let (line, hits) = (number(next()) as u32, number(next()));
                file.lines.add(Count::of(hits));
                parts.count(&functions, line, hits, |part| &mut part.lines);
            }
            "BRDA" => {
                let line = number(next()) as u32;
                let hits = number(value.rsplit(',').next().unwrap_or_default());
                file.branches.add(Count::of(hits));
                parts.count(&functions, line, hits, |part| &mut part.branches);
            }
            "LF" => summed.lines.total = number(value),
            "LH" => summed.lines.covered = number(value),
            "BRF" => summed.branches.total = number(value),
            "BRH" => summed.branches.covered = number(value),
            _ => {}
        }
    }
    let all = PartCoverage {
        part: "all".to_owned(),
        lines: report.lines,
        branches: report.branches,
    };
    report.parts = match scopes.own.is_empty() {
        // A suite of an earlier version says nothing of its functions.
        true => vec![all],
        false => vec![parts.own, parts.reachable, all],
    };
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_methods_that_have_code_in_it() {
        let text = "SF:A.java\nFN:3,A.f()V\nFN:4,A$1.<clinit>()V\nFN:6,A$2.run()V\nFN:20,A.g()V\nFNDA:1,A.f()V\n\
                    DA:3,1\nDA:4,1\nDA:5,0\nDA:6,1\nDA:7,0\nDA:8,1\nDA:9,0\nDA:20,0\nend_of_record\n";
        // What javac makes of an enumeration's switch, and an anonymous class, have code in lines of the method.
        let lines = "SF:B.java\n3-20,B.f()V\nSF:A.java\n3-6;9,A.f()V\n4,A$1.<clinit>()V\n6-7,A$2.run()V\n\
                     8,A.lambda$f$0()V\n20,A.g()V\nSF:C.java\n3-20,C.f()V\n";
        let scopes = CoverageScopes {
            entry: "A.f".to_owned(),
            own: ["A.f()V".to_owned()].into(),
            reachable: ["A.f()V".to_owned()].into(),
        };
        let report = summarise(text, lines, &scopes);
        let own = &report.parts[0];
        assert_eq!((own.lines.covered, own.lines.total), (4, 6));
    }

    #[test]
    fn records_are_added_up() {
        let text = "SF:a.c\nDA:1,1\nDA:2,0\nBRF:4\nBRH:3\nLF:10\nLH:9\nend_of_record\n\
                    SF:b.c\nBRDA:2,0,0,1\nBRDA:2,0,1,-\nBRF:3\nBRH:0\nLF:5\nLH:3\nend_of_record\n";
        let report = summarise(text, "", &CoverageScopes::default());
        assert_eq!(
            report.lines,
            Count {
                covered: 4,
                total: 7
            }
        );
        assert_eq!(
            report.branches,
            Count {
                covered: 4,
                total: 6
            }
        );
        assert_eq!(report.files[1].file, "b.c");
    }

    #[test]
    fn parts_are_counted_apart() {
        let text = "SF:a.c\nFN:1,main\nFN:5,a.c:helper\nFN:9,idle\nFN:12,called\n\
                    FNDA:1,main\nFNDA:0,a.c:helper\nFNDA:0,idle\nFNDA:2,called\n\
                    DA:1,1\nDA:2,0\nDA:5,0\nDA:6,0\nDA:9,0\nDA:12,2\n\
                    BRDA:2,0,0,1\nBRDA:2,0,1,-\nBRDA:6,0,0,-\nBRDA:9,0,0,-\n\
                    BRF:4\nBRH:1\nLF:6\nLH:2\nend_of_record\n";
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let scopes = CoverageScopes {
            entry: "main".to_owned(),
            own: names(&["main"]),
            reachable: names(&["main", "helper"]),
        };
        let report = summarise(text, "", &scopes);
        let parts = report.parts.iter().map(|part| {
            let (lines, branches) = (part.lines, part.branches);
            let counts = (lines.covered, lines.total, branches.covered, branches.total);
            (part.part.as_str(), counts)
        });
        let expected = [
            ("main", (1, 2, 1, 2)),
            ("what main reaches", (2, 5, 1, 3)),
            ("all", (2, 6, 1, 4)),
        ];
        assert_eq!(parts.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn any_tracefile_is_summed_up() {
        let texts = [
            "SF:a.c\nFN:1,main\nFN:5,a.c:helper\nFNDA:1,main\nFNDA:0,a.c:helper\nDA:1,1\nDA:2,0\n\
             BRDA:2,0,0,1\nBRDA:2,0,1,-\nBRF:2\nBRH:1\nLF:2\nLH:1\nend_of_record\n",
            "SF:b.c\nFN:3,p.A.lambda$0\nDA:3,4294967296\nLF:1\nLH:1\nend_of_record\n",
            // More than all lines that there can be.
            "LF:18446744073709551615\nend_of_record\nLF:1\nend_of_record\n",
        ];
        let scopes = CoverageScopes {
            entry: "main".to_owned(),
            own: ["main".to_owned()].into(),
            reachable: ["helper".to_owned()].into(),
        };
        mutants::check(&mutants::texts(&texts), 2_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let records = text.lines().filter(|line| *line == "end_of_record");
            assert_eq!(summarise(&text, "", &scopes).files.len(), records.count());
        });
    }
}
