//! How a native run builds and enters a C program.

use super::entry::{Arguments, function_entry};
use super::free_globals::FreeGlobals;
use super::function_pointers::FunctionPointers;
use super::{BUILD, program};
use crate::arguments::Uninit;
use crate::plan::{CPlan, Plan};
use crate::project;
use anyhow::Context;
use ir::analysis::{CallGraph, functions_of};
use ir::{FunctionId, Program, SourceTypeId};
use std::path::{Path, PathBuf};
use suite::writer::Format;
use suite::{CoverageScopes, DecisionPlaces, EntryPoint, Unit};

/// The plan of the suite for a program, which may be explored as a part of another, and how tests have the arguments of the function under test.
pub fn suite_plan(
    plan: &Plan,
    c: &CPlan,
    build: &llvm::Build,
    explored: &llvm::Build,
    (given, free): (&FunctionPointers, &FreeGlobals),
) -> anyhow::Result<(suite::Plan, Arguments)> {
    let output = &plan.output;
    let instrumented = Path::new(BUILD).join("decisions.bc");
    let free_memory = c.sources.uninit == Uninit::Free;
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
    let sources: Vec<PathBuf> = c
        .sources
        .files
        .iter()
        .map(absolute)
        .collect::<anyhow::Result<_>>()?;
    let (entry, unit, arguments) = match &c.function {
        None => (EntryPoint::Main, None, Arguments::default()),
        Some(name) => {
            let types = given.candidates.keys().copied();
            let types: Vec<SourceTypeId> = types.chain(free.types()).collect();
            function_entry(name, explored, &sources, c.sources.optimise, &types)?
        }
    };
    // Tests are compiled from any directory.
    let here = std::env::current_dir().context("the working directory")?;
    let own_flags = project::from_directory(&program::flags(&c.sources.cflags), &here);
    let mut made = suite::Plan {
        format: 1,
        producer: format!("Wayfarer {}", env!("CARGO_PKG_VERSION")),
        created: suite::timestamp(),
        sources,
        cflags: [own_flags, build.cflags.clone()].concat(),
        own_flags: c.sources.own_flags.clone(),
        linked: c.sources.linked.clone(),
        bitcode: bitcode.to_owned(),
        decisions_bitcode: Some(instrumented),
        entry,
        checks: c.sources.check.clone(),
        decision_functions: build.decision_functions.clone(),
        decision_places: decision_places(build),
        program_name: plan.machine.program_name.clone(),
        stub_undefined: c.stub_undefined,
        failing_malloc: plan.machine.failing_malloc,
        free: plan.tests.free.clone(),
        checked_bitcode: Vec::new(),
        monitors: monitors(plan, build),
        input_functions: input_functions(&explored.module),
        given_functions: given.described(&explored.module, &arguments.types),
        stubs: c.stubs.clone(),
        free_variables: free.described(&arguments.types),
        free_memory,
        test_seconds: plan.tests.seconds,
        sandbox: plan.tests.sandbox.clone(),
        unit: None,
        coverage: coverage_scopes(c.function.as_deref().unwrap_or("main"), &build.module),
    };
    if build.module.narrow_pointers && !made.is_narrow() {
        // Bitcode says it itself, and sources of builds have flags of their own.
        made.cflags.push("-m32".to_owned());
    }
    let label = c.sources.error_label.is_some();
    if free_memory || label || build.states_assumptions {
        made.checked_bitcode = checked_bitcode(plan, c, build, &made)?;
    }
    // The tests of a function in one file are compiled with its source: the linker cannot have another
    // function called in the place of one of them.
    let in_c = !made
        .sources
        .iter()
        .any(|source| llvm::is_cpp_source(source));
    let unit = unit.filter(|_| in_c && c.formats.contains(&Format::C) && made.monitors.is_none());
    made.unit = unit
        .map(|unit| with_commands(unit, &made, output))
        .transpose()?;
    Ok((made, arguments))
}

/// The monitors that tests are linked with.
fn monitors(plan: &Plan, build: &llvm::Build) -> Option<suite::MonitorPlan> {
    let monitored = build.monitored.as_ref()?;
    let source = monitored.source.strip_prefix(&plan.output);
    let specifications = plan.monitoring();
    Some(suite::MonitorPlan {
        source: source.unwrap_or(&monitored.source).to_owned(),
        own: monitored.own.clone(),
        foreign: monitored.foreign.clone(),
        specifications: specifications.map_or_else(Vec::new, |it| it.described()),
    })
}

/// Adds the commands that compile and run the tests of a function.
fn with_commands(unit: Unit, made: &suite::Plan, output: &Path) -> anyhow::Result<Unit> {
    let from = std::env::current_dir().context("the working directory")?;
    let directory = from.join(output);
    let [command, command_with_sanitizers] =
        suite::unit::commands(made, &unit.file, &directory, &from);
    Ok(Unit {
        command,
        command_with_sanitizers,
        ..unit
    })
}

/// The functions without body by which a program asks for inputs, of those that return one number.
fn input_functions(program: &dyn Program) -> Vec<suite::InputFunction> {
    let functions = (0..program.function_count()).map(ir::FunctionId);
    let declared = functions
        .filter_map(|id| program.function(id).ok())
        .filter(|function| function.is_declaration() && vm::asks_for_input(&function.name))
        .filter(|function| !function.name.starts_with(vm::STAND_IN_WITHOUT_RESULT));
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
    plan: &Plan,
    c: &CPlan,
    build: &llvm::Build,
    made: &suite::Plan,
) -> anyhow::Result<Vec<PathBuf>> {
    let changes = llvm::Changes {
        log_decisions: false,
        fill_variables: made.free_memory,
        fail_assumptions: true,
        error_label: c.sources.error_label.clone(),
    };
    let path = |number: usize| Path::new(BUILD).join(format!("checked-{number}.bc"));
    if build.sources.len() < made.sources.len() {
        // Bitcode among them: what was linked of all, which has no sanitizers.
        let changes = llvm::Changes {
            fail_assumptions: false,
            error_label: None,
            ..changes
        };
        llvm::instrument(&build.user_bitcode, &changes, &plan.output.join(path(0)))?;
        return Ok(vec![path(0)]);
    }
    for (number, source) in made.sources.iter().enumerate() {
        let output = plan.output.join(path(number));
        let flags = suite::native::source_flags(made, source, &plan.output);
        llvm::compile_for_sanitizers(source, &flags, &changes, &output)?;
    }
    Ok((0..made.sources.len()).map(path).collect())
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
