//! What everything above asks of a program, whether it is whole in memory or loaded piece by piece.

use crate::{
    FileId, Function, FunctionId, Global, Location, ObjectModel, SourceType, SourceTypeId,
};
use std::sync::Arc;

/// Pairs of types that are looked at to find out whether two are the same, at the most.
const TYPES_COMPARED: usize = 1000;

/// Why a function or class could not be loaded.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{function}: {message}")]
pub struct LoadError {
    /// Its name.
    pub function: String,
    /// What is wrong.
    pub message: String,
}

/// A program as its users see it. Functions and classes may be loaded when first asked for, and
/// loading one may make others known: counts grow while a program runs; ids stay valid.
pub trait Program: Send + Sync {
    /// A function with its body.
    ///
    /// # Errors
    /// If the body cannot be loaded or translated.
    fn function(&self, id: FunctionId) -> Result<Arc<Function>, LoadError>;
    /// A function if it is in memory already; a program that loads lazily does not load it.
    fn loaded_function(&self, id: FunctionId) -> Option<Arc<Function>> {
        self.function(id).ok()
    }
    /// Number of functions known so far; ids are below it.
    fn function_count(&self) -> u32;
    /// The function of that linkage name.
    fn find_function(&self, name: &str) -> Option<FunctionId>;
    /// Global variables; ids index them.
    fn globals(&self) -> &[Global];
    /// Path of a source file, as debug information gives it (absolute where it does).
    fn file(&self, id: FileId) -> &str;
    /// A source type.
    fn source_type(&self, id: SourceTypeId) -> &SourceType;

    /// True if pointers take four bytes in memory, where they are numbers of 32 bits. Registers hold them as they always
    /// do; [`crate::CIntrinsic::Flatten`] and [`crate::CIntrinsic::Expand`] lead from one form to the other.
    fn has_narrow_pointers(&self) -> bool {
        false
    }

    /// Bytes that a pointer takes in memory.
    fn pointer_size(&self) -> u64 {
        match self.has_narrow_pointers() {
            true => 4,
            false => 8,
        }
    }

    /// Classes and objects; `None` if the source language has none.
    fn objects(&self) -> Option<&dyn ObjectModel>;

    /// A position in words: `file:line:column`, without what is unknown.
    fn describe_location(&self, location: Location) -> String {
        let Some(file) = location.file else {
            return "unknown location".to_owned();
        };
        let path = self.file(file);
        match location {
            Location { line: 0, .. } => path.to_owned(),
            Location {
                line, column: 0, ..
            } => format!("{path}:{line}"),
            Location { line, column, .. } => format!("{path}:{line}:{column}"),
        }
    }

    /// A type behind its `typedef`s and qualifiers.
    fn resolved_type(&self, id: SourceTypeId) -> SourceTypeId {
        let mut id = id;
        while let SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } =
            self.source_type(id)
        {
            id = *target;
        }
        id
    }

    /// The name that the innermost `typedef` gives to a type.
    fn typedef_name(&self, id: SourceTypeId) -> Option<&str> {
        let (mut id, mut innermost) = (id, None);
        loop {
            match self.source_type(id) {
                SourceType::Typedef { name, target } => {
                    innermost = Some(name.as_str());
                    id = *target;
                }
                SourceType::Qualified { target, .. } => id = *target,
                _ => return innermost,
            }
        }
    }

    /// True if two types, behind `typedef`s and qualifiers, are one in the source: each translation unit
    /// has debug information of its own.
    fn same_type(&self, one: SourceTypeId, other: SourceTypeId) -> bool {
        let mut todo = vec![(one, other)];
        // Structures are told by their names: only types of functions branch, and those of pointers end.
        for _ in 0..TYPES_COMPARED {
            let Some((one, other)) = todo.pop() else {
                return true;
            };
            let names = (self.typedef_name(one), self.typedef_name(other));
            let (one, other) = (self.resolved_type(one), self.resolved_type(other));
            if one == other {
                continue;
            }
            match (self.source_type(one), self.source_type(other)) {
                (SourceType::Pointer { target: a }, SourceType::Pointer { target: b }) => {
                    todo.push((*a, *b));
                }
                (
                    SourceType::Record {
                        name: Some(a),
                        size: size_a,
                        ..
                    },
                    SourceType::Record {
                        name: Some(b),
                        size: size_b,
                        ..
                    },
                ) if a == b && size_a == size_b => {}
                // `typedef struct { … } list;` has no other name.
                (
                    SourceType::Record {
                        name: None,
                        size: a,
                        ..
                    },
                    SourceType::Record {
                        name: None,
                        size: b,
                        ..
                    },
                ) if a == b && names.0.is_some() && names.0 == names.1 => {}
                (a @ (SourceType::Int { .. } | SourceType::Float { .. }), b) if a == b => {}
                (
                    SourceType::Enum {
                        name: a, width: w, ..
                    },
                    SourceType::Enum {
                        name: b, width: v, ..
                    },
                ) if a == b && w == v => {}
                (SourceType::Void, SourceType::Void) => {}
                (
                    SourceType::Function {
                        result: a,
                        parameters: of_a,
                        variadic: variadic_a,
                    },
                    SourceType::Function {
                        result: b,
                        parameters: of_b,
                        variadic: variadic_b,
                    },
                ) if of_a.len() == of_b.len() && variadic_a == variadic_b => {
                    todo.push((*a, *b));
                    todo.extend(of_a.iter().copied().zip(of_b.iter().copied()));
                }
                _ => return false,
            }
        }
        false
    }

    /// Size in bytes of a value of a type: 0 for `void`, functions, incomplete types and arrays
    /// of unknown length; `None` if it does not fit 64 bits.
    fn size_of_type(&self, id: SourceTypeId) -> Option<u64> {
        let mut id = id;
        let mut factor = 1_u64;
        loop {
            id = self.resolved_type(id);
            let size = match self.source_type(id) {
                SourceType::Void | SourceType::Function { .. } => 0,
                SourceType::Int { width, .. } | SourceType::Enum { width, .. } => {
                    u64::from(*width).div_ceil(8)
                }
                SourceType::Float { size, .. } | SourceType::Record { size, .. } => *size,
                SourceType::Pointer { .. } => 8,
                SourceType::Array { element, count } => {
                    factor = factor.checked_mul(*count)?;
                    id = *element;
                    continue;
                }
                // `resolved_type` has gone through these.
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    id = *target;
                    continue;
                }
            };
            return factor.checked_mul(size);
        }
    }
}
