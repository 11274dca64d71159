//! Generated `testNNNNNN.c` files: built by other compilers, with the command that their first
//! comment gives, they end as predicted.

use serde_json::Value;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

/// Programs of `tests/programs`: `main` with all kinds of inputs, an external and a `static`
/// function.
const PROGRAMS: &[&str] = &[
    "all_inputs.c",
    "cpp_function_of_namespace.cpp",
    "cpp_branches_within_try.cpp",
    "free_clock.c",
    "function_owner.c",
    "function_struct_pointer.c",
];

/// More of them: every way of passing arguments.
const MORE_PROGRAMS: &[&str] = &[
    "function_arrays.c",
    "function_by_value.c",
    "function_deep_list.c",
    "function_floats.c",
    "function_packets.c",
    "function_reader.c",
    "function_result.c",
    "function_text.c",
    "state_machine.c",
];

/// Errors are seen by the sanitizers that both compilers have.
const COMPILERS: &[&str] = &["gcc -O2", "clang-19 -O1"];
const SANITIZERS: &str = "-w -g -fsanitize=address,undefined -fno-sanitize-recover=all";

const SIGABRT: i32 = 6;

#[test]
fn tests_in_c_end_as_predicted() {
    all_end_as_predicted(PROGRAMS);
}

#[test]
#[ignore = "long"]
fn more_tests_in_c_end_as_predicted() {
    all_end_as_predicted(MORE_PROGRAMS);
}

fn all_end_as_predicted(programs: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut failures = Vec::new();
    for program in programs {
        let source = folder.join(program);
        let output = tempfile::tempdir().expect("a temporary directory");
        explore(&source, output.path());
        let mut count = 0;
        for number in 1.. {
            let test = output.path().join(format!("test{number:06}.json"));
            let Ok(text) = std::fs::read(&test) else {
                break;
            };
            let test: Value = serde_json::from_slice(&text).expect("a test is JSON");
            for compiler in compilers(number) {
                if let Err(problem) = check(output.path(), number, compiler, &test["outcome"]) {
                    failures.push(format!("{program}, test {number}, {compiler}: {problem}"));
                }
            }
            count += 1;
        }
        assert!(count > 0, "{program}: {count} tests");
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The first test of a program is built by all compilers, others by one after the other.
fn compilers(number: u32) -> Vec<&'static str> {
    match number {
        1 => COMPILERS.to_vec(),
        _ => vec![COMPILERS[number as usize % COMPILERS.len()]],
    }
}

/// Writes the tests of a program, explored with the options that it names.
fn explore(source: &Path, output: &Path) {
    let text = std::fs::read_to_string(source).expect("a test program is readable");
    let options = text
        .lines()
        .find_map(|line| line.strip_prefix("// options: "));
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["explore", "--no-replay", "--format", "c", "--output"])
        .arg(output)
        .arg(source)
        .args(options.unwrap_or_default().split_whitespace())
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(
        matches!(result.status.code(), Some(0 | 1)),
        "{:?}: {stderr}",
        result.status
    );
}

/// Builds a test as its first comment says, runs it, and compares its end with the prediction.
fn check(output: &Path, number: u32, compiler: &str, outcome: &Value) -> Result<(), String> {
    let text = std::fs::read_to_string(output.join(format!("test{number:06}.c")))
        .map_err(|error| error.to_string())?;
    let command = text
        .lines()
        .find_map(|line| line.trim().strip_suffix(" && ./test"))
        .ok_or("no command in the first comment")?;
    let compiler = format!("{compiler} {SANITIZERS}");
    let command = command.replacen("cc -D", &format!("{compiler} -D"), 1);
    let of_cpp = compiler.replace("gcc", "g++").replace("clang-", "clang++-");
    let built = Command::new("sh")
        .args(["-c", &command])
        .env("CC", &compiler)
        .env("CXX", of_cpp)
        .current_dir(output)
        .output()
        .map_err(|error| error.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let ran = Command::new("./test")
        .current_dir(output)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .map_err(|error| error.to_string())?;
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let as_predicted = match outcome["kind"].as_str() {
        Some("exit") => ran.status.code().map(i64::from) == outcome["status"].as_i64(),
        // A sanitizer's report, a failed assertion, or an error function's last words.
        Some("error") => {
            let told = [
                "ERROR: AddressSanitizer",
                "runtime error",
                "Assertion",
                "error: ",
            ];
            let reported = told.iter().any(|words| stderr.contains(words));
            let aborts = ["abort", "uncaught-exception"].map(Value::from);
            let aborted =
                aborts.contains(&outcome["error"]) && ran.status.signal() == Some(SIGABRT);
            aborted || (reported && !ran.status.success())
        }
        Some("cut") => true,
        other => return Err(format!("an unknown outcome {other:?}")),
    };
    if as_predicted {
        Ok(())
    } else {
        Err(format!("predicted {outcome}, got {}: {stderr}", ran.status))
    }
}
