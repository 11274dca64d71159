//! Source files that a position may mean.

use super::code::{Code, locations};
use super::spec::Position;
use super::target_error::TargetError;
use ir::Location;
use std::collections::BTreeSet;
use std::path::Path;

/// Which files of a program a name means.
pub struct Files {
    known: Vec<bool>,
}

impl Files {
    /// Those of a position.
    ///
    /// # Errors
    /// If there are none: what there is instead.
    pub fn of(position: &Position, code: &Code) -> Result<Files, TargetError> {
        let none = || match code.sources.len() {
            0 => TargetError::NoDebugInformation,
            _ => TargetError::NoSuchFile {
                sources: code.sources.iter().cloned().collect(),
            },
        };
        Files::named(&position.file, code).ok_or_else(none)
    }

    /// The one of this very name.
    pub fn exactly(name: &str, code: &Code) -> Files {
        let known = code.files.iter().map(|path| path == name);
        Files {
            known: known.collect(),
        }
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
    pub fn without_code(&self, position: &Position, code: &Code, has_columns: bool) -> TargetError {
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
            return TargetError::NoColumns;
        }
        if !columns.is_empty() {
            let columns = columns.into_iter().collect();
            return TargetError::OtherColumns { columns };
        }
        let before = lines.range(1..position.line.max(1)).next_back();
        let after = lines.range(position.line..).next();
        let nearest: Vec<u32> = before.into_iter().chain(after).copied().collect();
        match nearest.is_empty() {
            true => TargetError::NoCodeInFile,
            false => TargetError::NoCodeInLine { nearest },
        }
    }
}
