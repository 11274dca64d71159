//! Objects and their classes.

use super::Translator;
use super::error::Result;
use crate::bytecode::Op;
use crate::class_file::access;
use crate::descriptor::Kind;
use crate::program::Linked;
use crate::symbol::Symbol;
use ir::{CastOp, ClassId, CompareOp, InstructionKind, JavaIntrinsic, Operand, Type};
use std::sync::Arc;

impl Translator<'_> {
    pub fn object(&mut self, op: &Op) -> Result<bool> {
        match op {
            Op::New(name) => return self.new_instance(*name),
            Op::NewArray(name) => return self.new_array(*name),
            Op::NewMultiArray(name, dimensions) => return self.new_multi_array(*name, *dimensions),
            Op::CheckCast(name) => return self.check_cast(*name),
            Op::InstanceOf(name) => return self.instance_of(*name),
            Op::Monitor => {
                let object = self.pop(Kind::Reference)?;
                self.check_null(object);
            }
            _ => {}
        }
        Ok(true)
    }

    /// The class of a name, linked; otherwise the error is thrown, and control does not go on.
    fn class_or_throw(&mut self, name: Symbol) -> Option<Arc<Linked>> {
        match self.program.linked(self.program.class_id(name)) {
            Ok(linked) => Some(linked),
            Err(error) => {
                if self.resolution_failed(&error) {
                    self.builder.jump_to_itself();
                }
                None
            }
        }
    }

    fn new_instance(&mut self, name: Symbol) -> Result<bool> {
        let Some(class) = self.class_or_throw(name) else {
            return Ok(false);
        };
        if class.access & (access::ABSTRACT | access::INTERFACE) != 0 {
            let message = self.program.symbols.text(name).to_owned();
            self.throw_error("java/lang/InstantiationError", &message);
            return Ok(false);
        }
        let class = class.id;
        self.ensure_initialised(class);
        let to = self.push_result(Kind::Reference, |to| InstructionKind::New { to, class });
        self.known.insert(to);
        Ok(true)
    }

    fn new_array(&mut self, name: Symbol) -> Result<bool> {
        let Some(class) = self.class_or_throw(name) else {
            return Ok(false);
        };
        let class = class.id;
        let length = self.pop(Kind::Int)?;
        self.check_length(length.clone());
        let to = self.push_result(Kind::Reference, |to| InstructionKind::NewArray {
            to,
            class,
            length,
        });
        self.known.insert(to);
        Ok(true)
    }

    /// Throws, by a branch, if a length is negative.
    fn check_length(&mut self, length: Operand) {
        if matches!(length, Operand::Constant(ir::Constant::Bits(bits)) if (bits as i32) >= 0) {
            return;
        }
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Slt,
            ty: Type::Int(32),
            to,
            left: length.clone(),
            right: Operand::bits(0),
        });
        let away = self.away("length", "(I)V", vec![length]);
        self.builder.branch_off(to, false, away);
    }

    fn new_multi_array(&mut self, name: Symbol, dimensions: u8) -> Result<bool> {
        let Some(class) = self.class_or_throw(name) else {
            return Ok(false);
        };
        let mut lengths = Vec::new();
        for _ in 0..dimensions {
            lengths.push(self.pop(Kind::Int)?);
        }
        lengths.reverse();
        let ints = self.program.class_named("[I");
        let array = self.builder.register(Type::Ptr);
        self.builder.emit(InstructionKind::NewArray {
            to: array,
            class: ints,
            length: Operand::bits(u64::from(dimensions)),
        });
        for (index, value) in lengths.into_iter().enumerate() {
            self.builder.emit(InstructionKind::ArrayStore {
                ty: Type::Int(32),
                array: array.into(),
                index: Operand::bits(index as u64),
                value,
            });
        }
        let object = self.builder.register(Type::Ptr);
        self.builder.emit(InstructionKind::ClassObject {
            to: object,
            class: class.id,
        });
        self.push(Kind::Reference, object.into());
        self.push(Kind::Reference, array.into());
        let helper = self.helper("newArrays", "(Ljava/lang/Class;[I)Ljava/lang/Object;");
        self.call_known(helper)?;
        Ok(true)
    }

    fn check_cast(&mut self, name: Symbol) -> Result<bool> {
        if name == self.program.names.object {
            return Ok(true);
        }
        // The class is not loaded for null; that it is missing is only found with an object.
        let value = self.pop(Kind::Reference)?;
        if matches!(value, Operand::Constant(_)) {
            self.push(Kind::Reference, value);
            return Ok(true);
        }
        let class = self.program.class_id(name);
        let known = matches!(value, Operand::Register(r) if self.is_known(r));
        let value = self.resolve(value);
        let done = self.builder.block();
        if !known {
            self.test_pointer(CompareOp::Eq, value.clone());
            self.builder.branch_off(self.condition, false, done);
        }
        let to = self.condition;
        self.builder.emit(InstructionKind::IsInstance {
            to,
            object: value.clone(),
            class,
        });
        let here = self.builder.current();
        let away = self.builder.block();
        self.builder.enter(away);
        match self.program.linked(class) {
            Ok(_) => {
                let object = self.builder.register(Type::Ptr);
                self.builder
                    .emit(InstructionKind::ClassObject { to: object, class });
                self.throw_by(
                    "classCast",
                    "(Ljava/lang/Object;Ljava/lang/Class;)V",
                    vec![value.clone(), object.into()],
                );
            }
            Err(error) => {
                if self.resolution_failed(&error) {
                    self.builder.jump_to_itself();
                }
            }
        }
        self.builder.enter(here);
        self.builder.branch(to, done, away);
        self.builder.enter(done);
        self.push(Kind::Reference, value);
        Ok(true)
    }

    fn instance_of(&mut self, name: Symbol) -> Result<bool> {
        let Some(class) = self.class_or_throw(name) else {
            return Ok(false);
        };
        let class = class.id;
        let value = self.pop(Kind::Reference)?;
        let value = match value {
            Operand::Constant(_) => {
                self.push(Kind::Int, Operand::bits(0));
                return Ok(true);
            }
            Operand::Register(_) => self.resolve(value),
        };
        let result = self.builder.register(Type::Int(32));
        let (test, done) = (self.builder.block(), self.builder.block());
        self.builder.emit(InstructionKind::Copy {
            to: result,
            value: Operand::bits(0),
        });
        self.test_pointer(CompareOp::Eq, value.clone());
        self.builder.branch(self.condition, done, test);
        self.builder.enter(test);
        let to = self.condition;
        self.builder.emit(InstructionKind::IsInstance {
            to,
            object: value,
            class,
        });
        self.builder.emit(InstructionKind::Cast {
            op: CastOp::ZeroExtend,
            from: Type::Int(1),
            to: result,
            value: to.into(),
        });
        self.builder.jump(done);
        self.builder.enter(done);
        self.push(Kind::Int, result.into());
        Ok(true)
    }

    /// Throws, by a branch, if an object cannot be an element of an array; gives the object.
    pub fn check_store(&mut self, array: Operand, value: Operand) -> Operand {
        if matches!(value, Operand::Constant(_)) {
            return value;
        }
        let objects = self.program.class_named("[Ljava/lang/Object;");
        let done = self.builder.block();
        let stored = self.builder.register(Type::Ptr);
        self.builder.emit(InstructionKind::Copy {
            to: stored,
            value: value.clone(),
        });
        // What an array of objects holds need not be known.
        let class = self.class_of(array.clone(), objects);
        self.builder.branch_off(class, false, done);
        let value = self.resolve(value);
        self.builder.emit(InstructionKind::Copy {
            to: stored,
            value: value.clone(),
        });
        self.test_pointer(CompareOp::Eq, value.clone());
        self.builder.branch_off(self.condition, false, done);
        let element = self.builder.register(Type::Ptr);
        let of = self.builder.register(Type::Ptr);
        let fits = self.builder.register(Type::Int(32));
        self.machine(Some(of), JavaIntrinsic::ClassOfObject, vec![array.clone()]);
        self.machine(Some(element), JavaIntrinsic::ClassElement, vec![of.into()]);
        self.machine(
            Some(fits),
            JavaIntrinsic::ClassIsInstance,
            vec![element.into(), value.clone()],
        );
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Ne,
            ty: Type::Int(32),
            to,
            left: fits.into(),
            right: Operand::bits(0),
        });
        let away = self.away("arrayStore", "(Ljava/lang/Object;)V", vec![value.clone()]);
        self.builder.branch(to, done, away);
        self.builder.enter(done);
        stored.into()
    }

    /// Sets the condition to whether an object is of exactly that class.
    fn class_of(&mut self, object: Operand, class: ClassId) -> ir::Reg {
        let id = self.builder.register(Type::Int(32));
        self.builder
            .emit(InstructionKind::ClassOf { to: id, object });
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Eq,
            ty: Type::Int(32),
            to,
            left: id.into(),
            right: Operand::bits(u64::from(class.0)),
        });
        to
    }

    fn machine(
        &mut self,
        result: Option<ir::Reg>,
        intrinsic: JavaIntrinsic,
        arguments: Vec<Operand>,
    ) {
        self.builder.emit(InstructionKind::CallIntrinsic {
            result,
            intrinsic: intrinsic.into(),
            arguments,
        });
    }
}
