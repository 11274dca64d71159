//! What coverage is counted for.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The functions whose coverage is told apart from that of the whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageScopes {
    /// What the run starts at, as a person calls it.
    pub entry: String,
    /// Its functions, by name.
    pub own: BTreeSet<String>,
    /// Those that calls lead to from there, its own included.
    pub reachable: BTreeSet<String>,
}

impl CoverageScopes {
    /// Whether a function is what the run starts at. In a tracefile, names of C functions that are
    /// `static` begin with their file.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.own.contains(plain(name))
    }

    /// Whether calls lead to a function. What was executed is reachable, whatever the graph of calls
    /// has of it.
    pub(crate) fn is_reachable(&self, name: &str, hits: u64) -> bool {
        hits > 0 || self.reachable.contains(plain(name))
    }
}

/// The name without the file before it.
fn plain(name: &str) -> &str {
    name.rsplit_once(".c:").map_or(name, |(_, name)| name)
}
