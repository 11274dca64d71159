//! C programs print in the machine what they print natively.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use wayfarer_vm::{End, Options, run_concrete};

/// Output and exit status of a native run.
fn native(source: &Path, work: &Path, level: u8, cflags: &[String]) -> (Vec<u8>, i32) {
    let binary = work.join(format!("native-{level}"));
    let compiled = Command::new("clang-19")
        .args(["-w", &format!("-O{level}"), "-o"])
        .arg(&binary)
        .arg(source)
        .args(cflags)
        .arg("-lm")
        .output()
        .expect("clang-19 runs");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let ran = Command::new(&binary).output().expect("the program runs");
    (ran.stdout, ran.status.code().unwrap_or(-1))
}

/// Runs a program natively and in the machine, and tells how they differ.
fn compare(source: &Path, level: u8, cflags: &[String]) -> Result<u64, String> {
    let work = tempfile::tempdir().expect("a temporary directory");
    let (output, status) = native(source, work.path(), level, cflags);
    let mut options = llvm::BuildOptions {
        optimisation: level,
        jobs: 1,
        ..Default::default()
    };
    options.cache = Some(cache());
    options.cflags = cflags.to_vec();
    options.cflags.push("-w".to_owned());
    let inputs = [source.to_owned()];
    let built = llvm::build(&inputs, work.path(), &options).map_err(|error| error.to_string())?;
    let module = Arc::new(built.module);
    let run = run_concrete(module, Options::default(), &[b"program".to_vec()])
        .map_err(|error| error.to_string())?;
    if run.end != End::Exit(status) {
        return Err(format!("native exit status {status}, but {:#?}", run.end));
    }
    if run.output != output {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        return Err(format!(
            "native:\n{}machine:\n{}",
            text(&output),
            text(&run.output)
        ));
    }
    Ok(run.instructions)
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
            if let Err(difference) = compare(&source, level, &[]) {
                failures.push(format!("{} -O{level}: {difference}", source.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
