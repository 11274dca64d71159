//! Random programs are explored exhaustively with and without pruning, in several orders and by several
//! workers. The error sites and the code covered must be the same.

use crate::seeds;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// How programs are made, and what of them is explored.
pub struct Programs {
    /// A program.
    pub generate: fn(u64) -> String,
    /// The name of its file.
    pub file: &'static str,
    /// What of it is explored, besides the file.
    pub explored: &'static [&'static str],
    /// How the bounds begin that inputs always have: nothing else is left out.
    pub bounded: &'static [&'static str],
    /// What is left out.
    pub leaving_out: &'static [LeavingOut],
    /// One of so many runs, at least, leaves out something.
    pub one_pruned_of: u32,
}

/// The summary of a run; `None` if it takes too long.
pub fn explore(source: &Path, explored: &[&str], options: &[&str]) -> Option<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(source)
        .args(explored)
        .args(["--no-replay", "--json", "--no-store", "--format", "none"])
        .args(["--time", "60", "--force", "-o"])
        .arg(source.with_extension("out"))
        .args(options)
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let summary: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}"));
    summary["limits"]["time"].is_null().then_some(summary)
}

/// Error sites, and how many arms were covered. Of a site with an error for usual inputs nothing is told of others.
pub fn shown(summary: &Value) -> (BTreeSet<String>, String) {
    let findings = summary["findings"].as_array().expect("a list");
    let site = |it: &Value| {
        let (kind, exception) = (&it["kind"], &it["exception"]);
        format!("{kind} {exception} {} {}", it["line"], it["column"])
    };
    let usual = findings.iter().filter(|it| it["assumption"].is_null());
    let mut sites: BTreeSet<String> = usual.map(site).collect();
    let unusual = findings.iter().filter(|it| !it["assumption"].is_null());
    let unusual: Vec<String> = unusual
        .filter(|it| !sites.contains(&site(it)))
        .map(|it| format!("{} without {}", site(it), it["assumption"]))
        .collect();
    sites.extend(unusual);
    (sites, summary["machine_branches"].to_string())
}

impl Programs {
    /// True if all that an exploration left out are inputs beyond their bounds, or what it may by this.
    fn is_whole(&self, summary: &Value, by: &str) -> bool {
        let left = summary["left"].as_object().expect("an object");
        let of_inputs = |what: &String| self.bounded.iter().any(|it| what.starts_with(it));
        let limits = summary["limits"].as_object().expect("an object");
        let bounded = !self.bounded.is_empty();
        summary[by] == true || bounded && limits.is_empty() && left.keys().all(of_inputs)
    }
}

/// Orders and numbers of workers.
const RUNS: &[&[&str]] = &[
    &["--strategy", "dfs", "--jobs", "1"],
    &["--strategy", "bfs", "--jobs", "1"],
    &["--strategy", "random-path", "--jobs", "1"],
    &["--strategy", "cfg-directed", "--jobs", "1"],
    &["--strategy", "generational", "--jobs", "1"],
    &["--strategy", "dfs", "--jobs", "3"],
];

/// Options under which something is left out, and what an exploration is then.
pub struct LeavingOut {
    pub options: &'static [&'static str],
    pub exhaustive: &'static str,
    /// No coverage is lost.
    pub keeps_coverage: bool,
}

/// What pruning keeps.
pub const PRUNING: &[LeavingOut] = &[
    LeavingOut {
        options: &["--prune", "coverage"],
        exhaustive: "exhaustive_for_coverage",
        keeps_coverage: true,
    },
    LeavingOut {
        options: &["--prune", "errors"],
        exhaustive: "exhaustive_for_errors",
        keeps_coverage: false,
    },
];

#[derive(Debug, Default)]
struct Totals {
    programs: u32,
    runs: u32,
    pruned: u32,
    paths: u64,
    paths_pruned: u64,
    wrong: Vec<String>,
}

impl Totals {
    fn add_run(&mut self, plain: &Value, pruned: &Value) {
        let paths = |summary: &Value| summary["paths"].as_u64().unwrap_or(0);
        self.runs += 1;
        let subsumed = [&pruned["subsumed"], &pruned["subsumed_for_errors"]];
        self.pruned += u32::from(subsumed.into_iter().any(|count| *count != 0));
        self.paths += paths(plain);
        self.paths_pruned += paths(pruned);
    }
}

impl seeds::Totals for Totals {
    fn add(&mut self, other: Totals) {
        self.programs += other.programs;
        self.runs += other.runs;
        self.pruned += other.pruned;
        self.paths += other.paths;
        self.paths_pruned += other.paths_pruned;
        self.wrong.extend(other.wrong);
    }
}

fn check(programs: &Programs, seed: u64, totals: &mut Totals) {
    let text = (programs.generate)(seed);
    let explored = programs.explored;
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join(programs.file);
    std::fs::write(&source, &text).expect("the program is written");
    let plain = explore(&source, explored, &["--jobs", "1", "--max-paths", "2000"]);
    let Some(plain) = plain.filter(|summary| programs.is_whole(summary, "exhaustive")) else {
        return;
    };
    totals.programs += 1;
    // Depth first always, and one of the others.
    let other = 1 + seed as usize % (RUNS.len() - 1);
    for options in [RUNS[0], RUNS[other]] {
        for way in programs.leaving_out {
            let options = [way.options, options].concat();
            let Some(pruned) = explore(&source, explored, &options) else {
                continue;
            };
            totals.add_run(&plain, &pruned);
            let (expected, got) = (shown(&plain), shown(&pruned));
            let same = expected.0 == got.0 && (!way.keeps_coverage || expected.1 == got.1);
            if !programs.is_whole(&pruned, way.exhaustive) || !same {
                let left = &pruned["left"];
                let what =
                    format!("seed {seed}, {options:?}: {got:?} instead of {expected:?}; {left}");
                eprintln!("{what}\n{text}");
                totals.wrong.push(what);
            }
        }
    }
}

/// Explores a program for each seed with and without pruning.
pub fn check_all(programs: &Programs, seeds: std::ops::Range<u64>) {
    let totals = seeds::check(seeds, |seed, totals: &mut Totals| {
        check(programs, seed, totals)
    });
    println!("{totals:?}");
    assert!(totals.wrong.is_empty(), "{:?}", totals.wrong);
    assert!(
        totals.pruned * programs.one_pruned_of > totals.runs,
        "too little is pruned"
    );
}

/// The seeds of the long test: from `PRUNE_SEED` on, `PRUNE_PROGRAMS`.
pub fn many() -> std::ops::Range<u64> {
    seeds::wanted("PRUNE", 1000..3000)
}
