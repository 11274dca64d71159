//! Arguments of calls: what javac must be told to take the method that is meant.

use super::JavaArrangement;
use crate::java::junit::syntax::Expression;
use crate::java::shape::MethodShape;
use crate::java::{Type, Value};

impl JavaArrangement<'_> {
    /// Other methods of that name and number of parameters: an argument must tell them apart.
    /// Also where type variables have bounds that only the erased types are sure to keep; of several bounds these keep
    /// the first alone.
    fn casts_arguments(&self, class: &str, method: &MethodShape) -> bool {
        if method.is_generic && !method.has_several_bounds {
            return true;
        }
        let line = self.names.shapes.line(class);
        let line = match method.name.as_str() {
            "<init>" => &line[..line.len().min(1)],
            _ => &line[..],
        };
        let methods = line.iter().flat_map(|shape| &shape.methods);
        let other = |other: &MethodShape| {
            other.name == method.name
                && other.parameters.len() == method.parameters.len()
                && other.descriptor != method.descriptor
                && other.parameters != method.parameters
        };
        methods.into_iter().any(other)
    }

    /// The arguments of a call.
    pub fn arguments(
        &self,
        class: &str,
        method: &MethodShape,
        values: &[Value],
    ) -> Vec<Expression> {
        let cast = self.casts_arguments(class, method);
        let last = method.parameters.len().wrapping_sub(1);
        let parameters = method.parameters.iter().zip(values).enumerate();
        parameters
            .map(|(index, (ty, value))| {
                // An array, or one element of it? javac asks.
                let ambiguous = method.is_varargs && index == last;
                self.argument(value, ty, cast || ambiguous)
            })
            .collect()
    }

    /// An argument for a parameter of that type.
    pub(super) fn argument(&self, value: &Value, ty: &Type, cast: bool) -> Expression {
        let expression = self.expression(value);
        let exact = match value {
            Value::Object(number) => self.types[*number] == *ty,
            Value::Null => false,
            _ => true,
        };
        let downcast = match (value, ty) {
            (Value::Object(number), Type::Class(class)) => match &self.types[*number] {
                Type::Class(known) => known == "java.lang.Object" && class != known,
                _ => false,
            },
            (Value::Object(number), Type::Array(_)) => self.types[*number] != *ty,
            _ => false,
        };
        if (!exact && cast || downcast)
            && let Some(written) = self.names.ty(ty)
        {
            return expression.cast(written);
        }
        expression
    }
}
