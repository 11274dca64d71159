//! The library models, compiled natively beside glibc under other names, and compared with it; and
//! what the models promise to each other and to the machine.

use std::path::{Path, PathBuf};
use std::process::Command;

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

fn compile(source: &Path, into: &Path) -> PathBuf {
    let name = source.file_stem().expect("a source has a name");
    let object = into.join(name).with_extension("o");
    run(Command::new("clang-19")
        .args(["-O1", "-fno-builtin", "-msse4.1", "-DWFL_NATIVE"])
        .args(["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-c"])
        .arg(source)
        .arg("-o")
        .arg(&object));
    object
}

/// Compiles with two at a time.
fn compile_all(sources: &[PathBuf], into: &Path) -> Vec<PathBuf> {
    let (left, right) = sources.split_at(sources.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| right.iter().map(|it| compile(it, into)).collect::<Vec<_>>());
        let mut objects: Vec<PathBuf> = left.iter().map(|it| compile(it, into)).collect();
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

/// Models call each other by names of their own: the program under test may define any other.
fn check_calls(object: &Path) {
    const DATA: &[&str] = &["stdin", "stdout", "stderr"];
    /// What a native compiler copies and fills with.
    const COMPILER: &[&str] = &["memcpy", "memset", "memmove", "_GLOBAL_OFFSET_TABLE_"];
    for symbol in symbols(object, &["-u"]) {
        let own = symbol.starts_with("wf__") || symbol.starts_with("wfl_");
        let known = DATA.contains(&symbol.as_str()) || COMPILER.contains(&symbol.as_str());
        assert!(own || known, "{} calls {symbol}", object.display());
    }
}

#[test]
fn the_models_agree_with_glibc() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let work = directory.path();
    let objects = compile_all(&sources(&library()), work);
    for object in &objects {
        check_calls(object);
    }
    let all = work.join("all.o");
    run(Command::new("ld")
        .args(["-r", "-o"])
        .arg(&all)
        .args(&objects));
    let names: String = symbols(&all, &["-g", "--defined-only"])
        .iter()
        .map(|name| format!("{name} model_{name}\n"))
        .collect();
    let list = work.join("names");
    std::fs::write(&list, names).expect("the list of names is written");
    let models = work.join("models.o");
    run(Command::new("objcopy")
        .arg(format!("--redefine-syms={}", list.display()))
        .arg(&all)
        .arg(&models));
    for symbol in symbols(&models, &["-u"]) {
        assert!(symbol.starts_with("wf__"), "no model defines {symbol}");
    }
    let program = work.join("compare");
    run(Command::new("clang-19")
        .args(["-O1", "-w", "-fno-builtin"])
        .args(sources(&library().join("test")))
        .arg(&models)
        .arg("-o")
        .arg(&program)
        .arg("-lm"));
    print!("{}", run(&mut Command::new(program)));
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
