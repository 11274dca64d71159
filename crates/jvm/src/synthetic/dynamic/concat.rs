//! String concatenation (`java.lang.invoke.StringConcatFactory`).

use super::Site;
use super::adapt::load_parameters;
use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::class_file::PoolConstant;
use crate::descriptor::{JavaType, Kind};
use crate::program::{DynamicError, DynamicResult as Result};
use ir::{FunctionId, Primitive};

const BUILDER: &str = "java/lang/StringBuilder";
/// In a recipe: the next argument.
const ARGUMENT: u16 = 1;
/// In a recipe: the next constant.
const CONSTANT: u16 = 2;

const TOO_FEW: &str = "with a recipe of more parts than there are";

/// A piece of the result.
enum Piece {
    Text(Vec<u16>),
    Argument(usize),
}

impl Program {
    /// A function that concatenates its arguments as a recipe says, with a string builder: the
    /// user's `toString` methods are called in order.
    pub(super) fn concatenation(&self, site: &Site<'_>, recipe: bool) -> Result<FunctionId> {
        let pieces = if recipe {
            pieces(site)?
        } else {
            (0..site.signature.parameters.len())
                .map(Piece::Argument)
                .collect()
        };
        let builder = self.symbols.intern(BUILDER);
        let mut ops = vec![
            Op::New(builder),
            Op::Dup { skip: 0 },
            Op::Invoke(Invoke::Special, self.member_named(builder, "<init>", "()V")),
        ];
        let slots = load_parameters(&site.signature.parameters, 0);
        for piece in pieces {
            match piece {
                Piece::Text(text) => {
                    ops.push(Op::Literal(self.literal_id(text)));
                    self.append("Ljava/lang/String;", &mut ops);
                }
                Piece::Argument(index) => {
                    let (kind, slot) = *slots
                        .get(index)
                        .ok_or(DynamicError::Concatenation(TOO_FEW))?;
                    ops.push(Op::Load(kind, slot));
                    self.append(appended(site.signature.parameters[index]), &mut ops);
                }
            }
        }
        self.call_virtual(BUILDER, "toString", "()Ljava/lang/String;", &mut ops);
        ops.push(Op::Return(Some(Kind::Reference)));
        Ok(self.add_site(site, "concatenation", ops))
    }

    fn append(&self, descriptor: &str, ops: &mut Vec<Op>) {
        let descriptor = format!("({descriptor})L{BUILDER};");
        self.call_virtual(BUILDER, "append", &descriptor, ops);
    }
}

/// The parameter of the `append` method for a type.
fn appended(ty: JavaType<'_>) -> &'static str {
    match ty {
        JavaType::Primitive(primitive) => match primitive {
            Primitive::Boolean => "Z",
            Primitive::Char => "C",
            Primitive::Byte | Primitive::Short | Primitive::Int => "I",
            Primitive::Long => "J",
            Primitive::Float => "F",
            Primitive::Double => "D",
        },
        JavaType::Reference("java/lang/String") => "Ljava/lang/String;",
        JavaType::Reference(_) => "Ljava/lang/Object;",
    }
}

fn pieces(site: &Site<'_>) -> Result<Vec<Piece>> {
    let mut arguments = site.arguments.iter();
    let Some(PoolConstant::String(recipe)) = arguments.next() else {
        return Err(DynamicError::Concatenation("without recipe"));
    };
    let mut pieces = Vec::new();
    let mut next = 0;
    for unit in recipe {
        match *unit {
            ARGUMENT => {
                pieces.push(Piece::Argument(next));
                next += 1;
            }
            CONSTANT => {
                let constant = arguments
                    .next()
                    .ok_or(DynamicError::Concatenation(TOO_FEW))?;
                pieces.push(Piece::Text(constant_text(constant)?));
            }
            unit => match pieces.last_mut() {
                Some(Piece::Text(text)) => text.push(unit),
                _ => pieces.push(Piece::Text(vec![unit])),
            },
        }
    }
    Ok(pieces)
}

fn constant_text(constant: &PoolConstant) -> Result<Vec<u16>> {
    match constant {
        PoolConstant::String(text) => Ok(text.clone()),
        PoolConstant::Integer(value) => Ok(value.to_string().encode_utf16().collect()),
        PoolConstant::Long(value) => Ok(value.to_string().encode_utf16().collect()),
        _ => Err(DynamicError::Concatenation(
            "with a constant that is no string or integer",
        )),
    }
}
