//! Coverage of the program's classes by all runs.

use crate::native::Count;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How often what was executed, by file.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    files: BTreeMap<String, File>,
}

#[derive(Clone, Debug, Default)]
struct File {
    /// Methods by name: first line, hits.
    methods: BTreeMap<String, (u32, u64)>,
    /// Lines: hits.
    lines: BTreeMap<u32, u64>,
    /// The lines of each method's code.
    lines_of: BTreeMap<String, BTreeSet<u32>>,
    /// Ways of branches by line, method, decision and way: hits.
    branches: BTreeMap<(u32, String, u32, u32), u64>,
}

impl Coverage {
    /// Adds what one JVM has written.
    pub fn add(&mut self, text: &str) {
        for line in text.lines() {
            // A line that was cut off where the JVM was killed says nothing.
            let _ = self.add_line(line);
        }
    }

    fn add_line(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        let [kind, class, source, rest @ ..] = words.as_slice() else {
            return None;
        };
        let package = class.rsplit_once('/').map(|(package, _)| package);
        let name = match package {
            Some(package) => format!("{package}/{source}"),
            None => (*source).to_owned(),
        };
        let number = |text: &str| text.parse::<u32>().ok();
        match (*kind, rest) {
            ("method", [name_of, line, hits]) => {
                let (line, hits) = (number(line)?, hits.parse::<u64>().ok()?);
                let methods = &mut self.files.entry(name).or_default().methods;
                let entry = methods.entry((*name_of).to_owned()).or_insert((line, 0));
                entry.1 = entry.1.saturating_add(hits);
            }
            ("line", [method, line, hits]) => {
                let (line, hits) = (number(line)?, hits.parse::<u64>().ok()?);
                let file = self.files.entry(name).or_default();
                let known = file.lines.entry(line).or_default();
                *known = known.saturating_add(hits);
                let of_method = file.lines_of.entry((*method).to_owned()).or_default();
                of_method.insert(line);
            }
            ("branch", [line, method, decision, way, hits]) => {
                let key = (
                    number(line)?,
                    (*method).to_owned(),
                    number(decision)?,
                    number(way)?,
                );
                let hits = hits.parse::<u64>().ok()?;
                let branches = &mut self.files.entry(name).or_default().branches;
                let known = branches.entry(key).or_default();
                *known = known.saturating_add(hits);
            }
            _ => return None,
        }
        Some(())
    }

    /// True if nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The lines that each method has code in, by source file as in the tracefile, which has no place for them: see
    /// [`crate::native::LINES_OF_METHODS`].
    pub fn lines_of_methods(&self, source_path: &[PathBuf]) -> String {
        let mut out = String::new();
        for (file, coverage) in &self.files {
            let _ = writeln!(out, "SF:{}", source(file, source_path));
            for (name, lines) in &coverage.lines_of {
                let _ = writeln!(out, "{},{name}", ranges(lines));
            }
        }
        out
    }

    /// As lcov's tracefile. Sources are named as they are found in `source_path`.
    pub fn lcov(&self, source_path: &[PathBuf]) -> String {
        let mut out = String::new();
        for (file, coverage) in &self.files {
            let _ = writeln!(out, "SF:{}", source(file, source_path));
            for (name, (line, _)) in &coverage.methods {
                let _ = writeln!(out, "FN:{line},{name}");
            }
            for (name, (_, hits)) in &coverage.methods {
                let _ = writeln!(out, "FNDA:{hits},{name}");
            }
            let hit = coverage
                .methods
                .values()
                .filter(|(_, hits)| *hits > 0)
                .count();
            let _ = writeln!(out, "FNF:{}\nFNH:{hit}", coverage.methods.len());
            let mut blocks: BTreeMap<(u32, &str, u32), u32> = BTreeMap::new();
            for ((line, method, decision, way), hits) in &coverage.branches {
                let next = u32::try_from(blocks.len()).unwrap_or(u32::MAX);
                let block = *blocks.entry((*line, method, *decision)).or_insert(next);
                let reached = coverage.lines.get(line).is_some_and(|hits| *hits > 0);
                let hits = match reached {
                    true => hits.to_string(),
                    false => "-".to_owned(),
                };
                let _ = writeln!(out, "BRDA:{line},{block},{way},{hits}");
            }
            let branches = count(coverage.branches.values());
            let _ = writeln!(out, "BRF:{}\nBRH:{}", branches.total, branches.covered);
            for (line, hits) in &coverage.lines {
                let _ = writeln!(out, "DA:{line},{hits}");
            }
            let lines = count(coverage.lines.values());
            let _ = writeln!(
                out,
                "LF:{}\nLH:{}\nend_of_record",
                lines.total, lines.covered
            );
        }
        out
    }
}

/// Numbers as `3-5;9`.
fn ranges(numbers: &BTreeSet<u32>) -> String {
    let mut all: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match all.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => all.push((number, number)),
        }
    }
    let texts = all.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    texts.collect::<Vec<_>>().join(";")
}

fn count<'a>(hits: impl Iterator<Item = &'a u64>) -> Count {
    let mut count = Count::default();
    for hits in hits {
        count.total += 1;
        count.covered += u64::from(*hits > 0);
    }
    count
}

/// The path of a source, by the name that its package gives it.
fn source(name: &str, source_path: &[PathBuf]) -> String {
    let plain = Path::new(name).file_name().map(Path::new);
    let candidates = source_path.iter().flat_map(|directory| {
        let beside = plain.map(|plain| directory.join(plain));
        [Some(directory.join(name)), beside]
    });
    let found = candidates.flatten().find(|path| path.is_file());
    found.map_or_else(|| name.to_owned(), |path| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CoverageScopes;
    use crate::native::summarise;

    #[test]
    fn runs_are_added_up() {
        let mut coverage = Coverage::default();
        coverage.add("method a/F F.java a/F.f()V 3 1\nline a/F F.java a/F.f()V 3 1\nline a/F F.java a/F.f()V 4 0\n");
        coverage.add("branch a/F F.java 3 a/F.f()V 0 0 1\nbranch a/F F.java 3 a/F.f()V 0 1 0\n");
        coverage.add("line a/F$G F.java a/F$G.g()V 3 2\nline a/F F.ja");
        let report = summarise(
            &coverage.lcov(&[]),
            &coverage.lines_of_methods(&[]),
            &CoverageScopes::default(),
        );
        assert_eq!(
            report.lines,
            Count {
                covered: 1,
                total: 2
            }
        );
        assert_eq!(
            report.branches,
            Count {
                covered: 1,
                total: 2
            }
        );
        let lines = coverage.lines_of_methods(&[]);
        assert_eq!(lines, "SF:a/F.java\n3,a/F$G.g()V\n3-4,a/F.f()V\n");
        let lcov = coverage.lcov(&[]);
        assert!(
            lcov.contains("SF:a/F.java\nFN:3,a/F.f()V\nFNDA:1,a/F.f()V\n"),
            "{lcov}"
        );
        assert!(
            lcov.contains("BRDA:3,0,0,1\nBRDA:3,0,1,0\nBRF:2\nBRH:1\nDA:3,3\nDA:4,0\n"),
            "{lcov}"
        );
    }

    #[test]
    fn any_coverage_of_a_jvm_is_read() {
        let most = u64::MAX;
        let texts = [
            "method a/F F.java a/F.f()V 3 1\nline a/F F.java a/F.f()V 3 1\nbranch a/F F.java 3 a/F.f()V 0 0 1\n",
            &format!(
                "line G G.java G.f()V 3 {most}\nmethod G G.java G.f()V 3 {most}\nbranch G G.java 3 G.f()V 0 0 {most}\n"
            ),
        ];
        mutants::check(&mutants::texts(&texts), 2_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let mut coverage = Coverage::default();
            // A second JVM says the same.
            coverage.add(&text);
            coverage.add(&text);
            summarise(
                &coverage.lcov(&[]),
                &coverage.lines_of_methods(&[]),
                &CoverageScopes::default(),
            );
        });
    }
}
