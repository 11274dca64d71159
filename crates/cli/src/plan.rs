//! What an exploration is asked to do: made once of the command line, and passed on from there.

use crate::arguments::{Direction, Explore, MatchStates, Objects, ProgramOptions, Prune, Uninit};
use crate::by_calls::CallsCheck;
use crate::corpus::{self, Corpus, Seeds};
use crate::lazy::LazyPlan;
use crate::reach::{self, spec::Spec};
use crate::reported::{self, GivenLog};
use crate::specifications;
use crate::{Usage, built, input_options, project};
use anyhow::Context;
use explore::{Crash, Limits, PruneFor};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use suite::java::{JUnit, TestNames};
use suite::monitors::{MonitorLanguage, Monitoring};
use suite::writer::Format;
use suite::{Check, HostInput, SandboxOptions};
use vm::{NeverWritten, Text, UndefinedFunctions};

/// What an exploration is asked to do.
pub struct Plan {
    /// Where results go: known once the directory is taken.
    pub output: PathBuf,
    /// The summary is one JSON object.
    pub json: bool,
    /// The run is kept in a store.
    pub store: bool,
    /// Tests are run natively.
    pub replay: bool,
    /// What the user says of the inputs, under which all holds that comes of the run.
    pub assumptions: Vec<String>,
    /// What it is watched over by, as soon as that is known: what annotations of classes say is only when these are.
    monitoring: OnceLock<Arc<Monitoring>>,
    /// How findings that need raw memory are checked, once the program is known.
    pub calls_check: Option<CallsCheck>,
    /// Inputs of the tests of an earlier run, each with the name of its start: their paths are run first.
    pub seed_tests: Vec<(String, Vec<u8>)>,
    /// The directory of that run.
    pub seed_run: Option<PathBuf>,
    /// Errors that only unusual inputs make count as bugs, too.
    pub strict: bool,
    /// Number of workers.
    pub jobs: u32,
    /// How paths are searched, and how far.
    pub exploration: explore::Options,
    /// How queries are answered.
    pub solver: solver::Options,
    /// What the machine does, but for the functions of Java that are opaque.
    pub machine: vm::Options,
    /// Names of what is called with pinned arguments.
    pub opaque: Vec<String>,
    /// Which calls are skipped, if any are.
    pub lazy: Option<LazyPlan>,
    /// What is to be reached, if anything in particular, and how that is written.
    pub targets: Vec<(String, Spec)>,
    /// Logs of analysers whose results are to be judged.
    pub reported: Vec<GivenLog>,
    /// From where it is searched for.
    pub direction: Direction,
    /// How tests are run.
    pub tests: TestPlan,
    /// The program.
    pub program: ProgramPlan,
}

/// How tests are run.
pub struct TestPlan {
    /// Seconds for one of them.
    pub seconds: u64,
    /// What they may touch and use.
    pub sandbox: SandboxOptions,
    /// What of the host is an input.
    pub free: Vec<HostInput>,
}

/// The program in its language.
pub enum ProgramPlan {
    C(Box<CPlan>),
    Java(Box<JavaPlan>),
}

/// A C program.
#[derive(Clone)]
pub struct CPlan {
    pub sources: ProgramOptions,
    /// The function under test; `None` for `main`.
    pub function: Option<String>,
    /// Command line arguments after the program's name.
    pub arguments: Vec<Text>,
    /// Real files that the program finds.
    pub real_files: Vec<PathBuf>,
    /// Pointers in the arguments of the function under test, and the function that each leads to or is
    /// made by.
    pub functions: Vec<(String, String)>,
    /// Pointers in its arguments that calls of functions make which are found, and how many calls go on making it.
    pub calls: Vec<(String, u32)>,
    /// Streams in its arguments, and how many free bytes the file of each has.
    pub streams: Vec<(String, u64)>,
    /// The files that those are opened from, once that is settled.
    pub stream_files: Vec<vm::InputFile>,
    /// Names of variables of the program that are inputs of the function under test.
    pub free_globals: Vec<String>,
    /// Conditions in C that hold where the function under test is called.
    pub assume: Vec<String>,
    /// A function of the program that says so.
    pub precondition: Option<String>,
    /// The file that says what of this holds for the project, if one was read.
    pub project: Option<PathBuf>,
    /// Files of which inputs are run first.
    pub seeds: Vec<PathBuf>,
    /// Where the bytes of tests go, if they are wanted.
    pub corpus: Option<Corpus>,
    /// Formats that tests are written in, beside JSON.
    pub formats: Vec<Format>,
    /// Functions without body return inputs.
    pub stub_undefined: bool,
    /// They write inputs behind their pointers, too.
    pub stub_writes: bool,
    /// Those that a source of their own stands for, once that is settled.
    pub stubs: Vec<String>,
}

/// A Java program.
pub struct JavaPlan {
    /// Sources, jars and class files that are named beside the class path.
    pub files: Vec<PathBuf>,
    /// The classes and methods that are named.
    pub names: Vec<String>,
    /// Directories, jars and sources.
    pub class_path: Vec<PathBuf>,
    pub source_path: Vec<PathBuf>,
    pub jdk: Option<PathBuf>,
    pub entry: jvm::EntryOptions,
    /// Specifications.
    pub spec: Vec<PathBuf>,
    pub junit: JUnit,
    /// What their classes are called.
    pub test_names: TestNames,
    /// How objects of the program's classes come about.
    pub objects: Objects,
    /// Calls that follow at the most on an input object that calls make.
    pub sequence_length: u32,
    /// No class need have the precondition.
    pub precondition_if_any: bool,
}

impl Plan {
    /// Finds options that make no sense before anything is written.
    pub fn new(mut options: Explore) -> anyhow::Result<Plan> {
        let project = project::apply(&mut options)?;
        let java = is_java(&options);
        if java {
            refuse_options_of_c(&options)?;
        } else {
            refuse_classes(&options.program.files)?;
            let name = program_name(&options);
            if built::expand(&mut options.program)? {
                options.inputs.program_name.get_or_insert(name);
            }
        }
        if !java && options.free.contains(&HostInput::Hash) {
            return Err(Usage("--free hash: not for C".to_owned()).into());
        }
        let lazy = lazy_plan(&options)?;
        let formats = formats(&options.format)?;
        let solver = solver_options(&options)?;
        let Seeds { files, seeds } = corpus::read(&mut options)?;
        let reported = reported::read(&options.sarif_in)?;
        let mut targets = reach::specs(&options.targets)?;
        targets.extend(reach::specs_of_results(&reported));
        let spec = &options.program.spec;
        let strategy = options.strategy.clone();
        let strategy = strategy.unwrap_or_else(|| default_strategy(&targets, !spec.is_empty()));
        let exploration = explore::Options {
            seeds: Arc::new(seeds),
            ..exploration(&options, strategy)?
        };
        let strategy = explore::strategy::parse(&exploration.strategy);
        let strategy = strategy.map_err(|error| Usage(format!("--strategy: {error}")))?;
        let language = match java {
            true => (specifications::OF_JAVA, MonitorLanguage::Java),
            false => (specifications::OF_C, MonitorLanguage::C),
        };
        if strategy.goes_by_monitors() && spec.is_empty() {
            let message = "--strategy specification: say which specification with --spec";
            return Err(Usage(message.to_owned()).into());
        }
        let monitoring = OnceLock::new();
        // What annotations say is known when the classes are.
        if !java || !specifications::of_annotations(spec) {
            let known = specifications::monitoring(spec, language.0, language.1)?;
            specifications::check_targets(known.as_deref(), &targets)?;
            if let Some(known) = known {
                let _ = monitoring.set(known);
            }
        }
        let machine = match java {
            true => java_machine(&options)?,
            false => c_machine(&options)?,
        };
        Ok(Plan {
            output: PathBuf::new(),
            json: options.json,
            store: !options.no_store,
            replay: !options.no_replay,
            assumptions: assumptions(&options),
            monitoring,
            calls_check: None,
            seed_tests: Vec::new(),
            seed_run: options.seed_run.clone(),
            strict: options.strict,
            jobs: jobs(&options),
            exploration,
            solver,
            machine,
            tests: TestPlan {
                seconds: options.limits.test_time,
                sandbox: options.sandbox.options(),
                free: options.free.clone(),
            },
            opaque: options.opaque.clone(),
            lazy,
            targets,
            reported,
            direction: options.direction,
            program: match java {
                true => ProgramPlan::Java(Box::new(java_plan(options)?)),
                false => ProgramPlan::C(Box::new(c_plan(options, formats, (files, project))?)),
            },
        })
    }
}

impl Plan {
    /// The monitors of the specifications that the run is watched over by; `None` if there are none.
    pub fn monitoring(&self) -> Option<&Arc<Monitoring>> {
        self.monitoring.get()
    }

    /// Takes in what annotations of classes say beside files, once that is known.
    ///
    /// # Errors
    /// If a target is a violation of a specification that there is not.
    pub fn set_monitoring(&self, monitoring: Monitoring) -> Result<(), Usage> {
        let monitoring = self.monitoring.get_or_init(|| Arc::new(monitoring));
        specifications::check_targets(Some(monitoring), &self.targets)
    }
}

impl Plan {
    /// True if errors are looked for, wherever or where an analyser has them, and not places in the program.
    pub fn looks_for_errors(&self) -> bool {
        let mut targets = self.targets.iter();
        targets.all(|(_, spec)| spec.reported().is_some())
    }

    /// Reads the tests whose inputs are run first, before what they are in is replaced.
    ///
    /// # Errors
    /// If there is no such run, or its store is damaged.
    pub fn read_seed_run(&mut self) -> anyhow::Result<()> {
        let Some(directory) = &self.seed_run else {
            return Ok(());
        };
        let context = || format!("--seed-run {}", directory.display());
        if !store::exists(directory) {
            return Err(Usage(format!("{}: no run is stored there", context())).into());
        }
        let reader = store::Reader::open(directory).with_context(context)?;
        self.seed_tests = reader.seeds_for_others().with_context(context)?;
        if self.seed_tests.is_empty() {
            eprintln!("wayfarer: warning: {}: there are no tests", context());
        }
        Ok(())
    }

    /// Findings that need raw memory are checked, where there are readings of arguments under which calls make them: by
    /// the command line of these words, which takes its share of the time.
    pub fn check_by_calls(&mut self, words: Vec<OsString>, readings: &[String]) {
        if !readings.is_empty() {
            let time = &mut self.exploration.limits.time;
            let seed_run = self.seed_run.as_deref();
            let check = CallsCheck::of((words, seed_run), readings.to_vec(), time);
            self.calls_check = Some(check);
        }
    }
}

/// What is assumed of the inputs of a function, in the words of the options.
fn assumptions(options: &Explore) -> Vec<String> {
    let said = options.assume.iter().chain(&options.input).cloned();
    let called = options.java.precondition.iter();
    said.chain(called.map(|function| format!("{function} holds")))
        .collect()
}

/// True if the command line is about Java.
fn is_java(options: &Explore) -> bool {
    !options.java.classes.class_path.is_empty()
        || options.program.files.iter().any(|file| is_file(file))
}

/// True for what is the name of a class rather than of a file in C: `java.util.List`, `Main.main(int)`.
pub fn looks_like_class(path: &Path) -> bool {
    let of_c = ["bc", "ll", "o", "a", "so"];
    let extension = path.extension().and_then(|extension| extension.to_str());
    let name = path.to_str().unwrap_or_default();
    let mut parts = name.split(['.', '(']);
    extension.is_some_and(|extension| !of_c.contains(&extension))
        && !llvm::is_source(path)
        && !name.contains('/')
        && parts.any(|part| part.starts_with(char::is_uppercase))
}

/// Refuses names of classes that are given without a class path.
fn refuse_classes(files: &[PathBuf]) -> anyhow::Result<()> {
    let class = files
        .iter()
        .find(|file| !file.exists() && looks_like_class(file));
    match class {
        None => Ok(()),
        Some(class) => {
            let class = class.display();
            let text = format!(
                "{class}: there is no such file; a class is looked for in --class-path DIRECTORIES (`--class-path .` \
                 for one of the JDK)"
            );
            Err(Usage(text).into())
        }
    }
}

/// True for what holds classes, by its name.
fn is_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("java" | "jar")) || extension == Some("class") && path.is_file()
}

/// Options that mean something for C programs only.
fn refuse_options_of_c(options: &Explore) -> anyhow::Result<()> {
    let program = &options.program;
    let inputs = &options.inputs;
    let given = [
        ("--function", options.function.is_some()),
        ("--cflags", !program.cflags.is_empty()),
        ("-m", program.machine.is_some()),
        ("--optimise", program.optimise > 0),
        ("--check", !program.check.is_empty()),
        ("--arg", !inputs.arg.is_empty()),
        ("--args", !inputs.args.is_empty()),
        ("--file", !inputs.file.is_empty()),
        ("--env", !inputs.env.is_empty()),
        ("--failing-malloc", options.failing_malloc),
        ("--stub-undefined", options.stub_undefined),
        ("--stub-writes", options.stub_writes),
        ("--input", !options.input.is_empty()),
        ("--assume", !options.assume.is_empty()),
        ("--free-globals", !options.free_globals.is_empty()),
        ("--seeds", inputs.seeds.is_some()),
        ("--corpus-out", options.corpus_out.is_some()),
    ];
    for (name, given) in given {
        if given {
            return Err(Usage(format!("{name}: not for Java")).into());
        }
    }
    for what in [HostInput::Process, HostInput::User] {
        if options.free.contains(&what) {
            return Err(Usage(format!("--free {}: not for Java", what.name())).into());
        }
    }
    Ok(())
}

/// Which calls are skipped; finds options that do not go together with that.
fn lazy_plan(options: &Explore) -> anyhow::Result<Option<LazyPlan>> {
    let lazy = &options.lazy;
    if !lazy.any() {
        return match lazy.expand.is_empty() {
            true => Ok(None),
            false => Err(Usage("--expand: only with --lazy or --call-depth".to_owned()).into()),
        };
    }
    let others = [
        ("--prune", options.prune != Prune::Off),
        (
            "reach",
            !options.targets.is_empty() || !options.sarif_in.is_empty(),
        ),
        ("--uninit free", options.program.uninit == Uninit::Free),
        ("--opaque", !options.opaque.is_empty()),
        ("--seeds", options.inputs.seeds.is_some()),
        ("--seed-run", options.seed_run.is_some()),
    ];
    if let Some((name, _)) = others.iter().find(|(_, given)| *given) {
        let option = lazy.name();
        return Err(Usage(format!("{option}: not together with {name}")).into());
    }
    Ok(Some(LazyPlan {
        lazily: lazy.is_lazy(),
        call_depth: lazy.call_depth,
        functions: lazy.lazy_functions.clone(),
        expand: lazy.expand.clone(),
    }))
}

fn formats(names: &[String]) -> anyhow::Result<Vec<Format>> {
    let mut formats = Vec::new();
    for name in names.iter().filter(|name| *name != "none") {
        let Some(format) = Format::from_name(name) else {
            let known: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            let message = format!("--format {name}: unknown; there are {}", known.join(", "));
            return Err(Usage(message).into());
        };
        formats.push(format);
    }
    Ok(formats)
}

fn c_plan(
    options: Explore,
    formats: Vec<Format>,
    (seeds, project): (Vec<PathBuf>, Option<PathBuf>),
) -> anyhow::Result<CPlan> {
    let real_files = options.inputs.file.iter().filter_map(|text| {
        let (_, value) = text.split_once('=')?;
        value.parse::<u64>().is_err().then(|| PathBuf::from(value))
    });
    let readings = input_options::readings(&options.input)?;
    Ok(CPlan {
        project,
        seeds,
        corpus: Corpus::of(&options)?,
        free_globals: options.free_globals,
        assume: options.assume,
        precondition: options.java.precondition,
        arguments: input_options::arguments(&options.inputs)?,
        real_files: real_files.collect(),
        function: options.function,
        functions: readings.functions,
        calls: readings.calls,
        streams: readings.streams,
        stream_files: Vec::new(),
        formats,
        stub_undefined: options.stub_undefined || options.stub_writes,
        stub_writes: options.stub_writes,
        stubs: Vec::new(),
        sources: ProgramOptions {
            has_stubs: options.stub_undefined || options.stub_writes,
            ..options.program
        },
    })
}

/// How objects of the program's classes come about, if the user has not said it: by calls and then in any state, but where
/// calls would be watched, skipped or searched backward as well, and where a precondition says which states there are.
fn objects(options: &Explore) -> Objects {
    let with_calls = options.java.precondition.is_none()
        && options.targets.is_empty()
        && options.sarif_in.is_empty()
        && options.program.spec.is_empty()
        && !options.lazy.any()
        && options.lazy.call_depth.is_none();
    let usual = match with_calls {
        true => Objects::Both,
        false => Objects::AnyState,
    };
    options.java.objects.unwrap_or(usual)
}

fn java_plan(options: Explore) -> anyhow::Result<JavaPlan> {
    let objects = objects(&options);
    let test_names = &options.java.test_names;
    let test_names = TestNames::new(&test_names.test_suffix, test_names.test_package.as_deref())
        .map_err(|error| Usage(format!("--test-suffix, --test-package: {error}")))?;
    let class_path = options.java.classes.entries();
    let spec = options.program.spec;
    let files = options.program.files.into_iter();
    let (files, names): (Vec<PathBuf>, Vec<PathBuf>) = files.partition(|file| is_file(file));
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    Ok(JavaPlan {
        files,
        test_names,
        names: names.collect(),
        class_path,
        spec,
        source_path: options.java.classes.source_path,
        jdk: options.java.classes.jdk,
        entry: jvm::EntryOptions {
            precondition: options.java.precondition,
            observe_inputs: options.java.assert_fields,
            ..jvm::EntryOptions::default()
        },
        objects,
        sequence_length: options.java.sequence_length,
        precondition_if_any: options.java.precondition_if_any,
        junit: match options.java.junit {
            4 => JUnit::Four,
            _ => JUnit::Five,
        },
    })
}

/// Cores that the workers leave free.
fn spare_cores(options: &Explore) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(jobs(options) as usize)
}

fn solver_options(options: &Explore) -> anyhow::Result<solver::Options> {
    let seconds = options.solver.solver_time;
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return Err(Usage(format!("--solver-time {seconds}: not a time")).into());
    };
    Ok(solver::Options {
        time,
        check: options.solver.check_solver,
        dump: options.solver.dump_queries.clone(),
        record: options.solver.record_queries.clone(),
        backend: options.solver.solver,
        spare_cores: spare_cores(options),
        ..solver::Options::default()
    })
}

/// The search order unless the user has said another: by the states of monitors where their violations are looked for.
fn default_strategy(targets: &[(String, Spec)], watched: bool) -> String {
    let mut targets = targets.iter();
    let heads_for = targets.any(|(_, spec)| matches!(spec, Spec::Violation(_)));
    match watched && heads_for {
        true => format!("specification:3,{}", explore::strategy::DEFAULT),
        false => explore::strategy::DEFAULT.to_owned(),
    }
}

fn exploration(options: &Explore, strategy: String) -> anyhow::Result<explore::Options> {
    let limits = &options.limits;
    let time = limits.time.map(|seconds| {
        let time = Duration::try_from_secs_f64(seconds);
        time.map_err(|_| Usage(format!("--time {seconds}: not a time")))
    });
    let by_calls = is_java(options) && objects(options) != Objects::AnyState;
    if options.java.match_states != MatchStates::Off && !by_calls {
        let message = "--match-states: only with --objects calls or both";
        return Err(Usage(message.to_owned()).into());
    }
    Ok(explore::Options {
        strategy,
        seed: options.seed,
        keep_all: options.all_paths,
        plain_values: !options.no_plain_values,
        explain_infeasible: options.explain_infeasible,
        prune: match options.prune {
            Prune::Off => None,
            Prune::Coverage => Some(PruneFor::Coverage),
            Prune::Errors => Some(PruneFor::Errors),
        },
        match_states: match options.java.match_states {
            MatchStates::Off => None,
            MatchStates::Exact => Some(explore::MatchStates::Exact),
            MatchStates::Subsumption => Some(explore::MatchStates::Subsumption),
            MatchStates::Shape => Some(explore::MatchStates::Shape),
        },
        greedy_confirmation: !options.no_greedy_confirmation,
        lazy: options.lazy.any(),
        call_depth: options.lazy.call_depth,
        lazy_steps: options.lazy.lazy_steps,
        // There are no summaries of Java's methods.
        lazy_entered_steps: match is_java(options) {
            true => options.lazy.lazy_steps,
            false => options.lazy.lazy_entered_steps,
        },
        seeds: Arc::default(),
        // They are known once the program is built.
        targets: None,
        preconditions: None,
        trace_from: None,
        by_calls: false,
        makers: Arc::default(),
        graph: Arc::default(),
        crash: options.crash_on_path.map(|hash| Crash {
            hash,
            always: !options.crash_once,
        }),
        memory_in_use: crate::memory::in_use,
        time_is_up: Arc::default(),
        limits: Limits {
            time: time.transpose()?,
            paths: limits.max_paths,
            findings: limits.max_findings,
            depth: limits.max_depth,
            instructions: limits.max_instructions,
            path_instructions: Some(path_instructions(options)).filter(|&n| n > 0),
            slice: Some(limits.slice).filter(|&n| n > 0),
            loop_bound: limits.loop_bound,
            // Of the starts that have it.
            sequence_paths: Some(options.java.sequence_paths).filter(|&n| n > 0),
            opaque_values: options.opaque_values,
            memory_bytes: limits.memory << 20,
        },
    })
}

/// Instructions of one path: units are called with many an input on which they never end.
fn path_instructions(options: &Explore) -> u64 {
    let otherwise = match options.function {
        Some(_) => 1_000_000,
        None => 100_000_000,
    };
    options.limits.path_instructions.unwrap_or(otherwise)
}

/// Number of workers.
pub fn jobs(options: &Explore) -> u32 {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    match options.limits.max_paths {
        // One that counts exactly.
        Some(_) => 1,
        None => options.jobs.unwrap_or_else(cores),
    }
}

/// What machines do in any language.
fn machine(options: &Explore) -> anyhow::Result<vm::Options> {
    Ok(vm::Options {
        max_symbolic_size: options.limits.max_symbolic_size,
        max_candidates: options.limits.max_candidates,
        memory_bytes: options.limits.program_memory << 20,
        loop_traversals: options.loops.loop_traversals,
        loop_steps: options.loops.loop_steps,
        free_host: input_options::free_host(options),
        files: input_options::files(&options.inputs)?,
        ..vm::Options::default()
    })
}

fn c_machine(options: &Explore) -> anyhow::Result<vm::Options> {
    Ok(vm::Options {
        failing_malloc: options.failing_malloc,
        never_written: never_written(&options.program),
        check_leaks: options.program.check.contains(&Check::Leak),
        undefined_functions: match options.stub_undefined || options.stub_writes {
            true => UndefinedFunctions::FreshInput,
            false => UndefinedFunctions::End,
        },
        opaque: options.opaque.clone(),
        pointer_elements: options.limits.pointer_elements,
        readings: input_options::readings(&options.input)?.pointers,
        heap_depth: options.objects.heap_depth,
        heap_objects: options.objects.heap_objects,
        string_length: options.objects.string_length,
        data_length: options.inputs.data_length,
        program_name: program_name(options),
        environment: input_options::environment(&options.inputs)?,
        ..machine(options)?
    })
}

fn java_machine(options: &Explore) -> anyhow::Result<vm::Options> {
    let java = &options.java;
    Ok(vm::Options {
        heap_depth: options.objects.heap_depth,
        heap_objects: options.objects.heap_objects,
        array_length: java.array_length,
        string_length: options.objects.string_length,
        collection_size: java.collection_size,
        result_objects: java.result_objects,
        ..machine(options)?
    })
}

fn never_written(options: &ProgramOptions) -> NeverWritten {
    match options.uninit {
        Uninit::Free => NeverWritten::Free,
        Uninit::Filled if options.check.contains(&Check::Uninit) => NeverWritten::Reported,
        Uninit::Filled => NeverWritten::Filled,
    }
}

/// What the program is called: what the user says, or as its first file without the extension.
fn program_name(options: &Explore) -> String {
    let file = options.program.files.first();
    let stem = file.and_then(|file| file.file_stem());
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
    let name = options.inputs.program_name.clone().or(stem);
    name.unwrap_or_else(|| "program".to_owned())
}
