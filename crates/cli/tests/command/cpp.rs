//! Programs in C++ (`tests/cpp`): `wayfarer run` does what the program itself does, output and exit status alike.
//! What a program reads from standard input is in a file beside it, with the extension `in`; what it has done natively
//! is in the one with the extension `out`, which `UPDATE=1` writes: it is built and run again where that is not what
//! `wayfarer run` does, and in `make test-long`. Its first line may be `// flags: …`, for the compiler.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, OnceLock};
use tempfile::TempDir;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cpp");
    let folder = folder.canonicalize().expect("the programs");
    let entries = std::fs::read_dir(folder).expect("it is listed");
    let files = entries.map(|entry| entry.expect("a file").path());
    let mut programs: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|it| it == "cpp"))
        .collect();
    programs.sort();
    programs
}

fn output(command: &mut Command, program: &Path) -> Output {
    let input = std::fs::File::open(program.with_extension("in"));
    let input = input.map_or_else(|_| Stdio::null(), Stdio::from);
    command.stdin(input).output().expect("it runs")
}

fn flags(program: &Path) -> String {
    let text = std::fs::read_to_string(program).expect("it is readable");
    let first = text.lines().next().unwrap_or_default();
    let flags = first.strip_prefix("// flags: ").unwrap_or_default();
    format!("-w {flags}")
}

/// Headers that most programs include, compiled once for each set of flags: natively a program takes half the time then.
#[derive(Default)]
struct Headers {
    directory: OnceLock<TempDir>,
    compiled: Mutex<BTreeMap<String, PathBuf>>,
}

impl Headers {
    const NAMES: [&str; 10] = [
        "algorithm",
        "cstdio",
        "functional",
        "iostream",
        "map",
        "memory",
        "set",
        "sstream",
        "string",
        "vector",
    ];

    fn with(&self, flags: &str) -> PathBuf {
        let mut compiled = self.compiled.lock().expect("no thread panics with it");
        let number = compiled.len();
        let place = || {
            let directory = tempfile::tempdir().expect("a temporary directory");
            let text = Headers::NAMES
                .map(|name| format!("#include <{name}>\n"))
                .concat();
            std::fs::write(directory.path().join("headers.h"), text).expect("the headers");
            directory
        };
        let make = || {
            let directory = self.directory.get_or_init(place).path();
            let path = directory.join(format!("{number}.pch"));
            let mut compiler = Command::new("clang++-19");
            compiler.args(flags.split_whitespace());
            compiler.args(["-fpch-instantiate-templates", "-x", "c++-header"]);
            compiler
                .arg(directory.join("headers.h"))
                .arg("-o")
                .arg(&path);
            assert!(compiler.status().expect("clang++-19 runs").success());
            path
        };
        compiled
            .entry(flags.to_owned())
            .or_insert_with(make)
            .clone()
    }
}

/// What a run shows, as it is kept.
fn shown(output: &Output) -> String {
    let part = |bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.escape_ascii().to_string(),
    };
    let (stdout, stderr) = (part(&output.stdout), part(&output.stderr));
    format!("{}\n{stdout}\n{stderr}", output.status)
}

fn natively(program: &Path, headers: &Headers) -> String {
    let place = tempfile::tempdir().expect("a temporary directory");
    let native = place.path().join("native");
    let mut compiler = Command::new("clang++-19");
    let flags = flags(program);
    compiler.args(flags.split_whitespace());
    compiler.arg("-include-pch").arg(headers.with(&flags));
    compiler
        .args(["-fuse-ld=lld-19", "-o"])
        .arg(&native)
        .arg(program);
    assert!(compiler.status().expect("clang++-19 runs").success());
    shown(&output(Command::new(&native).current_dir(&place), program))
}

fn in_the_machine(program: &Path) -> String {
    let place = tempfile::tempdir().expect("a temporary directory");
    let mut wayfarer = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    wayfarer.args(["run", "--cflags", &flags(program)]);
    shown(&output(wayfarer.arg(program).current_dir(&place), program))
}

/// What is kept of a program that does this natively: of no other program, and of no other input.
fn kept(program: &Path, native: &str) -> String {
    let mut hasher = Sha256::new();
    hasher.update(std::fs::read(program).expect("it is readable"));
    hasher.update(std::fs::read(program.with_extension("in")).unwrap_or_default());
    format!("{:x}\n{native}", hasher.finalize())
}

/// What is different, if anything is.
fn difference(program: &Path, headers: &Headers) -> Option<String> {
    let found = in_the_machine(program);
    let differ = |expected: &str| {
        let shown = program.display();
        (found != expected).then(|| format!("{shown}: {found}\nnatively: {expected}"))
    };
    let out = program.with_extension("out");
    if std::env::var_os("UPDATE").is_some() {
        let native = natively(program, headers);
        std::fs::write(&out, kept(program, &native)).expect("it is kept");
        return differ(&native);
    }
    // With other headers the program may do something else.
    let is_kept = std::fs::read_to_string(&out).is_ok_and(|text| text == kept(program, &found));
    let native = (!is_kept).then(|| natively(program, headers))?;
    differ(&native)
}

/// What is kept of a program, if it does something else.
fn outdated(program: &Path, headers: &Headers) -> Option<String> {
    let found = std::fs::read_to_string(program.with_extension("out")).unwrap_or_default();
    let expected = kept(program, &natively(program, headers));
    let shown = program.display();
    (found != expected).then(|| format!("{shown}: {found}\nnatively: {expected}"))
}

/// Fails if anything is said of any program.
fn check(of_one: fn(&Path, &Headers) -> Option<String>) {
    let left = Mutex::new(programs());
    let next = || left.lock().expect("no thread panics with it").pop();
    let differences = Mutex::new(Vec::new());
    let headers = Headers::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(program) = next() {
                    let found = of_one(&program, &headers);
                    differences.lock().expect("as above").extend(found);
                }
            });
        }
    });
    let differences = differences.into_inner().expect("as above");
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

#[test]
fn programs_in_cpp_do_what_they_do_natively() {
    check(difference);
}

#[test]
#[ignore = "long: all are built and run natively"]
fn programs_in_cpp_do_natively_what_is_kept() {
    check(outdated);
}
