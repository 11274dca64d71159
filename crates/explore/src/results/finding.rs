//! Errors found, each site once.

use ir::{ErrorKind, LoadError, Location, Program};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use vm::BY_CALLS;

/// What is said to be left out where sequences of calls might be longer.
pub(crate) const LONGER_SEQUENCES: &str =
    "input objects that other calls make than sequences of up to --sequence-length";

/// What bounds say about which objects calls make, and only they.
pub(crate) const OTHER_CHANGES: &str =
    "input objects that something else than such calls makes or changes";
pub(crate) const CYCLES_OF_MADE: &str =
    "input objects that are part of what they are made of or given to calls on themselves";

/// A source position with its file's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
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

/// What tells errors apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ErrorSite {
    /// Kind.
    pub kind: ErrorKind,
    /// Function it is reported in.
    pub function: String,
    /// Where.
    pub place: Place,
    /// Class of an uncaught exception, or the clause that is violated: a line may have several. Empty for
    /// other errors.
    pub exception: String,
    /// What excludes the inputs for which it is made; empty if usual inputs make it, too.
    pub assumption: String,
}

impl ErrorSite {
    /// The site of an error of the machine.
    ///
    /// # Errors
    /// If its function cannot be loaded.
    pub fn of(program: &dyn Program, error: &vm::Error) -> Result<ErrorSite, LoadError> {
        Ok(ErrorSite {
            kind: error.kind,
            function: program.function(error.function)?.name.clone(),
            place: Place::of(program, error.location),
            exception: error.exception.clone(),
            assumption: error.assumption.clone(),
        })
    }
}

/// How far a search for sequences of calls that make an error came, where none was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SearchByCalls {
    /// All sequences of up to so many calls were explored.
    Exhaustive,
    /// All of them within other bounds of the run (lengths of strings and arrays and the like).
    ExhaustiveWithinBounds,
    /// Some may be left.
    NotExhaustive,
}

impl SearchByCalls {
    /// Name in summaries for other programs.
    pub fn name(self) -> &'static str {
        match self {
            SearchByCalls::Exhaustive => "exhaustive",
            SearchByCalls::ExhaustiveWithinBounds => "exhaustive within bounds",
            SearchByCalls::NotExhaustive => "not exhaustive",
        }
    }

    /// What it says of the error.
    pub fn description(self) -> &'static str {
        match self {
            SearchByCalls::Exhaustive => "no sequence of up to --sequence-length calls makes it",
            SearchByCalls::ExhaustiveWithinBounds => {
                "no sequence of up to --sequence-length calls makes it within the other bounds of the run"
            }
            SearchByCalls::NotExhaustive => {
                "no sequence of calls was found that makes it, but not all were explored"
            }
        }
    }
}

/// An error at one site.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Kind.
    pub kind: ErrorKind,
    /// What happened when it was first met.
    pub message: String,
    /// Class of an uncaught exception, or the clause that is violated; empty for other errors.
    pub exception: String,
    /// What excludes the inputs for which it is made, as `--input` has it; empty if usual inputs make
    /// it, too.
    pub assumption: String,
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
    /// What a search for calls that make it came to, once that is known, if there was one without success.
    #[serde(default)]
    pub search_by_calls: Option<SearchByCalls>,
}

impl Finding {
    /// What tells it from others.
    pub fn site(&self) -> ErrorSite {
        ErrorSite {
            kind: self.kind,
            function: self.function.clone(),
            place: self.place.clone(),
            exception: self.exception.clone(),
            assumption: self.assumption.clone(),
        }
    }
}

/// All findings of a run, in the order in which they were met.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    list: Vec<Finding>,
    by_site: FxHashMap<ErrorSite, usize>,
}

impl Findings {
    /// True if there is a finding at that site.
    pub fn knows(&self, site: &ErrorSite) -> bool {
        self.by_site.contains_key(site)
    }

    /// So many more paths end with that error; without effect if there is no finding of it.
    pub fn count(&mut self, site: &ErrorSite, paths: u64) {
        if let Some(&index) = self.by_site.get(site) {
            self.list[index].count += paths;
        }
    }

    /// Adds a finding at a new site.
    pub fn add(&mut self, finding: Finding) {
        self.by_site.insert(finding.site(), self.list.len());
        self.list.push(finding);
    }

    /// Leaves out those that are only made for objects which no calls were found to make, where calls lead to
    /// the same error; says of the others what the search for such calls came to.
    pub fn fold_by_calls(&mut self, searched: impl Fn(&ErrorSite) -> Option<SearchByCalls>) {
        let all = std::mem::take(self);
        for finding in &all.list {
            let usual = ErrorSite {
                assumption: String::new(),
                ..finding.site()
            };
            if finding.assumption != BY_CALLS {
                self.add(finding.clone());
            } else if !all.knows(&usual) {
                self.add(Finding {
                    search_by_calls: searched(&finding.site()),
                    ..finding.clone()
                });
            }
        }
    }

    /// Has what is known of each finding changed by `change`; those that are one by it become one.
    pub fn reconsider(&mut self, mut change: impl FnMut(&mut Finding)) {
        for mut finding in std::mem::take(self).list {
            change(&mut finding);
            match self.knows(&finding.site()) {
                true => self.count(&finding.site(), finding.count),
                false => self.add(finding),
            }
        }
    }

    /// The findings.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }
}
