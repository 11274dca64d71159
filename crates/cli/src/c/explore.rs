//! C programs as what is explored.

use super::assume;
use super::declarations;
use super::declared;
use super::formats::Formats;
use super::free_globals::{self, FreeGlobals};
use super::function_pointers::{self, FunctionPointers};
use super::made_arguments::{self, MadePlan, Proposal};
use super::suite_plan::suite_plan;
use super::targets::{SearchedModule, own_code};
use super::test_case::ProgramInputs;
use super::unsettled::Unsettled;
use super::{BUILD, narrow, program, stub_text, stubs};
use crate::Usage;
use crate::arguments::Direction;
use crate::cpp_names;
use crate::lazy;
use crate::plan::{CPlan, Plan};
use crate::publisher::Publisher;
use crate::reach;
use crate::reach::Targets;
use crate::reach::backward::Scope;
use crate::subject::Prepared;
use crate::subject::{StartPoint, some_of};
use explore::Start;
use ir::analysis::{CallGraph, functions_of};
use ir::{FunctionId, GlobalId, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use suite::Suite;
use vm::ASSUMED_CALL;

/// Builds the program and finds out how it is started.
pub fn prepare(plan: &Plan, c: &CPlan) -> anyhow::Result<Prepared> {
    let work = plan.output.join(BUILD);
    let mut build = program::build(&c.sources, c.function.is_some(), &work)?;
    if build.module.narrow_pointers {
        narrow::check(plan, c)?;
    }
    let mut c = with_spares(c, &build);
    let mut notes = Vec::new();
    if let Some((stubbed, note)) = stubs::plan(&c, &build, &work)? {
        c = stubbed;
        notes.push(note);
        build = program::build(&c.sources, c.function.is_some(), &work)?;
    }
    let mut prepared = prepare_whole(plan, c, build)?;
    prepared.notes.splice(0..0, notes);
    Ok(prepared)
}

/// As [`prepare`], of a program that has all its functions.
fn prepare_whole(plan: &Plan, mut c: CPlan, build: llvm::Build) -> anyhow::Result<Prepared> {
    let work = plan.output.join(BUILD);
    if let Some(function) = &mut c.function {
        *function = cpp_names::symbol("--function", function, &build.module)?;
    }
    let c = &c;
    match made_arguments::plan(c, &build, &work)? {
        None => {
            let proposals = made_arguments::proposals(c, &build, &work)?;
            let mut prepared = prepare_built(plan, c, build)?;
            propose(plan, c, &proposals, &mut prepared);
            Ok(prepared)
        }
        Some(MadePlan {
            plan: made,
            arguments,
            parameters,
            raw,
        }) => {
            let by_calls = !c.functions.is_empty() || !c.calls.is_empty();
            let proposals = match by_calls {
                true => Vec::new(),
                false => made_arguments::proposals(c, &build, &work)?,
            };
            let build = program::build(&made.sources, true, &work)?;
            let makers = match by_calls {
                true => makers(&build.module, c.function.as_deref()),
                false => BTreeSet::new(),
            };
            let mut prepared = prepare_built(plan, &made, build)?;
            for start in &mut prepared.starts {
                start.makers = Arc::new(makers.clone());
            }
            prepared.inputs.extend(c.sources.files.iter().cloned());
            prepared.machine.call_parameters = Arc::new(parameters);
            match by_calls {
                true => {
                    prepared.machine.made_arguments = Some(Arc::new(arguments));
                    let raw = raw.into_iter();
                    prepared.machine.could_be_made = raw.map(with_reason).collect();
                }
                false => propose(plan, c, &proposals, &mut prepared),
            }
            Ok(prepared)
        }
    }
}

/// The functions of the program that a function does not lead to, where calls of some of them make what it is given.
fn makers(module: &ir::Module, function: Option<&str>) -> BTreeSet<String> {
    let Some(id) = function.and_then(|name| module.find_function(name)) else {
        return BTreeSet::new();
    };
    let functions = functions_of(module);
    let reached = CallGraph::new(module, &functions).reachable(&[id]);
    let reached = BTreeSet::from_iter(reached);
    let beside = (0..functions.len() as u32).map(FunctionId);
    let beside = beside.filter(|id| !reached.contains(id));
    let beside = beside.map(|id| &functions[id.0 as usize]);
    let of_user = beside.filter(|function| function.user);
    of_user.map(|function| function.name.clone()).collect()
}

/// A pointer to raw memory that a call is given, with what excludes that.
fn with_reason(pointer: String) -> (String, String) {
    let reason = format!("{pointer} made by calls, of which none were found");
    (pointer, reason)
}

/// Notes how calls could make arguments, and that findings which need that are checked.
fn propose(plan: &Plan, c: &CPlan, proposals: &[Proposal], prepared: &mut Prepared) {
    prepared.proposals = proposals.iter().map(Proposal::described).collect();
    let checked: Vec<&Proposal> = match is_checked_by_calls(plan, c) {
        true => proposals.iter().filter(|it| !is_told(plan, it)).collect(),
        false => Vec::new(),
    };
    let option = |it: &&Proposal| (it.parameter.clone(), it.option());
    prepared.machine.could_be_made = checked.iter().map(option).collect();
    prepared.by_calls = checked.iter().map(|it| it.reading()).collect();
}

/// Whether findings for raw memory are checked against objects that calls make: not where all of them count, nor where
/// conditions say what callers see to, or what is looked for is no finding.
fn is_checked_by_calls(plan: &Plan, c: &CPlan) -> bool {
    let stated = !c.assume.is_empty() || c.precondition.is_some();
    !plan.strict && !stated && plan.looks_for_errors() && plan.lazy.is_none()
}

/// True if an option says what the object of the parameter is.
fn is_told(plan: &Plan, proposal: &Proposal) -> bool {
    let mut readings = plan.machine.readings.iter();
    readings.any(|it| it.pointer == proposal.parameter && it.reading != vm::Reading::NonNull)
}

/// The plan with the sources in it that the program was found to need.
fn with_spares(c: &CPlan, build: &llvm::Build) -> CPlan {
    let mut whole = c.clone();
    whole
        .sources
        .files
        .extend(build.used_spares.iter().cloned());
    whole.sources.spares.clear();
    let files: Vec<PathBuf> = whole
        .sources
        .files
        .iter()
        .filter_map(|file| file.canonicalize().ok())
        .collect();
    whole
        .sources
        .own_flags
        .retain(|source, _| files.contains(source));
    whole
}

/// As [`prepare`], of a program that is built.
fn prepare_built(plan: &Plan, c: &CPlan, mut build: llvm::Build) -> anyhow::Result<Prepared> {
    let work = plan.output.join(BUILD);
    for warning in &build.warnings {
        eprintln!("wayfarer: warning: {warning}");
    }
    let hash = store::file_hash(&build.user_bitcode)?;
    let mut assumed = assume::build(c, &build, &work)?;
    let free = free_globals(c, &build, assumed.as_ref())?;
    let functions = functions_given(c, &mut build, assumed.as_mut(), &free)?;
    let explored = assumed.as_ref().unwrap_or(&build);
    let (suite_plan, function) = suite_plan(plan, c, &build, explored, (&functions, &free))?;
    let variables = build.variables.clone();
    let module = &mut assumed.as_mut().unwrap_or(&mut build).module;
    let targets = targets(plan, c, module, &variables)?;
    let explored = assumed.as_ref().unwrap_or(&build);
    let given = ProgramInputs {
        arguments: c.arguments.clone(),
        files: [&plan.machine.files[..], &c.stream_files[..]].concat(),
        environment: plan.machine.environment.clone(),
        function,
        monitoring: plan.monitoring().cloned(),
    };
    let start = StartPoint {
        name: c.function.clone().unwrap_or_else(|| "main".to_owned()),
        start: start(plan, c, &explored.module, assumed.is_some())?,
        // Natively nobody states assumptions.
        trace_from: assumed.as_ref().and(c.function.clone()),
        after: None,
        by_calls: false,
        makers: Arc::default(),
    };
    let suite = Suite {
        directory: plan.output.clone(),
        plan: suite_plan,
    };
    let mut machine = plan.machine.clone();
    machine.files.extend(c.stream_files.iter().cloned());
    machine.stream_arguments = !c.stream_files.is_empty();
    machine.functions = Arc::new(functions.candidates);
    machine.free_globals = free.free.clone().into();
    let notes = match c.free_globals.is_empty() {
        true => as_initialised(c, &explored.module).into_iter().collect(),
        false => free.notes(),
    };
    let lengths = declarations::lengths(c, &work)?;
    let told = (&machine.readings[..], &lengths.parameters[..]);
    let declared = declared::readings(c, &build, told, &free)?;
    machine.counted_members = lengths.members.into();
    machine.compared_members = Arc::new(build.compared_members.clone());
    machine.readings.extend(declared);
    machine.readings.extend(functions.readings);
    if let Some(lazy) = &plan.lazy {
        // What states assumptions calls the function under test.
        let entry_depth = u32::from(assumed.is_some());
        let skipped = lazy::skipped_functions(lazy, &explored.module, (&start.name, entry_depth))?;
        machine.skipped = Arc::new(skipped);
    }
    let writer = Formats {
        formats: c.formats.clone(),
        corpus: c.corpus.clone(),
    };
    Ok(Prepared {
        program: Arc::new(assumed.map_or(build.module, |assumed| assumed.module)),
        starts: vec![start],
        machine,
        decision_functions: build.decision_functions,
        hash,
        inputs: c
            .sources
            .files
            .iter()
            .chain(&c.real_files)
            .chain(&c.seeds)
            .chain(c.sources.spec.iter().filter(|path| path.is_file()))
            .chain(&c.project)
            .chain(plan.reported.iter().map(|log| &log.path))
            .cloned()
            .collect(),
        targets,
        proposals: Vec::new(),
        notes,
        by_calls: Vec::new(),
        test_maker: Box::new(given),
        publication: Box::new(Publisher::new(suite, writer)),
    })
}

/// The functions that the caller of the function under test may give it.
fn functions_given(
    c: &CPlan,
    build: &mut llvm::Build,
    assumed: Option<&mut llvm::Build>,
    free: &FreeGlobals,
) -> anyhow::Result<FunctionPointers> {
    let (module, function) = match (assumed, &c.function) {
        (Some(assumed), _) => (&mut assumed.module, ASSUMED_CALL),
        (None, Some(function)) => (&mut build.module, function.as_str()),
        (None, None) => return Ok(FunctionPointers::default()),
    };
    let free = free.named_types();
    function_pointers::find(module, (function, &free), &c.functions)
}

/// The variables of the program that are inputs.
fn free_globals(
    c: &CPlan,
    build: &llvm::Build,
    assumed: Option<&llvm::Build>,
) -> anyhow::Result<FreeGlobals> {
    let (build, function) = match (assumed, &c.function) {
        (Some(assumed), _) => (assumed, ASSUMED_CALL),
        (None, Some(function)) => (build, function.as_str()),
        (None, None) if c.free_globals.is_empty() => return Ok(FreeGlobals::default()),
        (None, None) => {
            return Err(Usage("--free-globals: only with --function".to_owned()).into());
        }
    };
    free_globals::find(&c.free_globals, build, &build.module, function)
}

/// Which variables that the program sets a function under test finds as they are initialised, if there are some and no
/// option says that they are inputs.
fn as_initialised(c: &CPlan, module: &ir::Module) -> Option<String> {
    let entry = c
        .function
        .as_deref()
        .filter(|_| c.free_globals.is_empty())?;
    let names = free_globals::set_by_program(module, entry);
    let told = some_of(&names)?;
    Some(format!(
        "variables as they are initialised (--free-globals: as inputs): {told}"
    ))
}

/// What the run is to reach, if anything in particular.
fn targets(
    plan: &Plan,
    c: &CPlan,
    module: &mut ir::Module,
    variables: &BTreeMap<String, llvm::Variable>,
) -> anyhow::Result<Option<Targets>> {
    if plan.targets.is_empty() && plan.reported.is_empty() {
        return Ok(None);
    }
    let list = reach::places::find(&plan.targets, &mut SearchedModule::new(module))?;
    let entry = c.function.as_deref().unwrap_or("main");
    let mut assumptions = reach::assumptions(c.function.as_slice());
    let conditions = c.assume.iter().chain(&c.precondition);
    assumptions.extend(conditions.map(|condition| format!("where {condition} holds")));
    assumptions.extend(as_initialised(c, module));
    if c.function.is_some() {
        let text =
            "standard input, files and the environment are those that the options give, or empty";
        assumptions.push(text.to_owned());
    }
    let free = plan.machine.free_host;
    let host = [
        (free.clock, "the time"),
        (free.process, "the process"),
        (free.user, "the user"),
    ];
    let host = host.iter().filter(|(is_free, _)| !is_free);
    let host: Vec<&str> = host.map(|(_, what)| *what).collect();
    if !host.is_empty() {
        let host = host.join(", ");
        assumptions.push(format!("{host}: the same in every run (--free)"));
    }
    if c.stubs.iter().any(|stub| stub == stub_text::VARIABLES) {
        assumptions.push("variables that are defined nowhere are zero".to_owned());
    }
    Ok(Some(Targets {
        list,
        backward: Vec::new(),
        scope: Scope::Program {
            passed: variables_passed(c, module, variables),
        },
        preconditions: None,
        only_backward: plan.direction == Direction::Backward,
        assumptions,
        own: own_code(module),
        unsettled: Unsettled::new(module, plan.machine.failing_malloc).of(entry),
    }))
}

/// The variables that arguments of the function under test may point to: other files can name them.
fn variables_passed(
    c: &CPlan,
    module: &ir::Module,
    variables: &BTreeMap<String, llvm::Variable>,
) -> Vec<GlobalId> {
    let function = c.function.as_deref();
    let Some(entry) = function.and_then(|name| module.find_function(name)) else {
        return Vec::new();
    };
    let entry = &module.functions[entry.0 as usize];
    let mut parameters = entry.parameters.iter();
    // A pointer may be a part of what is passed as a number, or follow the parameters.
    let may_hold = |it: &ir::Parameter| entry.registers[it.register.0 as usize].width() >= 64;
    if !entry.variadic && !parameters.any(may_hold) {
        return Vec::new();
    }
    let is_passed = |global: &ir::Global| {
        let variable = variables.get(&global.name);
        global.user && variable.is_none_or(|variable| !variable.internal)
    };
    let numbered = (0..).map(GlobalId).zip(&module.globals);
    let passed = numbered.filter(|(_, global)| is_passed(global));
    passed.map(|(id, _)| id).collect()
}

fn start(plan: &Plan, c: &CPlan, program: &dyn Program, assumed: bool) -> anyhow::Result<Start> {
    for name in &plan.opaque {
        if program.find_function(name).is_none() {
            let message = format!("--opaque {name}: the program has no such function");
            return Err(Usage(message).into());
        }
    }
    let Some(name) = &c.function else {
        let name = vm::Text::Fixed(plan.machine.program_name.clone().into_bytes());
        if program.find_function("main").is_none() {
            let message =
                "the program has no function `main` (--function NAME explores another one)";
            return Err(Usage(message.to_owned()).into());
        }
        let arguments = std::iter::once(name).chain(c.arguments.iter().cloned());
        return Ok(Start::Main(arguments.collect()));
    };
    // A run begins with the call of a function that is watched, too.
    let watched = program.find_function(&format!("{}{name}", suite::monitors::IN_PLACE_OF));
    let found = match assumed {
        true => program.find_function(ASSUMED_CALL),
        false => watched.or_else(|| program.find_function(name)),
    };
    found.map(Start::Function).ok_or_else(|| {
        Usage(format!(
            "--function {name}: the program has no such function"
        ))
        .into()
    })
}
