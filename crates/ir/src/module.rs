//! Programs that are whole in memory.

use crate::{
    FileId, Function, FunctionId, LoadError, ObjectModel, ObjectTable, Program, SourceType,
    SourceTypeId,
};
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
    /// As many bytes as a pointer takes: address of a global plus an offset.
    Global(GlobalId, i64),
    /// As many bytes as a pointer takes: address of a function.
    Function(FunctionId),
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
    /// True if pointers take four bytes in memory, not eight: see [`Program::has_narrow_pointers`].
    pub narrow_pointers: bool,
    /// Classes and objects; empty if the source language has none.
    pub objects: ObjectTable,
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

    fn has_narrow_pointers(&self) -> bool {
        self.narrow_pointers
    }

    fn objects(&self) -> Option<&dyn ObjectModel> {
        (!self.objects.is_empty()).then_some(&self.objects)
    }
}
