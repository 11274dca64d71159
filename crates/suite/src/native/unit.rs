//! Tests of a function in one C file, run as people run them: those that go otherwise there are taken out.

use super::build::{execute, linker, missing_symbols};
use super::sandbox::{self, Sandbox};
use crate::unit::{self, Tried};
use crate::{EntryPoint, Limits, Suite, SuiteError};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const CLANG: &str = "clang-19";

/// Tests of one file take no longer together.
const MOST_TIMES: u32 = 20;

/// Writes the tests of a function into one file, runs it, and writes it again without those that did not
/// go as they say. One that no compiler takes is not left there.
pub(super) fn write_checked(
    suite: &Suite,
    sandbox: &Sandbox,
    limits: &Limits,
    work: &Path,
) -> Result<(), SuiteError> {
    let tests = suite.tests()?;
    let mut tried = Tried::default();
    let Some(mut written) = unit::write(suite, &tests, &tried)? else {
        return Ok(());
    };
    let program = work.join("unit");
    let mut compiled = compile(suite, &written.path, &program, work);
    if let Err(SuiteError::Build { output, .. }) = &compiled {
        let missing = missing_symbols(output).into_iter();
        tried.missing = missing.map(str::to_owned).collect();
        if !tried.missing.is_empty()
            && let Some(again) = unit::write(suite, &tests, &tried)?
        {
            written = again;
            compiled = compile(suite, &written.path, &program, work);
        }
    }
    if let Err(error) = compiled {
        unit::remove(suite, &written)?;
        return Err(error);
    }
    tried.refuted = refuted(&written.tests, &program, sandbox, limits, work)?;
    if !tried.refuted.is_empty() && unit::write(suite, &tests, &tried)?.is_none() {
        unit::remove(suite, &written)?;
    }
    Ok(())
}

fn compile(suite: &Suite, path: &Path, program: &Path, work: &Path) -> Result<(), SuiteError> {
    let plan = &suite.plan;
    let included = match &plan.entry {
        EntryPoint::Function { source, .. } => source.as_ref(),
        EntryPoint::Main => None,
    };
    let others = plan
        .sources
        .iter()
        .filter(|&source| Some(source) != included);
    let include = super::headers::directory(&suite.directory);
    let mut beside: Vec<PathBuf> = Vec::new();
    for (number, source) in others.enumerate() {
        let mut flags = vec!["-g".to_owned(), "-O0".to_owned()];
        flags.extend(unit::SANITIZERS.split_whitespace().map(str::to_owned));
        flags.push(unit::WITHOUT_MAIN.to_owned());
        flags.extend(plan.flags_of(source));
        flags.push(format!("-I{}", include.display()));
        let name = format!("unit-{number}");
        beside.push(super::build::compile(source, work, &name, &flags)?);
    }
    let flags = match included {
        Some(source) => plan.flags_of(source),
        None => plan.cflags.clone(),
    };
    let mut command = Command::new(CLANG);
    command
        .args(linker())
        .args(["-w", "-g", "-O0"])
        .args(unit::SANITIZERS.split_whitespace())
        .arg(unit::WITHOUT_MAIN)
        .args(flags)
        .arg(format!("-I{}", include.display()))
        .arg(path)
        .args(beside)
        .args(&plan.linked)
        .args(["-lm", "-o"])
        .arg(program);
    execute(&mut command)
}

/// The tests that did not go as they say, with what happened.
fn refuted(
    tests: &[u32],
    program: &Path,
    sandbox: &Sandbox,
    limits: &Limits,
    work: &Path,
) -> Result<BTreeMap<u32, String>, SuiteError> {
    let directory = work.join("unit-run");
    std::fs::create_dir_all(&directory).map_err(SuiteError::io(&directory))?;
    let mut command = Command::new(program);
    // Nobody reads where an error is.
    let options = "handle_abort=1:allocator_may_return_null=1:symbolize=0";
    command.env_clear().env("ASAN_OPTIONS", options);
    let times = u32::try_from(tests.len())
        .unwrap_or(u32::MAX)
        .clamp(1, MOST_TIMES);
    let ended = sandbox.run(&sandbox::Run {
        command: &command,
        directory: &directory,
        stdin: &[],
        readable: &[program.to_owned()],
        writable: &[],
        limits: &Limits {
            time: limits.time.saturating_mul(times),
            ..limits.clone()
        },
        limit_address_space: false,
    })?;
    let said = ended.stdout.text();
    let mut refuted = BTreeMap::new();
    for &test in tests {
        if let Some(reason) = problem(&said, test) {
            refuted.insert(test, reason.to_owned());
        }
    }
    Ok(refuted)
}

/// What the lines of a run say against a test.
fn problem(said: &str, test: u32) -> Option<&'static str> {
    match said.lines().find(|line| names(line, test)) {
        Some(line) if line.starts_with("ok ") || line.contains(" # ") => None,
        Some(_) => Some("compiled alone it goes otherwise than predicted"),
        None => Some("it was not run when the others were"),
    }
}

/// True for the line on a test.
fn names(line: &str, test: u32) -> bool {
    let behind = line.split_once(" - test_").map(|(_, name)| name);
    let number = behind.and_then(|name| name.split(' ').next());
    number == Some(test.to_string().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_lines_on_tests_are_read() {
        let said = "1..4\nok 1 - test_1 f\nnot ok 2 - test_2\nnot ok 3 - test_3 # TODO\n";
        let problems = [1, 2, 3, 4].map(|test| problem(said, test).is_some());
        assert_eq!(problems, [false, true, false, true]);
        mutants::check(&mutants::texts(&[said]), 3_000, |bytes| {
            let said = String::from_utf8_lossy(bytes);
            for test in [0, 1, 2, u32::MAX] {
                problem(&said, test);
            }
        });
    }
}
