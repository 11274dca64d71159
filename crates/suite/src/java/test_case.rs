//! A test of a Java method: what goes in, and what the machine saw come out.

use super::{Object, Value};
use crate::monitors::MonitorHistory;
use crate::{CutReason, DecisionTrace, PredictedOutput, StackFrame, Test, Verdict};
use serde::{Deserialize, Serialize};

/// One test, as it stands in `testNNNNNN.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JavaTest {
    /// Number in its suite, from 1.
    pub id: u32,
    /// The method under test.
    pub method: Method,
    /// The objects that the inputs lead to, before the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Object>,
    /// The object the method is called on; `None` for static methods and constructors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receiver: Option<Value>,
    /// The arguments, in order.
    pub arguments: Vec<NamedValue>,
    /// Values that the program asks for by the in-source interface, in the order in which it asks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<NamedValue>,
    /// What the JVM must give on the path, in this order, such as the time: no test can set it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host: Vec<NamedValue>,
    /// Standard input; nothing means empty.
    #[serde(
        default,
        with = "crate::optional_hex",
        skip_serializing_if = "Option::is_none"
    )]
    pub stdin: Option<Vec<u8>>,
    /// What is otherwise in other runs of a JVM, where identity hash codes, the order of sets and maps
    /// and the time are other ones; `None` if nothing is known to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub varies: Option<VariesByRun>,
    /// What the machine predicts.
    pub outcome: JavaOutcome,
    /// What it predicts the call to write to standard output; nothing where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout: Option<PredictedOutput>,
    /// Input objects that the call changes, as they are after it (by [`Object::input`]), and what
    /// they lead to; empty unless asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Object>,
    /// The decisions of user code that the machine took from the call on.
    pub decisions: DecisionTrace,
    /// What monitors of specifications saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitors: Option<MonitorHistory>,
    /// The JUnit test it was written as: `com.acme.FooWayfarerTest#bar_1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub junit: Option<String>,
    /// Hash of the path, the same whenever the same path is found.
    pub path: String,
    /// What the run on the real JVM said, once it ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

impl JavaTest {
    /// What the JVM must give on the path, in words; `None` if nothing that a test cannot set.
    pub fn needs(&self) -> Option<String> {
        let values = self.host.iter().map(|host| match &host.value {
            Value::Int(value) => format!("{} = {value}", host.name),
            Value::Long(value) => format!("{} = {value}", host.name),
            _ => host.name.clone(),
        });
        (!self.host.is_empty()).then(|| values.collect::<Vec<_>>().join(", "))
    }
}

/// What of a test may be otherwise in another run of a JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariesByRun {
    /// The decisions on the way; the end is the same.
    Way,
    /// How it ends.
    End,
}

/// A method by its full name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Method {
    /// Its class as `Class.getName` gives it: `com.acme.Outer$Inner`.
    pub class: String,
    /// Its name; `<init>` for a constructor.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

impl Method {
    /// The name by which traces know it: `com.acme.Foo.bar(I)V`.
    pub fn linkage_name(&self) -> String {
        format!("{}.{}{}", self.class, self.name, self.descriptor)
    }
}

/// A value with the name of its parameter or input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedValue {
    /// Name.
    pub name: String,
    /// Value.
    #[serde(flatten)]
    pub value: Value,
}

/// How the call ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JavaOutcome {
    /// The method returns.
    Returned {
        /// What; `None` for `void`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
        /// The objects that the value leads to.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        objects: Vec<Object>,
    },
    /// An exception leaves the method.
    Threw {
        /// Its class.
        exception: String,
        /// What its `getMessage` returns.
        message: Option<String>,
        /// File of the user's code where it was thrown; empty if unknown.
        file: String,
        /// Line, 0 if unknown.
        line: u32,
        /// Its stack trace, innermost first.
        stack: Vec<StackFrame>,
    },
    /// A clause of a specification is violated.
    Violated {
        /// By whom, and which.
        clause: String,
        /// File of the user's code where the call is; empty if unknown.
        file: String,
        /// Line, 0 if unknown.
        line: u32,
        /// The stack trace, innermost first.
        stack: Vec<StackFrame>,
    },
    /// The program ends the JVM.
    Exit {
        /// With this status.
        status: i32,
    },
    /// An assumption failed, or the path was cut off: the run only covers code.
    Cut {
        /// Why.
        #[serde(flatten)]
        reason: CutReason,
    },
}

impl Test for JavaTest {
    fn id(&self) -> u32 {
        self.id
    }

    fn path(&self) -> &str {
        &self.path
    }

    fn set_verdict(&mut self, verdict: Option<Verdict>) {
        self.verdict = verdict;
    }

    fn predicts_error(&self) -> bool {
        matches!(
            self.outcome,
            JavaOutcome::Threw { .. } | JavaOutcome::Violated { .. }
        )
    }

    fn prediction(&self) -> String {
        let what = match &self.outcome {
            JavaOutcome::Returned { .. } => "returns".to_owned(),
            JavaOutcome::Threw {
                exception,
                message,
                file,
                line,
                ..
            } => {
                let message = message.as_ref().map(|message| format!(": {message}"));
                let message = message.unwrap_or_default();
                format!("{exception}{message} at {file}:{line}")
            }
            JavaOutcome::Violated {
                clause, file, line, ..
            } => format!("{clause} at {file}:{line}"),
            JavaOutcome::Exit { status } => format!("exit status {status}"),
            JavaOutcome::Cut { reason } => format!("cut off ({reason})"),
        };
        format!("{}.{} {what}", self.method.class, self.method.name)
    }

    fn problem(&self) -> Option<String> {
        let in_objects = |value: &Value, count: usize| match value {
            Value::Object(number) => *number < count,
            _ => true,
        };
        let count = self.objects.len();
        let named = self.arguments.iter().chain(&self.inputs);
        let mut roots = named.map(|named| &named.value).chain(&self.receiver);
        if !roots.all(|value| in_objects(value, count))
            || !self.objects.iter().all(|object| inside(object, count))
        {
            return Some("a reference to an object that is not there".to_owned());
        }
        if let JavaOutcome::Returned { value, objects } = &self.outcome
            && !(value.iter().all(|value| in_objects(value, objects.len()))
                && objects.iter().all(|object| inside(object, objects.len())))
        {
            return Some("a result that is not there".to_owned());
        }
        let miscalled = |object: &&Object| match &object.contents {
            super::Contents::Made(by) => by.is_miscalled(),
            super::Contents::Sequence(calls) => {
                calls.is_empty() || calls.iter().any(super::ConstructedBy::is_miscalled)
            }
            _ => false,
        };
        if let Some(object) = self.objects.iter().find(miscalled) {
            return Some(format!("arguments that do not make a {}", object.class));
        }
        let after = self.after.len();
        if !self.after.iter().all(|object| inside(object, after)) {
            return Some("an object after the call that is not there".to_owned());
        }
        // Files are called after them.
        let is_path = |name: &String| name.contains(['/', '\0']);
        if is_path(&self.method.class) || self.junit.as_ref().is_some_and(is_path) {
            return Some("a class that has no name of Java".to_owned());
        }
        super::Signature::parse(&self.method.descriptor)
            .is_none_or(|signature| signature.parameters.len() != self.arguments.len())
            .then(|| "arguments that do not fit the method".to_owned())
    }
}

/// True if all references in an object lead to one of `count` objects.
fn inside(object: &Object, count: usize) -> bool {
    object.references().all(|number| number < count)
}

impl Object {
    /// The objects it refers to directly, in order.
    pub fn references(&self) -> impl Iterator<Item = usize> + '_ {
        use super::Contents;
        let values: Vec<&Value> = match &self.contents {
            Contents::Fields(fields) => fields.iter().map(|field| &field.value).collect(),
            Contents::Elements(values) | Contents::Collection(values) => values.iter().collect(),
            Contents::Map(entries) => entries.iter().flat_map(|(k, v)| [k, v]).collect(),
            Contents::Made(by) => by.values().collect(),
            Contents::Sequence(calls) => calls.iter().flat_map(|call| call.values()).collect(),
            Contents::Function(function) => function.results.iter().collect(),
            Contents::Boxed(value) => vec![value],
            Contents::Text(_) | Contents::Constant(_) | Contents::Class(_) | Contents::Opaque => {
                Vec::new()
            }
        };
        values.into_iter().filter_map(|value| match value {
            Value::Object(number) => Some(*number),
            _ => None,
        })
    }
}
