//! One `.wir` file of `tests/files`, one test.
//!
//! A comment `; test: WHAT ARGUMENTS` asks for something about the module, and the comments
//! `;= …` right below are the answer expected. With `UPDATE=1` in the environment the answers are
//! written into the files instead, to be reviewed.

mod questions;

use std::path::{Path, PathBuf};

const QUESTION: &str = "; test:";
const ANSWER: &str = ";=";

#[test]
fn files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(!files.is_empty(), "no files in {}", root.display());
    let update = std::env::var_os("UPDATE").is_some();
    let mut failures = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("test files are UTF-8");
        let name = file
            .file_name()
            .expect("files have names")
            .to_string_lossy();
        let mut answered = answer(&name, &text);
        // An answer that moves the lines of the module may change answers that name them.
        for _ in 0..2 {
            answered = answer(&name, &answered);
        }
        if update {
            std::fs::write(file, &answered).expect("test files can be written");
        } else if answered != text {
            failures.push(format!(
                "{}:\n{}",
                file.display(),
                difference(&text, &answered)
            ));
        } else if !text.contains(QUESTION) {
            failures.push(format!("{}: asks nothing", file.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of test files can be read") {
        let path = entry.expect("folder entries can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "wir") {
            files.push(path);
        }
    }
}

/// The text with its answers replaced by the right ones.
fn answer(name: &str, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with(ANSWER)) {
        out.push_str(line);
        out.push('\n');
        if let Some(question) = line.strip_prefix(QUESTION) {
            for line in questions::ask(name, text, question.trim()).lines() {
                out.push_str(format!("{ANSWER} {line}").trim_end());
                out.push('\n');
            }
        }
    }
    out
}

/// Lines that differ.
fn difference(expected: &str, found: &str) -> String {
    let expected: Vec<&str> = expected.lines().collect();
    let found: Vec<&str> = found.lines().collect();
    let only = |mark: &str, these: &[&str], those: &[&str]| -> String {
        let lines = these.iter().filter(|line| !those.contains(line));
        lines.map(|line| format!("  {mark} {line}\n")).collect()
    };
    only("-", &expected, &found) + &only("+", &found, &expected)
}
