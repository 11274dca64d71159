//! Functions and blocks.

use crate::{Instruction, Location, SourceTypeId, Terminator, Type};
use serde::{Deserialize, Serialize};

/// A register of a function, an index into [`Function::registers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

/// A block of a function, an index into [`Function::blocks`]; block 0 is the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlockId(pub u32);

/// A function of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FunctionId(pub u32);

/// A formal parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Register that holds the argument on entry.
    pub register: Reg,
    /// Name in the source, or empty.
    pub name: String,
    /// Its source type, if debug information tells.
    pub source_type: Option<SourceTypeId>,
    /// What a pointer to `void` leads to, as the function's own code takes it.
    pub pointee: Option<SourceTypeId>,
    /// For an aggregate passed in memory (LLVM `byval`): its size in bytes. The register then
    /// holds a pointer to a copy that belongs to the callee; the caller's front end made the copy.
    pub by_value_size: Option<u64>,
}

/// What the name of a parameter ends with that has a union's bytes as its value.
pub const IN_REGISTER: &str = ".coerce";

/// A parameter as the source declares it: the calling convention may pass it as several, or as a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceParameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: SourceTypeId,
}

/// A function with its body, or a declaration (no blocks).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Linkage name.
    pub name: String,
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// True if more arguments may follow the parameters.
    pub variadic: bool,
    /// Types of the values returned: none for `void`, several for an aggregate split into scalars.
    pub results: Vec<Type>,
    /// Source type of the result.
    pub source_result: Option<SourceTypeId>,
    /// The parameters in the source, if debug information tells and they are others than `parameters`
    /// without that for a result in memory: a structure is passed in several or in none.
    pub source_parameters: Vec<SourceParameter>,
    /// Type of each register.
    pub registers: Vec<Type>,
    /// Blocks; the first is the entry, which no edge leads to. Empty for a declaration.
    pub blocks: Vec<Block>,
    /// Where it is defined.
    pub location: Location,
    /// True for code of the user (counted in coverage), false for library models.
    pub user: bool,
    /// True if the name is not visible outside its source file (C `static`).
    pub internal: bool,
    /// True if its last result, a `ptr`, is the exception that it threw, or null.
    pub throws: bool,
}

impl Function {
    /// True if there is no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}

/// A straight run of instructions and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Instructions in order.
    pub instructions: Vec<Instruction>,
    /// What comes after.
    pub terminator: Terminator,
}
