//! Which pointers that stand in one structure a program takes for ones into one array: it compares them with one another, or
//! takes their distance. Memory has no types here: a structure is an address, and its members are offsets.

use crate::{
    BinaryOp, CompareOp, Constant, Function, GlobalId, InstructionKind, Operand, Reg, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most loads and additions that are followed back from a value.
const MOST_STEPS: usize = 16;

/// Pairs of members that are compared, by their offsets from an address that both are loaded from.
#[derive(Clone, Debug, Default)]
pub struct ComparedMembers {
    equality: FxHashSet<(u64, u64)>,
    order: FxHashSet<(u64, u64)>,
}

/// How two pointers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// Only for whether they are one: any pointers may be.
    Equality,
    /// For which of them is first, or how far they are from each other: C defines that for pointers into one array only.
    Order,
}

/// Where a value was loaded from: an address, from where each offset but the last leads to another one.
#[derive(PartialEq, Eq)]
struct LoadedFrom {
    root: LoadBase,
    offsets: Vec<u64>,
}

/// An address of which nothing more is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoadBase {
    Register(Reg),
    Global(GlobalId),
}

impl ComparedMembers {
    /// What functions compare.
    pub fn of<'a>(functions: impl IntoIterator<Item = &'a Function>) -> ComparedMembers {
        let mut all = ComparedMembers::default();
        for function in functions {
            ComputedPointers::of(function).note_compared(function, &mut all);
        }
        all
    }

    /// How two pointers at these offsets of one address are compared, if they are.
    pub fn comparison(&self, one: u64, other: u64) -> Option<Comparison> {
        let pair = ordered(one, other);
        match self.order.contains(&pair) {
            true => Some(Comparison::Order),
            false => self
                .equality
                .contains(&pair)
                .then_some(Comparison::Equality),
        }
    }
}

fn ordered(one: u64, other: u64) -> (u64, u64) {
    (one.min(other), one.max(other))
}

/// What computes the registers of a function that pointers are found by.
struct ComputedPointers<'f>(FxHashMap<Reg, &'f InstructionKind>);

impl<'f> ComputedPointers<'f> {
    fn of(function: &'f Function) -> ComputedPointers<'f> {
        let blocks = function.blocks.iter();
        let kinds = blocks.flat_map(|block| block.instructions.iter().map(|it| &it.kind));
        let defined = kinds.filter_map(|kind| {
            let to = match kind {
                InstructionKind::Copy { to, .. }
                | InstructionKind::Load { to, .. }
                | InstructionKind::Binary {
                    op: BinaryOp::Add | BinaryOp::Sub,
                    to,
                    ..
                } => *to,
                _ => return None,
            };
            Some((to, kind))
        });
        ComputedPointers(defined.collect())
    }

    fn note_compared(&self, function: &Function, all: &mut ComparedMembers) {
        let blocks = function.blocks.iter();
        for instruction in blocks.flat_map(|block| &block.instructions) {
            let (left, right, found) = match &instruction.kind {
                InstructionKind::Compare {
                    op: CompareOp::Eq | CompareOp::Ne,
                    left,
                    right,
                    ..
                } => (left, right, &mut all.equality),
                InstructionKind::Compare { left, right, .. }
                | InstructionKind::Binary {
                    op: BinaryOp::Sub,
                    left,
                    right,
                    ..
                } => (left, right, &mut all.order),
                _ => continue,
            };
            let (Some(left), Some(right)) = (
                self.loaded_from(function, left),
                self.loaded_from(function, right),
            ) else {
                continue;
            };
            let (Some((one, way)), Some((other, other_way))) =
                (left.offsets.split_last(), right.offsets.split_last())
            else {
                continue;
            };
            if left.root == right.root && way == other_way && one != other {
                found.insert(ordered(*one, *other));
            }
        }
    }

    /// Where a pointer comes from, whatever was added to it since.
    fn loaded_from(&self, function: &Function, pointer: &Operand) -> Option<LoadedFrom> {
        let Operand::Register(mut register) = *pointer else {
            return None;
        };
        for _ in 0..MOST_STEPS {
            match self.0.get(&register)? {
                InstructionKind::Load { to, address } => {
                    let is_word = matches!(
                        function.registers.get(to.0 as usize),
                        Some(Type::Ptr | Type::Int(64))
                    );
                    return is_word.then(|| self.place(address)).flatten();
                }
                InstructionKind::Copy { value, .. } => register = register_of(value)?,
                InstructionKind::Binary { left, .. } => register = register_of(left)?,
                _ => return None,
            }
        }
        None
    }

    /// What an address says where it is.
    fn place(&self, address: &Operand) -> Option<LoadedFrom> {
        let mut offsets = vec![0_u64];
        let mut at = address;
        for _ in 0..MOST_STEPS {
            let register = match at {
                Operand::Register(register) => *register,
                Operand::Constant(Constant::Global(global, by)) => {
                    offsets[0] = offsets[0].wrapping_add_signed(*by);
                    let root = LoadBase::Global(*global);
                    return Some(LoadedFrom { root, offsets });
                }
                Operand::Constant(_) => return None,
            };
            at = match self.0.get(&register) {
                Some(InstructionKind::Copy { value, .. }) => value,
                Some(InstructionKind::Load { address, .. }) => {
                    offsets.insert(0, 0);
                    address
                }
                Some(InstructionKind::Binary {
                    op: BinaryOp::Add,
                    left,
                    right: Operand::Constant(Constant::Bits(by)),
                    ..
                }) => {
                    offsets[0] = offsets[0].wrapping_add(*by);
                    left
                }
                _ => {
                    let root = LoadBase::Register(register);
                    return Some(LoadedFrom { root, offsets });
                }
            };
        }
        None
    }
}

fn register_of(operand: &Operand) -> Option<Reg> {
    match operand {
        Operand::Register(register) => Some(*register),
        Operand::Constant(_) => None,
    }
}
