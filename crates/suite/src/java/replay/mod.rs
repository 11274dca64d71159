//! Runs tests on the real JVM by JUnit, with probes in the program's classes: each test gets its
//! verdict by how it ends and by the decisions it takes, and all together their coverage.
//!
//! The probes are our own (`runtime/replay`, put in by ASM while classes are loaded): they log
//! decisions, which coverage tools do not, and know class files of every version.

mod compile;
mod coverage;
mod isolation;
mod run;
mod runner_archive;
pub(super) mod tools;
mod verdict;

use super::{JavaPlan, JavaSuite, JavaTest};
use crate::native::{CoverageReport, LINES_OF_METHODS, Sandbox, TestRunner, summarise};
use crate::{Limits, SuiteError, Verdict};
use compile::{Compilation, Failed};
use coverage::Coverage;
use run::{Jvm, Ran, TestEnd, ends_jvm};
use runner_archive::RunnerArchive;
use scratch::ScratchDirectory;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tools::{asm_jar, class_path, junit_jars};
use verdict::judge;

pub use verdict::decision_function;

/// What runs in the JVM beside tests (`runtime/replay`), compiled by `build.rs`.
pub(super) const RUNNER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/replay.jar"));

/// Tests that run in one JVM.
const TESTS_IN_JVM: usize = 200;

/// A JVM's worth of what is needed to run the tests of a suite.
pub struct JavaReplay {
    suite: JavaSuite,
    limits: Limits,
    sandbox: Sandbox,
    work: ScratchDirectory,
    /// The runner's jar and those that it needs.
    runner: Vec<PathBuf>,
    archive: Option<RunnerArchive>,
    junit: Vec<PathBuf>,
    /// Class path of the program.
    program: Vec<PathBuf>,
    coverage: Coverage,
    /// JVMs started so far.
    started: usize,
    /// Rows of tests compiled so far.
    compiled: usize,
    /// Verdicts other than confirmed of tests that ran alone.
    wrong_alone: Vec<Verdict>,
    /// Tests that do not compile.
    failed: Failed,
    /// JUnit classes with confirmed tests that fail behind others, and the tests of these classes.
    leaking: BTreeSet<PathBuf>,
    of_leaking: Vec<JavaTest>,
}

/// Compiled tests.
struct Compiled {
    classes: PathBuf,
    failed: Failed,
}

/// The JUnit class of a test, as its file below the root of packages, and the test's method.
fn place(test: &JavaTest) -> Option<(PathBuf, String)> {
    let (class, method) = test.junit.as_deref()?.split_once('#')?;
    let file = PathBuf::from(class.replace('.', "/")).with_extension("java");
    Some((file, method.to_owned()))
}

impl TestRunner for JavaReplay {
    type Plan = JavaPlan;

    /// Starting a JVM costs more than a test.
    const TOGETHER: usize = usize::MAX;

    fn build(suite: &JavaSuite, limits: Limits) -> Result<JavaReplay, SuiteError> {
        let work = ScratchDirectory::new();
        let work = work.map_err(SuiteError::io(&std::env::temp_dir()))?;
        let plan = &suite.plan;
        let sandbox = Sandbox::new(plan.sandbox.mode, work.path())?;
        let junit = junit_jars(plan.junit)?;
        let mut jars = junit.clone();
        jars.push(asm_jar()?);
        let own = work.path().join("replay.jar");
        std::fs::write(&own, RUNNER).map_err(SuiteError::io(&own))?;
        let archive = RunnerArchive::of(plan, &jars, work.path());
        let mut runner = vec![own];
        runner.append(&mut jars);
        let mut program = suite.class_path();
        let interface = std::path::absolute(suite.directory.join(super::plan::INTERFACE_JAR));
        // Before the program: it replaces classes of the same name that make random values.
        // (It may come later: a missing jar is like an empty one.)
        program.splice(0..0, interface.ok());
        Ok(JavaReplay {
            suite: suite.clone(),
            limits,
            sandbox,
            work,
            runner,
            archive,
            junit,
            program,
            coverage: Coverage::default(),
            started: 0,
            compiled: 0,
            wrong_alone: Vec::new(),
            failed: Failed::default(),
            leaking: BTreeSet::new(),
            of_leaking: Vec::new(),
        })
    }

    fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    fn run(&mut self, tests: &[JavaTest]) -> Result<Vec<Verdict>, SuiteError> {
        let mut verdicts = Vec::new();
        for row in tests.chunks(TESTS_IN_JVM) {
            verdicts.extend(self.run_row(row)?);
        }
        Ok(verdicts)
    }

    /// Puts the tests that do not compile beside their classes, with what the compiler says.
    fn set_aside(&mut self) -> Result<(), SuiteError> {
        let root = self.suite.junit_directory();
        self.failed.set_aside(&root)?;
        if self.leaking.is_empty() {
            return Ok(());
        }
        isolation::isolate(&root, &self.leaking, self.suite.plan.junit)?;
        self.check_isolated()
    }

    fn coverage(&self) -> Result<Option<CoverageReport>, SuiteError> {
        if self.coverage.is_empty() {
            return Ok(None);
        }
        let lcov = self.coverage.lcov(&self.suite.plan.source_path);
        crate::directory::write_whole(
            &self.suite.directory.join("coverage.lcov"),
            lcov.as_bytes(),
        )?;
        let lines = self.coverage.lines_of_methods(&self.suite.plan.source_path);
        let path = self.suite.directory.join(LINES_OF_METHODS);
        crate::directory::write_whole(&path, lines.as_bytes())?;
        Ok(Some(summarise(&lcov, &lines, &self.suite.plan.coverage)))
    }
}

impl JavaReplay {
    fn run_row(&mut self, tests: &[JavaTest]) -> Result<Vec<Verdict>, SuiteError> {
        let Compiled {
            classes: compiled,
            failed,
        } = self.compile(tests)?;
        let reason = |test: &JavaTest| {
            let (class, method) = place(test)?;
            let reason = failed.reason(&class, &method)?;
            Some(format!("the test does not compile: {reason}"))
        };
        self.failed.extend(&failed);
        let mut ran: BTreeMap<u32, Ran> = BTreeMap::new();
        // Tests that end the JVM, or may, run last.
        let compiling = tests.iter().filter(|test| reason(test).is_none());
        let (mut waiting, last): (Vec<&JavaTest>, Vec<&JavaTest>) =
            compiling.partition(|test| !ends_jvm(test));
        waiting.extend(last);
        while !waiting.is_empty() {
            let results = self.start(&compiled, &waiting)?;
            ran.extend(results);
            let before = waiting.len();
            waiting.retain(|test| !ran.contains_key(&test.id));
            if waiting.len() == before {
                break;
            }
        }
        let mut verdicts = Vec::new();
        for test in tests {
            let Some(one) = ran.get(&test.id) else {
                let nobody = || "the JVM ended before it".to_owned();
                let reason = reason(test).unwrap_or_else(nobody);
                verdicts.push(Verdict::NotReplayed { reason });
                continue;
            };
            let mut verdict = judge(test, one, None);
            // What tests before it left behind in classes of the JDK is no fault of its own, nor what
            // it writes otherwise in every run. Many that go wrong in the same way do so for the same
            // reason: one of them alone tells of all.
            let suspicious = verdict != Verdict::Confirmed && !self.wrong_alone.contains(&verdict);
            if suspicious && one.ended != TestEnd::TimedOut {
                let alone = self.start(&compiled, &[test])?;
                if let Some(alone) = alone.get(&test.id) {
                    verdict = judge(test, alone, one.output.as_ref());
                    if verdict != Verdict::Confirmed {
                        self.wrong_alone.push(verdict.clone());
                    }
                }
            }
            if verdict == Verdict::Confirmed && one.fails_together.is_some() {
                self.leaking.extend(place(test).map(|(class, _)| class));
            }
            verdicts.push(verdict);
        }
        let leaks = |test: &&JavaTest| place(test).is_some_and(|it| self.leaking.contains(&it.0));
        let of_leaking = tests.iter().filter(leaks).cloned();
        self.of_leaking.extend(of_leaking);
        Ok(verdicts)
    }

    /// Runs the tests of classes that are isolated once more, and tells of those that fail behind others even so.
    fn check_isolated(&mut self) -> Result<(), SuiteError> {
        let tests = std::mem::take(&mut self.of_leaking);
        let Compiled { classes, .. } = self.compile(&tests)?;
        let together: Vec<&JavaTest> = tests.iter().filter(|test| !ends_jvm(test)).collect();
        let ran = self.start(&classes, &together)?;
        let failing = together.iter().filter_map(|test| {
            let why = ran.get(&test.id)?.fails_together.as_ref()?;
            Some((test.junit.as_deref()?, why))
        });
        let failing: Vec<_> = failing.collect();
        match failing.first() {
            None => Ok(()),
            Some((first, why)) => Err(SuiteError::Harness {
                problem: format!(
                    "{} tests pass alone and fail behind others, {first} first: {why}",
                    failing.len()
                ),
            }),
        }
    }

    /// Runs tests in one JVM.
    fn start(
        &mut self,
        compiled: &Path,
        tests: &[&JavaTest],
    ) -> Result<BTreeMap<u32, Ran>, SuiteError> {
        self.started += 1;
        let directory = self.work.path().join(format!("jvm{}", self.started));
        let directory = make_directory(&directory)?;
        let jvm = Jvm {
            plan: &self.suite.plan,
            runner: &self.runner,
            archive: self.archive.as_ref(),
            program: &self.program,
            tests: compiled,
            directory: &directory,
            limits: &self.limits,
            sandbox: &self.sandbox,
        };
        let ran = jvm.run(tests)?;
        if let Ok(text) = std::fs::read_to_string(directory.join("coverage")) {
            self.coverage.add(&text);
        }
        // What does not go now goes with the directory around it.
        let _ = std::fs::remove_dir_all(&directory);
        Ok(ran)
    }

    /// Compiles the JUnit classes of tests.
    fn compile(&mut self, tests: &[JavaTest]) -> Result<Compiled, SuiteError> {
        let root = self.suite.junit_directory();
        let (mut sources, mut helpers) = (BTreeSet::new(), BTreeSet::new());
        let mut aside = Failed::default();
        for test in tests {
            let Some((source, method)) = place(test) else {
                let path = self.suite.test_file(test.id);
                return Err(SuiteError::format(&path, "it has no JUnit test"));
            };
            if let Some(kept) = compile::kept_aside(&root, &source, &method) {
                aside.add(source, method, kept);
                continue;
            }
            for helper in ["WayfarerObjects", isolation::ISOLATION] {
                let helper = source.with_file_name(format!("{helper}.java"));
                if root.join(&helper).is_file() {
                    helpers.insert(helper);
                }
            }
            sources.insert(source);
        }
        self.compiled += 1;
        let made = |name: &str| {
            let name = format!("{name}{}", self.compiled);
            make_directory(&self.work.path().join(name))
        };
        let (classes, copies) = (made("tests")?, made("sources")?);
        let compilation = Compilation {
            jdk: &self.suite.plan.jdk,
            root: &root,
            class_path: &class_path(self.program.iter().chain(&self.junit)),
            copies: &copies,
            into: &classes,
        };
        let mut failed = compilation.run(&sources, &helpers)?;
        failed.extend(&aside);
        Ok(Compiled { classes, failed })
    }
}

fn make_directory(path: &Path) -> Result<PathBuf, SuiteError> {
    std::fs::create_dir_all(path).map_err(SuiteError::io(path))?;
    Ok(path.to_owned())
}
