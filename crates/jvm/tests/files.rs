//! One `.java` file of `tests/files`, one test: the `.ir` file beside it says what its methods, and
//! the functions that the front end makes for them, are translated to. With `UPDATE=1` in the
//! environment these files are written instead, to be reviewed.

use ir::{FunctionId, InstructionKind, Program as _};
use jvm::{ClassPath, ClassPathOptions, Jdk, Options, Program};
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};

#[test]
fn files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let sources = files_of(&root, "java");
    assert!(!sources.is_empty(), "no files in {}", root.display());
    let jdk = Jdk::find(None, None).expect("there is a JDK");
    let update = std::env::var_os("UPDATE").is_some();
    let mut failures = Vec::new();
    for source in &sources {
        let found = translation(&jdk, source);
        let file = source.with_extension("ir");
        if update {
            std::fs::write(&file, &found).expect("test files can be written");
            continue;
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        if let Some(line) = first_difference(&expected, &found) {
            failures.push(format!("{}:{line}", file.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Files of a folder with that extension, by name.
fn files_of(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("folder entries can be read").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// What the methods of a source are translated to, and the functions of the front end that they call.
fn translation(jdk: &Jdk, source: &Path) -> String {
    let classes = tempfile::tempdir().expect("a temporary directory");
    jvm::javac::compile(jdk, &[source.to_owned()], &[], classes.path()).expect("it compiles");
    let class_path = ClassPath::open(&ClassPathOptions {
        entries: vec![classes.path().to_owned()],
        jdk: Some(jdk.home.clone()),
        ..ClassPathOptions::default()
    });
    let program = Program::new(class_path.expect("it can be read"), Options::default());
    let names: Vec<String> = files_of(classes.path(), "class")
        .iter()
        .map(|file| file.file_stem().expect("a name").to_string_lossy().into())
        .collect();
    // An interface may have no method with code.
    let methods = names
        .iter()
        .flat_map(|name| program.select(name).unwrap_or_default());
    let mut work: VecDeque<FunctionId> = methods.map(|method| method.function).collect();
    let mut seen: HashSet<FunctionId> = work.iter().copied().collect();
    let mut text = String::new();
    while let Some(id) = work.pop_front() {
        let function = program.function(id).expect("it is translated");
        if !names.iter().any(|name| function.name.contains(name)) {
            continue;
        }
        ir::verify_definite_assignment(&function).expect("registers are assigned");
        text += &ir::function_of_program_text(&program, &function);
        text.push('\n');
        let callees = function.blocks.iter().flat_map(|block| &block.instructions);
        work.extend(callees.filter_map(|instruction| match instruction.kind {
            InstructionKind::Call { function, .. } => Some(function).filter(|id| seen.insert(*id)),
            _ => None,
        }));
    }
    text
}

/// Number of the first line that differs, with both.
fn first_difference(expected: &str, found: &str) -> Option<String> {
    let lines = expected.lines().count().max(found.lines().count());
    let (mut expected, mut found) = (expected.lines(), found.lines());
    (1..=lines).find_map(|number| {
        let (expected, found) = (expected.next(), found.next());
        let line = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
        (expected != found)
            .then(|| format!("{number}:\n  - {}\n  + {}", line(expected), line(found)))
    })
}
