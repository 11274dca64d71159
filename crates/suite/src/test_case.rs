//! A test: what goes in, and what the machine saw come out.

use crate::monitors::MonitorHistory;
use crate::{CutReason, Entry, PredictedOutput, StackFrame, Test, Verdict};
use ir::ErrorKind;
use serde::{Deserialize, Serialize};

/// One test, as it stands in `testNNNNNN.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestCase {
    /// Number in its suite, from 1.
    pub id: u32,
    /// Inputs the program asks for by name, and results of functions without body under theirs, in
    /// the order in which it asks.
    pub inputs: Vec<InputValue>,
    /// The arguments, where the entry point is a function other than `main`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// `argv[1..]`, without the final zeros.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Bytes>,
    /// Standard input; nothing means empty.
    #[serde(
        default,
        with = "crate::optional_hex",
        skip_serializing_if = "Option::is_none"
    )]
    pub stdin: Option<Vec<u8>>,
    /// Files the program finds in its directory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileContent>,
    /// Environment variables as `NAME=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<Bytes>,
    /// For each allocation, in the order in which the program makes them, whether it fails; those
    /// behind the last succeed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing_allocations: Vec<bool>,
    /// What memory holds that the program reads before it has written it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<MemoryInput>,
    /// What may exclude an error that its native run makes and that is not predicted: the path is one of inputs that callers may
    /// not give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumption: Option<String>,
    /// What the machine predicts.
    pub outcome: Outcome,
    /// What it predicts the program to write to standard output; nothing unless the program ends by
    /// itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout: Option<PredictedOutput>,
    /// The same of standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<PredictedOutput>,
    /// The decisions of user code that the machine took.
    pub decisions: DecisionTrace,
    /// What monitors of specifications saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitors: Option<MonitorHistory>,
    /// Hash of the path, the same whenever the same path is found.
    pub path: String,
    /// What the native run said, once it ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

impl Test for TestCase {
    fn id(&self) -> u32 {
        self.id
    }

    fn path(&self) -> &str {
        &self.path
    }

    fn set_verdict(&mut self, verdict: Option<Verdict>) {
        self.verdict = verdict;
    }

    fn predicts_error(&self) -> bool {
        matches!(self.outcome, Outcome::Error { .. })
    }

    fn prediction(&self) -> String {
        match &self.outcome {
            Outcome::Exit { status } => format!("exit status {status}"),
            Outcome::Killed { signal } => format!("ended by signal {signal}"),
            Outcome::Error {
                error, file, line, ..
            } => format!("{} at {file}:{line}", error.name()),
            Outcome::Cut { reason } => format!("cut off ({reason})"),
        }
    }

    /// What depends on the plan is looked at when the test is run.
    fn problem(&self) -> Option<String> {
        let entry = self.entry.as_ref()?;
        // How many parameters there are the plan knows: that is looked at when it is replayed.
        entry.problem(entry.parameters.len())
    }
}

/// What a stretch of an object holds before the program writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryInput {
    /// What made the object.
    pub object: MadeBy,
    /// The how many-th object that the program made so, from 1; 0 if it was not the program's own code
    /// that did: a native run then cannot tell it.
    pub number: u32,
    /// Where the stretch begins.
    pub offset: u32,
    /// The stretch, under the name of the variable.
    #[serde(flatten)]
    pub input: InputValue,
}

/// What makes objects that hold something before they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MadeBy {
    /// A function, when it is called: a local variable.
    Call,
    /// `malloc` and its like.
    Allocation,
}

/// A byte string in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes {
    /// The bytes.
    #[serde(with = "hex::serde")]
    pub hex: Vec<u8>,
}

/// A named input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputValue {
    /// Name the program gave it.
    pub name: String,
    /// C type name, or `bytes`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The bytes in memory order.
    #[serde(with = "hex::serde")]
    pub bytes: Vec<u8>,
    /// The value as a person would write it.
    pub value: String,
}

/// A file the program can open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileContent {
    /// Its name.
    pub name: String,
    /// Its bytes.
    #[serde(with = "hex::serde")]
    pub contents: Vec<u8>,
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// The program returned from `main` (or the function under test returned, status 0) or called
    /// `exit`.
    Exit {
        /// Exit status, 0 to 255.
        status: i32,
    },
    /// The program sent itself a signal that ends it.
    Killed {
        /// Its number.
        signal: i32,
    },
    /// The program made an error.
    Error {
        /// Its kind.
        #[serde(with = "crate::kind_by_name")]
        error: ErrorKind,
        /// More about it.
        message: String,
        /// File of the user's code, as the compiler names it; empty if unknown.
        file: String,
        /// Line, 0 if unknown.
        line: u32,
        /// Call stack, innermost first.
        stack: Vec<StackFrame>,
    },
    /// An assumption failed, or the path was cut off: the run only covers code.
    Cut {
        /// Why.
        #[serde(flatten)]
        reason: CutReason,
    },
}

impl Outcome {
    /// True if the program ends by itself and without an error: all of its output is known.
    pub fn ends_well(&self) -> bool {
        match self {
            Outcome::Exit { .. } | Outcome::Killed { .. } => true,
            Outcome::Error { .. } | Outcome::Cut { .. } => false,
        }
    }
}

/// The conditional branches and switches of user code, in the order in which they were executed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionTrace {
    /// How many.
    pub count: u64,
    /// True if the path makes more than these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// How often the function that they begin with is called before that, where inputs are made.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub calls_before: u64,
    /// FNV-1a over `(function, decision, value)` as little-endian 32, 32 and 64 bits.
    pub hash: String,
    /// The first of them, to say where a run diverged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<(u32, u32, u64)>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl DecisionTrace {
    /// How many decisions [`DecisionTrace::first`] keeps.
    pub const KEPT: usize = 256;
    /// Start value of the running hash (the FNV-1a offset basis).
    pub const START: u64 = 0xcbf2_9ce4_8422_2325;

    /// The trace of these decisions: function, decision and value. `cut` says that others follow.
    pub fn of(steps: &[(u32, u32, u64)], cut: bool) -> DecisionTrace {
        let add = |hash, &(function, decision, value): &(u32, u32, u64)| {
            DecisionTrace::step(hash, function, decision, value)
        };
        let hash = steps.iter().fold(DecisionTrace::START, add);
        DecisionTrace {
            count: steps.len() as u64,
            cut,
            calls_before: 0,
            hash: format!("{hash:016x}"),
            first: steps.iter().take(DecisionTrace::KEPT).copied().collect(),
        }
    }

    /// The running hash after one more decision.
    pub fn step(hash: u64, function: u32, decision: u32, value: u64) -> u64 {
        let mut hash = hash;
        let words = [u64::from(function) | u64::from(decision) << 32, value];
        for word in words {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        hash
    }
}
