//! Which pointers calls leave behind: what those that they return come from, flow-insensitively. A pointer is taken
//! to stay within its object, and to be none that was made of a number.

use super::{arguments, parameters};
use crate::analysis::CallGraph;
use crate::{
    BinaryOp, ClassId, Constant, Function, FunctionId, GlobalId, InstructionKind, Operand, Reg,
    SelectorId, TerminatorKind, Type,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Offsets of a source that are told apart; beyond that it is any.
const MOST_OFFSETS: usize = 8;

/// What a pointer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PointerSource {
    /// This argument.
    Argument(u32),
    /// The address of this global.
    Global(GlobalId),
    /// Memory of a C program.
    Loaded,
    /// What the static field at that offset holds.
    StaticField(ClassId, u32),
    /// What the field at that offset holds of the object that an argument refers to.
    Field(u32, u32),
    /// The static fields of a class themselves.
    Statics(ClassId),
}

/// What a pointer may come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PointerSources {
    /// It may be null.
    pub null: bool,
    /// These, with what is added to them: nothing beside for any offset.
    pub from: BTreeMap<PointerSource, BTreeSet<u64>>,
    /// A number, which is an offset of something else or no pointer.
    number: bool,
    /// Anything else: a variable of the callee, a function, what nobody knows.
    pub other: bool,
}

/// The pointers that calls of a function leave behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftPointers {
    /// What those come from that it returns.
    pub returned: PointerSources,
    /// Globals whose addresses it, or anything it calls, has in its code.
    pub addresses: BTreeSet<GlobalId>,
    /// It, or anything it calls, stores pointers to memory.
    pub stores: bool,
}

impl PointerSources {
    fn other() -> PointerSources {
        PointerSources {
            other: true,
            ..PointerSources::default()
        }
    }

    fn number() -> PointerSources {
        PointerSources {
            number: true,
            ..PointerSources::default()
        }
    }

    /// True if it cannot be told what it points to.
    pub fn is_unknown(&self) -> bool {
        self.other || self.number
    }

    fn is_object(&self) -> bool {
        self.other || !self.from.is_empty()
    }

    /// Adds others; true if there are new ones.
    fn add(&mut self, more: &PointerSources) -> bool {
        let before = self.clone();
        self.null |= more.null;
        self.number |= more.number;
        self.other |= more.other;
        for (&source, offsets) in &more.from {
            self.add_source(source, offsets);
        }
        *self != before
    }

    fn of(source: PointerSource) -> PointerSources {
        PointerSources {
            from: BTreeMap::from([(source, BTreeSet::from([0]))]),
            ..PointerSources::default()
        }
    }

    /// Adds a source with these offsets, any if there are none.
    fn add_source(&mut self, source: PointerSource, offsets: &BTreeSet<u64>) {
        match self.from.get_mut(&source) {
            None => drop(self.from.insert(source, offsets.clone())),
            Some(known) if known.is_empty() || offsets.is_empty() => known.clear(),
            Some(known) => {
                known.extend(offsets);
                if known.len() > MOST_OFFSETS {
                    known.clear();
                }
            }
        }
    }

    /// With a number added that is known, or any.
    fn moved_by(&self, by: Option<u64>) -> PointerSources {
        let moved = |offsets: &BTreeSet<u64>| match by {
            Some(by) => offsets.iter().map(|at| at.wrapping_add(by)).collect(),
            None => BTreeSet::new(),
        };
        PointerSources {
            null: false,
            from: (self.from.iter())
                .map(|(&source, offsets)| (source, moved(offsets)))
                .collect(),
            ..self.clone()
        }
    }

    /// What a field of an object holds.
    fn field(&self, offset: u32) -> PointerSources {
        let mut held = PointerSources::default();
        for (&source, offsets) in &self.from {
            let first = offsets.len() == 1 && offsets.contains(&0);
            held.add(&match source {
                PointerSource::Argument(number) if first => {
                    PointerSources::of(PointerSource::Field(number, offset))
                }
                PointerSource::Statics(class) => {
                    PointerSources::of(PointerSource::StaticField(class, offset))
                }
                PointerSource::Argument(_)
                | PointerSource::Global(_)
                | PointerSource::Loaded
                | PointerSource::StaticField(..)
                | PointerSource::Field(..) => PointerSources::other(),
            });
        }
        held.other |= self.other;
        held
    }

    /// Of the sum of two values: an address and a number give an address of the same object.
    fn moved(&self, other: &PointerSources) -> PointerSources {
        let mut sum = self.moved_by(None);
        sum.add(&other.moved_by(None));
        sum.number = self.number && other.number;
        sum
    }

    /// With the null of pointers taken for the number 0.
    fn with_null_as_number(mut self) -> PointerSources {
        self.number |= self.null;
        self
    }
}

/// The pointers that calls of all functions of a call graph leave behind: callees first, recursive ones until nothing
/// is added. `is_closed` holds for virtual methods all of whose implementations the call graph has.
pub fn left_pointers(
    functions: &[Arc<Function>],
    calls: &CallGraph,
    is_closed: &dyn Fn(SelectorId) -> bool,
) -> Vec<LeftPointers> {
    let mut left = vec![LeftPointers::default(); functions.len()];
    for component in calls.components().all() {
        loop {
            let mut changed = false;
            for &number in component {
                let of = of_body(functions, (calls, is_closed), FunctionId(number), &left);
                changed |= left[number as usize] != of;
                left[number as usize] = of;
            }
            if !changed || component.len() == 1 && !calls.is_recursive(FunctionId(component[0])) {
                break;
            }
        }
    }
    left
}

fn of_body(
    functions: &[Arc<Function>],
    (calls, is_closed): (&CallGraph, &dyn Fn(SelectorId) -> bool),
    id: FunctionId,
    left: &[LeftPointers],
) -> LeftPointers {
    let function = &*functions[id.0 as usize];
    if function.is_declaration() {
        return LeftPointers {
            returned: PointerSources::other(),
            ..LeftPointers::default()
        };
    }
    let mut of = LeftPointers {
        addresses: addresses(function),
        ..LeftPointers::default()
    };
    for callee in calls.sites(id).iter().flat_map(|site| site.callees.iter()) {
        let of_callee = &left[callee.0 as usize];
        of.addresses.extend(&of_callee.addresses);
        of.stores |= of_callee.stores;
    }
    let private = super::pointers::private_variables(function);
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    for instruction in instructions {
        if let InstructionKind::Store {
            ty: Type::Ptr,
            address,
            ..
        } = &instruction.kind
        {
            of.stores |= private_variable(&private, address).is_none();
        }
    }
    if function.results.contains(&Type::Ptr) {
        let mut body = PointerFlow {
            function,
            sources: vec![PointerSources::default(); function.registers.len()],
            is_closed,
            private,
            contents: vec![PointerSources::default(); function.registers.len()],
        };
        for (number, register) in parameters(function) {
            let sources = &mut body.sources[register.0 as usize];
            match function.registers[register.0 as usize] {
                Type::Ptr => {
                    sources.add_source(PointerSource::Argument(number), &BTreeSet::from([0]))
                }
                Type::Int(_) | Type::Float(_) => sources.number = true,
            }
        }
        while body.step(calls, id, left) {}
        of.returned = body.returned();
    }
    of
}

/// Globals whose addresses are operands.
fn addresses(function: &Function) -> BTreeSet<GlobalId> {
    let mut addresses = BTreeSet::new();
    let mut add = |operand: &Operand| {
        if let Operand::Constant(Constant::Global(global, _)) = operand {
            addresses.insert(*global);
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            instruction.kind.operands().into_iter().for_each(&mut add);
        }
        let terminator = &block.terminator.kind;
        terminator.operands().into_iter().for_each(&mut add);
        for edge in terminator.edges() {
            edge.moves.iter().for_each(|(_, value)| add(value));
        }
    }
    addresses
}

/// A function whose registers' sources are found.
struct PointerFlow<'a> {
    function: &'a Function,
    is_closed: &'a dyn Fn(SelectorId) -> bool,
    /// By register.
    sources: Vec<PointerSources>,
    /// Registers of variables that nothing but loads and stores of the whole uses.
    private: Vec<bool>,
    /// What these hold.
    contents: Vec<PointerSources>,
}

impl PointerFlow<'_> {
    fn returned(&self) -> PointerSources {
        let mut returned = PointerSources::default();
        for block in &self.function.blocks {
            if let TerminatorKind::Return(values) = &block.terminator.kind {
                // What is thrown is the last. Where something is, the others are nothing.
                let throws = self.function.throws;
                if throws && !is_zero(values.last()) {
                    continue;
                }
                let results = self.function.results.iter();
                let typed = values
                    .iter()
                    .zip(results)
                    .take(values.len() - usize::from(throws));
                for (value, _) in typed.filter(|(_, ty)| **ty == Type::Ptr) {
                    returned.add(&self.of(value));
                }
            }
        }
        returned
    }

    fn of(&self, operand: &Operand) -> PointerSources {
        match operand {
            Operand::Register(register) => self.sources[register.0 as usize].clone(),
            Operand::Constant(Constant::Global(global, offset)) => {
                let mut sources = PointerSources::default();
                let offset = BTreeSet::from([*offset as u64]);
                sources.add_source(PointerSource::Global(*global), &offset);
                sources
            }
            Operand::Constant(Constant::Bits(0)) => PointerSources {
                null: true,
                ..PointerSources::default()
            },
            Operand::Constant(Constant::Bits(_) | Constant::Wide(_)) => PointerSources::number(),
            Operand::Constant(Constant::Function(_)) => PointerSources::other(),
        }
    }

    /// Goes over the function once; false if nothing was added.
    fn step(&mut self, calls: &CallGraph, id: FunctionId, left: &[LeftPointers]) -> bool {
        let function = self.function;
        let mut added = false;
        let mut sites = calls.sites(id).iter().peekable();
        for (number, block) in function.blocks.iter().enumerate() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                let here = (number as u32, index as u32);
                let site = sites.next_if(|site| (site.block.0, site.instruction) == here);
                added |= match site {
                    Some(site) => self.call(&instruction.kind, &site.callees, left),
                    None => self.follow(&instruction.kind),
                };
            }
            for edge in block.terminator.kind.edges() {
                for (to, value) in &edge.moves {
                    added |= self.add(*to, &self.of(value));
                }
            }
        }
        added
    }

    fn call(
        &mut self,
        kind: &InstructionKind,
        callees: &[FunctionId],
        left: &[LeftPointers],
    ) -> bool {
        let known = match kind {
            InstructionKind::Call { .. } => !callees.is_empty(),
            InstructionKind::CallVirtual { selector, .. } => (self.is_closed)(*selector),
            _ => false,
        };
        let mut sources = match known {
            true => PointerSources::default(),
            false => PointerSources::other(),
        };
        for callee in callees {
            let returned = &left[callee.0 as usize].returned;
            sources.add(&PointerSources {
                from: BTreeMap::new(),
                ..returned.clone()
            });
            for (&source, offsets) in &returned.from {
                let number = match source {
                    PointerSource::Argument(number) | PointerSource::Field(number, _) => number,
                    PointerSource::Global(_)
                    | PointerSource::Loaded
                    | PointerSource::StaticField(..)
                    | PointerSource::Statics(_) => {
                        sources.add_source(source, offsets);
                        continue;
                    }
                };
                let argument = arguments(kind).get(number as usize);
                let argument = argument.map_or_else(PointerSources::other, |it| self.of(it));
                if let PointerSource::Field(_, offset) = source {
                    sources.add(&argument.field(offset));
                    continue;
                }
                if offsets.is_empty() {
                    sources.add(&argument.moved_by(None));
                }
                for &by in offsets {
                    match by {
                        0 => sources.add(&argument),
                        by => sources.add(&argument.moved_by(Some(by))),
                    };
                }
            }
        }
        let mut added = false;
        for &to in kind.destinations() {
            added |= match self.function.registers[to.0 as usize] {
                Type::Ptr => self.add(to, &sources),
                Type::Int(_) | Type::Float(_) => self.add(to, &PointerSources::number()),
            };
        }
        added
    }

    fn follow(&mut self, kind: &InstructionKind) -> bool {
        match kind {
            InstructionKind::Copy { to, value }
            | InstructionKind::Cast { to, value, .. }
            | InstructionKind::Resolve { to, value } => self.add(*to, &self.of(value)),
            InstructionKind::Statics { to, class } => {
                self.add(*to, &PointerSources::of(PointerSource::Statics(*class)))
            }
            InstructionKind::GetField {
                to, object, offset, ..
            } if self.function.registers[to.0 as usize] == Type::Ptr => {
                self.add(*to, &self.of(object).field(*offset))
            }
            InstructionKind::Binary {
                to,
                op,
                left,
                right,
            } => {
                let by = match (op, constant(right)) {
                    (BinaryOp::Add, Some(by)) => Some(by),
                    (BinaryOp::Sub, Some(by)) => Some(by.wrapping_neg()),
                    _ => None,
                };
                let (mut left, mut right) = (self.of(left), self.of(right));
                // What is added to null is no pointer that C has.
                if self.function.registers[to.0 as usize] != Type::Ptr {
                    (left, right) = (left.with_null_as_number(), right.with_null_as_number());
                } else {
                    right = right.with_null_as_number();
                }
                let sum = match op {
                    _ if by.is_some() => left.moved_by(by),
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or => {
                        left.moved(&right)
                    }
                    _ if left.is_object() || right.is_object() => PointerSources::other(),
                    _ => PointerSources::number(),
                };
                self.add(*to, &sum)
            }
            InstructionKind::Select {
                to,
                then,
                otherwise,
                ..
            } => {
                let then = self.add(*to, &self.of(then));
                self.add(*to, &self.of(otherwise)) | then
            }
            InstructionKind::Store { value, address, .. } => {
                match private_variable(&self.private, address) {
                    Some(variable) => {
                        let sources = self.of(value);
                        self.contents[variable].add(&sources)
                    }
                    None => false,
                }
            }
            InstructionKind::Load { to, address } => {
                let sources = match private_variable(&self.private, address) {
                    Some(variable) => self.contents[variable].clone(),
                    None if self.function.registers[to.0 as usize] == Type::Ptr => {
                        PointerSources::of(PointerSource::Loaded)
                    }
                    None => PointerSources::number(),
                };
                self.add(*to, &sources)
            }
            InstructionKind::Compare { to, .. } | InstructionKind::FloatCompare { to, .. } => {
                self.add(*to, &PointerSources::number())
            }
            _ => {
                let mut added = false;
                for &to in kind.destinations() {
                    let sources = match self.function.registers[to.0 as usize] {
                        Type::Ptr => PointerSources::other(),
                        Type::Int(_) | Type::Float(_) => PointerSources::number(),
                    };
                    added |= self.add(to, &sources);
                }
                added
            }
        }
    }

    /// Adds sources of a register. What has fewer bits than an address is none, whatever it comes from.
    fn add(&mut self, to: Reg, sources: &PointerSources) -> bool {
        let whole = match self.function.registers[to.0 as usize] {
            Type::Ptr => true,
            Type::Int(width) => width >= Type::Ptr.width(),
            Type::Float(_) => false,
        };
        match whole {
            true => self.sources[to.0 as usize].add(sources),
            false => self.sources[to.0 as usize].add(&PointerSources::number()),
        }
    }
}

fn private_variable(private: &[bool], address: &Operand) -> Option<usize> {
    match address {
        Operand::Register(register) => {
            let number = register.0 as usize;
            private[number].then_some(number)
        }
        Operand::Constant(_) => None,
    }
}

fn is_zero(operand: Option<&Operand>) -> bool {
    operand.and_then(constant) == Some(0)
}

fn constant(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(Constant::Bits(bits)) => Some(*bits),
        _ => None,
    }
}
