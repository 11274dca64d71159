//! Java programs as what is explored: their methods, tests of these, and the JVM that runs them.

use super::program::{Classes, classes, function_name};
use super::test_case::java_test;
use crate::Usage;
use crate::arguments::Explore;
use crate::input_options;
use crate::publisher::{Publisher, TestWriter};
use crate::setup::StartPoint;
use crate::subject::{NewTest, Prepared, TestMaker};
use explore::{BoxError, KeptPath, PathEnd, Start};
use jvm::Method;
use suite::java::{
    JUnit, JUnitOptions, JUnitWriter, Java, JavaPlan, JavaReplay, JavaSuite, JavaTest,
};
use suite::{HostInput, SuiteError, Test};

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
    let suite = JavaSuite {
        directory: options.output.clone(),
        plan: plan(options, &classes),
    };
    let junit = JUnitOptions {
        version: suite.plan.junit,
        seconds: suite.plan.test_seconds,
        producer: suite.plan.producer.clone(),
    };
    let writer = JUnitWriter::new(&suite.junit_directory(), junit, classes.shapes.clone());
    Ok(Prepared {
        program: classes.program.clone(),
        starts,
        machine,
        decision_functions: Vec::new(),
        hash: classes.hash(&options.output)?,
        inputs: classes.files(),
        targets: None,
        test_maker: Box::new(MethodTests(classes.methods)),
        publication: Box::new(Publisher::new(suite, JUnitTests(writer))),
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

/// Makes tests of the methods under test, which are here by start.
struct MethodTests(Vec<Method>);

impl TestMaker for MethodTests {
    fn test(&self, start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError> {
        // Inputs that the method is not meant for, or that nobody can make (the path has ended as
        // unsupported there): there is nothing to be tested.
        if path.end == PathEnd::AssumeFailed || !path.objects.can_be_made() {
            return Ok(None);
        }
        let test = java_test(path, &self.0[start]);
        if let Some(problem) = test.problem() {
            return Err(format!("test {}: {problem}", test.id).into());
        }
        NewTest::of(&test).map(Some)
    }
}

/// Writes JUnit classes.
struct JUnitTests(JUnitWriter);

impl TestWriter for JUnitTests {
    type Runner = JavaReplay;

    fn begin(&mut self, _suite: &JavaSuite) -> Result<(), SuiteError> {
        Ok(())
    }

    fn write(&mut self, suite: &JavaSuite, test: &mut JavaTest) -> Result<(), SuiteError> {
        if !test.inputs.is_empty() {
            JavaSuite::write_interface(&suite.directory)?;
        }
        test.junit = Some(self.0.add(test)?);
        Ok(())
    }

    /// A class holds several tests: it is written again with each of them.
    fn restore(&mut self, suite: &JavaSuite, test: &mut JavaTest) -> Result<(), SuiteError> {
        self.write(suite, test)
    }
}
