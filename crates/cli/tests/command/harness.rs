//! What keeps tests from running natively is said once, and refutes nothing: errors that are predicted
//! count as found.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

const C_PROGRAM: &str = "#include <wayfarer.h>\n\
    int main(void) { int x = wf_int(\"x\"); return x == 7 ? 10 / (x - 7) : 0; }\n";

/// Runs a line of the shell in a directory; `$W` is the command, exploring into `out`.
fn shell(directory: &Path, line: &str) -> Output {
    let explore = format!(
        "{} explore --jobs 1 --json --output out",
        env!("CARGO_BIN_EXE_wayfarer")
    );
    Command::new("sh")
        .args(["-c", line])
        .env("W", explore)
        .current_dir(directory)
        .output()
        .expect("the shell runs")
}

/// The summary of a run that found something.
fn summary(result: &Output) -> Value {
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert_eq!(result.status.code(), Some(1), "{stderr}");
    serde_json::from_slice(&result.stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"))
}

/// Fails unless the error is found, not replayed, and the reason has these words.
fn is_not_replayed(summary: &Value, words: &str) {
    assert_eq!(
        summary["findings"][0]["verdict"], "not replayed",
        "{summary:#}"
    );
    let reason = summary["not_replayed"].as_str().unwrap_or_default();
    assert!(reason.contains(words), "{reason}");
}

fn c_program() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("a.c"), C_PROGRAM).expect("a program");
    directory
}

#[test]
fn a_sanitizer_without_address_space_refutes_nothing() {
    let directory = c_program();
    let result = shell(directory.path(), "ulimit -v 8000000; exec $W a.c");
    is_not_replayed(&summary(&result), "ReserveShadowMemoryRange");
}

/// The compiler goes when the program is compiled, before what runs first is linked.
#[test]
fn a_missing_compiler_refutes_nothing() {
    let directory = c_program();
    let script = "mkdir bin && real=$(command -v clang-19) && cat > bin/clang-19 <<END\n\
        #!/bin/sh\n\
        case \"\\$*\" in *must-run*) echo it is gone >&2; exit 127;; esac\n\
        exec $real \"\\$@\"\n\
        END\n\
        chmod +x bin/clang-19 && PATH=$PWD/bin:$PATH exec $W a.c";
    let result = shell(directory.path(), script);
    is_not_replayed(&summary(&result), "it is gone");
}

#[test]
fn a_replay_without_a_compiler_says_so() {
    let directory = c_program();
    let explored = shell(directory.path(), "exec $W a.c --no-replay");
    summary(&explored);
    let script = "W=${W%% *} && PATH=$PWD/nowhere exec $W replay out";
    let result = shell(directory.path(), script);
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert_eq!(result.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("clang-19"), "{stderr}");
}

#[test]
fn a_replay_of_a_program_that_was_edited_says_so() {
    let directory = c_program();
    let script =
        "$W a.c --no-replay >/dev/null; echo >> a.c; exec ${W%% *} replay out --test 1 --json";
    let result = shell(directory.path(), script);
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(stderr.contains("a.c has changed since"), "{stderr}");
    let told: Value = serde_json::from_slice(&result.stdout).expect("JSON");
    let changed = told["changed"].as_array().expect("an array");
    let changed = changed.first().and_then(Value::as_str).unwrap_or_default();
    assert!(changed.ends_with("a.c"), "{told}");
}

/// On a machine that lets nobody mount anything it is not tried.
#[test]
fn a_full_temporary_directory_refutes_nothing() {
    let directory = c_program();
    let script = "mkdir small && exec unshare --user --map-root-user --mount sh -c '\
        mount -t tmpfs -o size=100k none small || exit 77\n\
        TMPDIR=$PWD/small exec $W a.c'";
    let result = shell(directory.path(), script);
    let stderr = String::from_utf8_lossy(&result.stderr);
    if result.status.code() == Some(77) || stderr.contains("unshare:") {
        eprintln!("a full temporary directory was not tried: {stderr}");
        return;
    }
    is_not_replayed(&summary(&result), "No space left");
}

#[test]
fn a_missing_temporary_directory_refutes_nothing() {
    let directory = c_program();
    let result = shell(directory.path(), "TMPDIR=$PWD/nowhere exec $W a.c");
    is_not_replayed(&summary(&result), "nowhere");
}

const JAVA_PROGRAM: &str = "class Uses {\n\
    static int small(int x) { if (x == 7) throw new IllegalStateException(); return x; }\n\
    static int large(int x) { return x > 7 ? Absent.of(x) : 0; }\n\
    }\n\
    class Absent { static int of(int x) { return x; } }\n";

fn java_program() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("Uses.java"), JAVA_PROGRAM).expect("a program");
    let compiled = shell(directory.path(), "javac -d classes Uses.java");
    assert!(compiled.status.success());
    directory
}

#[test]
fn a_jvm_without_memory_refutes_nothing() {
    let directory = java_program();
    // Enough for the machine and javac; the heap of a JVM that runs tests is larger.
    let line = "ulimit -v 6000000; export JAVA_TOOL_OPTIONS=; exec $W --program-memory 64 \
                -cp classes Uses.small";
    let result = shell(directory.path(), line);
    let summary = summary(&result);
    assert_ne!(
        summary["findings"][0]["verdict"], "not reproduced",
        "{summary:#}"
    );
}

#[test]
fn a_class_that_is_missing_refutes_nothing() {
    let directory = java_program();
    // The tests are made with the class, and run without it.
    let line = "$W --no-replay -cp classes Uses.large >made.json; rm classes/Absent.class; \
                ${W%% *} replay --json out";
    let result = shell(directory.path(), line);
    let stderr = String::from_utf8_lossy(&result.stderr);
    let replayed: Value =
        serde_json::from_slice(&result.stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"));
    assert_eq!(replayed["not_reproduced"], json!(0), "{replayed:#}");
    assert_eq!(replayed["not_replayed"], json!(1), "{replayed:#}");
    assert!(replayed.to_string().contains("Absent"), "{replayed:#}");
}
