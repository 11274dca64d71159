//! `wayfarer explore`: its options, and a new run.

use crate::arguments::{Explore, ProgramOptions, Uninit};
use crate::c_program::Formats;
use crate::publisher::Publisher;
use crate::session;
use crate::setup::StartPoint;
use crate::subject::{Prepared, Targets};
use crate::test_case::Given;
use crate::{Usage, input_options, java, output, program, reach};
use anyhow::Context;
use explore::{Crash, Limits, Options, Start};
use ir::analysis::{CallGraph, functions_of};
use ir::{FunctionId, Program};

use solver::BackendKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{Description, InputFile};
use suite::writer::Format;
use suite::{Check, CoverageScopes, DecisionPlaces, EntryPoint, HostInput, Plan, Suite};
use vm::{NeverWritten, UndefinedFunctions};

/// Directory of what is built on the way, in the output directory.
const BUILD: &str = "build";

/// Begins a run: explores, writes tests, replays them, sums up.
pub fn run(mut options: Explore) -> anyhow::Result<u8> {
    check(&options)?;
    let (output, lock) = output::take(options.given_output.as_deref(), options.force)?;
    options.output = output;
    let begun = prepare(&options).and_then(|prepared| session::begin(&options, prepared, lock));
    begun.map_err(|error| output::note_full_disk(&options.output, error))
}

/// Finds options that make no sense before anything is written.
fn check(options: &Explore) -> anyhow::Result<()> {
    if java::is_java(options) {
        java::refuse_options_of_c(options)?;
    } else if options.free.contains(&HostInput::Hash) {
        return Err(Usage("--free hash: not for C".to_owned()).into());
    }
    formats(&options.format)?;
    solver_options(options)?;
    run_options(options)?;
    reach::specs(options)?;
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
    let mut build = program::build(&options.program, options.function.is_some(), &work)?;
    for warning in &build.warnings {
        eprintln!("wayfarer: warning: {warning}");
    }
    let hash = store::file_hash(&build.user_bitcode)?;
    let targets = targets(options, &mut build.module)?;
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
    let formats = formats(&options.format)?;
    let directory = options.output.clone();
    let suite = Suite { directory, plan };
    Ok(Prepared {
        program: std::sync::Arc::new(build.module),
        starts: vec![start],
        machine,
        decision_functions: build.decision_functions,
        hash,
        inputs: input_files(options),
        targets,
        test_maker: Box::new(given),
        publication: Box::new(Publisher::new(suite, Formats(formats))),
    })
}

/// What the run is to reach, if anything in particular.
fn targets(options: &Explore, module: &mut ir::Module) -> anyhow::Result<Option<Targets>> {
    if options.targets.is_empty() {
        return Ok(None);
    }
    let specs = options.targets.iter().cloned().zip(reach::specs(options)?);
    let list = reach::places::find(&specs.collect::<Vec<_>>(), module)?;
    let assumptions = reach::assumptions(options);
    Ok(Some(Targets { list, assumptions }))
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

fn never_written(options: &ProgramOptions) -> NeverWritten {
    match options.uninit {
        Uninit::Free => NeverWritten::Free,
        Uninit::Filled if options.check.contains(&Check::Uninit) => NeverWritten::Reported,
        Uninit::Filled => NeverWritten::Filled,
    }
}

fn machine_options(options: &Explore, given: &Given) -> vm::Options {
    vm::Options {
        max_symbolic_size: options.limits.max_symbolic_size,
        max_candidates: options.limits.max_candidates,
        failing_malloc: options.failing_malloc,
        never_written: never_written(&options.program),
        check_leaks: options.program.check.contains(&Check::Leak),
        memory_bytes: options.limits.program_memory << 20,
        undefined_functions: match options.stub_undefined {
            true => UndefinedFunctions::FreshInput,
            false => UndefinedFunctions::End,
        },
        opaque: options.opaque.clone(),
        pointer_depth: options.limits.pointer_depth,
        pointer_elements: options.limits.pointer_elements,
        free_host: input_options::free_host(options),
        files: given.files.clone(),
        program_name: program_name(options),
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
        explain_infeasible: options.explain_infeasible,
        targets: None,
        trace_from: None,
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
            path_instructions: Some(limits.path_instructions).filter(|&n| n > 0),
            slice: Some(limits.slice).filter(|&n| n > 0),
            loop_bound: limits.loop_bound,
            opaque_values: options.opaque_values,
            memory_bytes: limits.memory << 20,
        },
    })
}

/// What the program is called: what the user says, or as its first file without the extension.
fn program_name(options: &Explore) -> String {
    let file = options.program.files.first();
    let stem = file.and_then(|file| file.file_stem());
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
    let name = options.inputs.program_name.clone().or(stem);
    name.unwrap_or_else(|| "program".to_owned())
}

fn start(options: &Explore, program: &dyn Program, given: &Given) -> anyhow::Result<Start> {
    for name in &options.opaque {
        if program.find_function(name).is_none() {
            let message = format!("--opaque {name}: the program has no such function");
            return Err(Usage(message).into());
        }
    }
    let Some(name) = &options.function else {
        let name = vm::Text::Fixed(program_name(options).into_bytes());
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
    let free_memory = options.program.uninit == Uninit::Free;
    let changes = llvm::Changes {
        log_decisions: true,
        fill_variables: free_memory,
        // The bitcode has these.
        fail_assumptions: false,
        error_label: None,
    };
    llvm::instrument(&build.user_bitcode, &changes, &output.join(&instrumented))?;
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
    let mut plan = Plan {
        format: 1,
        producer: format!("Wayfarer {}", env!("CARGO_PKG_VERSION")),
        created: suite::timestamp(),
        sources,
        cflags: [
            program::flags(&options.program.cflags),
            build.cflags.clone(),
        ]
        .concat(),
        bitcode: bitcode.to_owned(),
        decisions_bitcode: Some(instrumented),
        entry,
        checks: options.program.check.clone(),
        decision_functions: build.decision_functions.clone(),
        decision_places: decision_places(build),
        program_name: program_name(options),
        stub_undefined: options.stub_undefined,
        failing_malloc: options.failing_malloc,
        free: options.free.clone(),
        checked_bitcode: Vec::new(),
        input_functions: input_functions(&build.module),
        free_memory,
        test_seconds: options.limits.test_time,
        sandbox: options.sandbox.options(),
        coverage: coverage_scopes(options.function.as_deref().unwrap_or("main"), &build.module),
    };
    let label = options.program.error_label.is_some();
    if free_memory || label || build.states_assumptions {
        plan.checked_bitcode = checked_bitcode(options, build, &plan)?;
    }
    Ok((plan, parts))
}

/// The functions without body by which a program asks for inputs, of those that return one number.
fn input_functions(program: &dyn Program) -> Vec<suite::InputFunction> {
    let functions = (0..program.function_count()).map(ir::FunctionId);
    let declared = functions
        .filter_map(|id| program.function(id).ok())
        .filter(|function| function.is_declaration() && vm::asks_for_input(&function.name));
    let asked = declared.filter_map(|function| match function.results[..] {
        [ty] => Some(suite::InputFunction {
            name: function.name.clone(),
            ty: vm::type_name(ty).to_owned(),
        }),
        _ => None,
    });
    asked.collect()
}

/// Makes the bitcode that a native run with sanitizers is built from where the sources do not say all.
fn checked_bitcode(
    options: &Explore,
    build: &llvm::Build,
    plan: &Plan,
) -> anyhow::Result<Vec<PathBuf>> {
    let changes = llvm::Changes {
        log_decisions: false,
        fill_variables: plan.free_memory,
        fail_assumptions: true,
        error_label: options.program.error_label.clone(),
    };
    let path = |number: usize| Path::new(BUILD).join(format!("checked-{number}.bc"));
    if build.sources.len() < plan.sources.len() {
        // Bitcode among them: what was linked of all, which has no sanitizers.
        let changes = llvm::Changes {
            fail_assumptions: false,
            error_label: None,
            ..changes
        };
        llvm::instrument(&build.user_bitcode, &changes, &options.output.join(path(0)))?;
        return Ok(vec![path(0)]);
    }
    let flags = suite::native::source_flags(plan, &options.output);
    for (number, source) in plan.sources.iter().enumerate() {
        let output = options.output.join(path(number));
        llvm::compile_for_sanitizers(source, &flags, &changes, &output)?;
    }
    Ok((0..plan.sources.len()).map(path).collect())
}

/// Where the decisions are that a native run logs.
fn decision_places(build: &llvm::Build) -> DecisionPlaces {
    let mut places = DecisionPlaces::default();
    for number in 0..build.decision_functions.len() {
        let function = build.module.function(ir::FunctionId(number as u32));
        let code = function.map(|function| explore::FunctionCode::of(&build.module, &function));
        let blocks = code.map_or_else(|_| Vec::new(), |code| code.blocks);
        let decisions = blocks.iter().filter_map(|block| block.decision.as_ref());
        places.add(decisions.map(|it| (it.number, it.place.file.as_str(), it.place.line)));
    }
    places
}

/// The functions that coverage is counted for, in a program that starts at `entry`.
fn coverage_scopes(entry: &str, module: &ir::Module) -> CoverageScopes {
    let functions = functions_of(module);
    let roots: Vec<FunctionId> = module.find_function(entry).into_iter().collect();
    let reachable = CallGraph::new(module, &functions).reachable(&roots);
    let name = |&id: &FunctionId| {
        let function = &functions[id.0 as usize];
        function
            .user
            .then(|| source_name(&function.name).to_owned())
    };
    CoverageScopes {
        entry: entry.to_owned(),
        own: roots.iter().filter_map(name).collect(),
        reachable: reachable.iter().filter_map(name).collect(),
    }
}

/// The name in the source: linking numbers `static` functions of one name.
fn source_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((start, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => start,
        _ => name,
    }
}
