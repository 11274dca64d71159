//! Types and descriptors.

/// A type as a descriptor has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A primitive type by its name in the source: `int`.
    Primitive(&'static str),
    /// A class by its binary name: `com.acme.Outer$Inner`.
    Class(String),
    /// An array of these.
    Array(Box<Type>),
}

impl Type {
    /// The type at the start of a descriptor, and what follows it.
    fn parse_prefix(text: &str) -> Option<(Type, &str)> {
        let (first, rest) = text.split_at_checked(1)?;
        let name = match first {
            "Z" => "boolean",
            "B" => "byte",
            "S" => "short",
            "C" => "char",
            "I" => "int",
            "J" => "long",
            "F" => "float",
            "D" => "double",
            "L" => {
                let (name, rest) = rest.split_once(';')?;
                return Some((Type::Class(name.replace('/', ".")), rest));
            }
            "[" => {
                let (element, rest) = Type::parse_prefix(rest)?;
                return Some((Type::Array(Box::new(element)), rest));
            }
            _ => return None,
        };
        Some((Type::Primitive(name), rest))
    }

    /// The type of a field's descriptor.
    pub fn parse(descriptor: &str) -> Option<Type> {
        let (ty, rest) = Type::parse_prefix(descriptor)?;
        rest.is_empty().then_some(ty)
    }

    /// The type of that name, as `Class.getTypeName` gives it.
    pub fn named(name: &str) -> Type {
        if let Some(element) = name.strip_suffix("[]") {
            return Type::Array(Box::new(Type::named(element)));
        }
        let primitives = [
            "boolean", "byte", "short", "char", "int", "long", "float", "double",
        ];
        match primitives.into_iter().find(|primitive| *primitive == name) {
            Some(primitive) => Type::Primitive(primitive),
            None => Type::Class(name.to_owned()),
        }
    }

    /// The class at the bottom of arrays, if it is one.
    pub fn element_class(&self) -> Option<&str> {
        match self {
            Type::Primitive(_) => None,
            Type::Class(name) => Some(name),
            Type::Array(element) => element.element_class(),
        }
    }

    /// Slots that it takes in a frame of the JVM.
    pub(super) fn slots(&self) -> usize {
        match self {
            Type::Primitive("long" | "double") => 2,
            _ => 1,
        }
    }
}

/// The descriptor of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Types of the parameters.
    pub parameters: Vec<Type>,
    /// Type of the result; `None` for `void`.
    pub result: Option<Type>,
}

impl Signature {
    /// Reads a descriptor; `None` if it is none.
    pub fn parse(descriptor: &str) -> Option<Signature> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        loop {
            if let Some(result) = rest.strip_prefix(')') {
                let result = match result {
                    "V" => None,
                    descriptor => Some(Type::parse(descriptor)?),
                };
                return Some(Signature { parameters, result });
            }
            let (parameter, after) = Type::parse_prefix(rest)?;
            parameters.push(parameter);
            rest = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read() {
        let signature = Signature::parse("(I[[JLcom/acme/A$B;)[Z").expect("a descriptor");
        assert_eq!(
            signature.parameters,
            [
                Type::Primitive("int"),
                Type::named("long[][]"),
                Type::Class("com.acme.A$B".to_owned())
            ]
        );
        assert_eq!(signature.result, Some(Type::named("boolean[]")));
        for wrong in ["", "(", "()", "(I", "(Lx)V", "()VV", "(Q)V", "(é)V"] {
            assert_eq!(Signature::parse(wrong), None, "{wrong}");
        }
    }
}
