//! The end of a test: the call of the method under test, and what is asserted of how it ends.

use super::JUnitOptions;
use super::arrange::JavaArrangement;
use super::names::JavaNames;
use super::observed::Assertions;
use super::syntax::{Expression, Statement};
use crate::StackFrame;
use crate::java::literal::comment as escaped;
use crate::java::{JavaOutcome, JavaTest, Signature, Type};

/// Exceptions of the JDK that no class extends, whose class need not be asserted once more.
const LEAVES: &[&str] = &[
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArrayStoreException",
    "java.lang.ClassCastException",
    "java.lang.NegativeArraySizeException",
    "java.lang.NullPointerException",
    "java.lang.NumberFormatException",
    "java.lang.StackOverflowError",
    "java.lang.StringIndexOutOfBoundsException",
];

/// Frames of a stack trace that a comment shows.
const SHOWN_FRAMES: usize = 8;

/// The expression that calls the method under test, and its static type.
pub struct Call {
    pub expression: Expression,
    pub ty: Option<Type>,
}

/// The call and what is asserted of its end.
pub fn ending<'a>(
    test: &'a JavaTest,
    signature: &Signature,
    call: Call,
    names: &'a JavaNames,
    arrangement: &mut JavaArrangement<'a>,
    options: &JUnitOptions,
) -> Vec<Statement> {
    let comment = |text: &str| Statement::Comment(text.to_owned());
    // The method under test has ended by itself.
    let ends = options.monitors.iter().map(|monitors| {
        Statement::Evaluate(Expression::name(&monitors.class).call("end", Vec::new()))
    });
    match &test.outcome {
        JavaOutcome::Violated { clause, stack, .. } => {
            let said = vec![comment("The monitors of the specification fail it:")];
            let mut all = trace(&format!("specification violated: {clause}"), stack);
            all.splice(0..0, said);
            // The program may keep the violation to itself, and throw something else.
            let mut body = vec![Statement::Evaluate(call.expression.without_cast())];
            body.extend(ends);
            let check = Expression::name("wayfarer.Specification").call("check", Vec::new());
            all.push(Statement::TryFinally(
                body,
                vec![Statement::Evaluate(check)],
            ));
            all
        }
        JavaOutcome::Returned { value, objects } => match (value, call.ty) {
            (Some(value), Some(ty)) if signature.result.is_some() => {
                let written = names.ty_or_object(&ty);
                let mut assertions = Assertions::new(names, arrangement, options.version, objects);
                assertions.value(&Expression::variable("result"), &ty, value);
                let mut all = vec![Statement::Declare(
                    written,
                    "result".to_owned(),
                    call.expression,
                )];
                all.extend(ends);
                all.extend([Statement::Blank, comment("Observed, not specified.")]);
                all.extend(assertions.statements);
                all
            }
            _ => {
                let mut all = vec![
                    comment("Observed, not specified: it returns."),
                    Statement::Evaluate(call.expression.without_cast()),
                ];
                all.extend(ends);
                all
            }
        },
        JavaOutcome::Threw {
            exception,
            message,
            stack,
            ..
        } => {
            let mut all = vec![comment("Observed, not specified:")];
            all.extend(stack_trace(exception, message.as_deref(), stack));
            let statement = call.expression.without_cast();
            all.extend(throws(exception, message.as_deref(), statement, names));
            all
        }
        JavaOutcome::Exit { .. } => vec![Statement::Evaluate(call.expression.without_cast())],
        JavaOutcome::Cut { reason } => {
            let reason = escaped(&reason.to_string());
            vec![
                Statement::Comment(format!("Nothing is known of the end: {reason}.")),
                Statement::TryCatch(
                    vec![Statement::Evaluate(call.expression.without_cast())],
                    vec![comment("It may as well throw something.")],
                ),
            ]
        }
    }
}

/// An exception as Java prints it, in comments.
fn stack_trace(exception: &str, message: Option<&str>, stack: &[StackFrame]) -> Vec<Statement> {
    let what = match message {
        Some(message) => format!("{exception}: {message}"),
        None => exception.to_owned(),
    };
    trace(&what, stack)
}

fn trace(what: &str, stack: &[StackFrame]) -> Vec<Statement> {
    let mut lines = vec![Statement::Comment(escaped(what))];
    for frame in stack.iter().take(SHOWN_FRAMES) {
        let file = frame.file.rsplit('/').next().unwrap_or_default();
        let place = match (file, frame.line) {
            ("", _) => "Unknown Source".to_owned(),
            (file, 0) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        };
        let (function, place) = (escaped(&frame.function), escaped(&place));
        lines.push(Statement::Comment(format!("    at {function}({place})")));
    }
    lines
}

/// True if an exception has the same message wherever it is thrown. The JVM says more about null
/// pointers, and what it says depends on how classes were compiled; a failed cast names the loaders
/// of the classes, which are those of whoever runs the test.
fn is_comparable(exception: &str, message: &str) -> bool {
    let cast = exception == "java.lang.ClassCastException";
    exception != "java.lang.NullPointerException" && !(cast && message.contains(" of loader 'app'"))
}

/// Asserts that a call throws an exception of that class and, where it is told, with that message.
fn throws(
    exception: &str,
    message: Option<&str>,
    call: Expression,
    names: &JavaNames,
) -> Vec<Statement> {
    let written = names.class(exception);
    let class = written.as_deref().unwrap_or("Throwable");
    let class_object = Expression::Name(format!("{class}.class"));
    let message = message.filter(|message| is_comparable(exception, message));
    let exact = LEAVES.contains(&exception);
    let call = Expression::Lambda(Vec::new(), Some(Box::new(call)));
    let thrown = vec![class_object.clone(), call];
    let thrown = Expression::call_imported("assertThrows", thrown);
    if exact && message.is_none() {
        return vec![Statement::Evaluate(thrown)];
    }
    let name = "thrown".to_owned();
    let mut all = vec![Statement::Declare(class.to_owned(), name, thrown)];
    let asked = |method: &str| Expression::variable("thrown").call(method, Vec::new());
    let mut equals = |expected: Expression, own: Expression| {
        let call = Expression::call_imported("assertEquals", vec![expected, own]);
        all.push(Statement::Evaluate(call));
    };
    match (exact, &written) {
        (true, _) => {}
        (false, Some(_)) => equals(class_object, asked("getClass")),
        (false, None) => {
            let name = asked("getClass").call("getName", Vec::new());
            equals(Expression::string(exception), name);
        }
    }
    if let Some(message) = message {
        equals(Expression::string(message), asked("getMessage"));
    }
    all
}
