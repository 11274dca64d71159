//! `wayfarer explore`.

use crate::arguments::Explore;
use crate::progress::ProgressLine;
use crate::setup::Setup;
use crate::summary::{self, Replayed};
use crate::test_case::{Given, test_case};
use crate::{Usage, exit, input_options, program};
use anyhow::Context;
use explore::{Crash, KeptPath, Limits, Observer, Options, Progress, Start};
use ir::Program;
use solver::BackendKind;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;
use suite::native::Replay;
use suite::writer::{self, Format};
use suite::{EntryPoint, Plan, Suite, SuiteError, TestCase};
use vm::UndefinedFunctions;

/// Directory of what is built on the way, in the output directory.
const BUILD: &str = "build";

/// Explores, writes tests, replays them, sums up.
pub fn run(options: &Explore) -> anyhow::Result<u8> {
    let formats = formats(&options.format)?;
    let solver_options = solver_options(options)?;
    if let Err(error) = explore::strategy::parse(&options.strategy) {
        return Err(Usage(format!("--strategy: {error}")).into());
    }
    let mut given = Given {
        arguments: input_options::arguments(&options.inputs)?,
        files: input_options::files(&options.inputs)?,
        environment: input_options::environment(&options.inputs)?,
        parameter_parts: Vec::new(),
    };
    prepare_output(&options.output)?;
    let work = options.output.join(BUILD);
    let build = program::build(&options.program, options.function.is_some(), &work)?;
    for warning in &build.warnings {
        eprintln!("wayfarer: warning: {warning}");
    }
    let (plan, parts) = plan(options, &build)?;
    given.parameter_parts = parts;
    let suite = Suite::create(&options.output, plan)?;
    for &format in &formats {
        writer::write_preamble(&suite, format)?;
    }
    let program: Arc<dyn Program> = Arc::new(build.module);
    let interrupt = interrupt_on_signals()?;
    let options_of_run = run_options(options)?;
    let time = options_of_run.limits.time;
    let setup = Setup {
        machine: machine_options(options, &given),
        solver: solver_options,
        start: start(options, &*program, &given)?,
        decision_functions: build.decision_functions,
        jobs: jobs(options),
        options: options_of_run,
        program,
    };
    // Before any thread is started.
    let team = setup.team(interrupt.clone())?;

    let replayer = (!options.no_replay).then(|| Replayer::start(&suite));
    let mut keeper = Keeper {
        suite: &suite,
        formats: &formats,
        given,
        replayer: replayer.as_ref().map(|replayer| replayer.tests.clone()),
        progress: ProgressLine::new(),
    };
    if let Some(time) = time {
        interrupt_after(time, interrupt);
    }
    let report = team.run(&mut keeper);
    keeper.progress.clear();
    drop(keeper);
    let replayed = match replayer {
        Some(replayer) => replayer.finish(),
        None => Replayed {
            not_replayed: Some("--no-replay".to_owned()),
            ..Replayed::default()
        },
    };
    let json = summary::json(&report, &replayed);
    std::fs::write(options.output.join("summary.json"), format!("{json:#}\n"))
        .with_context(|| format!("{}", options.output.join("summary.json").display()))?;
    if options.json {
        println!("{json}");
    } else {
        print!(
            "{}",
            summary::text(&report, &replayed, &options.output.display().to_string())
        );
    }
    if let Some(failure) = &report.failure {
        anyhow::bail!("{failure}");
    }
    let real = |verdict: &str| verdict != "not reproduced";
    let found = report
        .findings
        .list()
        .iter()
        .any(|finding| real(replayed.verdict(finding)));
    Ok(if found {
        exit::BUGS_FOUND
    } else {
        exit::NOTHING_FOUND
    })
}

/// The back end of that name.
pub fn backend_kind(name: &str) -> anyhow::Result<BackendKind> {
    match name {
        "z3" => Ok(BackendKind::Z3),
        "native" => Ok(BackendKind::Native),
        "portfolio" => Ok(BackendKind::Portfolio),
        _ => {
            let message = format!("--solver {name}: unknown; there are z3, native, portfolio");
            Err(Usage(message).into())
        }
    }
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
        backend: backend_kind(&options.solver.solver)?,
        spare_cores: spare_cores(options),
        ..solver::Options::default()
    })
}

fn machine_options(options: &Explore, given: &Given) -> vm::Options {
    let checks = |name: &str| options.program.check.iter().any(|check| check == name);
    vm::Options {
        max_symbolic_size: options.limits.max_symbolic_size,
        max_candidates: options.limits.max_candidates,
        failing_malloc: options.failing_malloc,
        check_uninitialised: checks("uninit"),
        check_leaks: checks("leak"),
        memory_bytes: options.limits.program_memory << 20,
        undefined_functions: match options.stub_undefined {
            true => UndefinedFunctions::FreshInput,
            false => UndefinedFunctions::End,
        },
        pointer_depth: options.limits.pointer_depth,
        pointer_elements: options.limits.pointer_elements,
        files: given.files.clone(),
        environment: given.environment.clone(),
        ..vm::Options::default()
    }
}

fn run_options(options: &Explore) -> anyhow::Result<Options> {
    let limits = &options.limits;
    let time = limits.time.map(|seconds| {
        let time = Duration::try_from_secs_f64(seconds);
        time.map_err(|_| Usage(format!("--time {seconds}: not a time")))
    });
    Ok(Options {
        strategy: options.strategy.clone(),
        seed: options.seed,
        keep_all: options.all_paths,
        assuming_functions: vec!["assume_abort_if_not".to_owned()],
        crash: options.crash_on_path.map(|hash| Crash {
            hash,
            always: !options.crash_once,
        }),
        limits: Limits {
            time: time.transpose()?,
            paths: limits.max_paths,
            depth: limits.max_depth,
            instructions: limits.max_instructions,
            path_instructions: Some(limits.path_instructions).filter(|&n| n > 0),
            snapshot_bytes: limits.memory << 20,
        },
    })
}

fn start(options: &Explore, program: &dyn Program, given: &Given) -> anyhow::Result<Start> {
    let Some(name) = &options.function else {
        let name = vm::Text::Fixed(b"program".to_vec());
        let arguments = std::iter::once(name).chain(given.arguments.iter().cloned());
        return Ok(Start::Main(arguments.collect()));
    };
    let found = program.find_function(name);
    found.map(Start::Function).ok_or_else(|| {
        Usage(format!(
            "--function {name}: the program has no such function"
        ))
        .into()
    })
}

/// Number of workers.
fn jobs(options: &Explore) -> u32 {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    match options.limits.max_paths {
        // One that counts exactly.
        Some(_) => 1,
        None => options.jobs.unwrap_or_else(cores),
    }
}

/// The file by which a directory is known to hold nothing but results.
const MARKER: &str = ".wayfarer";

/// Makes the directory, or empties one that an earlier run left; nobody else's files are touched.
fn prepare_output(directory: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot use the output directory {}", directory.display());
    std::fs::create_dir_all(directory).with_context(context)?;
    let marker = directory.join(MARKER);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(context)? {
        names.push(entry.with_context(context)?.file_name());
    }
    if !names.is_empty() && !marker.is_file() {
        let shown = directory.display();
        let message = format!("--output {shown}: holds other files; choose another directory");
        return Err(Usage(message).into());
    }
    std::fs::write(
        &marker,
        "Results of wayfarer; the next run replaces them.\n",
    )
    .with_context(context)?;
    let results = [
        "test",
        "metadata.xml",
        "summary.json",
        "coverage.lcov",
        "suite.json",
    ];
    for name in names {
        let path = directory.join(&name);
        let name = name.to_string_lossy();
        if path.is_file() && results.iter().any(|start| name.starts_with(start)) {
            std::fs::remove_file(&path).with_context(context)?;
        }
    }
    Ok(())
}

/// The plan, and the parts of each parameter of the function under test.
fn plan(options: &Explore, build: &llvm::Build) -> anyhow::Result<(Plan, Vec<usize>)> {
    let output = &options.output;
    let instrumented = Path::new(BUILD).join("decisions.bc");
    llvm::instrument_decisions(&build.user_bitcode, &output.join(&instrumented))?;
    let absolute = |path: &PathBuf| {
        path.canonicalize()
            .with_context(|| format!("{}", path.display()))
    };
    let bitcode = build
        .user_bitcode
        .strip_prefix(output)
        .unwrap_or(&build.user_bitcode);
    let sources: Vec<PathBuf> = options
        .program
        .files
        .iter()
        .map(absolute)
        .collect::<anyhow::Result<_>>()?;
    let (entry, parts) = match &options.function {
        None => (EntryPoint::Main, Vec::new()),
        Some(name) => {
            crate::entry::function_entry(name, build, &sources, options.program.optimise)?
        }
    };
    let plan = Plan {
        format: 1,
        producer: format!("Wayfarer {}", env!("CARGO_PKG_VERSION")),
        created: suite::timestamp(),
        sources,
        cflags: program::flags(&options.program.cflags),
        bitcode: bitcode.to_owned(),
        decisions_bitcode: Some(instrumented),
        entry,
        checks: options.program.check.clone(),
        decision_functions: build.decision_functions.clone(),
        stub_undefined: options.stub_undefined,
        failing_malloc: options.failing_malloc,
        test_seconds: options.limits.test_time,
    };
    Ok((plan, parts))
}

/// Ctrl-C and SIGTERM end the run with all results kept; a second one kills it.
fn interrupt_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let signalled = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, signalled.clone())?;
        signal_hook::flag::register(signal, signalled.clone())?;
        signal_hook::flag::register(signal, interrupt.clone())?;
    }
    Ok(interrupt)
}

/// A query must not outlast the time of the run. The explorer's own clock starts a little later.
fn interrupt_after(time: Duration, interrupt: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        std::thread::sleep(time.saturating_add(Duration::from_millis(50)));
        interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

/// Writes each kept path as a test and hands it to the replayer.
struct Keeper<'a> {
    suite: &'a Suite,
    formats: &'a [Format],
    given: Given,
    replayer: Option<mpsc::Sender<TestCase>>,
    progress: ProgressLine,
}

impl Observer for Keeper<'_> {
    fn path(&mut self, path: &KeptPath) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let test = test_case(path, &self.given, "a limit of the run");
        self.suite.write(&test)?;
        for &format in self.formats {
            writer::write(self.suite, &test, format)?;
        }
        if let Some(replayer) = &self.replayer {
            // The replayer is gone only if it could not build the program, and then says so.
            let _ = replayer.send(test);
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.show(progress);
    }

    fn warning(&mut self, text: &str) {
        self.progress.clear();
        eprintln!("wayfarer: warning: {text}");
    }
}

/// Replays tests while the exploration goes on.
struct Replayer {
    tests: mpsc::Sender<TestCase>,
    thread: JoinHandle<Replayed>,
}

impl Replayer {
    fn start(suite: &Suite) -> Replayer {
        let (tests, received) = mpsc::channel();
        let suite = suite.clone();
        let thread = std::thread::spawn(move || replay_all(&suite, &received));
        Replayer { tests, thread }
    }

    fn finish(self) -> Replayed {
        drop(self.tests);
        let failed = |_| Replayed {
            not_replayed: Some("the replayer failed".to_owned()),
            ..Replayed::default()
        };
        self.thread.join().unwrap_or_else(failed)
    }
}

fn replay_all(suite: &Suite, tests: &mpsc::Receiver<TestCase>) -> Replayed {
    let mut replayed = Replayed::default();
    if let Err(error) = try_replay_all(suite, tests, &mut replayed) {
        replayed.not_replayed = Some(error.to_string());
    }
    replayed
}

fn try_replay_all(
    suite: &Suite,
    tests: &mpsc::Receiver<TestCase>,
    replayed: &mut Replayed,
) -> Result<(), SuiteError> {
    let time = Duration::from_secs(suite.plan.test_seconds);
    let limits = suite::native::Limits {
        time,
        ..suite::native::Limits::default()
    };
    let replay = Replay::build(suite, limits)?;
    let mut verdicts = BTreeMap::new();
    for mut test in tests {
        let verdict = replay.run(&test)?;
        verdicts.insert(test.id, verdict.clone());
        test.verdict = Some(verdict);
        suite.write(&test)?;
    }
    replayed.verdicts = verdicts;
    replayed.coverage = replay.coverage()?;
    Ok(())
}
