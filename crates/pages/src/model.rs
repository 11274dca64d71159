//! What there is to tell.

use std::collections::BTreeMap;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Covered.
    pub covered: u64,
    /// In all.
    pub total: u64,
}

/// All that the pages tell.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was tested, in a few words.
    pub title: String,
    /// The command that did it.
    pub command: String,
    /// The summary, a line each.
    pub facts: Vec<Fact>,
    /// How coverage was measured, as a sentence.
    pub measured: String,
    /// Coverage of parts of the program, the target first.
    pub coverage: Vec<Part>,
    /// Source files, by name.
    pub files: Vec<SourceFile>,
    /// Findings, worst first; those of a class one after the other.
    pub findings: Vec<Finding>,
    /// Tests, by suite.
    pub suites: Vec<Suite>,
    /// What was explored by itself, of a scan.
    pub units: Vec<Unit>,
    /// What was bounded or left out.
    pub bounded: Vec<Bounded>,
}

/// A line of the summary.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What it is about.
    pub name: String,
    /// What is said of it.
    pub text: String,
}

/// Coverage of a part of the program.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which.
    pub name: String,
    /// Lines with code.
    pub lines: Count,
    /// Ways of branches.
    pub branches: Count,
}

/// A source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the program's debug information calls it.
    pub name: String,
    /// Its lines, or why they are not shown.
    pub text: Result<Vec<String>, String>,
    /// Something to be known of the text.
    pub note: Option<String>,
    /// How often lines with code were executed.
    pub hits: BTreeMap<u32, u64>,
    /// Ways of the branches of a line.
    pub branches: BTreeMap<u32, Count>,
    /// Ways that were not taken, by line.
    pub uncovered: BTreeMap<u32, Vec<UncoveredWay>>,
}

impl SourceFile {
    /// Lines with code.
    pub fn lines(&self) -> Count {
        let covered = self.hits.values().filter(|&&hits| hits > 0).count();
        Count {
            covered: covered as u64,
            total: self.hits.len() as u64,
        }
    }

    /// Ways of branches.
    pub fn branch_sum(&self) -> Count {
        let sum = |sum: Count, one: &Count| Count {
            covered: sum.covered + one.covered,
            total: sum.total + one.total,
        };
        self.branches.values().fold(Count::default(), sum)
    }
}

/// A way of a branch that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UncoveredWay {
    /// Which, with the source text of the condition.
    pub way: String,
    /// Why, in plain words.
    pub why: String,
}

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// File, empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
}

/// A call on a stack.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Function.
    pub function: String,
    /// Where in it.
    pub place: Place,
}

/// The place of a test in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestPlace {
    /// Index in [`Report::suites`].
    pub suite: usize,
    /// Number of the test in its suite.
    pub number: u32,
}

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What of.
    pub kind: String,
    /// What happened.
    pub message: String,
    /// Where.
    pub place: Place,
    /// In which function.
    pub function: String,
    /// What is to be thought of it: findings are put together by this word.
    pub class: String,
    /// Why, if that needs words.
    pub why: Option<String>,
    /// What excludes the inputs that make it.
    pub assumption: Option<String>,
    /// What else is known, a line each.
    pub notes: Vec<String>,
    /// Calls, innermost first.
    pub stack: Vec<Frame>,
    /// The test that shows it.
    pub test: Option<TestPlace>,
}

/// Tests that belong together.
#[derive(Clone, Debug)]
pub struct Suite {
    /// What they test.
    pub name: String,
    /// How all of them are run, as a command.
    pub run: String,
    /// The tests, by number.
    pub tests: Vec<TestEntry>,
    /// Why there are no tests, if they could not be read.
    pub problem: Option<String>,
}

/// A test.
#[derive(Clone, Debug)]
pub struct TestEntry {
    /// Number in its suite.
    pub number: u32,
    /// What it is predicted to do.
    pub prediction: String,
    /// The verdict of its native run in a word or two, such as `confirmed`.
    pub verdict: String,
    /// What the native run did otherwise, or why there was none.
    pub differences: Vec<String>,
    /// Its inputs: name and value.
    pub inputs: Vec<(String, String)>,
    /// Its name in the files of tests.
    pub name: String,
    /// Its text; empty if it is in no file.
    pub text: String,
    /// Something to be known of the text.
    pub text_note: String,
    /// How it is run, a command each.
    pub run: Vec<String>,
}

/// A function or class that was explored by itself.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// How far it came, in words.
    pub state: String,
    /// Coverage of its own code, as far as it was measured.
    pub branches: Option<Count>,
    /// Seconds of exploration.
    pub seconds: Option<f64>,
    /// Index of its tests in [`Report::suites`].
    pub suite: Option<usize>,
}

/// What was bounded or left out.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// What.
    pub what: String,
    /// How often; `None` where that is not counted.
    pub count: Option<u64>,
}
