//! One test as a method.

use super::arrange::{Arrangement, quoted};
use super::names::{Names, simple_name};
use super::observed::{Assertions, changed_fields};
use super::{JUnit, JUnitOptions, readable_type};
use crate::java::literal::comment;
use crate::java::{JavaOutcome, JavaTest, NamedValue, Signature, Type, Value, VariesByRun};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A test method, and what its class must import for it.
#[derive(Debug)]
pub struct Rendered {
    pub name: String,
    pub text: String,
    /// Assertions it calls.
    pub assertions: BTreeSet<&'static str>,
    /// Annotations of JUnit it bears.
    pub annotations: BTreeSet<&'static str>,
    /// Warnings of `javac` that it would cause.
    pub suppressed: BTreeSet<&'static str>,
    pub uses_helper: bool,
}

const ASSERTIONS: &[&str] = &[
    "assertArrayEquals",
    "assertEquals",
    "assertFalse",
    "assertNotNull",
    "assertNull",
    "assertSame",
    "assertThrows",
    "assertTrue",
];

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

/// Writes a test as a method.
pub fn render(test: &JavaTest, names: &Names, options: &JUnitOptions) -> Rendered {
    let signature = Signature::parse(&test.method.descriptor).unwrap_or(Signature {
        parameters: Vec::new(),
        result: None,
    });
    let shape = names.shapes.find(&test.method.class);
    let literals = shape.as_ref().map_or(&[][..], |shape| &shape.literals[..]);
    let named = test.arguments.iter().chain(&test.inputs);
    let roots: Vec<&Value> = test
        .receiver
        .iter()
        .chain(named.map(|n| &n.value))
        .collect();
    let mut arrangement = Arrangement::new(names, &test.objects, &roots, literals);
    // The names of what is declared below are taken first.
    for name in ["result", "thrown"] {
        arrangement.variables.exactly(name);
    }
    if let Some(receiver) = &test.receiver {
        let name = super::names::lower_camel(simple_name(&test.method.class));
        arrangement.build(receiver, Some(&name));
    }
    for named in test.arguments.iter().chain(&test.inputs) {
        arrangement.build(&named.value, Some(&named.name));
    }
    let mut body = std::mem::take(&mut arrangement.statements);
    if !test.inputs.is_empty() {
        let is_object = |input: &&NamedValue| matches!(input.value, Value::Object(_) | Value::Null);
        let (objects, values): (Vec<_>, Vec<_>) = test.inputs.iter().partition(is_object);
        let list = |inputs: &[&NamedValue]| {
            let all = inputs
                .iter()
                .map(|input| arrangement.expression(&input.value));
            format!("new Object[] {{{}}}", all.collect::<Vec<_>>().join(", "))
        };
        let (values, objects) = (list(&values), list(&objects));
        body.push(format!("wayfarer.Wayfarer.replay({values}, {objects});"));
    }
    if !body.is_empty() {
        body.push(String::new());
    }
    let call = call(test, &signature, names, &mut arrangement);
    let (ending, mut annotations) =
        ending(test, &signature, &call, names, &mut arrangement, options);
    body.extend(ending);
    if !matches!(test.outcome, JavaOutcome::Cut { .. }) {
        let changed = changed_fields(test, names, &mut arrangement, options.version);
        if !changed.is_empty() {
            body.push(String::new());
            body.push("// Observed, not specified: what the call changed.".to_owned());
            body.extend(changed);
        }
    }
    annotations.insert("Test");
    let uses_helper = arrangement.uses_helper;
    let own = shape.iter().flat_map(|shape| &shape.methods);
    let called = |own: &&crate::java::shape::MethodShape| {
        own.name == test.method.name && own.descriptor == test.method.descriptor
    };
    let throws_exceptions = own
        .into_iter()
        .find(called)
        .is_none_or(|own| names.throws_exceptions(own));
    let written = Written {
        body: &body,
        annotations,
        uses_helper,
        throws_exceptions,
    };
    method(test, &signature, written, options)
}

/// The statements of a test, and what they need.
struct Written<'a> {
    body: &'a [String],
    annotations: BTreeSet<&'static str>,
    uses_helper: bool,
    /// The method under test throws nothing but exceptions and errors.
    throws_exceptions: bool,
}

/// The whole method around its statements.
fn method(
    test: &JavaTest,
    signature: &Signature,
    written: Written<'_>,
    options: &JUnitOptions,
) -> Rendered {
    let Written {
        body,
        mut annotations,
        uses_helper,
        throws_exceptions,
    } = written;
    let name = match test.method.name.as_str() {
        "<init>" => format!("constructor_{}", test.id),
        name => format!("{name}_{}", test.id),
    };
    let title = title(test, signature);
    let mut text = String::new();
    match options.version {
        JUnit::Four => {
            let _ = writeln!(text, "    // {}", comment(&title));
            let _ = writeln!(
                text,
                "    @Test(timeout = {})",
                options.seconds.saturating_mul(1000)
            );
        }
        JUnit::Five => {
            annotations.insert("DisplayName");
            let _ = writeln!(text, "    @Test\n    @DisplayName({})", quoted(&title));
        }
    }
    let disabled = disabled(test);
    if let Some(why) = &disabled {
        let annotation = match options.version {
            JUnit::Four => "Ignore",
            JUnit::Five => "Disabled",
        };
        annotations.insert(annotation);
        let _ = writeln!(text, "    @{annotation}({})", quoted(why));
    }
    let public = match options.version {
        JUnit::Four => "public ",
        JUnit::Five => "",
    };
    let calls_by_reflection = format!("{}.call(", super::HELPER);
    let throws =
        match throws_exceptions && !body.iter().any(|line| line.contains(&calls_by_reflection)) {
            true => "Exception",
            false => "Throwable",
        };
    let _ = writeln!(text, "    {public}void {name}() throws {throws} {{");
    let indent = match &test.stdin {
        None => "        ",
        Some(stdin) => {
            let bytes: Vec<String> = stdin.iter().map(|byte| (*byte as i8).to_string()).collect();
            let _ = writeln!(
                text,
                "        java.io.InputStream standardInput = System.in;\n        \
                 System.setIn(new java.io.ByteArrayInputStream(new byte[] {{{}}}));\n        try {{",
                bytes.join(", ")
            );
            "            "
        }
    };
    for line in body {
        match line.is_empty() {
            true => text.push('\n'),
            false => {
                let _ = writeln!(text, "{indent}{line}");
            }
        }
    }
    if test.stdin.is_some() {
        text.push_str("        } finally {\n            System.setIn(standardInput);\n        }\n");
    }
    text.push_str("    }\n");
    let calls = |name: &&&str| body.iter().any(|line| line.contains(&format!("{name}(")));
    let mut suppressed = BTreeSet::from(["rawtypes", "unchecked"]);
    if body.iter().any(|line| {
        BOXES
            .iter()
            .any(|class| line.contains(&format!("new {class}(")))
    }) {
        suppressed.insert("removal");
    }
    Rendered {
        name,
        assertions: ASSERTIONS.iter().filter(calls).copied().collect(),
        annotations,
        suppressed,
        text,
        uses_helper,
    }
}

const BOXES: &[&str] = &[
    "Boolean",
    "Byte",
    "Short",
    "Character",
    "Integer",
    "Long",
    "Float",
    "Double",
];

/// Why a test cannot be run among others.
fn disabled(test: &JavaTest) -> Option<String> {
    if let Some(needs) = test.needs() {
        return Some(format!("It needs what no test can set: {needs}."));
    }
    if test.varies == Some(VariesByRun::End) {
        return Some(format!(
            "{VARIES}: `wayfarer replay` runs it with those it was made for."
        ));
    }
    match &test.outcome {
        JavaOutcome::Exit { status } => Some(format!("It ends the JVM: System.exit({status}).")),
        JavaOutcome::Cut { reason } if reason.may_not_end() => {
            Some(format!("It may not end: {reason}."))
        }
        _ => None,
    }
}

/// What a test depends on that JUnit cannot set.
const VARIES: &str =
    "How it ends depends on hash codes of addresses, the order of sets and maps, or the time";

/// What the test shows, in a line.
fn title(test: &JavaTest, signature: &Signature) -> String {
    let types: Vec<String> = signature.parameters.iter().map(readable_type).collect();
    let method = match test.method.name.as_str() {
        "<init>" => format!(
            "new {}({})",
            simple_name(&test.method.class),
            types.join(", ")
        ),
        name => format!("{name}({})", types.join(", ")),
    };
    match &test.outcome {
        JavaOutcome::Returned { value, .. } => match value {
            None | Some(Value::Object(_)) => format!("{method} returns"),
            Some(value) => {
                let value = super::arrange::primitive(value);
                let value = value.rsplit(") ").next().unwrap_or_default();
                format!("{method} returns {value}")
            }
        },
        JavaOutcome::Threw {
            exception, message, ..
        } => {
            let exception = simple_name(exception);
            match message {
                Some(message) => format!("{method} throws {exception}: {message}"),
                None => format!("{method} throws {exception}"),
            }
        }
        JavaOutcome::Exit { status } => format!("{method} exits with status {status}"),
        JavaOutcome::Cut { reason } => format!("{method}, cut off ({reason})"),
    }
}

/// The expression that calls the method under test, and its static type.
struct Call {
    expression: String,
    ty: Option<Type>,
}

fn call(
    test: &JavaTest,
    signature: &Signature,
    names: &Names,
    arrangement: &mut Arrangement<'_>,
) -> Call {
    let method = &test.method;
    let shape = names.shapes.find(&method.class);
    let own = shape.as_ref().and_then(|shape| {
        let same = |m: &&crate::java::shape::MethodShape| {
            m.name == method.name && m.descriptor == method.descriptor
        };
        shape.methods.iter().find(same)
    });
    let object = Type::Class("java.lang.Object".to_owned());
    let callable = own.is_some_and(|own| {
        names.method(&method.class, own)
            && (method.name != "<init>" || shape.as_ref().is_some_and(|s| s.outer.is_none()))
    });
    let values: Vec<Value> = test.arguments.iter().map(|n| n.value.clone()).collect();
    let arguments = match own.filter(|_| callable) {
        Some(own) => arrangement.arguments(&method.class, own, &values),
        None => values.iter().map(|v| arrangement.expression(v)).collect(),
    };
    let list = arguments.join(", ");
    let class = names.class(&method.class);
    if let (true, Some(class)) = (callable, class) {
        let named = |ty: &Type| names.ty(ty).is_some();
        let result = signature.result.clone();
        let ty = result.map(|ty| if named(&ty) { ty } else { object.clone() });
        if method.name == "<init>" {
            return Call {
                expression: format!("new {class}({list})"),
                ty: Some(Type::Class(method.class.clone())),
            };
        }
        let target = match &test.receiver {
            None => class,
            Some(receiver) => {
                let target = arrangement.expression(receiver);
                let known = match receiver {
                    Value::Object(number) => arrangement.static_type(*number).clone(),
                    _ => object.clone(),
                };
                match known {
                    Type::Class(known) if names.inherits(&known, &method.class) => target,
                    _ => format!("(({class}) {target})"),
                }
            }
        };
        return Call {
            expression: format!("{target}.{}({list})", method.name),
            ty,
        };
    }
    let receiver = test
        .receiver
        .as_ref()
        .map(|receiver| arrangement.expression(receiver));
    let mut all = vec![
        quoted(&method.class),
        quoted(&method.name),
        quoted(&method.descriptor),
        receiver.unwrap_or_else(|| "null".to_owned()),
    ];
    match arguments.as_slice() {
        // An array by itself would be taken for the list of arguments.
        [one] => all.push(format!("new Object[] {{{one}}}")),
        _ => all.extend(arguments),
    }
    let expression = arrangement.helper(&format!("call({})", all.join(", ")));
    match &signature.result {
        Some(ty) if *ty != object && names.ty(ty).is_some() => Call {
            expression: format!("({}) {expression}", names.ty_or_object(ty)),
            ty: Some(ty.clone()),
        },
        Some(_) => Call {
            expression,
            ty: Some(object),
        },
        None => Call {
            expression,
            ty: None,
        },
    }
}

/// The call and what is asserted of its end; annotations that this needs.
fn ending<'a>(
    test: &'a JavaTest,
    signature: &Signature,
    call: &Call,
    names: &'a Names,
    arrangement: &mut Arrangement<'a>,
    options: &JUnitOptions,
) -> (Vec<String>, BTreeSet<&'static str>) {
    let mut lines = Vec::new();
    let statement = match signature.result {
        // A cast is no statement.
        Some(_) if call.expression.starts_with('(') => {
            let end = call.expression.find(") ").map_or(0, |at| at + 2);
            &call.expression[end..]
        }
        _ => &call.expression,
    };
    match &test.outcome {
        JavaOutcome::Returned { value, objects } => match (value, &call.ty) {
            (Some(value), Some(ty)) if signature.result.is_some() => {
                let written = names.ty_or_object(ty);
                lines.push(format!("{written} result = {};", call.expression));
                lines.push(String::new());
                lines.push("// Observed, not specified.".to_owned());
                let mut assertions = Assertions::new(names, arrangement, options.version, objects);
                assertions.value("result", ty, value);
                lines.extend(assertions.lines);
            }
            _ => {
                lines.push("// Observed, not specified: it returns.".to_owned());
                lines.push(format!("{statement};"));
            }
        },
        JavaOutcome::Threw {
            exception,
            message,
            stack,
            ..
        } => {
            lines.push("// Observed, not specified:".to_owned());
            let what = match message {
                Some(message) => format!("{exception}: {message}"),
                None => exception.clone(),
            };
            lines.push(format!("// {}", comment(&what)));
            for frame in stack.iter().take(SHOWN_FRAMES) {
                let file = frame.file.rsplit('/').next().unwrap_or_default();
                let place = match (file, frame.line) {
                    ("", _) => "Unknown Source".to_owned(),
                    (file, 0) => file.to_owned(),
                    (file, line) => format!("{file}:{line}"),
                };
                lines.push(format!(
                    "//     at {}({})",
                    comment(&frame.function),
                    comment(&place)
                ));
            }
            throws(exception, message.as_deref(), statement, names, &mut lines);
        }
        JavaOutcome::Exit { .. } => lines.push(format!("{statement};")),
        JavaOutcome::Cut { reason } => {
            lines.push(format!(
                "// Nothing is known of the end: {}.",
                comment(&reason.to_string())
            ));
            lines.push("try {".to_owned());
            lines.push(format!("    {statement};"));
            lines.push("} catch (Throwable any) {".to_owned());
            lines.push("    // It may as well throw something.".to_owned());
            lines.push("}".to_owned());
        }
    }
    (lines, BTreeSet::new())
}

/// True if an exception has the same message wherever it is thrown. The JVM says more about null
/// pointers, and what it says depends on how classes were compiled; a failed cast names the loaders
/// of the classes, which are those of whoever runs the test.
fn is_comparable(exception: &str, message: &str) -> bool {
    let cast = exception == "java.lang.ClassCastException";
    exception != "java.lang.NullPointerException" && !(cast && message.contains(" of loader 'app'"))
}

fn throws(
    exception: &str,
    message: Option<&str>,
    statement: &str,
    names: &Names,
    lines: &mut Vec<String>,
) {
    let written = names.class(exception);
    let class = written.as_deref().unwrap_or("Throwable");
    let message = message.filter(|message| is_comparable(exception, message));
    let exact = LEAVES.contains(&exception);
    let call = format!("assertThrows({class}.class, () -> {statement});");
    if exact && message.is_none() {
        lines.push(call);
        return;
    }
    lines.push(format!("{class} thrown = {call}"));
    match (exact, &written) {
        (true, _) => {}
        (false, Some(class)) => {
            lines.push(format!("assertEquals({class}.class, thrown.getClass());"))
        }
        (false, None) => {
            let name = quoted(exception);
            lines.push(format!(
                "assertEquals({name}, thrown.getClass().getName());"
            ));
        }
    }
    if let Some(message) = message {
        let message = quoted(message);
        lines.push(format!("assertEquals({message}, thrown.getMessage());"));
    }
}
