//! Java programs as what is explored: their methods, tests of these, and the JVM that runs them.

use super::program::{Classes, classes, function_name, unsettled};
use super::targets::SearchedClasses;
use super::test_case::java_test;
use super::{lazy, monitors};
use crate::Usage;
use crate::arguments::{Direction, Objects};
use crate::plan::{JavaPlan, Plan};
use crate::publisher::{Publisher, TestWriter};
use crate::reach;
use crate::reach::Targets;
use crate::reach::backward::{Backward, Scope};
use crate::reach::effort::Effort;
use crate::specifications;
use crate::subject::StartPoint;
use crate::subject::{NewTest, Prepared, TestMaker, some_of};
use backward::KnownCode;
use explore::{BoxError, KeptPath, PathEnd, Start};
use ir::{FunctionId, InputObjects};
use jvm::Method;
use std::sync::Arc;
use std::time::Instant;
use store::IN_ANY_STATE;
use suite::java::{JUnitOptions, JUnitWriter, Java, JavaReplay, JavaSuite, JavaTest};
use suite::monitors::Monitoring;
use suite::{SuiteError, Test};
use vm::SkippedFunctions;

/// Finds or compiles the program, and makes each method a start.
pub fn prepare(plan: &Plan, java: &JavaPlan) -> anyhow::Result<Prepared> {
    let mut classes = classes(plan, java)?;
    let mut targets = targets(plan, java, &mut classes)?;
    let (starts, methods) = starts(java, &classes)?;
    if let Some(targets) = &mut targets {
        targets.scope = scope(java, &classes, &starts);
    }
    let skipped = match &plan.lazy {
        Some(plan) => lazy::skipped_methods(plan, &classes, &starts)?,
        None => SkippedFunctions::default(),
    };
    let machine = vm::Options {
        opaque: classes.opaque.clone(),
        skipped: Arc::new(skipped),
        ..plan.machine.clone()
    };
    let suite = JavaSuite {
        directory: plan.output.clone(),
        plan: suite_plan(plan, java, &classes),
    };
    let junit = JUnitOptions {
        version: suite.plan.junit,
        seconds: suite.plan.test_seconds,
        producer: suite.plan.producer.clone(),
        monitors: suite.plan.monitors.clone(),
        names: java.test_names.clone(),
    };
    let writer = JUnitWriter::new(&suite.junit_directory(), junit, classes.shapes.clone());
    Ok(Prepared {
        program: classes.program.clone(),
        starts,
        machine,
        decision_functions: Vec::new(),
        hash: classes.hash(&plan.output)?,
        inputs: {
            let logs = plan.reported.iter().map(|log| log.path.clone());
            classes.files().into_iter().chain(logs).collect()
        },
        targets,
        proposals: Vec::new(),
        notes: as_initialised(&classes).into_iter().collect(),
        by_calls: Vec::new(),
        test_maker: Box::new(MethodTests {
            methods,
            monitoring: plan.monitoring().cloned(),
        }),
        publication: Box::new(Publisher::new(suite, JUnitTests(writer))),
    })
}

/// Where paths begin, and the methods that they are of: each method once, or once for objects that calls
/// make and then for objects in any state.
fn starts(java: &JavaPlan, classes: &Classes) -> anyhow::Result<(Vec<StartPoint>, Vec<Method>)> {
    let (mut starts, mut methods) = (Vec::new(), Vec::new());
    let calls = monitors::entry(java, classes.monitors.as_ref());
    if !java.precondition_if_any {
        check_precondition(&calls, classes)?;
    }
    for method in &classes.methods {
        let name = function_name(method);
        let ways: &[(InputObjects, &str)] = match java.objects {
            Objects::Both if classes.program.is_given_objects(method) => &[
                (InputObjects::ByCalls, ""),
                (InputObjects::AnyState, IN_ANY_STATE),
            ],
            Objects::AnyState | Objects::Both => &[(InputObjects::AnyState, "")],
            Objects::Calls => &[(InputObjects::ByCalls, "")],
        };
        for (number, &(objects, suffix)) in ways.iter().enumerate() {
            let entry = jvm::EntryOptions {
                objects,
                told_apart: number > 0,
                ..calls.clone()
            };
            let entry = classes.program.entry(method, &entry)?;
            starts.push(StartPoint {
                name: format!("{name}{suffix}"),
                start: Start::Function(entry),
                trace_from: Some(name.clone()),
                after: (number > 0).then(|| starts.len() - 1),
                by_calls: objects == InputObjects::ByCalls,
                makers: Arc::default(),
            });
            methods.push(method.clone());
        }
    }
    Ok((starts, methods))
}

/// Which static variables that methods of the program set the methods under test find as they are initialised.
fn as_initialised(classes: &Classes) -> Option<String> {
    let names = classes.program.state_set_elsewhere(&classes.methods);
    let told = some_of(&names)?;
    Some(format!("static variables as they are initialised: {told}"))
}

/// Refuses a precondition that no class has of which the methods are given objects: it would say nothing.
fn check_precondition(calls: &jvm::EntryOptions, classes: &Classes) -> anyhow::Result<()> {
    let Some(name) = &calls.precondition else {
        return Ok(());
    };
    for method in &classes.methods {
        if classes.program.has_precondition(method, calls)? {
            return Ok(());
        }
    }
    let text = format!(
        "--precondition {name}: no class of a receiver or parameter has a method boolean {name}() that is not static"
    );
    Err(Usage(text).into())
}

/// What the run is to reach, if anything in particular. Methods that lead to none of it are left out.
fn targets(plan: &Plan, java: &JavaPlan, classes: &mut Classes) -> anyhow::Result<Option<Targets>> {
    if plan.targets.is_empty() && plan.reported.is_empty() {
        return Ok(None);
    }
    let begun = Instant::now();
    let mut searched = SearchedClasses::new(classes, &plan.targets)?;
    let list = reach::places::find(&plan.targets, &mut searched)?;
    let names: Vec<String> = classes.methods.iter().map(Method::spec).collect();
    let plain = java.objects == Objects::AnyState && java.spec.is_empty();
    let leading = match java.entry.precondition.is_none() && plain {
        true => searched.leading(&classes.methods, &list),
        // More is called for inputs, or in place of methods.
        false => vec![vec![true; list.len()]; classes.methods.len()],
    };
    let own = searched.own_code();
    let unsettled = unsettled(&classes.program)?;
    classes.program.split(searched.into_splits());
    let seconds = begun.elapsed().as_secs_f64();
    let backward = |number: usize| match leading.iter().any(|leads| leads[number]) {
        true => Backward::Open("ways to it were not searched".to_owned()),
        // No call of a method leads to its code.
        false => Backward::Proved(Effort {
            segments: 0,
            queries: 0,
            seconds,
        }),
    };
    let backward: Vec<Backward> = (0..list.len()).map(backward).collect();
    let mut leads = leading.iter().map(|leads| leads.contains(&true));
    if leading.iter().flatten().any(|&leads| leads) {
        classes.methods.retain(|_| leads.next().unwrap_or(true));
    }
    Ok(Some(Targets {
        list,
        backward,
        scope: Scope::Nothing("the code was not looked at".to_owned()),
        preconditions: None,
        only_backward: plan.direction == Direction::Backward,
        assumptions: reach::assumptions_of_methods(&names),
        own,
        unsettled,
    }))
}

/// The code that the starts may lead to.
fn scope(java: &JavaPlan, classes: &Classes, starts: &[StartPoint]) -> Scope {
    if java.entry.precondition.is_some() {
        return Scope::Nothing("inputs have a precondition, which is code".to_owned());
    }
    let entries: Vec<FunctionId> = starts
        .iter()
        .filter_map(|start| match start.start {
            Start::Function(entry) => Some(entry),
            Start::Main(_) => None,
        })
        .collect();
    let names: Vec<String> = starts.iter().map(|start| start.name.clone()).collect();
    if java.objects != Objects::AnyState {
        return Scope::Nothing("inputs are made by calls, which change what they like".to_owned());
    }
    match classes.program.closed_world(&names, &entries) {
        Err(why) => Scope::Nothing(why.to_string()),
        Ok(world) => Scope::Known(Box::new(KnownCode {
            functions: world.functions,
            called_for_inputs: world.called_for_inputs,
            called_back: world.called_back,
            called_from_outside: world.called_from_outside,
            harmless: world.harmless,
            classes: world.classes,
            uncalled: world.uncalled,
            closed: world.closed,
            holders: world.holders,
        })),
    }
}

fn suite_plan(plan: &Plan, java: &JavaPlan, prepared: &Classes) -> suite::java::JavaPlan {
    let methods = prepared.methods.iter().map(monitors::suite_method);
    suite::java::JavaPlan {
        language: Java::Java,
        format: 1,
        producer: format!("Wayfarer {}", env!("CARGO_PKG_VERSION")),
        created: suite::timestamp(),
        class_path: prepared.class_path.clone(),
        sources: prepared.sources.clone(),
        source_path: prepared.source_path.clone(),
        jdk: prepared.jdk.clone(),
        junit: java.junit,
        methods: methods.collect(),
        test_seconds: plan.tests.seconds,
        sandbox: plan.tests.sandbox.clone(),
        coverage: prepared.coverage.clone(),
        monitors: prepared.monitors.clone(),
    }
}

/// Makes tests of the methods under test.
struct MethodTests {
    /// By start.
    methods: Vec<Method>,
    /// What they are watched over by.
    monitoring: Option<Arc<Monitoring>>,
}

impl TestMaker for MethodTests {
    fn test(&self, start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError> {
        // Inputs that the method is not meant for, or that nobody can make (the path has ended as
        // unsupported there): there is nothing to be tested.
        if path.end == PathEnd::AssumeFailed || !path.objects.can_be_made() {
            return Ok(None);
        }
        let test = JavaTest {
            monitors: specifications::history(self.monitoring.as_ref(), path),
            ..java_test(path, &self.methods[start])
        };
        if let Some(problem) = test.problem() {
            return Err(format!("test {}: {problem}", test.id).into());
        }
        NewTest::of(&test, path).map(Some)
    }
}

/// Writes JUnit classes.
struct JUnitTests(JUnitWriter);

impl TestWriter for JUnitTests {
    type Runner = JavaReplay;

    fn begin(&mut self, _suite: &JavaSuite) -> Result<(), SuiteError> {
        Ok(())
    }

    fn finish(&mut self, _suite: &JavaSuite) -> Result<(), SuiteError> {
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
