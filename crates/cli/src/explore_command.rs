//! `wayfarer explore`: its options, and a new run.

use crate::arguments::Explore;
use crate::c_program::CProgram;
use crate::session;
use crate::setup::StartPoint;
use crate::subject::Prepared;
use crate::test_case::Given;
use crate::{Usage, input_options, java, output, program};
use anyhow::Context;
use explore::{Crash, Limits, Options, Start};
use ir::Program;
use solver::BackendKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{Description, DirectoryLock, InputFile};
use suite::writer::Format;
use suite::{EntryPoint, Plan};
use vm::UndefinedFunctions;

/// Directory of what is built on the way, in the output directory.
const BUILD: &str = "build";

/// Begins a run: explores, writes tests, replays them, sums up.
pub fn run(options: &Explore) -> anyhow::Result<u8> {
    check(options)?;
    output::prepare(&options.output)?;
    let lock = DirectoryLock::take(&options.output)?;
    output::clear(&options.output)?;
    let prepared = prepare(options)?;
    session::begin(options, prepared, lock)
}

/// Finds options that make no sense before anything is written.
fn check(options: &Explore) -> anyhow::Result<()> {
    if java::is_java(options) {
        java::refuse_options_of_c(options)?;
    }
    formats(&options.format)?;
    solver_options(options)?;
    run_options(options)?;
    if let Err(error) = explore::strategy::parse(&options.strategy) {
        return Err(Usage(format!("--strategy: {error}")).into());
    }
    Ok(())
}

/// Builds the program and finds out how it is started.
pub fn prepare(options: &Explore) -> anyhow::Result<Prepared> {
    match java::is_java(options) {
        true => java::prepare(options),
        false => prepare_c(options),
    }
}

fn prepare_c(options: &Explore) -> anyhow::Result<Prepared> {
    let mut given = Given {
        arguments: input_options::arguments(&options.inputs)?,
        files: input_options::files(&options.inputs)?,
        environment: input_options::environment(&options.inputs)?,
        parameter_parts: Vec::new(),
    };
    let work = options.output.join(BUILD);
    let build = program::build(&options.program, options.function.is_some(), &work)?;
    for warning in &build.warnings {
        eprintln!("wayfarer: warning: {warning}");
    }
    let hash = store::file_hash(&build.user_bitcode)?;
    let (plan, parts) = plan(options, &build)?;
    given.parameter_parts = parts;
    let start = StartPoint {
        name: options
            .function
            .clone()
            .unwrap_or_else(|| "main".to_owned()),
        start: start(options, &build.module, &given)?,
        trace_from: None,
    };
    let machine = machine_options(options, &given);
    let (output, formats) = (options.output.clone(), formats(&options.format)?);
    Ok(Prepared {
        program: std::sync::Arc::new(build.module),
        starts: vec![start],
        machine,
        decision_functions: build.decision_functions,
        hash,
        inputs: input_files(options),
        subject: Box::new(CProgram::new(output, plan, formats, given)),
    })
}

/// What the run is, for the store.
pub fn description(prepared: &Prepared) -> anyhow::Result<Description> {
    let mut inputs = Vec::new();
    for path in &prepared.inputs {
        let path = path
            .canonicalize()
            .with_context(|| path.display().to_string())?;
        let sha256 = store::file_hash(&path)?;
        inputs.push(InputFile { path, sha256 });
    }
    Ok(Description {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        directory: std::env::current_dir().context("the working directory")?,
        arguments: std::env::args_os().skip(1).collect(),
        inputs,
        program: prepared.hash.clone(),
        starts: prepared
            .starts
            .iter()
            .map(|start| start.name.clone())
            .collect(),
    })
}

/// Files named on the command line whose contents matter.
fn input_files(options: &Explore) -> Vec<PathBuf> {
    let sources = options.program.files.iter().cloned();
    let real = options.inputs.file.iter().filter_map(|text| {
        let (_, value) = text.split_once('=')?;
        value.parse::<u64>().is_err().then(|| PathBuf::from(value))
    });
    sources.chain(real).collect()
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

pub fn solver_options(options: &Explore) -> anyhow::Result<solver::Options> {
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
        opaque: options.opaque.clone(),
        pointer_depth: options.limits.pointer_depth,
        pointer_elements: options.limits.pointer_elements,
        files: given.files.clone(),
        environment: given.environment.clone(),
        ..vm::Options::default()
    }
}

pub fn run_options(options: &Explore) -> anyhow::Result<Options> {
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
        trace_from: None,
        crash: options.crash_on_path.map(|hash| Crash {
            hash,
            always: !options.crash_once,
        }),
        memory_in_use: crate::memory::in_use,
        limits: Limits {
            time: time.transpose()?,
            paths: limits.max_paths,
            depth: limits.max_depth,
            instructions: limits.max_instructions,
            path_instructions: Some(limits.path_instructions).filter(|&n| n > 0),
            opaque_values: options.opaque_values,
            memory_bytes: limits.memory << 20,
        },
    })
}

fn start(options: &Explore, program: &dyn Program, given: &Given) -> anyhow::Result<Start> {
    for name in &options.opaque {
        if program.find_function(name).is_none() {
            let message = format!("--opaque {name}: the program has no such function");
            return Err(Usage(message).into());
        }
    }
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
pub fn jobs(options: &Explore) -> u32 {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    match options.limits.max_paths {
        // One that counts exactly.
        Some(_) => 1,
        None => options.jobs.unwrap_or_else(cores),
    }
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
