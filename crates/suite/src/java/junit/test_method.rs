//! One test as a method.

use super::arrange::{CALL, JavaArrangement};
use super::ending::{Call, ending};
use super::names::{JavaNames, simple_name};
use super::observed::changed_fields;
use super::print::print;
use super::syntax::{Expression, Statement};
use super::{JUnit, JUnitOptions, readable_type};
use crate::java::literal::comment as escaped;
use crate::java::{
    JavaMonitorPlan, JavaOutcome, JavaTest, NamedValue, Signature, Type, Value, VariesByRun,
    WatchedMethod,
};
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

/// Writes a test as a method.
pub fn render(test: &JavaTest, names: &JavaNames, options: &JUnitOptions) -> Rendered {
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
    let mut arrangement = JavaArrangement::new(names, &test.objects, &roots, literals);
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
            let all = inputs.iter();
            let all = all.map(|input| arrangement.expression(&input.value));
            Expression::NewArray("Object".to_owned(), all.collect())
        };
        let interface = Expression::name("wayfarer.Wayfarer");
        let replay = interface.call("replay", vec![list(&values), list(&objects)]);
        body.push(Statement::Evaluate(replay));
    }
    if !body.is_empty() {
        body.push(Statement::Blank);
    }
    let mut call = call(test, &signature, names, &mut arrangement);
    if let Some(monitors) = &options.monitors {
        let begin = Expression::name(&monitors.class).call("begin", Vec::new());
        body.push(Statement::Evaluate(begin));
        if let Some(watched) = monitors.in_place_of(&test.method) {
            call = watched_call(test, call, monitors, watched, names, &mut arrangement);
        }
    }
    body.extend(ending(
        test,
        &signature,
        call,
        names,
        &mut arrangement,
        options,
    ));
    let ends_there = matches!(
        test.outcome,
        JavaOutcome::Cut { .. } | JavaOutcome::Violated { .. }
    );
    if !ends_there {
        let changed = changed_fields(test, names, &mut arrangement, options.version);
        if !changed.is_empty() {
            let comment = "Observed, not specified: what the call changed.".to_owned();
            body.extend([Statement::Blank, Statement::Comment(comment)]);
            body.extend(changed);
        }
    }
    let own = shape.iter().flat_map(|shape| &shape.methods);
    let called = |own: &&crate::java::shape::MethodShape| {
        own.name == test.method.name && own.descriptor == test.method.descriptor
    };
    let throws_exceptions = own
        .into_iter()
        .find(called)
        .is_none_or(|own| names.throws_exceptions(own));
    let is_watched = |it: &JavaMonitorPlan| it.in_place_of(&test.method).is_some();
    // What the monitors have in place of it throws whatever it throws.
    let throws_exceptions = throws_exceptions && !options.monitors.as_ref().is_some_and(is_watched);
    method((test, names), &signature, body, throws_exceptions, options)
}

/// What statements of a test need of its class.
#[derive(Default)]
struct Needs {
    assertions: BTreeSet<&'static str>,
    uses_helper: bool,
    /// Something is called by reflection, which throws whatever it throws.
    calls_by_reflection: bool,
    /// Boxes of primitive values are made by constructors.
    makes_boxes: bool,
}

impl Needs {
    fn of(body: &[Statement]) -> Needs {
        let mut needs = Needs::default();
        for statement in body {
            statement.visit(&mut |expression| needs.add(expression));
        }
        needs
    }

    fn add(&mut self, expression: &Expression) {
        match expression {
            Expression::New(class, _) => self.makes_boxes |= BOXES.contains(&class.as_str()),
            Expression::Call(None, method, _) => {
                let known = ASSERTIONS.iter().filter(|known| *known == method);
                self.assertions.extend(known);
            }
            Expression::Call(Some(target), method, _)
                if **target == Expression::name(super::HELPER) =>
            {
                self.uses_helper = true;
                self.calls_by_reflection |= method == CALL;
            }
            _ => {}
        }
    }
}

/// The whole method around its statements. `throws_exceptions` if what it tests throws nothing but
/// exceptions and errors.
fn method(
    (test, names): (&JavaTest, &JavaNames),
    signature: &Signature,
    body: Vec<Statement>,
    throws_exceptions: bool,
    options: &JUnitOptions,
) -> Rendered {
    let needs = Needs::of(&body);
    let written = |name: &str| super::annotation(name, names, options.version);
    let mut annotations = BTreeSet::from(["Test"]);
    let name = match test.method.name.as_str() {
        "<init>" => format!("constructor_{}", test.id),
        name => format!("{name}_{}", test.id),
    };
    let title = title(test, signature);
    let mut text = String::new();
    match options.version {
        JUnit::Four => {
            let _ = writeln!(text, "    // {}", escaped(&title));
            let _ = writeln!(
                text,
                "    @{}(timeout = {})",
                written("Test"),
                options.seconds.saturating_mul(1000)
            );
        }
        JUnit::Five => {
            annotations.insert("DisplayName");
            let _ = writeln!(
                text,
                "    @{}\n    @{}({})",
                written("Test"),
                written("DisplayName"),
                Expression::string(&title)
            );
        }
    }
    let disabled = disabled(test);
    if let Some(why) = &disabled {
        let annotation = match options.version {
            JUnit::Four => "Ignore",
            JUnit::Five => "Disabled",
        };
        annotations.insert(annotation);
        let annotation = written(annotation);
        let _ = writeln!(text, "    @{annotation}({})", Expression::string(why));
    }
    let public = match options.version {
        JUnit::Four => "public ",
        JUnit::Five => "",
    };
    let throws = match throws_exceptions && !needs.calls_by_reflection {
        true => "Exception",
        false => "Throwable",
    };
    let _ = writeln!(text, "    {public}void {name}() throws {throws} {{");
    let body = match &test.stdin {
        Some(stdin) => with_standard_input(stdin, body),
        None => body,
    };
    print(&body, 8, &mut text);
    text.push_str("    }\n");
    let mut suppressed = BTreeSet::from(["rawtypes", "unchecked"]);
    if needs.makes_boxes {
        suppressed.insert("removal");
    }
    Rendered {
        name,
        assertions: needs.assertions,
        annotations,
        suppressed,
        text,
        uses_helper: needs.uses_helper,
    }
}

/// Statements with these bytes as standard input.
fn with_standard_input(bytes: &[u8], body: Vec<Statement>) -> Vec<Statement> {
    let system = || Expression::name("System");
    let set = |stream| Statement::Evaluate(system().call("setIn", vec![stream]));
    let own = Expression::variable("standardInput");
    let bytes = bytes.iter();
    let bytes = bytes.map(|&byte| Expression::Literal((byte as i8).to_string()));
    let bytes = Expression::NewArray("byte".to_owned(), bytes.collect());
    let stream = Expression::New("java.io.ByteArrayInputStream".to_owned(), vec![bytes]);
    let (ty, name) = ("java.io.InputStream", "standardInput");
    vec![
        Statement::Declare(ty.to_owned(), name.to_owned(), system().field("in")),
        set(stream),
        Statement::TryFinally(body, vec![set(own)]),
    ]
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
const VARIES: &str = "How it ends depends on hash codes of addresses, the order of sets and maps, the time, or the machine";

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
                let value = super::arrange::primitive(value).without_cast();
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
        JavaOutcome::Violated { clause, .. } => format!("{method}: {clause}"),
        JavaOutcome::Exit { status } => format!("{method} exits with status {status}"),
        JavaOutcome::Cut { reason } => format!("{method}, cut off ({reason})"),
    }
}

/// Calls what the monitors have in place of the method under test, as it would be called itself.
fn watched_call(
    test: &JavaTest,
    call: Call,
    monitors: &JavaMonitorPlan,
    watched: &WatchedMethod,
    names: &JavaNames,
    arrangement: &mut JavaArrangement<'_>,
) -> Call {
    let (target, mut arguments) = match call.expression.clone().without_cast() {
        Expression::Call(Some(target), method, arguments) if method == test.method.name => {
            (Some(*target), arguments)
        }
        Expression::New(_, arguments) if test.method.name == "<init>" => (None, arguments),
        // By reflection: what the monitors have is public.
        _ => {
            let values = test.arguments.iter();
            let values = values.map(|it| arrangement.expression(&it.value));
            let target = test.receiver.as_ref();
            let target = target.map(|receiver| arrangement.expression(receiver));
            (target, values.collect())
        }
    };
    if let Some(target) = target.filter(|_| test.receiver.is_some()) {
        arguments.insert(0, target);
    }
    let own = Signature::parse(&watched.descriptor).and_then(|it| it.result);
    let expression = Expression::name(&monitors.class).call(&watched.in_place, arguments);
    let expression = match &call.ty {
        Some(ty) if own.as_ref() != Some(ty) => expression.cast(names.ty_or_object(ty)),
        _ => expression,
    };
    Call {
        expression,
        ty: call.ty,
    }
}

/// Calls the method under test.
fn call(
    test: &JavaTest,
    signature: &Signature,
    names: &JavaNames,
    arrangement: &mut JavaArrangement<'_>,
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
    let class = names.class(&method.class);
    if let (true, Some(class)) = (callable, class) {
        let named = |ty: &Type| names.ty(ty).is_some();
        let result = signature.result.clone();
        let ty = result.map(|ty| if named(&ty) { ty } else { object.clone() });
        if method.name == "<init>" {
            return Call {
                expression: Expression::New(class, arguments),
                ty: Some(Type::Class(method.class.clone())),
            };
        }
        let target = match &test.receiver {
            None => Expression::Name(class),
            Some(receiver) => {
                let target = arrangement.expression(receiver);
                let known = match receiver {
                    Value::Object(number) => arrangement.static_type(*number).clone(),
                    _ => object.clone(),
                };
                match own.is_some_and(|own| names.calls_by(&known, &method.class, own)) {
                    true => target,
                    false => target.cast(class),
                }
            }
        };
        return Call {
            expression: target.call(&method.name, arguments),
            ty,
        };
    }
    let receiver = test
        .receiver
        .as_ref()
        .map(|receiver| arrangement.expression(receiver));
    let expression = arrangement.call_by_reflection(
        [&method.class, &method.name, &method.descriptor],
        receiver.unwrap_or(Expression::Null),
        arguments,
    );
    match &signature.result {
        Some(ty) if *ty != object && names.ty(ty).is_some() => Call {
            expression: expression.cast(names.ty_or_object(ty)),
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
