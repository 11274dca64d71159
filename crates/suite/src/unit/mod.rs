//! All tests of a function in one C file: a function each, with the arguments as variables of the source's
//! own types, the call, and checks of what the machine saw it leave.

mod answers;
mod arrange;
mod assumption;
mod checks;
mod ctest;
mod given;
mod initialiser;
mod literal;
mod made;
mod making;
mod types;
mod variables;

use crate::compile_script::{COMPILE_SCRIPT, OBJECTS};
use crate::entry_call::native_name;
use crate::format_value::string_literal;
use crate::{
    Entry, EntryPoint, GivenFunction, Outcome, Plan, PredictedOutput, Region, Suite, SuiteError,
    TestCase, Unit, UnitParameter, VerdictKind,
};
use arrange::{Arrangement, Names};
use checks::Checks;
use ir::{ErrorKind, SourceType, SourceTypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use types::Types;

pub use assumption::{AssumingNames, assuming};
pub use made::{
    Given, MadeArgument, MadeParameter, MadeStream, Making, MakingFunction, MakingSource, Origin,
    making, names,
};

/// What the tests check with.
const CHECKS_SOURCE: &str = include_str!("../../runtime/unit_checks.c");
/// What runs them.
const RUNNER_SOURCE: &str = include_str!("../../runtime/unit.c");

/// Allocated memory with these contents.
const NEW_SOURCE: &str = "/* Allocated, as the function may free it. */\n\
    static void *wf_new(const void *contents, size_t size) {\n  void *memory = malloc(size);\n  \
    if (!memory)\n    abort();\n  return memcpy(memory, contents, size);\n}\n\n";
const ROOM_SOURCE: &str = "/* Allocated, and zero. */\n\
    static void *wf_room(size_t size) {\n  void *memory = calloc(1, size);\n  if (!memory)\n    \
    abort();\n  return memory;\n}\n\n";
const SET_POINTER_SOURCE: &str = "static void wf_set_pointer(void *at, const void *to) {\n  \
    memcpy(at, &to, sizeof to);\n}\n\n";

/// Options that show errors.
pub(crate) const SANITIZERS: &str = "-fsanitize=address,undefined -fno-sanitize-recover=all";
/// Option that keeps the program's `main` out of the way.
pub(crate) const WITHOUT_MAIN: &str = "-Dmain=wf_program_main";

/// Macros in texts that no header defines again once the source has undone what it did.
const OF_HEADERS: &[&str] = &[
    "EOF",
    "INFINITY",
    "INT_MAX",
    "INT_MIN",
    "LLONG_MAX",
    "LLONG_MIN",
    "LONG_MAX",
    "LONG_MIN",
    "NAN",
    "NULL",
    "UNIT_CMOCKA",
    "isnan",
];

/// Longer output is not compared.
const OUTPUT: usize = 4000;

/// The name of the file for a function.
pub fn file_name(function: &str) -> PathBuf {
    PathBuf::from(format!("unit_{function}.c"))
}

/// The commands that compile and run the tests of a function, without and with sanitizers, from any
/// directory. The suite is in `directory`, its sources are compiled in `from`.
pub fn commands(plan: &Plan, file: &Path, directory: &Path, from: &Path) -> [String; 2] {
    let source = match &plan.entry {
        EntryPoint::Function { source, .. } => source.as_ref(),
        EntryPoint::Main => None,
    };
    let others = plan.sources.iter().filter(|&other| Some(other) != source);
    let others: Vec<String> = others.map(|path| format!(" {}", quote(path))).collect();
    let by_script = !plan.own_flags.is_empty() && !others.is_empty();
    let others = match by_script {
        true => format!(" {}/*.o", quote(&directory.join(OBJECTS))),
        false => others.concat(),
    };
    let program = quote(&directory.join(file.with_extension("")));
    let include = quote(&directory.join("build/include"));
    let (file, from) = (quote(&directory.join(file)), quote(from));
    let quoted = |words: &[String]| -> String {
        let words = words
            .iter()
            .map(|word| format!(" {}", quote(Path::new(word))));
        words.collect()
    };
    let flags = quoted(&source.map_or_else(|| plan.cflags.clone(), |source| plan.flags_of(source)));
    let linked = quoted(&plan.linked);
    let script = quote(&directory.join(COMPILE_SCRIPT));
    let without = source.map(|source| quote(source)).unwrap_or_default();
    ["", SANITIZERS].map(|sanitizers| {
        let space = if sanitizers.is_empty() { "" } else { " " };
        let before = match by_script {
            false => String::new(),
            true => format!(
                "WITHOUT={without} sh {script} -g{space}{sanitizers} {WITHOUT_MAIN} -I{include} && "
            ),
        };
        format!(
            "(cd {from} && {before}cc -g{space}{sanitizers} {WITHOUT_MAIN}{flags} -I{include} \
             {file}{others}{linked} -lm -o {program}) && {program}"
        )
    })
}

/// What became known of a file with tests when it was compiled and run.
#[derive(Default)]
pub struct Tried {
    /// Tests that are to be left out, each for a reason.
    pub refuted: BTreeMap<u32, String>,
    /// What the program only declares, and no library has.
    pub missing: BTreeSet<String>,
    /// Macros of the source, and of what it includes of its own, that are in force at its end.
    pub macros: BTreeSet<String>,
}

/// A file with tests.
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// The tests in it.
    pub tests: Vec<u32>,
}

/// Writes all tests of a function into one file; `None` if they are not of a function, or debug
/// information does not say enough, or none can be written.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    suite: &Suite,
    tests: &[TestCase],
    tried: &Tried,
) -> Result<Option<Written>, SuiteError> {
    let (
        Some(unit),
        EntryPoint::Function {
            name,
            source: Some(source),
            ..
        },
    ) = (&suite.plan.unit, &suite.plan.entry)
    else {
        return Ok(None);
    };
    let file = UnitFile {
        suite,
        unit,
        function: name,
        types: Types(&unit.types),
    };
    let Some((text, written)) = file.text(source, tests, tried) else {
        return Ok(None);
    };
    let path = suite.directory.join(&unit.file);
    // Nothing is written outside of the suite.
    if unit.file.file_name() != Some(unit.file.as_os_str()) {
        let message = format!("{} is not in this directory", unit.file.display());
        return Err(SuiteError::format(
            &suite.directory.join("suite.json"),
            message,
        ));
    }
    crate::directory::write_whole(&path, text.as_bytes())?;
    ctest::write(suite, unit, name, &written)?;
    let tests = written.iter().map(|test| test.id).collect();
    Ok(Some(Written { path, tests }))
}

/// Removes a file with tests and what CTest reads of it.
///
/// # Errors
/// If they cannot be removed.
pub fn remove(suite: &Suite, written: &Written) -> Result<(), SuiteError> {
    for path in [written.path.clone(), ctest::path(suite)] {
        std::fs::remove_file(&path).map_err(SuiteError::io(&path))?;
    }
    Ok(())
}

/// A shell's word.
pub(crate) fn quote(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,+:".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// Text inside of a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

struct UnitFile<'a> {
    suite: &'a Suite,
    unit: &'a Unit,
    function: &'a str,
    types: Types<'a>,
}

/// A test as C.
struct WrittenTest {
    id: u32,
    function: String,
    row: String,
}

impl UnitFile<'_> {
    fn text(
        &self,
        source: &Path,
        tests: &[TestCase],
        tried: &Tried,
    ) -> Option<(String, Vec<WrittenTest>)> {
        let (mut written, mut left_out) = (Vec::new(), Vec::new());
        for test in tests {
            let reason = tried.refuted.get(&test.id).cloned();
            match reason.map_or_else(|| self.test(test), Err) {
                Ok(test) => written.push(test),
                Err(reason) => left_out.push((test.id, reason)),
            }
        }
        if written.is_empty() {
            return None;
        }
        let mut out = self.header(&written, &left_out);
        let source = string_literal(source.display().to_string().as_bytes());
        let _ = write!(
            out,
            "#ifndef UNIT_SOURCE\n#define UNIT_SOURCE {source}\n#endif\n\
             /* The function may be static, and its types are those of its source. */\n\
             #include UNIT_SOURCE\n#undef main\n"
        );
        let text = self.behind_source(&written, tried);
        out.push_str(&without_macros(&tried.macros, &text));
        let _ = write!(out, "\n{text}");
        Some((out, written))
    }

    /// What stands behind the source: what the tests need, and they.
    fn behind_source(&self, written: &[WrittenTest], tried: &Tried) -> String {
        let mut out = format!("{CHECKS_SOURCE}\n");
        let texts: String = written.iter().map(|test| test.function.as_str()).collect();
        let given = &self.suite.plan.given_functions;
        out.push_str(&given::definitions(self.types, given, &texts));
        let uses = |name: &str| written.iter().any(|test| test.function.contains(name));
        let free = &self.suite.plan.free_variables;
        out.push_str(&variables::declarations(self.types, free, &texts));
        out.push_str(&stand_ins(&tried.missing));
        if uses("wf_room(") {
            out.push_str(ROOM_SOURCE);
        }
        if uses("wf_new(") {
            out.push_str(NEW_SOURCE);
        }
        if uses("wf_set_pointer(") {
            out.push_str(SET_POINTER_SOURCE);
        }
        if !self.suite.plan.stubs.is_empty() {
            out.push_str(answers::SOURCE);
        }
        for test in written {
            out.push_str(&test.function);
        }
        out.push_str("static const struct wf_test wf_tests[] = {\n");
        for test in written {
            out.push_str(&test.row);
        }
        let _ = write!(out, "}};\n\n{RUNNER_SOURCE}");
        out
    }

    fn header(&self, written: &[WrittenTest], left_out: &[(u32, String)]) -> String {
        let (unit, plan) = (self.unit, &self.suite.plan);
        let command = match written.iter().any(|test| test.row.contains(".finding = ")) {
            true => &unit.command_with_sanitizers,
            false => &unit.command,
        };
        let mut out = format!(
            "/* Tests of {}, generated by {}. To compile and run them:\n     {}\n   One alone, for a \
             debugger: the same program with its name behind it.\n",
            self.function,
            plan.producer,
            // Objects of a folder must not begin a comment, and are found when it is pasted.
            comment(&command.replace("/*", "/?*"))
        );
        for (id, reason) in left_out {
            let _ = writeln!(
                out,
                "   Test {id} of the suite is not here: {}.",
                comment(reason)
            );
        }
        out.truncate(out.trim_end().len());
        out.push_str(" */\n");
        out
    }

    /// A test; why there is none, if there is none.
    fn test(&self, test: &TestCase) -> Result<WrittenTest, String> {
        let entry = test.entry.as_ref().ok_or("it has no arguments")?;
        let given = &self.suite.plan.given_functions;
        let stubs = &self.suite.plan.stubs;
        if let Some(reason) = not_in_c(test, given, stubs) {
            return Err(reason.to_owned());
        }
        let script = given::script(self.types, given, &test.inputs);
        let script = script.map(|mut lines| {
            lines.extend(answers::script(test, stubs));
            lines
        });
        if variables::cannot_be_set(self.types, &self.suite.plan.free_variables, entry) {
            return Err("it sets a variable that no C file can name".to_owned());
        }
        let body = script.and_then(|script| self.body(entry, script));
        let (body, returned) = body.ok_or("C has no words for its arguments")?;
        let name = format!("test_{}", test.id);
        let ends = ending(test);
        let what = match &ends.finding {
            Some(finding) => format!("Shows an error: {finding}"),
            None => returned.map_or(ends.what, |value| format!("Returns {value}")),
        };
        let function = format!(
            "/* {}. */\nstatic void {name}(void) {{\n{body}}}\n\n",
            comment(&what)
        );
        let mut row = format!("    {{.name = \"{name}\", .run = {name}");
        if let Some(finding) = &ends.finding {
            let _ = write!(row, ", .finding = {}", string_literal(finding.as_bytes()));
        }
        row.push_str(&ends.fields);
        row.push_str(&surroundings(test));
        row.push_str("},\n");
        Ok(WrittenTest {
            id: test.id,
            function,
            row,
        })
    }

    /// The statements of a test, some of which are made already, and what the function returns in it, if
    /// that is known as a word.
    fn body(&self, entry: &Entry, script: Vec<String>) -> Option<(String, Option<String>)> {
        let names = Names::new(self.taken());
        let mut arrangement = Arrangement::new(self.types, (entry, &self.suite.plan), names);
        let mut regions = entry.parameters.iter();
        let hidden = match self.unit.result_in_memory {
            true => Some(regions.next()?),
            false => None,
        };
        let mut arguments = Vec::new();
        for parameter in &self.unit.parameters {
            let own: Vec<&Region> = regions.by_ref().take(parameter.parts).collect();
            let (bytes, pointers) = self.argument(parameter, &own);
            arguments.push(arrangement.argument(
                &parameter.name,
                parameter.ty,
                &bytes,
                &pointers,
            )?);
        }
        arrangement.variables()?;
        arrangement.finish()?;
        let function = native_name(self.function);
        let call = format!("{function}({})", arguments.join(", "));
        let mut lines = std::mem::take(&mut arrangement.lines);
        lines.extend(script);
        let result_name = arrangement.name("result");
        let mut conditions = Vec::new();
        let ty = self.types.unqualified(self.unit.result);
        let mut call_line = format!("{call};");
        if let Some(after) = &entry.after {
            let result = match hidden {
                None => after.result.as_ref(),
                Some(hidden) => {
                    let pointer = hidden.pointers.first()?;
                    after.objects.get(pointer.object)
                }
            };
            let mut checks = Checks::new(self.types, &arrangement, entry, after);
            if let (Some(left), Some(declared)) = (result, self.types.declare(ty, &result_name)) {
                checks.result(&result_name, ty, left);
                if !checks.conditions.is_empty() {
                    call_line = format!("{declared} = {call};");
                }
            }
            checks.objects();
            conditions = checks.conditions;
        }
        let returned = conditions
            .iter()
            .find_map(|condition| returned(condition, &result_name));
        lines.push(call_line);
        lines.extend(
            conditions
                .into_iter()
                .map(|condition| format!("CHECK({condition});")),
        );
        let text = lines.iter().map(|line| format!("  {line}\n")).collect();
        Some((text, returned))
    }

    /// The bytes of an argument, which may be passed in parts of eight.
    fn argument(
        &self,
        parameter: &UnitParameter,
        parts: &[&Region],
    ) -> (Vec<u8>, Vec<crate::Pointer>) {
        let size = self.types.size(parameter.ty) as usize;
        let (mut bytes, mut pointers) = (Vec::new(), Vec::new());
        for (number, part) in parts.iter().enumerate() {
            bytes.resize(number * 8, 0);
            bytes.extend(part.contents());
            pointers.extend(part.pointers.iter().map(|pointer| crate::Pointer {
                offset: pointer.offset + number as u64 * 8,
                ..*pointer
            }));
        }
        bytes.resize(size, 0);
        (bytes, pointers)
    }

    /// Names that no variable of a test may have.
    fn taken(&self) -> BTreeSet<String> {
        let words = [
            self.function,
            "strcmp",
            "memcmp",
            "memcpy",
            "malloc",
            "abort",
            "isnan",
            "stderr",
            "fprintf",
            "wf_new",
            "wf_set_pointer",
            "wf_failed",
            "wf_tests",
            "main",
            "char",
            "void",
            "int",
            "static",
            "struct",
            "union",
            "enum",
            "unsigned",
            "const",
            "sizeof",
        ];
        let mut taken: BTreeSet<String> = words.iter().map(|&word| word.to_owned()).collect();
        let variables = self.suite.plan.free_variables.iter();
        taken.extend(variables.map(|variable| variable.name.clone()));
        for ty in &self.unit.types {
            match ty {
                SourceType::Typedef { name, .. } => {
                    taken.insert(name.clone());
                }
                SourceType::Enum { values, .. } => {
                    taken.extend(values.iter().map(|(name, _)| name.clone()));
                }
                _ => {}
            }
        }
        taken
    }
}

/// Why a test cannot stand in a C file of its own, if it cannot.
fn not_in_c(test: &TestCase, given: &[GivenFunction], stubs: &[String]) -> Option<&'static str> {
    let native = test.verdict.as_ref().map(|verdict| verdict.kind());
    let shows_error = test
        .verdict
        .as_ref()
        .is_some_and(|it| it.observed_error().is_some());
    let differs = match native {
        Some(VerdictKind::NotReproduced) => !shows_error,
        Some(VerdictKind::Inconclusive) => true,
        _ => false,
    };
    if matches!(test.outcome, Outcome::Cut { .. }) {
        Some("it is not known how it ends")
    } else if matches!(
        &test.outcome,
        Outcome::Error {
            error: ErrorKind::MemoryLeak,
            ..
        }
    ) {
        Some("it is about a leak, which needs a process of its own until its end")
    } else if differs {
        Some("its native run is not as predicted")
    } else if !given::return_all(given, stubs, &test.inputs) {
        Some("the program asks for inputs on its way")
    } else if !test.memory.is_empty() {
        Some("it depends on memory that is never written")
    } else if test.failing_allocations.contains(&true) {
        Some("an allocation fails in it")
    } else {
        None
    }
}

/// The value that a condition says the result to have.
fn returned(condition: &str, result: &str) -> Option<String> {
    let value = condition.strip_prefix(result);
    let value = value.and_then(|rest| rest.strip_prefix(" == "));
    let text = condition.strip_prefix("strcmp(");
    let text = text.and_then(|rest| rest.strip_prefix(result)?.strip_prefix(", "));
    let text = text.and_then(|rest| rest.strip_suffix(") == 0"));
    value.or(text).map(str::to_owned)
}

/// Ends what the source has defined otherwise: a text is written in the words of C and its library.
fn without_macros(macros: &BTreeSet<String>, text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: BTreeSet<&str> = text.split(|c| !is_part(c)).collect();
    let used = macros.iter().filter(|name| words.contains(name.as_str()));
    let lines: String = used
        .filter(|name| !OF_HEADERS.contains(&name.as_str()))
        .map(|name| format!("#undef {name}\n"))
        .collect();
    match lines.is_empty() {
        true => lines,
        false => format!("/* Macros that are meant for the source alone. */\n{lines}"),
    }
}

/// What stands for what nobody has: a test that comes there has gone astray.
fn stand_ins(missing: &BTreeSet<String>) -> String {
    if missing.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "/* Not in the sources: a part of the program is tested alone. */\n\
         void wf_missing(void);\nvoid wf_missing(void) {\n  \
         fprintf(stderr, \"a function is missing\\n\");\n  abort();\n}\n",
    );
    for name in missing {
        let _ = writeln!(
            out,
            "__asm__(\".weak {name}\\n\\t.set {name}, wf_missing\");"
        );
    }
    out.push('\n');
    out
}

/// How a test ends, for the table of tests.
struct Ending {
    what: String,
    finding: Option<String>,
    fields: String,
}

fn ending(test: &TestCase) -> Ending {
    let mut ending = Ending {
        what: "Returns".to_owned(),
        finding: None,
        fields: String::new(),
    };
    let observed = test
        .verdict
        .as_ref()
        .and_then(|verdict| verdict.observed_error());
    match &test.outcome {
        Outcome::Error {
            error,
            message,
            file,
            line,
            ..
        } => {
            let file = file.rsplit('/').next().unwrap_or_default();
            ending.finding = Some(format!("{} at {file}:{line}: {message}", error.name()));
        }
        Outcome::Exit { status } => {
            if test
                .entry
                .as_ref()
                .is_some_and(|entry| entry.after.is_none())
            {
                ending.what = format!("Exits with status {status}");
            }
            if *status != 0 {
                let _ = write!(ending.fields, ", .status = {status}");
            }
        }
        Outcome::Killed { signal } => {
            ending.what = format!("Ends by signal {signal}");
            let _ = write!(ending.fields, ", .signal = {signal}");
        }
        Outcome::Cut { .. } => {}
    }
    if let Some(error) = observed {
        ending.finding.get_or_insert_with(|| error.report.clone());
    }
    if ending.finding.is_none() {
        for (name, output) in [("output", &test.stdout), ("errors", &test.stderr)] {
            ending.fields.push_str(&expected(name, output.as_ref()));
        }
    }
    ending
}

/// What a test must write to a stream.
fn expected(name: &str, output: Option<&PredictedOutput>) -> String {
    // Sanitizers write to standard error as well, where nothing is expected.
    let some = output.filter(|output| name == "output" || output.written > 0);
    let whole = some.filter(|it| it.written == it.first.len() as u64 && it.first.len() <= OUTPUT);
    let Some(output) = whole else {
        return String::new();
    };
    let text = string_literal(&output.first);
    match output.written {
        0 => format!(", .{name} = {text}"),
        written => format!(", .{name} = {text}, .{name}_size = {written}"),
    }
}

/// What a test finds when it starts.
fn surroundings(test: &TestCase) -> String {
    let mut out = String::new();
    if let Some(input) = test.stdin.as_ref().filter(|input| !input.is_empty()) {
        let _ = write!(
            out,
            ", .input = {}, .input_size = {}",
            string_literal(input),
            input.len()
        );
    }
    if !test.files.is_empty() {
        out.push_str(", .files = (const struct wf_file[]){");
        for file in &test.files {
            let (name, contents) = (file.name.as_bytes(), &file.contents);
            let texts = (string_literal(name), string_literal(contents));
            let _ = write!(out, "{{{}, {}, {}}}, ", texts.0, texts.1, contents.len());
        }
        out.push_str("{NULL, NULL, 0}}");
    }
    if !test.environment.is_empty() {
        out.push_str(", .environment = (const char *const[]){");
        for variable in &test.environment {
            let _ = write!(out, "{}, ", string_literal(&variable.hex));
        }
        out.push_str("NULL}");
    }
    out
}

/// True if tests of a function can be written in C: its types have words.
pub fn can_be_written(
    parameters: &[UnitParameter],
    result: SourceTypeId,
    types: &[SourceType],
) -> bool {
    let types = Types(types);
    let spelled = parameters
        .iter()
        .all(|parameter| types.spell(parameter.ty).is_some());
    spelled && types.spell(result).is_some()
}
