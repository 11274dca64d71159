//! What a project says in `wayfarer.toml` holds for its functions, and what is wrong with it is told with its place.
//!
//! Each file of `tests/projects` is such a file, which says in its first comments what comes of exploring `scan`: `error`,
//! a part of the message; or `findings` and `unusual`, kinds of errors.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn what_projects_say_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects");
    let entries = std::fs::read_dir(&folder).expect("the folder of projects");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|it| it == "toml"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let problems: Vec<String> = files
        .iter()
        .filter_map(|file| check(&folder, file))
        .collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// What comes otherwise than a file says.
fn check(folder: &Path, file: &Path) -> Option<String> {
    let project = tempfile::tempdir().expect("a temporary directory");
    let below = project.path().join("include");
    std::fs::create_dir(&below).expect("a folder is made");
    for name in ["scan.c", "include/scan.h"] {
        std::fs::copy(folder.join(name), project.path().join(name)).expect("a source is copied");
    }
    std::fs::copy(file, project.path().join("wayfarer.toml")).expect("the file is copied");
    let text = std::fs::read_to_string(file).expect("the file is readable");
    let expected = |name: &str| {
        let head = format!("# {name}: ");
        text.lines().find_map(|line| line.strip_prefix(&head))
    };
    // The file is found from a folder below.
    let done = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args([
            "explore",
            "--function",
            "scan",
            "--no-replay",
            "--json",
            "--output",
            "out",
        ])
        .current_dir(&below)
        .output()
        .expect("the command runs");
    let name = file.display();
    if let Some(error) = expected("error") {
        let told = String::from_utf8_lossy(&done.stderr);
        let as_expected = done.status.code() == Some(2) && told.contains(error);
        return (!as_expected).then(|| format!("{name}: expected {error}, got {told}"));
    }
    let Ok(summary) = serde_json::from_slice::<Value>(&done.stdout) else {
        return Some(format!("{name}: {}", String::from_utf8_lossy(&done.stderr)));
    };
    for (what, unusual) in [("findings", false), ("unusual", true)] {
        let all = summary["findings"].as_array().into_iter().flatten();
        let kinds = all.filter(|it| it["assumption"].is_string() == unusual);
        let mut kinds: Vec<&str> = kinds.filter_map(|it| it["kind"].as_str()).collect();
        kinds.sort_unstable();
        let found = if kinds.is_empty() {
            "none".to_owned()
        } else {
            kinds.join(", ")
        };
        if expected(what) != Some(&found) {
            return Some(format!("{name}: {what}: {found}"));
        }
    }
    None
}
