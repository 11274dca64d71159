//! Where in a program the places are that results name.

use super::code::Code;
use super::target_error::TargetError;
use crate::reported::SoughtResult;
use sarif::Role;
use std::collections::BTreeSet;
use std::path::Path;

/// A line of a source of the program, by the name that the program has for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    pub file: String,
    pub line: u32,
}

impl Line {
    /// True for a place of that name and number.
    pub fn is(&self, file: &str, line: u32) -> bool {
        self.line == line && self.file == file
    }
}

/// Where a result is in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedResult {
    /// As in [`SoughtResult`].
    pub number: usize,
    /// Lines where the error is said to be.
    pub at: Vec<Line>,
    /// Other lines that the result names.
    pub named: Vec<Line>,
    /// The error shows when a run ends.
    pub at_the_end: bool,
}

/// Finds the lines of a result in a program.
///
/// # Errors
/// If the result names no place, or one that the program does not have.
pub fn locate(sought: &SoughtResult, code: &Code) -> Result<LocatedResult, TargetError> {
    let mut located = LocatedResult {
        number: sought.number,
        at: Vec::new(),
        named: Vec::new(),
        at_the_end: sought.condition.condition.is_told_at_the_end(),
    };
    for place in &sought.places {
        let file = program_file(&place.path, &code.sources);
        let line = file.map(|file| Line {
            file,
            line: place.line,
        });
        match (place.role, line) {
            (Role::Primary, None) => {
                return Err(TargetError::NotAFile {
                    file: place.path.display().to_string(),
                });
            }
            (Role::Primary | Role::End, Some(line)) => located.at.push(line),
            (Role::Other, Some(line)) => located.named.push(line),
            // Steps may be in headers or libraries.
            (Role::End | Role::Other, None) => {}
        }
    }
    if located.at.is_empty() {
        return Err(TargetError::NoPlace);
    }
    Ok(located)
}

/// The source of the program that a path means: the same file; or else the one whose name ends like it, or ends it; or, for
/// paths of other machines, the only one with the longest end in common.
pub fn program_file(path: &Path, sources: &BTreeSet<String>) -> Option<String> {
    let canonical = path.canonicalize().ok();
    if let Some(canonical) = &canonical {
        let mut same = sources
            .iter()
            .filter(|source| Path::new(source).canonicalize().ok().as_ref() == Some(canonical));
        if let Some(same) = same.next() {
            return Some(same.clone());
        }
    }
    let is_elsewhere = |source: &&String| canonical.is_none() || !Path::new(source).is_file();
    let in_common = |source: &&String| {
        let (one, other) = (path.components().rev(), Path::new(source.as_str()));
        let same = one.zip(other.components().rev());
        same.take_while(|(one, other)| one == other).count()
    };
    let candidates = || sources.iter().filter(is_elsewhere);
    let longest = candidates().map(|it| in_common(&it)).max()?;
    let mut best = candidates().filter(|it| longest > 0 && in_common(it) == longest);
    // A file that is here, and none of the program's, is meant only if a name of the program's is its end.
    let fits = |source: &&String| canonical.is_none() || path.ends_with(source.as_str());
    let found = best.next().filter(fits)?;
    best.next().is_none().then(|| found.clone())
}
