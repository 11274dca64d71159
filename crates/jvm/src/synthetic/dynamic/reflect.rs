//! Calls by reflection: for each method a function with its receiver and an array of arguments.

use super::adapt::wrapper;
use crate::Program;
use crate::bytecode::{Code, Invoke, Op};
use crate::class_file::MemberRef;
use crate::descriptor::{JavaType, Kind, Signature};
use crate::program::Linked;
use crate::program::SyntheticFunction;
use crate::program::index_of;
use ir::FunctionId;
use std::sync::Arc;

/// Flag of a method's number: it is called as it is, whatever overrides it.
const NOT_VIRTUAL: u32 = 1 << 16;

const OBJECT: JavaType<'static> = JavaType::Reference("java/lang/Object");

impl Program {
    /// The function that calls the method of that index: it has receiver and arguments as objects,
    /// which must be of the parameters' types, and the result as an object. A constructor makes the
    /// object it is called on.
    /// With [`NOT_VIRTUAL`] in the index, no method that overrides it is called instead.
    pub(crate) fn reflective_call(&self, class: &Arc<Linked>, index: u32) -> Option<FunctionId> {
        let function = self.make_reflective_call(class, index)?;
        let key = (class.id, index);
        let number = index_of(&self.reflective_calls, &key, || {
            self.add_function(function).0 as usize
        });
        Some(FunctionId(number))
    }

    fn make_reflective_call(&self, class: &Arc<Linked>, index: u32) -> Option<SyntheticFunction> {
        let method = class.methods.get((index & !NOT_VIRTUAL) as usize)?;
        let signature = Signature::parse(self.symbols.text(method.descriptor))?;
        let member = MemberRef {
            class: class.name,
            name: method.name,
            descriptor: method.descriptor,
            interface: class.is_interface(),
        };
        let constructs = method.name == self.names.constructor;
        let mut ops = Vec::new();
        if constructs {
            ops.extend([Op::New(class.name), Op::Dup { skip: 0 }]);
        } else if !method.is_static() {
            ops.extend([Op::Load(Kind::Reference, 0), Op::CheckCast(class.name)]);
        }
        for (at, ty) in signature.parameters.iter().enumerate() {
            ops.extend([
                Op::Load(Kind::Reference, 1),
                Op::Number(Kind::Int, at as u64),
                Op::ArrayLoad(None),
            ]);
            self.open_box(*ty, &mut ops);
        }
        let invoke = if constructs || index & NOT_VIRTUAL != 0 {
            Invoke::Special
        } else if method.is_static() {
            Invoke::Static
        } else if class.is_interface() {
            Invoke::Interface
        } else {
            Invoke::Virtual
        };
        ops.push(Op::Invoke(invoke, member));
        match signature.result {
            None if constructs => {}
            None => ops.push(Op::Null),
            Some(result) => self.adapt(result, OBJECT, &mut ops),
        }
        ops.push(Op::Return(Some(Kind::Reference)));
        Some(SyntheticFunction {
            stands_for: None,
            name: format!("<call of {}>", class.ir.name),
            class: Some(Arc::clone(class)),
            parameters: vec![Kind::Reference, Kind::Reference],
            result: Some(Kind::Reference),
            code: Code {
                max_locals: 2,
                ops,
                ..Code::default()
            },
        })
    }

    /// Makes the object on the stack a value of a type, a box of which it must be.
    pub(super) fn open_box(&self, ty: JavaType<'_>, ops: &mut Vec<Op>) {
        match ty {
            JavaType::Primitive(primitive) => {
                ops.push(Op::CheckCast(self.symbols.intern(wrapper(primitive))));
                self.unbox(primitive, ops);
            }
            JavaType::Reference(_) => self.adapt(OBJECT, ty, ops),
        }
    }
}
