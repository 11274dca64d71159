//! The program model that every technique works on: a register machine of three-address
//! instructions, one representation for C and Java.
//!
//! Vocabulary: a [`Module`] holds [`Function`]s, [`Global`]s, [`Class`]es and the [`SourceType`]s of
//! debug information; a [`Program`] is what is asked of one, loaded or not, and its
//! [`ObjectModel`] what is asked of classes where the source language has them; a function is a list
//! of [`Block`]s over typed registers; a [`Terminator`] ends a block; an [`Edge`] carries the parallel moves that phis became. What can go wrong is a branch to
//! a [`TerminatorKind::Error`]; memory safety of loads and stores is the machine's own check.
//!
//! [`parse`] reads the textual form that a module's `Display` writes; [`verify`] checks the rules
//! that everything else relies on; [`analysis`] tells of graphs, loops, calls and distances. A
//! front end verifies what it made; whoever parses text verifies it too.
//!
//! Invariant: this crate knows nothing of C, Java, terms or solvers.

pub mod analysis;
pub mod builder;
mod call_effects;
mod class;
mod compared_members;
mod constant;
mod error_kind;
mod function;
mod input_construction;
mod instruction;
mod intrinsic;
mod lazy_flags;
mod module;
mod never_written;
mod object_model;
mod object_table;
pub mod observed;
mod program;
mod source;
mod split;
mod text;
mod types;
mod verify;
mod visit;
mod well_known;

pub use call_effects::{CallEffects, ObjectCells};
pub use class::{
    Class, ClassId, ClassKind, Field, FieldType, HEADER_SIZE, LiteralId, Primitive, SelectorId,
};
pub use compared_members::{ComparedMembers, Comparison, MemberOffset};
pub use constant::{Constant, Operand};
pub use error_kind::ErrorKind;
pub use function::{
    Block, BlockId, Function, FunctionId, IN_REGISTER, Parameter, Reg, SourceParameter,
};
pub use input_construction::{
    CallSequences, Construction, ConstructionArgument, InputConstruction, InputObjects,
    InterfaceMethod,
};
pub use instruction::{
    BinaryOp, CastOp, CompareOp, Edge, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Instruction,
    InstructionKind, Terminator, TerminatorKind, UnaryOp,
};
pub use intrinsic::{CIntrinsic, CoreIntrinsic, Intrinsic, IntrinsicSignature, JavaIntrinsic};
pub use lazy_flags::LazyFlags;
pub use module::{Global, GlobalId, Initialiser, Module};
pub use never_written::{ALLOCATORS, is_numbered_variable};
pub use object_model::ObjectModel;
pub use object_table::{ModuleClass, NO_OBJECTS, ObjectTable};
pub use program::{LoadError, Program};
pub use source::{FileId, Location};
pub use split::split_blocks;
pub use text::{
    ParseError, function_of_program_text, function_text, instruction_text, parse, terminator_text,
};
pub use types::{FloatFormat, Rounding, SourceMember, SourceType, SourceTypeId, Type};
pub use verify::{Expected, Place, Problem, VerifyError, verify, verify_definite_assignment};
pub use visit::Operands;
pub use well_known::{MirrorLayout, StringLayout, ThrowableLayout, WellKnown};
