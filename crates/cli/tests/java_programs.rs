//! Whole commands on the programs of `tests/java/programs` (see `expectation`).

mod expectation;

use std::path::Path;
use std::process::Command;

#[test]
fn java_programs_are_explored_as_they_say() {
    expectation::check_all("../../tests/java/programs", "java");
}

/// Red-black trees of `nodes` nodes with black height `height` (leaves counted) below a node whose
/// colour allows a red one or not.
fn trees(nodes: u64, red_allowed: bool, height: u64) -> u64 {
    if nodes == 0 {
        return u64::from(height == 1);
    }
    let mut count = 0;
    for left in 0..nodes {
        let right = nodes - 1 - left;
        if height > 1 {
            count += trees(left, true, height - 1) * trees(right, true, height - 1);
        }
        if red_allowed {
            count += trees(left, false, height) * trees(right, false, height);
        }
    }
    count
}

/// Trees of up to so many nodes with a black root.
fn red_black_trees(most: u64) -> u64 {
    let rooted =
        (1..=most).map(|nodes| (2..=nodes + 1).map(|h| trees(nodes, false, h)).sum::<u64>());
    1 + rooted.sum::<u64>()
}

#[test]
fn preconditions_yield_exactly_the_red_black_trees() {
    assert_eq!(red_black_trees(1), 2);
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs/RedBlackTree.java");
    for nodes in [0, 1, 3, 5] {
        // The tree itself is an input object, too.
        let objects = (nodes + 1).to_string();
        let arguments = [
            "RedBlackTree.shape()",
            "--precondition",
            "repOk",
            "--heap-depth",
            "5",
            "--no-replay",
            "--heap-objects",
            &objects,
        ];
        let summary = expectation::explore(&file, &arguments);
        assert_eq!(summary["paths"], red_black_trees(nodes), "{nodes} nodes");
    }
}

fn fails(arguments: &[&str], code: i32, words: &[&str]) {
    let output = tempfile::tempdir().expect("a temporary directory");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs");
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .args(arguments)
        .arg("--output")
        .arg(output.path().join("out"))
        .current_dir(programs)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert_eq!(result.status.code(), Some(code), "{arguments:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{arguments:?}: {stderr}");
    }
}

#[test]
fn what_cannot_be_explored_is_said() {
    let tree = "RedBlackTree.java";
    fails(
        &[tree, "RedBlackTree.nothing"],
        2,
        &["has no method nothing", "RedBlackTree.repOk()"],
    );
    fails(
        &[tree, "RedBlackTree.shape"],
        2,
        &["ambiguous", "RedBlackTree.shape(RedBlackTree$Node)"],
    );
    fails(
        &[tree, "Nowhere.shape"],
        3,
        &["class Nowhere.shape not found"],
    );
    fails(&["Absent.java"], 3, &["Absent.java: no such file"]);
    fails(&[tree, "--jdk", "/"], 3, &["no JDK in /"]);
    fails(&[tree, "--cflags", "-O1"], 2, &["--cflags: not for Java"]);
}
