//! Frames of call stacks.

use crate::cpp_names;
use serde::{Deserialize, Serialize, Serializer};

/// A frame of a call stack. In JSON, a function of C++ has its name in the source beside that for the linker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct StackFrame {
    /// Function.
    pub function: String,
    /// File, empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
}

#[derive(Serialize)]
struct Shown<'a> {
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    readable: Option<String>,
    file: &'a str,
    line: u32,
}

impl Serialize for StackFrame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = Shown {
            function: &self.function,
            readable: cpp_names::demangled(&self.function),
            file: &self.file,
            line: self.line,
        };
        shown.serialize(serializer)
    }
}
