//! From input files to a program.

use crate::checks::Checks;
use crate::clang::{self, Compiled, Compiler};
use crate::debug::DebugInfo;
use crate::errno_uses;
use crate::monitors::{self, Monitored, Monitors, WATCHED_ERRNO};
use crate::reader::{Context, Module, Value};
use crate::spares::{Spare, SpareLinker};
use crate::translate::{self, Settings};
use crate::{
    LlvmError, Signature, Variable, assumptions, foreign, library, signature, uninitialised,
};
use ir::ComparedMembers;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// More options for the compiler.
    pub cflags: Vec<String>,
    /// Options for single sources, by their absolute paths; before `cflags`.
    pub own_flags: BTreeMap<PathBuf, Vec<String>>,
    /// Sources that are linked if the program needs what they define.
    pub spares: Vec<Spare>,
    /// Optimisation level of the compiler, 0 to 2.
    pub optimisation: u8,
    /// Checks to add.
    pub checks: Checks,
    /// The name of labels that are errors to reach.
    pub error_label: Option<String>,
    /// Where compiled library models, and what sources were compiled to, are kept; if `None` the models are in
    /// the work directory, and sources are compiled each time.
    pub cache: Option<PathBuf>,
    /// The compiler, clang 19.
    pub clang: String,
    /// LLVM's optimiser, `opt` 19, which checks bitcode that others made.
    pub opt: String,
    /// More directories with headers.
    pub include: Vec<PathBuf>,
    /// Most files compiled at the same time; all cores if 0.
    pub jobs: usize,
    /// Link the models of the C library.
    pub library: bool,
    /// Have functions called in place of others.
    pub monitors: Option<Monitors>,
}

impl Default for BuildOptions {
    fn default() -> BuildOptions {
        BuildOptions {
            cflags: Vec::new(),
            own_flags: BTreeMap::new(),
            spares: Vec::new(),
            optimisation: 0,
            checks: Checks::default(),
            error_label: None,
            cache: None,
            clang: "clang-19".to_owned(),
            opt: "opt-19".to_owned(),
            include: Vec::new(),
            jobs: 0,
            library: true,
            monitors: None,
        }
    }
}

/// A program.
#[derive(Debug)]
pub struct Build {
    /// The program with the library models it needs.
    pub module: ir::Module,
    /// Bitcode of the user's code alone, linked, for native replay.
    pub user_bitcode: PathBuf,
    /// How the functions in that are called, by their names.
    pub signatures: BTreeMap<String, Signature>,
    /// The variables that it defines, by their symbols.
    pub variables: BTreeMap<String, Variable>,
    /// The variables that it needs of others, by their symbols: each once, for all threads.
    pub needed_variables: BTreeSet<String>,
    /// The sources in C and C++ among the inputs.
    pub sources: Vec<PathBuf>,
    /// Those of [`BuildOptions::spares`] that the program needs.
    pub used_spares: Vec<PathBuf>,
    /// Names of the functions in the user's bitcode that have a body, in its order: the index of
    /// a name is the function's number in the log of decisions, and its `ir::FunctionId`. Empty for those of
    /// system headers of C++, which log none.
    pub decision_functions: Vec<String>,
    /// True if the program states assumptions by functions of its own: built from its sources alone,
    /// it aborts where one fails.
    pub states_assumptions: bool,
    /// Flags beside the user's that a native build needs.
    pub cflags: Vec<String>,
    /// What the compiler and the translation warn of.
    pub warnings: Vec<String>,
    /// Functions in whose place others are called.
    pub monitored: Option<Monitored>,
    /// Members of structures that the user's code takes for pointers into one array.
    pub compared_members: ComparedMembers,
}

/// Builds a program from sources in C and C++ ([`crate::is_source`]) and LLVM files (`.bc`, `.ll`). Files made on the
/// way, and [`Build::user_bitcode`], go to the directory `work`.
///
/// # Errors
/// If a file cannot be read, compiled or linked, or the work directory cannot be written.
pub fn build(inputs: &[PathBuf], work: &Path, options: &BuildOptions) -> Result<Build, LlvmError> {
    if inputs.is_empty() {
        return Err(LlvmError::NoInput);
    }
    std::fs::create_dir_all(work).map_err(|error| LlvmError::write(work, &error))?;
    let headers = library::write_headers(work, options.cache.as_deref())?;
    let compiler = Compiler { options, headers };
    let mut warnings = Vec::new();
    let compiled = clang::compile_all(inputs, work, &compiler, &mut warnings)?;

    let context = Context::new();
    let mut user = link_user(&context, inputs, &compiled.bitcode)?;
    let spare_linker = SpareLinker {
        context: &context,
        work,
        compiler: &compiler,
    };
    let used_spares = spare_linker.link(&mut user, &mut warnings)?;
    let errno_uses = errno_uses::tell_apart(&mut user);
    let states_assumptions = prepare(&mut user, options)?;
    let user_bitcode = work.join("user.bc");
    user.write(&user_bitcode)?;
    let (signatures, variables) = (signature::signatures(&user), signature::variables(&user));
    let needed_variables = signature::needed_variables(&user);
    let decision_functions = defined_functions(&user);
    let user_globals = user.globals();
    let user_globals = user_globals.filter(|global| translate::is_program_global(*global));
    let user_globals = user_globals.map(|global| global.name()).collect();

    // The models have no debug information that matters, and reading it takes time. So does printing a large program.
    let kept = clang::cache_in(options.cache.as_deref());
    let lines = || DebugInfo::lines(&user.print());
    let debug = DebugInfo::read(&kept.text(DebugInfo::LINES, &user_bitcode, lines));
    let monitored = match &options.monitors {
        Some(monitors) => {
            let mut place = monitors::Place {
                context: &context,
                work,
                compiler: &compiler,
            };
            let mut monitored = place.link(monitors, &mut user, &mut warnings)?;
            monitored.errno_uses = errno_uses;
            Some(monitored)
        }
        None => None,
    };
    if options.library {
        library::link(&context, &mut user, work, &compiler)?;
    }
    warn_of_assembly(&user, &mut warnings);
    let settings = Settings {
        checks: &options.checks,
        user_functions: decision_functions.len(),
        user_globals: &user_globals,
        entries: &monitored.as_ref().map_or_else(Vec::new, Monitored::entries),
    };
    let mut translation = translate::translate(&user, debug, &settings);
    foreign::check_room(&translation.module)?;
    if let Some(monitored) = &monitored {
        monitors::tell_types(&mut translation.module, monitored);
    }
    warnings.extend(translation.warnings);
    warnings.extend(context.take_warnings());
    Ok(Build {
        module: translation.module,
        user_bitcode,
        signatures,
        variables,
        needed_variables,
        sources: inputs
            .iter()
            .chain(&used_spares)
            .filter(|path| clang::is_source(path))
            .cloned()
            .collect(),
        used_spares,
        decision_functions,
        states_assumptions,
        cflags: added_flags(&compiled, inputs, options),
        warnings,
        monitored,
        compared_members: translation.compared_members,
    })
}

/// What the sources are compiled with besides the user's flags.
fn added_flags(compiled: &Compiled, inputs: &[PathBuf], options: &BuildOptions) -> Vec<String> {
    let old: &[&str] = if compiled.old_c { clang::OLD_C } else { &[] };
    let is_compiled = inputs.iter().any(|input| clang::is_source(input));
    let watched = options.monitors.iter().filter(|_| is_compiled);
    let watched = watched.flat_map(Monitors::flags);
    let watched = watched.filter(|flag| compiled.watches_errno || *flag != WATCHED_ERRNO);
    let all = old.iter().copied().chain(watched);
    all.map(str::to_owned).collect()
}

fn link_user<'c>(
    context: &'c Context,
    inputs: &[PathBuf],
    bitcode: &[PathBuf],
) -> Result<Module<'c>, LlvmError> {
    let mut whole: Option<Module<'c>> = None;
    for (input, path) in inputs.iter().zip(bitcode) {
        let module = Module::read(context, path)?;
        foreign::check_target(&module, input)?;
        match &mut whole {
            Some(whole) => {
                foreign::check_alike((whole, &inputs[0]), (&module, input))?;
                whole.link(module)?;
            }
            None => whole = Some(module),
        }
    }
    whole.ok_or(LlvmError::NoInput)
}

/// Functions that call one of these keep their variables in memory: a variable in a register
/// would lose what was assigned between the two returns.
const RETURNS_TWICE: &[&str] = &[
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "vfork",
    "llvm.eh.sjlj.setjmp",
];

/// Passes that make the bitcode what both the machine and the native replay execute. True if the
/// program states assumptions by functions of its own.
fn prepare(user: &mut Module<'_>, options: &BuildOptions) -> Result<bool, LlvmError> {
    let returns_twice: Vec<String> = user
        .functions()
        .filter(|function| {
            function
                .blocks()
                .iter()
                .flat_map(|block| block.instructions())
                .any(|instruction| {
                    instruction.is_call()
                        && RETURNS_TWICE.contains(&instruction.callee().name().as_str())
                })
        })
        .map(|function| function.name())
        .collect();
    let marked: Vec<String> = returns_twice
        .into_iter()
        .filter(|name| {
            user.function(name)
                .is_some_and(|f| !f.has_attribute("optnone"))
        })
        .collect();
    user.set_attribute(&marked, "noinline", true);
    user.set_attribute(&marked, "optnone", true);
    let states_assumptions = user.fail_assumptions(assumptions::failures);
    user.reach_errors(assumptions::reached_errors);
    if let Some(label) = &options.error_label {
        user.reach_labels(label);
    }
    if !options.checks.uninit {
        user.keep_in_memory(uninitialised::maybe_uninitialised);
    }
    let passes = match (options.checks.uninit, options.optimisation) {
        (true, _) => "elim-avail-extern,function(lower-constant-intrinsics)",
        (false, 0) => "elim-avail-extern,function(mem2reg,lower-constant-intrinsics)",
        (false, _) => "elim-avail-extern,function(sroa,lower-constant-intrinsics)",
    };
    user.run_passes(passes)?;
    user.forget_kept();
    user.set_attribute(&marked, "optnone", false);
    user.set_attribute(&marked, "noinline", false);
    Ok(states_assumptions)
}

fn defined_functions(module: &Module<'_>) -> Vec<String> {
    let defined = module
        .functions()
        .filter(|function| !function.is_declaration());
    let name = |function: Value<'_>| match function.is_of_system_headers() {
        true => String::new(),
        false => function.name(),
    };
    defined.map(name).collect()
}

fn warn_of_assembly(module: &Module<'_>, warnings: &mut Vec<String>) {
    if !module.assembly().trim().is_empty() {
        warnings.push("assembly at file level is ignored".to_owned());
    }
}
