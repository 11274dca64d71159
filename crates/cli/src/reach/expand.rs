//! Targets of the places that another tool names.

use super::code::{Branch, Code};
use super::elsewhere::{FileWishes, Wish};
use super::files::Files;
use super::searched::{Found, Point, Searched, SoughtErrors};
use explore::{CoveredPart, Part};
use ir::BlockId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What was made of the places of another tool.
#[derive(Default)]
pub struct Expanded {
    pub found: Vec<Found>,
    /// What could not be found, in words.
    pub notes: Vec<String>,
}

/// Finds what is wanted of files, if any of it is in the program.
pub fn expand(files: &[FileWishes], searched: &dyn Searched) -> Expanded {
    let mut expansion = Expansion {
        searched,
        index: Index::of(searched.code()),
        found: BTreeMap::new(),
        without_code: BTreeSet::new(),
        unmapped: BTreeSet::new(),
    };
    let mut unknown: Vec<&str> = Vec::new();
    for file in files {
        match Files::ending_like(&file.path, searched.code()) {
            Some(known) => {
                let numbers: Vec<u32> = known.numbers().collect();
                for wish in &file.wishes {
                    expansion.add(&file.path, &numbers, *wish);
                }
            }
            None => unknown.push(&file.path),
        }
    }
    expansion.finish(&unknown)
}

/// Names that a note lists.
const LISTED: usize = 5;

/// What there is by file and line.
struct Index<'a> {
    /// The first point in each block.
    points: HashMap<(u32, u32), Vec<Point>>,
    /// Branches, with the numbers of their functions.
    branches: HashMap<(u32, u32), Vec<(usize, &'a Branch)>>,
    /// First and last lines of functions, by file.
    ranges: HashMap<u32, Vec<(u32, u32)>>,
}

impl Index<'_> {
    fn of(code: &Code) -> Index<'_> {
        let mut points: HashMap<(u32, u32), Vec<Point>> = HashMap::new();
        let mut branches: HashMap<(u32, u32), Vec<(usize, &Branch)>> = HashMap::new();
        let mut ranges: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
        for (number, user) in code.functions.iter().enumerate() {
            let mut own: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
            for (index, block) in user.function.blocks.iter().enumerate() {
                let locations = block.instructions.iter().map(|it| it.location);
                let locations = locations.chain([block.terminator.location]);
                let mut seen = BTreeSet::new();
                for (at, location) in locations.enumerate() {
                    let Some(file) = location.file.filter(|_| location.line > 0) else {
                        continue;
                    };
                    let line = location.line;
                    if seen.insert((file.0, line)) {
                        let point = (number, BlockId(index as u32), at as u32);
                        points.entry((file.0, line)).or_default().push(point);
                    }
                    let range = own.entry(file.0).or_insert((line, line));
                    *range = (range.0.min(line), range.1.max(line));
                }
            }
            for (file, range) in own {
                ranges.entry(file).or_default().push(range);
            }
            for branch in &user.branches {
                if let Some(file) = branch.location.file {
                    let of_line = branches.entry((file.0, branch.location.line));
                    of_line.or_default().push((number, branch));
                }
            }
        }
        Index {
            points,
            branches,
            ranges,
        }
    }
}

struct Expansion<'a> {
    searched: &'a dyn Searched,
    index: Index<'a>,
    /// Targets by file, line and the rest of their names.
    found: BTreeMap<(String, u32, String), Found>,
    /// Lines that have no code.
    without_code: BTreeSet<(String, u32)>,
    /// Lines with branches of which it is not known which side is meant.
    unmapped: BTreeSet<(String, u32)>,
}

impl Expansion<'_> {
    fn add(&mut self, path: &str, files: &[u32], wish: Wish) {
        match wish {
            Wish::Line(line) => self.line(path, files, line),
            Wish::Sides(line) => self.sides(path, files, line, None),
            Wish::Way {
                line,
                branches,
                branch,
                way,
            } => {
                let columns = self.in_order(files, line);
                let functions: BTreeSet<usize> = self.of_line(files, line).map(|it| it.0).collect();
                // As native runs number them: in the order of the code.
                let wanted = columns.get(branch as usize).copied();
                let wanted = wanted.filter(|_| {
                    columns.len() == branches as usize
                        && way < 2
                        && match self.searched.has_columns() {
                            // A loop decides on its whole condition, native runs count its sides.
                            true => (self.of_line(files, line)).all(|(_, it)| it.operand.is_some()),
                            false => functions.len() == 1,
                        }
                });
                // For C the first way is that on which the condition holds, as the source has it.
                let edge = match (wanted, self.searched.has_columns()) {
                    (Some((_, Some(holds))), true) => {
                        Some(if way == 0 { holds } else { 1 - holds })
                    }
                    (Some(_), false) => Some(1 - way),
                    _ => None,
                };
                if let (Some((column, _)), Some(edge)) = (wanted, edge) {
                    self.sides(path, files, line, Some((column, edge)));
                } else if !columns.is_empty() {
                    self.unmapped.insert((path.to_owned(), line));
                    self.sides(path, files, line, None);
                }
            }
            Wish::Next(line) => {
                let ranges = files.iter().filter_map(|file| self.index.ranges.get(file));
                let mut ranges = ranges.flatten();
                let has_code = |line: &u32| {
                    let mut files = files.iter();
                    files.any(|&file| self.index.points.contains_key(&(file, *line)))
                };
                let around = ranges.find(|range| (range.0..=range.1).contains(&line));
                let next = around.and_then(|range| (line..=range.1).find(has_code));
                match next {
                    Some(line) => self.line(path, files, line),
                    None => drop(self.without_code.insert((path.to_owned(), line))),
                }
            }
        }
    }

    fn line(&mut self, path: &str, files: &[u32], line: u32) {
        let all = files
            .iter()
            .filter_map(|&file| self.index.points.get(&(file, line)));
        let points: Vec<Point> = all.flatten().copied().collect();
        match points.is_empty() {
            true => drop(self.without_code.insert((path.to_owned(), line))),
            false => self.insert(path, line, String::new(), |found| found.points = points),
        }
    }

    /// The branches of a line, with the numbers of their functions.
    fn of_line<'s>(
        &'s self,
        files: &'s [u32],
        line: u32,
    ) -> impl Iterator<Item = (usize, &'s Branch)> + 's {
        let all = files
            .iter()
            .filter_map(move |&file| self.index.branches.get(&(file, line)));
        all.flatten().copied()
    }

    /// Columns of the branches of a line, ascending.
    fn columns(&self, files: &[u32], line: u32) -> Vec<u32> {
        let of_line = self.of_line(files, line);
        let columns: BTreeSet<u32> = of_line.map(|(_, branch)| branch.location.column).collect();
        columns.into_iter().collect()
    }

    /// Columns of the branches of a line in the order of the code, and the edges on which their conditions hold.
    fn in_order(&self, files: &[u32], line: u32) -> Vec<(u32, Option<u32>)> {
        let mut all: Vec<(u32, Option<u32>)> = Vec::new();
        for (_, branch) in self.of_line(files, line) {
            let column = branch.location.column;
            if !all.iter().any(|(known, _)| *known == column) {
                all.push((column, branch.holds));
            }
        }
        if !self.searched.has_columns() {
            all.sort_unstable();
        }
        all
    }

    /// Both sides of all branches of a line, or one edge of the branch of one column.
    fn sides(&mut self, path: &str, files: &[u32], line: u32, only: Option<(u32, u32)>) {
        let mut arms: BTreeMap<String, Vec<CoveredPart>> = BTreeMap::new();
        let columns = self.columns(files, line);
        for (number, branch) in self.of_line(files, line) {
            let column = branch.location.column;
            for edge in 0..2 {
                if only.is_some_and(|only| only != (column, edge)) {
                    continue;
                }
                let side = match branch.holds {
                    Some(holds) => (edge == holds).to_string(),
                    None => format!("way {edge}"),
                };
                let name = match columns.as_slice() {
                    [_] => format!(":{side}"),
                    _ => format!(":{column}:{side}"),
                };
                let function = &self.searched.code().functions[number].function;
                arms.entry(name).or_default().push(CoveredPart {
                    function: function.name.clone(),
                    part: Part::Arm(branch.block.0, edge),
                });
            }
        }
        for (name, arms) in arms {
            self.insert(path, line, name, |found| found.arms = arms);
        }
    }

    fn insert(&mut self, path: &str, line: u32, rest: String, fill: impl FnOnce(&mut Found)) {
        let mut found = Found {
            name: format!("{path}:{line}{rest}"),
            file: Some(path.to_owned()),
            points: Vec::new(),
            arms: Vec::new(),
            errors: SoughtErrors::default(),
            located: None,
        };
        fill(&mut found);
        self.found.insert((path.to_owned(), line, rest), found);
    }

    fn finish(self, unknown: &[&str]) -> Expanded {
        let mut notes = Vec::new();
        if !unknown.is_empty() {
            let listed = unknown.iter().take(LISTED).copied().collect::<Vec<_>>();
            let more = match unknown.len() > LISTED {
                true => ", …",
                false => "",
            };
            notes.push(format!(
                "{} files are not of the program: {}{more}",
                unknown.len(),
                listed.join(", ")
            ));
        }
        if !self.without_code.is_empty() {
            notes.push(format!("{} lines have no code", self.without_code.len()));
        }
        if !self.unmapped.is_empty() {
            notes.push(format!(
                "of {} lines it is not known which sides of branches are meant: all are taken",
                self.unmapped.len()
            ));
        }
        Expanded {
            found: self.found.into_values().collect(),
            notes,
        }
    }
}
