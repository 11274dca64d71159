//! Names in generated sources: how classes are written, who may be named, names of variables.

use crate::java::Type;
use crate::java::shape::{Access, FieldShape, MethodShape, Shapes};
use std::collections::BTreeSet;

/// Package of a class by its binary name; empty for the default package.
pub fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// Last part of a class's name: `Inner` for `com.acme.Outer$Inner`.
pub fn simple_name(class: &str) -> &str {
    let name = class.rsplit_once('.').map_or(class, |(_, name)| name);
    name.rsplit('$')
        .find(|part| !part.is_empty())
        .unwrap_or(name)
}

/// Classes of `java.lang` that tests name, whatever they are about.
const OF_LANGUAGE: [&str; 15] = [
    "Boolean",
    "Byte",
    "Character",
    "Double",
    "Enum",
    "Exception",
    "Float",
    "Integer",
    "Long",
    "Object",
    "Short",
    "String",
    "SuppressWarnings",
    "System",
    "Throwable",
];

/// Names as one file of tests uses them.
#[derive(Clone, Debug)]
pub struct JavaNames {
    /// Package of the tests.
    pub package: String,
    pub shapes: Shapes,
    /// Names of `java.lang` that classes of the package have, too: they are imported, and the classes of the package written
    /// in full.
    pub imported: Vec<&'static str>,
}

impl JavaNames {
    /// Names for tests in a package, which may be the default one.
    pub fn new(package: &str, shapes: Shapes) -> JavaNames {
        let mut names = JavaNames {
            package: package.to_owned(),
            shapes,
            imported: Vec::new(),
        };
        // A class of the default package has no other name.
        if !package.is_empty() {
            let taken = OF_LANGUAGE.into_iter().filter(|name| names.is_taken(name));
            names.imported = taken.collect();
        }
        names
    }

    /// True if a class of the package of the tests has that name.
    pub fn is_taken(&self, name: &str) -> bool {
        let class = match self.package.as_str() {
            "" => name.to_owned(),
            package => format!("{package}.{name}"),
        };
        self.shapes.find(&class).is_some()
    }

    /// True if code in the package of the tests may use a member of that access of that class.
    pub fn may_use(&self, class: &str, access: Access) -> bool {
        match access {
            Access::Public => true,
            // Subclasses have more, but tests are none.
            Access::Protected | Access::Package => package_of(class) == self.package,
            Access::Private => false,
        }
    }

    /// The class as it is written, without type arguments; `None` if tests may not name it.
    pub fn class(&self, class: &str) -> Option<String> {
        let shape = self.shapes.find(class)?;
        if !self.may_use(class, shape.access) {
            return None;
        }
        let name = shape.source_name.as_deref()?;
        let package = package_of(class);
        let short = name
            .strip_prefix(package)
            .map(|rest| rest.trim_start_matches('.'));
        let is_local = |short: &&str| {
            let first = short.split('.').next().unwrap_or(short);
            let is_imported = self.imported.contains(&first);
            match package {
                "java.lang" => is_imported || !self.is_taken(first),
                package => package == self.package && !is_imported,
            }
        };
        Some(short.filter(is_local).unwrap_or(name).to_owned())
    }

    /// A type as it is written; `None` if tests may not name it.
    pub fn ty(&self, ty: &Type) -> Option<String> {
        match ty {
            Type::Primitive(name) => Some((*name).to_owned()),
            Type::Class(name) => self.class(name),
            Type::Array(element) => Some(format!("{}[]", self.ty(element)?)),
        }
    }

    /// A type as it is written, or the nearest one that tests may name.
    pub fn ty_or_object(&self, ty: &Type) -> String {
        self.ty(ty).unwrap_or_else(|| "Object".to_owned())
    }

    /// True if tests may use the field by its name.
    pub fn field(&self, class: &str, field: &FieldShape) -> bool {
        self.may_use(class, field.access) && self.class(class).is_some()
    }

    /// True if tests may call the method or constructor: they can name its class and what it takes.
    pub fn method(&self, class: &str, method: &MethodShape) -> bool {
        !method.is_synthetic
            && self.may_use(class, method.access)
            && self.class(class).is_some()
            && method.parameters.iter().all(|ty| self.ty(ty).is_some())
    }

    /// True if the method may be called where `throws Exception` is declared: what it declares itself
    /// is no other `Throwable`.
    pub fn throws_exceptions(&self, method: &MethodShape) -> bool {
        let exceptions = ["java.lang.Exception", "java.lang.Error"];
        let known = |class: &String| exceptions.iter().any(|of| self.inherits(class, of));
        method.throws.iter().all(known)
    }

    /// True if the first class is the second or inherits from it by superclasses.
    pub fn inherits(&self, class: &str, of: &str) -> bool {
        class == of || self.shapes.line(class).iter().any(|shape| shape.name == of)
    }

    /// True if a call of a method of `of` can be written for something of that type as it is.
    pub fn calls_by(&self, known: &Type, of: &str, method: &MethodShape) -> bool {
        let Type::Class(known) = known else {
            return false;
        };
        self.inherits(known, of)
            && !self.declares_anew(known, of, &method.name)
            && !(method.is_generic && self.binds_variables(known, of))
    }

    /// True if a class that inherits from `of` declares methods of that name, or one between them does: where its type is known, a
    /// call may mean one of these, which others may not call, or call with other arguments.
    fn declares_anew(&self, class: &str, of: &str, method: &str) -> bool {
        let line = self.shapes.line(class);
        let mut below = line.iter().take_while(|shape| shape.name != of);
        below.any(|shape| shape.methods.iter().any(|own| own.name == method))
    }

    /// True if a class that inherits from `of` may say what the type variables of that are, so that members have other types
    /// than they are declared with, erased. A raw type does not (JLS 4.8).
    pub fn binds_variables(&self, class: &str, of: &str) -> bool {
        let has_variables = |class: &str| {
            self.shapes
                .find(class)
                .is_some_and(|it| it.has_type_variables)
        };
        class != of && !has_variables(class) && has_variables(of)
    }

    /// The object of a class, of type `Class<?>`.
    pub fn class_object(&self, class: &str) -> Option<String> {
        self.ty(&Type::named(class))
            .map(|name| format!("{name}.class"))
    }
}

/// Names of local variables, each given once.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    used: BTreeSet<String>,
}

impl Variables {
    /// That name, if it is one and free, or one made from it.
    pub fn exactly(&mut self, name: &str) -> String {
        let name = match is_identifier(name) {
            true => name.to_owned(),
            false => "value".to_owned(),
        };
        if self.used.insert(name.clone()) {
            return name;
        }
        self.numbered(&name)
    }

    /// That name with the first number that is free.
    pub fn numbered(&mut self, name: &str) -> String {
        let mut number = 1;
        loop {
            let candidate = format!("{name}{number}");
            if self.used.insert(candidate.clone()) {
                return candidate;
            }
            number += 1;
        }
    }

    /// A name for an object of a class: `node1`, `array1`.
    pub fn for_class(&mut self, class: &str) -> String {
        let base = match class.ends_with("[]") {
            true => "array".to_owned(),
            false => lower_camel(simple_name(class)),
        };
        self.numbered(&base)
    }
}

/// `TreeNode` as `treeNode`, `URL` as `url`.
pub fn lower_camel(name: &str) -> String {
    let letters: Vec<char> = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let upper = letters.iter().take_while(|c| c.is_uppercase()).count();
    // The last capital of several begins the next word.
    let lowered = match upper {
        0 | 1 => upper,
        all if all == letters.len() => all,
        some => some - 1,
    };
    let name: String = letters
        .iter()
        .enumerate()
        .map(|(index, c)| match index < lowered {
            true => c.to_lowercase().next().unwrap_or(*c),
            false => *c,
        })
        .collect();
    match name.chars().next() {
        Some(first) if first.is_alphabetic() => name,
        _ => "object".to_owned(),
    }
}

/// `treeNode` as `TreeNode`.
pub fn upper_first(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// True for names of the language that are free to be used.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let first = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    first
        && name != "_"
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && !RESERVED.contains(&name)
}

const RESERVED: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "exports",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "module",
    "native",
    "new",
    "non",
    "null",
    "open",
    "opens",
    "package",
    "permits",
    "private",
    "protected",
    "provides",
    "public",
    "record",
    "requires",
    "return",
    "sealed",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "to",
    "transient",
    "transitive",
    "true",
    "try",
    "uses",
    "var",
    "void",
    "volatile",
    "when",
    "while",
    "with",
    "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_names_of_their_own() {
        let mut variables = Variables::default();
        assert_eq!(variables.exactly("n1"), "n1");
        assert_eq!(variables.exactly("n1"), "n11");
        assert_eq!(variables.exactly("switch"), "value");
        assert_eq!(variables.for_class("com.acme.Outer$TreeNode"), "treeNode1");
        assert_eq!(variables.for_class("int[][]"), "array1");
        assert_eq!(variables.for_class("Foo$1"), "object1");
        assert_eq!(
            (lower_camel("URL"), lower_camel("URLParser")),
            ("url".into(), "urlParser".into())
        );
    }
}
