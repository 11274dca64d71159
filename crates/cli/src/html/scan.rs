//! The report of a scan: its units together.

use super::findings::Call;
use super::{files, run, tests};
use crate::by_calls;
use crate::output;
use crate::progress::thousands;
use crate::uncovered::{Sources, WayKey, language, ways};
use anyhow::Context;
use lcov::Report as Tracefile;
use pages::{
    Bounded, Count, Fact, Finding, Frame, Part, Place, Report, SourceFile, Suite, TestPlace,
    Unit as UnitRow,
};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use store::{Reader, StoreError};
use suite::native::TRACEFILE;

/// What `scan.json` has for the pages.
#[derive(Deserialize)]
struct ScanFile {
    wayfarer: String,
    language: String,
    targets: Vec<PathBuf>,
    units: Vec<UnitEntry>,
    left_out: BTreeMap<String, u64>,
    warnings: Vec<WarningEntry>,
    coverage: Sums,
    bounded: Vec<Left>,
}

#[derive(Deserialize)]
struct UnitEntry {
    name: String,
    file: String,
    line: u32,
    directory: PathBuf,
    state: String,
    why: Option<String>,
    seconds: Option<f64>,
    paths: Option<u64>,
    exhaustive: bool,
    coverage: Option<Sums>,
}

#[derive(Clone, Copy, Deserialize)]
struct Sums {
    lines: Sum,
    branches: Sum,
}

#[derive(Clone, Copy, Deserialize)]
struct Sum {
    covered: u64,
    total: u64,
}

impl From<Sum> for Count {
    fn from(sum: Sum) -> Count {
        Count {
            covered: sum.covered,
            total: sum.total,
        }
    }
}

#[derive(Deserialize)]
struct WarningEntry {
    kind: String,
    exception: Option<String>,
    message: String,
    file: String,
    line: u32,
    function: String,
    class: String,
    why: Option<String>,
    count: u64,
    units: Vec<String>,
    test: Option<ShownBy>,
    assumption: Option<String>,
    stack: Vec<Call>,
    baseline: bool,
}

#[derive(Deserialize)]
struct ShownBy {
    directory: Option<PathBuf>,
    number: u32,
}

#[derive(Deserialize)]
struct Left {
    what: String,
    count: u64,
}

/// All that there is to tell of the scan in a directory.
///
/// # Errors
/// If it has not come to its end, or its results are damaged.
pub fn report(directory: &Path) -> anyhow::Result<Report> {
    let path = directory.join(output::SCAN);
    let text = std::fs::read(&path).with_context(|| {
        let shown = directory.display();
        format!("{shown}: the scan was not finished; `wayfarer resume {shown}` goes on with it")
    })?;
    let scan: ScanFile =
        serde_json::from_slice(&text).with_context(|| path.display().to_string())?;
    let mut read = UnitRuns::of(directory)?;
    for unit in &scan.units {
        read.add(directory, unit, &scan.targets)?;
    }
    let files = read.files();
    let suite_of = |unit: &PathBuf| read.suites.iter().position(|(of, _)| of == unit);
    let mut report = Report {
        title: run::title(directory),
        command: format!("wayfarer scan {}", targets(&scan.targets)),
        measured: run::NATIVE.to_owned(),
        coverage: vec![Part {
            name: "The target".to_owned(),
            lines: scan.coverage.lines.into(),
            branches: scan.coverage.branches.into(),
        }],
        files,
        units: scan
            .units
            .iter()
            .map(|unit| row(unit, suite_of(&unit.directory)))
            .collect(),
        ..Report::default()
    };
    let facts = facts(&scan);
    report.bounded = bounded(&scan, read.stale);
    report.findings = scan
        .warnings
        .into_iter()
        .map(|warning| finding(warning, &suite_of))
        .collect();
    report.suites = read.suites.into_iter().map(|(_, suite)| suite).collect();
    report.facts = facts;
    let counts = [
        ("Tests", run::verdict_counts(&report)),
        ("Findings", run::finding_counts(&report)),
    ];
    for (name, text) in counts {
        let name = name.to_owned();
        report.facts.push(Fact { name, text });
    }
    Ok(report)
}

fn targets(targets: &[PathBuf]) -> String {
    let words = targets.iter().map(|target| super::quoted(target));
    words.collect::<Vec<_>>().join(" ")
}

/// What the runs of units have for the pages.
#[derive(Default)]
struct UnitRuns {
    ways: files::BranchWays,
    /// What native runs have measured, if there were such.
    tracefile: Option<Tracefile>,
    /// Lines with code of files that these have not loaded.
    lines: BTreeMap<String, BTreeSet<u32>>,
    /// The tests, with the directory of their run.
    suites: Vec<(PathBuf, Suite)>,
    /// Those of the last visit: what a unit that was kept saw may be older.
    sources: Option<Sources>,
    /// When that visit began.
    newest: String,
    /// Units whose reasons are of files that are not as they were.
    stale: u64,
}

impl UnitRuns {
    /// Of a scan, before its units are read.
    fn of(scan: &Path) -> anyhow::Result<UnitRuns> {
        let path = scan.join(TRACEFILE);
        let tracefile = match path.is_file() {
            true => Some(Tracefile::from_file(path)?),
            false => None,
        };
        Ok(UnitRuns {
            tracefile,
            ..UnitRuns::default()
        })
    }

    fn add(&mut self, scan: &Path, unit: &UnitEntry, targets: &[PathBuf]) -> anyhow::Result<()> {
        let directory = scan.join(&unit.directory);
        if !store::exists(&directory) {
            return Ok(());
        }
        let reader = Reader::open(&directory)?;
        let mut sources = Sources::of_directory(&reader, &directory, targets)?;
        let known = |key: &WayKey| self.ways.text(key);
        let all = ways(&reader, language(&directory), &mut sources, &known)?;
        let before = all.len();
        // Reasons are told by line: of a file that has changed since they may stand elsewhere now.
        let all: Vec<_> = all
            .into_iter()
            .filter(|way| sources.is_unchanged(&way.key.file))
            .collect();
        self.stale += u64::from(all.len() < before);
        self.ways.add(all);
        self.add_unsupported(unit, &reader, &mut sources)?;
        self.add_lines(unit, &reader, &mut sources)?;
        let suite = tests::suite(&unit.name, &reader, &directory)?;
        self.suites.push((unit.directory.clone(), suite));
        if let Some(suite) = tests::made_by_calls(&unit.name, &directory)? {
            let of_run = unit.directory.join(by_calls::DIRECTORY);
            self.suites.push((of_run, suite));
        }
        self.keep_newest(&reader, sources)?;
        Ok(())
    }

    /// The source files, as native runs measured them; those that none has loaded are known by their code.
    fn files(&mut self) -> Vec<SourceFile> {
        let (Some(tracefile), Some(sources)) = (&self.tracefile, self.sources.as_mut()) else {
            return Vec::new();
        };
        let mut files = files::measured(tracefile, &self.ways, sources);
        files.extend(files::not_loaded(&self.lines, &self.ways, sources));
        files.sort_by(|a, b| a.name.cmp(&b.name));
        files
    }

    /// Adds the lines of a unit whose file no native run has loaded.
    fn add_lines(
        &mut self,
        unit: &UnitEntry,
        reader: &Reader,
        sources: &mut Sources,
    ) -> Result<(), StoreError> {
        let mut measured = self.tracefile.iter().flat_map(|it| it.sections.keys());
        let is_measured = measured.any(|key| key.source_file == Path::new(&unit.file));
        if is_measured || !sources.is_unchanged(&unit.file) {
            return Ok(());
        }
        for line in reader.lines()? {
            if line.file == unit.file {
                self.lines.entry(line.file).or_default().insert(line.line);
            }
        }
        Ok(())
    }

    fn add_unsupported(
        &mut self,
        unit: &UnitEntry,
        reader: &Reader,
        sources: &mut Sources,
    ) -> Result<(), StoreError> {
        for (what, file, line, count) in reader.unsupported()? {
            // What is known of no line is told where the unit begins.
            let place = match line {
                0 => (unit.file.clone(), unit.line),
                line => (file, line),
            };
            if sources.is_unchanged(&place.0) {
                self.ways.add_ended(place, &what, count);
            }
        }
        Ok(())
    }

    fn keep_newest(&mut self, reader: &Reader, sources: Sources) -> Result<(), StoreError> {
        let sessions = reader.sessions()?;
        let began = sessions.first().map(|session| session.started.clone());
        let began = began.unwrap_or_default();
        match &mut self.sources {
            Some(known) if began < self.newest => known.add_hashes_of(sources),
            known => {
                let older = known.replace(sources);
                if let (Some(known), Some(older)) = (known.as_mut(), older) {
                    known.add_hashes_of(older);
                }
                self.newest = began;
            }
        }
        Ok(())
    }
}

fn row(unit: &UnitEntry, suite: Option<usize>) -> UnitRow {
    let mut state = unit.state.replace('-', " ");
    if let Some(why) = &unit.why {
        state = format!("{state}: {why}");
    }
    if let Some(paths) = unit.paths {
        let extent = match unit.exhaustive {
            true => "exhaustive",
            false => "not exhaustive",
        };
        state = format!("{state}, {} paths, {extent}", thousands(paths));
    }
    UnitRow {
        name: unit.name.clone(),
        place: Place {
            file: unit.file.clone(),
            line: unit.line,
        },
        state,
        branches: unit.coverage.map(|coverage| coverage.branches.into()),
        seconds: unit.seconds,
        suite,
    }
}

fn facts(scan: &ScanFile) -> Vec<Fact> {
    let fact = |name: &str, text: String| Fact {
        name: name.to_owned(),
        text,
    };
    let of_state = |state: &str| scan.units.iter().filter(|unit| unit.state == state).count();
    let states = ["visited", "kept", "not-visited", "begun", "failed"];
    let states = states.iter().filter_map(|state| match of_state(state) {
        0 => None,
        count => Some(format!("{count} {}", state.replace('-', " "))),
    });
    let exhaustive = scan.units.iter().filter(|unit| unit.exhaustive).count();
    let paths: u64 = scan.units.iter().filter_map(|unit| unit.paths).sum();
    let seconds: f64 = scan.units.iter().filter_map(|unit| unit.seconds).sum();
    vec![
        fact("Language", scan.language.clone()),
        fact(
            "Units",
            format!(
                "{}: {}; {exhaustive} explored exhaustively",
                scan.units.len(),
                states.collect::<Vec<_>>().join(", ")
            ),
        ),
        fact(
            "Paths",
            format!("{} in {seconds:.1} s of exploration", thousands(paths)),
        ),
        fact("Wayfarer", scan.wayfarer.clone()),
    ]
}

fn bounded(scan: &ScanFile, stale: u64) -> Vec<Bounded> {
    let one = |what: String, count: u64| Bounded {
        what,
        count: Some(count),
    };
    let left = scan.left_out.iter();
    let left = left.map(|(what, count)| one(format!("not visited: {what}"), *count));
    let bounded = scan.bounded.iter().map(|it| {
        let what = match it.what.strip_prefix("unsupported: ") {
            Some(what) => format!("paths ended by what is not supported: {what}"),
            None => it.what.clone(),
        };
        one(what, it.count)
    });
    let failed = scan.units.iter().filter(|unit| unit.state == "failed");
    let failed = failed.map(|unit| Bounded {
        what: format!(
            "could not be explored: {}: {}",
            unit.name,
            unit.why.as_deref().unwrap_or_default()
        ),
        count: None,
    });
    let mut all: Vec<Bounded> = left.chain(bounded).chain(failed).collect();
    if stale > 0 {
        let what = "units of which reasons for ways not taken are left out, as a file has changed since their visit";
        all.push(one(what.to_owned(), stale));
    }
    all
}

fn finding(warning: WarningEntry, suite_of: &dyn Fn(&PathBuf) -> Option<usize>) -> Finding {
    let mut notes = Vec::new();
    if warning.baseline {
        notes.push("Known by the baseline.".to_owned());
    }
    if warning.count > 1 || warning.units.len() > 1 {
        notes.push(format!(
            "Found {} times, from: {}.",
            warning.count,
            warning.units.join(", ")
        ));
    }
    let test = warning.test.and_then(|test| {
        Some(TestPlace {
            suite: suite_of(&test.directory?)?,
            number: test.number,
        })
    });
    Finding {
        kind: warning.kind,
        message: match (warning.message.is_empty(), warning.exception) {
            (true, Some(exception)) => exception,
            _ => warning.message,
        },
        place: Place {
            file: warning.file,
            line: warning.line,
        },
        function: warning.function,
        class: warning.class,
        // What is said of the assumption is said once.
        why: warning
            .why
            .filter(|why| warning.assumption.as_ref() != Some(why)),
        assumption: warning.assumption,
        notes,
        stack: warning.stack.into_iter().map(Frame::from).collect(),
        test,
    }
}
