//! A test as a C file: with the program's unchanged sources beside it, any C compiler makes it into
//! a program that repeats the run.

use crate::compile_script::{self, COMPILE_SCRIPT, OBJECTS};
use crate::entry_call::{ENTRY_SOURCE, call_text, native_name};
use crate::format_value::string_literal;
use crate::monitors::{IN_PLACE_OF, WATCHED};
use crate::native::redirect::SURROUNDINGS;
use crate::native::surroundings;
use crate::unit::quote as in_shell;
use crate::{
    Entry, EntryPoint, FreeVariable, InputFunction, MemoryInput, Outcome, Region, Suite,
    SuiteError, TestCase,
};
use std::fmt::Write;
use std::path::Path;

const INPUTS_SOURCE: &str = include_str!("../../runtime/inputs.c");

/// Writes what the tests are linked with, beside the program.
pub(super) fn write_surroundings(suite: &Suite) -> Result<(), SuiteError> {
    let path = suite.directory.join("build/surroundings.c");
    let directory = path.parent().unwrap_or(&suite.directory);
    std::fs::create_dir_all(directory).map_err(SuiteError::io(directory))?;
    crate::compile_script::write(&suite.plan, &suite.directory)?;
    for (name, text) in surroundings::files(&suite.plan) {
        crate::directory::write_whole(&path.with_file_name(name), text.as_bytes())?;
    }
    let mut header = String::from("/* Has the program call the functions of surroundings.c. */\n");
    for name in SURROUNDINGS {
        if surroundings::has(name) {
            let _ = writeln!(header, "#pragma redefine_extname {name} wf_{name}");
        }
    }
    crate::directory::write_whole(&path.with_extension("h"), header.as_bytes())?;
    let Some(monitors) = &suite.plan.monitors else {
        return Ok(());
    };
    let mut header = String::from("/* Has the program call the functions of specification.c. */\n");
    for name in &monitors.foreign {
        let _ = writeln!(
            header,
            "#pragma redefine_extname {name} {IN_PLACE_OF}{name}"
        );
    }
    crate::directory::write_whole(&path.with_file_name(WATCH), header.as_bytes())
}

/// The header that has a program call functions in place of those that are watched.
const WATCH: &str = "specification.h";

/// The text of a `testNNNNNN.c`.
pub(super) fn test_program(suite: &Suite, test: &TestCase) -> String {
    let mut out = header(suite, test);
    let entry = match (&suite.plan.entry, &test.entry) {
        (EntryPoint::Function { .. }, Some(entry)) => {
            // First of all: what it defines for the headers it includes must come before them.
            out.push_str("#ifdef WF_INCLUDE\n#include WF_INCLUDE\n#endif\n");
            Some(entry)
        }
        (EntryPoint::Main, _) | (EntryPoint::Function { .. }, None) => None,
    };
    out.push_str("#undef main\n#define WF_HAVE_ENTRIES\n\n");
    out.push_str(
        "struct wf_entry {\n  const char *name;\n  unsigned long size;\n  const unsigned char \
         *bytes;\n};\n\n/* Inputs, in the order in which the program asks for them. */\n",
    );
    for (index, input) in test.inputs.iter().enumerate() {
        let comment = format!("{} {} = {}", input.ty, input.name, input.value);
        let _ = writeln!(out, "/* {} */", comment.replace("*/", "* /"));
        let _ = writeln!(
            out,
            "static const unsigned char wf_bytes_{index}[] = {};",
            array(&input.bytes)
        );
    }
    out.push_str("static const struct wf_entry wf_entries[] = {\n");
    for (index, input) in test.inputs.iter().enumerate() {
        let name = string_literal(input.name.as_bytes());
        let _ = writeln!(
            out,
            "    {{{name}, {}, wf_bytes_{index}}},",
            input.bytes.len()
        );
    }
    out.push_str("    {0, 0, 0}};\n");
    let _ = writeln!(
        out,
        "static const unsigned long wf_entry_count = {};\n",
        test.inputs.len()
    );
    out.push_str(INPUTS_SOURCE);
    for given in &suite.plan.given_functions {
        let name = &given.name;
        let _ = match given.stands_in.as_deref() {
            Some("void") => writeln!(out, "WF_WEAK void {name}(void) {{}}"),
            Some(ty @ "void *") => writeln!(out, "WF_WEAK {ty}{name}(void) {{\n  return 0;\n}}"),
            _ => continue,
        };
    }
    for InputFunction { name, ty } in &suite.plan.input_functions {
        let _ = writeln!(
            out,
            "WF_WEAK {ty} {name}(void) {{\n  {ty} value;\n  wf_take(&value, sizeof value, \
             \"{name}\");\n  return value;\n}}"
        );
    }
    out.push('\n');
    out.push_str(PROCESS_DECLARATIONS);
    let call = match &suite.plan.entry {
        EntryPoint::Main => {
            out.push_str(MAIN_DECLARATION);
            main_call(suite, test)
        }
        EntryPoint::Function {
            name,
            parameters,
            variadic,
            ..
        } => match (entry, call_text(parameters, *variadic)) {
            _ if suite.plan.has_cpp() && !built_from(suite).include.is_empty() => {
                let problem =
                    "only a source in C++ sees the function; wayfarer replay runs the test";
                return format!("{out}#error \"{problem}\"\n");
            }
            (Some(entry), Ok(call)) => {
                out.push_str(&given_functions(suite, entry));
                out.push_str(&free_variables(suite, entry));
                out.push_str(&function_arguments(name, entry, &call));
                function_call(entry)
            }
            (_, Err(problem)) => return format!("{out}#error \"{problem}\"\n"),
            (None, _) => return format!("{out}#error \"the test has no arguments\"\n"),
        },
    };
    out.push_str(&main_function(test, &call));
    out
}

/// What the test is and how it is built.
fn header(suite: &Suite, test: &TestCase) -> String {
    let command = command(suite, test);
    let what = match &test.outcome {
        Outcome::Exit { status } => format!("exits with status {status}"),
        Outcome::Killed { signal } => format!("ends by signal {signal}"),
        Outcome::Error {
            error,
            message,
            file,
            line,
            ..
        } => {
            format!("{} at {file}:{line}: {message}", error.name())
        }
        Outcome::Cut { reason } => format!("no prediction of the end ({reason})"),
    };
    let mut memory: String = test.memory.iter().map(memory_line).collect();
    memory.extend(unset_variables(suite, test));
    if suite.plan.monitors.is_some() && !built_from(suite).include.is_empty() {
        memory.push_str("   Not repeated here, only by `wayfarer replay`: specifications.\n");
    }
    format!(
        "/* Test {} of a suite generated by {}.\n   Expected: {}\n   Build and run:\n     {command}\n{memory}*/\n",
        test.id,
        suite.plan.producer,
        what.replace("*/", "* /"),
    )
}

/// The command that builds and runs a test.
fn command(suite: &Suite, test: &TestCase) -> String {
    let joined = |parts: &[&str]| {
        let parts = parts.iter().filter(|part| !part.is_empty());
        parts.copied().collect::<Vec<_>>().join(" ")
    };
    let flags = suite.plan.cflags.iter();
    let flags: Vec<String> = flags.map(|word| in_shell(Path::new(word))).collect();
    let flags = flags.join(" ");
    let Sources {
        include,
        script,
        files,
    } = built_from(suite);
    let libraries: Vec<String> = suite
        .plan
        .linked
        .iter()
        .map(|word| quote(Path::new(word)))
        .collect();
    let libraries = libraries.join(" ");
    let options = "-Dmain=wf_program_main -include build/surroundings.h -Ibuild/include";
    let own = format!("test{:06}.c build/surroundings.c", test.id);
    let of_cpp = match suite.plan.has_cpp() {
        true => "-lstdc++",
        false => "",
    };
    let run = joined(&[&libraries, of_cpp, "-lm -o test && ./test"]);
    let compile = |more: &str| match &script {
        Some(script) => joined(&[script, options, more, "&& "]),
        None => String::new(),
    };
    let monitors = suite.plan.monitors.as_ref();
    let Some(monitors) = monitors.filter(|_| include.is_empty()) else {
        let test = joined(&["cc", options, &flags, &include, &own, &files, &run]);
        return compile("") + &test;
    };
    let compiler = match monitors.own.is_empty() {
        true => "cc",
        // GNU's linker does not see calls in the file that defines a function.
        false => "clang-19 -fuse-ld=lld-19",
    };
    let own_names = monitors.own.iter().map(|name| format!("-Wl,--wrap={name}"));
    let foreign = monitors.foreign.iter();
    let foreign = foreign.map(|name| format!("-D{WATCHED}{name}={name}"));
    let names: Vec<String> = own_names.chain(foreign).collect();
    let source = monitors.source.display().to_string();
    // The program by itself, as the test's own calls are no events.
    let watched = format!("-O0 -include build/{WATCH}");
    let program = [compiler, "-r -nostdlib", options, &flags, &watched, &files];
    let names = names.join(" ");
    let test = [
        compiler,
        options,
        &flags,
        &own,
        &source,
        "program.o",
        &names,
        &run,
    ];
    let compiled = compile(&watched);
    format!(
        "{compiled}{} -o program.o && {}",
        joined(&program),
        joined(&test)
    )
}

/// What C cannot set; `wayfarer replay` does.
fn memory_line(memory: &MemoryInput) -> String {
    let input = &memory.input;
    let text = format!(
        "   Not repeated here, only by `wayfarer replay`: before it is written, {} holds {} ({}) at \
         offset {}.\n",
        input.name, input.value, input.ty, memory.offset
    );
    text.replace("*/", "* /")
}

/// How the program comes to a test.
struct Sources {
    /// The option that includes the source of a `static` function into the test, which nobody else can
    /// call, with that source's own flags.
    include: String,
    /// What compiles the others, if they have flags of their own.
    script: Option<String>,
    /// What is linked with the test: the other sources, or their objects.
    files: String,
}

fn built_from(suite: &Suite) -> Sources {
    let plan = &suite.plan;
    let mut given = plan.given_functions.iter();
    let mut variables = plan.free_variables.iter();
    let included = match &plan.entry {
        EntryPoint::Function {
            internal, source, ..
        } if *internal
            || given.any(|given| given.internal)
            || variables.any(|it| it.internal && it.in_source) =>
        {
            source.as_ref()
        }
        EntryPoint::Function { .. } | EntryPoint::Main => None,
    };
    let include = included.map(|source| {
        let name = string_literal(source.display().to_string().as_bytes());
        let own = plan.own_flags.get(source).into_iter().flatten();
        let own = own.map(|flag| format!("{} ", quote(Path::new(flag))));
        let own: String = own.collect();
        own + &quote(Path::new(&format!("-DWF_INCLUDE={name}")))
    });
    let others = plan
        .sources
        .iter()
        .filter(|&source| Some(source) != included);
    let others: Vec<String> = others.map(|path| quote(path)).collect();
    let (script, files) = match compile_script::is_needed(plan) && !others.is_empty() {
        false => (None, others.join(" ")),
        true => {
            let without = included.map(|source| format!("WITHOUT={} ", quote(source)));
            let script = format!("{}sh {COMPILE_SCRIPT}", without.unwrap_or_default());
            (Some(script), format!("{OBJECTS}/*.o"))
        }
    };
    Sources {
        include: include.unwrap_or_default(),
        script,
        files,
    }
}

fn quote(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

fn array(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        // An array without elements is not C.
        return "{0}".to_owned();
    }
    let items: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let mut out = String::from("{");
    for (index, chunk) in items.chunks(20).enumerate() {
        if index > 0 {
            out.push_str(",\n    ");
        }
        out.push_str(&chunk.join(", "));
    }
    out.push('}');
    out
}

const MAIN_DECLARATION: &str =
    "#ifdef __cplusplus\nextern \"C\"\n#endif\nint wf_program_main(int, char **, char **);\n\n";

/// What the C library has beside its headers, unless they were asked for GNU's.
const PROCESS_DECLARATIONS: &str = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\
    extern char **environ;\n#ifdef __GLIBC__\nextern char *program_invocation_name, \
    *program_invocation_short_name;\n#endif\n#ifdef __cplusplus\n}\n#endif\n\n";

/// The statements that call the program.
fn main_call(suite: &Suite, test: &TestCase) -> String {
    let mut out = String::new();
    for (index, argument) in test.arguments.iter().enumerate() {
        let text = string_literal(&argument.hex);
        let _ = writeln!(out, "  static char wf_argument_{index}[] = {text};");
    }
    let name = string_literal(suite.plan.program_name.as_bytes());
    let _ = write!(
        out,
        "  static char wf_name[] = {name};\n  char *wf_argv[] = {{wf_name"
    );
    for index in 0..test.arguments.len() {
        let _ = write!(out, ", wf_argument_{index}");
    }
    out.push_str(", 0};\n");
    out.push_str(
        "#ifdef __GLIBC__\n  program_invocation_name = wf_name;\n  program_invocation_short_name = \
         strrchr(wf_name, '/') ? strrchr(wf_name, '/') + 1 : wf_name;\n#endif\n",
    );
    let count = test.arguments.len() + 1;
    let _ = writeln!(out, "  return wf_program_main({count}, wf_argv, environ);");
    out
}

/// The functions that arguments lead to, by the numbers of their regions.
fn given_functions(suite: &Suite, entry: &Entry) -> String {
    let mut out = String::new();
    for (index, region) in entry.objects.iter().enumerate() {
        let Some(name) = &region.function else {
            continue;
        };
        let given = suite.plan.given_functions.iter();
        let given = given.clone().find(|given| given.name == *name);
        let symbol = native_name(name);
        let _ = match given {
            // Who includes its source sees it.
            Some(given) if given.internal || given.stands_in.is_some() => {
                writeln!(out, "#define wf_given_{index} ((void (*)(void)){symbol})")
            }
            _ => writeln!(
                out,
                "extern void wf_given_{index}(void) __asm__(\"{symbol}\");"
            ),
        };
    }
    out
}

/// The variable of the program that a region is.
fn variable<'a>(suite: &'a Suite, region: &Region) -> Option<&'a FreeVariable> {
    let name = region.variable.as_ref()?;
    let mut known = suite.plan.free_variables.iter();
    known.find(|known| known.name == *name)
}

/// The variables of the program that a test sets, by the numbers of their regions.
fn free_variables(suite: &Suite, entry: &Entry) -> String {
    let mut out = String::new();
    for (index, region) in entry.objects.iter().enumerate() {
        let Some(variable) = variable(suite, region) else {
            continue;
        };
        let symbol = native_name(&variable.name);
        let _ = match (variable.internal, variable.in_source) {
            // Who includes its source sees it.
            (true, true) => writeln!(
                out,
                "#define wf_variable_{index} ((unsigned char *)&{})",
                variable.name
            ),
            (true, false) => writeln!(out, "#define wf_variable_{index} 0"),
            (false, _) => writeln!(
                out,
                "extern unsigned char wf_variable_{index}[] __asm__(\"{symbol}\");"
            ),
        };
    }
    out
}

/// What a test cannot set in C: static variables of functions and of other sources.
fn unset_variables(suite: &Suite, test: &TestCase) -> Vec<String> {
    let regions = test.entry.iter().flat_map(|entry| &entry.objects);
    let set = regions.filter_map(|region| variable(suite, region));
    let unset = set.filter(|it| it.internal && !it.in_source);
    let line = |it: &FreeVariable| {
        let name = it.name.replace("*/", "* /");
        format!("   Not repeated here, only by `wayfarer replay`: what {name} holds.\n")
    };
    unset.map(line).collect()
}

/// The arguments of the function under test as static data, and what calls it.
fn function_arguments(name: &str, entry: &Entry, call: &str) -> String {
    let mut out = format!("{ENTRY_SOURCE}\n");
    for input in &entry.inputs {
        let comment = format!("{} {} = {}", input.ty, input.name, input.value);
        let _ = writeln!(out, "/* {} */", comment.replace("*/", "* /"));
    }
    regions(&mut out, "object", &entry.objects);
    regions(&mut out, "parameter", &entry.parameters);
    let symbol = native_name(name);
    let _ = write!(
        out,
        "#ifdef WF_INCLUDE\n#define WF_TARGET ((void (*)(void)){symbol})\n#else\n\
         extern void wf_entry_function(void) __asm__(\"{symbol}\");\n\
         #define WF_TARGET wf_entry_function\n#endif\n{call}\n"
    );
    out
}

/// A table of regions: `wf_NAME_table`.
fn regions(out: &mut String, name: &str, regions: &[Region]) {
    for (index, region) in regions.iter().enumerate() {
        let value = region.value.as_ref().map(|value| format!(" = {value}"));
        let comment = format!("{}{}", region.name, value.unwrap_or_default());
        let (size, bytes) = (region.size.max(1), array(&region.bytes));
        let _ = writeln!(
            out,
            "/* {} */\nstatic const unsigned char wf_{name}_{index}[{size}] = {bytes};",
            comment.replace("*/", "* /")
        );
        if region.pointers.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "static const struct wf_pointer wf_{name}_pointers_{index}[] = {{"
        );
        for pointer in &region.pointers {
            let _ = write!(
                out,
                "{{{}, {}, {}}}, ",
                pointer.offset, pointer.object, pointer.target
            );
        }
        out.push_str("};\n");
    }
    let _ = writeln!(out, "static const struct wf_region wf_{name}_table[] = {{");
    for (index, region) in regions.iter().enumerate() {
        let pointers = match region.pointers.len() {
            0 => "0".to_owned(),
            _ => format!("wf_{name}_pointers_{index}"),
        };
        let (size, count) = (region.size, region.pointers.len());
        let function = match region.function {
            Some(_) => format!("wf_given_{index}"),
            None => "0".to_owned(),
        };
        let variable = match region.variable {
            Some(_) => format!("wf_variable_{index}"),
            None => "0".to_owned(),
        };
        let _ = writeln!(
            out,
            "    {{{size}, wf_{name}_{index}, {count}, {pointers}, {function}, {variable}}},"
        );
    }
    out.push_str("    {0, 0, 0, 0, 0, 0}};\n\n");
}

/// The statements that call the function under test.
fn function_call(entry: &Entry) -> String {
    format!(
        "  wf_call(wf_arguments(wf_object_table, {}, wf_parameter_table, {}));\n  return 0;\n",
        entry.objects.len(),
        entry.parameters.len()
    )
}

/// A `main` that makes files, environment and standard input as the test has them, and goes on
/// with `call`.
fn main_function(test: &TestCase, call: &str) -> String {
    let mut out = String::new();
    for (index, file) in test.files.iter().enumerate() {
        let _ = writeln!(
            out,
            "static const unsigned char wf_file_{index}[] = {};",
            array(&file.contents)
        );
    }
    if let Some(stdin) = &test.stdin {
        let _ = writeln!(
            out,
            "static const unsigned char wf_stdin[] = {};",
            array(stdin)
        );
    }
    out.push_str(
        "\nstatic void wf_file(const char *name, const unsigned char *bytes, unsigned long size) {\n  \
         FILE *file = fopen(name, \"wb\");\n  \
         if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {\n    \
         fprintf(stderr, \"cannot write %s\\n\", name);\n    exit(125);\n  }\n}\n\n",
    );
    out.push_str("int main(void) {\n");
    for (index, variable) in test.environment.iter().enumerate() {
        let text = string_literal(&variable.hex);
        let _ = writeln!(out, "  static char wf_variable_{index}[] = {text};");
    }
    out.push_str("  static char *wf_environment[] = {");
    for index in 0..test.environment.len() {
        let _ = write!(out, "wf_variable_{index}, ");
    }
    out.push_str("0};\n  environ = wf_environment;\n");
    for (index, file) in test.files.iter().enumerate() {
        let (name, size) = (string_literal(file.name.as_bytes()), file.contents.len());
        let _ = writeln!(out, "  wf_file({name}, wf_file_{index}, {size});");
    }
    let (bytes, size) = match &test.stdin {
        Some(stdin) => ("wf_stdin", stdin.len()),
        None => ("(const unsigned char *)\"\"", 0),
    };
    let _ = writeln!(out, "  wf_file(\"wayfarer-stdin.tmp\", {bytes}, {size});");
    out.push_str(
        "  if (!freopen(\"wayfarer-stdin.tmp\", \"rb\", stdin))\n    return 125;\n  \
         (void)wf_file;\n  remove(\"wayfarer-stdin.tmp\");\n",
    );
    out.push_str(call);
    out.push_str("}\n");
    out
}
