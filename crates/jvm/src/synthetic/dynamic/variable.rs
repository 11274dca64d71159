//! Variable handles (`java.lang.invoke.VarHandle`): what they do on fields, array elements and views
//! of byte arrays, with one thread.
//!
//! The library models of `MethodHandles` make them as objects of a class of the front end's own,
//! which say where the variable is. A call of an access method, whose descriptor is that of the call
//! (JVMS 2.9.3), becomes one of a function made for method and descriptor.

use crate::Program;
use crate::bytecode::{Code, Condition, Op};
use crate::class_file::{MemberRef, access};
use crate::descriptor::{JavaType, Kind};
use crate::program::Parts;
use crate::program::SyntheticFunction;
use crate::program::index_of;
use crate::program::{Body, LinkedMethod};
use crate::program::{DynamicError, DynamicResult as Result};
use ir::{BinaryOp, FunctionId, Primitive};
use std::sync::Arc;

/// The class of variable handles. Fields: `base`, the object with the variable unless the call gives
/// it; `offset` in it; `shift`, the logarithm of the size of an array's elements, or -1 for a view of
/// a byte array; `swap`, 1 if the view has the big end first.
pub(crate) const CLASS: &str = "wayfarer/VariableHandle";

const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";
const OBJECT: &str = "Ljava/lang/Object;";

/// What an access method does.
#[derive(Clone, Copy, PartialEq)]
enum Access {
    Get,
    Set,
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAnd(BinaryOp),
}

impl Access {
    fn of(name: &str) -> Option<Access> {
        let starts = |start| name.starts_with(start);
        Some(match name {
            "get" | "getVolatile" | "getOpaque" | "getAcquire" => Access::Get,
            "set" | "setVolatile" | "setOpaque" | "setRelease" => Access::Set,
            _ if starts("compareAndSet") || starts("weakCompareAndSet") => Access::CompareAndSet,
            _ if starts("compareAndExchange") => Access::CompareAndExchange,
            _ if starts("getAndSet") => Access::GetAndSet,
            _ if starts("getAndAdd") => Access::GetAnd(BinaryOp::Add),
            _ if starts("getAndBitwiseOr") => Access::GetAnd(BinaryOp::Or),
            _ if starts("getAndBitwiseAnd") => Access::GetAnd(BinaryOp::And),
            _ if starts("getAndBitwiseXor") => Access::GetAnd(BinaryOp::Xor),
            _ => return None,
        })
    }

    /// How many values it is given.
    fn values(self) -> usize {
        match self {
            Access::Get => 0,
            Access::Set | Access::GetAndSet | Access::GetAnd(_) => 1,
            Access::CompareAndSet | Access::CompareAndExchange => 2,
        }
    }
}

impl Program {
    /// Adds the class of variable handles.
    pub(crate) fn add_variable_handles(&self) {
        let field = |name: &str, descriptor: &str| {
            let (name, descriptor) = (self.symbols.intern(name), self.symbols.intern(descriptor));
            (access::FINAL, name, descriptor, 0)
        };
        // Whether a call's types have to be exactly the variable's makes no difference here.
        let itself = |name: &str| LinkedMethod {
            access: access::PUBLIC,
            name: self.symbols.intern(name),
            descriptor: self.symbols.intern("()Ljava/lang/invoke/VarHandle;"),
            body: Body::Made(Arc::new(Code {
                max_locals: 1,
                ops: vec![
                    Op::Load(Kind::Reference, 0),
                    Op::Return(Some(Kind::Reference)),
                ],
                ..Code::default()
            })),
        };
        self.add_synthetic_class(
            self.symbols.intern(CLASS),
            Parts {
                access: access::PUBLIC | access::FINAL,
                superclass: Some(self.symbols.intern(VAR_HANDLE)),
                interfaces: Vec::new(),
                fields: vec![
                    field("base", OBJECT),
                    field("offset", "J"),
                    field("shift", "I"),
                    field("swap", "I"),
                ],
                methods: vec![
                    itself("withInvokeExactBehavior"),
                    itself("withInvokeBehavior"),
                ],
            },
        );
    }

    /// The function for a call of such a method; `None` if it is none.
    pub(crate) fn signature_polymorphic(&self, member: &MemberRef) -> Option<Result<FunctionId>> {
        let class = self.symbols.text(member.class);
        let name = self.symbols.text(member.name);
        if class == METHOD_HANDLE && matches!(name, "invoke" | "invokeExact") {
            return Some(self.method_handle_call(member));
        }
        if class != VAR_HANDLE {
            return None;
        }
        let access = Access::of(name)?;
        let key = (member.name, member.descriptor);
        let made = self.made_variable_access(member, access);
        let function = match made {
            Ok(function) => function,
            Err(what) => return Some(Err(what)),
        };
        let number = index_of(&self.variable_accesses, &key, || {
            self.add_function(function).0 as usize
        });
        Some(Ok(FunctionId(number)))
    }

    fn made_variable_access(
        &self,
        member: &MemberRef,
        access: Access,
    ) -> Result<SyntheticFunction> {
        let descriptor = self.symbols.text(member.descriptor);
        let signature = super::signature(descriptor)?;
        let coordinates = signature
            .parameters
            .len()
            .checked_sub(access.values())
            .filter(|count| *count <= 2)
            .ok_or(DynamicError::Variable("with more than two coordinates"))?;
        let value = match access {
            // A value that nobody wants is not known by its type: what is left are the checks.
            Access::Get => signature
                .result
                .or(Some(JavaType::Primitive(Primitive::Byte))),
            _ => signature.parameters.last().copied(),
        };
        let value = value.ok_or(DynamicError::Variable("that is accessed without a value"))?;
        let mut slots = vec![(Kind::Reference, 0)];
        slots.extend(super::adapt::load_parameters(&signature.parameters, 1));
        let next = slots.last().map_or(1, |(kind, slot)| slot + kind.slots());
        let mut maker = Maker {
            program: self,
            value,
            is_wanted: access != Access::Get || signature.result.is_some(),
            base: next,
            ops: Vec::new(),
        };
        maker.place(coordinates);
        let given: Vec<(Kind, u16)> = slots[1 + coordinates..].to_vec();
        maker.body(access, &given);
        maker.result(access, signature.result);
        let mut parameters = vec![Kind::Reference];
        parameters.extend(signature.parameters.iter().map(|ty| ty.kind()));
        Ok(SyntheticFunction {
            stands_for: None,
            name: format!("<VarHandle.{}>", self.symbols.text(member.name)),
            class: None,
            parameters,
            result: signature.result.map(|ty| ty.kind()),
            code: Code {
                ops: maker.ops,
                ..Code::default()
            },
        })
    }
}

/// Writes the code of an access.
struct Maker<'a> {
    program: &'a Program,
    /// Type of the variable.
    value: JavaType<'a>,
    /// False for a value that nobody uses: the call does not tell its type.
    is_wanted: bool,
    /// Slot of the object with the variable; its offset and the old value follow.
    base: u16,
    ops: Vec<Op>,
}

impl Maker<'_> {
    fn field(&mut self, name: &str, descriptor: &str) {
        let class = self.program.symbols.intern(CLASS);
        let member = self.program.member_named(class, name, descriptor);
        self.ops.push(Op::Load(Kind::Reference, 0));
        self.ops.push(Op::GetField(member));
    }

    fn machine(&mut self, name: &str, descriptor: &str) {
        let program = self.program;
        program.call_static("wayfarer/Machine", name, descriptor, &mut self.ops);
    }

    fn helper(&mut self, name: &str, descriptor: &str) {
        let program = self.program;
        program.call_static("wayfarer/Variables", name, descriptor, &mut self.ops);
    }

    /// Puts object and offset into their slots.
    fn place(&mut self, coordinates: usize) {
        match coordinates {
            0 => self.field("base", OBJECT),
            _ => self.ops.push(Op::Load(Kind::Reference, 1)),
        }
        self.ops.push(Op::Store(Kind::Reference, self.base));
        if coordinates == 2 {
            self.ops.push(Op::Load(Kind::Reference, 1));
            self.ops.push(Op::Load(Kind::Int, 2));
            self.field("shift", "I");
            let size = match self.value {
                _ if !self.is_wanted => 0,
                JavaType::Primitive(primitive) => primitive.size(),
                JavaType::Reference(_) => 8,
            };
            self.ops.push(Op::Number(Kind::Int, size));
            self.helper("offset", "(Ljava/lang/Object;III)J");
        } else {
            self.field("offset", "J");
        }
        self.ops.push(Op::Store(Kind::Long, self.base + 1));
    }

    /// Name and type of the variable in memory.
    fn memory(&self) -> (String, String) {
        match self.value {
            JavaType::Primitive(primitive) => {
                let name = primitive.name();
                let (first, rest) = name.split_at(1);
                (first.to_uppercase() + rest, primitive.letter().to_string())
            }
            JavaType::Reference(_) => ("Reference".to_owned(), OBJECT.to_owned()),
        }
    }

    fn load(&mut self) {
        let (name, ty) = self.memory();
        self.ops.push(Op::Load(Kind::Reference, self.base));
        self.ops.push(Op::Load(Kind::Long, self.base + 1));
        self.machine(
            &format!("load{name}"),
            &format!("(Ljava/lang/Object;J){ty}"),
        );
        self.swap(&ty);
    }

    /// Writes the value that `push` pushes.
    fn store(&mut self, push: &[Op]) {
        let (name, ty) = self.memory();
        self.ops.push(Op::Load(Kind::Reference, self.base));
        self.ops.push(Op::Load(Kind::Long, self.base + 1));
        self.ops.extend_from_slice(push);
        self.swap(&ty);
        self.machine(
            &format!("store{name}"),
            &format!("(Ljava/lang/Object;J{ty})V"),
        );
    }

    /// Exchanges the bytes of a value of a view that has the big end first.
    fn swap(&mut self, ty: &str) {
        if matches!(ty, "S" | "C" | "I" | "J" | "F" | "D") {
            self.field("swap", "I");
            self.helper("swap", &format!("({ty}I){ty}"));
        }
    }

    fn body(&mut self, access: Access, given: &[(Kind, u16)]) {
        let kind = self.value.kind();
        let old = self.base + 3;
        let load = |(kind, slot): (Kind, u16)| Op::Load(kind, slot);
        if access == Access::Set {
            return self.store(&[load(given[0])]);
        }
        self.load();
        self.ops.push(Op::Store(kind, old));
        match access {
            Access::Get | Access::Set => {}
            Access::GetAndSet => self.store(&[load(given[0])]),
            Access::GetAnd(op) => {
                let operation = match kind.format() {
                    Some(_) => Op::FloatBinary(crate::bytecode::FloatOp::Add, kind),
                    None => Op::Binary(op, kind),
                };
                self.store(&[Op::Load(kind, old), load(given[0]), operation]);
            }
            Access::CompareAndSet | Access::CompareAndExchange => {
                self.ops.push(Op::Load(kind, old));
                self.ops.push(load(given[0]));
                let test = self.difference(kind);
                self.store(&[load(given[1])]);
                if access == Access::CompareAndSet {
                    self.ops.push(Op::Number(Kind::Int, 1));
                    self.ops.push(Op::Return(Some(Kind::Int)));
                }
                let end = self.ops.len() as u32;
                match &mut self.ops[test] {
                    Op::If(_, to) | Op::IfCompare(_, to) | Op::IfSame(_, to) => *to = end,
                    _ => {}
                }
            }
        }
    }

    /// Appends a jump where the two values on the stack differ in their bits; gives its place.
    fn difference(&mut self, kind: Kind) -> usize {
        match kind {
            Kind::Reference => self.ops.push(Op::IfSame(false, 0)),
            Kind::Int => self.ops.push(Op::IfCompare(Condition::Ne, 0)),
            Kind::Long => {
                self.ops.push(Op::CompareLong);
                self.ops.push(Op::If(Condition::Ne, 0));
            }
            Kind::Float | Kind::Double => {
                let letter = if kind == Kind::Float { 'F' } else { 'D' };
                self.helper("same", &format!("({letter}{letter})Z"));
                self.ops.push(Op::If(Condition::Eq, 0));
            }
        }
        self.ops.len() - 1
    }

    fn result(&mut self, access: Access, result: Option<JavaType<'_>>) {
        let old = self.base + 3;
        match (access, result) {
            (_, None) => self.ops.push(Op::Return(None)),
            (Access::CompareAndSet, Some(_)) => {
                self.ops.push(Op::Number(Kind::Int, 0));
                self.ops.push(Op::Return(Some(Kind::Int)));
            }
            (_, Some(result)) => {
                self.ops.push(Op::Load(self.value.kind(), old));
                if let JavaType::Reference(name) = result
                    && name != "java/lang/Object"
                    && self.value.kind() == Kind::Reference
                {
                    self.ops
                        .push(Op::CheckCast(self.program.symbols.intern(name)));
                }
                self.ops.push(Op::Return(Some(result.kind())));
            }
        }
    }
}
