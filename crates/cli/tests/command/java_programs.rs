//! Whole commands on the programs of `tests/java/programs` (see `expectation`).

use crate::expectation;
use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

#[test]
fn java_programs_are_explored_as_they_say() {
    expectation::check_all("../../tests/java/programs", "java");
}

#[test]
fn the_class_archive_of_the_compiler_is_made_once_and_nothing_needs_it() {
    let program =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs/NodePair.java");
    let explore = |cache: &Path| {
        let output = tempfile::tempdir().expect("a temporary directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        command.args(["explore", "--no-replay", "--max-paths", "1", "--output"]);
        command.arg(output.path()).arg(&program).arg("NodePair");
        // The JDK of `make test` has a compiler that runs already.
        let command = command.env_remove("JAVA_HOME");
        let result = command.env("XDG_CACHE_HOME", cache).output();
        let result = result.expect("the command runs");
        let said = String::from_utf8_lossy(&result.stderr).into_owned();
        assert!(matches!(result.status.code(), Some(0 | 1)), "{said}");
    };
    let cache = tempfile::tempdir().expect("a temporary directory");
    let kept = || {
        let entries = std::fs::read_dir(cache.path().join("wayfarer")).expect("the cache");
        let of = |entry: std::io::Result<std::fs::DirEntry>| {
            let entry = entry.expect("an entry");
            let changed = entry.metadata().and_then(|it| it.modified());
            (entry.file_name(), changed.expect("a time"))
        };
        entries.map(of).collect::<Vec<_>>()
    };
    explore(cache.path());
    let made = kept();
    assert!(
        matches!(&*made, [(name, _)] if name.to_string_lossy().ends_with(".jsa")),
        "{made:?}"
    );
    explore(cache.path());
    assert_eq!(kept(), made);
    let file = cache.path().join("file");
    std::fs::write(&file, "").expect("writable");
    explore(&file);
}

#[test]
fn states_are_told_apart_by_whether_calls_lead_to_them() {
    const SOME: [&str; 3] = ["Account", "QueryBuilder", "Transfer"];
    stateful_classes(&|path| SOME.iter().any(|name| path.contains(name)));
}

#[test]
#[ignore = "long: twenty classes"]
fn states_of_all_classes_are_told_apart_by_whether_calls_lead_to_them() {
    let only = std::env::var("ONLY").unwrap_or_default();
    stateful_classes(&|path| path.contains(&only));
}

/// Classes with errors that calls lead to, and others that no calls do.
fn stateful_classes(wanted: &dyn Fn(&str) -> bool) {
    expectation::check_some("../../tests/java/stateful", "java", wanted, None, &[]);
}

/// The newest JDK, if it is newer than the one that the other tests run with.
fn newer_jdk() -> Option<jvm::Jdk> {
    let usual = jvm::Jdk::find(
        None,
        std::env::var_os("JAVA_HOME").as_deref().map(Path::new),
    );
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten();
    let found = installed.filter_map(|entry| jvm::Jdk::at(&entry.ok()?.path()).ok());
    let newest = found.max_by_key(|jdk| jdk.release)?;
    (newest.release > usual.expect("a JDK").release).then_some(newest)
}

fn explored_with_newer_jdk(wanted: &dyn Fn(&str) -> bool) {
    let Some(jdk) = newer_jdk() else {
        return eprintln!("skipped: no newer JDK is installed");
    };
    let used = (&*jdk.home, jdk.release.into());
    expectation::check_some("../../tests/java/programs", "java", wanted, Some(used), &[]);
}

#[test]
#[ignore = "long: all programs once more"]
fn java_programs_are_tested_with_junit_4_as_they_say() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let wanted = |path: &str| path.contains(&only);
    let junit_4 = [["--junit", "4"]];
    expectation::check_some("../../tests/java/programs", "java", &wanted, None, &junit_4);
}

#[test]
fn some_java_programs_are_explored_with_a_newer_jdk() {
    const SOME: [&str; 3] = ["AskedValues", "CollectionInputs", "ParsedNumbers"];
    explored_with_newer_jdk(&|path| SOME.iter().any(|name| path.contains(name)));
}

#[test]
#[ignore = "long: all programs once more"]
fn java_programs_are_explored_with_a_newer_jdk_as_they_say() {
    explored_with_newer_jdk(&|_| true);
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

/// Text of the JUnit classes of a suite.
fn junit_text(output: &Path) -> String {
    let files = std::fs::read_dir(output.join("junit")).expect("the JUnit classes");
    let files = files.map(|entry| entry.expect("an entry of the folder").path());
    files
        .map(|path| std::fs::read_to_string(path).expect("a class"))
        .collect()
}

#[test]
fn what_a_call_changes_is_asserted() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs/AssertedFields.java");
    let output = tempfile::tempdir().expect("a temporary directory");
    let arguments = ["AssertedFields", "--all-paths", "--array-length", "2"];
    let asserted = [
        // The receiver, private fields, and an argument by two ways.
        "assertEquals(1, assertedFields.count);",
        "assertSame(node, WayfarerObjects.get(assertedFields, \"AssertedFields\", \"head\"));",
        "assertSame(node, WayfarerObjects.get(assertedFields, \"AssertedFields\", \"last\"));",
        // Arrays, one of which is both arguments.
        "assertArrayEquals(new int[] {1}, others);",
        "assertArrayEquals(new int[] {1}, values);",
        // Objects that refer to each other, or to themselves.
        "assertSame(two, one.next);",
        "assertSame(one, one.next);",
        "assertEquals(\"same\", WayfarerObjects.get(one, \"AssertedFields$Node\", \"label\"));",
        // An array that holds itself.
        "assertSame(into, into[1]);",
        // Before an exception.
        "assertEquals(5, node.value);",
    ];
    expectation::explore_into(output.path(), &file, &arguments);
    let without = junit_text(output.path());
    let with = tempfile::tempdir().expect("a temporary directory");
    let arguments = [&arguments[..], &["--assert-fields"]].concat();
    expectation::explore_into(with.path(), &file, &arguments);
    let with = junit_text(with.path());
    for line in asserted {
        assert!(with.contains(line), "{line} is missing in\n{with}");
        assert!(!without.contains(line), "{line} is there unasked");
    }
    // Each change of a test once.
    for test in with.split("@Test") {
        let lines: Vec<&str> = test
            .lines()
            .filter(|line| line.contains("assert"))
            .collect();
        let mut once = lines.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), lines.len(), "{test}");
    }
}

#[test]
fn what_depends_on_hash_codes_is_not_asserted() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs/HashCodes.java");
    let output = tempfile::tempdir().expect("a temporary directory");
    let arguments = [
        "HashCodes.shown",
        "HashCodes.failing",
        "HashCodes.event",
        "HashCodes.same",
        "HashCodes.first",
        "--all-paths",
        "--no-replay",
    ];
    expectation::explore_into(output.path(), &file, &arguments);
    let text = junit_text(output.path());
    let asserted = [
        "assertEquals(\"fixed\", result);",
        "assertEquals(String.class, result.getClass());",
        "assertEquals(\"user@example.org\", thrown.getMessage());",
        "assertEquals(IllegalStateException.class, thrown.getClass());",
        "assertEquals(3, result.kind);",
        "assertSame(object, result);",
    ];
    for line in asserted {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    for part in ["HashCodes@", "result.at", "assertEquals(\"at "] {
        assert!(!text.contains(part), "{part} is in\n{text}");
    }
}

/// One method has more paths than anybody can explore; the others need none of their parts of the time.
#[test]
fn time_that_methods_do_not_need_goes_to_those_that_were_cut_off() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("Parts.java");
    let program = "public class Parts {
        static int bits(long word) {
            int ones = 0;
            for (int i = 0; i < 64; i++) if ((word >> i & 1) != 0) ones++;
            return ones;
        }
        static int one(int a) { return a > 1 ? 1 : 2; }
        static int two(int a) { return a > 2 ? 1 : 2; }
        static int three(int a) { return a > 3 ? 1 : 2; }
    }";
    std::fs::write(&file, program).expect("written");
    let summary = expectation::explore(&file, &["Parts", "--time", "16", "--no-replay"]);
    let limits = summary["limits"].as_object().expect("the limits");
    assert_eq!(limits.keys().collect::<Vec<_>>(), ["time"], "{summary}");
    // Without the rest of the others it ends after a quarter of the time.
    let seconds = summary["seconds"].as_f64().expect("the time");
    assert!(seconds > 6.0, "{seconds} s");
}

/// What the summary and `show` say of the search for calls that make an error which none were found for.
fn search_by_calls(more: &[&str]) -> String {
    search_by_calls_of("ObjectsBothWays", more)
}

fn search_by_calls_of(program: &str, more: &[&str]) -> String {
    let file = format!("../../tests/java/programs/{program}.java");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let output = tempfile::tempdir().expect("a temporary directory");
    let of = |all: &Value| {
        let mut found = all["findings"].as_array().expect("an array").iter();
        let unusual = found.find(|finding| finding["assumption"].is_string());
        unusual.map_or("null".to_owned(), |finding| {
            finding["search_by_calls"].to_string()
        })
    };
    let arguments = [&["--no-replay", "--jobs", "1"], more].concat();
    let told = of(&expectation::explore_into(output.path(), &file, &arguments));
    let mut show = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    let shown = show.args(["show", "--json"]).arg(output.path()).output();
    let shown = serde_json::from_slice(&shown.expect("the command runs").stdout);
    assert_eq!(of(&shown.expect("an object")), told);
    told
}

#[test]
fn that_no_calls_make_an_error_is_told_where_all_were_explored() {
    let name = |name: &str| format!("\"{name}\"");
    let rating = "ObjectsBothWays.rating";
    assert_eq!(search_by_calls(&[rating]), name("exhaustive"));
    let few_paths = search_by_calls(&[rating, "--max-paths", "6"]);
    assert_eq!(few_paths, name("not exhaustive"));
    let named = search_by_calls(&["ObjectsBothWays.named"]);
    assert_eq!(named, name("exhaustive within bounds"));
    assert_eq!(
        search_by_calls(&["ObjectsBothWays.open", "ObjectsBothWays.richer"]),
        "null"
    );
}

#[test]
fn that_no_calls_make_an_error_is_hedged_where_others_may() {
    for class in ["Ticket", "Bumped", "Referred", "Handled"] {
        let method = format!("MadeByOthers${class}.share");
        let told = search_by_calls_of("MadeByOthers", &[&method, "--sequence-length", "2"]);
        assert_eq!(told, "\"exhaustive within bounds\"", "{class}");
    }
}

/// A program explored with options; the summary and what is said of each test in its file.
fn explored(program: &str, options: &[&str]) -> (Value, Vec<Value>) {
    let file = format!("../../tests/java/programs/{program}.java");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let output = tempfile::tempdir().expect("a temporary directory");
    let summary = expectation::explore_into(output.path(), &file, options);
    let tests = 1..=summary["tests"].as_u64().expect("a number");
    let read = |number| {
        let text = std::fs::read_to_string(output.path().join(format!("test{number:06}.json")));
        serde_json::from_str(&text.expect("a test")).expect("JSON")
    };
    (summary, tests.map(read).collect())
}

#[test]
fn a_search_for_calls_in_vain_ends_before_objects_in_any_state() {
    const RATING: [&str; 2] = ["ObjectsBothWays.rating", "--no-replay"];
    let (whole, _) = explored("ObjectsBothWays", &RATING);
    // Several workers are looked after now and then.
    let more = [
        "--sequence-length",
        "7",
        "--sequence-paths",
        "1",
        "--jobs",
        "1",
    ];
    let (summary, _) = explored("ObjectsBothWays", &[&RATING[..], &more].concat());
    assert!(summary["limits"]["sequence-paths"].is_u64(), "{summary:#}");
    assert_eq!(summary["exhaustive"], false, "{summary:#}");
    assert_eq!(summary["machine_branches"], whole["machine_branches"]);
}

#[test]
fn texts_that_hash_codes_ask_for_can_be_read() {
    let (_, tests) = explored(
        "HashedTexts",
        &["HashedTexts.bucket", "--jobs", "1", "--no-replay"],
    );
    let objects = tests
        .iter()
        .flat_map(|test| test["objects"].as_array().into_iter().flatten());
    let texts: Vec<&str> = objects
        .filter_map(|object| object["text"].as_str())
        .collect();
    assert!(texts.iter().any(|text| text.len() == 5), "{texts:?}");
    let readable = |text: &&str| text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    assert!(texts.iter().all(readable), "{texts:?}");
}
