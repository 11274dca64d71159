//! Code of a method to a function of registers and blocks.
//!
//! The operand stack exists only while translating: an entry is a constant, a local variable's
//! register, or a register that belongs to its depth and kind. A variable is copied off before it is
//! written while the stack still mentions it; where blocks meet, the entries are in the registers of
//! their depths. What instructions can throw are branches: a call's last result, or a check, leads
//! to the handlers in force (an `instanceof` chain), or the exception is returned.

mod arithmetic;
mod call;
mod check;
mod constant;
mod control;
mod error;
mod field;
mod machine;
mod object;
mod stack;

use crate::bytecode::{Code, Op};
use crate::descriptor::Kind;
use crate::program::Linked;
use crate::{JvmError, Program};
use control::Place;
pub(crate) use error::TranslateError;
use error::{Result, Unverifiable};
use ir::builder::Builder;
use ir::{BlockId, FileId, Function, Location, Parameter, Reg};
use rustc_hash::{FxHashMap, FxHashSet};
use stack::StackEntry;
use std::sync::Arc;

/// What is to be translated.
pub(crate) struct Source<'a> {
    /// Name of the function.
    pub name: String,
    /// Class it belongs to; its constants and bootstrap methods.
    pub class: Option<&'a Arc<Linked>>,
    /// Number of the method in its class, for messages of null pointer exceptions.
    pub method: Option<u32>,
    /// Its code.
    pub code: &'a Code,
    /// Kinds of its parameters, the receiver first.
    pub parameters: Vec<Kind>,
    /// Names of the parameters where they are known.
    pub parameter_names: Vec<String>,
    /// Kind of its result.
    pub result: Option<Kind>,
    /// True if the first parameter is a receiver.
    pub has_receiver: bool,
    /// Its source file.
    pub file: Option<FileId>,
    /// Lines: first byte of instructions, line; sorted.
    pub lines: &'a [(u16, u16)],
    /// True for code of the user.
    pub user: bool,
}

/// Translates code.
///
/// # Errors
/// If it is not what a verifier would accept.
pub(crate) fn translate(
    program: &Program,
    source: &Source<'_>,
) -> Result<Function, TranslateError> {
    let mut translator = Translator::new(program, source);
    match translator.blocks() {
        Ok(()) => Ok(translator.finish()),
        Err(what) => Err(translator.error(what)),
    }
}

pub(super) struct Translator<'a> {
    program: &'a Program,
    source: &'a Source<'a>,
    builder: Builder,
    /// Registers of local variables by slot and kind.
    locals: FxHashMap<(u16, Kind), Reg>,
    /// Registers of stack entries by depth and kind; the first of each is that of entries where
    /// blocks meet.
    depths: FxHashMap<(usize, Kind), Vec<Reg>>,
    /// Instructions where a block starts.
    leaders: Vec<bool>,
    /// Number of each branch or switch among those of the method.
    decisions: Vec<u32>,
    places: FxHashMap<Place, (BlockId, Vec<Kind>)>,
    pending: Vec<Place>,
    /// Subroutine calls: the context of the caller, the instruction behind the call, the
    /// subroutine's first instruction.
    contexts: Vec<(u32, u32, u32)>,
    context: u32,
    /// Blocks that look for a handler, by context and handlers.
    dispatches: FxHashMap<(u32, Vec<u32>), BlockId>,
    /// The stack before the current instruction.
    stack: Vec<StackEntry>,
    /// The current instruction.
    at: usize,
    /// Registers known to hold a resolved reference that is not null.
    known: FxHashSet<Reg>,
    /// Classes known to be initialised.
    initialised: Vec<ir::ClassId>,
    /// Set for a reference in flight.
    exception: Reg,
    condition: Reg,
    /// The receiver's register if it is never written.
    receiver: Option<Reg>,
}

impl<'a> Translator<'a> {
    fn new(program: &'a Program, source: &'a Source<'a>) -> Translator<'a> {
        let mut builder = Builder::new(0);
        let exception = builder.register(Kind::Reference.ty());
        let condition = builder.register(ir::Type::Int(1));
        let mut translator = Translator {
            program,
            source,
            builder,
            locals: FxHashMap::default(),
            depths: FxHashMap::default(),
            leaders: control::leaders(source.code),
            decisions: control::decisions(source.code),
            places: FxHashMap::default(),
            pending: Vec::new(),
            contexts: vec![(0, 0, 0)],
            context: 0,
            dispatches: FxHashMap::default(),
            stack: Vec::new(),
            at: 0,
            known: FxHashSet::default(),
            initialised: Vec::new(),
            exception,
            condition,
            receiver: None,
        };
        let mut slot = 0;
        for (index, kind) in source.parameters.iter().enumerate() {
            let register = translator.local(slot, *kind);
            if index == 0 && source.has_receiver {
                let written = Op::Store(Kind::Reference, 0);
                translator.receiver = (!source.code.ops.contains(&written)).then_some(register);
            }
            slot += kind.slots();
        }
        translator
    }

    fn finish(self) -> Function {
        let mut slot = 0;
        let mut parameters = Vec::new();
        for (index, kind) in self.source.parameters.iter().enumerate() {
            let name = self.source.parameter_names.get(index).cloned();
            parameters.push(Parameter {
                register: self.locals[&(slot, *kind)],
                name: name.unwrap_or_default(),
                source_type: None,
                pointee: None,
                by_value_size: None,
            });
            slot += kind.slots();
        }
        let mut results: Vec<ir::Type> = self.source.result.iter().map(|kind| kind.ty()).collect();
        results.push(ir::Type::Ptr);
        let line = self.source.lines.first().map_or(0, |(_, line)| *line);
        let location = Location {
            file: self.source.file,
            line: u32::from(line),
            column: 0,
        };
        let mut function = Function {
            name: self.source.name.clone(),
            parameters,
            variadic: false,
            results,
            throws: true,
            source_result: None,
            source_parameters: Vec::new(),
            registers: Vec::new(),
            blocks: Vec::new(),
            location,
            user: self.source.user,
            internal: false,
        };
        self.builder.finish_into(&mut function);
        function
    }

    /// What is wrong with the current instruction, with its place.
    fn error(&self, what: Unverifiable) -> TranslateError {
        let line = self.location().line;
        let offset = self.source.code.offsets.get(self.at);
        TranslateError {
            place: offset.map(|offset| (*offset, (line != 0).then_some(line))),
            what,
        }
    }

    /// Place in the source of the current instruction.
    fn location(&self) -> Location {
        let offset = self.source.code.offsets.get(self.at).copied().unwrap_or(0);
        let lines = self.source.lines;
        let next = lines.partition_point(|(start, _)| u32::from(*start) <= offset);
        Location {
            file: self.source.file,
            line: next
                .checked_sub(1)
                .map_or(0, |index| u32::from(lines[index].1)),
            column: 0,
        }
    }

    /// Translates one instruction; false if control does not go on behind it.
    fn op(&mut self, op: &Op) -> Result<bool> {
        match op {
            Op::Nop => {}
            Op::Null
            | Op::Number(..)
            | Op::Literal(_)
            | Op::ClassConstant(_)
            | Op::HandleConstant(_)
            | Op::MethodTypeConstant(_)
            | Op::DynamicConstant(_) => self.constant(op)?,
            Op::Load(kind, slot) => {
                let register = self.local(*slot, *kind);
                self.push(*kind, register.into());
            }
            Op::Store(kind, slot) => self.store(*kind, *slot)?,
            Op::Increment(slot, by) => self.increment(*slot, *by),
            Op::Pop | Op::Pop2 | Op::Dup { .. } | Op::Dup2 { .. } | Op::Swap => self.shuffle(op)?,
            Op::Binary(..)
            | Op::Divide { .. }
            | Op::FloatBinary(..)
            | Op::Negate(_)
            | Op::Convert(..)
            | Op::Narrow(_) => self.arithmetic(op)?,
            Op::CompareLong | Op::CompareFloat(..) => return self.comparison(op),
            Op::ToBits(kind) => self.bits_of(*kind)?,
            Op::FromBits(kind) => self.value_of_bits(*kind)?,
            Op::If(..)
            | Op::IfCompare(..)
            | Op::IfSame(..)
            | Op::IfNull(..)
            | Op::Goto(_)
            | Op::Jsr(_)
            | Op::Ret(_)
            | Op::Switch(..)
            | Op::Return(_)
            | Op::Throw => return self.control(op),
            Op::ArrayLoad(_) | Op::ArrayStore(_) | Op::ArrayLength => self.array(op)?,
            Op::GetStatic(_) | Op::PutStatic(_) | Op::GetField(_) | Op::PutField(_) => {
                return self.field(op);
            }
            Op::New(_)
            | Op::NewArray(_)
            | Op::NewMultiArray(..)
            | Op::CheckCast(_)
            | Op::InstanceOf(_)
            | Op::Monitor => return self.object(op),
            Op::Invoke(invoke, member) => return self.invoke(*invoke, member),
            Op::InvokeDynamic(dynamic) => return self.invoke_dynamic(dynamic),
            Op::CallFunction(function) => self.call_known(*function)?,
            Op::Intrinsic(intrinsic) => self.intrinsic(*intrinsic)?,
            Op::Unsupported(what) => self.unsupported(what),
        }
        Ok(true)
    }

    /// Ends the path, saying what is not supported.
    fn unsupported(&mut self, what: &str) {
        self.builder.emit(ir::InstructionKind::Unsupported {
            what: what.to_owned(),
        });
    }

    /// Throws the error that resolution of a class or member ended in.
    fn resolution_failed(&mut self, error: &JvmError) -> bool {
        let JvmError::NoClass { class, .. } = error else {
            self.unsupported(&error.to_string());
            return true;
        };
        let literal = self.program.literal_text(class);
        let to = self.builder.register(ir::Type::Ptr);
        self.builder
            .emit(ir::InstructionKind::StringLiteral { to, literal });
        self.throw_by("noClass", "(Ljava/lang/String;)V", vec![to.into()]);
        false
    }
}
