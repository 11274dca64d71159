//! The command line: every option is documented where it is defined.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use solver::BackendKind;
use std::path::PathBuf;
use suite::{Check, HostInput, SandboxMode};

/// Finds the inputs that take a C or Java program where you want it to go, and hands them over as tests
/// that run without Wayfarer.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Exit codes: 0 nothing found, 1 bugs found, 2 wrong usage, 3 could not run.
`wayfarer COMMAND --help` explains the options of a command."
)]
pub struct Arguments {
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
    /// Go on with a run that was interrupted, killed or stopped by a limit
    Resume(Box<Resume>),
    /// Show a run: what it found, its coverage, its tree; also while it runs
    Show(Show),
    /// Run the tests of a suite natively: verdicts and coverage
    Replay(Replay),
    /// Execute a program concretely in the machine, with the real stdin, stdout and files
    Run(Run),
    /// Decide an SMT-LIB 2 script, such as one written by --dump-queries
    Query(Query),
    /// Print a program in the intermediate representation
    Ir(Ir),
    /// Write wayfarer.jar, by which Java programs ask for values, into a directory
    JavaApi(JavaApi),
    /// Explain the search orders of --strategy: how each chooses, and when it serves
    ExplainStrategy(ExplainStrategy),
}

/// What the program is and how it is compiled.
#[derive(Args, Debug)]
pub struct ProgramOptions {
    /// C sources (.c, .i), LLVM 19 bitcode (.bc) or assembly (.ll); several are linked. Java: sources,
    /// jars or class files, and what to explore: com.acme.Foo (all its methods that are not private),
    /// com.acme.Foo.bar, or 'com.acme.Foo.bar(int,Foo)'
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for the compiler, such as '-Iinclude -DNDEBUG' (may be given several times)
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "Program"
    )]
    pub cflags: Vec<String>,
    /// Optimise the program before it is explored: 0, 1 or 2; 0 keeps every branch of the source
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=2), help_heading = "Program")]
    pub optimise: u8,
    /// Look for more errors: overflow, unsigned-overflow, pointer-overflow, float-cast, vla-bound,
    /// uninit, leak (comma-separated)
    #[arg(
        long,
        value_name = "CHECKS",
        value_delimiter = ',',
        value_parser = check,
        help_heading = "Program"
    )]
    pub check: Vec<Check>,
    /// What memory holds that was never written: 0 on the stack and 0xbe on the heap, and what
    /// depends on it is counted; or anything, so that it is an input (local variables, malloc)
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Uninit::Filled,
          help_heading = "Program")]
    pub uninit: Uninit,
    /// Reaching a label of this name is an error, as in C programs for verifiers that have `ERROR:`
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub error_label: Option<String>,
}

/// What memory holds that was never written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uninit {
    /// 0 on the stack and 0xbe on the heap; what depends on it is counted
    Filled,
    /// Anything: each cell is an input
    Free,
}

/// What the program gets as input.
#[derive(Args, Debug)]
pub struct InputOptions {
    /// A fixed command line argument (may be given several times; before those of --args)
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        help_heading = "Inputs"
    )]
    pub arg: Vec<String>,
    /// N free command line arguments of up to LEN bytes each, such as 2x3
    #[arg(long, value_name = "NxLEN", help_heading = "Inputs")]
    pub args: Vec<String>,
    /// SIZE free bytes as standard input (otherwise it is empty)
    #[arg(long, value_name = "SIZE", help_heading = "Inputs")]
    pub stdin: Option<u64>,
    /// A file the program finds: NAME=SIZE for free bytes, NAME=PATH for those of a real file
    #[arg(long, value_name = "NAME=SIZE|PATH", help_heading = "Inputs")]
    pub file: Vec<String>,
    /// What the program is called, its argv[0] (default: its first file without the extension)
    #[arg(long, value_name = "NAME", help_heading = "Inputs")]
    pub program_name: Option<String>,
    /// An environment variable: NAME=VALUE, or NAME=sym:LEN for up to LEN free bytes
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Inputs")]
    pub env: Vec<String>,
}

/// The options of `reach`.
#[derive(Args, Debug)]
#[command(after_help = "\
Targets, several if --target is given several times:
  FILE:LINE[:COLUMN]             a line (FILE may be the end of a path)
  FILE:LINE[:COLUMN]:true|false  a side of a branch; for Java its number in the line instead of a column
  function:NAME                  a function; for Java CLASS.METHOD, as in Foo.bar or 'Foo.bar(int)'
  error, error:KIND              every place that may make an error, or one of that kind
  uncovered:FILE                 what lcov's tracefile, JaCoCo's XML, or an earlier run's directory leaves uncovered
  diff:PATCH                     the lines that a unified diff changes, with their branches (-: standard input)

A target is reached (by a test, which its native run confirms), unreachable (proved: everything that
could lead to it was explored), or open (with the first thing that was in the way).
Exit codes: 0 every target is decided, 1 errors were found, 2 wrong usage, 3 could not run,
4 a target is open.")]
pub struct Reach {
    /// What is to be reached (see below; may be given several times)
    #[arg(long, value_name = "TARGET", required = true)]
    pub target: Vec<String>,
    /// Where to search from: forward from the entry, backward from the targets (which proves that nothing
    /// reaches them, but makes no tests), or both, one after the other
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = Direction::Both)]
    pub direction: Direction,
    #[command(flatten)]
    pub explore: Explore,
}

impl Reach {
    /// The options of the exploration that does it.
    pub fn into_explore(self) -> Explore {
        Explore {
            targets: self.target,
            direction: self.direction,
            ..self.explore
        }
    }
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

/// What is left out because it shows nothing new.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prune {
    /// Nothing
    #[default]
    Off,
    /// What shows no error and no code that is not known
    Coverage,
    /// What shows no error that is not known
    Errors,
}

/// Options of `explore`.
#[derive(Args, Debug)]
pub struct Explore {
    /// What is to be reached, if the command is `reach`.
    #[arg(skip)]
    pub targets: Vec<String>,
    /// From where targets are searched for.
    #[arg(skip)]
    pub direction: Direction,
    #[command(flatten)]
    pub program: ProgramOptions,
    /// Explore this function instead of main: its scalar arguments are free, its pointers null, or lead to
    /// fresh or shared objects of the type pointed to
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub function: Option<String>,
    /// What a pointer in the arguments of --function is: `p: nonnull`, `p->name: string`, `p: array(N)` of its
    /// type, `p: bytes(N)`; findings that it excludes propose it
    #[arg(long, value_name = "POINTER: READING", help_heading = "Program")]
    pub input: Vec<String>,
    /// Count errors that only unusual inputs make as bugs found, too
    #[arg(long, help_heading = "Program")]
    pub strict: bool,
    #[command(flatten)]
    pub inputs: InputOptions,
    /// Where tests and results go; by default wayfarer-out, or the first of wayfarer-out.2, … if that
    /// holds a run
    #[arg(short = 'o', long, value_name = "DIR", help_heading = "Results")]
    pub output: Option<PathBuf>,
    /// Replace the run that the output directory holds
    #[arg(long, help_heading = "Results")]
    pub force: bool,
    /// Write tests also as: ktest, test-comp, c (comma-separated; `none` for JSON only)
    #[arg(
        long,
        value_name = "FORMATS",
        value_delimiter = ',',
        default_value = "ktest,test-comp,c",
        help_heading = "Results"
    )]
    pub format: Vec<String>,
    /// Keep a test for every completed path, not only those that cover something new or show an
    /// error
    #[arg(long, help_heading = "Results")]
    pub all_paths: bool,
    /// Do not run the tests natively
    #[arg(long, help_heading = "Results")]
    pub no_replay: bool,
    /// Print the summary as one JSON object on stdout
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Do not keep the run in DIR/run.db: it takes no room there (some 50 bytes a path), and can
    /// be neither resumed nor shown
    #[arg(long, help_heading = "Results")]
    pub no_store: bool,
    /// Search order; a:3,b takes three turns of a to each of b (`--help` lists them); with --prune it is
    /// dfs unless another is given
    #[arg(long, value_name = "NAME", default_value = explore::strategy::DEFAULT,
          default_value_ifs = [("prune", "coverage", "dfs"), ("prune", "errors", "dfs")],
          long_help = strategies(), help_heading = "Search")]
    pub strategy: String,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u64,
    /// Workers, each a process; otherwise as many as there are cores. With one the same command and
    /// seed give the same tests, unless queries take so long that they are put off
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024),
          help_heading = "Search")]
    pub jobs: Option<u32>,
    /// For tests: whoever explores dies at the end of the path with this hash
    #[arg(long, value_name = "HASH", value_parser = hexadecimal, hide = true)]
    pub crash_on_path: Option<u64>,
    /// For tests: who takes up the work of a dead worker does not die
    #[arg(long, hide = true)]
    pub crash_once: bool,
    /// Let malloc fail, too: each call is a decision
    #[arg(long, help_heading = "Search")]
    pub failing_malloc: bool,
    /// Functions without body return a free value instead of ending the path
    #[arg(long, help_heading = "Search")]
    pub stub_undefined: bool,
    /// Take what the host gives for inputs: clock; of C also process (its number, its parent's) and user
    /// (with its group); of Java random (seeds of random numbers) and hash (identity hashes). Otherwise
    /// they are the same in every run
    #[arg(long, value_name = "WHAT", value_delimiter = ',',
          value_parser = host_input())]
    pub free: Vec<HostInput>,
    /// Call this function (of Java: a method, or all of a class) with the values that its arguments
    /// have on the path at hand, which are pinned: for what solvers cannot reason about, such as
    /// checksums. Other values are tried up to --opaque-values, those beyond counted as not explored
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub opaque: Vec<String>,
    /// Learn why branches cannot be taken: `wayfarer show --infeasible DIR`
    #[arg(long, help_heading = "Search")]
    pub explain_infeasible: bool,
    /// Leave out what is below a place of the program where an earlier path has come by in a state that
    /// agrees in all that matters there (docs/pruning.md)
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value_t,
        help_heading = "Search"
    )]
    pub prune: Prune,
    #[command(flatten)]
    pub lazy: LazyOptions,
    /// Values tried of one argument of one call of an opaque function
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub opaque_values: u32,
    #[command(flatten)]
    pub objects: ObjectOptions,
    #[command(flatten)]
    pub java: JavaExploreOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub sandbox: SandboxOptions,
    #[command(flatten)]
    pub solver: SolverOptions,
}

/// Objects that are inputs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Input objects (of --function, and of Java)")]
pub struct ObjectOptions {
    /// References or pointers on the way to an input object at the most
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub heap_depth: u32,
    /// Input objects of a path at the most
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub heap_objects: u32,
    /// Characters of an input string at the most
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub string_length: u32,
}

/// What is special about exploring Java.
#[derive(Args, Debug)]
#[command(next_help_heading = "Java")]
pub struct JavaExploreOptions {
    /// Directories, jars and .java files with the classes of the program, separated by colons
    /// (-cp and -classpath are the same)
    #[arg(long, value_name = "PATH", value_delimiter = ':', visible_alias = "cp")]
    pub class_path: Vec<PathBuf>,
    /// Directory of the JDK (otherwise JAVA_HOME, or the oldest of version 17 or newer in
    /// /usr/lib/jvm)
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Directories with the sources of classes, to name files in messages
    #[arg(long = "sourcepath", value_name = "PATH", value_delimiter = ':')]
    pub source_path: Vec<PathBuf>,
    /// Write tests for JUnit 4 or 5
    #[arg(long, value_name = "VERSION", default_value_t = 5,
          value_parser = clap::value_parser!(u8).range(4..=5))]
    pub junit: u8,
    /// Explore only inputs for which this method of their class, without parameters, returns true
    #[arg(long, value_name = "METHOD")]
    pub precondition: Option<String>,
    /// Elements of an input array at the most
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub array_length: u32,
    /// Elements of an input collection at the most
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub collection_size: u32,
    /// Objects of a result that a test asserts, at the most
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub result_objects: usize,
    /// Have tests assert also what the call changed in the objects it was given
    #[arg(long)]
    pub assert_fields: bool,
}

impl JavaExploreOptions {
    /// The class path, without empty entries; `DIR/*` is every jar in DIR.
    pub fn entries(&self) -> Vec<PathBuf> {
        class_path_entries(&self.class_path)
    }
}

/// Help on search orders.
fn strategies() -> String {
    let mut text = String::from(
        "Search order; a,b takes turns between a and b, a:3,b has three turns of a to each of b. \
         `wayfarer explain-strategy` says how each chooses. They serve for:",
    );
    for known in explore::strategy::STRATEGIES {
        text += &format!("\n- {}: {}", known.name, known.purpose);
    }
    text
}

/// The back end of that name.
fn backend(name: &str) -> Result<BackendKind, String> {
    match name {
        "z3" => Ok(BackendKind::Z3),
        "native" => Ok(BackendKind::Native),
        "portfolio" => Ok(BackendKind::Portfolio),
        _ => Err("unknown; there are z3, native, portfolio".to_owned()),
    }
}

/// The check of that name.
fn check(name: &str) -> Result<Check, String> {
    Check::from_name(name).ok_or_else(|| {
        let known = Check::ALL.iter().map(|check| check.name());
        format!(
            "unknown; there are {}",
            known.collect::<Vec<_>>().join(", ")
        )
    })
}

/// What of the host `--free` makes an input.
fn host_input() -> impl TypedValueParser<Value = HostInput> {
    let names = HostInput::ALL.iter().map(|input| input.name());
    PossibleValuesParser::new(names).try_map(|name| {
        HostInput::from_name(&name).ok_or_else(|| format!("{name}: it is not known"))
    })
}

fn hexadecimal(text: &str) -> Result<u64, std::num::ParseIntError> {
    u64::from_str_radix(text, 16)
}

/// Lazy expansion of calls.
#[derive(Args, Debug)]
#[command(next_help_heading = "Lazy expansion (C)")]
pub struct LazyOptions {
    /// Explore the paths of the code around calls: callees are entered only as far as it takes to show that
    /// a path is real, and taken as tested otherwise (docs/lazy.md). Skipped are calls of functions of
    /// other files than the entry's, if what they may change can be told
    #[arg(long)]
    pub lazy: bool,
    /// The functions whose calls are skipped, instead of those of other files; `*` stands for any
    /// characters (comma-separated; implies --lazy)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub lazy_functions: Vec<String>,
    /// Functions whose calls are not skipped (comma-separated)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub expand: Vec<String>,
    /// Stretches of paths that are run at the most to find inputs for one arm
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub lazy_steps: u64,
}

impl LazyOptions {
    /// True if calls are skipped.
    pub fn any(&self) -> bool {
        self.lazy || !self.lazy_functions.is_empty()
    }
}

/// Limits.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Seconds for the exploration
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Completed paths
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
    /// Errors, at a place each: ends the run when so many were found
    #[arg(long, value_name = "N")]
    pub max_findings: Option<u64>,
    /// Forks on a path
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
    /// Times that a path takes the same side of the same branch (or case of a switch) that depends on
    /// inputs: bounds loops, and paths that would go on are cut off
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub loop_bound: Option<u32>,
    /// Instructions of the whole run
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Instructions of one path, which ends endless loops; 0 for no limit (otherwise 100,000,000, with
    /// --function 1,000,000)
    #[arg(long, value_name = "N")]
    pub path_instructions: Option<u64>,
    /// Decisions, or 10,000 instructions each, that a path runs at a time; then others get their turn,
    /// unless it has covered something new. 0 lets every path run to its end
    #[arg(long, value_name = "N", default_value_t = explore::SLICE)]
    pub slice: u64,
    /// MiB of memory for the run; beyond it snapshots of paths not explored yet are dropped (the
    /// strategy's last choices first) and replayed later, then the search goes depth first
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub memory: usize,
    /// Largest allocation size tried where the size depends on inputs
    #[arg(long, value_name = "BYTES", default_value_t = 4096)]
    pub max_symbolic_size: u64,
    /// Most objects or functions tried where a pointer depends on inputs
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub max_candidates: usize,
    /// MiB of memory of the program itself
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub program_memory: u64,
    /// Elements of the arrays that pointer arguments of --function point to
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub pointer_elements: u64,
    /// Seconds for one native run of a test
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub test_time: u64,
}

/// What native runs of tests may touch and use.
#[derive(Args, Debug)]
#[command(next_help_heading = "Native runs")]
pub struct SandboxOptions {
    /// Isolate tests from the machine: auto as far as it lets us, which is said; require refuses to run
    /// them otherwise; off gives them your own rights
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub sandbox: SandboxMode,
    /// MiB of memory for all processes of a test together, with its temporary files
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub test_memory: u64,
    /// MiB that a test may write
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub test_disk: u64,
    /// Processes of a test at one time
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub test_processes: u64,
}

impl SandboxOptions {
    /// As suites have them.
    pub fn options(&self) -> suite::SandboxOptions {
        suite::SandboxOptions {
            mode: self.sandbox,
            memory_mib: self.test_memory,
            disk_mib: self.test_disk,
            processes: self.test_processes,
        }
    }
}

/// The solver.
#[derive(Args, Debug)]
#[command(next_help_heading = "Solver")]
pub struct SolverOptions {
    /// Back end: z3, native, or portfolio (native first, Z3 for what it does not answer)
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = backend)]
    pub solver: BackendKind,
    /// Seconds for one query
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub solver_time: f64,
    /// Have every answer confirmed by a fresh query to Z3 and by evaluation
    #[arg(long)]
    pub check_solver: bool,
    /// Write every query that reaches the caches as SMT-LIB 2 into DIR
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
    /// Write the queries, in order, to FILE as one incremental SMT-LIB 2 script (push, pop); those
    /// that the parent's model answers are left out
    #[arg(long, value_name = "FILE")]
    pub record_queries: Option<PathBuf>,
}

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

/// Options of `run`.
#[derive(Args, Debug)]
#[command(trailing_var_arg = true)]
pub struct Run {
    /// C source or bitcode, Java source, class file or jar; with -cp the name of the main class
    pub file: PathBuf,
    /// Arguments of the program
    #[arg(allow_hyphen_values = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
    /// Further files to be linked (before PROGRAM)
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Flags for the compiler
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Vec<String>,
    /// Optimise the program first: 0, 1 or 2
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: u8,
    /// Report how many instructions were executed, and how fast
    #[arg(long)]
    pub statistics: bool,
    #[command(flatten)]
    pub java: JavaOptions,
}

/// Where a Java program's classes are.
#[derive(Args, Debug)]
#[command(next_help_heading = "Java")]
pub struct JavaOptions {
    /// Directories, jars and .java files with the classes of the program, separated by colons
    /// (-cp and -classpath are the same)
    #[arg(long, value_name = "PATH", value_delimiter = ':', visible_alias = "cp")]
    pub class_path: Vec<PathBuf>,
    /// Directory of the JDK (otherwise JAVA_HOME, or the oldest of version 17 or newer in
    /// /usr/lib/jvm)
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Directories with the sources of classes, to name files in messages
    #[arg(long = "sourcepath", value_name = "PATH", value_delimiter = ':')]
    pub source_path: Vec<PathBuf>,
    /// Execute the assert statements of the program
    #[arg(long, visible_alias = "ea")]
    pub enable_assertions: bool,
}

impl JavaOptions {
    /// The class path, without empty entries; `DIR/*` is every jar in DIR.
    pub fn entries(&self) -> Vec<PathBuf> {
        class_path_entries(&self.class_path)
    }
}

fn class_path_entries(class_path: &[PathBuf]) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for path in class_path {
        if path.file_name().is_some_and(|name| name == "*") {
            let directory = path.parent().unwrap_or(std::path::Path::new("."));
            let mut jars: Vec<PathBuf> = std::fs::read_dir(directory)
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|found| found == "jar"))
                .collect();
            jars.sort();
            entries.extend(jars);
        } else if !path.as_os_str().is_empty() {
            entries.push(path.clone());
        }
    }
    entries
}

/// Options of `query`.
#[derive(Args, Debug)]
pub struct Query {
    /// The script; `-` for stdin
    pub file: PathBuf,
    /// Back end: z3, native, or portfolio
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = backend)]
    pub solver: BackendKind,
    /// Seconds for one check-sat
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub solver_time: f64,
    /// Ask the back end at once, without the stages before it (slicing, caches, model search)
    #[arg(long)]
    pub plain: bool,
    /// Have every answer confirmed by a fresh query to Z3 and by evaluation
    #[arg(long)]
    pub check_solver: bool,
    /// Print the counters of the solver to stderr at the end
    #[arg(long)]
    pub statistics: bool,
}

/// Options of `ir`.
#[derive(Args, Debug)]
pub struct Ir {
    #[command(flatten)]
    pub program: ProgramOptions,
    /// Print only this function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Print the library models, too
    #[arg(long)]
    pub library: bool,
    /// Print what calls of each function may read and write and do, instead of its code
    #[arg(long)]
    pub effects: bool,
}

/// Options of `java-api`.
#[derive(Args, Debug)]
pub struct JavaApi {
    /// The directory
    #[arg(default_value = ".")]
    pub directory: PathBuf,
}

/// Options of `explain-strategy`.
#[derive(Args, Debug)]
pub struct ExplainStrategy {
    /// One or more, as --strategy takes them; all if left out
    pub name: Option<String>,
}
