//! The command line: every option is documented where it is defined.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};

mod compiler;
mod explore;
mod inspect;
mod java_classes;
mod limits;
mod program;
mod reach;
mod results;
mod run;
mod scan;
mod spelling;

pub use compiler::Compiler;
pub use explore::{Explore, MatchStates, Objects, Prune};
pub use inspect::{ExplainStrategy, Ir, Query};
pub use limits::{LimitOptions, SandboxOptions, SolverOptions};
pub use program::{InputOptions, ProgramOptions, Uninit};
pub use reach::{Direction, LoopOptions, Reach};
pub use results::{Replay, Report, Resume, Show};
pub use run::{JavaApi, Run};
pub use scan::Scan;
pub use spelling::spelled_out;

/// Finds the inputs that take a C or Java program where you want it to go, and hands them over as tests
/// that run without Wayfarer.
#[derive(Debug, Parser)]
#[command(
    version,
    args_override_self = true,
    after_help = "\
Exit codes: 0 nothing found, 1 bugs found, 2 wrong usage, 3 could not run.
`wayfarer COMMAND --help` explains the options of a command."
)]
pub struct CommandLine {
    /// What to log to stderr, as `target=level,…` (targets are crates, such as wayfarer_vm)
    #[arg(long, global = true, default_value = "error", value_name = "FILTER")]
    pub log: String,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explore the paths of a program or function; write tests, replay them, report bugs
    Explore(Box<Explore>),
    /// Find inputs that reach lines, sides of branches, functions or errors, or prove that none do
    Reach(Box<Reach>),
    /// Explore every function, or every method of all classes, and tell what was found once for each cause
    Scan(Box<Scan>),
    /// Go on with a run that was interrupted, killed or stopped by a limit
    Resume(Box<Resume>),
    /// Show a run: what it found, its coverage, its tree; also while it runs
    Show(Show),
    /// Write what a run or a scan has found as pages for a browser
    Report(Report),
    /// Run the tests of a suite natively: verdicts and coverage
    Replay(Replay),
    /// Execute a program concretely in the machine, with the real stdin, stdout and files
    Run(Run),
    /// Stand in for the C compiler of a build, so that what it makes can be explored
    #[command(name = "cc")]
    CCompiler(Compiler),
    /// Stand in for the C++ compiler of a build
    #[command(name = "c++")]
    CppCompiler(Compiler),
    /// Decide an SMT-LIB 2 script, such as one written by --dump-queries
    Query(Query),
    /// Print a program in the intermediate representation
    Ir(Ir),
    /// Write wayfarer.jar, by which Java programs ask for values, into a directory
    JavaApi(JavaApi),
    /// Explain the search orders of --strategy: how each chooses, and when it serves
    ExplainStrategy(ExplainStrategy),
}

/// What a name stands for, if it is one of those in a list.
fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name_of: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(move |each| name_of(*each));
    PossibleValuesParser::new(names).map(move |name| {
        let named = all.iter().find(|each| name_of(**each) == name);
        *named.expect("the names are those of the list")
    })
}
