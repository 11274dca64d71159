//! Functions: lambda expressions that return what is given, in order.

use super::{JavaArrangement, Waiting};
use crate::java::junit::syntax::{Expression, Statement};
use crate::java::{Function, Signature, Type};

impl JavaArrangement<'_> {
    /// An object of an interface whose method returns these results.
    pub(super) fn function(
        &mut self,
        number: usize,
        function: &Function,
        wish: Option<&str>,
    ) -> Expression {
        let interface = self.objects[number].class.clone();
        let signature = Signature::parse(&function.descriptor);
        let Some(signature) = signature else {
            return Expression::Null;
        };
        let result = signature.result.as_ref();
        let can_be_named = self.names.class(&interface).is_some()
            && result.is_none_or(|ty| self.names.ty(ty).is_some());
        let name = match wish {
            Some(wish) => self.variables.exactly(wish),
            None => self.variables.for_class(&interface),
        };
        let all_stand = function.results.iter().all(|v| self.available(v).is_some());
        let same = function.results.windows(2).all(|pair| pair[0] == pair[1]);
        if can_be_named && all_stand && same {
            let body = match (result, function.results.first()) {
                (None, _) => None,
                (Some(ty), Some(value)) => Some(self.argument(value, ty, false)),
                (Some(ty), None) => Some(super::primitive(&super::construct::zero(ty))),
            };
            return self.lambda(number, &interface, &signature, name, body);
        }
        let results = self.variables.exactly(&format!("{name}Results"));
        let boxed = match result {
            Some(Type::Primitive(primitive)) => boxed_name(primitive),
            Some(Type::Class(_) | Type::Array(_)) | None => "Object",
        };
        let list = match (all_stand, function.results.as_slice()) {
            // By itself null would be taken for the array of elements.
            (true, [one]) => {
                let one = vec![self.expression(one)];
                let lists = Expression::name("java.util.Collections");
                lists.call(&format!("<{boxed}>singletonList"), one)
            }
            (true, _) => {
                let all = function.results.iter().map(|value| self.expression(value));
                let lists = Expression::name("java.util.Arrays");
                lists.call(&format!("<{boxed}>asList"), all.collect())
            }
            // Some of them are made of the function itself.
            (false, _) => {
                let array = self.variables.exactly(&format!("{name}Array"));
                let length = function.results.len();
                self.statements.push(Statement::Declare(
                    format!("{boxed}[]"),
                    array.clone(),
                    Expression::NewEmptyArray(boxed.to_owned(), length),
                ));
                for (index, value) in function.results.iter().enumerate() {
                    let value = value.clone();
                    self.waiting
                        .push(Waiting::Result(array.clone(), index, value));
                }
                let lists = Expression::name("java.util.Arrays");
                lists.call("asList", vec![Expression::Variable(array)])
            }
        };
        self.statements.push(Statement::Declare(
            format!("java.util.Iterator<{boxed}>"),
            results.clone(),
            list.call("iterator", Vec::new()),
        ));
        let results = Expression::Variable(results);
        if !can_be_named {
            self.types[number] = Type::Class("java.lang.Object".to_owned());
            let value = self.helper("function", vec![Expression::string(&interface), results]);
            let variable = Expression::variable(&name);
            self.statements
                .push(Statement::Declare("Object".to_owned(), name, value));
            return variable;
        }
        let next = results.call("next", Vec::new());
        let next = match result {
            Some(ty @ (Type::Class(_) | Type::Array(_))) => match self.names.ty_or_object(ty) {
                object if object == "Object" => next,
                written => next.cast(written),
            },
            Some(Type::Primitive(_)) | None => next,
        };
        self.lambda(number, &interface, &signature, name, Some(next))
    }

    fn lambda(
        &mut self,
        number: usize,
        interface: &str,
        signature: &Signature,
        name: String,
        body: Option<Expression>,
    ) -> Expression {
        let parameters: Vec<String> = match signature.parameters.len() {
            1 => vec![self.variables.exactly("argument")],
            count => (0..count)
                .map(|_| self.variables.numbered("argument"))
                .collect(),
        };
        self.types[number] = Type::Class(interface.to_owned());
        let written = self.names.class(interface).unwrap_or_default();
        let variable = Expression::variable(&name);
        let lambda = Expression::Lambda(parameters, body.map(Box::new));
        self.statements
            .push(Statement::Declare(written, name, lambda));
        variable
    }
}

/// The class of objects that hold a primitive value.
fn boxed_name(primitive: &str) -> &'static str {
    match primitive {
        "boolean" => "Boolean",
        "byte" => "Byte",
        "short" => "Short",
        "char" => "Character",
        "int" => "Integer",
        "long" => "Long",
        "float" => "Float",
        _ => "Double",
    }
}
