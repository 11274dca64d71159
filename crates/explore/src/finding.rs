//! Errors found, each site once.

use ir::{ErrorKind, Location, Program};
use rustc_hash::FxHashMap;

/// A source position with its file's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Place {
    /// File; empty if unknown.
    pub file: String,
    /// Line; 0 if unknown.
    pub line: u32,
    /// Column; 0 if unknown.
    pub column: u32,
}

impl Place {
    /// The place a location names.
    pub fn of(program: &dyn Program, location: Location) -> Place {
        let file = location
            .file
            .map_or_else(String::new, |file| program.file(file).to_owned());
        Place {
            file,
            line: location.line,
            column: location.column,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", _) => f.write_str("unknown place"),
            (file, 0) => f.write_str(file),
            (file, line) => write!(f, "{file}:{line}"),
        }
    }
}

/// An error at one site.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Kind.
    pub kind: ErrorKind,
    /// What happened when it was first met.
    pub message: String,
    /// Where.
    pub place: Place,
    /// Function it is reported in.
    pub function: String,
    /// Calls when it was first met, innermost first.
    pub stack: Vec<(String, Place)>,
    /// Number of paths that end with it.
    pub count: u64,
    /// Number of the kept path that shows it first.
    pub test: u32,
}

/// All findings of a run, in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    by_site: FxHashMap<(ErrorKind, String, Place), usize>,
}

impl Findings {
    /// Counts an error; true if its site is new, and then [`Findings::add`] it.
    pub fn is_new(&mut self, kind: ErrorKind, function: &str, place: &Place) -> bool {
        // Keys are owned: errors are rare beside everything else a path does.
        let key = (kind, function.to_owned(), place.clone());
        match self.by_site.get(&key) {
            Some(&index) => {
                self.list[index].count += 1;
                false
            }
            None => true,
        }
    }

    /// Adds a finding at a new site.
    pub fn add(&mut self, finding: Finding) {
        let key = (
            finding.kind,
            finding.function.clone(),
            finding.place.clone(),
        );
        self.by_site.insert(key, self.list.len());
        self.list.push(finding);
    }

    /// The findings.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }
}
