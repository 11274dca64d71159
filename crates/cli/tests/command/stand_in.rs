//! `wayfarer cc` is the compiler: each line of `tests/builds/stand_in/lines` is given to both, in a copy of the project
//! beside it.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What came of a line: exit status, stdout, stderr, and the files that are there, with what can be compared of each.
#[derive(PartialEq, Eq, Debug)]
struct Outcome {
    status: Option<i32>,
    stdout: String,
    stderr: String,
    files: BTreeMap<PathBuf, String>,
}

#[test]
fn the_compiler_is_stood_in_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/builds/stand_in");
    let text = std::fs::read_to_string(folder.join("lines")).expect("there are lines");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 40);
    let work = tempfile::tempdir().expect("a temporary directory");
    let project = work.path().join("project");
    shell("cp -r \"$0\" .", &folder.join("project"), work.path());
    shell(PREPARE, Path::new("clang-19"), &project);
    let stand_in = format!("{} cc", env!("CARGO_BIN_EXE_wayfarer"));
    let differing: Vec<String> = lines
        .par_iter()
        .enumerate()
        .filter_map(|(number, line)| {
            let outcome = |tool: &str, name: &str| {
                let place = work.path().join(format!("{number}-{name}"));
                run(&format!("{tool} {line}"), &project, &place)
            };
            let (expected, found) = (outcome("clang-19", "a"), outcome(&stand_in, "b"));
            (expected != found).then(|| format!("{line}\n{expected:#?}\n{found:#?}"))
        })
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Objects and a library that nobody stood in for.
const PREPARE: &str = "mkdir out objects && \"$0\" -c main.c -o objects/main.o && \"$0\" -c f.c -o objects/f.o && \
                       ar rcs objects/libf.a objects/f.o";

fn shell(script: &str, argument: &Path, directory: &Path) -> Output {
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(argument)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs");
    assert!(output.status.success(), "{output:?}");
    output
}

fn run(command: &str, project: &Path, place: &Path) -> Outcome {
    let parent = place.parent().expect("it is in a directory");
    shell(
        &format!("cp -r \"$0\" {}", place.display()),
        project,
        parent,
    );
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(place)
        .stdin(Stdio::null())
        .output()
        .expect("a shell runs");
    let text = |bytes: &[u8]| without_temporary_names(&String::from_utf8_lossy(bytes));
    let mut files = BTreeMap::new();
    list(place, place, &mut files);
    Outcome {
        status: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        files,
    }
}

/// Adds the files below a directory: texts with what they say, programs with what they do, of others that they are there.
fn list(place: &Path, directory: &Path, files: &mut BTreeMap<PathBuf, String>) {
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.strip_prefix(place).expect("it is below").to_owned();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            list(place, &path, files);
            continue;
        }
        let contents = match extension {
            Some("i" | "s" | "ll" | "d" | "json") => {
                let bytes = std::fs::read(&path).expect("a text");
                without_temporary_names(&String::from_utf8_lossy(&bytes))
            }
            _ if name.ends_with("a.out") || name.ends_with("program") => {
                let output = Command::new(&path).output().expect("a program");
                format!("{output:?}")
            }
            _ => String::new(),
        };
        files.insert(name, contents);
    }
}

/// Names below the directory for temporary files are others in each run.
fn without_temporary_names(text: &str) -> String {
    let temporary = std::env::temp_dir().display().to_string();
    let mut parts = text.split(&temporary);
    let first = parts.next().unwrap_or_default().to_owned();
    let of_name = |c: char| c.is_alphanumeric() || "._/-".contains(c);
    parts.fold(first, |made, part| {
        made + "<temporary>" + part.trim_start_matches(of_name)
    })
}
