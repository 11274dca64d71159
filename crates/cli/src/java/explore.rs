//! Java programs as what is explored: their methods, tests of these, and the JVM that runs them.

use super::program::{Classes, classes, function_name};
use super::test_case::java_test;
use crate::Usage;
use crate::arguments::Explore;
use crate::input_options;
use crate::output;
use crate::replayer::{Replayer, ToReplayer, Waiting, note_coverage, note_verdict, stored_test};
use crate::setup::StartPoint;
use crate::subject::{NewTest, Prepared, Subject};
use crate::summary::Replayed;
use explore::{BoxError, KeptPath, PathEnd, Start};
use jvm::Method;
use std::time::Duration;
use store::{Notes, StoreError, TestRow, TestSink};
use suite::java::{
    JUnit, JUnitOptions, JUnitWriter, Java, JavaPlan, JavaReplay, JavaSuite, JavaTest, Shapes,
};
use suite::{HostInput, SuiteError};

/// Finds or compiles the program, and makes each method a start.
pub fn prepare(options: &Explore) -> anyhow::Result<Prepared> {
    let java = &options.java;
    let classes = classes(options)?;
    let entry_options = jvm::EntryOptions {
        precondition: java.precondition.clone(),
        observe_inputs: java.assert_fields,
        ..jvm::EntryOptions::default()
    };
    let mut starts = Vec::new();
    for method in &classes.methods {
        let entry = classes.program.entry(method, &entry_options)?;
        let name = function_name(method);
        starts.push(StartPoint {
            name: name.clone(),
            start: Start::Function(entry),
            trace_from: Some(name),
        });
    }
    let limits = &options.limits;
    let machine = vm::Options {
        max_symbolic_size: limits.max_symbolic_size,
        max_candidates: limits.max_candidates,
        memory_bytes: limits.program_memory << 20,
        opaque: classes.opaque.clone(),
        heap_depth: java.heap_depth,
        heap_objects: java.heap_objects,
        array_length: java.array_length,
        string_length: java.string_length,
        collection_size: java.collection_size,
        result_objects: java.result_objects,
        free_host: input_options::free_host(options),
        files: input_options::files(&options.inputs)?,
        ..vm::Options::default()
    };
    Ok(Prepared {
        program: classes.program.clone(),
        starts,
        machine,
        decision_functions: Vec::new(),
        hash: classes.hash(&options.output)?,
        inputs: classes.files(),
        targets: None,
        subject: Box::new(JavaProgram {
            suite: JavaSuite {
                directory: options.output.clone(),
                plan: plan(options, &classes),
            },
            shapes: classes.shapes,
            methods: classes.methods,
            written: None,
            tests: Vec::new(),
        }),
    })
}

/// Options that mean something for C programs only.
pub fn refuse_options_of_c(options: &Explore) -> anyhow::Result<()> {
    let program = &options.program;
    let inputs = &options.inputs;
    let given = [
        ("--function", options.function.is_some()),
        ("--cflags", !program.cflags.is_empty()),
        ("--optimise", program.optimise > 0),
        ("--check", !program.check.is_empty()),
        ("--arg", !inputs.arg.is_empty()),
        ("--args", !inputs.args.is_empty()),
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
    for what in [HostInput::Process, HostInput::User] {
        if options.free.contains(&what) {
            return Err(Usage(format!("--free {}: not for Java", what.name())).into());
        }
    }
    Ok(())
}

fn plan(options: &Explore, prepared: &Classes) -> JavaPlan {
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
        sandbox: options.sandbox.options(),
        coverage: prepared.coverage.clone(),
    }
}

/// A Java program.
struct JavaProgram {
    suite: JavaSuite,
    shapes: Shapes,
    /// The methods under test, by start.
    methods: Vec<Method>,
    /// The writer of JUnit classes that has written the tests of earlier sessions.
    written: Option<JUnitWriter>,
    /// Those tests.
    tests: Vec<JavaTest>,
}

impl JavaProgram {
    fn writer(&mut self) -> JUnitWriter {
        let plan = &self.suite.plan;
        let options = || JUnitOptions {
            version: plan.junit,
            seconds: plan.test_seconds,
            producer: plan.producer.clone(),
        };
        let directory = self.suite.junit_directory();
        let new = || JUnitWriter::new(&directory, options(), self.shapes.clone());
        self.written.take().unwrap_or_else(new)
    }
}

impl Subject for JavaProgram {
    fn open(&mut self) -> anyhow::Result<()> {
        self.suite = JavaSuite::create(&self.suite.directory, self.suite.plan.clone())?;
        Ok(())
    }

    fn test(&self, start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError> {
        // Inputs that the method is not meant for, or that nobody can make (the path has ended as
        // unsupported there): there is nothing to be tested.
        if path.end == PathEnd::AssumeFailed || !path.objects.can_be_made() {
            return Ok(None);
        }
        let test = java_test(path, &self.methods[start]);
        if let Some(problem) = test.problem() {
            return Err(format!("test {}: {problem}", test.id).into());
        }
        Ok(Some(NewTest {
            id: test.id,
            content: serde_json::to_string(&test)?,
            path: test.path,
        }))
    }

    fn repair(&mut self, rows: &[TestRow]) -> anyhow::Result<()> {
        output::remove_all_but(&self.suite.directory, rows)?;
        let mut writer = self.writer();
        for row in rows {
            let (mut test, verdict) = stored_test::<JavaTest>(row)?;
            test.verdict = verdict;
            write(&self.suite, &mut writer, &mut test)?;
            self.tests.push(test);
        }
        self.written = Some(writer);
        Ok(())
    }

    fn publisher(
        &mut self,
        replay: bool,
        notes: Option<Notes>,
    ) -> (Box<dyn TestSink>, Option<Replayer>) {
        let suite = self.suite.clone();
        let (to_replayer, replayer) = Replayer::start(replay, move |tests, replayed| {
            replay_all(&suite, tests, &notes, replayed)
        });
        let files = Files {
            suite: self.suite.clone(),
            writer: self.writer(),
            to_replayer,
        };
        for test in self.tests.drain(..) {
            files.to_replayer.hand(test);
        }
        (Box::new(files), replayer)
    }
}

/// Writes a test and its JUnit method.
fn write(
    suite: &JavaSuite,
    writer: &mut JUnitWriter,
    test: &mut JavaTest,
) -> Result<(), SuiteError> {
    if !test.inputs.is_empty() {
        JavaSuite::write_interface(&suite.directory)?;
    }
    test.junit = Some(writer.add(test)?);
    suite.write(test)
}

/// Writes each new test and hands it to the replayer.
struct Files {
    suite: JavaSuite,
    writer: JUnitWriter,
    to_replayer: ToReplayer<JavaTest>,
}

impl TestSink for Files {
    fn publish(&mut self, _id: u32, content: &str) -> Result<(), StoreError> {
        let test = serde_json::from_str(content);
        let mut test: JavaTest = test.map_err(|error| StoreError::Test(error.to_string()))?;
        write(&self.suite, &mut self.writer, &mut test)
            .map_err(|error| StoreError::Test(error.to_string()))?;
        self.to_replayer.hand(test);
        Ok(())
    }

    fn finish(&mut self) {
        self.to_replayer.close();
    }
}

fn replay_all(
    suite: &JavaSuite,
    tests: &Waiting<JavaTest>,
    notes: &Option<Notes>,
    replayed: &mut Replayed,
) -> Result<(), SuiteError> {
    let time = Duration::from_secs(suite.plan.test_seconds);
    let limits = suite.plan.sandbox.limits(time);
    let mut replay = JavaReplay::build(suite, limits)?;
    replayed.not_isolated = replay.sandbox().isolation().missing();
    // Starting a JVM costs more than a test: all that wait run together.
    while let Some(row) = tests.all() {
        let verdicts = replay.run(&row)?;
        for (mut test, verdict) in row.into_iter().zip(verdicts) {
            note_verdict(notes.as_ref(), test.id, &verdict);
            replayed.verdicts.0.insert(test.id, verdict.clone());
            test.verdict = Some(verdict);
            suite.write(&test)?;
        }
    }
    // All tests are written by now.
    replay.set_aside()?;
    replayed.coverage = replay.coverage()?;
    note_coverage(notes.as_ref(), &suite.directory, replayed);
    Ok(())
}
