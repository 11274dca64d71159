//! From a kept path to a test of a Java method.

use explore::{KeptPath, PathEnd, PathInput};
use ir::observed::THROWN;
use ir::{ErrorKind, Primitive};
use jvm::descriptor::JavaType;
use jvm::{Method, function_name};
use std::collections::HashMap;
use suite::java::{
    ConstructedBy, Contents, DoubleBits, Field, FloatBits, Function, JavaOutcome, JavaTest,
    NamedValue, Object, Signature, Text, Type, Value, VariesByRun,
};
use suite::{CutReason, DecisionTrace, PredictedOutput, StackFrame};
use vm::{HeapImage, ImageCall, ImageContents, ImageObject, ImageValue, InputOrigin, Observed};

/// The test that takes a path.
pub fn java_test(path: &KeptPath, method: &Method) -> JavaTest {
    let mut inputs = Inputs::of(path);
    let has_receiver = !method.is_static && method.name != "<init>";
    let receiver = has_receiver.then(|| inputs.reference().value);
    let signature = Signature::parse(&method.descriptor);
    let types = signature.map_or_else(Vec::new, |signature| signature.parameters);
    let arguments = types.iter().zip(&method.parameters).map(|(ty, parameter)| {
        let value = match ty {
            Type::Primitive(_) => inputs.primitive(),
            Type::Class(_) | Type::Array(_) => inputs.reference(),
        };
        NamedValue {
            name: parameter.name.clone(),
            value: value.value,
        }
    });
    let arguments = arguments.collect();
    let input_numbers = numbers_by_place(&path.objects);
    JavaTest {
        id: path.id,
        method: suite::java::Method {
            class: method.class_name.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
        },
        objects: objects(&path.objects, None),
        receiver,
        arguments,
        inputs: inputs.rest(),
        host: host_values(path),
        stdin: stdin(path),
        varies: match path.varies {
            explore::VariesByRun::Nothing => None,
            explore::VariesByRun::Way => Some(VariesByRun::Way),
            explore::VariesByRun::End => Some(VariesByRun::End),
        },
        outcome: outcome(path, &input_numbers),
        stdout: is_known(path).then(|| PredictedOutput::new(&path.stdout)),
        after: after(path, &input_numbers),
        decisions: DecisionTrace {
            calls_before: path.trace.calls_before,
            ..DecisionTrace::of(&path.trace.steps, path.trace.cut)
        },
        monitors: None,
        junit: None,
        path: format!("{:016x}", path.hash),
        verdict: None,
    }
}

/// True if what a path wrote is what every run of it writes.
fn is_known(path: &KeptPath) -> bool {
    path.completed() && path.varies == explore::VariesByRun::Nothing
}

/// What the host must give on the path.
fn host_values(path: &KeptPath) -> Vec<NamedValue> {
    let inputs = path.inputs.iter();
    let host = inputs.filter(|input| input.origin == InputOrigin::Host);
    host.map(|input| named(&input.name, input_value(input)))
        .collect()
}

/// What the path read of standard input, if that is an input.
fn stdin(path: &KeptPath) -> Option<Vec<u8>> {
    let mut inputs = path.inputs.iter();
    let file = |input: &&PathInput| matches!(input.origin, InputOrigin::File(_));
    inputs.find(file).map(|input| input.bytes.clone())
}

/// Values of the inputs, in the order in which the program asked: first those of the entry.
struct Inputs<'a> {
    primitives: std::vec::IntoIter<&'a PathInput>,
    references: std::slice::Iter<'a, (String, ImageValue)>,
}

impl<'a> Inputs<'a> {
    fn of(path: &'a KeptPath) -> Inputs<'a> {
        let own = path
            .inputs
            .iter()
            .filter(|input| input.origin == InputOrigin::Program);
        Inputs {
            primitives: own.collect::<Vec<_>>().into_iter(),
            references: path.objects.roots.iter(),
        }
    }

    fn primitive(&mut self) -> NamedValue {
        let input = self.primitives.next();
        named(
            input.map_or("", |input| &input.name),
            input.map_or(Value::Null, input_value),
        )
    }

    fn reference(&mut self) -> NamedValue {
        let root = self.references.next();
        named(
            root.map_or("", |(name, _)| name),
            root.map_or(Value::Null, |(_, root)| value(root)),
        )
    }

    /// What the program asked for by itself.
    fn rest(mut self) -> Vec<NamedValue> {
        let mut all = Vec::new();
        while self.primitives.len() > 0 {
            all.push(self.primitive());
        }
        while self.references.len() > 0 {
            all.push(self.reference());
        }
        all
    }
}

fn named(name: &str, value: Value) -> NamedValue {
    NamedValue {
        name: name.to_owned(),
        value,
    }
}

fn input_value(input: &PathInput) -> Value {
    let mut wide = [0; 8];
    for (to, from) in wide.iter_mut().zip(&input.bytes) {
        *to = *from;
    }
    let bits = u64::from_le_bytes(wide);
    let found = Primitive::ALL
        .into_iter()
        .find(|primitive| *primitive.name() == *input.ty);
    found.map_or(Value::Null, |kind| primitive(kind, bits))
}

fn primitive(kind: Primitive, bits: u64) -> Value {
    match kind {
        Primitive::Boolean => Value::Boolean(bits & 1 != 0),
        Primitive::Byte => Value::Byte(bits as i8),
        Primitive::Char => Value::Char(bits as u16),
        Primitive::Short => Value::Short(bits as i16),
        Primitive::Int => Value::Int(bits as i32),
        Primitive::Long => Value::Long(bits as i64),
        Primitive::Float => Value::Float(FloatBits(bits as u32)),
        Primitive::Double => Value::Double(DoubleBits(bits)),
    }
}

/// A value; what the path never looked at is null.
fn value(value: &ImageValue) -> Value {
    match value {
        ImageValue::Primitive(kind, bits) => primitive(*kind, *bits),
        ImageValue::Object(number) => Value::Object(*number as usize),
        ImageValue::Null | ImageValue::Any | ImageValue::Cut | ImageValue::Unmade => Value::Null,
    }
}

/// Numbers of input objects by where they are in memory.
fn numbers_by_place(image: &HeapImage) -> HashMap<u64, usize> {
    let places = image.objects.iter().enumerate();
    places
        .filter(|(_, object)| object.at != 0)
        .map(|(number, object)| (object.at, number))
        .collect()
}

/// The objects of an image; `inputs` are the numbers of input objects, for what was observed.
fn objects(image: &HeapImage, inputs: Option<&HashMap<u64, usize>>) -> Vec<Object> {
    let object = |object: &ImageObject| Object {
        class: match &object.contents {
            ImageContents::Function { interface, .. } => interface.clone(),
            _ => type_name(&object.class),
        },
        input: inputs.and_then(|inputs| inputs.get(&object.at).copied()),
        contents: contents(object),
    };
    image.objects.iter().map(object).collect()
}

/// Name of a class as `Class.getTypeName` gives it.
fn type_name(class: &str) -> String {
    match JavaType::Reference(class).element() {
        Some(element) => element.source() + "[]",
        None => class.to_owned(),
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

fn contents(object: &ImageObject) -> Contents {
    match &object.contents {
        ImageContents::Text(units) => Contents::Text(Text(units.clone())),
        ImageContents::EnumConstant(name) => Contents::Constant(name.clone()),
        ImageContents::ClassObject(class) => Contents::Class(type_name(class)),
        // What is not known of one is not asserted of any.
        ImageContents::Elements(elements) if elements.contains(&ImageValue::Cut) => {
            Contents::Opaque
        }
        ImageContents::Elements(elements) => {
            Contents::Elements(elements.iter().map(value).collect())
        }
        ImageContents::Collection(elements) => {
            Contents::Collection(elements.iter().map(value).collect())
        }
        ImageContents::Made(call) => Contents::Made(constructed_by(call)),
        ImageContents::Sequence(calls) => {
            Contents::Sequence(calls.iter().map(constructed_by).collect())
        }
        ImageContents::Function {
            method,
            descriptor,
            results,
            ..
        } => Contents::Function(Function {
            method: method.clone(),
            descriptor: descriptor.clone(),
            results: results.iter().map(value).collect(),
        }),
        ImageContents::Map(entries) => {
            let entries = entries.iter().map(|(key, own)| (value(key), value(own)));
            Contents::Map(entries.collect())
        }
        ImageContents::Fields(fields) => {
            let simple = object.class.strip_prefix("java.lang.");
            if simple.is_some_and(|simple| BOXES.contains(&simple))
                && let Some(own) = fields.iter().find(|field| field.name == "value")
            {
                return Contents::Boxed(value(&own.value));
            }
            let known = fields
                .iter()
                .filter(|field| !matches!(field.value, ImageValue::Any | ImageValue::Cut));
            let fields = known.map(|field| Field {
                class: field.declared_in.clone(),
                name: field.name.clone(),
                value: value(&field.value),
            });
            Contents::Fields(fields.collect())
        }
    }
}

fn constructed_by(call: &ImageCall) -> ConstructedBy {
    let mut arguments = call.arguments.iter();
    let on = arguments.by_ref().take(usize::from(call.on_first)).next();
    let mut by = ConstructedBy {
        class: call.class.clone(),
        member: call.member.clone(),
        descriptor: call.descriptor.clone(),
        arguments: Vec::new(),
        on: on.map(value),
        takes_result: call.takes_result,
    };
    let types = by.parameters();
    let arguments = arguments.zip(&types);
    by.arguments = arguments.map(|(v, ty)| widened(value(v), ty)).collect();
    by
}

/// A number as a parameter of a wider type has it.
fn widened(value: Value, ty: &Type) -> Value {
    let number = match value {
        Value::Byte(number) => i64::from(number),
        Value::Short(number) => i64::from(number),
        Value::Char(number) => i64::from(number),
        Value::Int(number) => i64::from(number),
        value => return value,
    };
    match ty {
        Type::Primitive("int") => Value::Int(number as i32),
        Type::Primitive("long") => Value::Long(number),
        _ => value,
    }
}

fn outcome(path: &KeptPath, inputs: &HashMap<u64, usize>) -> JavaOutcome {
    let cut = |reason| JavaOutcome::Cut { reason };
    match &path.end {
        PathEnd::Exit(status) => match path.observed.first() {
            // The method told of its result: the program did not end by itself before.
            Some(observed) => JavaOutcome::Returned {
                // What is beyond the image is not known.
                value: observed
                    .value
                    .as_ref()
                    .filter(|value| **value != ImageValue::Cut)
                    .map(value),
                objects: objects(&observed.image, Some(inputs)),
            },
            None => JavaOutcome::Exit {
                status: status & 0xff,
            },
        },
        PathEnd::Error { kind, message } => match kind {
            ErrorKind::UncaughtException => threw(path, message),
            ErrorKind::SpecificationViolation => JavaOutcome::Violated {
                clause: message.clone(),
                file: path.place.file.clone(),
                line: path.place.line,
                stack: stack(path),
            },
            // No Java program can do that: the JVM will not confirm it.
            kind => JavaOutcome::Threw {
                exception: "java.lang.InternalError".to_owned(),
                message: Some(format!("{}: {message}", kind.name())),
                file: path.place.file.clone(),
                line: path.place.line,
                stack: Vec::new(),
            },
        },
        PathEnd::Killed(signal) => cut(CutReason::Other(format!("signal {signal}"))),
        PathEnd::AssumeFailed => cut(CutReason::AssumptionFailed),
        PathEnd::Unsupported(what) => cut(CutReason::Unsupported(what.clone())),
        PathEnd::Limit(limit) => cut(CutReason::Limit(format!("{limit} at {}", path.place))),
        PathEnd::Stopped => cut(CutReason::Stopped),
    }
}

fn threw(path: &KeptPath, text: &str) -> JavaOutcome {
    let thrown = path
        .observed
        .iter()
        .find(|observed| observed.kind == THROWN);
    let object = thrown.and_then(|observed: &Observed| match observed.value {
        Some(ImageValue::Object(number)) => observed.image.objects.get(number as usize),
        _ => None,
    });
    let (class, message) = text
        .split_once(": ")
        .map_or((text, None), |(c, m)| (c, Some(m)));
    let exception = object.map_or_else(|| class.to_owned(), |object| object.class.clone());
    // `toString` may have been overridden: then nothing is known of the message.
    let known = class == exception && !path.message_differs;
    let message = message.filter(|_| known).map(str::to_owned);
    JavaOutcome::Threw {
        exception,
        message,
        file: path.place.file.clone(),
        line: path.place.line,
        stack: stack(path),
    }
}

/// The stack trace of the end of a path.
fn stack(path: &KeptPath) -> Vec<StackFrame> {
    // Not those of the front end's own.
    let frames = path.stack.iter();
    let frames = frames.filter(|(function, _, _)| !function.starts_with('<'));
    let frames = frames.map(|(function, place, _)| StackFrame {
        function: function_name::path(function).to_owned(),
        file: place.file.clone(),
        line: place.line,
    });
    frames.collect()
}

/// Exceptions that come when something of the JVM is used up.
const DEPENDENT: &[&str] = &["java.lang.StackOverflowError", "java.lang.OutOfMemoryError"];

/// Input objects after the call, if the entry told of them: behind the result.
fn after(path: &KeptPath, inputs: &HashMap<u64, usize>) -> Vec<Object> {
    let mut all: Vec<Object> = Vec::new();
    let thrown = path.observed.iter().find(|told| told.kind == THROWN);
    let class = thrown.and_then(|thrown| match thrown.value {
        Some(ImageValue::Object(number)) => thrown.image.objects.get(number as usize),
        _ => None,
    });
    // How deep a stack is, and how large a heap, is not the same everywhere.
    if class.is_some_and(|object| DEPENDENT.contains(&object.class.as_str())) {
        return all;
    }
    let results = usize::from(thrown.is_none());
    let told = path.observed.iter();
    let told = told.filter(|told| told.kind != THROWN).skip(results);
    for observed in told {
        let first = all.len();
        for mut object in objects(&observed.image, Some(inputs)) {
            shift(&mut object, first);
            all.push(object);
        }
    }
    all
}

/// Moves the references of an object to where its image begins in a list of several.
fn shift(object: &mut Object, first: usize) {
    let move_one = |value: &mut Value| {
        if let Value::Object(number) = value {
            *number += first;
        }
    };
    match &mut object.contents {
        Contents::Fields(fields) => fields
            .iter_mut()
            .for_each(|field| move_one(&mut field.value)),
        Contents::Elements(values) | Contents::Collection(values) => {
            values.iter_mut().for_each(move_one);
        }
        Contents::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
            move_one(key);
            move_one(value);
        }),
        Contents::Made(by) => by.values_mut().for_each(move_one),
        Contents::Sequence(calls) => {
            let values = calls.iter_mut().flat_map(ConstructedBy::values_mut);
            values.for_each(move_one);
        }
        Contents::Function(function) => function.results.iter_mut().for_each(move_one),
        Contents::Boxed(_)
        | Contents::Text(_)
        | Contents::Constant(_)
        | Contents::Class(_)
        | Contents::Opaque => {}
    }
}
