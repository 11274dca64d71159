//! Programs: modules that are whole in memory, and the trait behind which they may also be loaded
//! piece by piece.

use crate::{FileId, Function, FunctionId, Location, SourceType, SourceTypeId};
use std::sync::Arc;

/// A global variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// A global variable with its initial contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Linkage name.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// True if stores to it are errors.
    pub constant: bool,
    /// True if it is declared here and defined nowhere.
    pub external: bool,
    /// Non-zero contents, by ascending offset; the rest is zero.
    pub initialisers: Vec<(u64, Initialiser)>,
    /// Source type, if known.
    pub source_type: Option<SourceTypeId>,
    /// True for variables of the user, false for those of library models.
    pub user: bool,
}

/// A piece of a global's initial contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initialiser {
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// Eight bytes: address of a global plus an offset.
    Global(GlobalId, i64),
    /// Eight bytes: address of a function.
    Function(FunctionId),
}

/// Why a function could not be loaded.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{function}: {message}")]
pub struct LoadError {
    /// Its name.
    pub function: String,
    /// What is wrong.
    pub message: String,
}

/// A program as its users see it. Functions may be loaded when first asked for; ids stay valid.
pub trait Program: Send + Sync {
    /// A function with its body.
    ///
    /// # Errors
    /// If the body cannot be loaded or translated.
    fn function(&self, id: FunctionId) -> Result<Arc<Function>, LoadError>;
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

/// A program that is whole in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// Functions; ids index them.
    pub functions: Vec<Arc<Function>>,
    /// Globals; ids index them.
    pub globals: Vec<Global>,
    /// Paths of source files.
    pub files: Vec<String>,
    /// Source types.
    pub source_types: Vec<SourceType>,
}

impl Program for Module {
    fn function(&self, id: FunctionId) -> Result<Arc<Function>, LoadError> {
        Ok(self.functions[id.0 as usize].clone())
    }

    fn function_count(&self) -> u32 {
        self.functions.len() as u32
    }

    fn find_function(&self, name: &str) -> Option<FunctionId> {
        let index = self.functions.iter().position(|f| f.name == name)?;
        Some(FunctionId(index as u32))
    }

    fn globals(&self) -> &[Global] {
        &self.globals
    }

    fn file(&self, id: FileId) -> &str {
        &self.files[id.0 as usize]
    }

    fn source_type(&self, id: SourceTypeId) -> &SourceType {
        &self.source_types[id.0 as usize]
    }
}
