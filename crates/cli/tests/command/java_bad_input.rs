//! Bad input for Java: a clear message and exit code 2 or 3, never a panic.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs")
}

fn explore(directory: &Path, output: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .args(arguments)
        .arg("--output")
        .arg(output)
        .current_dir(directory)
        .output()
        .expect("the command runs")
}

/// Fails unless exploring in a directory ends with the code, and a message with all the words.
fn fails(directory: &Path, arguments: &[&str], code: i32, words: &[&str]) {
    let output = tempfile::tempdir().expect("a temporary directory");
    let result = explore(directory, &output.path().join("out"), arguments);
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert_eq!(result.status.code(), Some(code), "{arguments:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{arguments:?}: {stderr}");
    }
}

fn run(directory: &Path, command: &str, arguments: &[&str]) {
    let status = Command::new(command)
        .args(arguments)
        .current_dir(directory)
        .status()
        .expect("the command runs");
    assert!(status.success(), "{command} {arguments:?}");
}

/// Compiles programs into the directory `classes` of a directory.
fn compile(directory: &Path, names: &[&str]) {
    let folder = programs();
    let files = names
        .iter()
        .map(|name| folder.join(name).display().to_string());
    let files = files.collect::<Vec<_>>();
    let mut arguments = vec!["-d", "classes"];
    arguments.extend(files.iter().map(String::as_str));
    run(directory, "javac", &arguments);
}

#[test]
fn what_cannot_be_explored_is_said() {
    let programs = programs();
    let tree = "RedBlackTree.java";
    let fails = |arguments: &[&str], code, words: &[&str]| fails(&programs, arguments, code, words);
    fails(
        &[tree, "RedBlackTree.nothing"],
        2,
        &["has no method nothing", "RedBlackTree.repOk()"],
    );
    fails(
        &[tree, "RedBlackTree.shape"],
        2,
        &[
            "ambiguous",
            "RedBlackTree.shape()",
            "RedBlackTree.shape(RedBlackTree$Node)",
        ],
    );
    fails(
        &[tree, "RedBlackTree.put", "--precondition", "repOK"],
        2,
        &["--precondition repOK", "no class"],
    );
    fails(
        &[tree, "RedBlackTree.put(long)"],
        2,
        &["no method put", "RedBlackTree.put(int)"],
    );
    fails(
        &[tree, "Nowhere.shape"],
        3,
        &["class Nowhere.shape not found"],
    );
    let functions = "Functions.java";
    fails(
        &[functions, "Functions$Name"],
        2,
        &["Functions$Name: it has no method to explore"],
    );
    fails(&["Absent.java"], 3, &["Absent.java: no such file"]);
    fails(&[tree, "--jdk", "/"], 3, &["no JDK in /"]);
    fails(&[tree, "--cflags", "-O1"], 2, &["--cflags: not for Java"]);
    fails(&[tree, "-m32"], 2, &["-m: not for Java"]);
    fails(
        &[tree, "--free", "clock,user"],
        2,
        &["--free user: not for Java"],
    );
    fails(
        &[tree, "RedBlackTree.put", "--opaque", "RedBlackTree.get"],
        2,
        &["has no method get"],
    );
}

#[test]
fn output_that_no_class_path_can_name_is_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    let file = programs().join("RedBlackTree.java").display().to_string();
    for command in ["explore", "scan"] {
        let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args([command, &file, "--output", "at:noon", "--time", "1"])
            .current_dir(directory)
            .output()
            .expect("the command runs");
        let stderr = String::from_utf8_lossy(&result.stderr);
        assert_eq!(result.status.code(), Some(2), "{command}: {stderr}");
        assert!(
            stderr.contains("--output") && stderr.contains("at:noon"),
            "{command}: {stderr}"
        );
    }
}

#[test]
fn files_that_hold_no_classes_are_told_of() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    compile(directory, &["RedBlackTree.java"]);
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(directory.join(name), bytes).expect("the file is written");
    };
    let class = "classes/RedBlackTree.class";
    let whole = std::fs::read(directory.join(class)).expect("javac wrote the class");
    let put = ["-cp", "classes", "RedBlackTree.put"];
    let cases: [(&[u8], &str); 3] = [
        (b"", "truncated"),
        (&whole[..whole.len() / 2], "truncated"),
        (b"#!/bin/sh\nexit 0\n", "does not start with 0xCAFEBABE"),
    ];
    for (bytes, words) in cases {
        write(class, bytes);
        fails(directory, &put, 3, &["RedBlackTree: ", words]);
    }
    let mut newer = whole.clone();
    newer[6..8].fill(0xff);
    write(class, &newer);
    fails(directory, &put, 3, &["65535 is newer", "--jdk"]);
    write(class, &whole);

    run(directory, "jar", &["cf", "inner.jar", "-C", "classes", "."]);
    run(directory, "jar", &["cf", "outer.jar", "inner.jar"]);
    let nested = ["-cp", "outer.jar", "RedBlackTree.put"];
    let words = ["outer.jar contains the jar inner.jar", "unpack it"];
    fails(directory, &nested, 3, &words);
    let jar = std::fs::read(directory.join("inner.jar")).expect("jar wrote the file");
    write("cut.jar", &jar[..jar.len() / 2]);
    let cut = ["-cp", "cut.jar", "RedBlackTree.put"];
    fails(
        directory,
        &cut,
        3,
        &["cut.jar: neither a directory nor a jar"],
    );

    write("Broken.java", b"class Broken { int x = \"\"; }");
    fails(
        directory,
        &["Broken.java"],
        3,
        &["javac failed", "Broken.java:1"],
    );
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["explore", "-cp", "classes", "RedBlackTree.put"])
        .env("JAVA_HOME", "/nowhere")
        .current_dir(directory)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("JAVA_HOME: no JDK in /nowhere"), "{stderr}");
}

/// One change of the kinds that damage does: bytes that differ, are missing, or are there twice.
fn damage(bytes: &[u8], random: &mut SmallRng) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    let at = random.random_range(8..bytes.len());
    let end = (at + random.random_range(1..9)).min(bytes.len());
    match random.random_range(0..5) {
        0 => damaged.truncate(at),
        1 => damaged[at] ^= 1 << random.random_range(0..8),
        2 => damaged[at..end].fill_with(|| random.random()),
        3 => drop(damaged.drain(at..end)),
        _ => drop(damaged.splice(at..at, bytes[at..end].iter().copied())),
    }
    damaged
}

/// Explores damaged class files: whatever they hold, there is a message or a run.
fn explore_damaged(seeds: std::ops::Range<u64>) {
    const CLASSES: [&str; 4] = ["RedBlackTree", "StringChoices", "FilledTreeMap", "LookUps"];
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    compile(
        directory,
        &CLASSES
            .map(|name| format!("{name}.java"))
            .each_ref()
            .map(String::as_str),
    );
    for seed in seeds {
        let mut random = SmallRng::seed_from_u64(seed);
        let name = CLASSES[random.random_range(0..CLASSES.len())];
        let file = directory.join("classes").join(name).with_extension("class");
        let whole = std::fs::read(&file).expect("javac wrote the class");
        std::fs::write(&file, damage(&whole, &mut random)).expect("the file is written");
        let bounds = ["--max-paths", "5", "--path-instructions", "100000"];
        let mut arguments = vec!["-cp", "classes", name, "--no-replay"];
        arguments.extend(bounds);
        let result = explore(directory, &directory.join("out"), &arguments);
        let stderr = String::from_utf8_lossy(&result.stderr);
        let code = result.status.code();
        assert!(
            matches!(code, Some(0..=3)) && !stderr.contains("panicked"),
            "seed {seed}, {name}: {code:?}: {stderr}"
        );
        let told = !matches!(code, Some(2 | 3)) || stderr.starts_with("wayfarer: ");
        assert!(told, "seed {seed}, {name}: {code:?}: {stderr}");
        std::fs::write(&file, whole).expect("the file is written");
    }
}

#[test]
fn damaged_classes_are_refused_or_explored() {
    explore_damaged(0..40);
}

#[test]
#[ignore = "long: hundreds of runs"]
fn many_damaged_classes_are_refused_or_explored() {
    explore_damaged(40..600);
}

#[test]
fn a_class_file_stands_for_its_class_where_a_jvm_finds_it() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    let source = "package com.acme; class Deep { static boolean isBig(int x) { return x > 9; } }";
    std::fs::write(directory.join("Deep.java"), source).expect("the source is written");
    run(directory, "javac", &["-d", "classes", "Deep.java"]);
    let file = "classes/com/acme/Deep.class";
    let result = explore(directory, &directory.join("out"), &[file]);
    let stdout = String::from_utf8_lossy(&result.stdout);
    assert!(stdout.contains(": 3 confirmed\n"), "{stdout}");
    std::fs::copy(directory.join(file), directory.join("Deep.class")).expect("a copy");
    let words = ["Deep.class", "com/acme/Deep.class"];
    fails(directory, &["Deep.class"], 3, &words);
}

#[test]
fn what_programs_say_gives_the_terminal_no_orders() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let source = folder.path().join("Red.java");
    let text = r#"class Red { static void f(int n) { if (n == 7) throw new Error("a\033[31m red\007\nb"); } }"#;
    std::fs::write(&source, text).expect("writable");
    let output = folder.path().join("out");
    let said = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        let ended = command.args(arguments).arg(&output).output();
        String::from_utf8(ended.expect("the command runs").stdout).expect("text")
    };
    let source = source.display().to_string();
    let explored = said(&["explore", &source, "Red.f", "--no-replay", "--output"]);
    for said in [explored, said(&["show", "--findings"])] {
        assert!(said.contains("a\\u{1b}[31m red\\u{7}\nb"), "{said}");
    }
}
