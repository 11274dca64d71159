//! Terminators, edges, and comparisons that become part of a branch.

use super::{Decoder, STUB};
use crate::code::edges::sequence;
use crate::code::slots::{each_terminator_operand, register_width};
use crate::code::{CaseValue, Op, Slot, SwitchTable};
use ir::{
    Block, CompareOp, Constant, Edge, Function, Instruction, InstructionKind, Operand, Terminator,
    TerminatorKind,
};
use term::Bits;

/// How often each register is read.
pub(super) fn count_uses(function: &Function) -> Vec<u32> {
    let mut uses = vec![0; function.registers.len()];
    let mut count = |operand: &Operand| {
        if let Operand::Register(register) = operand {
            uses[register.0 as usize] += 1;
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            instruction.kind.operands().into_iter().for_each(&mut count);
        }
        each_terminator_operand(&block.terminator, &mut count);
    }
    uses
}

/// True if a block ends in a comparison that only its branch reads.
pub(super) fn fuses(uses: &[u32], block: &Block) -> bool {
    let Some(Instruction {
        kind: InstructionKind::Compare { op, ty, to, .. },
        ..
    }) = block.instructions.last()
    else {
        return false;
    };
    let TerminatorKind::Branch {
        condition: Operand::Register(condition),
        ..
    } = &block.terminator.kind
    else {
        return false;
    };
    condition == to && ty.width() <= 64 && fused_form(*op).is_some() && uses[to.0 as usize] == 1
}

/// How a comparison is made of the four that branches know.
struct FusedForm {
    kind: FusedKind,
    swap_operands: bool,
    swap_targets: bool,
}

enum FusedKind {
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

fn fused_form(op: CompareOp) -> Option<FusedForm> {
    use CompareOp as C;
    let (kind, swap_operands, swap_targets) = match op {
        C::Eq => (FusedKind::Eq, false, false),
        C::Ne => (FusedKind::Eq, false, true),
        C::Ult => (FusedKind::Ult, false, false),
        C::Ule => (FusedKind::Ule, false, false),
        C::Ugt => (FusedKind::Ult, true, false),
        C::Uge => (FusedKind::Ule, true, false),
        C::Slt => (FusedKind::Slt, false, false),
        C::Sle => (FusedKind::Sle, false, false),
        C::Sgt => (FusedKind::Slt, true, false),
        C::Sge => (FusedKind::Sle, true, false),
        C::UaddOverflows
        | C::SaddOverflows
        | C::UsubOverflows
        | C::SsubOverflows
        | C::UmulOverflows
        | C::SmulOverflows => return None,
    };
    Some(FusedForm {
        kind,
        swap_operands,
        swap_targets,
    })
}

impl<'a> Decoder<'a> {
    fn target(&mut self, edge: &'a Edge) -> u32 {
        if edge.moves.is_empty() {
            return edge.target.0;
        }
        self.pending.push((edge, self.place));
        STUB | (self.pending.len() as u32 - 1)
    }

    pub(super) fn terminator(
        &mut self,
        terminator: &'a Terminator,
        comparison: Option<&Instruction>,
    ) {
        use TerminatorKind as T;
        match &terminator.kind {
            T::Jump(edge) => self.edge(edge),
            T::Branch {
                condition,
                then,
                otherwise,
                decision,
            } => {
                self.place.decision = decision.unwrap_or(u32::MAX);
                let condition = self.operand(condition, 1);
                let (then, otherwise) = (self.target(then), self.target(otherwise));
                match comparison.map(|instruction| &instruction.kind) {
                    Some(InstructionKind::Compare {
                        op,
                        ty,
                        left,
                        right,
                        ..
                    }) => {
                        self.fused_branch(*op, ty.width(), left, right, then, otherwise);
                    }
                    _ => self.emit(Op::Branch {
                        condition,
                        then,
                        otherwise,
                    }),
                }
            }
            T::Switch {
                value,
                ty,
                cases,
                default,
                decision,
            } => {
                self.place.decision = decision.unwrap_or(u32::MAX);
                let value = self.operand(value, ty.width());
                let index = self.switch(ty.width(), cases, default);
                self.emit(Op::Switch { value, index });
            }
            T::Return(values) => {
                let types = &self.function.results;
                let slots = values
                    .iter()
                    .zip(types)
                    .map(|(v, ty)| self.operand(v, ty.width()));
                let slots: Box<[Slot]> = slots.collect();
                let index = self.code.returns.len() as u32;
                self.code.returns.push(slots);
                self.emit(Op::Return { index });
            }
            T::Error { kind, message } => {
                let index = self.code.errors.len() as u32;
                self.code.errors.push((*kind, message.clone()));
                self.emit(Op::Error { index });
            }
        }
        self.place.decision = u32::MAX;
    }

    fn fused_branch(
        &mut self,
        op: CompareOp,
        width: u32,
        left: &Operand,
        right: &Operand,
        then: u32,
        otherwise: u32,
    ) {
        let form = fused_form(op).expect("only comparisons with a fused form are fused");
        let (mut a, mut b) = (self.operand(left, width), self.operand(right, width));
        if form.swap_operands {
            std::mem::swap(&mut a, &mut b);
        }
        let (mut then, mut otherwise) = (then, otherwise);
        if form.swap_targets {
            std::mem::swap(&mut then, &mut otherwise);
        }
        let shift = 64 - width as u8;
        // The value of a decision is that of the source's condition: a branch on `!=` decoded as
        // one on `==` is marked by the bit of the shift that widths never use.
        let shift = if form.swap_targets {
            shift | Op::NEGATED
        } else {
            shift
        };
        self.emit(match form.kind {
            FusedKind::Eq => Op::BranchEq {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Ult => Op::BranchUlt {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Ule => Op::BranchUle {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Slt => Op::BranchSlt {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Sle => Op::BranchSle {
                shift,
                a,
                b,
                then,
                otherwise,
            },
        });
    }

    fn switch(&mut self, width: u32, cases: &'a [(Constant, Edge)], default: &'a Edge) -> u32 {
        let mut table = SwitchTable {
            width,
            cases: Vec::new(),
            sorted: Vec::new(),
            default: 0,
        };
        for (number, (constant, edge)) in cases.iter().enumerate() {
            let target = self.target(edge);
            let value = match constant {
                Constant::Bits(bits) if width <= 64 => CaseValue::Small(*bits),
                Constant::Bits(bits) => CaseValue::Wide(Bits::new(width, *bits)),
                Constant::Wide(limbs) => CaseValue::Wide(Bits::from_limbs(width, limbs)),
                Constant::Global(..) | Constant::Function(_) => {
                    unreachable!("the verifier admits only integers as cases")
                }
            };
            if let CaseValue::Small(bits) = value {
                table.sorted.push((bits, number as u32));
            }
            table.cases.push((value, target));
        }
        table.sorted.sort_unstable();
        table.default = self.target(default);
        self.code.switches.push(table);
        self.code.switches.len() as u32 - 1
    }

    /// Writes the moves of an edge and the jump behind them.
    pub(super) fn edge(&mut self, edge: &Edge) {
        let mut moves = Vec::with_capacity(edge.moves.len());
        for (to, value) in &edge.moves {
            let width = register_width(self.function, *to);
            moves.push((self.register(*to), self.operand(value, width)));
        }
        for (to, from) in sequence(&moves, self.spare) {
            self.emit(Op::Copy { to, from });
        }
        self.emit(Op::Jump {
            target: edge.target.0,
        });
    }

    /// Writes the stubs of edges with moves and turns block numbers into positions.
    pub(super) fn resolve(&mut self) {
        let mut stubs = Vec::new();
        for (edge, place) in std::mem::take(&mut self.pending) {
            stubs.push(self.code.ops.len() as u32);
            self.place = place;
            self.edge(edge);
        }
        let starts = &self.block_starts;
        let position = |target: &mut u32| {
            *target = match *target & STUB {
                0 => starts[*target as usize],
                _ => stubs[(*target & !STUB) as usize],
            };
        };
        for op in &mut self.code.ops {
            match op {
                Op::Jump { target } => position(target),
                Op::Branch {
                    then, otherwise, ..
                }
                | Op::BranchEq {
                    then, otherwise, ..
                }
                | Op::BranchUlt {
                    then, otherwise, ..
                }
                | Op::BranchUle {
                    then, otherwise, ..
                }
                | Op::BranchSlt {
                    then, otherwise, ..
                }
                | Op::BranchSle {
                    then, otherwise, ..
                } => {
                    position(then);
                    position(otherwise);
                }
                _ => {}
            }
        }
        for table in &mut self.code.switches {
            table
                .cases
                .iter_mut()
                .for_each(|(_, target)| position(target));
            position(&mut table.default);
        }
    }
}
