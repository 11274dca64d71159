//! C programs print in the machine what they print natively.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use term::{Bits, Model, Op, Value};
use wayfarer_vm::{End, Machine, NoEvents, Options, Stop, Text};

/// Programs that take longer than this in the machine are left out.
const INSTRUCTIONS: u64 = 400_000_000;

/// Programs with inputs that build more terms than this are left out.
const TERMS: usize = 20_000_000;

/// What became of a comparison.
#[derive(Debug, PartialEq)]
enum Verdict {
    Same,
    /// The program runs too long to compare.
    TooLong,
    /// The compiler found out that it is undefined what the program does.
    Undefined,
    Different(String),
}

/// Output and exit status of a native run.
fn native(source: &Path, work: &Path, level: u8, cflags: &[String]) -> (Vec<u8>, i32) {
    let binary = work.join(format!("native-{level}"));
    let compiled = Command::new("clang-19")
        .args(["-w", &format!("-O{level}"), "-o"])
        .arg(&binary)
        .arg(source)
        .args(cflags)
        .args(["-DNATIVE", "-lm"])
        .output()
        .expect("clang-19 runs");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let ran = Command::new("timeout")
        .arg("10")
        .arg(&binary)
        .output()
        .expect("the program runs");
    (ran.stdout, ran.status.code().unwrap_or(-1))
}

/// Exit status of a program that runs into what the compiler took for unreachable.
const ILLEGAL_INSTRUCTION: i32 = 128 + 4;

/// Exit status of `timeout` when it had to stop the program.
const TIMED_OUT: i32 = 124;

/// Runs a program natively and in the machine, and tells how they differ. Its inputs, if it asks
/// for any, have these values, byte by byte.
fn compare(source: &Path, level: u8, cflags: &[String], inputs: &[u8]) -> Verdict {
    let work = tempfile::tempdir().expect("a temporary directory");
    let (output, status) = native(source, work.path(), level, cflags);
    if status == TIMED_OUT {
        return Verdict::TooLong;
    }
    let mut options = llvm::BuildOptions {
        optimisation: level,
        jobs: 1,
        ..Default::default()
    };
    options.cache = Some(cache());
    options.cflags = cflags.to_vec();
    options.cflags.push("-w".to_owned());
    let sources = [source.to_owned()];
    let built = match llvm::build(&sources, work.path(), &options) {
        Ok(built) => built,
        Err(error) => return Verdict::Different(error.to_string()),
    };
    let mut machine = Machine::new(Arc::new(built.module), Options::default());
    let arguments = [Text::Fixed(b"program".to_vec())];
    let mut state = machine.start_main(&arguments).expect("main is there");
    let mut model = Model::new();
    for (ordinal, byte) in inputs.iter().enumerate() {
        let term = machine.input(ordinal as u32, "input", 8);
        if let Op::Input(input) = machine.pool.op(term) {
            model.set(input, Value::Bits(Bits::new(8, u64::from(*byte))));
        }
    }
    state.set_model(model);
    let budget = if inputs.is_empty() {
        INSTRUCTIONS
    } else {
        INSTRUCTIONS / 100
    };
    loop {
        match machine.run(&mut state, budget, &mut NoEvents) {
            Stop::Fork(fork) if machine.pool.len() < TERMS => {
                machine.take(&mut state, &fork, fork.taken);
            }
            Stop::Budget | Stop::Fork(_) => return Verdict::TooLong,
            Stop::End(End::Exit(found)) if found == status => break,
            Stop::End(End::Error(error))
                if status == ILLEGAL_INSTRUCTION && error.kind == ir::ErrorKind::Unreachable =>
            {
                return Verdict::Undefined;
            }
            other @ Stop::End(_) => {
                return Verdict::Different(format!("native exit status {status}, but {other:#?}"));
            }
        }
    }
    if !inputs.is_empty() {
        let (forks, terms) = (machine.statistics().forks, machine.pool.len());
        println!(
            "{} bytes of inputs, {forks} forks, {terms} terms",
            inputs.len()
        );
    }
    let found = machine.output_bytes(&state, 1);
    if found != output {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let message = format!("native:\n{}machine:\n{}", text(&output), text(&found));
        return Verdict::Different(message);
    }
    Verdict::Same
}

fn cache() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_TMPDIR").map(PathBuf::from);
    target
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")))
        .join("library")
}

#[test]
fn programs_print_what_they_print_natively() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut failures = Vec::new();
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&directory)
        .expect("the directory of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    assert!(!sources.is_empty());
    for source in sources {
        for level in [0, 2] {
            let verdict = compare(&source, level, &[], &[]);
            if verdict != Verdict::Same {
                failures.push(format!("{} -O{level}: {verdict:?}", source.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A random program.
fn random_program(seed: u32, directory: &Path) -> PathBuf {
    let source = directory.join(format!("random-{seed}.c"));
    let made = Command::new("csmith")
        .current_dir(directory)
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&source)
        .output()
        .expect("csmith runs");
    assert!(made.status.success(), "csmith fails for seed {seed}");
    source
}

/// Lets a random program ask for the values of its scalar globals as inputs; these are the bytes
/// that the globals held, so that natively, where asking does nothing, the program is the same.
fn with_inputs(source: &Path) -> Vec<u8> {
    let text = std::fs::read_to_string(source).expect("csmith wrote it");
    let mut calls = String::new();
    let mut bytes = Vec::new();
    for line in text.lines() {
        let Some((declaration, value)) = line.split_once(" = ") else {
            continue;
        };
        let words: Vec<&str> = declaration.split_whitespace().collect();
        let ["static", .., ty, name] = words[..] else {
            continue;
        };
        let size = match ty.trim_start_matches('u') {
            "int8_t" => 1,
            "int16_t" => 2,
            "int32_t" => 4,
            "int64_t" => 8,
            _ => continue,
        };
        let value: String = value
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || "-()".contains(*c))
            .filter(|c| !"()".contains(*c))
            .collect();
        let constant = words.contains(&"const") || !name.starts_with("g_") || name.contains('[');
        let digits = value.trim_start_matches('-').trim_end_matches(['U', 'L']);
        let number = match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        if let (false, Ok(number)) = (constant, number) {
            let number = if value.starts_with('-') {
                -number
            } else {
                number
            };
            bytes.extend_from_slice(&number.to_le_bytes()[..size]);
            calls += &format!("WF((void *)&{name}, sizeof {name}, \"input\");\n");
        }
    }
    let main = "int main (int argc, char* argv[])\n{";
    assert!(text.contains(main));
    let text = text.replace(main, &format!("{main}\n{calls}"));
    let head = "#ifdef NATIVE\n#define WF(a, b, c)\n#else\n\
                void wf_symbolic(void *, unsigned long, const char *);\n\
                #define WF wf_symbolic\n#endif\n";
    std::fs::write(source, format!("{head}{text}")).expect("it can be written");
    bytes
}

/// Compares random programs of these seeds; some must be short enough to compare.
fn compare_random(seeds: std::ops::Range<u32>, inputs: bool) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (mut same, mut too_long, mut failures) = (0, 0, Vec::new());
    for seed in seeds {
        let source = random_program(seed, directory.path());
        let inputs = if inputs {
            with_inputs(&source)
        } else {
            Vec::new()
        };
        for level in [0, 2] {
            let flags = ["-I/usr/include/csmith".to_owned()];
            match compare(&source, level, &flags, &inputs) {
                Verdict::Same => same += 1,
                Verdict::TooLong | Verdict::Undefined => too_long += 1,
                Verdict::Different(how) => {
                    failures.push(format!("seed {seed} -O{level}: {how}"));
                }
            }
        }
    }
    println!(
        "{same} the same, {too_long} not comparable, {} different",
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(same > 0);
}

#[test]
fn random_programs_print_what_they_print_natively() {
    compare_random(1..4, false);
}

#[test]
fn random_programs_with_inputs_print_what_they_print_natively() {
    compare_random(1..3, true);
}

#[test]
#[ignore = "takes an hour"]
fn many_random_programs_print_what_they_print_natively() {
    compare_random(1000..1500, false);
}

#[test]
#[ignore = "takes minutes"]
fn many_random_programs_with_inputs_print_what_they_print_natively() {
    compare_random(1000..1012, true);
}
