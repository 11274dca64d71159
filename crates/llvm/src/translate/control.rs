//! Terminators, and phis as moves on edges.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::{Block, TyKind, Value};
use ir::builder::wide_constant;
use ir::{Constant, Edge, ErrorKind, Operand, TerminatorKind, Type};
use llvm_sys::LLVMOpcode;

impl<'m> FunctionTranslator<'_, 'm> {
    /// Ends the current block as LLVM's block ends.
    pub fn terminator(&mut self, block: Block<'m>, value: Value<'m>) {
        let kind = match value.opcode() {
            LLVMOpcode::LLVMRet => self.ret(value),
            LLVMOpcode::LLVMBr => self.branch(block, value),
            LLVMOpcode::LLVMSwitch => self.switch(block, value),
            LLVMOpcode::LLVMIndirectBr => self.indirect_branch(block, value),
            LLVMOpcode::LLVMInvoke => self.invoke(block, value),
            LLVMOpcode::LLVMResume => self.resume(value),
            LLVMOpcode::LLVMUnreachable => Ok(TerminatorKind::Error {
                kind: ErrorKind::Unreachable,
                message: String::new(),
            }),
            LLVMOpcode::LLVMCallBr => Err(Unsupported("asm goto".to_owned())),
            _ => Err(Unsupported(format!(
                "the instruction {}",
                value.print().trim()
            ))),
        };
        match kind {
            Ok(kind) => self.b.end(kind),
            Err(Unsupported(what)) => {
                self.unsupported(what);
                self.b.end_unreachable();
            }
        }
    }

    fn ret(&mut self, value: Value<'m>) -> Result<TerminatorKind> {
        let mut operands = Vec::new();
        if value.operand_count() > 0 {
            self.notice_constant_addresses(value)?;
            operands = self.operands(value.operand(0))?;
        }
        Ok(TerminatorKind::Return(operands))
    }

    /// An edge with the values of the target's phis. Instructions that compute constant
    /// expressions go to the current block.
    pub(super) fn edge(&mut self, from: Block<'m>, to: Block<'m>) -> Result<Edge> {
        let mut moves = Vec::new();
        let incoming = self.incoming.get(&(from, to)).cloned().unwrap_or_default();
        for (phi, value) in incoming {
            let operands = self.operands(value)?;
            let registers = self.values.get(&phi).cloned().unwrap_or_default();
            for (register, operand) in registers.into_iter().zip(operands) {
                match register {
                    Operand::Register(to) if operand != Operand::Register(to) => {
                        moves.push((to, operand));
                    }
                    _ => {}
                }
            }
        }
        Ok(Edge {
            target: self.block_ids[&to],
            moves,
        })
    }

    fn branch(&mut self, block: Block<'m>, value: Value<'m>) -> Result<TerminatorKind> {
        let successors = value.successors();
        match successors[..] {
            [then, otherwise] => {
                let condition = self.scalar(value.operand(0))?;
                Ok(TerminatorKind::Branch {
                    condition,
                    then: self.edge(block, then)?,
                    otherwise: self.edge(block, otherwise)?,
                    decision: self.decisions.get(&value).copied(),
                })
            }
            _ => Ok(TerminatorKind::Jump(self.edge(block, successors[0])?)),
        }
    }

    fn switch(&mut self, block: Block<'m>, value: Value<'m>) -> Result<TerminatorKind> {
        let condition = value.operand(0);
        let TyKind::Int(width) = condition.ty().kind() else {
            return Err(Unsupported(format!(
                "a switch over {}",
                condition.ty().print()
            )));
        };
        // Operands: value, default, then case and target in turn. Successors: default, then the
        // cases' targets.
        let successors = value.successors();
        let mut cases = Vec::with_capacity(successors.len() - 1);
        for (index, target) in successors.iter().enumerate().skip(1) {
            let case = value.operand(2 * index as u32);
            let Some(constant) = self.program.fold(case)? else {
                return Err(Unsupported(format!("the case {}", case.print())));
            };
            cases.push((constant, self.edge(block, *target)?));
        }
        Ok(TerminatorKind::Switch {
            value: self.scalar(condition)?,
            ty: Type::Int(width),
            cases,
            default: self.edge(block, successors[0])?,
            decision: self.decisions.get(&value).copied(),
        })
    }

    /// A computed `goto`: addresses of labels are numbers.
    fn indirect_branch(&mut self, block: Block<'m>, value: Value<'m>) -> Result<TerminatorKind> {
        let address = self.scalar(value.operand(0))?;
        let mut cases: Vec<(Constant, Edge)> = Vec::new();
        for target in value.successors() {
            let label = self.program.label(target);
            let Operand::Constant(constant) = wide_constant(64, |_| label) else {
                continue;
            };
            if !cases.iter().any(|(known, _)| *known == constant) {
                cases.push((constant, self.edge(block, target)?));
            }
        }
        let wrong = self.b.block();
        let message = "a computed goto to something that is no label of it";
        self.b.fail_in(wrong, ErrorKind::BadCall, message);
        Ok(TerminatorKind::Switch {
            value: address,
            ty: Type::Int(64),
            cases,
            default: Edge {
                target: wrong,
                moves: Vec::new(),
            },
            decision: None,
        })
    }
}
