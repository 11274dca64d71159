//! The functions of the program under scan: what their code comes to, and where it stands.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
}

/// First lines of functions by file, ascending.
#[derive(Clone, Debug, Default)]
pub struct FirstLines(BTreeMap<String, Vec<(u32, String)>>);

impl ProgramCode {
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

    /// Files with functions.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
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
