//! Whole commands on the programs of `tests/java/programs` (see `expectation`).

mod expectation;

use std::ops::Range;
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

/// Lines of the branches in a range of lines that no test took, by the report of the native run.
fn not_covered(output: &Path, lines: Range<usize>) -> Vec<usize> {
    let report = std::fs::read_to_string(output.join("coverage.lcov")).expect("the coverage");
    let branches = report.lines().filter_map(|line| line.strip_prefix("BRDA:"));
    let branches = branches.map(|line| line.split(',').collect::<Vec<_>>());
    let line = |branch: &Vec<&str>| branch[0].parse::<usize>().expect("a line number");
    let branches = branches.filter(|branch| lines.contains(&line(branch)));
    let branches = branches.collect::<Vec<_>>();
    assert!(!branches.is_empty());
    let missed = branches
        .iter()
        .filter(|branch| matches!(branch[3], "0" | "-"));
    missed.map(line).collect()
}

/// All that `put` and `remove` can do with red-black trees of up to five nodes is covered. What no
/// test covers, a black node whose colour is asked where a red one matters, does not come up in any
/// such tree: that is what running them all natively shows.
#[test]
fn changes_of_red_black_trees_are_covered_as_far_as_they_can_be() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let file = folder.join("programs/RedBlackTree.java");
    let output = tempfile::tempdir().expect("a temporary directory");
    let arguments = [
        "RedBlackTree.checkedPut",
        "RedBlackTree.checkedRemove",
        "--precondition",
        "repOk",
        "--heap-objects",
        "6",
        "--heap-depth",
        "5",
    ];
    let summary = expectation::explore_into(output.path(), &file, &arguments);
    let rooted = |nodes: u64| (1..=nodes + 1).map(move |height| trees(nodes, false, height));
    let keys: u64 = (0..=5)
        .map(|nodes| rooted(nodes).sum::<u64>() * (2 * nodes + 1))
        .sum();
    assert_eq!(summary["paths"], 2 * keys);
    assert_eq!(summary["findings"], serde_json::json!([]));

    let source = std::fs::read_to_string(&file).expect("the program is readable");
    let line = |text: &str| {
        let found = source.lines().position(|line| line.contains(text));
        found.unwrap_or_else(|| panic!("no line has `{text}`")) + 1
    };
    let black = "return node != null && node.red;";
    let changes = line("// Changes.")..line("// What holds after changes.");
    assert_eq!(not_covered(output.path(), changes), [line(black)]);

    let native = tempfile::tempdir().expect("a temporary directory");
    let native = native.path();
    let watched =
        "if (node != null && !node.red) { throw new AssertionError(); } return node != null;";
    let source = source.replace(black, watched);
    std::fs::write(native.join("RedBlackTree.java"), source).expect("written");
    let oracle = folder.join("oracles/RedBlackTrees.java");
    std::fs::copy(oracle, native.join("RedBlackTrees.java")).expect("copied");
    let run = |command: &[&str]| {
        let result = Command::new(command[0])
            .args(&command[1..])
            .current_dir(native)
            .output()
            .expect("the command runs");
        let stderr = String::from_utf8_lossy(&result.stderr);
        assert!(result.status.success(), "{command:?}: {stderr}");
        String::from_utf8_lossy(&result.stdout).into_owned()
    };
    run(&["javac", "RedBlackTree.java", "RedBlackTrees.java"]);
    let printed = run(&["java", "-cp", ".", "RedBlackTrees"]);
    assert_eq!(
        printed.trim(),
        format!("{} trees, {keys} keys", red_black_trees(5))
    );
}
