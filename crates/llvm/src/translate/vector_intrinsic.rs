//! LLVM's intrinsics on vectors: reductions and masked memory.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::{Value, ValueKind};
use ir::{BinaryOp, CompareOp, Edge, FloatBinaryOp, FloatFormat, Operand, TerminatorKind, Type};

impl<'m> FunctionTranslator<'_, 'm> {
    /// `llvm.vector.reduce.…`, elements in order.
    pub fn reduce(&mut self, value: Value<'m>, name: &str) -> Result<Vec<Operand>> {
        let arguments = value.arguments();
        let vector = *arguments.last().ok_or_else(|| unknown(name))?;
        let ty = self.element_type(vector)?;
        let mut elements = self.operands(vector)?.into_iter();
        let first = match arguments.len() {
            1 => elements.next().ok_or_else(|| unknown(name))?,
            _ => self.scalar(arguments[0])?,
        };
        let mut result = first;
        for element in elements {
            result = self.reduce_step(name, ty, result, element)?;
        }
        Ok(vec![result])
    }

    fn reduce_step(&mut self, name: &str, ty: Type, a: Operand, b: Operand) -> Result<Operand> {
        let integer = match name {
            "add" => Some(BinaryOp::Add),
            "mul" => Some(BinaryOp::Mul),
            "and" => Some(BinaryOp::And),
            "or" => Some(BinaryOp::Or),
            "xor" => Some(BinaryOp::Xor),
            _ => None,
        };
        let pick = match name {
            "smax" => Some(CompareOp::Sgt),
            "smin" => Some(CompareOp::Slt),
            "umax" => Some(CompareOp::Ugt),
            "umin" => Some(CompareOp::Ult),
            _ => None,
        };
        let float = match name {
            "fadd" => Some(FloatBinaryOp::Add),
            "fmul" => Some(FloatBinaryOp::Mul),
            "fmin" => Some(FloatBinaryOp::Min),
            "fmax" => Some(FloatBinaryOp::Max),
            _ => None,
        };
        match (integer, pick, float, ty) {
            (Some(op), ..) => Ok(self.b.binary(op, ty, a, b)),
            (_, Some(op), ..) => Ok(self.pick(op, ty, a, b)),
            (_, _, Some(op), Type::Float(format)) => Ok(self.float_step(op, format, a, b)),
            _ => Err(unknown(name)),
        }
    }

    fn float_step(
        &mut self,
        op: FloatBinaryOp,
        format: FloatFormat,
        a: Operand,
        b: Operand,
    ) -> Operand {
        self.b.float_binary(op, format, a, b)
    }

    /// What is left of the intrinsics.
    pub fn vector_intrinsic(
        &mut self,
        value: Value<'m>,
        base: &str,
        name: &str,
    ) -> Result<Vec<Operand>> {
        match base {
            "masked.load" => {
                let address = self.scalar(value.operand(0))?;
                self.masked_load(value, Addresses::Consecutive(address), 2, 3)
            }
            "masked.gather" => {
                let addresses = self.operands(value.operand(0))?;
                self.masked_load(value, Addresses::Each(addresses), 2, 3)
            }
            "masked.store" => {
                let address = self.scalar(value.operand(1))?;
                self.masked_store(value, &Addresses::Consecutive(address))
            }
            "masked.scatter" => {
                let addresses = self.operands(value.operand(1))?;
                self.masked_store(value, &Addresses::Each(addresses))
            }
            "vector.extract" => {
                let at = self.constant_index(value.operand(1))?;
                let count = self.program.layouts.of(value.ty())?.leaves.len();
                let operands = self.operands(value.operand(0))?;
                operands
                    .get(at..at + count)
                    .map(<[_]>::to_vec)
                    .ok_or_else(|| unknown(base))
            }
            "vector.insert" => {
                let at = self.constant_index(value.operand(2))?;
                let mut operands = self.operands(value.operand(0))?;
                let part = self.operands(value.operand(1))?;
                if at + part.len() > operands.len() {
                    return Err(unknown(base));
                }
                operands.splice(at..at + part.len(), part);
                Ok(operands)
            }
            "vector.reverse" => {
                let mut operands = self.operands(value.operand(0))?;
                operands.reverse();
                Ok(operands)
            }
            _ => Err(unknown(name)),
        }
    }

    fn constant_index(&mut self, value: Value<'m>) -> Result<usize> {
        if value.kind() != ValueKind::LLVMConstantIntValueKind {
            return Err(Unsupported("a vector index that is no constant".to_owned()));
        }
        usize::try_from(value.small_integer())
            .map_err(|_| Unsupported("a vector index out of range".to_owned()))
    }

    /// Elements whose mask bit is 0 are not read: they keep the value passed through.
    fn masked_load(
        &mut self,
        value: Value<'m>,
        addresses: Addresses,
        mask: u32,
        through: u32,
    ) -> Result<Vec<Operand>> {
        let ty = self.element_type(value)?;
        let mask = self.operands(value.operand(mask))?;
        let through = self.operands(value.operand(through))?;
        let mut results = Vec::with_capacity(mask.len());
        for (lane, (bit, kept)) in mask.into_iter().zip(through).enumerate() {
            let address = self.lane_address(&addresses, ty, lane);
            results.push(match ir::builder::known(&bit) {
                Some(0) => kept,
                Some(_) => self.load_scalar(ty, address),
                None => {
                    let to = self.b.register(ty);
                    let (active, next) = (self.b.block(), self.b.block());
                    self.b.end(TerminatorKind::Branch {
                        condition: bit,
                        then: Edge {
                            target: active,
                            moves: Vec::new(),
                        },
                        otherwise: Edge {
                            target: next,
                            moves: vec![(to, kept)],
                        },
                        decision: None,
                    });
                    self.b.enter(active);
                    let loaded = self.load_scalar(ty, address);
                    self.b.end(TerminatorKind::Jump(Edge {
                        target: next,
                        moves: vec![(to, loaded)],
                    }));
                    self.b.enter(next);
                    to.into()
                }
            });
        }
        Ok(results)
    }

    /// Elements whose mask bit is 0 are not written.
    fn masked_store(&mut self, value: Value<'m>, addresses: &Addresses) -> Result<Vec<Operand>> {
        let ty = self.element_type(value.operand(0))?;
        let operands = self.operands(value.operand(0))?;
        let mask = self.operands(value.operand(3))?;
        for (lane, (bit, operand)) in mask.into_iter().zip(operands).enumerate() {
            let address = self.lane_address(addresses, ty, lane);
            match ir::builder::known(&bit) {
                Some(0) => {}
                Some(_) => self.store_scalar(ty, operand, address),
                None => {
                    let (active, next) = (self.b.block(), self.b.block());
                    self.b.end(TerminatorKind::Branch {
                        condition: bit,
                        then: Edge {
                            target: active,
                            moves: Vec::new(),
                        },
                        otherwise: Edge {
                            target: next,
                            moves: Vec::new(),
                        },
                        decision: None,
                    });
                    self.b.enter(active);
                    self.store_scalar(ty, operand, address);
                    self.b.jump(next);
                    self.b.enter(next);
                }
            }
        }
        Ok(Vec::new())
    }

    fn lane_address(&mut self, addresses: &Addresses, ty: Type, lane: usize) -> Operand {
        match addresses {
            Addresses::Consecutive(first) => {
                let size = self.program.memory_bits(ty).div_ceil(8);
                self.b.offset(first.clone(), lane as u64 * u64::from(size))
            }
            Addresses::Each(addresses) => addresses[lane].clone(),
        }
    }
}

/// Where the elements of a masked access are.
enum Addresses {
    /// One after the other from here.
    Consecutive(Operand),
    /// Each somewhere else.
    Each(Vec<Operand>),
}

fn unknown(name: &str) -> Unsupported {
    Unsupported(format!("the intrinsic {name}"))
}
