//! What a call of a function may do, everything that it calls included: which cells it may read and
//! write that were there before the call, whether it allocates, asks for inputs, talks to the host, and how
//! it may fail to return.
//!
//! The analysis is flow-insensitive and errs on the side of more: what it does not list cannot
//! happen, as far as the call graph is complete ([`CallGraph`]: a pointer made up from numbers is not in
//! it) and a call stays within what it is given (pointer arithmetic does not leave an object; that is an
//! error of its own).

mod cells;
mod intrinsics;
mod left_pointers;
mod plain;
mod pointers;
mod text;

pub use cells::{Cells, Part};
pub use left_pointers::{LeftPointers, PointerSource, PointerSources, left_pointers};
pub use plain::{PlainEffects, PlainWorld, WrittenObjects, plain_effects};

use super::{CallGraph, Cfg, Components};
use crate::{BlockId, Function, FunctionId, InstructionKind, Reg, TerminatorKind};
use pointers::{Pointers, Root};
use std::sync::Arc;

/// What a call of a function may do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionEffects {
    /// Cells that it may read.
    pub reads: Cells,
    /// Cells that it may write (or free).
    pub writes: Cells,
    /// It may make objects.
    pub allocates: bool,
    /// It may ask for inputs, or assume something of them.
    pub inputs: bool,
    /// It may write output, read what the host gives, or look at its surroundings.
    pub host: bool,
    /// It may end in an error, or throw an exception.
    pub fails: bool,
    /// It may not return: it ends the program, or goes elsewhere.
    pub leaves: bool,
    /// It has loops or recursion, which may not end.
    pub loops: bool,
}

impl FunctionEffects {
    /// Of code that nobody knows.
    pub fn anything() -> FunctionEffects {
        FunctionEffects {
            reads: Cells::anything(),
            writes: Cells::anything(),
            allocates: true,
            inputs: true,
            host: true,
            fails: true,
            leaves: true,
            loops: true,
        }
    }

    /// True if a call changes nothing but what it returns, and always returns.
    pub fn is_pure(&self) -> bool {
        self.writes.is_empty()
            && !(self.inputs || self.host || self.fails || self.leaves || self.loops)
    }

    /// Adds what a callee may do; `argument` says where its arguments point to, and what was added there.
    fn add_call(
        &mut self,
        callee: &FunctionEffects,
        argument: impl Fn(u32) -> (Vec<Root>, Option<u64>),
    ) {
        self.reads.add_call(&callee.reads, &argument);
        self.writes.add_call(&callee.writes, &argument);
        self.allocates |= callee.allocates;
        self.inputs |= callee.inputs;
        self.host |= callee.host;
        self.fails |= callee.fails;
        self.leaves |= callee.leaves;
        self.loops |= callee.loops;
    }
}

/// What virtual calls may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// The implementations in the classes loaded so far are all there are.
    Closed,
    /// Other classes may be loaded, whose methods may do anything.
    Open,
}

/// The effects of all functions of a program.
#[derive(Clone, Debug)]
pub struct Effects {
    functions: Vec<FunctionEffects>,
}

impl Effects {
    /// Of the functions of a call graph ([`super::functions_of`]), callees first, recursive ones until
    /// nothing is added.
    pub fn new(functions: &[Arc<Function>], calls: &CallGraph, world: World) -> Effects {
        let mut effects = Effects {
            functions: vec![FunctionEffects::default(); functions.len()],
        };
        let pointers: Vec<Pointers> = functions.iter().map(|f| Pointers::of(f)).collect();
        for component in calls.components().all() {
            loop {
                let mut changed = false;
                for &number in component {
                    let id = FunctionId(number);
                    let mut of = effects.of_body(functions, &pointers, id, (calls, world));
                    // Deep recursion exhausts the stack.
                    of.loops |= calls.is_recursive(id);
                    of.fails |= calls.is_recursive(id);
                    let known = &mut effects.functions[number as usize];
                    changed |= *known != of;
                    *known = of;
                }
                if !changed || component.len() == 1 && !calls.is_recursive(FunctionId(component[0]))
                {
                    break;
                }
            }
        }
        effects
    }

    /// Of a function; of one that is not known, anything.
    pub fn of(&self, function: FunctionId) -> FunctionEffects {
        let known = self.functions.get(function.0 as usize);
        known.cloned().unwrap_or_else(FunctionEffects::anything)
    }

    fn of_body(
        &self,
        functions: &[Arc<Function>],
        pointers: &[Pointers],
        id: FunctionId,
        (calls, world): (&CallGraph, World),
    ) -> FunctionEffects {
        let (function, pointers) = (&functions[id.0 as usize], &pointers[id.0 as usize]);
        if function.is_declaration() {
            return FunctionEffects::anything();
        }
        let mut effects = FunctionEffects {
            loops: has_cycle(function),
            fails: function.throws,
            ..FunctionEffects::default()
        };
        let mut sites = calls.sites(id).iter().peekable();
        for (number, block) in function.blocks.iter().enumerate() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                let here = (BlockId(number as u32), index as u32);
                let site = sites.next_if(|site| (site.block, site.instruction) == here);
                match site {
                    Some(site) => {
                        let arguments = arguments(&instruction.kind);
                        let argument = |index: u32| match arguments.get(index as usize) {
                            Some(operand) => {
                                (pointers.of_operand(operand), pointers.offset_of(operand))
                            }
                            None => (vec![Root::Unknown], None),
                        };
                        let is_virtual =
                            matches!(instruction.kind, InstructionKind::CallVirtual { .. });
                        let open = site.callees.is_empty() || is_virtual && world == World::Open;
                        for &callee in site.callees.iter() {
                            effects.add_call(&self.functions[callee.0 as usize], argument);
                        }
                        if open {
                            effects.add_call(&FunctionEffects::anything(), argument);
                        }
                    }
                    None => {
                        instruction_effects(function, &instruction.kind, pointers, &mut effects);
                    }
                }
            }
            effects.fails |= matches!(block.terminator.kind, TerminatorKind::Error { .. });
        }
        effects
    }
}

/// Arguments of a call.
fn arguments(kind: &InstructionKind) -> &[crate::Operand] {
    match kind {
        InstructionKind::Call { arguments, .. }
        | InstructionKind::CallIndirect { arguments, .. }
        | InstructionKind::CallVirtual { arguments, .. } => arguments,
        _ => &[],
    }
}

/// What an instruction does that is no call of a function.
fn instruction_effects(
    function: &Function,
    kind: &InstructionKind,
    pointers: &Pointers,
    effects: &mut FunctionEffects,
) {
    let (reads, writes) = (&mut effects.reads, &mut effects.writes);
    match kind {
        InstructionKind::Load { to, address } => {
            let bytes = function.registers[to.0 as usize].store_size();
            effects.fails |= !pointers.is_own(address, bytes);
            let part = pointers.offset_of(address).map(|at| (at, bytes));
            reads.add_memory(&pointers.of_operand(address), part);
        }
        InstructionKind::Store { ty, address, .. } => {
            effects.fails |= !pointers.is_own(address, ty.store_size());
            let part = pointers.offset_of(address).map(|at| (at, ty.store_size()));
            writes.add_memory(&pointers.of_operand(address), part);
        }
        InstructionKind::GetField { object, offset, .. } => {
            reads.add_field(&pointers.of_operand(object), *offset);
        }
        InstructionKind::PutField { object, offset, .. } => {
            writes.add_field(&pointers.of_operand(object), *offset);
        }
        InstructionKind::ArrayLoad { array, .. } => {
            reads.add_elements(&pointers.of_operand(array));
        }
        InstructionKind::ArrayStore { array, .. } => {
            writes.add_elements(&pointers.of_operand(array));
        }
        InstructionKind::CallIntrinsic {
            intrinsic,
            arguments,
            ..
        } => intrinsics::add(*intrinsic, arguments, pointers, effects),
        InstructionKind::New { .. } | InstructionKind::NewArray { .. } => effects.allocates = true,
        // A lazy input becomes an object, or a literal is made.
        InstructionKind::Resolve { .. } => {
            effects.inputs = true;
            effects.allocates = true;
        }
        InstructionKind::ClassObject { .. } | InstructionKind::StringLiteral { .. } => {
            effects.allocates = true;
        }
        InstructionKind::Unsupported { .. } => effects.leaves = true,
        InstructionKind::ArrayLength { .. }
        | InstructionKind::ClassOf { .. }
        | InstructionKind::IsInstance { .. }
        | InstructionKind::IsNull { .. }
        | InstructionKind::Statics { .. }
        | InstructionKind::Copy { .. }
        | InstructionKind::Binary { .. }
        | InstructionKind::Unary { .. }
        | InstructionKind::Compare { .. }
        | InstructionKind::FloatBinary { .. }
        | InstructionKind::FloatUnary { .. }
        | InstructionKind::FloatFma { .. }
        | InstructionKind::FloatCompare { .. }
        | InstructionKind::Cast { .. }
        | InstructionKind::Select { .. }
        | InstructionKind::Alloca { .. }
        | InstructionKind::Call { .. }
        | InstructionKind::CallIndirect { .. }
        | InstructionKind::CallVirtual { .. } => {}
    }
}

/// True if control can come to a block again.
fn has_cycle(function: &Function) -> bool {
    let cfg = Cfg::new(function);
    let blocks: Vec<Vec<u32>> = (0..cfg.block_count() as u32)
        .map(|block| {
            cfg.successors(BlockId(block))
                .iter()
                .map(|to| to.0)
                .collect()
        })
        .collect();
    let components = Components::new(blocks.len(), |block| &blocks[block as usize]);
    let itself = |(block, to): (usize, &Vec<u32>)| to.contains(&(block as u32));
    components.all().iter().any(|component| component.len() > 1)
        || blocks.iter().enumerate().any(itself)
}

/// Registers by which arguments come in.
fn parameters(function: &Function) -> impl Iterator<Item = (u32, Reg)> + '_ {
    let registers = function
        .parameters
        .iter()
        .map(|parameter| parameter.register);
    (0..).zip(registers)
}
