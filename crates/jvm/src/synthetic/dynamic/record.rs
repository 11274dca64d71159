//! `toString`, `hashCode` and `equals` of records (`java.lang.runtime.ObjectMethods`).

use super::Site;
use super::adapt::wrapper;
use crate::Program;
use crate::bytecode::{Condition, Invoke, Op};
use crate::class_file::{MemberRef, PoolConstant};
use crate::descriptor::{JavaType, Kind};
use crate::program::{DynamicError, DynamicResult as Result};
use ir::{BinaryOp, FunctionId, Primitive};

const BUILDER: &str = "java/lang/StringBuilder";

fn malformed(what: &str) -> DynamicError {
    DynamicError::Record(what.to_owned())
}

impl Program {
    /// A function that does what the compiler leaves to the bootstrap method of records.
    pub(super) fn record_method(&self, site: &Site<'_>) -> Result<FunctionId> {
        let [
            PoolConstant::Class(class),
            PoolConstant::String(names),
            getters @ ..,
        ] = site.arguments.as_slice()
        else {
            return Err(malformed("with malformed arguments"));
        };
        let names = String::from_utf16_lossy(names);
        let names: Vec<&str> = names.split(';').filter(|name| !name.is_empty()).collect();
        let mut components = Vec::new();
        for getter in getters {
            match getter {
                PoolConstant::MethodHandle(handle) => components.push(handle.member),
                _ => return Err(malformed("with a component that is no field")),
            }
        }
        let ops = match site.name {
            "toString" => self.record_to_string(*class, &names, &components)?,
            "hashCode" => self.record_hash_code(&components)?,
            "equals" => self.record_equals(*class, &components)?,
            name => return Err(malformed(name)),
        };
        Ok(self.add_site(site, "record", ops))
    }

    fn component_type(&self, component: &MemberRef) -> Result<JavaType<'_>> {
        let text = self.symbols.text(component.descriptor);
        JavaType::of_field(text).ok_or_else(|| malformed("with a component without type"))
    }

    fn record_to_string(
        &self,
        class: crate::symbol::Symbol,
        names: &[&str],
        components: &[MemberRef],
    ) -> Result<Vec<Op>> {
        let builder = self.symbols.intern(BUILDER);
        let mut ops = vec![
            Op::New(builder),
            Op::Dup { skip: 0 },
            Op::Invoke(Invoke::Special, self.member_named(builder, "<init>", "()V")),
        ];
        let simple = self.symbols.text(class).rsplit(['/', '$']).next();
        let simple = simple
            .unwrap_or("")
            .trim_start_matches(|c: char| c.is_ascii_digit());
        let append = |text: &str, ops: &mut Vec<Op>| {
            ops.push(Op::Literal(self.literal_text(text)));
            let descriptor = format!("(Ljava/lang/String;)L{BUILDER};");
            self.call_virtual(BUILDER, "append", &descriptor, ops);
        };
        append(&format!("{simple}["), &mut ops);
        for (index, (name, component)) in std::iter::zip(names, components).enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            append(&format!("{separator}{name}="), &mut ops);
            ops.extend([Op::Load(Kind::Reference, 0), Op::GetField(*component)]);
            let appended = match self.component_type(component)? {
                JavaType::Primitive(Primitive::Byte | Primitive::Short) => "I".to_owned(),
                JavaType::Primitive(primitive) => primitive.letter().to_string(),
                JavaType::Reference(_) => "Ljava/lang/Object;".to_owned(),
            };
            let descriptor = format!("({appended})L{BUILDER};");
            self.call_virtual(BUILDER, "append", &descriptor, &mut ops);
        }
        append("]", &mut ops);
        self.call_virtual(BUILDER, "toString", "()Ljava/lang/String;", &mut ops);
        ops.push(Op::Return(Some(Kind::Reference)));
        Ok(ops)
    }

    fn record_hash_code(&self, components: &[MemberRef]) -> Result<Vec<Op>> {
        let mut ops = vec![Op::Number(Kind::Int, 0)];
        for component in components {
            ops.extend([
                Op::Number(Kind::Int, 31),
                Op::Binary(BinaryOp::Mul, Kind::Int),
                Op::Load(Kind::Reference, 0),
                Op::GetField(*component),
            ]);
            match self.component_type(component)? {
                JavaType::Primitive(primitive) => {
                    let descriptor = format!("({})I", primitive.letter());
                    self.call_static(wrapper(primitive), "hashCode", &descriptor, &mut ops);
                }
                JavaType::Reference(_) => self.call_static(
                    "java/util/Objects",
                    "hashCode",
                    "(Ljava/lang/Object;)I",
                    &mut ops,
                ),
            }
            ops.push(Op::Binary(BinaryOp::Add, Kind::Int));
        }
        ops.push(Op::Return(Some(Kind::Int)));
        Ok(ops)
    }

    fn record_equals(
        &self,
        class: crate::symbol::Symbol,
        components: &[MemberRef],
    ) -> Result<Vec<Op>> {
        // The places of what ends it are known last.
        const DIFFERENT: u32 = u32::MAX;
        const SAME: u32 = u32::MAX - 1;
        let mut ops = vec![
            Op::Load(Kind::Reference, 0),
            Op::Load(Kind::Reference, 1),
            Op::IfSame(true, SAME),
            Op::Load(Kind::Reference, 1),
            Op::InstanceOf(class),
            Op::If(Condition::Eq, DIFFERENT),
            Op::Load(Kind::Reference, 1),
            Op::CheckCast(class),
            Op::Store(Kind::Reference, 1),
        ];
        for component in components {
            for slot in [0, 1] {
                ops.extend([Op::Load(Kind::Reference, slot), Op::GetField(*component)]);
            }
            match self.component_type(component)? {
                JavaType::Primitive(primitive) => {
                    let letter = primitive.letter();
                    let descriptor = format!("({letter}{letter})I");
                    self.call_static(wrapper(primitive), "compare", &descriptor, &mut ops);
                    ops.push(Op::If(Condition::Ne, DIFFERENT));
                }
                JavaType::Reference(_) => {
                    let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                    self.call_static("java/util/Objects", "equals", descriptor, &mut ops);
                    ops.push(Op::If(Condition::Eq, DIFFERENT));
                }
            }
        }
        let same = ops.len() as u32;
        ops.extend([Op::Number(Kind::Int, 1), Op::Return(Some(Kind::Int))]);
        let different = ops.len() as u32;
        ops.extend([Op::Number(Kind::Int, 0), Op::Return(Some(Kind::Int))]);
        for op in &mut ops {
            if let Op::If(_, to) | Op::IfSame(_, to) = op {
                match *to {
                    SAME => *to = same,
                    DIFFERENT => *to = different,
                    _ => {}
                }
            }
        }
        Ok(ops)
    }
}
