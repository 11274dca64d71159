//! `wayfarer explore` for Java: each method is a run of its own, in one suite.

use super::program::{Prepared, function_name, prepare};
use super::replayer::Replayer;
use super::report;
use super::test_case::java_test;
use crate::Usage;
use crate::arguments::Explore;
use crate::explore_command::{run_options, solver_options};
use crate::output;
use crate::progress::ProgressLine;
use crate::session::{finish, interrupt_after, interrupt_on_signals};
use crate::summary::Replayed;
use explore::{Explorer, KeptPath, LimitKind, Observer, PathEnd, Progress, Report, Start};
use jvm::Method;
use solver::Solver;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use suite::java::{JUnit, JUnitOptions, JUnitWriter, Java, JavaPlan, JavaSuite};
use vm::Machine;

/// Explores, writes tests, replays them, sums up.
pub fn run(options: &Explore) -> anyhow::Result<u8> {
    refuse_options_of_c(options)?;
    // Before anything is written.
    run_options(options)?;
    solver_options(options)?;
    if let Err(error) = explore::strategy::parse(&options.strategy) {
        return Err(Usage(format!("--strategy: {error}")).into());
    }
    output::prepare(&options.output)?;
    output::clear(&options.output)?;
    let prepared = prepare(options)?;
    let suite = JavaSuite::create(&options.output, plan(options, &prepared))?;
    let writer = JUnitWriter::new(
        &suite.junit_directory(),
        JUnitOptions {
            version: suite.plan.junit,
            seconds: suite.plan.test_seconds,
            producer: suite.plan.producer.clone(),
        },
        prepared.shapes.clone(),
    );
    let interrupt = interrupt_on_signals()?;
    let replayer = (!options.no_replay).then(|| Replayer::start(&suite));
    let mut keeper = Keeper {
        suite,
        writer,
        method: None,
        before: 0,
        left_out: 0,
        replayer: replayer.as_ref(),
        progress: ProgressLine::new(),
    };
    let report = explore_all(options, &prepared, &mut keeper, &interrupt)?;
    keeper.progress.clear();
    drop(keeper);
    let replayed = match replayer {
        Some(replayer) => replayer.finish(),
        None => Replayed {
            not_replayed: Some("--no-replay".to_owned()),
            ..Replayed::default()
        },
    };
    finish(options, &report, &replayed)
}

/// Options that mean something for C programs only.
fn refuse_options_of_c(options: &Explore) -> anyhow::Result<()> {
    let program = &options.program;
    let inputs = &options.inputs;
    let given = [
        ("--function", options.function.is_some()),
        ("--cflags", !program.cflags.is_empty()),
        ("--optimise", program.optimise > 0),
        ("--check", !program.check.is_empty()),
        ("--arg", !inputs.arg.is_empty()),
        ("--args", !inputs.args.is_empty()),
        ("--stdin", inputs.stdin.is_some()),
        ("--file", !inputs.file.is_empty()),
        ("--env", !inputs.env.is_empty()),
        ("--failing-malloc", options.failing_malloc),
        ("--stub-undefined", options.stub_undefined),
    ];
    for (name, given) in given {
        if given {
            return Err(Usage(format!("{name}: not for Java")).into());
        }
    }
    Ok(())
}

fn plan(options: &Explore, prepared: &Prepared) -> JavaPlan {
    let methods = prepared.methods.iter().map(|method| suite::java::Method {
        class: method.class_name.clone(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    });
    JavaPlan {
        language: Java::Java,
        format: 1,
        producer: format!("Wayfarer {}", env!("CARGO_PKG_VERSION")),
        created: suite::timestamp(),
        class_path: prepared.class_path.clone(),
        sources: prepared.sources.clone(),
        source_path: prepared.source_path.clone(),
        jdk: prepared.jdk.clone(),
        junit: match options.java.junit {
            4 => JUnit::Four,
            _ => JUnit::Five,
        },
        methods: methods.collect(),
        test_seconds: options.limits.test_time,
    }
}

/// Explores one method after the other; the time is shared among those that are left.
fn explore_all(
    options: &Explore,
    prepared: &Prepared,
    keeper: &mut Keeper<'_>,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<Report> {
    let started = Instant::now();
    let time = run_options(options)?.limits.time;
    if let Some(time) = time {
        interrupt_after(time, interrupt.clone());
    }
    let mut all = Report::default();
    let count = prepared.methods.len();
    for (index, method) in prepared.methods.iter().enumerate() {
        if interrupt.load(Ordering::Relaxed) {
            all.left.push(explore::Left {
                what: "methods not explored".to_owned(),
                count: (count - index) as u64,
            });
            let why = match time.is_some_and(|time| started.elapsed() >= time) {
                true => LimitKind::Time,
                false => LimitKind::Interrupted,
            };
            all.limits.entry(why).or_insert((count - index) as u64);
            break;
        }
        let left = u32::try_from(count - index).unwrap_or(u32::MAX);
        let share = time.map(|time| time.saturating_sub(started.elapsed()) / left);
        let explorer = explorer(options, prepared, method, share, interrupt)?;
        keeper.method = Some(method.clone());
        let mut report = explorer.run(keeper);
        all.explored_share += report.explored_share / count as f64;
        let numbered = report.tests;
        report.tests -= std::mem::take(&mut keeper.left_out);
        report::add(&mut all, report, keeper.before);
        keeper.before += numbered;
        if all.failure.is_some() {
            break;
        }
    }
    Ok(all)
}

fn explorer(
    options: &Explore,
    prepared: &Prepared,
    method: &Method,
    time: Option<Duration>,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<Explorer> {
    let java = &options.java;
    let entry_options = jvm::EntryOptions {
        precondition: java.precondition.clone(),
        observe_inputs: java.assert_fields,
        ..jvm::EntryOptions::default()
    };
    let entry = prepared.program.entry(method, &entry_options)?;
    let machine_options = vm::Options {
        max_symbolic_size: options.limits.max_symbolic_size,
        max_candidates: options.limits.max_candidates,
        memory_bytes: options.limits.program_memory << 20,
        opaque: prepared.opaque.clone(),
        heap_depth: java.heap_depth,
        heap_objects: java.heap_objects,
        array_length: java.array_length,
        string_length: java.string_length,
        collection_size: java.collection_size,
        ..vm::Options::default()
    };
    let machine = Machine::new(prepared.program.clone(), machine_options);
    let solver = Solver::new(solver_options(options)?, interrupt.clone())?;
    let mut run_options = run_options(options)?;
    run_options.limits.time = time;
    run_options.trace_from = Some(function_name(method));
    let start = Start::Function(entry);
    Ok(Explorer::new(
        machine,
        solver,
        start,
        &[],
        run_options,
        interrupt.clone(),
    )?)
}

/// Writes each kept path as a test and hands it to the replayer.
struct Keeper<'a> {
    suite: JavaSuite,
    writer: JUnitWriter,
    /// The method that is explored.
    method: Option<Method>,
    /// Numbers that tests of the methods before it have.
    before: u32,
    /// Paths of this method that are no tests.
    left_out: u32,
    replayer: Option<&'a Replayer>,
    progress: ProgressLine,
}

impl Observer for Keeper<'_> {
    fn path(&mut self, path: &KeptPath) -> Result<(), explore::BoxError> {
        let Some(method) = &self.method else {
            return Ok(());
        };
        // Inputs that the method is not meant for: there is nothing to be tested.
        if path.end == PathEnd::AssumeFailed {
            self.left_out += 1;
            return Ok(());
        }
        let mut test = java_test(path, method, self.before + path.id, "a limit of the run");
        if let Some(problem) = test.problem() {
            return Err(format!("test {}: {problem}", test.id).into());
        }
        if !test.inputs.is_empty() {
            JavaSuite::write_interface(&self.suite.directory)?;
        }
        test.junit = Some(self.writer.add(&test)?);
        self.suite.write(&test)?;
        if let Some(replayer) = self.replayer {
            replayer.add(test);
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.show(progress);
    }

    fn warning(&mut self, text: &str) {
        self.progress.clear();
        eprintln!("wayfarer: warning: {text}");
    }
}
