//! Stack objects, loads, stores, addresses.

use super::function::FunctionTranslator;
use super::module::ModuleTranslator;
use super::{Result, Unsupported};
use crate::reader::{Ty, TyKind, Value, ValueKind};
use ir::builder::{constant, known};
use ir::{BinaryOp, CompareOp, ErrorKind, InstructionKind, Operand, Type};
use llvm_sys::LLVMOpcode;

/// What a `getelementptr` adds to its base.
pub struct GepPath<'m> {
    /// The constant part in bytes.
    pub offset: u64,
    /// Indices that are no constants, with the bytes that each counts.
    pub dynamic: Vec<(Value<'m>, u64)>,
}

impl<'m> ModuleTranslator<'m> {
    /// The path of a `getelementptr` instruction or expression.
    pub fn gep_path(&mut self, value: Value<'m>) -> Result<GepPath<'m>> {
        let mut path = GepPath {
            offset: 0,
            dynamic: Vec::new(),
        };
        let mut current = value.gep_source();
        for position in 1..value.operand_count() {
            let index = value.operand(position);
            if position > 1 {
                match current.kind() {
                    TyKind::Struct(members) => {
                        let member = struct_index(index, members)?;
                        let offset = current.member_offset(self.module, member);
                        path.offset = path.offset.wrapping_add(offset);
                        current = current.member(member);
                        continue;
                    }
                    TyKind::Array(element, _) | TyKind::Vector(element, _) => current = element,
                    _ => return Err(Unsupported(format!("an index into {}", current.print()))),
                }
            }
            let stride = current.alloc_size(self.module);
            match (index.kind(), index.ty().kind()) {
                (ValueKind::LLVMConstantIntValueKind, TyKind::Int(width)) if width <= 64 => {
                    let shift = 64 - width;
                    let number = ((index.small_integer() << shift) as i64) >> shift;
                    path.offset = path
                        .offset
                        .wrapping_add((number as u64).wrapping_mul(stride));
                }
                _ => path.dynamic.push((index, stride)),
            }
        }
        if self.narrow {
            path.offset = path.offset as i32 as u64;
        }
        Ok(path)
    }
}

/// Index of a member: a constant, the same for all elements of a vector of pointers.
fn struct_index(index: Value<'_>, members: u32) -> Result<u32> {
    let scalar = match index.ty().kind() {
        TyKind::Vector(..) => index.element(0),
        _ => Some(index),
    };
    scalar
        .filter(|index| index.kind() == ValueKind::LLVMConstantIntValueKind || index.is_null())
        .map(|index| {
            if index.is_null() {
                0
            } else {
                index.small_integer()
            }
        })
        .and_then(|index| u32::try_from(index).ok())
        .filter(|index| *index < members)
        .ok_or_else(|| Unsupported("a structure index that is no constant".to_owned()))
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub fn alloca(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let ty = value.allocated_type();
        let element = ty.alloc_size(self.program.module);
        let count = value.operand(0);
        let from = self.element_type(count)?;
        let operand = self.scalar(count)?;
        self.check_array_size(count, &operand)?;
        let count = self.b.resize(from, Type::Int(64), operand);
        let size = self
            .b
            .binary(BinaryOp::Mul, Type::Int(64), count, Operand::bits(element));
        let name = value.name();
        let name = name.strip_suffix(".addr").unwrap_or(&name).to_owned();
        let align = value.alignment().max(1);
        let to = self.b.register(Type::Ptr);
        self.b.emit(InstructionKind::Alloca {
            to,
            size,
            align,
            name,
        });
        Ok(vec![to.into()])
    }

    /// A variable-length array needs a positive number of elements. Its size is computed by
    /// extending the `int` in the brackets, which is where the sign can still be seen.
    fn check_array_size(&mut self, count: Value<'m>, operand: &Operand) -> Result<()> {
        if !self.program.settings.checks.vla_bound || self.optimised {
            return Ok(());
        }
        let is_extension = count.kind() == ValueKind::LLVMInstructionValueKind
            && count.opcode() == LLVMOpcode::LLVMZExt;
        let (checked, value) = match is_extension {
            true => (
                self.element_type(count.operand(0))?,
                self.scalar(count.operand(0))?,
            ),
            false => (self.element_type(count)?, operand.clone()),
        };
        if !is_extension && known(operand).is_some() {
            return Ok(());
        }
        let bad = self
            .b
            .compare(CompareOp::Sle, checked, value, constant(checked, 0));
        self.b.check(bad, ErrorKind::VlaBound, "");
        Ok(())
    }

    /// Reads a value of any type.
    pub fn load_value(&mut self, ty: Ty<'m>, address: Value<'m>) -> Result<Vec<Operand>> {
        let address = self.scalar(address)?;
        self.load_at(ty, address)
    }

    /// Reads a value of any type at an address.
    pub fn load_at(&mut self, ty: Ty<'m>, address: Operand) -> Result<Vec<Operand>> {
        let layout = self.program.layouts.of(ty)?;
        if let Some(bits) = layout.packed {
            let whole = self.b.load(Type::Int(bits), address);
            let types: Vec<Type> = layout.types().collect();
            return Ok(self.regroup(&[Type::Int(bits)], &types, vec![whole]));
        }
        let mut operands = Vec::with_capacity(layout.leaves.len());
        for leaf in &layout.leaves {
            let at = self.b.offset(address.clone(), leaf.offset);
            operands.push(self.load_scalar(leaf.ty, at));
        }
        Ok(operands)
    }

    /// Writes a value of any type.
    pub fn store_value(&mut self, value: Value<'m>, address: Value<'m>) -> Result<Vec<Operand>> {
        let operands = self.operands(value)?;
        let address = self.scalar(address)?;
        self.store_at(value.ty(), operands, address)?;
        Ok(Vec::new())
    }

    /// Writes a value of any type at an address.
    pub fn store_at(&mut self, ty: Ty<'m>, operands: Vec<Operand>, address: Operand) -> Result<()> {
        let layout = self.program.layouts.of(ty)?;
        if let Some(bits) = layout.packed {
            let types: Vec<Type> = layout.types().collect();
            for whole in self.regroup(&types, &[Type::Int(bits)], operands) {
                self.b.store(Type::Int(bits), whole, address.clone());
            }
            return Ok(());
        }
        for (leaf, operand) in layout.leaves.iter().zip(operands) {
            let at = self.b.offset(address.clone(), leaf.offset);
            self.store_scalar(leaf.ty, operand, at);
        }
        Ok(())
    }

    /// Address arithmetic, for one pointer or a vector of them.
    pub fn gep(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let path = self.program.gep_path(value)?;
        let lanes = self.program.layouts.of(value.ty())?.leaves.len();
        let bases = self.operands(value.operand(0))?;
        let mut indices = Vec::with_capacity(path.dynamic.len());
        for (index, stride) in &path.dynamic {
            indices.push((*index, self.operands(*index)?, *stride));
        }
        let mut results = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let pick = |operands: &Vec<Operand>| {
                operands[if operands.len() == 1 { 0 } else { lane }].clone()
            };
            let int = self.program.index_type();
            let mut offset = constant(int, 0);
            for (index, operands, stride) in &indices {
                let number = self.index_as(int, *index, pick(operands))?;
                let stride = constant(int, *stride);
                let bytes = self.b.binary(BinaryOp::Mul, int, number, stride);
                offset = self.b.binary(BinaryOp::Add, int, offset, bytes);
            }
            let fixed = constant(int, path.offset);
            offset = self.b.binary(BinaryOp::Add, int, offset, fixed);
            let offset = self.b.sign_extend(int, Type::Int(64), offset);
            let base = pick(&bases);
            let result = self
                .b
                .binary(BinaryOp::Add, Type::Ptr, base.clone(), offset.clone());
            self.check_pointer(value, base, offset, &result);
            results.push(result);
        }
        Ok(results)
    }

    /// Arithmetic that leaves the address space, or starts from null.
    fn check_pointer(&mut self, value: Value<'m>, base: Operand, offset: Operand, to: &Operand) {
        if !self.program.settings.checks.pointer_overflow || self.optimised {
            return;
        }
        if value.kind() != ValueKind::LLVMInstructionValueKind
            || !value.is_in_bounds()
            || known(&offset) == Some(0)
        {
            return;
        }
        let int = Type::Int(64);
        let forward = self
            .b
            .compare(CompareOp::Sge, int, offset.clone(), Operand::bits(0));
        let above = self
            .b
            .compare(CompareOp::Uge, Type::Ptr, to.clone(), base.clone());
        let wraps = self.b.binary(BinaryOp::Xor, Type::Int(1), forward, above);
        let null = self
            .b
            .compare(CompareOp::Eq, Type::Ptr, base, Operand::bits(0));
        let moved = self.b.compare(CompareOp::Ne, int, offset, Operand::bits(0));
        let from_null = self.b.binary(BinaryOp::And, Type::Int(1), null, moved);
        let bad = self.b.binary(BinaryOp::Or, Type::Int(1), wraps, from_null);
        self.b.check(bad, ErrorKind::PointerOverflow, "");
    }
}
