//! Types and descriptors.

use jvm::descriptor::{self, JavaType};
use std::sync::LazyLock;

/// Dimensions that no array has (JVMS 4.3.2): they are part of the name of a class that there is not.
static TOO_MANY_DIMENSIONS: LazyLock<String> = LazyLock::new(|| "[]".repeat(256));

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
        if let Some(element) = name.strip_suffix("[]")
            && !name.ends_with(TOO_MANY_DIMENSIONS.as_str())
        {
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

    #[test]
    fn any_name_is_that_of_a_type() {
        let texts = [
            "com.acme.A$B[][]",
            "int[]",
            "boolean",
            "(I[[JLcom/acme/A$B;)[Z",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            Type::named(&text).element_class();
            Signature::parse(&text);
        });
        // As deep as its name is long, it would take the stack.
        assert_eq!(
            Type::named(&"[]".repeat(1 << 20))
                .element_class()
                .map(str::len),
            Some(2 << 20)
        );
        let most = format!("int{}", "[]".repeat(255));
        assert_eq!(Type::named(&most).element_class(), None);
    }
}
