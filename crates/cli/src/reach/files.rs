//! Source files that a position may mean.

use super::code::{Code, locations};
use super::spec::Position;
use ir::Location;
use std::collections::BTreeSet;
use std::path::Path;

/// File names that a message lists at the most.
const LISTED: usize = 20;

/// Which files of a program a name means.
pub struct Files {
    known: Vec<bool>,
}

impl Files {
    /// Those of a position.
    ///
    /// # Errors
    /// If there are none: what there is instead.
    pub fn of(position: &Position, code: &Code) -> Result<Files, String> {
        Files::named(&position.file, code).ok_or_else(|| {
            let listed: Vec<&str> = code
                .sources
                .iter()
                .take(LISTED)
                .map(String::as_str)
                .collect();
            match code.sources.len() {
                0 => "the program has no debug information (compile it with -g)".to_owned(),
                count => format!(
                    "no code of the program is in such a file; there is code in {}{}",
                    listed.join(", "),
                    match count > LISTED {
                        true => format!(" and {} more", count - LISTED),
                        false => String::new(),
                    }
                ),
            }
        })
    }

    /// Those of a path or the end of one.
    pub fn named(name: &str, code: &Code) -> Option<Files> {
        let canonical = Path::new(name).canonicalize().ok();
        let names = |path: &String| {
            let path = Path::new(path);
            path.ends_with(name) || canonical.as_deref() == Some(path)
        };
        let known: Vec<bool> = code.files.iter().map(names).collect();
        known.contains(&true).then_some(Files { known })
    }

    /// Those of a path as another tool has it, which may begin elsewhere: of the longest end of it that
    /// means any.
    pub fn ending_like(path: &str, code: &Code) -> Option<Files> {
        let mut rest = Path::new(path);
        while !rest.as_os_str().is_empty() {
            let found = Files::named(&rest.to_string_lossy(), code);
            if found.is_some() {
                return found;
            }
            let mut parts = rest.components();
            parts.next();
            rest = parts.as_path();
        }
        None
    }

    /// The numbers of the files.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        let known = self.known.iter().enumerate();
        known.filter_map(|(number, &known)| known.then_some(number as u32))
    }

    /// True for a place that a position means.
    pub fn has(&self, position: &Position, location: Location) -> bool {
        let column = position
            .column
            .is_none_or(|column| column == location.column);
        self.has_file(location) && location.line == position.line && column
    }

    fn has_file(&self, location: Location) -> bool {
        let file = location.file.map(|file| file.0 as usize);
        file.is_some_and(|file| self.known.get(file).copied().unwrap_or(false))
    }

    /// Why there is nothing to be reached at a position.
    pub fn without_code(&self, position: &Position, code: &Code, has_columns: bool) -> String {
        let mut lines = BTreeSet::new();
        let mut columns = BTreeSet::new();
        for user in &code.functions {
            for location in locations(&user.function).filter(|it| self.has_file(*it)) {
                lines.insert(location.line);
                if location.line == position.line {
                    columns.insert(location.column);
                }
            }
        }
        if !columns.is_empty() && !has_columns {
            return "class files tell lines, no columns".to_owned();
        }
        if !columns.is_empty() {
            let columns: Vec<String> = columns.iter().map(u32::to_string).collect();
            return format!(
                "there is code at columns {} of that line",
                columns.join(", ")
            );
        }
        let before = lines.range(1..position.line).next_back();
        let after = lines.range(position.line..).next();
        let near: Vec<String> = before
            .into_iter()
            .chain(after)
            .map(u32::to_string)
            .collect();
        match near.is_empty() {
            true => "there is no code in that file".to_owned(),
            false => format!(
                "there is no code in that line; the nearest are {}",
                near.join(" and ")
            ),
        }
    }
}
