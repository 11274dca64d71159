//! Constants.

use super::Translator;
use super::error::Result;
use crate::bytecode::Op;
use crate::descriptor::Kind;
use crate::program::DynamicError;
use ir::{InstructionKind, Operand};

impl Translator<'_> {
    pub fn constant(&mut self, op: &Op) -> Result<()> {
        match op {
            Op::Null => self.push(Kind::Reference, Operand::bits(0)),
            Op::Number(kind, bits) => self.push(*kind, Operand::bits(*bits)),
            Op::Literal(literal) => {
                let literal = *literal;
                let to = self.push_result(Kind::Reference, |to| InstructionKind::StringLiteral {
                    to,
                    literal,
                });
                self.known.insert(to);
            }
            Op::ClassConstant(name) => {
                let class = self.program.class_id(*name);
                if let Err(error) = self.program.linked(class) {
                    self.resolution_failed(&error);
                    let next = self.builder.block();
                    self.builder.enter(next);
                }
                let to = self.push_result(Kind::Reference, |to| InstructionKind::ClassObject {
                    to,
                    class,
                });
                self.known.insert(to);
            }
            Op::HandleConstant(handle) => {
                let function = self.program.handle_constant(self.source.class, handle);
                self.call_maker(function)?;
            }
            Op::MethodTypeConstant(descriptor) => {
                let function = self.program.method_type_constant(*descriptor);
                self.call_maker(function)?;
            }
            Op::DynamicConstant(dynamic) => {
                let function = self.program.dynamic_constant(self.source.class, dynamic);
                self.call_maker(function)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Calls what makes a constant.
    fn call_maker(&mut self, function: Result<ir::FunctionId, DynamicError>) -> Result<()> {
        match function {
            Ok(function) => self.call_known(function),
            Err(what) => {
                self.unsupported(&what.to_string());
                self.push(Kind::Reference, Operand::bits(0));
                Ok(())
            }
        }
    }
}
