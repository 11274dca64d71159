//! What a function does before all else: before it has called another one, or written anything but variables of its own.

use ir::analysis::Cfg;
use ir::{
    BinaryOp, Block, BlockId, CIntrinsic, ErrorKind, Function, InstructionKind, Intrinsic, Module,
    Operand, Reg, TerminatorKind, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Instructions on the way from a pointer to what it was made of.
const MOST_STEPS: usize = 64;

/// The lines of assertions by which a function refuses the state that it is called in: nothing comes before them on any way, and
/// they compare what it was given as it is (`assert(n > 0 && list->first + n <= list->end)`), not what it has computed.
pub fn first_assertions(module: &Module, function: &Function) -> BTreeSet<u64> {
    let beginning = Beginning::of(function);
    let (mut lines, mut later) = (BTreeSet::new(), BTreeSet::new());
    beginning.walk(|block, happened| {
        let Some((ErrorKind::Assertion, at, place)) = vm::reported_error(module, function, block)
        else {
            return;
        };
        match happened || beginning.quiet(block) < at as usize {
            true => later.insert(u64::from(place.line)),
            false => lines.insert(u64::from(place.line)),
        };
    });
    for block in &function.blocks {
        if let TerminatorKind::Branch { condition, .. } = &block.terminator.kind
            && !beginning.is_about_given(condition)
        {
            later.insert(u64::from(block.terminator.location.line));
        }
    }
    lines.retain(|line| !later.contains(line));
    lines
}

/// True if a function reads what a parameter leads to before all else: there is something already.
pub fn reads_first(function: &Function, parameter: Reg) -> bool {
    let beginning = Beginning::of(function);
    let is_of_it =
        |pointer: &Operand| beginning.root_of(pointer) == PointerRoot::Register(parameter);
    let mut reads = false;
    beginning.walk(|block, happened| {
        let before = match happened {
            true => 0,
            false => beginning.quiet(block),
        };
        let mut first = block.instructions.iter().take(before);
        reads |= first.any(|it| match &it.kind {
            InstructionKind::Load { address, .. } => is_of_it(address),
            // Of the quiet ones only copies of memory read.
            InstructionKind::CallIntrinsic {
                intrinsic: Intrinsic::C(CIntrinsic::Memcpy | CIntrinsic::Memmove),
                arguments,
                ..
            } => arguments.iter().any(is_of_it),
            _ => false,
        });
    });
    reads
}

/// What a pointer was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointerRoot {
    /// A variable of the function itself.
    Local,
    /// A register that nothing writes: a parameter.
    Register(Reg),
    Unknown,
}

/// A function, and which instructions write its registers.
struct Beginning<'f> {
    function: &'f Function,
    /// `None` for registers that are written in several places.
    definitions: BTreeMap<Reg, Option<&'f InstructionKind>>,
}

impl<'f> Beginning<'f> {
    fn of(function: &'f Function) -> Beginning<'f> {
        let mut definitions: BTreeMap<Reg, Option<&InstructionKind>> = BTreeMap::new();
        for block in &function.blocks {
            for instruction in &block.instructions {
                for &to in instruction.kind.destinations() {
                    let known = definitions.insert(to, Some(&instruction.kind));
                    if known.is_some() {
                        definitions.insert(to, None);
                    }
                }
            }
            for edge in block.terminator.kind.edges() {
                for (to, _) in &edge.moves {
                    definitions.insert(*to, None);
                }
            }
        }
        Beginning {
            function,
            definitions,
        }
    }

    /// Shows the blocks that can be reached: once as such that nothing comes before, and once as such behind something.
    fn walk(&self, mut show: impl FnMut(&'f Block, bool)) {
        let graph = Cfg::new(self.function);
        let mut todo = vec![(BlockId(0), false)];
        let mut seen = BTreeSet::new();
        while let Some((id, happened)) = todo.pop() {
            let block = self.function.blocks.get(id.0 as usize);
            let Some(block) = block.filter(|_| seen.insert((id, happened))) else {
                continue;
            };
            show(block, happened);
            let happened = happened || self.quiet(block) < block.instructions.len();
            let next = graph.successors(id).iter();
            todo.extend(next.map(|&next| (next, happened)));
        }
    }

    /// How many instructions of a block come before the first that does something.
    fn quiet(&self, block: &Block) -> usize {
        let mut instructions = block.instructions.iter();
        let first = instructions.position(|it| !self.is_quiet(&it.kind));
        first.unwrap_or(block.instructions.len())
    }

    /// True for an instruction that computes, reads, or writes a variable of the function itself.
    fn is_quiet(&self, kind: &InstructionKind) -> bool {
        match kind {
            InstructionKind::Copy { .. }
            | InstructionKind::Binary { .. }
            | InstructionKind::Unary { .. }
            | InstructionKind::Compare { .. }
            | InstructionKind::Cast { .. }
            | InstructionKind::Select { .. }
            | InstructionKind::Load { .. }
            | InstructionKind::Alloca { .. } => true,
            InstructionKind::CallIntrinsic {
                intrinsic:
                    Intrinsic::C(
                        CIntrinsic::AddressesCompared
                        | CIntrinsic::AddressesMatched
                        | CIntrinsic::AddressesSubtracted
                        | CIntrinsic::BytesSeen,
                    ),
                ..
            } => true,
            InstructionKind::Store { address, .. } => self.root_of(address) == PointerRoot::Local,
            InstructionKind::CallIntrinsic {
                intrinsic:
                    Intrinsic::C(CIntrinsic::Memset | CIntrinsic::Memcpy | CIntrinsic::Memmove),
                arguments,
                ..
            } => arguments
                .first()
                .is_some_and(|to| self.root_of(to) == PointerRoot::Local),
            _ => false,
        }
    }

    /// True for a condition that is given, or compares what is.
    fn is_about_given(&self, condition: &Operand) -> bool {
        let definition = match condition {
            Operand::Register(register) => self.definitions.get(register),
            _ => None,
        };
        match definition {
            Some(Some(InstructionKind::Compare {
                ty, left, right, ..
            })) => [left, right].iter().all(|it| self.is_given(it, *ty)),
            _ => self.is_given(condition, Type::Int(1)),
        }
    }

    /// True for a parameter, what was read from memory that is no variable of the function itself, or a place in that.
    fn is_given(&self, value: &Operand, ty: Type) -> bool {
        let mut operand = value;
        for _ in 0..MOST_STEPS {
            let Operand::Register(register) = operand else {
                return true;
            };
            operand = match self.definitions.get(register) {
                None => return true,
                Some(Some(InstructionKind::Load { address, .. })) => {
                    return self.root_of(address) != PointerRoot::Local;
                }
                Some(Some(InstructionKind::Copy { value, .. }))
                | Some(Some(InstructionKind::Cast { value, .. })) => value,
                Some(Some(InstructionKind::Binary {
                    op: BinaryOp::Add,
                    left,
                    ..
                })) if ty == Type::Ptr => left,
                Some(_) => return false,
            };
        }
        false
    }

    /// What a pointer was made of.
    fn root_of(&self, pointer: &Operand) -> PointerRoot {
        let mut operand = pointer;
        for _ in 0..MOST_STEPS {
            let Operand::Register(register) = operand else {
                return PointerRoot::Unknown;
            };
            operand = match self.definitions.get(register) {
                None => return PointerRoot::Register(*register),
                Some(Some(InstructionKind::Alloca { .. })) => return PointerRoot::Local,
                Some(Some(InstructionKind::Copy { value, .. })) => value,
                Some(Some(InstructionKind::Binary {
                    op: BinaryOp::Add,
                    left,
                    ..
                })) => left,
                Some(_) => return PointerRoot::Unknown,
            };
        }
        PointerRoot::Unknown
    }
}
