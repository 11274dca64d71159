//! What suites and tests say of specifications: what is watched over, and what monitors saw.

use crate::StackFrame;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A specification that a program is watched over by.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WatchedSpecification {
    /// Its name.
    pub name: String,
    /// The file as the command line has it.
    pub file: String,
    /// What it says.
    pub clauses: Vec<WatchedClause>,
}

/// A clause and its monitor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WatchedClause {
    /// The line it begins in.
    pub line: usize,
    /// Who is to blame for a violation: `caller` or `component`.
    pub blame: String,
    /// The property.
    pub text: String,
    /// States of the monitor; it begins in state 0.
    pub states: usize,
    /// The one that says that the clause is violated, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violated: Option<usize>,
    /// What leads from state to state.
    pub transitions: Vec<ClauseTransition>,
}

/// What may become of a state of a monitor at a moment of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClauseTransition {
    /// The moment: `call of f`, `return of f`, `exception of f` or `end of the program`.
    pub at: String,
    /// The state before it.
    pub from: usize,
    /// The state behind it.
    pub to: usize,
}

/// What monitors saw of a path, as it stands in its test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MonitorHistory {
    /// Transitions that were taken.
    pub exercised: BTreeSet<Exercised>,
    /// By specification the numbers, from 0, of the clauses that were put to the test: for some object there was a
    /// step at a moment at which the clause can be violated, and its monitor left its first state, unless that is
    /// one in which it can be violated at once.
    pub tested: BTreeMap<String, BTreeSet<usize>>,
    /// How the path came to violate a clause, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violation: Option<ViolationHistory>,
    /// True if there was more than was looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// The steps of a monitor up to a violation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ViolationHistory {
    /// The specification.
    pub specification: String,
    /// The line of the clause.
    pub line: usize,
    /// The number of the object that it is about, from 1, in the order in which the monitors met them; none if it is about
    /// several, or the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<usize>,
    /// The steps of this specification for this object, or for these together; the last one violates the clause.
    pub steps: Vec<HistoryStep>,
    /// Steps before them, which are not kept.
    #[serde(default)]
    pub earlier: usize,
}

/// A step of a monitor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HistoryStep {
    /// The moment, as in [`ClauseTransition::at`].
    pub at: String,
    /// The events that happened, but for those that make no difference to any clause in its state.
    pub events: Vec<String>,
    /// Where the program was.
    #[serde(flatten)]
    pub place: StackFrame,
    /// The state of the clause before.
    pub from: usize,
    /// The state behind.
    pub to: usize,
}

/// A transition of the monitor of a clause that was taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Exercised {
    /// The specification.
    pub specification: String,
    /// The number of the clause, from 0.
    pub clause: usize,
    /// The transition.
    #[serde(flatten)]
    pub transition: ClauseTransition,
}
