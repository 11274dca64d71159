//! Bad input of every kind: a clear message and exit code 2 or 3, never a panic.

use std::path::Path;
use std::process::{Command, Output};

const GOOD: &str = "#include <wayfarer.h>\nint main(void) { return wf_int(\"x\") > 3; }\n";

fn wayfarer(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the command runs")
}

/// Refused with one of the codes, and a message that has the words.
fn refused(name: &str, output: &Output, codes: &[i32], words: &str) -> Option<String> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    let good = code.is_some_and(|code| codes.contains(&code))
        && stderr.contains(words)
        && !stderr.contains("panicked")
        && !stderr.contains("resume")
        && stderr.matches("os error").count() <= 1;
    (!good).then(|| format!("{name}: {code:?}, expected {codes:?} and `{words}`: {stderr}"))
}

fn bitcode(directory: &Path) -> Vec<u8> {
    let status = Command::new("clang-19")
        .args(["-g", "-O0", "-emit-llvm", "-c", "plain.c", "-o", "good.bc"])
        .current_dir(directory)
        .status()
        .expect("clang-19 runs");
    assert!(status.success());
    std::fs::read(directory.join("good.bc")).expect("clang wrote bitcode")
}

#[test]
fn bad_input_is_refused_with_a_message() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(directory.join(name), bytes).expect("a test input is written");
    };
    write("good.c", GOOD.as_bytes());
    write("plain.c", b"int main(void) { return 0; }\n");
    write("broken.c", b"int main(void) { return x; }\n");
    write("no_main.c", b"int f(int x) { return x; }\n");
    write("pointer.c", b"int f(int *p) { return p[2]; }\n");
    write("empty.c", b"");
    write("empty.bc", b"");
    write(
        "random.bc",
        &(0..4000u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect::<Vec<_>>(),
    );
    let whole = bitcode(directory);
    write("half.bc", &whole[..whole.len() / 2]);
    write("text.ll", b"define i32 @main( {\n");
    write("file.txt", b"something of the user's");
    std::fs::create_dir(directory.join("full")).expect("a directory is made");
    write("full/mine.txt", b"mine");
    let cases: &[(&[&str], &[i32], &str)] = &[
        (&["explore", "missing.c"], &[2, 3], "missing.c"),
        (&["explore", "broken.c"], &[3], "broken.c:1"),
        (&["explore", "no_main.c"], &[2, 3], "main"),
        (&["explore", "empty.c"], &[2, 3], "main"),
        (&["explore", "empty.bc"], &[2, 3], "empty.bc"),
        (&["explore", "random.bc"], &[2, 3], "random.bc"),
        (&["explore", "half.bc"], &[2, 3], "half.bc"),
        (&["explore", "text.ll"], &[2, 3], "text.ll"),
        (&["explore", "file.txt"], &[2, 3], "file.txt"),
        (&["explore", "."], &[2, 3], "."),
        (&["explore", "no_main.c", "--function", "g"], &[2], "g"),
        (
            &[
                "explore",
                "no_main.c",
                "--function",
                "f",
                "--assume",
                "x = 5",
            ],
            &[2],
            "did you mean 'x == 5'?",
        ),
        (
            &[
                "explore",
                "pointer.c",
                "--function",
                "f",
                "--input",
                "p: array(99999999999)",
            ],
            &[2],
            "1073741824 bytes",
        ),
        (
            &[
                "explore",
                "pointer.c",
                "--function",
                "f",
                "--input",
                "p: array(300000000)",
            ],
            &[2],
            "1073741824 bytes",
        ),
        (&["explore", "good.c", "--strategy", "magic"], &[2], "magic"),
        (
            &["explore", "good.c", "--check", "everything"],
            &[2],
            "everything",
        ),
        (&["explore", "good.c", "--args", "many"], &[2], "many"),
        (
            &["explore", "good.c", "--args", "18446744073709551615x2"],
            &[2],
            "65536 arguments",
        ),
        (
            &["explore", "good.c", "--args", "1x18446744073709551615"],
            &[2],
            "1073741824 bytes",
        ),
        (
            &["explore", "good.c", "--stdin", "18446744073709551615"],
            &[2],
            "1073741824 bytes",
        ),
        (
            &["explore", "good.c", "--file", "a=9223372036854775807"],
            &[2],
            "1073741824 bytes",
        ),
        (
            &["explore", "good.c", "--env", "A=sym:2000000000"],
            &[2],
            "1073741824 bytes",
        ),
        (&["explore", "good.c", "--file", "name"], &[2], "name"),
        (
            &["explore", "good.c", "--file", "a=nowhere"],
            &[2, 3],
            "nowhere",
        ),
        (&["explore", "good.c", "--env", "X=sym:y"], &[2], "sym"),
        (&["explore", "good.c", "--env", "=x"], &[2], "NAME=VALUE"),
        (&["explore", "good.c", "--file", "=3"], &[2], "NAME=SIZE"),
        (&["explore", "good.c", "--solver", "oracle"], &[2], "oracle"),
        (&["explore", "good.c", "--solver-time", "-1"], &[2], "-1"),
        (&["explore", "good.c", "--free", "hash"], &[2], "not for C"),
        (&["explore", "good.c", "--time", "soon"], &[2], "soon"),
        (&["explore", "good.c", "--time", "-5"], &[2], "-5"),
        (&["explore", "good.c", "--format", "pdf"], &[2], "pdf"),
        (
            &["explore", "good.c", "--output", "file.txt/x"],
            &[2, 3],
            "file.txt",
        ),
        (
            &["explore", "good.c", "--output", "/proc/wayfarer"],
            &[2, 3],
            "/proc/wayfarer",
        ),
        (&["explore", "good.c", "--output", "full"], &[2], "full"),
        (&["explore"], &[2], "FILE"),
        (&["run", "missing.c"], &[2, 3], "missing.c"),
        (&["run", "half.bc"], &[2, 3], "half.bc"),
        (&["replay", "full"], &[2, 3], "suite.json"),
        (&["replay", "nowhere"], &[2, 3], "nowhere"),
        (&["query", "file.txt"], &[2, 3], "file.txt"),
        (&["query", "nowhere.smt2"], &[2, 3], "nowhere.smt2"),
        (&["ir", "random.bc"], &[2, 3], "random.bc"),
    ];
    let mut wrong = Vec::new();
    for (arguments, codes, words) in cases {
        let output = wayfarer(directory, arguments);
        wrong.extend(refused(&arguments.join(" "), &output, codes, words));
    }
    for end in (1..whole.len()).step_by(whole.len() / 12) {
        write("cut.bc", &whole[..end]);
        let output = wayfarer(directory, &["explore", "cut.bc", "--output", "cut"]);
        wrong.extend(refused(
            &format!("cut at {end}"),
            &output,
            &[2, 3],
            "cut.bc",
        ));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Writing fails: the file size limit stands for a disk without room.
#[test]
fn a_full_disk_is_reported() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("good.c"), GOOD).expect("a test input is written");
    let script = format!(
        "ulimit -f 1; exec {} explore good.c",
        env!("CARGO_BIN_EXE_wayfarer")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(directory.path())
        .output()
        .expect("sh runs");
    assert_eq!(refused("full disk", &output, &[3], "wayfarer: "), None);
}

/// Damaged suites are named, not believed.
#[test]
fn a_damaged_suite_is_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    std::fs::write(directory.join("good.c"), GOOD).expect("a test input is written");
    let made = wayfarer(directory, &["explore", "good.c", "--no-replay"]);
    assert_eq!(
        made.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    std::fs::write(directory.join("wayfarer-out/test000001.json"), "{").expect("written");
    let output = wayfarer(directory, &["replay", "wayfarer-out"]);
    assert_eq!(
        refused("damaged test", &output, &[2, 3], "test000001.json"),
        None
    );
}
