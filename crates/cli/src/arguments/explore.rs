//! Options of `explore`.

use super::java_classes::JavaClasses;
use super::{
    Direction, InputOptions, LimitOptions, LoopOptions, ProgramOptions, SandboxOptions,
    SolverOptions, one_of,
};
use clap::Args;
use std::path::PathBuf;
use suite::HostInput;

/// Options of `explore`.
#[derive(Args, Debug)]
pub struct Explore {
    /// What is to be reached, if the command is `reach`.
    #[arg(skip)]
    pub targets: Vec<String>,
    /// Logs of analysers whose results are looked for, if the command is `reach`.
    #[arg(skip)]
    pub sarif_in: Vec<PathBuf>,
    /// From where targets are searched for.
    #[arg(skip)]
    pub direction: Direction,
    /// Whether loops are taken as functions: for `reach`.
    #[arg(skip)]
    pub loops: LoopOptions,
    #[command(flatten)]
    pub program: ProgramOptions,
    /// The file that says what holds for functions of the project: sources, flags, inputs, assumptions. Without
    /// FILE it is wayfarer.toml, here or in a folder above
    #[arg(long, value_name = "TOML", help_heading = "Program")]
    pub project: Option<PathBuf>,
    /// Explore this function instead of main: its scalar arguments are free, its pointers null, or lead to
    /// fresh or shared objects of the type pointed to. Of C++ by its name in the source, such as 'shop::price(int)'
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub function: Option<String>,
    /// What a pointer in the arguments of --function is: `p: nonnull`, `p: apart` (no other leads to its object),
    /// `p->name: string`, `p: array(N)` of its type, `p: bytes(N)` (N is a number, or the parameter or member that says it: `p: array(p_count)`), `p: NAME` for a function of the program that it leads to, or that makes it, `p: calls(N)` for what functions of its
    /// source make that are found, and up to N calls of others, `p: stream(N)` for a `FILE *` of N free bytes (16); findings that it excludes propose it
    #[arg(long, value_name = "POINTER: READING", help_heading = "Program")]
    pub input: Vec<String>,
    /// What callers of --function see to: a condition in C over its parameters and the variables of its
    /// source (may be given several times). Where it does not hold, or cannot be evaluated without an
    /// error, there is no path
    #[arg(long, value_name = "CONDITION", help_heading = "Program")]
    pub assume: Vec<String>,
    /// Take variables of the program for inputs of --function, as their types say, instead of their initial values:
    /// all that it may look at, or those with these names, in which `*` stands for any characters. Errors that need a
    /// value which nothing in the program stores there are for unusual inputs
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, value_delimiter = ',',
          default_missing_value = "*", help_heading = "Program")]
    pub free_globals: Vec<String>,
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
    /// Write the bytes of each test also as a file in DIR, for fuzzers: those that --seeds would go to
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub corpus_out: Option<PathBuf>,
    /// Run the inputs of the tests of an earlier run of this program first, as far as they fit what it is now: after an
    /// edit. DIR is that run's output directory, which may be the same one (with --force)
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub seed_run: Option<PathBuf>,
    /// Keep a test for every completed path, not only those that cover something new or show an
    /// error
    #[arg(long, help_heading = "Results")]
    pub all_paths: bool,
    /// Leave the inputs of tests as they were found, instead of making them as plain as their paths allow:
    /// zero, small numbers, characters that can be read, short strings
    #[arg(long, help_heading = "Results")]
    pub no_plain_values: bool,
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
    /// Search order; a:3,b takes three turns of a to each of b (`--help` lists them)
    #[arg(long, value_name = "NAME", long_help = strategies(), help_heading = "Search")]
    pub strategy: Option<String>,
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
    /// Functions without body return a free value instead of ending the path; variables that are defined nowhere
    /// are zero
    #[arg(long, help_heading = "Search")]
    pub stub_undefined: bool,
    /// As --stub-undefined, and such functions write free values behind their pointers to types that are not const, as
    /// these types say; pointers that they return or write are null, or lead to a fresh object or text
    #[arg(long, help_heading = "Search")]
    pub stub_writes: bool,
    /// Take what the host gives for inputs: clock; of C also process (its number, its parent's) and user
    /// (with its group); of Java random (seeds of random numbers) and hash (identity hashes). Otherwise
    /// they are the same in every run
    #[arg(long, value_name = "WHAT", value_delimiter = ',',
          value_parser = one_of(HostInput::ALL, HostInput::name))]
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
    /// With --prune: let the search order alone choose, instead of finishing first what a path has left
    /// where that lets others be left out
    #[arg(long, help_heading = "Search")]
    pub no_greedy_confirmation: bool,
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
    #[command(flatten)]
    pub classes: JavaClasses,
    /// Write tests for JUnit 4 or 5
    #[arg(long, value_name = "VERSION", default_value_t = 5,
          value_parser = clap::value_parser!(u8).range(4..=5))]
    pub junit: u8,
    #[command(flatten)]
    pub test_names: TestNameOptions,
    /// Explore only inputs for which this method of their class, without parameters, returns true. Of C, a
    /// function of the source of --function, called with the arguments of its parameters' names, or else
    /// with the first ones
    #[arg(long, value_name = "METHOD")]
    pub precondition: Option<String>,
    /// For scans: what is explored need not have the precondition
    #[arg(long, hide = true)]
    pub precondition_if_any: bool,
    /// How input objects of the program's classes come about: in any state at all, or by calls that users of
    /// their classes have (constructors, static factories, builders, and methods that follow) [default: both;
    /// any-state with targets, --precondition, --spec, --lazy and --call-depth]
    #[arg(long, value_name = "HOW", value_enum)]
    pub objects: Option<Objects>,
    /// Calls that follow at the most on an input object that --objects calls has made
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(0..=100))]
    pub sequence_length: u32,
    /// With --objects both: completed paths in a row that show nothing new, after which no other calls are tried before
    /// objects in any state are; where there is time (--time) they are in the end. 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 16384)]
    pub sequence_paths: u64,
    /// With --objects calls and both: end a sequence of calls where one of as many calls or fewer has made the same (docs/inputs.md)
    #[arg(long, value_name = "HOW", value_enum, default_value_t)]
    pub match_states: MatchStates,
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

/// When sequences of calls have made the same.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchStates {
    /// They are not compared
    #[default]
    Off,
    /// Equal up to the names of inputs, with the same conditions on them
    Exact,
    /// The earlier one comes about for all values that the later one does
    Subsumption,
    /// The same objects lead to the same others, whatever numbers they hold: leaves out states
    Shape,
}

/// What classes of JUnit tests are called.
#[derive(Args, Debug)]
#[command(next_help_heading = "Java")]
pub struct TestNameOptions {
    /// What names of test classes end in, behind that of the class under test
    #[arg(long, value_name = "NAME", default_value = "WayfarerTest")]
    pub test_suffix: String,
    /// Package of the tests (otherwise that of the class under test, whose members that are not public they may
    /// then use)
    #[arg(long, value_name = "NAME")]
    pub test_package: Option<String>,
}

/// How input objects come about.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objects {
    /// Their fields are inputs
    AnyState,
    /// By sequences of calls
    Calls,
    /// By calls, and then in any state: what that shows beside is told apart
    Both,
}

/// Lazy expansion of calls.
#[derive(Args, Debug)]
#[command(next_help_heading = "Lazy expansion and depth of calls")]
pub struct LazyOptions {
    /// Explore the paths of the code around calls: callees are entered only as far as it takes to show that
    /// a path is real, and taken as tested otherwise (docs/lazy.md). Skipped are calls of functions of
    /// other files than the entry's, in Java of methods of other classes, if what they may change can be told
    #[arg(long)]
    pub lazy: bool,
    /// The functions whose calls are skipped, instead of those of other files; in Java methods as in `A.f` or
    /// `A.f(I)V`, or classes; `*` stands for any characters (comma-separated; implies --lazy)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub lazy_functions: Vec<String>,
    /// Skip calls that are deeper than N: 0 leaves nothing but the function's own code, 1 what it calls, too.
    /// As with --lazy, they may return and change anything that their code allows, and what depends on that is told only
    /// where a whole run shows it. Calls of which it cannot be told what they change are entered
    #[arg(long, value_name = "N")]
    pub call_depth: Option<u32>,
    /// Functions whose calls are not skipped (comma-separated)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub expand: Vec<String>,
    /// Stretches of paths that are run at the most to find inputs for one arm
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub lazy_steps: u64,
    /// Of these, how many at the most run through calls that are entered, before calls are answered by
    /// summaries of the paths through them; 0 for summaries at once. C only
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub lazy_entered_steps: u64,
}

impl LazyOptions {
    /// True if calls are skipped.
    pub fn any(&self) -> bool {
        self.is_lazy() || self.call_depth.is_some()
    }

    /// The option that says so.
    pub fn name(&self) -> &'static str {
        match self.is_lazy() {
            true => "--lazy",
            false => "--call-depth",
        }
    }

    /// True if they are at any depth.
    pub fn is_lazy(&self) -> bool {
        self.lazy || !self.lazy_functions.is_empty()
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
    text += &format!(
        "\n\n[default: {}; on the way to violations of specifications, specification:3 before these]",
        explore::strategy::DEFAULT
    );
    text
}

fn hexadecimal(text: &str) -> Result<u64, std::num::ParseIntError> {
    u64::from_str_radix(text, 16)
}
