//! Initial contents of globals, and the functions that run before and after `main`.

use super::constant::elements;
use super::function::{FunctionTranslator, declaration};
use super::module::{FINALISE, INITIALISE, ModuleTranslator};
use crate::reader::{Ty, TyKind, Value, ValueKind};
use ir::builder::Builder;
use ir::{
    Constant, Function, Global, GlobalId, Initialiser, InstructionKind, Operand, TerminatorKind,
    Type,
};
use llvm_sys::LLVMOpcode;

/// The list of what runs when a program ends.
const DESTRUCTORS: &str = "llvm.global_dtors";

impl<'m> ModuleTranslator<'m> {
    /// Collects initial contents. What is no constant of `ir` is deferred to [`INITIALISE`].
    pub fn initialise(
        &mut self,
        global: GlobalId,
        value: Value<'m>,
        into: &mut Vec<(u64, Initialiser)>,
    ) {
        let mut pending = vec![(value, 0_u64)];
        while let Some((value, offset)) = pending.pop() {
            if value.is_null() || is_undefined(value) {
                continue;
            }
            if let Some(bytes) = value.string_bytes() {
                append_bytes(into, offset, &bytes);
                continue;
            }
            match value.ty().kind() {
                TyKind::Vector(element, _) if !is_whole_bytes(element) => {
                    self.deferred.push((global, offset, value));
                }
                TyKind::Struct(_) | TyKind::Array(..) | TyKind::Vector(..) => {
                    let start = pending.len();
                    for (index, element) in elements(value).enumerate() {
                        pending.push((element, offset + self.element_offset(value.ty(), index)));
                    }
                    // Taken from the end, so that contents come in ascending order.
                    pending[start..].reverse();
                }
                _ => self.initialise_scalar(global, value, offset, into),
            }
        }
    }

    fn element_offset(&self, ty: Ty<'m>, index: usize) -> u64 {
        match ty.kind() {
            TyKind::Struct(_) => ty.member_offset(self.module, index as u32),
            TyKind::Array(element, _) => element.alloc_size(self.module) * index as u64,
            TyKind::Vector(element, _) => element.store_size(self.module) * index as u64,
            _ => 0,
        }
    }

    fn initialise_scalar(
        &mut self,
        global: GlobalId,
        value: Value<'m>,
        offset: u64,
        into: &mut Vec<(u64, Initialiser)>,
    ) {
        let size = value.ty().store_size(self.module) as usize;
        let pointer = self.memory_bits(Type::Ptr) as usize / 8;
        match self.fold(value) {
            Ok(Some(Constant::Bits(bits))) => {
                let bytes = bits.to_le_bytes();
                append_bytes(into, offset, &bytes[..size.min(8)]);
            }
            Ok(Some(Constant::Wide(limbs))) => {
                let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                append_bytes(into, offset, &bytes[..size.min(bytes.len())]);
            }
            Ok(Some(Constant::Global(id, at))) if size == pointer => {
                into.push((offset, Initialiser::Global(id, at)));
            }
            Ok(Some(Constant::Function(id))) if size == pointer => {
                into.push((offset, Initialiser::Function(id)));
            }
            _ => self.deferred.push((global, offset, value)),
        }
    }

    /// The table of addresses for a table of distances (LLVM's `rel_lookup_table`).
    pub fn translate_address_table(&mut self, table: Value<'m>) -> Global {
        let mut initialisers = Vec::new();
        let mut count = 0;
        for element in table.initialiser().into_iter().flat_map(elements) {
            let target = distance_target(element).map(|target| self.fold(target));
            match target {
                Some(Ok(Some(Constant::Global(id, at)))) => {
                    initialisers.push((count * 8, Initialiser::Global(id, at)));
                }
                Some(Ok(Some(Constant::Function(id)))) => {
                    initialisers.push((count * 8, Initialiser::Function(id)));
                }
                _ => {}
            }
            count += 1;
        }
        Global {
            name: format!("{}.addresses", table.name()),
            size: count * 8,
            align: 8,
            constant: true,
            external: false,
            initialisers,
            source_type: None,
            user: false,
        }
    }

    /// False if nothing is left to be done when the program ends ([`FINALISE`]).
    pub fn has_destructors(&mut self) -> bool {
        !self.listed_functions(DESTRUCTORS).is_empty()
    }

    /// Functions of `llvm.global_ctors` or `llvm.global_dtors`, least priority number first.
    fn listed_functions(&mut self, list: &str) -> Vec<Value<'m>> {
        let list = self.module.global(list).and_then(|list| list.initialiser());
        let mut entries: Vec<(u64, Value<'m>)> = list
            .into_iter()
            .flat_map(elements)
            .filter_map(|entry| {
                let priority = entry.element(0)?;
                let function = entry.element(1)?;
                (function.kind() == ValueKind::LLVMFunctionValueKind)
                    .then(|| (priority.small_integer(), function))
            })
            .collect();
        entries.sort_by_key(|(priority, _)| *priority);
        entries.into_iter().map(|(_, function)| function).collect()
    }
}

/// True for elements that a vector holds without sharing bytes.
fn is_whole_bytes(element: Ty<'_>) -> bool {
    !matches!(element.kind(), TyKind::Int(width) if width % 8 != 0)
}

/// The target of `trunc (sub (ptrtoint target, ptrtoint table))`.
fn distance_target(element: Value<'_>) -> Option<Value<'_>> {
    let expression = |value: Value<'_>, opcode| {
        value.kind() == ValueKind::LLVMConstantExprValueKind && value.opcode() == opcode
    };
    let difference = match expression(element, LLVMOpcode::LLVMTrunc) {
        true => element.operand(0),
        false => return None,
    };
    if !expression(difference, LLVMOpcode::LLVMSub) {
        return None;
    }
    let address = difference.operand(0);
    expression(address, LLVMOpcode::LLVMPtrToInt).then(|| address.operand(0))
}

/// True for a table of distances only, all from its own start.
pub fn is_distance_table(table: Value<'_>) -> bool {
    table.kind() == ValueKind::LLVMGlobalVariableValueKind
        && table.is_global_constant()
        && table.initialiser().is_some_and(|contents| {
            matches!(contents.ty().kind(), TyKind::Array(..))
                && elements(contents).all(|element| distance_target(element).is_some())
        })
}

fn is_undefined(value: Value<'_>) -> bool {
    matches!(
        value.kind(),
        ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind
    )
}

/// Adds bytes, joining them to the ones just before.
fn append_bytes(into: &mut Vec<(u64, Initialiser)>, offset: u64, bytes: &[u8]) {
    if bytes.iter().all(|byte| *byte == 0) {
        return;
    }
    if let Some((start, Initialiser::Bytes(last))) = into.last_mut() {
        let end = *start + last.len() as u64;
        // Short gaps of zeros are cheaper than another piece.
        if offset >= end && offset - end <= 16 {
            last.resize((offset - *start) as usize, 0);
            last.extend_from_slice(bytes);
            return;
        }
    }
    into.push((offset, Initialiser::Bytes(bytes.to_vec())));
}

/// The initialisation function under construction.
pub struct Initialisation<'m> {
    builder: Builder,
    constructors: Vec<Value<'m>>,
}

impl<'m> Initialisation<'m> {
    pub fn new(program: &mut ModuleTranslator<'m>) -> Initialisation<'m> {
        let constructors = program.listed_functions("llvm.global_ctors");
        for constructor in &constructors {
            program.function_id(*constructor);
        }
        Initialisation {
            builder: Builder::new(1),
            constructors,
        }
    }

    /// Stores a part of a global's contents.
    pub fn store(
        &mut self,
        program: &mut ModuleTranslator<'m>,
        global: GlobalId,
        offset: u64,
        value: Value<'m>,
    ) {
        let builder = std::mem::replace(&mut self.builder, Builder::new(1));
        let mut translator = FunctionTranslator::new(program, builder);
        let address = Operand::Constant(Constant::Global(global, offset as i64));
        let stored = translator
            .operands(value)
            .and_then(|operands| translator.store_at(value.ty(), operands, address));
        self.builder = translator.b;
        if let Err(super::Unsupported(what)) = stored {
            let message = format!(
                "{} is not initialised with {what}",
                program.global_name(global)
            );
            program.warnings.insert(message);
        }
    }

    /// The function: stores, then constructors.
    pub fn finish(mut self, program: &mut ModuleTranslator<'m>) -> Function {
        for constructor in self.constructors {
            call_listed(program, &mut self.builder, constructor);
        }
        finish(INITIALISE, self.builder)
    }
}

/// The function that runs destructors: those of greater priority numbers first.
pub fn finalisation(program: &mut ModuleTranslator<'_>) -> Function {
    let mut builder = Builder::new(1);
    for destructor in program.listed_functions(DESTRUCTORS).into_iter().rev() {
        call_listed(program, &mut builder, destructor);
    }
    finish(FINALISE, builder)
}

fn finish(name: &str, mut builder: Builder) -> Function {
    builder.end(TerminatorKind::Return(Vec::new()));
    let (registers, blocks) = builder.finish();
    Function {
        registers,
        blocks,
        ..declaration(name, &[], &[])
    }
}

/// Calls a constructor or destructor; parameters, which C gives it none, are zero.
fn call_listed<'m>(program: &mut ModuleTranslator<'m>, builder: &mut Builder, function: Value<'m>) {
    let id = program.function_id(function);
    builder.location = program.location(function.subprogram());
    let Ok(signature) = program.signature(function.value_type()) else {
        return;
    };
    let arguments = signature
        .parameters
        .iter()
        .map(|ty| ir::builder::constant(*ty, 0));
    builder.emit(InstructionKind::Call {
        results: Vec::new(),
        function: id,
        arguments: arguments.collect(),
        types: signature.parameters.clone(),
        by_value: Vec::new(),
    });
}
