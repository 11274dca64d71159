//! Options of `reach`.

use super::Explore;
use clap::Args;
use std::path::PathBuf;

/// The options of `reach`.
#[derive(Args, Debug)]
#[command(after_help = "\
Targets, several if --target is given several times:
  FILE:LINE[:COLUMN]             a line (FILE may be the end of a path)
  FILE:LINE[:COLUMN]:true|false  a side of a branch; for Java its number in the line instead of a column
  function:NAME                  a function; for Java CLASS.METHOD, as in Foo.bar or 'Foo.bar(int)'
  error, error:KIND              every place that may make an error, or one of that kind
  violation, violation:NAME      what violates a specification (--spec), or that of this name
  uncovered:FILE                 what lcov's tracefile, JaCoCo's XML, or an earlier run's directory leaves uncovered
  diff:PATCH                     the lines that a unified diff changes, with their branches (-: standard input)

A target is reached (by a test, which its native run confirms), unreachable (proved: everything that
could lead to it was explored), or open (with the first thing that was in the way).
Exit codes: 0 every target is decided, 1 errors were found, 2 wrong usage, 3 could not run,
4 a target is open.")]
pub struct Reach {
    /// What is to be reached (see below; may be given several times)
    #[arg(long, value_name = "TARGET", required_unless_present = "sarif_in")]
    pub target: Vec<String>,
    /// The log of an analyser in SARIF: the errors that its results name are looked for where they say, and it is
    /// written again with what came of each (judged.sarif; may be given several times)
    #[arg(long, value_name = "FILE")]
    pub sarif_in: Vec<PathBuf>,
    /// Where to search from: forward from the entry, backward from the targets (which proves that nothing
    /// reaches them, but makes no tests), or both, one after the other
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = Direction::Both)]
    pub direction: Direction,
    #[command(flatten)]
    pub loops: LoopOptions,
    #[command(flatten)]
    pub explore: Explore,
}

impl Reach {
    /// The options of the exploration that does it.
    pub fn into_explore(self) -> Explore {
        Explore {
            targets: self.target,
            sarif_in: self.sarif_in,
            direction: self.direction,
            loops: self.loops,
            ..self.explore
        }
    }
}

/// Loops that are taken as functions.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LoopOptions {
    /// Decisions by inputs at a branch of a loop after which what is left of the loop is tried as a function
    /// of the numbers that it reads, too, and again when they have doubled; 0 for never
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub loop_traversals: u32,
    /// Steps of a loop that is taken as a function at the most, where many cannot be passed at once
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub loop_steps: u64,
}

/// From where targets are searched for.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From the entry
    Forward,
    /// From the targets
    Backward,
    /// From the targets, and then from the entry
    #[default]
    Both,
}
