//! Method handles (`java.lang.invoke.MethodHandle`).
//!
//! The library models of `MethodHandles` make them as objects of a class of the front end's own. A
//! call becomes one of a function made for its descriptor, which hands the arguments to
//! `wayfarer.Handle` in boxes.

use crate::Program;
use crate::bytecode::{Code, Op};
use crate::class_file::{MemberRef, access};
use crate::descriptor::{JavaType, Kind};
use crate::program::DynamicResult as Result;
use crate::program::Parts;
use crate::program::SyntheticFunction;
use crate::program::index_of;
use ir::FunctionId;

/// The class of method handles. Its field `implementation` is a `wayfarer.Handle`.
const CLASS: &str = "wayfarer/DirectHandle";

const OBJECT: JavaType<'static> = JavaType::Reference("java/lang/Object");

impl Program {
    /// Adds the class of method handles.
    pub(crate) fn add_method_handles(&self) {
        let (name, descriptor) = ("implementation", "Lwayfarer/Handle;");
        let (name, descriptor) = (self.symbols.intern(name), self.symbols.intern(descriptor));
        self.add_synthetic_class(
            self.symbols.intern(CLASS),
            Parts {
                access: access::PUBLIC | access::FINAL,
                superclass: Some(self.symbols.intern("java/lang/invoke/MethodHandle")),
                interfaces: Vec::new(),
                fields: vec![(access::FINAL, name, descriptor, 0)],
                methods: Vec::new(),
            },
        );
    }

    /// The function for a call of `invoke` or `invokeExact`.
    pub(super) fn method_handle_call(&self, member: &MemberRef) -> Result<FunctionId> {
        let descriptor = self.symbols.text(member.descriptor);
        let signature = super::signature(descriptor)?;
        let exact = self.symbols.text(member.name) == "invokeExact";
        let array = self.symbols.intern("[Ljava/lang/Object;");
        let loads = super::adapt::load_parameters(&signature.parameters, 1);
        let mut ops = vec![
            Op::Load(Kind::Reference, 0),
            Op::Number(Kind::Int, loads.len() as u64),
            Op::NewArray(array),
        ];
        for (at, (ty, (kind, slot))) in signature.parameters.iter().zip(&loads).enumerate() {
            ops.extend([
                Op::Dup { skip: 0 },
                Op::Number(Kind::Int, at as u64),
                Op::Load(*kind, *slot),
            ]);
            self.adapt(*ty, OBJECT, &mut ops);
            ops.push(Op::ArrayStore(None));
        }
        ops.extend([
            Op::Literal(self.literal_text(descriptor)),
            Op::Number(Kind::Int, u64::from(exact)),
        ]);
        let types = "(Ljava/lang/Object;[Ljava/lang/Object;Ljava/lang/String;I)Ljava/lang/Object;";
        let class = self.symbols.intern("wayfarer/Handle");
        ops.push(Op::Invoke(
            crate::bytecode::Invoke::Static,
            MemberRef {
                interface: true,
                ..self.member_named(class, "call", types)
            },
        ));
        match signature.result {
            None => ops.push(Op::Pop),
            Some(result) => self.open_box(result, &mut ops),
        }
        let result = signature.result.map(|ty| ty.kind());
        ops.push(Op::Return(result));
        let mut parameters = vec![Kind::Reference];
        parameters.extend(signature.parameters.iter().map(|ty| ty.kind()));
        let slots = loads.last().map_or(1, |(kind, slot)| slot + kind.slots());
        let key = (member.name, member.descriptor);
        let number = index_of(&self.variable_accesses, &key, || {
            let function = SyntheticFunction {
                stands_for: None,
                name: format!("<MethodHandle.{}>", self.symbols.text(member.name)),
                class: None,
                parameters,
                result,
                code: Code {
                    max_locals: slots,
                    ops,
                    ..Code::default()
                },
            };
            self.add_function(function).0 as usize
        });
        Ok(FunctionId(number))
    }
}
