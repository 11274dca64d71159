//! Objects by constructors that do nothing but assign what they are given.

use super::JavaArrangement;
use crate::java::junit::syntax::Expression;
use crate::java::shape::{Assignment, ClassKind, Effect, FieldShape, MethodShape, Source};
use crate::java::{Field, Type, Value};

impl JavaArrangement<'_> {
    pub(super) fn best_constructor(
        &mut self,
        number: usize,
        fields: &[Field],
    ) -> Option<Construction> {
        let class = self.objects[number].class.clone();
        let shape = self.names.shapes.find(&class)?;
        let makes = matches!(shape.kind, ClassKind::Class | ClassKind::Record);
        let mut best: Option<Construction> = None;
        let usable = |method: &&MethodShape| {
            method.name == "<init>"
                && makes
                && self.names.method(&class, method)
                && self.names.throws_exceptions(method)
        };
        for method in shape.methods.iter().filter(usable) {
            let effect = match self.names.shapes.construction(&class, &method.descriptor) {
                Some(effect) => effect,
                // What a record holds is what its constructor was given, whatever it checks.
                None if shape.kind == ClassKind::Record => {
                    match canonical(&class, fields, method, &shape.fields) {
                        Some(effect) => effect,
                        None => continue,
                    }
                }
                None => continue,
            };
            let outer = shape.outer.as_deref();
            let Some(plan) = self.construct(&class, outer, method, &effect, fields) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| plan.cost < best.cost) {
                best = Some(plan);
            }
        }
        best
    }

    /// How a constructor makes the object: its arguments, and what is left to be assigned.
    fn construct(
        &self,
        class: &str,
        outer: Option<&str>,
        method: &MethodShape,
        effect: &Effect,
        fields: &[Field],
    ) -> Option<Construction> {
        let mut arguments: Vec<Option<Value>> = vec![None; method.parameters.len()];
        for assignment in last_of_each_field(effect) {
            if let Source::Parameter(index) = assignment.source
                && let Some(field) = wanted(fields, assignment)
                && self.available(&field.value).is_some()
                && self.is_of_type(&field.value, &method.parameters[index])
                && arguments[index].is_none()
            {
                arguments[index] = Some(field.value.clone());
            }
        }
        let given = |index: usize| arguments[index].clone();
        let value_of = |source: &Source, ty: &Type| match source {
            Source::Parameter(index) => given(*index).unwrap_or_else(|| zero(ty)),
            Source::Constant(value) => value.clone(),
        };
        for &index in &effect.non_null {
            if matches!(given(index), None | Some(Value::Null)) {
                return None;
            }
        }
        let mut remaining = Vec::new();
        let mut cost = arguments.len();
        for field in fields {
            let assigned = last_of_each_field(effect).into_iter().find(|assignment| {
                assignment.class == field.class && assignment.field == field.name
            });
            let holds = match assigned {
                None => field.value.is_default(),
                Some(assignment) => {
                    let ty = self.names.shapes.field(&field.class, &field.name)?.ty;
                    value_of(&assignment.source, &ty) == field.value
                }
            };
            if !holds {
                cost += self.assignment_cost(class, field);
                remaining.push(field.clone());
            }
        }
        let values = method.parameters.iter().zip(&arguments);
        let values: Vec<Value> = values
            .map(|(ty, value)| value.clone().unwrap_or_else(|| zero(ty)))
            .collect();
        let mut written = self.arguments(class, method, &values);
        let expression = match outer {
            None => Expression::New(self.names.class(class)?, written),
            Some(outer) => {
                if method.parameters.first() != Some(&Type::Class(outer.to_owned())) {
                    return None;
                }
                let around = written.remove(0);
                if matches!(around, Expression::Null | Expression::Cast(..)) {
                    return None;
                }
                let simple = super::super::names::simple_name(class).to_owned();
                Expression::NewInner(Box::new(around), simple, written)
            }
        };
        Some(Construction {
            cost,
            expression,
            remaining,
        })
    }
}

/// An object by its constructor.
pub(super) struct Construction {
    cost: usize,
    pub(super) expression: Expression,
    pub(super) remaining: Vec<Field>,
}

/// The assignments that count: the last to each field.
fn last_of_each_field(effect: &Effect) -> Vec<&Assignment> {
    let mut last: Vec<&Assignment> = Vec::new();
    for assignment in effect.assignments.iter().rev() {
        let same = |known: &&&Assignment| {
            known.class == assignment.class && known.field == assignment.field
        };
        if !last.iter().any(|known| same(&known)) {
            last.push(assignment);
        }
    }
    last.reverse();
    last
}

fn wanted<'f>(fields: &'f [Field], assignment: &Assignment) -> Option<&'f Field> {
    fields
        .iter()
        .find(|field| field.class == assignment.class && field.name == assignment.field)
}

/// A record's canonical constructor as if it did nothing but assign; `None` for another one.
fn canonical(
    class: &str,
    fields: &[Field],
    method: &MethodShape,
    own: &[FieldShape],
) -> Option<Effect> {
    let components: Vec<_> = own.iter().filter(|field| !field.is_static).collect();
    let same = components.len() == method.parameters.len()
        && components
            .iter()
            .zip(&method.parameters)
            .all(|(field, ty)| field.ty == *ty)
        && fields.len() == components.len();
    same.then(|| Effect {
        assignments: components
            .iter()
            .enumerate()
            .map(|(index, field)| Assignment {
                class: class.to_owned(),
                field: field.name.clone(),
                source: Source::Parameter(index),
            })
            .collect(),
        ..Effect::default()
    })
}

/// What a variable of a type holds at first.
pub(super) fn zero(ty: &Type) -> Value {
    match ty {
        Type::Primitive("boolean") => Value::Boolean(false),
        Type::Primitive("byte") => Value::Byte(0),
        Type::Primitive("short") => Value::Short(0),
        Type::Primitive("char") => Value::Char(0),
        Type::Primitive("int") => Value::Int(0),
        Type::Primitive("long") => Value::Long(0),
        Type::Primitive("float") => Value::Float(crate::java::FloatBits(0)),
        Type::Primitive(_) => Value::Double(crate::java::DoubleBits(0)),
        Type::Class(_) | Type::Array(_) => Value::Null,
    }
}
