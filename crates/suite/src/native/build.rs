//! Builds the program natively: once from its sources with sanitizers and coverage, once from the
//! instrumented bitcode to log decisions.

use super::headers;
use super::monitors::{monitors, watched, wrapped};
use super::redirect::{redirect_allocations, redirected};
use super::runtime;
use super::sandbox::find_program;
use super::symbols::Changes;
use crate::entry_call::{ENTRY_SOURCE, call_text, native_name};
use crate::{Check, EntryPoint, FreeVariable, GivenFunction, Plan, Suite, SuiteError};
use object_cache::{Compilation, Language, ObjectCache};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const CLANG: &str = "clang-19";
const CLANG_CPP: &str = "clang++-19";
const HARNESS_SOURCE: &str = include_str!("../../runtime/harness.c");

/// The native programs of a suite.
#[derive(Clone, Debug)]
pub(crate) struct Binaries {
    /// With AddressSanitizer and UndefinedBehaviorSanitizer where built from sources.
    pub(crate) checked: PathBuf,
    /// True if `checked` has sanitizers and coverage: it was built from sources.
    pub(crate) sanitized: bool,
    /// Symbols that `checked` lacks: functions stand for them, variables, too.
    pub(crate) missing: Vec<String>,
    /// Logs decisions; `None` if the suite has no instrumented bitcode.
    pub(crate) decisions: Option<PathBuf>,
}

/// Builds both programs in `work`.
pub(crate) fn build(suite: &Suite, work: &Path) -> Result<Binaries, SuiteError> {
    let plan = &suite.plan;
    let sanitized = is_built_from_sources(plan);
    let support = build_support(plan, work)?;
    let sanitizers: &[&str] = if sanitized { SANITIZERS } else { &[] };
    let (checked, missing) = build_checked(suite, work, sanitizers, &support)?;
    let decisions = match &plan.decisions_bitcode {
        Some(bitcode) => Some(build_logging(suite, bitcode, work, &support)?),
        None => None,
    };
    Ok(Binaries {
        checked,
        sanitized,
        missing,
        decisions,
    })
}

/// True if there is no bitcode among what a program is built from.
fn is_built_from_sources(plan: &Plan) -> bool {
    let known = |path: &PathBuf| Language::of(path).is_some();
    plan.sources.iter().all(known)
}

fn write(work: &Path, name: &str, text: &str) -> Result<PathBuf, SuiteError> {
    let path = work.join(name);
    std::fs::write(&path, text).map_err(SuiteError::io(&path))?;
    Ok(path)
}

/// The objects that every program of a suite is linked with.
fn build_support(plan: &Plan, work: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let always = [&runtime::REPLAY, &runtime::PROCESS, &runtime::ALLOCATIONS];
    let mut support = Vec::new();
    for object in always {
        support.push(object.write(plan, work)?);
    }
    if plan.free_memory {
        let memory = runtime::MEMORY.write(plan, work)?;
        redirect_allocations(&memory)?;
        support.push(memory);
    }
    if let Some(text) = harness(plan)? {
        let harness = write(work, "harness.c", &text)?;
        support.push(compile(
            &harness,
            work,
            "harness",
            &for_machine(plan, &["-O1"]),
        )?);
    }
    Ok(support)
}

/// The program that is watched by sanitizers, if it is built from sources; and the symbols that it lacks.
fn build_checked(
    suite: &Suite,
    work: &Path,
    sanitizers: &[&str],
    support: &[PathBuf],
) -> Result<(PathBuf, Vec<String>), SuiteError> {
    let plan = &suite.plan;
    let mut objects = surroundings(plan, work, !sanitizers.is_empty())?;
    let bitcode = plan.checked_bitcode.iter();
    let bitcode: Vec<PathBuf> = bitcode.map(|path| suite.directory.join(path)).collect();
    let from = match bitcode.is_empty() {
        true => &plan.sources,
        false => &bitcode,
    };
    for (index, source) in from.iter().enumerate() {
        let flags = source_flags(plan, source, &suite.directory);
        let object = compile(source, work, &format!("user{index}"), &flags)?;
        adapt(&object, plan, !sanitizers.is_empty())?;
        objects.push(object);
    }
    objects.extend(monitors(suite, work, !sanitizers.is_empty())?);
    let must_run = match sanitizers.is_empty() {
        true => &runtime::MUST_RUN,
        false => &runtime::MUST_RUN_CHECKED,
    };
    objects.push(must_run.write(plan, work)?);
    if !sanitizers.is_empty() {
        objects.push(runtime::COMPARISONS.write(plan, work)?);
    }
    let program = work.join("checked");
    let linked = Linked {
        plan,
        work,
        program: &program,
        flags: sanitizers,
    };
    let missing = linked.from(objects.iter().chain(support).cloned().collect())?;
    Ok((program, missing))
}

/// The program that logs its decisions.
fn build_logging(
    suite: &Suite,
    bitcode: &Path,
    work: &Path,
    support: &[PathBuf],
) -> Result<PathBuf, SuiteError> {
    let plan = &suite.plan;
    let bitcode = suite.directory.join(bitcode);
    let object = compile(&bitcode, work, "instrumented", &for_machine(plan, &["-O0"]))?;
    adapt(&object, plan, false)?;
    let program = work.join("decisions");
    let linked = Linked {
        plan,
        work,
        program: &program,
        flags: &[],
    };
    let mut objects = surroundings(plan, work, false)?;
    objects.push(object);
    objects.extend(monitors(suite, work, false)?);
    linked.from(objects.iter().chain(support).cloned().collect())?;
    Ok(program)
}

/// Flags for an object of a plan's programs.
fn for_machine(plan: &Plan, flags: &[&str]) -> Vec<String> {
    let flags = flags.iter().map(|&flag| flag.to_owned());
    flags.chain(plan.machine_flags()).collect()
}

/// What stands for the program's surroundings. Sanitizers see what it does with the program's
/// memory.
fn surroundings(plan: &Plan, work: &Path, sanitized: bool) -> Result<Vec<PathBuf>, SuiteError> {
    let (known, replayed, files) = match sanitized {
        true => (
            &runtime::SURROUNDINGS_CHECKED,
            &runtime::REPLAYED_CHECKED,
            &runtime::FILES_CHECKED,
        ),
        false => (&runtime::SURROUNDINGS, &runtime::REPLAYED, &runtime::FILES),
    };
    let surroundings = match plan.free.is_empty() {
        true => known.write(plan, work)?,
        false => compile_surroundings(plan, work, sanitized)?,
    };
    Ok(vec![
        surroundings,
        replayed.write(plan, work)?,
        files.write(plan, work)?,
    ])
}

/// Those of which something is an input.
fn compile_surroundings(plan: &Plan, work: &Path, sanitized: bool) -> Result<PathBuf, SuiteError> {
    for (name, text) in super::surroundings::files(plan) {
        write(work, name, &text)?;
    }
    let mut flags = for_machine(plan, &["-O1", "-g"]);
    let mut name = "surroundings";
    if sanitized {
        flags.push("-fsanitize=address".to_owned());
        name = "surroundings-checked";
    }
    compile(&work.join("surroundings.c"), work, name, &flags)
}

/// Flags with which a source of a plan is compiled for a run with sanitizers; the suite is in that directory.
pub fn source_flags(plan: &Plan, source: &Path, directory: &Path) -> Vec<String> {
    let mut flags = plan.flags_of(source);
    if is_built_from_sources(plan) {
        let sanitizers = SANITIZERS.iter();
        let coverage = |flag: &&&str| COVERAGE.contains(*flag) && is_stub_source(plan, source);
        flags.extend(
            sanitizers
                .filter(|flag| !coverage(flag))
                .map(|&flag| flag.to_owned()),
        );
        for check in &plan.checks {
            flags.extend(check_flag(*check).map(str::to_owned));
        }
    }
    flags.extend(["-g", "-O0"].map(str::to_owned));
    flags.push(format!("-I{}", headers::directory(directory).display()));
    if matches!(plan.entry, EntryPoint::Function { .. }) {
        flags.extend(["-Xclang", "-femit-all-decls"].map(str::to_owned));
        // It looks for the class behind the table of virtual functions, which an input that no program makes has not.
        flags.push("-fno-sanitize=vptr".to_owned());
    }
    flags
}

/// The program around a function under test.
fn harness(plan: &Plan) -> Result<Option<String>, SuiteError> {
    let EntryPoint::Function {
        name,
        parameters,
        variadic,
        ..
    } = &plan.entry
    else {
        return Ok(None);
    };
    let call = call_text(parameters, *variadic).map_err(|problem| SuiteError::Entry {
        function: name.clone(),
        problem: problem.to_string(),
    })?;
    // By its symbol: in C the name may be that of a library function, or of no function.
    let symbol = native_name(name);
    let given = given_functions(&plan.given_functions) + &free_variables(&plan.free_variables);
    Ok(Some(format!(
        "{ENTRY_SOURCE}\nextern void wf_entry_function(void) __asm__(\"{symbol}\");\n\
         #define WF_TARGET wf_entry_function\n{call}\n{given}{HARNESS_SOURCE}"
    )))
}

/// The functions that arguments may lead to, by their numbers; 0 is none.
fn given_functions(given: &[GivenFunction]) -> String {
    let mut declared = String::new();
    let mut table = String::from("static void (*const wf_given_functions[])(void) = {0");
    for (number, function) in given.iter().enumerate() {
        let symbol = native_name(&function.name);
        declared.push_str(&format!(
            "extern void wf_given_{number}(void) __asm__(\"{symbol}\");\n"
        ));
        table.push_str(&format!(", wf_given_{number}"));
    }
    format!("{declared}{table}}};\n")
}

/// The variables that tests may set, by their numbers; 0 is none.
fn free_variables(variables: &[FreeVariable]) -> String {
    let mut declared = String::new();
    let mut table = String::from("static unsigned char *const wf_free_variables[] = {0");
    for (number, variable) in variables.iter().enumerate() {
        let symbol = native_name(&variable.name);
        declared.push_str(&format!(
            "extern unsigned char wf_variable_{number}[] __asm__(\"{symbol}\");\n"
        ));
        table.push_str(&format!(", wf_variable_{number}"));
    }
    format!("{declared}{table}}};\n")
}

/// Reports go on where they can: the machine may predict an end behind undefined behaviour that
/// nobody asked to be told of.
const SANITIZERS: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fsanitize-recover=all",
    "-fno-omit-frame-pointer",
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
];

/// Those of them that measure coverage.
const COVERAGE: &[&str] = &["-fprofile-instr-generate", "-fcoverage-mapping"];

/// True for the source that stands for functions without body: it is no part of the program.
fn is_stub_source(plan: &Plan, source: &Path) -> bool {
    !plan.stubs.is_empty() && source.ends_with("build/stubs.c")
}

/// Sanitizer of a check beyond those that `undefined` has.
fn check_flag(check: Check) -> Option<&'static str> {
    match check {
        Check::UnsignedOverflow => Some("-fsanitize=unsigned-integer-overflow"),
        Check::FloatCast => Some("-fsanitize=float-cast-overflow"),
        Check::Overflow
        | Check::PointerOverflow
        | Check::VlaBound
        | Check::Uninit
        | Check::Leak => None,
    }
}

/// Compiles a source, or takes what came of the same before.
pub(super) fn compile(
    source: &Path,
    work: &Path,
    name: &str,
    flags: &[String],
) -> Result<PathBuf, SuiteError> {
    let object = work.join(name).with_extension("o");
    let mut all = vec!["-w".to_owned(), "-c".to_owned()];
    all.extend_from_slice(flags);
    let compilation = Compilation {
        compiler: CLANG,
        flags: &all,
        source,
        object: &object,
    };
    let cache = match source.starts_with(work) {
        // What is written for one run is not met again.
        true => ObjectCache::none(),
        false => ObjectCache::of_user(),
    };
    let output = match cache.compile(&compilation) {
        Ok(compiled) if compiled.is_made() => return Ok(object),
        Ok(compiled) => compiled.said,
        Err(error) => error.to_string(),
    };
    Err(SuiteError::Build {
        command: format!("{CLANG} {} {}", all.join(" "), source.display()),
        output,
    })
}

/// Has an object of the program call the functions of monitors and of the runtime. Lets the harness call a static
/// function under test and give it static functions, and have `main` for itself.
fn adapt(object: &Path, plan: &Plan, sanitized: bool) -> Result<(), SuiteError> {
    let mut changes = Changes::default();
    if let EntryPoint::Function { name, .. } = &plan.entry {
        changes.globalize(name);
        let given = plan.given_functions.iter();
        for given in given.filter(|given| given.internal && given.name != *name) {
            // Weak: one in a header is in several objects.
            changes.globalize(&given.name);
            changes.weaken(&given.name);
        }
        let variables = plan.free_variables.iter();
        for variable in variables.filter(|variable| variable.internal) {
            changes.globalize(&variable.name);
            changes.weaken(&variable.name);
        }
        changes.rename("main", "wf_program_main".to_owned());
    }
    changes.extend(watched(plan));
    changes.extend(redirected(plan, sanitized));
    changes.make(object)
}

/// A program to be linked.
struct Linked<'a> {
    plan: &'a Plan,
    work: &'a Path,
    program: &'a Path,
    flags: &'a [&'a str],
}

impl Linked<'_> {
    /// Links objects. A part of a program can be tested alone: what is missing, which is given, is replaced by
    /// functions that ask `wf_missing` in the runtime for their result.
    fn from(&self, mut objects: Vec<PathBuf>) -> Result<Vec<String>, SuiteError> {
        let error = match self.link(&objects) {
            Ok(()) => return Ok(Vec::new()),
            Err(error) => error,
        };
        let SuiteError::Build { output, .. } = &error else {
            return Err(error);
        };
        let missing = missing_symbols(output);
        if missing.is_empty() {
            return Err(error);
        }
        let stem = self.program.file_name().unwrap_or_default();
        let name = format!("{}-missing", stem.to_string_lossy());
        let source = self.work.join(&name).with_extension("s");
        let text = match self.plan.is_narrow() {
            true => narrow_stand_ins(&missing, self.plan),
            false => stand_ins(&missing),
        };
        std::fs::write(&source, text).map_err(SuiteError::io(&source))?;
        let flags = self.plan.machine_flags();
        objects.push(compile(&source, self.work, &name, &flags)?);
        self.link(&objects)?;
        Ok(missing.into_iter().map(str::to_owned).collect())
    }

    fn link(&self, objects: &[PathBuf]) -> Result<(), SuiteError> {
        let mut command = Command::new(linking_compiler(self.plan));
        command.args(self.plan.machine_flags());
        command.args(linker()).args(self.flags).args(objects);
        command.args(wrapped(self.plan)?);
        command.arg("-o").arg(self.program);
        command.args(self.plan.libraries());
        execute(command.args(["-lm", "-lpthread"]).env("LC_ALL", "C"))
    }
}

/// The compiler that knows the libraries which a program is linked with.
fn linking_compiler(plan: &Plan) -> &'static str {
    match plan.has_cpp() {
        true => CLANG_CPP,
        false => CLANG,
    }
}

/// Options for LLVM's linker, where it is installed: it links a program with a sanitizer in half the time.
pub(super) fn linker() -> &'static [String] {
    static LINKER: OnceLock<Vec<String>> = OnceLock::new();
    LINKER.get_or_init(|| match find_program("ld.lld-19") {
        // All symbols that are missing are to be told.
        Some(path) => vec![
            format!("--ld-path={}", path.display()),
            "-Wl,--error-limit=0".to_owned(),
        ],
        None => Vec::new(),
    })
}

/// Symbols that GNU's linker or LLVM's misses.
pub(super) fn missing_symbols<'a>(output: &'a str) -> BTreeSet<&'a str> {
    /// What is in front of a name, and behind it.
    const PHRASES: &[(&str, char)] = &[
        ("undefined reference to `", '\''),
        ("hidden symbol `", '\''),
        ("undefined symbol: ", '\n'),
        ("undefined hidden symbol: ", '\n'),
        ("undefined protected symbol: ", '\n'),
    ];
    let name = |line: &'a str| {
        let mut phrases = PHRASES.iter();
        phrases.find_map(|(before, behind)| line.split_once(before)?.1.split(*behind).next())
    };
    let names = output.lines().filter_map(name);
    names.filter(|name| !name.is_empty()).collect()
}

/// Assembly of a function for each symbol, whatever its type: results are in `rax` or `xmm0`.
fn stand_ins(symbols: &BTreeSet<&str>) -> String {
    let mut text = String::from("\t.section .note.GNU-stack,\"\",@progbits\n\t.text\n");
    for (number, symbol) in symbols.iter().enumerate() {
        text.push_str(&format!(
            "\t.weak \"{symbol}\"\n\"{symbol}\":\n\tsubq $8, %rsp\n\
             \tleaq .Lname{number}(%rip), %rdi\n\tcall wf_missing\n\tmovq %rax, %xmm0\n\
             \taddq $8, %rsp\n\tret\n.Lname{number}:\n\t.asciz \"{symbol}\"\n\t.p2align 4\n"
        ));
    }
    text
}

/// The same for programs of 32 bits: results are in `eax` and `edx`, or, of functions that ask for inputs of such types,
/// on the stack of the floating-point unit.
fn narrow_stand_ins(symbols: &BTreeSet<&str>, plan: &Plan) -> String {
    let mut text = String::from("\t.section .note.GNU-stack,\"\",@progbits\n\t.text\n");
    for (number, symbol) in symbols.iter().enumerate() {
        let asks = plan.input_functions.iter().find(|it| it.name == *symbol);
        let result = match asks.map_or("", |it| it.ty.as_str()) {
            "float" => "\tmovl %eax, (%esp)\n\tflds (%esp)\n",
            "double" => "\tmovl %eax, (%esp)\n\tmovl %edx, 4(%esp)\n\tfldl (%esp)\n",
            _ => "",
        };
        text.push_str(&format!(
            "\t.weak \"{symbol}\"\n\"{symbol}\":\n\tsubl $12, %esp\n\tcall .Lhere{number}\n\
             .Lhere{number}:\n\tpopl %eax\n\taddl $.Lname{number}-.Lhere{number}, %eax\n\
             \tmovl %eax, (%esp)\n\tcall wf_missing\n{result}\taddl $12, %esp\n\tret\n\
             .Lname{number}:\n\t.asciz \"{symbol}\"\n\t.p2align 4\n"
        ));
    }
    text
}

pub(super) fn execute(command: &mut Command) -> Result<(), SuiteError> {
    let output = match command.output() {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    Err(SuiteError::Build {
        command: format!("{command:?}"),
        output,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linkers_say_what_is_missing() {
        let gnu = "a.c:6: undefined reference to `absent'\n/usr/bin/ld: a.o: in function `f':\n\
                   a.c:7: undefined reference to `absent'\nclang: error: linker command failed\n";
        assert_eq!(missing_symbols(gnu), BTreeSet::from(["absent"]));
        let llvm = "ld.lld: error: undefined symbol: other\n>>> referenced by a.c:6\n";
        assert_eq!(missing_symbols(llvm), BTreeSet::from(["other"]));
        let hidden = "ld.lld: error: undefined hidden symbol: kept\n>>> referenced by a.c:6\n\
                      ld: program: hidden symbol `gone' isn't defined\n";
        assert_eq!(missing_symbols(hidden), BTreeSet::from(["gone", "kept"]));
    }

    #[test]
    fn any_words_of_a_linker_are_read() {
        let texts = [
            "a.c:6: undefined reference to `absent'\nclang: error: linker command failed\n",
            "ld.lld: error: undefined symbol: other\n>>> referenced by a.c:6\n",
        ];
        mutants::check(&mutants::texts(&texts), 5_000, |bytes| {
            let said = String::from_utf8_lossy(bytes);
            stand_ins(&missing_symbols(&said));
        });
    }
}
