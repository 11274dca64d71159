//! Tests of Java methods: their model, JUnit classes, and what the real JVM says of them.

mod class_files;
mod effect;
mod junit;
mod junit_version;
mod literal;
mod plan;
mod replay;
mod shape;
mod test_case;
mod types;
mod value;
mod weave;

pub use class_files::shapes;
pub use junit::{JUnitOptions, JUnitWriter, TestNames};
pub use junit_version::JUnit;
pub use plan::{Java, JavaMonitorPlan, JavaPlan, JavaSuite, WatchedMethod};
pub use replay::{JavaReplay, decision_function};
pub use shape::{
    Access, Assignment, ClassKind, ClassShape, Effect, FieldShape, MethodShape, Shapes, Source,
};
pub use test_case::{JavaOutcome, JavaTest, Method, NamedValue, VariesByRun};
pub use types::{Signature, Type};
pub use value::{
    ConstructedBy, Contents, DoubleBits, Field, FloatBits, Function, Object, Text, Value,
};
pub use weave::{WeaveError, Weaving, Woven, weave};
