//! The library models, compiled natively beside glibc under other names, and compared with it; and
//! what the models promise to each other and to the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("library")
}

/// Runs a command that must succeed; gives what it printed.
fn run(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{command:?} fails:\n{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// The `.c` files of a directory, in order of their names.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("the directory is there");
    let mut sources: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    sources
}

/// A machine that the models are compiled for.
#[derive(Clone, Copy)]
enum Machine {
    /// x86-64.
    Wide,
    /// i386.
    Narrow,
}

impl Machine {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Machine::Wide => &["-msse4.1"],
            Machine::Narrow => &["-m32", "-msse4.1", "-mfpmath=sse"],
        }
    }

    /// What the linker calls it.
    fn format(self) -> &'static str {
        match self {
            Machine::Wide => "elf_x86_64",
            Machine::Narrow => "elf_i386",
        }
    }
}

fn compile(source: &Path, into: &Path, machine: Machine) -> PathBuf {
    let name = source.file_stem().expect("a source has a name");
    let object = into.join(name).with_extension("o");
    run(Command::new("clang-19")
        .args(["-O1", "-fno-builtin", "-DWFL_NATIVE"])
        .args(machine.flags())
        .args(["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-c"])
        .arg(source)
        .arg("-o")
        .arg(&object));
    object
}

/// Compiles with two at a time.
fn compile_all(sources: &[PathBuf], into: &Path, machine: Machine) -> Vec<PathBuf> {
    let compiled = |sources: &[PathBuf]| -> Vec<PathBuf> {
        let sources = sources.iter();
        sources.map(|it| compile(it, into, machine)).collect()
    };
    let (left, right) = sources.split_at(sources.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| compiled(right));
        let mut objects = compiled(left);
        objects.extend(other.join().expect("the other half compiles"));
        objects
    })
}

fn symbols(object: &Path, options: &[&str]) -> Vec<String> {
    let text = run(Command::new("nm").args(options).arg(object));
    let last = text
        .lines()
        .filter_map(|line| line.split_whitespace().last());
    last.map(str::to_owned).collect()
}

/// What a native compiler divides numbers of 64 bits with on machines of 32, and code finds its data by there.
const OF_I386: &[&str] = &[
    "__divdi3",
    "__moddi3",
    "__udivdi3",
    "__umoddi3",
    "_GLOBAL_OFFSET_TABLE_",
];

/// Models call each other by names of their own: the program under test may define any other.
fn check_calls(object: &Path) {
    const DATA: &[&str] = &["stdin", "stdout", "stderr"];
    /// What a native compiler copies and fills with.
    const COMPILER: &[&str] = &["memcpy", "memset", "memmove", "_GLOBAL_OFFSET_TABLE_"];
    for symbol in symbols(object, &["-u"]) {
        let own = symbol.starts_with("wf__") || symbol.starts_with("wfl_");
        let mut others = DATA.iter().chain(COMPILER).chain(OF_I386);
        let known = others.any(|it| *it == symbol);
        assert!(own || known, "{} calls {symbol}", object.display());
    }
}

/// All models in one object file, made once for all tests.
fn all_models(machine: Machine) -> &'static Path {
    static ALL: [OnceLock<PathBuf>; 2] = [OnceLock::new(), OnceLock::new()];
    ALL[machine as usize].get_or_init(|| {
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library_models");
        let work = work.join(machine.format());
        std::fs::create_dir_all(&work).expect("the directory is made");
        let objects = compile_all(&sources(&library()), &work, machine);
        for object in &objects {
            check_calls(object);
        }
        let all = work.join("all.models");
        run(Command::new("ld")
            .args(["-m", machine.format(), "-r", "-o"])
            .arg(&all)
            .args(&objects));
        all
    })
}

/// The program that compares the models with glibc, in a directory.
fn comparing_program(work: &Path, machine: Machine) -> PathBuf {
    let all = all_models(machine);
    let names: String = symbols(all, &["-g", "--defined-only"])
        .iter()
        .map(|name| format!("{name} model_{name}\n"))
        .collect();
    let list = work.join("names");
    std::fs::write(&list, names).expect("the list of names is written");
    let models = work.join("models.o");
    run(Command::new("objcopy")
        .arg(format!("--redefine-syms={}", list.display()))
        .arg(all)
        .arg(&models));
    for symbol in symbols(&models, &["-u"]) {
        let of_compiler = OF_I386.contains(&symbol.as_str());
        assert!(
            of_compiler || symbol.starts_with("wf__"),
            "no model defines {symbol}"
        );
    }
    let program = work.join("compare");
    run(Command::new("clang-19")
        .args(["-O1", "-w", "-fno-builtin"])
        .args(machine.flags())
        .args(sources(&library().join("test")))
        .arg(&models)
        .arg("-o")
        .arg(&program)
        .arg("-lm"));
    program
}

#[test]
fn the_models_agree_with_glibc() {
    compare_with_glibc(Machine::Wide);
}

#[test]
fn the_models_for_32_bits_agree_with_glibc() {
    compare_with_glibc(Machine::Narrow);
}

fn compare_with_glibc(machine: Machine) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut program = Command::new(comparing_program(directory.path(), machine));
    // Programs in the machine have no such variable, which tempnam heeds.
    print!("{}", run(program.env_remove("TMPDIR")));
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_models_agree_with_glibc_for_other_random_values() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let program = comparing_program(directory.path(), Machine::Wide);
    let first = std::env::var("MODELS_SEED").map_or(1, |seed| seed.parse().expect("a number"));
    let mut failed = String::new();
    for seed in first..first + 40 {
        let mut program = Command::new(&program);
        let output = program.env_remove("TMPDIR").arg(seed.to_string()).output();
        let output = output.expect("the program starts");
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stdout);
            let wrong = text.lines().filter(|line| !line.ends_with(" 0 failed"));
            failed.extend(wrong.map(|line| format!("seed {seed}: {line}\n")));
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
fn the_header_of_intrinsics_is_the_table() {
    let header = std::fs::read_to_string(library().join("intrinsics.h")).expect("it is there");
    /// What C says by other means.
    const ELSEWHERE: &[&str] = &[
        "va_start",
        "va_copy",
        "stack_save",
        "stack_restore",
        "setjmp",
        "longjmp",
        "flatten",
        "expand",
    ];
    let of_c = |intrinsic: &ir::Intrinsic| !matches!(intrinsic, ir::Intrinsic::Java(_));
    for intrinsic in ir::Intrinsic::all().filter(of_c) {
        let name = intrinsic.name();
        let count = intrinsic.signature().parameters.len();
        let Some(at) = header.find(&format!("wf__{name}(")) else {
            assert!(ELSEWHERE.contains(&name), "{name} is not declared");
            continue;
        };
        let rest = &header[at..];
        let list = &rest[rest.find('(').expect("just found") + 1..];
        let list = &list[..list.find(')').expect("a declaration ends")];
        let declared = if list == "void" {
            0
        } else {
            list.split(',').count()
        };
        assert_eq!(declared, count, "arguments of {name}");
    }
    for name in header.split("wf__").skip(1) {
        let name = &name[..name.find('(').expect("a declaration has arguments")];
        assert!(
            ir::Intrinsic::find(name).as_ref().is_some_and(of_c),
            "{name} is no intrinsic"
        );
    }
}

#[test]
fn the_public_headers_compile_as_c_and_as_cpp() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("use.c");
    let text = "#include <wayfarer.h>\n#include <klee/klee.h>\n\
                int main(void) { int x = wf_int(\"x\"); wf_assume(x > 0 && x < 9);\n\
                wf_assert(x != 5); klee_assume(x != 7); klee_assert(x);\n\
                if (wf_bool(\"b\")) wf_reach(); return 0; }\n";
    std::fs::write(&source, text).expect("the source is written");
    for language in ["c", "c++"] {
        let standards: &[&str] = if language == "c" {
            &["-std=c99", "-std=gnu17"]
        } else {
            &["-std=c++11", "-std=c++20"]
        };
        for standard in standards {
            run(Command::new("clang-19")
                .args([
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-pedantic",
                    "-fsyntax-only",
                    "-x",
                ])
                .args([language, standard])
                .arg("-I")
                .arg(library().join("include"))
                .arg(&source));
        }
    }
}

/// A header of the standards: what it declares, and which of that are macros.
#[derive(Default)]
struct Header<'t> {
    functions: Vec<&'t str>,
    macros: Vec<&'t str>,
}

/// `header: name…` or `header macros: name…`; lines that begin with a space go on.
fn headers(text: &str) -> BTreeMap<&str, Header<'_>> {
    let mut all: BTreeMap<&str, Header<'_>> = BTreeMap::new();
    let mut at = ("", false);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let names = match line.split_once(": ") {
            Some((header, names)) => {
                let name = header.strip_suffix(" macros");
                at = (name.unwrap_or(header), name.is_some());
                names
            }
            None => line,
        };
        let header = all.entry(at.0).or_default();
        let list = match at.1 {
            true => &mut header.macros,
            false => &mut header.functions,
        };
        list.extend(names.split_whitespace());
    }
    all
}

/// Models that only end the path, as what they stand for is not supported.
fn refused() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in sources(&library()) {
        let text = std::fs::read_to_string(&source).expect("it can be read");
        // Tables of them: the result, the name, the parameters.
        for entry in text.split("\nREFUSED(").skip(1) {
            names.extend(entry.split(", ").nth(1).map(str::to_owned));
        }
        for (at, _) in text.match_indices("wf__unsupported(") {
            let Some(open) = text[..at].rfind('{') else {
                continue;
            };
            let only_unused = text[open + 1..at]
                .split(';')
                .all(|it| it.trim().is_empty() || it.trim().starts_with("(void)"));
            let ends = text[at..]
                .find(");")
                .is_some_and(|end| text[at + end + 2..].trim_start().starts_with('}'));
            let head = text[..open].rfind(['}', ';', '/']).map_or(0, |it| it + 1);
            let head = &text[head..open];
            let Some(parameters) = head.find('(').filter(|_| only_unused && ends) else {
                continue;
            };
            let name = head[..parameters].rsplit(|c: char| !c.is_alphanumeric() && c != '_');
            names.extend(name.take(1).map(str::to_owned));
        }
    }
    names
}

/// Names, each as code, or a dash.
fn cell(names: &[&str]) -> String {
    match names {
        [] => "-".to_owned(),
        _ => format!("`{}`", names.join("` `")),
    }
}

/// Run with `UPDATE=1` to write the document anew.
#[test]
fn the_document_says_which_functions_of_the_standards_have_models() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let standard = std::fs::read_to_string(root.join("tests/standard_functions.txt"));
    let standard = standard.expect("the list of functions is there");
    let defined: BTreeSet<String> = symbols(all_models(Machine::Wide), &["-g", "--defined-only"])
        .into_iter()
        .collect();
    let refused = refused();
    /// The machine does what these ask for itself.
    const MACHINE: &[&str] = &["setjmp", "_setjmp"];
    let has_model = |name: &str| defined.contains(name) || MACHINE.contains(&name);
    let mut counts = [0; 3];
    let mut rows = String::new();
    for (header, Header { functions, macros }) in headers(&standard) {
        let (mut modelled, without): (Vec<&str>, Vec<&str>) =
            functions.iter().partition(|name| has_model(name));
        let ends = modelled.extract_if(.., |name| refused.contains(*name));
        let ends: Vec<&str> = ends.collect();
        modelled.extend(&macros);
        modelled.sort_unstable();
        for (count, names) in counts.iter_mut().zip([&modelled, &ends, &without]) {
            *count += names.len();
        }
        let cells = [&modelled, &ends, &without].map(|names| cell(names));
        rows += &format!("| `{header}` | {} |\n", cells.join(" | "));
    }
    let document = root.join("../../docs/c-library.md");
    let text = std::fs::read_to_string(&document).expect("the document is there");
    const MARK: &str = "<!-- made by crates/llvm/tests/library_native.rs -->\n";
    let (written, _) = text.split_once(MARK).expect("the document has a table");
    let [modelled, ends, without] = counts;
    let expected = format!(
        "{written}{MARK}\n{modelled} have a model, {ends} are refused, {without} have none.\n\n\
         | header | model | refused | none |\n|---|---|---|---|\n{rows}"
    );
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&document, &expected).expect("the document is written");
    } else {
        assert!(
            text == expected,
            "docs/c-library.md is not what the models are: UPDATE=1 writes it anew"
        );
    }
}
