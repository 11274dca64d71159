//! Options of the commands that work on the results of a run.

use clap::Args;
use std::path::PathBuf;
use suite::SandboxMode;

/// Options of `resume`.
#[derive(Args, Debug)]
#[command(after_help = "\
The run goes on with the options it was begun with, but for those given here. What it had found is
kept, what it had explored is not explored again, and tests are numbered on. It must be the same
program: sources, headers, compiler and wayfarer are compared.")]
pub struct Resume {
    /// Output directory of the run
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Seconds from now on (otherwise what is left of the run's own)
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Completed paths from now on (otherwise what is left of the run's own)
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
    /// Instructions from now on (otherwise what is left of the run's own)
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Workers, as of `explore`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// MiB for snapshots of paths not explored yet
    #[arg(long, value_name = "MIB")]
    pub memory: Option<usize>,
    /// Search order, as of `explore`
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// Seconds for one query
    #[arg(long, value_name = "SECONDS")]
    pub solver_time: Option<f64>,
    /// Go on although the sources, the compiler or wayfarer changed: paths that lead elsewhere now
    /// are counted as diverged
    #[arg(long)]
    pub force: bool,
    /// Do not run the tests natively
    #[arg(long)]
    pub no_replay: bool,
    /// Print the summary as one JSON object on stdout
    #[arg(long)]
    pub json: bool,
}

/// Options of `show`.
#[derive(Args, Debug)]
#[command(after_help = "Without options: the sessions, what was found, what is left, coverage.")]
pub struct Show {
    /// Output directory of a run
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// The tests, with when they were found
    #[arg(long)]
    pub tests: bool,
    /// The errors
    #[arg(long)]
    pub findings: bool,
    /// How far the run was, second by second
    #[arg(long)]
    pub statistics: bool,
    /// Coverage by function, and why branches are not covered
    #[arg(long)]
    pub coverage: bool,
    /// Coverage by line: the source, with how often native runs executed each line (`#` never, `-`
    /// not measured) and `*` where the machine was
    #[arg(long)]
    pub lines: bool,
    /// What was left out as it shows nothing new (of a run made with --prune): how often states agreed,
    /// where and in what; and why it could not be told what matters
    #[arg(long)]
    pub pruned: bool,
    /// Why branches could not be taken (of a run made with --explain-infeasible): how often no input led
    /// on, and the decisions before that are in the way
    #[arg(long)]
    pub infeasible: bool,
    /// The execution tree: forks, ends of paths, nodes not visited yet
    #[arg(long)]
    pub tree: bool,
    /// The execution tree in Graphviz' language
    #[arg(long)]
    pub dot: bool,
    /// Everything as one JSON object (the tree only with --tree)
    #[arg(long)]
    pub json: bool,
    /// Most forks and ends that --tree and --dot print
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub max_nodes: usize,
}

/// Options of `report`.
#[derive(Args, Debug)]
#[command(after_help = "\
The folder opens from the disk: index.html in a browser. It needs no network, and nothing beside it.")]
pub struct Report {
    /// Output directory of a run or a scan
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Folder for the pages (otherwise DIR/report); an earlier report in it is replaced
    #[arg(long, value_name = "FOLDER")]
    pub into: Option<PathBuf>,
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// Directory of a suite, as `explore` writes it
    pub directory: PathBuf,
    /// Run only these tests, by number
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub test: Vec<u32>,
    /// Seconds for one run (otherwise as the suite says)
    #[arg(long, value_name = "SECONDS")]
    pub test_time: Option<u64>,
    /// Isolate tests from the machine: auto, require or off (otherwise as the suite says)
    #[arg(long, value_name = "MODE")]
    pub sandbox: Option<SandboxMode>,
    /// Print verdicts and coverage as one JSON object
    #[arg(long)]
    pub json: bool,
}
