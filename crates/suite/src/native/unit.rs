//! Tests of a function in one C file, run as people run them: those that go otherwise there are taken out.

use super::build::{execute, linker, missing_symbols};
use super::sandbox::{self, Sandbox};
use crate::unit::{self, Tried};
use crate::{EntryPoint, Limits, Suite, SuiteError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

const CLANG: &str = "clang-19";

/// Tests of one file take no longer together.
const MOST_TIMES: u32 = 20;

/// Writes the tests of a function into one file, runs it, and writes it again without those that did not
/// go as they say, and those that no compiler takes. A file that none takes all the same is not left there.
pub(super) fn write_checked(
    suite: &Suite,
    sandbox: &Sandbox,
    limits: &Limits,
    work: &Path,
) -> Result<(), SuiteError> {
    let tests = suite.tests()?;
    let mut tried = Tried {
        macros: own_macros(suite),
        ..Tried::default()
    };
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
    if let Err(SuiteError::Build { output, .. }) = &compiled {
        let text = std::fs::read_to_string(&written.path);
        let text = text.map_err(SuiteError::io(&written.path))?;
        let name = written.path.to_string_lossy();
        tried.refuted = not_compiled(&text, &name, output, &written.tests);
        // Without any there is nothing to be had of the others.
        if !tried.refuted.is_empty()
            && tried.refuted.len() < written.tests.len()
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
    let refuted = refuted(&written.tests, &program, sandbox, limits, work)?;
    let is_as_said = refuted.is_empty();
    tried.refuted.extend(refuted);
    if !is_as_said && unit::write(suite, &tests, &tried)?.is_none() {
        unit::remove(suite, &written)?;
    }
    Ok(())
}

/// The source that is included.
fn included(suite: &Suite) -> Option<&PathBuf> {
    match &suite.plan.entry {
        EntryPoint::Function { source, .. } => source.as_ref(),
        EntryPoint::Main => None,
    }
}

/// Macros that the source under test, or a file of the program that it includes, or the command line defines, as they
/// are in force at its end. Where the preprocessor does not say, none: the compiler then says what it has against the tests.
fn own_macros(suite: &Suite) -> BTreeSet<String> {
    let Some(source) = included(suite) else {
        return BTreeSet::new();
    };
    let include = super::headers::directory(&suite.directory);
    let mut command = Command::new(CLANG);
    command
        .args(["-w", "-E", "-dD"])
        .args(suite.plan.flags_of(source))
        .arg(format!("-I{}", include.display()))
        .arg(source);
    match command.output() {
        Ok(output) => macros_in(&String::from_utf8_lossy(&output.stdout)),
        Err(_) => BTreeSet::new(),
    }
}

/// The macros that a preprocessed text with its definitions has from other files than those of the system.
fn macros_in(text: &str) -> BTreeSet<String> {
    let mut macros = BTreeSet::new();
    let mut is_own = false;
    for line in text.lines() {
        let name = |rest: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            rest.split(|c| !is_part(c))
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        if let Some(name) = line.strip_prefix("#define ").map(name) {
            match is_own {
                true => macros.insert(name),
                false => macros.remove(&name),
            };
        } else if let Some(name) = line.strip_prefix("#undef ").map(name) {
            macros.remove(&name);
        } else if let Some(marker) = line.strip_prefix("# ") {
            // A line number, the name of the file, and 3 among the flags for one of the system.
            let (file, flags) = marker.rsplit_once('"').unwrap_or((marker, ""));
            let is_system = flags.split(' ').any(|flag| flag == "3");
            is_own = !is_system && !file.ends_with("<built-in>");
        }
    }
    // The file undoes it in any case.
    macros.remove("main");
    macros
}

/// The tests in a file that errors of the compiler are about, with what these say.
fn not_compiled(text: &str, file: &str, output: &str, tests: &[u32]) -> BTreeMap<u32, String> {
    let mut refused = BTreeMap::new();
    for line in output.lines() {
        let place = line.split_once(": error: ");
        let place = place.or_else(|| line.split_once(": fatal error: "));
        let Some((place, message)) = place else {
            continue;
        };
        let number = place.strip_prefix(file).and_then(|rest| {
            let rest = rest.strip_prefix(':')?;
            rest.split(':').next()?.parse::<usize>().ok()
        });
        let test = number.and_then(|number| test_at(text, number));
        if let Some(test) = test.filter(|test| tests.contains(test)) {
            let reason = || format!("no compiler takes it: {message}");
            refused.entry(test).or_insert_with(reason);
        }
    }
    refused
}

/// The test whose function a line is in.
fn test_at(text: &str, number: usize) -> Option<u32> {
    let before = text.lines().take(number);
    let mut test = None;
    for line in before {
        if let Some(rest) = line.strip_prefix("static void test_") {
            test = rest.strip_suffix("(void) {")?.parse().ok();
        } else if line == "}" {
            test = None;
        }
    }
    test
}

fn compile(suite: &Suite, path: &Path, program: &Path, work: &Path) -> Result<(), SuiteError> {
    let plan = &suite.plan;
    let included = included(suite);
    let others = plan.sources.iter().filter(|&other| Some(other) != included);
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
        .args(["-w", "-g", "-O0", "-ferror-limit=0"])
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
    fn macros_of_any_program_are_those_in_force() {
        let text = "# 1 \"a.c\"\n# 1 \"<built-in>\" 1\n#define __GNUC__ 4\n# 1 \"<command line>\" 1\n\
                    #define free(x) own_free(x)\n# 1 \"<built-in>\" 2\n#define __LP64__ 1\n# 1 \"a.c\" 2\n\
                    # 1 \"/usr/include/stdio.h\" 1 3 4\n#define EOF (-1)\n#define stdin stdin\n# 2 \"a.c\" 2\n\
                    #define malloc(x) none\n#define gone 1\n#undef gone\nint x;\n# 1 \"a.h\" 1\n#define int long\n";
        let found = macros_in(text);
        assert_eq!(found, ["free", "int", "malloc"].map(str::to_owned).into());
        mutants::check(&mutants::texts(&[text]), 3_000, |bytes| {
            macros_in(&String::from_utf8_lossy(bytes));
        });
    }

    #[test]
    fn errors_of_any_compiler_are_about_tests() {
        let text = "int f(void);\n\nstatic void test_3(void) {\n  f(;\n}\n\nint g;\n\
                    static void test_12(void) {\n  h();\n  i();\n}\n";
        let output = "In file included from u.c:1:\na.c:4:5: error: other\nu.c:4:5: error: expected expression\n\
                      u.c:7:1: error: of no test\nu.c:10:3: error: undeclared 'i'\nu.c:9:3: error: undeclared 'h'\n";
        let found = not_compiled(text, "u.c", output, &[3, 12]);
        let reasons: Vec<(&u32, &str)> = found.iter().map(|(id, why)| (id, &**why)).collect();
        assert_eq!(
            reasons,
            [
                (&3, "no compiler takes it: expected expression"),
                (&12, "no compiler takes it: undeclared 'i'")
            ]
        );
        assert!(not_compiled(text, "u.c", output, &[4]).is_empty());
        mutants::check(&mutants::texts(&[text, output]), 3_000, |bytes| {
            let said = String::from_utf8_lossy(bytes);
            not_compiled(text, "u.c", &said, &[3, 12]);
            not_compiled(&said, "u.c", output, &[3, 12]);
        });
    }

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
