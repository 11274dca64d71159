//! Objects by the calls of users of their classes, each with what it is given just before it: what a
//! call is given may depend on what those before it have done.

use super::JavaArrangement;
use crate::java::junit::names::simple_name;
use crate::java::junit::syntax::{Expression, Statement};
use crate::java::shape::MethodShape;
use crate::java::{ConstructedBy, Signature, Type, Value};

impl JavaArrangement<'_> {
    /// Makes an object by the first of some calls, and makes the others on it. `root` is what is built
    /// and the name for its variable, `begun` are the objects around.
    pub(super) fn sequence(
        &mut self,
        (number, calls): (usize, &[ConstructedBy]),
        root: (usize, Option<&str>),
        begun: &mut Vec<usize>,
    ) {
        begun.push(number);
        for (index, by) in calls.iter().enumerate() {
            for value in by.values() {
                if let Value::Object(needed) = value {
                    self.ensure_constructed(*needed, root, begun);
                }
            }
            match index == 0 || by.takes_result {
                true => {
                    let on = match index {
                        0 => by.on.clone().unwrap_or(Value::Null),
                        _ => Value::Object(number),
                    };
                    let value = self.made_by_users(number, by, &on);
                    // The name is that of the last object that takes the place of the others.
                    let is_last = !calls[index + 1..].iter().any(|it| it.takes_result);
                    let wish = root.1.filter(|_| number == root.0 && is_last);
                    let variable = self.declare(number, wish, value);
                    self.expressions[number] = Some(variable);
                }
                false => {
                    let call = self.called(by, &Value::Object(number));
                    self.statements.push(Statement::Evaluate(call));
                }
            }
        }
        begun.pop();
        self.settle();
    }

    /// The call that makes an object.
    fn made_by_users(&mut self, number: usize, by: &ConstructedBy, on: &Value) -> Expression {
        let class = self.objects[number].class.clone();
        if by.member != "<init>" {
            let call = self.called(by, on);
            let result = Signature::parse(&by.descriptor).and_then(|of| of.result);
            return match (result, self.names.class(&class)) {
                (Some(result), Some(name)) if result != Type::Class(class) => call.cast(name),
                (Some(result), None) => {
                    self.types[number] = result;
                    call
                }
                _ => call,
            };
        }
        let shape = self.names.shapes.find(&class);
        let is_inner = shape.is_some_and(|shape| shape.outer.is_some());
        match self.usable(&class, by) {
            Some(own) => {
                let mut arguments = self.arguments(&class, &own, &by.arguments);
                let name = self.names.class(&class).unwrap_or_default();
                match is_inner && !arguments.is_empty() {
                    true => {
                        let around = Box::new(arguments.remove(0));
                        Expression::NewInner(around, simple_name(&class).to_owned(), arguments)
                    }
                    false => Expression::New(name, arguments),
                }
            }
            None => {
                let arguments = self.expressions_of(&by.arguments);
                let call = self.call_by_reflection(
                    [&class, &by.member, &by.descriptor],
                    Expression::Null,
                    arguments,
                );
                self.cast_if_named(call, &class)
            }
        }
    }

    /// A call of a method, on an object or, if that is null, of its class.
    fn called(&self, by: &ConstructedBy, on: &Value) -> Expression {
        let target = match on {
            Value::Null => self.names.class(&by.class).map(Expression::Name),
            on => Some(self.expression(on)),
        };
        if let (Some(own), Some(target)) = (self.usable(&by.class, by), target) {
            let known = match on {
                Value::Object(number) => self.types[*number].clone(),
                _ => Type::Class(by.class.clone()),
            };
            let target = match self.names.calls_by(&known, &by.class, &own) {
                true => target,
                false => target.cast(self.names.class(&by.class).unwrap_or_default()),
            };
            let arguments = self.arguments(&by.class, &own, &by.arguments);
            return target.call(&by.member, arguments);
        }
        let receiver = match on {
            Value::Null => Expression::Null,
            on => self.expression(on),
        };
        let arguments = self.expressions_of(&by.arguments);
        self.call_by_reflection([&by.class, &by.member, &by.descriptor], receiver, arguments)
    }

    fn expressions_of(&self, values: &[Value]) -> Vec<Expression> {
        values.iter().map(|value| self.expression(value)).collect()
    }

    /// The method or constructor that a call is of, if tests may name it.
    fn usable(&self, class: &str, by: &ConstructedBy) -> Option<MethodShape> {
        let shape = self.names.shapes.find(class)?;
        let mut methods = shape.methods.iter();
        let own = methods
            .find(|method| method.name == by.member && method.descriptor == by.descriptor)?;
        let usable = self.names.method(class, own) && self.names.throws_exceptions(own);
        usable.then(|| own.clone())
    }
}
