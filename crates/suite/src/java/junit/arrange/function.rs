//! Functions: lambda expressions that return what is given, in order.

use super::{Arrangement, Waiting, quoted};
use crate::java::{Function, Signature, Type};

impl Arrangement<'_> {
    /// An object of an interface whose method returns these results.
    pub(super) fn function(
        &mut self,
        number: usize,
        function: &Function,
        wish: Option<&str>,
    ) -> String {
        let interface = self.objects[number].class.clone();
        let signature = Signature::parse(&function.descriptor);
        let Some(signature) = signature else {
            return "null".to_owned();
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
                (None, _) => "{ }".to_owned(),
                (Some(ty), Some(value)) => self.argument(value, ty, false),
                (Some(ty), None) => super::primitive(&super::construct::zero(ty)),
            };
            return self.lambda(number, &interface, &signature, name, &body);
        }
        let results = self.variables.exactly(&format!("{name}Results"));
        let boxed = match result {
            Some(Type::Primitive(primitive)) => boxed_name(primitive),
            Some(Type::Class(_) | Type::Array(_)) | None => "Object",
        };
        let list = match (all_stand, function.results.as_slice()) {
            // By itself null would be taken for the array of elements.
            (true, [one]) => {
                let one = self.expression(one);
                format!("java.util.Collections.<{boxed}>singletonList({one})")
            }
            (true, _) => {
                let all = function.results.iter().map(|value| self.expression(value));
                let all = all.collect::<Vec<_>>().join(", ");
                format!("java.util.Arrays.<{boxed}>asList({all})")
            }
            // Some of them are made of the function itself.
            (false, _) => {
                let array = self.variables.exactly(&format!("{name}Array"));
                let length = function.results.len();
                self.statements
                    .push(format!("{boxed}[] {array} = new {boxed}[{length}];"));
                for (index, value) in function.results.iter().enumerate() {
                    let value = value.clone();
                    self.waiting
                        .push(Waiting::Result(array.clone(), index, value));
                }
                format!("java.util.Arrays.asList({array})")
            }
        };
        self.statements.push(format!(
            "java.util.Iterator<{boxed}> {results} = {list}.iterator();"
        ));
        if !can_be_named {
            self.types[number] = Type::Class("java.lang.Object".to_owned());
            let interface = quoted(&interface);
            let value = self.helper(&format!("function({interface}, {results})"));
            self.statements.push(format!("Object {name} = {value};"));
            return name;
        }
        let next = match result {
            Some(ty @ (Type::Class(_) | Type::Array(_))) => match self.names.ty_or_object(ty) {
                object if object == "Object" => format!("{results}.next()"),
                written => format!("({written}) {results}.next()"),
            },
            Some(Type::Primitive(_)) | None => format!("{results}.next()"),
        };
        self.lambda(number, &interface, &signature, name, &next)
    }

    fn lambda(
        &mut self,
        number: usize,
        interface: &str,
        signature: &Signature,
        name: String,
        body: &str,
    ) -> String {
        let parameters: Vec<String> = match signature.parameters.len() {
            1 => vec![self.variables.exactly("argument")],
            count => (0..count)
                .map(|_| self.variables.numbered("argument"))
                .collect(),
        };
        let list = match parameters.as_slice() {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        };
        self.types[number] = Type::Class(interface.to_owned());
        let written = self.names.class(interface).unwrap_or_default();
        self.statements
            .push(format!("{written} {name} = {list} -> {body};"));
        name
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
