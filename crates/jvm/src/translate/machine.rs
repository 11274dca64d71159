//! Operations of the machine: the methods of `wayfarer.Machine`.

use super::Translator;
use super::error::{Result, Unverifiable, no_descriptor};
use crate::class_file::MemberRef;
use crate::descriptor::{JavaType, Kind, Signature};
use ir::{
    BinaryOp, CompareOp, FloatBinaryOp, FloatFormat, FloatUnaryOp, InstructionKind, Intrinsic,
    JavaIntrinsic, Operand, Rounding, Type,
};

impl Translator<'_> {
    /// A method of `wayfarer.Machine`: an intrinsic of the same name.
    pub fn invoke_machine(&mut self, member: &MemberRef) -> Result<bool> {
        let name = self.program.symbols.text(member.name);
        let differs = || Unverifiable::Intrinsic(name.to_owned());
        if self.machine_instruction(name, member)? {
            return Ok(true);
        }
        match intrinsic_named(name) {
            Some(intrinsic) => {
                let descriptor = self.program.symbols.text(member.descriptor);
                let signature =
                    Signature::parse(descriptor).ok_or_else(|| no_descriptor(descriptor))?;
                let of = intrinsic.signature();
                let types: Vec<Type> = signature.parameters.iter().map(|p| p.kind().ty()).collect();
                let result = signature.result.map(|ty| ty.kind().ty());
                if types != of.parameters || result != of.result {
                    return Err(differs());
                }
                self.intrinsic(intrinsic)?;
            }
            None => {
                let what = format!("wayfarer.Machine.{name}");
                self.unsupported(&what);
                self.drop_call(member.descriptor)?;
            }
        }
        Ok(true)
    }

    /// Methods that are instructions; false if it is none.
    fn machine_instruction(&mut self, name: &str, member: &MemberRef) -> Result<bool> {
        let descriptor = self.program.symbols.text(member.descriptor);
        let signature = Signature::parse(descriptor).ok_or_else(|| no_descriptor(descriptor))?;
        let differs = || Unverifiable::Intrinsic(name.to_owned());
        let unary = match name {
            "sqrt" => Some(FloatUnaryOp::Sqrt),
            "floor" => Some(FloatUnaryOp::Round(Rounding::TowardNegative)),
            "ceil" => Some(FloatUnaryOp::Round(Rounding::TowardPositive)),
            "rint" => Some(FloatUnaryOp::Round(Rounding::NearestEven)),
            _ => None,
        };
        if let Some(op) = unary {
            let value = self.pop(Kind::Double)?;
            self.push_result(Kind::Double, |to| InstructionKind::FloatUnary {
                op,
                format: FloatFormat::Double,
                to,
                value,
            });
            return Ok(true);
        }
        match name {
            "floatBits" | "bitsFloat" | "doubleBits" | "bitsDouble" => {
                let value = self.pop(signature.parameters[0].kind())?;
                let kind = signature.result.ok_or_else(differs)?.kind();
                self.push_result(kind, |to| InstructionKind::Copy { to, value });
            }
            "fma" | "fmaf" => self.multiply_add(name == "fmaf")?,
            "remainder" => {
                let right = self.pop(Kind::Double)?;
                let left = self.pop(Kind::Double)?;
                self.push_result(Kind::Double, |to| InstructionKind::FloatBinary {
                    op: FloatBinaryOp::Remainder,
                    format: FloatFormat::Double,
                    to,
                    left,
                    right,
                });
            }
            "arrayLength" => {
                let array = self.pop(Kind::Reference)?;
                let array = self.check_null(array);
                self.push_result(Kind::Int, |to| InstructionKind::ArrayLength { to, array });
            }
            "initialise" => self.initialise()?,
            "invokeMethod" => self.invoke_method()?,
            "assertionsEnabled" => {
                self.pop(Kind::Reference)?;
                let on = self.program.options.assertions;
                self.push(Kind::Int, Operand::bits(u64::from(on)));
            }
            "throwableDetail" => {
                let offset = self.program.throwable_detail()?;
                self.push(Kind::Long, Operand::bits(u64::from(offset)));
            }
            "javaVersion" => {
                let release = self.program.class_path().jdk().release;
                let literal = self.program.literal_text(&release.to_string());
                self.push_result(Kind::Reference, |to| InstructionKind::StringLiteral {
                    to,
                    literal,
                });
            }
            _ if name.starts_with("load") => {
                let ty = signature.result.ok_or_else(differs)?;
                let address = self.address()?;
                self.load(self.memory_of(ty), |to| InstructionKind::Load {
                    to,
                    address,
                });
            }
            _ if name.starts_with("store") => {
                let ty = signature.parameters[2];
                let value = self.pop(ty.kind())?;
                let address = self.address()?;
                let field = self.memory_of(ty);
                let value = self.narrowed(field, value);
                self.builder.emit(InstructionKind::Store {
                    ty: super::field::memory_type(field),
                    value,
                    address,
                });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn memory_of(&self, ty: JavaType<'_>) -> ir::FieldType {
        match ty {
            // Of raw memory, booleans may be any byte.
            JavaType::Primitive(primitive) => ir::FieldType::Primitive(primitive),
            JavaType::Reference(_) => ir::FieldType::Reference(ir::ClassId(0)),
        }
    }

    /// Address of an object and an offset in it, which are on the stack.
    fn address(&mut self) -> Result<Operand> {
        let offset = self.pop(Kind::Long)?;
        let object = self.pop(Kind::Reference)?;
        let object = self.check_null(object);
        let to = self.builder.register(Type::Ptr);
        self.builder.emit(InstructionKind::Binary {
            op: BinaryOp::Add,
            to,
            left: object,
            right: offset,
        });
        Ok(to.into())
    }

    fn multiply_add(&mut self, single: bool) -> Result<()> {
        let (kind, format) = if single {
            (Kind::Float, FloatFormat::Single)
        } else {
            (Kind::Double, FloatFormat::Double)
        };
        let c = self.pop(kind)?;
        let b = self.pop(kind)?;
        let a = self.pop(kind)?;
        self.push_result(kind, |to| InstructionKind::FloatFma {
            format,
            to,
            a,
            b,
            c,
        });
        Ok(())
    }

    /// Calls the initialiser of a class given by its object, if it has one.
    fn initialise(&mut self) -> Result<()> {
        let class = self.pop(Kind::Reference)?;
        let class = self.check_null(class);
        let function = self.builder.register(Type::Ptr);
        self.builder.emit(InstructionKind::CallIntrinsic {
            result: Some(function),
            intrinsic: JavaIntrinsic::ClassInitialiser.into(),
            arguments: vec![class],
        });
        let (call, done) = (self.builder.block(), self.builder.block());
        self.test_pointer(CompareOp::Eq, function.into());
        self.builder.branch(self.condition, done, call);
        self.builder.enter(call);
        self.builder.emit(InstructionKind::CallIndirect {
            results: vec![self.exception],
            callee: function.into(),
            arguments: Vec::new(),
            types: Vec::new(),
            by_value: Vec::new(),
        });
        self.check_exception();
        self.builder.jump(done);
        self.builder.enter(done);
        Ok(())
    }

    /// Calls a method given by its class, its number there, a receiver and an array of arguments.
    fn invoke_method(&mut self) -> Result<()> {
        let arguments = self.pop(Kind::Reference)?;
        let receiver = self.pop(Kind::Reference)?;
        let number = self.pop(Kind::Int)?;
        let class = self.pop(Kind::Reference)?;
        let class = self.check_null(class);
        let function = self.builder.register(Type::Ptr);
        self.builder.emit(InstructionKind::CallIntrinsic {
            result: Some(function),
            intrinsic: JavaIntrinsic::MethodCaller.into(),
            arguments: vec![class, number],
        });
        let result = self.target(Kind::Reference);
        self.builder.emit(InstructionKind::CallIndirect {
            results: vec![result, self.exception],
            callee: function.into(),
            arguments: vec![receiver, arguments],
            types: vec![Type::Ptr, Type::Ptr],
            by_value: Vec::new(),
        });
        self.check_exception();
        self.push(Kind::Reference, result.into());
        Ok(())
    }

    pub fn intrinsic(&mut self, intrinsic: Intrinsic) -> Result<()> {
        let signature = intrinsic.signature();
        let mut arguments = Vec::new();
        for ty in signature.parameters.iter().rev() {
            let value = self.pop(kind_of(*ty)?)?;
            arguments.push(if *ty == Type::Ptr {
                self.resolve(value)
            } else {
                value
            });
        }
        arguments.reverse();
        let result = match signature.result {
            Some(ty) => {
                let kind = kind_of(ty)?;
                let to = self.target(kind);
                self.push(kind, to.into());
                Some(to)
            }
            None => None,
        };
        self.builder.emit(InstructionKind::CallIntrinsic {
            result,
            intrinsic,
            arguments,
        });
        Ok(())
    }
}

/// The intrinsic that a method of `wayfarer.Machine` is.
fn intrinsic_named(name: &str) -> Option<Intrinsic> {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    Intrinsic::find(&snake).filter(|found| !matches!(found, Intrinsic::C(_)))
}

fn kind_of(ty: Type) -> Result<Kind> {
    let kinds = [
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Reference,
    ];
    kinds
        .into_iter()
        .find(|kind| kind.ty() == ty)
        .ok_or(Unverifiable::IntrinsicType)
}
