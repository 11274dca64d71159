//! Programs in C++ (`tests/cpp`): `wayfarer run` does what the program itself does, output and exit status alike.
//! What a program reads from standard input is in a file beside it, with the extension `in`. Its first line may be
//! `// flags: …`, for the compiler.

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

/// What is different, if anything is.
fn difference(program: &Path, headers: &Headers) -> Option<String> {
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
    let mut native = Command::new(&native);
    let expected = output(native.current_dir(&place), program);
    let mut wayfarer = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    wayfarer.args(["run", "--cflags", &flags]).arg(program);
    let found = output(wayfarer.current_dir(&place), program);
    let text = |output: &Output| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let stdout = String::from_utf8_lossy(&output.stdout);
        format!("{}\n{stdout}\n{stderr}", output.status)
    };
    let shown = program.display();
    (found != expected).then(|| format!("{shown}: {}\nnatively: {}", text(&found), text(&expected)))
}

#[test]
fn programs_in_cpp_do_what_they_do_natively() {
    let left = Mutex::new(programs());
    let next = || left.lock().expect("no thread panics with it").pop();
    let differences = Mutex::new(Vec::new());
    let headers = Headers::default();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(program) = next() {
                    let found = difference(&program, &headers);
                    differences.lock().expect("as above").extend(found);
                }
            });
        }
    });
    let differences = differences.into_inner().expect("as above");
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}
