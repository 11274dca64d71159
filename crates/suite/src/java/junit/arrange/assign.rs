//! Assignments of fields and elements: by name, by setters, by reflection.

use super::{JavaArrangement, Waiting};
use crate::java::junit::names::package_of;
use crate::java::junit::syntax::{Expression, Statement};
use crate::java::shape::{Access, Source};
use crate::java::{Field, Type, Value};

impl JavaArrangement<'_> {
    pub(super) fn assignment_cost(&self, class: &str, field: &Field) -> usize {
        match self.names.shapes.field(&field.class, &field.name) {
            Some(shape) if !shape.is_final && self.names.field(&field.class, &shape) => 1,
            _ if self.setter(class, field).is_some() => 2,
            _ => 10,
        }
    }

    /// A method that assigns the field and does nothing else.
    fn setter(&self, class: &str, field: &Field) -> Option<String> {
        let line = self.names.shapes.line(class);
        let setters = line.iter().flat_map(|shape| {
            let own = shape.methods.iter().filter(|m| m.name != "<init>");
            own.map(|method| (&shape.name, method))
        });
        for (owner, method) in setters {
            let Some(effect) = &method.effect else {
                continue;
            };
            let [assignment] = effect.assignments.as_slice() else {
                continue;
            };
            // An override in a subclass might do more.
            let own = line[0].name == *owner;
            if own
                && effect.delegate.is_none()
                && method.parameters.len() == 1
                && assignment.class == field.class
                && assignment.field == field.name
                && assignment.source == Source::Parameter(0)
                && (effect.non_null.is_empty() || field.value != Value::Null)
                && self.is_of_type(&field.value, &method.parameters[0])
                && self.names.method(owner, method)
                && self.names.throws_exceptions(method)
            {
                return Some(method.name.clone());
            }
        }
        None
    }

    /// Assigns all that waits and can be assigned.
    pub(super) fn settle(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            let (Waiting::Field(_, Field { value, .. })
            | Waiting::Element(_, _, value)
            | Waiting::Result(_, _, value)) = &waiting;
            let Some(value) = self.available(value) else {
                self.waiting.push(waiting);
                continue;
            };
            let statement = match &waiting {
                Waiting::Field(number, field) => self.assign(*number, field, value),
                Waiting::Result(array, index, _) => {
                    Statement::Assign(Expression::variable(array).index(*index), value)
                }
                Waiting::Element(number, index, element) => {
                    self.assign_element(*number, *index, element, value)
                }
            };
            self.statements.push(statement);
        }
    }

    fn assign_element(
        &self,
        number: usize,
        index: usize,
        element: &Value,
        value: Expression,
    ) -> Statement {
        let array = self.expression(&Value::Object(number));
        match &self.types[number] {
            Type::Array(ty) => {
                let value = self.argument(element, ty, false);
                Statement::Assign(array.index(index), value)
            }
            Type::Class(_) | Type::Primitive(_) => {
                let arguments = vec![array, Expression::number(index), value];
                let arrays = Expression::name("java.lang.reflect.Array");
                Statement::Evaluate(arrays.call("set", arguments))
            }
        }
    }

    fn assign(&self, number: usize, field: &Field, value: Expression) -> Statement {
        let target = self.expression(&Value::Object(number));
        let class = self.objects[number].class.clone();
        let known = self.types[number] == Type::Class(class.clone());
        let shape = self.names.shapes.field(&field.class, &field.name);
        if let Some(shape) = &shape
            && known
            && !shape.is_final
            && self.names.field(&field.class, shape)
            && self.fits(&field.value, &shape.ty)
        {
            let hidden =
                field.class != class && self.names.shapes.field(&class, &field.name).is_some();
            let bound = shape.is_of_variable && self.names.binds_variables(&class, &field.class);
            let lost =
                shape.access == Access::Package && !self.inherits_within(&class, &field.class);
            let written = self.names.class(&field.class);
            let target = match written.filter(|_| hidden || bound || lost) {
                Some(written) => target.cast(written),
                None => target,
            };
            return Statement::Assign(target.field(&field.name), value);
        }
        if known
            && let Some(setter) = self.setter(&class, field)
            && shape.is_some_and(|shape| self.fits(&field.value, &shape.ty))
        {
            return Statement::Evaluate(target.call(&setter, vec![value]));
        }
        let [class, name] = [&field.class, &field.name].map(|name| Expression::string(name));
        Statement::Evaluate(self.helper("set", vec![target, class, name, value]))
    }

    /// True if a class and all between it and one above it are in its package: only these have its members that are not
    /// for other packages.
    fn inherits_within(&self, class: &str, above: &str) -> bool {
        let line = self.names.shapes.line(class);
        let mut below = line
            .iter()
            .map(|shape| shape.name.as_str())
            .take_while(|name| *name != above);
        below.all(|name| package_of(name) == package_of(above))
    }

    /// True if a value is one of a type, as far as classes can be read.
    pub(super) fn is_of_type(&self, value: &Value, ty: &Type) -> bool {
        let Value::Object(number) = value else {
            return true;
        };
        match (&self.types[*number], ty) {
            (Type::Class(own), Type::Class(class)) => {
                let own = match own.as_str() {
                    "java.lang.Object" => &self.objects[*number].class,
                    _ => own,
                };
                self.names.shapes.is_below(own, class)
            }
            (Type::Array(_), Type::Class(class)) => class == "java.lang.Object",
            (own, ty) => own == ty,
        }
    }

    /// True if the expression of a value can be assigned to a variable of that type without a cast.
    fn fits(&self, value: &Value, ty: &Type) -> bool {
        match (value, ty) {
            (Value::Object(number), Type::Class(class)) => match &self.types[*number] {
                Type::Class(known) => class == "java.lang.Object" || known != "java.lang.Object",
                Type::Array(_) => true,
                Type::Primitive(_) => false,
            },
            (Value::Object(number), ty) => {
                self.types[*number] == *ty || matches!(&self.types[*number], Type::Array(_))
            }
            _ => true,
        }
    }
}
