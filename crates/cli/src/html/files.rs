//! Source files with their coverage, for the pages.

use crate::uncovered::{Sources, Way, WayKey, nearness, why};
use lcov::Report as Tracefile;
use pages::{Count, SourceFile, UncoveredWay};
use std::collections::{BTreeMap, BTreeSet};
use store::{LineCoverage, Uncovered};

/// Said where native runs saw less than the machine took.
const ONLY_MACHINE: &str = "the machine took every way that it knows here, but not all of them in a test that ran natively";
/// Said where nothing is known of a line's branches.
const UNKNOWN: &str = "the machine knows no branch of its own here (compilers make plain code of some conditions, \
                       and what is decided before the run starts is no branch), so there is no reason to tell";

/// What stands for the way on from where something is not supported.
const WAY_ON: &str = "the way on from here";

/// Ways of branches over all runs that a report is of, and where these ended paths that they could not follow.
#[derive(Default)]
pub struct BranchWays {
    known: BTreeMap<WayKey, (String, Option<Uncovered>)>,
    /// What is not supported at a line of a file, and how many paths ended there.
    ended: BTreeMap<(String, u32), BTreeMap<String, u64>>,
}

impl BranchWays {
    /// Adds those of a run; what some run took is taken, and of reasons the nearest to it counts.
    pub fn add(&mut self, ways: Vec<Way>) {
        for way in ways {
            let new = (way.text, way.uncovered);
            match self.known.get_mut(&way.key) {
                None => {
                    self.known.insert(way.key, new);
                }
                Some(known) => {
                    let nearer = match (&known.1, &new.1) {
                        (Some(known), Some(new)) => nearness(new) > nearness(known),
                        (Some(_), None) => true,
                        (None, _) => false,
                    };
                    if nearer {
                        *known = new;
                    }
                }
            }
        }
    }

    /// Adds that so many paths of a run ended at a line of a file, as something is not supported.
    pub fn add_ended(&mut self, place: (String, u32), what: &str, count: u64) {
        let at_place = self.ended.entry(place).or_default();
        *at_place.entry(what.to_owned()).or_default() += count;
    }

    /// The lines of a file from which paths do not go on, with the reasons.
    fn ended_in(&self, file: &str) -> impl Iterator<Item = (u32, UncoveredWay)> {
        let lines = (file.to_owned(), 0)..=(file.to_owned(), u32::MAX);
        let lines = self.ended.range(lines);
        let reasons =
            lines.flat_map(|((_, line), reasons)| reasons.iter().map(move |it| (*line, it)));
        reasons.map(|(line, (what, count))| {
            let paths = if *count == 1 { "path" } else { "paths" };
            let way = WAY_ON.to_owned();
            let why = format!("not supported: {what} ({count} {paths} ended here)");
            (line, UncoveredWay { way, why })
        })
    }

    /// The words for a way.
    pub fn text(&self, key: &WayKey) -> Option<&str> {
        self.known.get(key).map(|(text, _)| text.as_str())
    }

    /// The ways that no run took, by file and line; an empty list where all were taken.
    fn by_line(&self) -> BTreeMap<(&str, u32), Vec<UncoveredWay>> {
        let mut lines: BTreeMap<(&str, u32), Vec<UncoveredWay>> = BTreeMap::new();
        let mut last: Option<(&str, Option<u32>)> = None;
        for (key, (way, uncovered)) in &self.known {
            let of_line = lines.entry((key.file.as_str(), key.line)).or_default();
            let Some(uncovered) = uncovered else {
                continue;
            };
            let (why, decision) = (why(uncovered), (key.function.as_str(), key.decision));
            // Ways of one branch that were not taken for one reason are told together.
            match of_line.last_mut() {
                Some(known) if known.why == why && last == Some(decision) => {
                    known.way = format!("{}, {way}", known.way);
                }
                _ => of_line.push(UncoveredWay {
                    way: way.clone(),
                    why,
                }),
            }
            last = Some(decision);
        }
        for ways in lines.values_mut() {
            // Code that compilers copy has the same branches again.
            let mut seen = BTreeSet::new();
            ways.retain(|way| seen.insert(way.clone()));
        }
        lines
    }
}

/// The files of a tracefile of native runs.
pub fn measured(
    tracefile: &Tracefile,
    ways: &BranchWays,
    sources: &mut Sources,
) -> Vec<SourceFile> {
    let by_line = ways.by_line();
    let files = tracefile.sections.iter().map(|(key, section)| {
        let name = key.source_file.display().to_string();
        let mut file = named(&name, sources);
        for (line, value) in &section.lines {
            *file.hits.entry(line.line).or_default() += value.count;
        }
        for (branch, value) in &section.branches {
            let count = file.branches.entry(branch.line).or_default();
            count.total += 1;
            count.covered += u64::from(value.taken.is_some_and(|taken| taken > 0));
        }
        let partly = file
            .branches
            .iter()
            .filter(|(_, count)| count.covered < count.total);
        let uncovered = partly.map(|(&line, count)| {
            let known = by_line.get(&(name.as_str(), line)).map(Vec::as_slice);
            let hits = file.hits.get(&line).copied();
            (line, reasons(known, hits, *count))
        });
        file.uncovered = uncovered.collect();
        add_ended(&mut file, ways);
        file
    });
    files.collect()
}

/// Files that no native run has loaded, by the lines with code that the machine knows of them.
pub fn not_loaded(
    lines: &BTreeMap<String, BTreeSet<u32>>,
    ways: &BranchWays,
    sources: &mut Sources,
) -> Vec<SourceFile> {
    let by_line = ways.by_line();
    let files = lines.iter().map(|(name, lines)| {
        let mut file = named(name, sources);
        file.hits = lines.iter().map(|line| (*line, 0)).collect();
        for key in ways.known.keys().filter(|key| key.file == *name) {
            file.branches.entry(key.line).or_default().total += 1;
        }
        let uncovered = file.branches.iter().map(|(&line, count)| {
            let known = by_line.get(&(name.as_str(), line)).map(Vec::as_slice);
            (line, reasons(known, Some(0), *count))
        });
        file.uncovered = uncovered.collect();
        add_ended(&mut file, ways);
        file
    });
    files.collect()
}

/// The ways at a line with branches that native runs did not cover.
fn reasons(known: Option<&[UncoveredWay]>, hits: Option<u64>, count: Count) -> Vec<UncoveredWay> {
    let why = match known {
        Some([_, ..]) => return known.unwrap_or_default().to_vec(),
        _ if hits == Some(0) => "no native run came to this line",
        Some([]) => ONLY_MACHINE,
        None => UNKNOWN,
    };
    let missing = count.total - count.covered;
    let way = match missing == count.total {
        true => "all ways of the branches of this line".to_owned(),
        false => format!(
            "{missing} of {} ways of the branches of this line",
            count.total
        ),
    };
    vec![UncoveredWay {
        way,
        why: why.to_owned(),
    }]
}

/// The files as the machine counted them, where no native run did.
pub fn by_machine(
    lines: &[LineCoverage],
    ways: &BranchWays,
    sources: &mut Sources,
) -> Vec<SourceFile> {
    let mut files: BTreeMap<&str, SourceFile> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.file.is_empty()) {
        let file = files
            .entry(&line.file)
            .or_insert_with(|| named(&line.file, sources));
        if let Some(executed) = line.machine {
            file.hits.insert(line.line, u64::from(executed));
        }
    }
    for (key, (_, uncovered)) in &ways.known {
        if let Some(file) = files.get_mut(key.file.as_str()) {
            let count = file.branches.entry(key.line).or_default();
            count.total += 1;
            count.covered += u64::from(uncovered.is_none());
        }
    }
    for ((name, line), ways) in ways.by_line() {
        if let Some(file) = files.get_mut(name).filter(|_| !ways.is_empty()) {
            file.uncovered.insert(line, ways);
        }
    }
    let mut files: Vec<SourceFile> = files.into_values().collect();
    files.iter_mut().for_each(|file| add_ended(file, ways));
    files
}

/// Adds to the ways of a file where paths ended.
fn add_ended(file: &mut SourceFile, ways: &BranchWays) {
    for (line, way) in ways.ended_in(&file.name) {
        file.uncovered.entry(line).or_default().push(way);
    }
}

fn named(name: &str, sources: &mut Sources) -> SourceFile {
    let source = sources.get(name);
    SourceFile {
        name: name.to_owned(),
        text: source.text.clone(),
        note: source.note.clone(),
        hits: BTreeMap::new(),
        branches: BTreeMap::new(),
        uncovered: BTreeMap::new(),
    }
}

/// Counts as the pages have them.
pub fn count(count: suite::native::Count) -> Count {
    Count {
        covered: count.covered,
        total: count.total,
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    fn way(choice: u32, uncovered: Option<Uncovered>) -> Way {
        let key = WayKey {
            file: "a.c".to_owned(),
            line: 3,
            column: 5,
            function: "f".to_owned(),
            decision: Some(0),
            choice,
        };
        Way {
            key,
            text: format!("way {choice}"),
            uncovered,
        }
    }

    #[test]
    fn of_several_runs_the_nearest_counts() {
        let mut ways = BranchWays::default();
        ways.add(vec![
            way(0, Some(Uncovered::NotReached)),
            way(1, Some(Uncovered::NotReached)),
        ]);
        ways.add(vec![way(0, None), way(1, Some(Uncovered::Pending))]);
        ways.add(vec![
            way(0, Some(Uncovered::Pending)),
            way(1, Some(Uncovered::NotFree)),
        ]);
        let lines = ways.by_line();
        let left = &lines[&("a.c", 3)];
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].why, why(&Uncovered::Pending));
    }

    #[test]
    fn what_is_not_supported_is_told_at_its_line() {
        let mut ways = BranchWays::default();
        for (line, what, count) in [(7, "inline assembly", 1), (7, "inline assembly", 2)] {
            ways.add_ended(("a.c".to_owned(), line), what, count);
        }
        ways.add_ended(("b.c".to_owned(), 1), "a thread", 1);
        let told: Vec<_> = ways.ended_in("a.c").collect();
        let why = "not supported: inline assembly (3 paths ended here)".to_owned();
        let way = WAY_ON.to_owned();
        assert_eq!(told, [(7, UncoveredWay { way, why })]);
    }
}
