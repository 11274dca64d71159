//! The oracle of the translation: programs print in the machine what they print natively.
//!
//! `tests/programs/*.c` cover every kind of instruction, width and intrinsic. (Random programs are
//! compared by the machine's own tests.) Each is run for both machines, that of 64 bits and that of 32.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wayfarer_llvm::{BuildOptions, build};

/// What a program wrote to standard output, and how it ended.
#[derive(PartialEq, Eq, Debug)]
struct Run {
    output: String,
    end: String,
}

/// How a program is compiled.
#[derive(Clone, Copy)]
struct Variant {
    /// For the machine of 32 bits.
    narrow: bool,
    /// Level of optimisation.
    level: u8,
}

impl Variant {
    fn flags(self) -> Vec<String> {
        let machine: &[&str] = match self.narrow {
            true => &["-m32", "-msse2", "-mfpmath=sse"],
            false => &[],
        };
        let flags = ["-w"].iter().chain(machine);
        flags.map(|&flag| flag.to_owned()).collect()
    }
}

impl std::fmt::Display for Variant {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let machine = if self.narrow { " with -m32" } else { "" };
        write!(out, "-O{}{machine}", self.level)
    }
}

fn native(source: &Path, variant: Variant, directory: &Path) -> Result<Run, String> {
    let program = directory.join("native");
    let status = Command::new("clang-19")
        .args(variant.flags())
        .arg(format!("-O{}", variant.level))
        .args([source, Path::new("-o"), &program, Path::new("-lm")])
        .status()
        .map_err(|error| format!("clang-19: {error}"))?;
    if !status.success() {
        return Err("clang-19 fails".to_owned());
    }
    let run = Command::new("timeout").arg("10").arg(&program).output();
    let run = run.map_err(|error| error.to_string())?;
    Ok(Run {
        output: String::from_utf8_lossy(&run.stdout).into_owned(),
        end: run
            .status
            .code()
            .map_or("killed".to_owned(), |status| format!("Exit({status})")),
    })
}

fn machine(source: &Path, variant: Variant, directory: &Path) -> Result<Run, String> {
    let options = BuildOptions {
        cflags: variant.flags(),
        optimisation: variant.level,
        cache: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library")),
        ..BuildOptions::default()
    };
    let built = build(&[source.to_owned()], &directory.join("work"), &options)
        .map_err(|error| error.to_string())?;
    ir::verify(&built.module).map_err(|errors| format!("invalid: {}", errors[0]))?;
    for function in &built.module.functions {
        ir::verify_definite_assignment(function).map_err(|errors| errors[0].to_string())?;
    }
    let arguments = [b"program".to_vec()];
    let run = vm::run_concrete(Arc::new(built.module), vm::Options::default(), &arguments)
        .map_err(|error| error.to_string())?;
    Ok(Run {
        output: String::from_utf8_lossy(&run.output).into_owned(),
        end: format!("{:?}", run.end),
    })
}

/// The difference between native run and machine, if there is one.
fn compare(source: &Path, variant: Variant) -> Result<(), String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let expected = native(source, variant, directory.path())?;
    let found = machine(source, variant, directory.path())?;
    if expected == found {
        return Ok(());
    }
    let mut lines = expected.output.lines().zip(found.output.lines());
    let line = lines.position(|(a, b)| a != b);
    let at = line.unwrap_or_else(|| {
        expected
            .output
            .lines()
            .count()
            .min(found.output.lines().count())
    });
    Err(format!(
        "natively {:?}, in the machine {:?}; line {} of the output is {:?} natively, {:?} in the \
         machine",
        expected.end,
        found.end,
        at + 1,
        expected.output.lines().nth(at),
        found.output.lines().nth(at),
    ))
}

/// Compares every program at every level for both machines, several at a time; gives all differences.
fn compare_all(sources: &[PathBuf], levels: &[u8]) -> Vec<String> {
    let variants = levels.iter().flat_map(|&level| {
        let variant = |narrow| Variant { narrow, level };
        [false, true].map(variant)
    });
    let variants: Vec<Variant> = variants.collect();
    let jobs: Vec<(&PathBuf, Variant)> = sources
        .iter()
        .flat_map(|source| variants.iter().map(move |variant| (source, *variant)))
        .collect();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((source, variant)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(difference) = compare(source, *variant) {
                        let failure = format!("{} at {variant}: {difference}", source.display());
                        eprintln!("{failure}");
                        failures
                            .lock()
                            .expect("no thread panics with the lock")
                            .push(failure);
                    }
                }
            });
        }
    });
    failures
        .into_inner()
        .expect("no thread panics with the lock")
}

fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(directory).expect("the programs are there");
    let mut sources: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the directory is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    assert!(sources.len() >= 9);
    sources
}

#[test]
fn programs_print_what_they_print_natively() {
    let failures = compare_all(&programs(), &[0, 2]);
    assert!(failures.is_empty(), "{} differences", failures.len());
}

#[test]
#[ignore = "long: the level between"]
fn programs_print_what_they_print_natively_at_level_one() {
    let failures = compare_all(&programs(), &[1]);
    assert!(failures.is_empty(), "{} differences", failures.len());
}
