//! Registers that always point into the same variable.

use ir::{BinaryOp, Constant, Function, GlobalId, InstructionKind, Operand, Reg, Type};
use rustc_hash::FxHashSet;

/// The variable that a register points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Base {
    /// That of the frame whose address this register holds.
    Variable(Reg),
    Global(GlobalId),
}

/// Where a register points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) base: Base,
    /// Bytes behind the base, if that is always the same.
    pub(crate) offset: Option<u64>,
}

/// For each register with one definition: where it points to, if that is known. What is added to a pointer
/// stays in its variable, or leads to an error.
pub(crate) fn pointers(function: &Function) -> Vec<Option<Pointer>> {
    let count = function.registers.len();
    let mut definitions = vec![0_u32; count];
    let mut defined = vec![None; count];
    for parameter in &function.parameters {
        definitions[parameter.register.0 as usize] += 1;
    }
    for (number, block) in function.blocks.iter().enumerate() {
        for instruction in &block.instructions {
            for register in instruction.kind.destinations() {
                definitions[register.0 as usize] += 1;
                defined[register.0 as usize] = Some((number, &instruction.kind));
            }
        }
        let edges = block.terminator.kind.edges().into_iter();
        for (register, _) in edges.flat_map(|edge| &edge.moves) {
            definitions[register.0 as usize] += 1;
        }
    }
    let mut pointers = vec![None; count];
    loop {
        let mut changed = false;
        for register in 0..count {
            if definitions[register] == 1
                && pointers[register].is_none()
                && let Some((block, kind)) = defined[register]
            {
                pointers[register] = defined_by(kind, block, &function.registers, &pointers);
                changed |= pointers[register].is_some();
            }
        }
        if !changed {
            return pointers;
        }
    }
}

fn defined_by(
    kind: &InstructionKind,
    block: usize,
    types: &[Type],
    known: &[Option<Pointer>],
) -> Option<Pointer> {
    match kind {
        // One that is executed once in a call.
        InstructionKind::Alloca { to, .. } if block == 0 => Some(Pointer {
            base: Base::Variable(*to),
            offset: Some(0),
        }),
        InstructionKind::Copy { value, .. } => of_operand(value, known),
        InstructionKind::Binary {
            op: BinaryOp::Add,
            to,
            left,
            right,
        } if types[to.0 as usize] == Type::Ptr => {
            let pointer = of_operand(left, known)?;
            let more = match right {
                Operand::Constant(Constant::Bits(bits)) => Some(*bits),
                _ => None,
            };
            let offset = pointer.offset.zip(more);
            Some(Pointer {
                offset: offset.map(|(offset, more)| offset.wrapping_add(more)),
                ..pointer
            })
        }
        _ => None,
    }
}

/// Where an operand points to, given where registers do.
pub(crate) fn of_operand(operand: &Operand, known: &[Option<Pointer>]) -> Option<Pointer> {
    match operand {
        Operand::Register(register) => known[register.0 as usize],
        Operand::Constant(Constant::Global(global, offset)) => Some(Pointer {
            base: Base::Global(*global),
            offset: Some(*offset as u64),
        }),
        Operand::Constant(_) => None,
    }
}

/// Variables whose addresses go elsewhere than into loads, stores and additions: what is not known where it
/// points may point into them.
#[derive(Default)]
pub(crate) struct Escaped {
    pub(crate) variables: FxHashSet<Reg>,
    pub(crate) globals: FxHashSet<GlobalId>,
}

impl Escaped {
    /// Those of a function.
    pub(crate) fn of(function: &Function, pointers: &[Option<Pointer>]) -> Escaped {
        let mut escaped = Escaped::default();
        for block in &function.blocks {
            for instruction in &block.instructions {
                match &instruction.kind {
                    InstructionKind::Load { .. } => {}
                    InstructionKind::Store { value, .. } => escaped.add(value, pointers),
                    // Results that are known to point into the same variable are looked at by themselves.
                    InstructionKind::Binary { to, .. } | InstructionKind::Copy { to, .. }
                        if pointers[to.0 as usize].is_some() => {}
                    InstructionKind::Compare { .. } => {}
                    kind => {
                        for operand in kind.operands() {
                            escaped.add(operand, pointers);
                        }
                    }
                }
            }
            for operand in block.terminator.kind.operands() {
                escaped.add(operand, pointers);
            }
            let edges = block.terminator.kind.edges().into_iter();
            for (_, operand) in edges.flat_map(|edge| &edge.moves) {
                escaped.add(operand, pointers);
            }
        }
        escaped
    }

    fn add(&mut self, operand: &Operand, pointers: &[Option<Pointer>]) {
        match of_operand(operand, pointers).map(|pointer| pointer.base) {
            Some(Base::Variable(register)) => drop(self.variables.insert(register)),
            Some(Base::Global(global)) => drop(self.globals.insert(global)),
            None => {}
        }
    }
}
