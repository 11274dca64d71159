//! Fields and array elements.

use super::Translator;
use super::error::Result;
use crate::bytecode::Op;
use crate::class_file::{MemberRef, access};
use crate::descriptor::{JavaType, Kind};
use crate::program::{Linked, LinkedField};
use ir::{
    CastOp, ClassId, FieldType, FloatFormat, InstructionKind, JavaIntrinsic, Operand, Primitive,
    Type,
};
use std::sync::Arc;

/// Type of a field or element in memory.
pub(super) fn memory_type(ty: FieldType) -> Type {
    match ty {
        FieldType::Primitive(primitive) => match primitive {
            Primitive::Boolean | Primitive::Byte => Type::Int(8),
            Primitive::Char | Primitive::Short => Type::Int(16),
            Primitive::Int => Type::Int(32),
            Primitive::Long => Type::Int(64),
            Primitive::Float => Type::Float(FloatFormat::Single),
            Primitive::Double => Type::Float(FloatFormat::Double),
        },
        FieldType::Reference(_) => Type::Ptr,
    }
}

fn kind_of(ty: FieldType) -> Kind {
    match ty {
        FieldType::Primitive(primitive) => JavaType::Primitive(primitive).kind(),
        FieldType::Reference(_) => Kind::Reference,
    }
}

/// How a value narrower than a register is widened.
fn widening(ty: FieldType) -> Option<CastOp> {
    match ty {
        FieldType::Primitive(Primitive::Boolean | Primitive::Char) => Some(CastOp::ZeroExtend),
        FieldType::Primitive(Primitive::Byte | Primitive::Short) => Some(CastOp::SignExtend),
        _ => None,
    }
}

impl Translator<'_> {
    pub fn field(&mut self, op: &Op) -> Result<bool> {
        let (Op::GetStatic(member)
        | Op::PutStatic(member)
        | Op::GetField(member)
        | Op::PutField(member)) = op
        else {
            return Ok(true);
        };
        let is_static = matches!(op, Op::GetStatic(_) | Op::PutStatic(_));
        let class = self.program.class_id(member.class);
        let (declaring, index) = match self.program.resolve_field(class, member) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(self.no_field(member)),
            Err(error) => return Ok(self.resolution_failed(&error)),
        };
        let field = declaring.fields[index].clone();
        if (field.access & access::STATIC != 0) != is_static {
            return Ok(self.wrong_field(&declaring, member, is_static));
        }
        match op {
            Op::GetStatic(_) => {
                if let Some(value) = self.static_constant(&declaring, &field) {
                    self.push(kind_of(field.ty), value);
                    return Ok(true);
                }
                if let Some(salt) = self.order_of_run(&declaring, member) {
                    self.intrinsic(salt.into())?;
                    return Ok(true);
                }
                let object = self.statics(declaring.id);
                self.load_field(object.into(), declaring.id, &field);
            }
            Op::GetField(_) => {
                let object = self.pop(Kind::Reference)?;
                let object = self.check_null(object);
                self.load_field(object, declaring.id, &field);
            }
            Op::PutStatic(_) => {
                let value = self.pop(kind_of(field.ty))?;
                // The value stays on the stack meanwhile, as initialisation may take registers.
                self.push(kind_of(field.ty), value);
                let object = self.statics(declaring.id);
                let value = self.pop(kind_of(field.ty))?;
                self.store_field(object.into(), declaring.id, &field, value);
            }
            _ => {
                let value = self.pop(kind_of(field.ty))?;
                let object = self.pop(Kind::Reference)?;
                let object = self.check_null(object);
                self.store_field(object, declaring.id, &field, value);
            }
        }
        Ok(true)
    }

    /// Value of a static final field of a library class that is a numeric constant.
    fn static_constant(&self, class: &Arc<Linked>, field: &LinkedField) -> Option<Operand> {
        use crate::class_file::PoolConstant;
        if field.constant == 0 || field.access & access::FINAL == 0 {
            return None;
        }
        let file = class.file.as_ref()?;
        let bits = match file.constant(field.constant, &self.program.symbols).ok()? {
            PoolConstant::Integer(value) => u64::from(value as u32),
            PoolConstant::Long(value) => value as u64,
            PoolConstant::Float(bits) => u64::from(bits),
            PoolConstant::Double(bits) => bits,
            _ => return None,
        };
        Some(Operand::bits(bits))
    }

    /// What the order of `Set.of` and `Map.of` depends on is no constant of the program, but of the run:
    /// who reads it asks the machine.
    fn order_of_run(&self, class: &Arc<Linked>, member: &MemberRef) -> Option<JavaIntrinsic> {
        if class.ir.name != "java.util.ImmutableCollections" {
            return None;
        }
        match self.program.symbols.text(member.name) {
            "SALT32L" => Some(JavaIntrinsic::OrderSalt),
            "REVERSE" => Some(JavaIntrinsic::OrderReversed),
            _ => None,
        }
    }

    fn no_field(&mut self, member: &MemberRef) -> bool {
        let name = self.program.symbols.text(member.name).to_owned();
        self.throw_error("java/lang/NoSuchFieldError", &name);
        false
    }

    fn wrong_field(&mut self, class: &Arc<Linked>, member: &MemberRef, is_static: bool) -> bool {
        let (class, name) = (&class.ir.name, self.program.symbols.text(member.name));
        let what = if is_static { "static" } else { "non-static" };
        let message = format!("Expected {what} field {class}.{name}");
        self.throw_error("java/lang/IncompatibleClassChangeError", &message);
        false
    }

    /// Pushes a field that a class declares.
    fn load_field(&mut self, object: Operand, class: ClassId, field: &LinkedField) {
        let offset = field.offset;
        self.load(field.ty, |to| InstructionKind::GetField {
            to,
            object,
            class,
            offset,
        });
    }

    /// Pushes what an instruction reads from memory.
    pub fn load(&mut self, ty: FieldType, make: impl FnOnce(ir::Reg) -> InstructionKind) {
        let kind = kind_of(ty);
        let Some(op) = widening(ty) else {
            self.push_result(kind, make);
            return;
        };
        let narrow = self.builder.register(memory_type(ty));
        self.builder.emit(make(narrow));
        self.push_result(kind, |to| InstructionKind::Cast {
            op,
            from: memory_type(ty),
            to,
            value: narrow.into(),
        });
    }

    fn store_field(
        &mut self,
        object: Operand,
        class: ClassId,
        field: &LinkedField,
        value: Operand,
    ) {
        let value = self.narrowed(field.ty, value);
        self.builder.emit(InstructionKind::PutField {
            ty: memory_type(field.ty),
            object,
            class,
            offset: field.offset,
            value,
        });
    }

    /// A value as it is in memory.
    pub fn narrowed(&mut self, ty: FieldType, value: Operand) -> Operand {
        if widening(ty).is_none() {
            return value;
        }
        let width = memory_type(ty).width();
        if let Operand::Constant(ir::Constant::Bits(bits)) = value {
            let mask = (1 << width) - 1;
            return Operand::bits(bits & mask);
        }
        let to = self.builder.register(Type::Int(width));
        self.builder.emit(InstructionKind::Cast {
            op: CastOp::Truncate,
            from: Type::Int(32),
            to,
            value,
        });
        to.into()
    }

    pub fn array(&mut self, op: &Op) -> Result<()> {
        match op {
            Op::ArrayLength => {
                let array = self.pop(Kind::Reference)?;
                let array = self.check_null(array);
                self.push_result(Kind::Int, |to| InstructionKind::ArrayLength { to, array });
            }
            Op::ArrayLoad(element) => {
                let index = self.pop(Kind::Int)?;
                let array = self.pop(Kind::Reference)?;
                let array = self.check_null(array);
                self.check_index(array.clone(), index.clone());
                let ty = element.map_or(FieldType::Reference(ClassId(0)), FieldType::Primitive);
                self.load(ty, |to| InstructionKind::ArrayLoad { to, array, index });
            }
            Op::ArrayStore(element) => {
                let ty = element.map_or(FieldType::Reference(ClassId(0)), FieldType::Primitive);
                let value = self.pop(kind_of(ty))?;
                let index = self.pop(Kind::Int)?;
                let array = self.pop(Kind::Reference)?;
                let array = self.check_null(array);
                self.check_index(array.clone(), index.clone());
                let value = if element.is_none() {
                    self.check_store(array.clone(), value)
                } else {
                    self.narrowed(ty, value)
                };
                self.builder.emit(InstructionKind::ArrayStore {
                    ty: memory_type(ty),
                    array,
                    index,
                    value,
                });
            }
            _ => {}
        }
        Ok(())
    }
}
