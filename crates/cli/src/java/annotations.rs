//! Specifications in annotations of a program's classes (`--spec annotations`), as the text of a file.

use crate::Usage;
use crate::specifications::ANNOTATIONS;
use jvm::class_file::{ClassFile, MethodInfo, access};
use jvm::descriptor::{JavaType, Signature};
use jvm::symbol::Symbols;
use jvm::{ClassPath, Origin};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The annotation.
const ANNOTATION: &str = "Lwayfarer/Specified;";

/// A class that has annotations.
struct SpecifiedClass {
    /// Its package, with dots.
    package: String,
    /// Its name in that, with those that it is nested in.
    name: String,
    texts: Vec<String>,
    /// Declarations of its methods that others can call, each with the name that events have for it.
    methods: Vec<(String, String)>,
}

/// Everything that annotations of classes on the class path say, with declarations of what it speaks of.
///
/// # Errors
/// If classes cannot be read, or none has annotations.
pub fn specification(class_path: &ClassPath) -> anyhow::Result<String> {
    let mut classes = Vec::new();
    for name in class_path.user_classes() {
        let Some((bytes, Origin::User)) = class_path.class(&name)? else {
            continue;
        };
        let symbols = Symbols::default();
        // A class that cannot be read is told of where it is used.
        let Ok(class) = ClassFile::read(bytes, &name, &symbols) else {
            continue;
        };
        let texts = class.annotated(ANNOTATION);
        let texts =
            texts.map_err(|error| Usage(format!("--spec {ANNOTATIONS}: {name}: {error}")))?;
        if !texts.is_empty() {
            classes.push(SpecifiedClass::new(&class, texts, &symbols));
        }
    }
    if classes.is_empty() {
        let message = "no class on the class path has the annotation wayfarer.Specified";
        return Err(Usage(format!("--spec {ANNOTATIONS}: {message}")).into());
    }
    Ok(text(&classes))
}

fn text(classes: &[SpecifiedClass]) -> String {
    let mut out = String::from("// What annotations of classes say (wayfarer.Specified).\n");
    let packages: BTreeSet<&str> = classes.iter().map(|it| it.package.as_str()).collect();
    match (packages.len(), packages.first()) {
        (1, Some(&"")) => {}
        (1, Some(package)) => {
            let _ = writeln!(out, "package {package};");
        }
        _ => {
            for class in classes.iter().filter(|it| !it.package.is_empty()) {
                let _ = writeln!(out, "import {}.{};", class.package, class.name);
            }
        }
    }
    let texts = classes.iter().flat_map(|class| &class.texts);
    let said: String = texts.flat_map(|text| [text.as_str(), "\n"]).collect();
    for (name, declaration) in classes.iter().flat_map(|class| &class.methods) {
        if has_word(&said, name) {
            let _ = writeln!(out, "function {declaration};");
        }
    }
    for class in classes {
        let _ = writeln!(out, "\n// {}", class.name);
        for text in &class.texts {
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }
    out
}

/// True if a text has a name that is no part of a longer one.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
    text.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_part) && !behind.starts_with(is_part)
    })
}

impl SpecifiedClass {
    fn new(class: &ClassFile, texts: Vec<Vec<String>>, symbols: &Symbols) -> SpecifiedClass {
        let full = symbols.text(class.name);
        let (package, name) = full.rsplit_once('/').unwrap_or(("", full));
        let name = name.replace('$', ".");
        let methods = class.methods.iter();
        let methods = methods.filter_map(|method| declaration(&name, class, method, symbols));
        SpecifiedClass {
            package: package.replace('/', "."),
            methods: methods.collect(),
            texts: texts.iter().map(|lines| lines.join("\n")).collect(),
            name,
        }
    }
}

/// The declaration of a method, and the name that events have for it; `None` if events have none.
fn declaration(
    of: &str,
    class: &ClassFile,
    method: &MethodInfo,
    symbols: &Symbols,
) -> Option<(String, String)> {
    let simple = symbols.text(method.name);
    let has = |flag: u16| method.access & flag != 0;
    if has(access::PRIVATE) || has(access::SYNTHETIC) || simple == "<clinit>" {
        return None;
    }
    let signature = Signature::parse(symbols.text(method.descriptor))?;
    let parameters = signature.parameters.iter().enumerate();
    let parameters: Vec<String> = parameters
        .map(|(number, ty)| format!("{} p{number}", type_name(*ty)))
        .collect();
    let parameters = parameters.join(", ");
    if simple == "<init>" {
        let is_made = class.access & access::ABSTRACT == 0;
        let name = format!("{of}.new");
        return is_made.then(|| (name.clone(), format!("{name}({parameters})")));
    }
    let kind = if has(access::STATIC) { "static " } else { "" };
    let result = signature.result.map_or("void".to_owned(), type_name);
    let name = format!("{of}.{simple}");
    let declaration = format!("{kind}{result} {name}({parameters})");
    Some((name, declaration))
}

/// A type as sources name it.
fn type_name(ty: JavaType<'_>) -> String {
    match (ty, ty.element()) {
        (_, Some(element)) => format!("{}[]", type_name(element)),
        (JavaType::Primitive(primitive), None) => primitive.name().to_owned(),
        (JavaType::Reference(name), None) => name.replace(['/', '$'], "."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_words() {
        assert!(has_word("call Log.open(f);", "Log.open"));
        assert!(!has_word("call my.Log.open(f);", "Log.open"));
        assert!(!has_word("call Log.opened(f);", "Log.open"));
    }

    #[test]
    fn types_are_named_as_in_sources() {
        let named = |text| type_name(JavaType::of_field(text).expect("a type"));
        assert_eq!(named("[[I"), "int[][]");
        assert_eq!(named("Ljava/util/Map$Entry;"), "java.util.Map.Entry");
    }
}
