//! Recognises constructors and setters that do nothing but assign their parameters and constants to
//! fields: code without branches, on a stack of known values.

use super::shape::{Assignment, Effect, Source};
use super::{DoubleBits, FloatBits, Value};
use jvm::bytecode::{Code, Invoke, Op};
use jvm::class_file::MemberRef;
use jvm::descriptor::{Kind, Signature};
use jvm::symbol::Symbols;

/// Something on the operand stack.
#[derive(Clone, Debug, PartialEq)]
enum Operand {
    This,
    Known(Source),
}

/// The effect of an instance method's code; `None` if it does more.
pub fn effect(code: &Code, descriptor: &str, symbols: &Symbols) -> Option<Effect> {
    let signature = Signature::parse(descriptor)?;
    let mut locals = vec![Some(Operand::This)];
    for (index, parameter) in signature.parameters.iter().enumerate() {
        locals.push(Some(Operand::Known(Source::Parameter(index))));
        locals.extend((1..parameter.kind().slots()).map(|_| None));
    }
    let mut known = KnownValues {
        symbols,
        locals,
        stack: Vec::new(),
        effect: Effect::default(),
    };
    for op in &code.ops {
        if known.step(op)? {
            return Some(known.effect);
        }
    }
    None
}

/// What is known of the frame between two instructions.
struct KnownValues<'a> {
    symbols: &'a Symbols,
    locals: Vec<Option<Operand>>,
    stack: Vec<Operand>,
    effect: Effect,
}

impl<'a> KnownValues<'a> {
    fn value(&mut self, value: Value) {
        self.stack.push(Operand::Known(Source::Constant(value)));
    }

    /// Executes an instruction; true if it returns.
    fn step(&mut self, op: &Op) -> Option<bool> {
        match op {
            // A cast to a type variable's bound: the value is that of a field with that type.
            Op::Nop | Op::CheckCast(_) => {}
            Op::Null => self.value(Value::Null),
            Op::Number(kind, bits) => self.value(number(*kind, *bits)?),
            Op::Load(_, local) => {
                let operand = self.locals.get(usize::from(*local))?.clone()?;
                self.stack.push(operand);
            }
            Op::Pop => {
                self.stack.pop()?;
            }
            // A setter that returns its object.
            Op::Return(Some(Kind::Reference)) => {
                return (self.stack.pop()? == Operand::This).then_some(true);
            }
            Op::Return(None) => return Some(true),
            Op::PutField(member) => self.assign(member)?,
            Op::Invoke(Invoke::Special, member) => self.delegate(member)?,
            Op::Invoke(Invoke::Static, member) => self.require_non_null(member)?,
            _ => return None,
        }
        Some(false)
    }

    /// Class (binary name), name and descriptor of a field or method.
    fn names(&self, member: &MemberRef) -> (String, &'a str, &'a str) {
        (
            self.symbols.text(member.class).replace('/', "."),
            self.symbols.text(member.name),
            self.symbols.text(member.descriptor),
        )
    }

    fn assign(&mut self, member: &MemberRef) -> Option<()> {
        let (class, field, descriptor) = self.names(member);
        let Operand::Known(source) = self.stack.pop()? else {
            return None;
        };
        if self.stack.pop()? != Operand::This {
            return None;
        }
        let source = match source {
            Source::Constant(Value::Int(value)) => Source::Constant(narrowed(value, descriptor)?),
            source => source,
        };
        self.effect.assignments.push(Assignment {
            class,
            field: field.to_owned(),
            source,
        });
        Some(())
    }

    fn delegate(&mut self, member: &MemberRef) -> Option<()> {
        let (class, name, descriptor) = self.names(member);
        let count = Signature::parse(descriptor)?.parameters.len();
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
        self.effect.delegate = Some((class, descriptor.to_owned(), arguments));
        Some(())
    }

    fn require_non_null(&mut self, member: &MemberRef) -> Option<()> {
        let (class, name, descriptor) = self.names(member);
        if (class.as_str(), name) != ("java.util.Objects", "requireNonNull")
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

/// A number as the JVM has it on its stack.
fn number(kind: Kind, bits: u64) -> Option<Value> {
    match kind {
        Kind::Int => Some(Value::Int(bits as i32)),
        Kind::Long => Some(Value::Long(bits as i64)),
        Kind::Float => Some(Value::Float(FloatBits(bits as u32))),
        Kind::Double => Some(Value::Double(DoubleBits(bits))),
        Kind::Reference => None,
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
    use jvm::bytecode::Condition;

    /// The effect of these instructions.
    fn effect_of(symbols: &Symbols, ops: Vec<Op>, descriptor: &str) -> Option<Effect> {
        let code = Code {
            ops,
            ..Code::default()
        };
        effect(&code, descriptor, symbols)
    }

    fn member(symbols: &Symbols, class: &str, name: &str, descriptor: &str) -> MemberRef {
        MemberRef {
            class: symbols.intern(class),
            name: symbols.intern(name),
            descriptor: symbols.intern(descriptor),
            interface: false,
        }
    }

    fn this() -> Op {
        Op::Load(Kind::Reference, 0)
    }

    #[test]
    fn a_constructor_of_assignments_is_recognised() {
        let symbols = Symbols::default();
        let field = |name, descriptor| Op::PutField(member(&symbols, "P", name, descriptor));
        let object = member(&symbols, "java/lang/Object", "<init>", "()V");
        let check = member(
            &symbols,
            "java/util/Objects",
            "requireNonNull",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
        );
        // super(); this.x = x; this.on = true; this.next = Objects.requireNonNull(next);
        let ops = vec![
            this(),
            Op::Invoke(Invoke::Special, object),
            this(),
            Op::Load(Kind::Long, 1),
            field("x", "J"),
            this(),
            Op::Number(Kind::Int, 1),
            field("on", "Z"),
            this(),
            Op::Load(Kind::Reference, 3),
            Op::Invoke(Invoke::Static, check),
            Op::CheckCast(symbols.intern("P")),
            field("next", "LP;"),
            Op::Return(None),
        ];
        let effect = effect_of(&symbols, ops, "(JLP;)V").expect("it is recognised");
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
        let symbols = Symbols::default();
        let x = Op::PutField(member(&symbols, "P", "x", "I"));
        let load = |kind| Op::Load(kind, 1);
        // this.x = x + 1; a branch; code that ends early.
        let one = Op::Number(Kind::Int, 1);
        let add = Op::Binary(ir::BinaryOp::Add, Kind::Int);
        let sum = vec![
            this(),
            load(Kind::Int),
            one,
            add,
            x.clone(),
            Op::Return(None),
        ];
        let branch = vec![load(Kind::Int), Op::If(Condition::Eq, 2), Op::Return(None)];
        let early = vec![this(), load(Kind::Int), x.clone()];
        for ops in [sum, branch, early] {
            assert_eq!(effect_of(&symbols, ops, "(I)V"), None);
        }
        // The second half of a long is no variable.
        let half = vec![this(), Op::Load(Kind::Int, 2), x, Op::Return(None)];
        assert_eq!(effect_of(&symbols, half, "(J)V"), None);
    }
}
