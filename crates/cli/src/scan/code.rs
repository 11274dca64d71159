//! The functions of the program under scan: what their code comes to, and where it stands.

use ir::{Function, TerminatorKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A function of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionCode {
    /// Hash of its code.
    pub hash: String,
    /// File that it is in, and its first line.
    pub file: String,
    pub line: u32,
}

/// All functions by name.
#[derive(Clone, Debug, Default)]
pub struct ProgramCode {
    pub functions: BTreeMap<String, FunctionCode>,
    /// Their last lines, of those whose lines are known.
    pub last_lines: BTreeMap<String, u32>,
    /// The lines of each file that have code.
    pub lines: BTreeMap<String, BTreeSet<u32>>,
    /// The ways of branches in each file.
    pub ways: BTreeMap<String, u64>,
}

/// First lines of functions by file, ascending.
#[derive(Clone, Debug, Default)]
pub struct FirstLines(BTreeMap<String, Vec<(u32, String)>>);

impl ProgramCode {
    /// Takes note of where the code of a function is that is among them: its lines, which end with that of its last
    /// instruction in its own file, and the ways of its branches.
    pub fn note_lines(&mut self, function: &Function, file: &str) {
        let own = function.location.file;
        let blocks = function.blocks.iter();
        let places = blocks.flat_map(|block| {
            let instructions = block.instructions.iter().map(|it| it.location);
            instructions.chain([block.terminator.location])
        });
        let places = places.filter(|place| place.file == own && place.line > 0);
        let lines: BTreeSet<u32> = places.map(|place| place.line).collect();
        if let Some(last) = lines.last() {
            self.last_lines.insert(function.name.clone(), *last);
        }
        let ways = function
            .blocks
            .iter()
            .map(|block| match &block.terminator.kind {
                TerminatorKind::Branch {
                    decision: Some(_), ..
                } => 2,
                TerminatorKind::Switch {
                    cases,
                    decision: Some(_),
                    ..
                } => cases.len() as u64 + 1,
                _ => 0,
            });
        *self.ways.entry(file.to_owned()).or_default() += ways.sum::<u64>();
        self.lines.entry(file.to_owned()).or_default().extend(lines);
    }

    /// Files that functions are in.
    pub fn files(&self) -> BTreeSet<&str> {
        let functions = self.functions.values().filter(|code| code.line > 0);
        functions.map(|code| code.file.as_str()).collect()
    }

    /// The functions of a file that a line is part of, or all of them if it is part of none, as it may be of a declaration
    /// that they use.
    pub fn functions_at(&self, file: &str, line: u32) -> (Vec<&str>, bool) {
        let all = || self.functions.iter().filter(|(_, code)| code.file == file);
        let has = |(name, code): &(&String, &FunctionCode)| {
            let last = self.last_lines.get(*name).copied();
            code.line > 0 && (code.line..=last.unwrap_or(code.line)).contains(&line)
        };
        let inside: Vec<&str> = all().filter(has).map(|(name, _)| name.as_str()).collect();
        match inside.is_empty() {
            true => (all().map(|(name, _)| name.as_str()).collect(), false),
            false => (inside, true),
        }
    }

    /// Where functions begin.
    pub fn first_lines(&self) -> FirstLines {
        FirstLines::of(&self.functions)
    }
}

impl FirstLines {
    /// Of functions by name; those whose lines are not known are left out.
    pub fn of(functions: &BTreeMap<String, FunctionCode>) -> FirstLines {
        let mut files: BTreeMap<String, Vec<(u32, String)>> = BTreeMap::new();
        for (name, code) in functions.iter().filter(|(_, code)| code.line > 0) {
            let file = files.entry(code.file.clone()).or_default();
            file.push((code.line, name.clone()));
        }
        files.values_mut().for_each(|file| file.sort());
        FirstLines(files)
    }

    /// The function that a line belongs to, with its first line: the last one that begins in front of it.
    pub fn function_at(&self, file: &str, line: u32) -> Option<(&str, u32)> {
        let functions = self.0.get(file)?;
        let behind = functions.partition_point(|(first, _)| *first <= line);
        let (first, name) = functions.get(behind.checked_sub(1)?)?;
        Some((name, *first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_part_of_functions_or_of_what_they_share() {
        let at = |line| FunctionCode {
            hash: String::new(),
            file: "a.c".to_owned(),
            line,
        };
        let functions = [("f", at(3)), ("g", at(10))].map(|(name, it)| (name.to_owned(), it));
        let last_lines = [("f", 5), ("g", 12)].map(|(name, line)| (name.to_owned(), line));
        let code = ProgramCode {
            functions: BTreeMap::from(functions),
            last_lines: BTreeMap::from(last_lines),
            ..ProgramCode::default()
        };
        assert_eq!(code.functions_at("a.c", 5), (vec!["f"], true));
        for line in [1, 7, 20] {
            assert_eq!(code.functions_at("a.c", line), (vec!["f", "g"], false));
        }
        assert_eq!(code.functions_at("b.c", 5), (vec![], false));
    }

    #[test]
    fn a_line_belongs_to_the_function_that_begins_in_front_of_it() {
        let at = |file: &str, line| FunctionCode {
            hash: String::new(),
            file: file.to_owned(),
            line,
        };
        let functions = [
            ("g", at("a.c", 10)),
            ("f", at("a.c", 3)),
            ("h", at("b.c", 0)),
        ];
        let functions = functions.map(|(name, code)| (name.to_owned(), code));
        let lines = FirstLines::of(&BTreeMap::from(functions));
        assert_eq!(lines.function_at("a.c", 2), None);
        assert_eq!(lines.function_at("a.c", 9), Some(("f", 3)));
        assert_eq!(lines.function_at("a.c", 10), Some(("g", 10)));
        assert_eq!(lines.function_at("b.c", 10), None);
    }
}
