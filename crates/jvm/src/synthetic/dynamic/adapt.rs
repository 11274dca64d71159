//! Conversions of values between the types of a functional interface and those of what implements
//! it (`LambdaMetafactory`, `MethodHandle.asType`).

use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::descriptor::{JavaType, Kind};
use ir::Primitive;

/// The class that boxes a primitive type.
pub(super) fn wrapper(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "java/lang/Boolean",
        Primitive::Byte => "java/lang/Byte",
        Primitive::Char => "java/lang/Character",
        Primitive::Short => "java/lang/Short",
        Primitive::Int => "java/lang/Integer",
        Primitive::Long => "java/lang/Long",
        Primitive::Float => "java/lang/Float",
        Primitive::Double => "java/lang/Double",
    }
}

/// The primitive type that a class boxes.
fn unwrapped(class: &str) -> Option<Primitive> {
    Primitive::ALL
        .into_iter()
        .find(|primitive| wrapper(*primitive) == class)
}

impl Program {
    /// Appends what makes a value of one type one of another.
    pub(super) fn adapt(&self, from: JavaType<'_>, to: JavaType<'_>, ops: &mut Vec<Op>) {
        match (from, to) {
            (JavaType::Primitive(from), JavaType::Primitive(to)) => widen(from, to, ops),
            (JavaType::Primitive(primitive), JavaType::Reference(to)) => {
                // A box of the type that is asked for, as in `long` from `int`.
                let boxed = unwrapped(to).unwrap_or(primitive);
                widen(primitive, boxed, ops);
                self.box_value(boxed, ops);
            }
            (JavaType::Reference(from), JavaType::Primitive(to)) => {
                let boxed = unwrapped(from).unwrap_or(to);
                if unwrapped(from).is_none() {
                    ops.push(Op::CheckCast(self.symbols.intern(wrapper(boxed))));
                }
                self.unbox(boxed, ops);
                widen(boxed, to, ops);
            }
            (JavaType::Reference(from), JavaType::Reference(to)) => {
                if from != to && to != "java/lang/Object" {
                    ops.push(Op::CheckCast(self.symbols.intern(to)));
                }
            }
        }
    }

    pub(super) fn box_value(&self, primitive: Primitive, ops: &mut Vec<Op>) {
        let class = wrapper(primitive);
        let descriptor = format!("({})L{class};", primitive.letter());
        self.call_static(class, "valueOf", &descriptor, ops);
    }

    pub(super) fn unbox(&self, primitive: Primitive, ops: &mut Vec<Op>) {
        let name = format!("{}Value", primitive.name());
        let descriptor = format!("(){}", primitive.letter());
        self.call_virtual(wrapper(primitive), &name, &descriptor, ops);
    }

    pub(super) fn call_static(&self, class: &str, name: &str, descriptor: &str, ops: &mut Vec<Op>) {
        let class = self.symbols.intern(class);
        let member = self.member_named(class, name, descriptor);
        ops.push(Op::Invoke(Invoke::Static, member));
    }

    pub(super) fn call_virtual(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
        ops: &mut Vec<Op>,
    ) {
        let class = self.symbols.intern(class);
        let member = self.member_named(class, name, descriptor);
        ops.push(Op::Invoke(Invoke::Virtual, member));
    }
}

fn widen(from: Primitive, to: Primitive, ops: &mut Vec<Op>) {
    let (from, to) = (
        JavaType::Primitive(from).kind(),
        JavaType::Primitive(to).kind(),
    );
    if from != to {
        ops.push(Op::Convert(from, to));
    }
}

/// Reads parameters, which are in the first slots.
pub(super) fn load_parameters(types: &[JavaType<'_>], first: u16) -> Vec<(Kind, u16)> {
    let mut slot = first;
    let mut loads = Vec::new();
    for ty in types {
        loads.push((ty.kind(), slot));
        slot += ty.kind().slots();
    }
    loads
}
