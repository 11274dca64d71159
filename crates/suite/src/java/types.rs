//! Types and descriptors.

use jvm::descriptor::{self, JavaType};

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
    /// The type of a field's descriptor.
    pub fn parse(descriptor: &str) -> Option<Type> {
        JavaType::of_field(descriptor).map(Type::from)
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
}

impl From<JavaType<'_>> for Type {
    fn from(ty: JavaType<'_>) -> Type {
        match (ty, ty.element()) {
            (JavaType::Primitive(primitive), _) => Type::Primitive(primitive.name()),
            (JavaType::Reference(_), Some(element)) => Type::Array(Box::new(element.into())),
            (JavaType::Reference(name), None) => Type::Class(name.replace('/', ".")),
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
        let read = descriptor::Signature::parse(descriptor)?;
        Some(Signature {
            parameters: read.parameters.into_iter().map(Type::from).collect(),
            result: read.result.map(Type::from),
        })
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
