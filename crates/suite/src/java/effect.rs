//! Recognises constructors and setters that do nothing but assign their parameters and constants to
//! fields: code without branches, on a stack of known values.

use super::shape::{Assignment, Effect, Source};
use super::{DoubleBits, FloatBits, Signature, Value};

/// A constant of a class file, as far as such code uses them.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// A number.
    Value(Value),
    /// A field or method: class (binary name), name, descriptor.
    Member(String, String, String),
}

/// Something on the operand stack.
#[derive(Clone, Debug, PartialEq)]
enum Operand {
    This,
    Known(Source),
}

/// The effect of an instance method's code; `None` if it does more. `constant` looks up the
/// constant pool.
pub fn effect(
    code: &[u8],
    descriptor: &str,
    constant: &dyn Fn(u16) -> Option<Constant>,
) -> Option<Effect> {
    let signature = Signature::parse(descriptor)?;
    let mut locals = vec![Some(Operand::This)];
    for (index, parameter) in signature.parameters.iter().enumerate() {
        locals.push(Some(Operand::Known(Source::Parameter(index))));
        locals.extend((1..parameter.slots()).map(|_| None));
    }
    let mut reader = Reader {
        code,
        at: 0,
        locals,
        stack: Vec::new(),
        effect: Effect::default(),
        constant,
    };
    while !reader.step()? {}
    Some(reader.effect)
}

struct Reader<'a> {
    code: &'a [u8],
    at: usize,
    locals: Vec<Option<Operand>>,
    stack: Vec<Operand>,
    effect: Effect,
    constant: &'a dyn Fn(u16) -> Option<Constant>,
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.code.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.byte()?, self.byte()?]))
    }

    fn value(&mut self, value: Value) {
        self.stack.push(Operand::Known(Source::Constant(value)));
    }

    fn load(&mut self, local: usize) -> Option<()> {
        let operand = self.locals.get(local)?.clone()?;
        self.stack.push(operand);
        Some(())
    }

    /// Executes an instruction; true if it returns.
    fn step(&mut self) -> Option<bool> {
        let opcode = self.byte()?;
        match opcode {
            0x00 => {}
            0x01 => self.value(Value::Null),
            0x02..=0x08 => self.value(Value::Int(i32::from(opcode) - 3)),
            0x09 | 0x0a => self.value(Value::Long(i64::from(opcode) - 9)),
            0x0b..=0x0d => {
                let value = f32::from(opcode - 0x0b);
                self.value(Value::Float(FloatBits(value.to_bits())));
            }
            0x0e | 0x0f => {
                let value = f64::from(opcode - 0x0e);
                self.value(Value::Double(DoubleBits(value.to_bits())));
            }
            0x10 => {
                let value = self.byte()? as i8;
                self.value(Value::Int(i32::from(value)));
            }
            0x11 => {
                let value = self.short()? as i16;
                self.value(Value::Int(i32::from(value)));
            }
            0x12..=0x14 => {
                let index = match opcode {
                    0x12 => u16::from(self.byte()?),
                    _ => self.short()?,
                };
                let Constant::Value(value) = (self.constant)(index)? else {
                    return None;
                };
                self.value(value);
            }
            // Loads of int, long, float, double and references.
            0x15..=0x19 => {
                let local = self.byte()?;
                self.load(usize::from(local))?;
            }
            0x1a..=0x2d => self.load(usize::from((opcode - 0x1a) % 4))?,
            0x57 => {
                self.stack.pop()?;
            }
            // A cast to a type variable's bound: the value is that of a field with that type.
            0xc0 => {
                self.short()?;
            }
            0xb0 => {
                // A setter that returns its object.
                return (self.stack.pop()? == Operand::This).then_some(true);
            }
            0xb1 => return Some(true),
            0xb5 => self.assign()?,
            0xb7 => self.delegate()?,
            0xb8 => self.require_non_null()?,
            _ => return None,
        }
        Some(false)
    }

    fn member(&mut self) -> Option<(String, String, String)> {
        let index = self.short()?;
        match (self.constant)(index)? {
            Constant::Member(class, name, descriptor) => Some((class, name, descriptor)),
            Constant::Value(_) => None,
        }
    }

    fn assign(&mut self) -> Option<()> {
        let (class, field, descriptor) = self.member()?;
        let Operand::Known(source) = self.stack.pop()? else {
            return None;
        };
        if self.stack.pop()? != Operand::This {
            return None;
        }
        let source = match source {
            Source::Constant(Value::Int(value)) => Source::Constant(narrowed(value, &descriptor)?),
            source => source,
        };
        self.effect.assignments.push(Assignment {
            class,
            field,
            source,
        });
        Some(())
    }

    fn delegate(&mut self) -> Option<()> {
        let (class, name, descriptor) = self.member()?;
        let count = Signature::parse(&descriptor)?.parameters.len();
        let first = self.stack.len().checked_sub(count)?;
        let arguments = self.stack.split_off(first).into_iter();
        let known = arguments.map(|argument| match argument {
            Operand::Known(source) => Some(source),
            Operand::This => None,
        });
        let arguments: Vec<Source> = known.collect::<Option<_>>()?;
        let once = self.effect.delegate.is_none();
        if name != "<init>" || self.stack.pop()? != Operand::This || !once {
            return None;
        }
        self.effect.delegate = Some((class, descriptor, arguments));
        Some(())
    }

    fn require_non_null(&mut self) -> Option<()> {
        let (class, name, descriptor) = self.member()?;
        if (class.as_str(), name.as_str()) != ("java.util.Objects", "requireNonNull")
            || descriptor != "(Ljava/lang/Object;)Ljava/lang/Object;"
        {
            return None;
        }
        let Operand::Known(Source::Parameter(index)) = self.stack.last()? else {
            return None;
        };
        self.effect.non_null.push(*index);
        Some(())
    }
}

/// An `int` constant as a field of that type holds it.
fn narrowed(value: i32, descriptor: &str) -> Option<Value> {
    Some(match descriptor {
        "Z" => Value::Boolean(value & 1 != 0),
        "B" => Value::Byte(value as i8),
        "S" => Value::Short(value as i16),
        "C" => Value::Char(value as u16),
        "I" => Value::Int(value),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, descriptor: &str) -> Option<Constant> {
        Some(Constant::Member(
            "P".to_owned(),
            name.to_owned(),
            descriptor.to_owned(),
        ))
    }

    #[test]
    fn a_constructor_of_assignments_is_recognised() {
        // super(); this.x = x; this.on = true; this.next = Objects.requireNonNull(next);
        let code = [
            0x2a, 0xb7, 0, 1, 0x2a, 0x1f, 0xb5, 0, 2, 0x2a, 0x04, 0xb5, 0, 3, 0x2a, 0x2d, 0xb8, 0,
            4, 0xc0, 0, 9, 0xb5, 0, 5, 0xb1,
        ];
        let constant = |index: u16| match index {
            1 => Some(Constant::Member(
                "java.lang.Object".to_owned(),
                "<init>".to_owned(),
                "()V".to_owned(),
            )),
            2 => field("x", "J"),
            3 => field("on", "Z"),
            4 => Some(Constant::Member(
                "java.util.Objects".to_owned(),
                "requireNonNull".to_owned(),
                "(Ljava/lang/Object;)Ljava/lang/Object;".to_owned(),
            )),
            5 => field("next", "LP;"),
            _ => None,
        };
        let effect = effect(&code, "(JLP;)V", &constant).expect("it is recognised");
        let assign = |name: &str, source| Assignment {
            class: "P".to_owned(),
            field: name.to_owned(),
            source,
        };
        assert_eq!(
            effect.assignments,
            [
                assign("x", Source::Parameter(0)),
                assign("on", Source::Constant(Value::Boolean(true))),
                assign("next", Source::Parameter(1)),
            ]
        );
        assert_eq!(effect.non_null, [1]);
        let object = ("java.lang.Object".to_owned(), "()V".to_owned(), vec![]);
        assert_eq!(effect.delegate, Some(object));
    }

    #[test]
    fn other_code_is_not() {
        let constant = |_: u16| field("x", "I");
        // this.x = x + 1; a branch; code that ends early.
        assert_eq!(
            effect(
                &[0x2a, 0x1b, 0x04, 0x60, 0xb5, 0, 1, 0xb1],
                "(I)V",
                &constant
            ),
            None
        );
        assert_eq!(effect(&[0x1b, 0x99, 0, 3, 0xb1], "(I)V", &constant), None);
        assert_eq!(effect(&[0x2a, 0x1b, 0xb5], "(I)V", &constant), None);
        // The second half of a long is no variable.
        assert_eq!(
            effect(&[0x2a, 0x1c, 0xb5, 0, 1, 0xb1], "(J)V", &constant),
            None
        );
    }
}
