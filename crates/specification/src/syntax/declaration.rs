//! Declarations of functions and parameters, which are written as in C or, of methods, as in Java with the
//! class in front of the name.

use crate::error::Problem;
use crate::model::{Function, Method, MethodKind, Parameter};

/// Objects that a specification may be about together.
const MOST_OBJECTS: usize = 8;
/// The name of a constructor behind its class.
const CONSTRUCTOR: &str = "new";

/// A function, declared by this text, which begins at that byte.
pub(super) fn function(text: &str, at: usize, line: usize) -> Result<Function, Problem> {
    let problem = |message: &str| Problem::new(at, message);
    let open = text.find('(');
    let open =
        open.ok_or_else(|| problem("expected a function with its parameters in parentheses"))?;
    let inner = text[open + 1..].strip_suffix(')');
    let inner = inner.ok_or_else(|| problem("expected `)` at the end of the declaration"))?;
    if text[..open].contains('.') {
        return method(&text[..open], inner, at, line);
    }
    let head = parameter(&text[..open], at)?;
    let result = without_name(&head);
    if result.is_empty() {
        return Err(problem("expected the type of the result before the name"));
    }
    let mut parameters = Vec::new();
    let mut is_variadic = false;
    if !matches!(inner.trim(), "" | "void") {
        for part in inner.split(',').map(str::trim) {
            if is_variadic || part == "..." && parameters.is_empty() {
                return Err(problem("expected `...` at the end of the parameters"));
            }
            match part {
                "..." => is_variadic = true,
                part => parameters.push(parameter(part, at)?),
            }
        }
    }
    Ok(Function {
        is_variadic,
        name: head.name,
        result,
        parameters,
        method: None,
        line,
    })
}

/// A method: what stands before its parentheses, and in them.
fn method(head: &str, inner: &str, at: usize, line: usize) -> Result<Function, Problem> {
    let problem = |message: &str| Problem::new(at, message);
    let (before, name) = match head.trim().rsplit_once(char::is_whitespace) {
        Some((before, name)) => (before.trim(), name),
        None => ("", head.trim()),
    };
    let Some((class, simple)) = name.rsplit_once('.').filter(|_| is_qualified(name)) else {
        return Err(problem(
            "expected the method as CLASS.NAME, without type arguments",
        ));
    };
    let is_static = before == "static" || before.starts_with("static ");
    let result = before.trim_start_matches("static").trim_start();
    let (kind, result) = match (simple == CONSTRUCTOR, is_static) {
        (true, _) if !before.is_empty() => {
            return Err(problem(
                "a constructor is declared without a result: CLASS.new(…)",
            ));
        }
        (true, _) => (MethodKind::Constructor, class),
        (false, true) => (MethodKind::Static, result),
        (false, false) => (MethodKind::Instance, before),
    };
    if result.is_empty() {
        return Err(problem("expected the type of the result before the method"));
    }
    let mut parameters = Vec::new();
    if kind == MethodKind::Instance {
        parameters.push(Parameter {
            name: "receiver".to_owned(),
            declaration: format!("{class} receiver"),
        });
    }
    for part in outside_of_angles(inner) {
        parameters.push(method_parameter(part, at)?);
    }
    Ok(Function {
        name: name.to_owned(),
        result: result.split_whitespace().collect::<Vec<_>>().join(" "),
        parameters,
        is_variadic: false,
        method: Some(Method {
            class: class.to_owned(),
            name: simple.to_owned(),
            kind,
        }),
        line,
    })
}

/// True for names with dots between them.
pub(super) fn is_qualified(text: &str) -> bool {
    let is_name = |part: &str| {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        part.starts_with(|c: char| !c.is_ascii_digit()) && part.chars().all(is_word)
    };
    text.split('.').all(is_name)
}

/// What commas separate that stand in no type arguments.
fn outside_of_angles(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, character) in text.char_indices() {
        depth += i32::from(character == '<') - i32::from(character == '>');
        if character == ',' && depth == 0 {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    let last = &text[start..];
    if !parts.is_empty() || !last.trim().is_empty() {
        parts.push(last);
    }
    parts
}

/// A type and a name, as Java has them.
fn method_parameter(text: &str, at: usize) -> Result<Parameter, Problem> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.strip_prefix("final ").unwrap_or(&text);
    match text.rsplit_once(' ') {
        Some((ty, name)) if is_qualified(name) && !name.contains('.') => Ok(Parameter {
            name: name.to_owned(),
            declaration: format!("{} {name}", ty.replace("...", "[]")),
        }),
        _ => {
            let message = format!("`{text}`: expected a type and a name");
            Err(Problem::new(at, message))
        }
    }
}

/// A type and a name.
pub(super) fn parameter(text: &str, at: usize) -> Result<Parameter, Problem> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.contains(['(', ')']) {
        let message =
            format!("`{text}`: give this type a name by a typedef, in a header that is included");
        return Err(Problem::new(at, message));
    }
    let end = text.find('[').unwrap_or(text.len());
    let declared = text[..end].trim_end();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = declared.trim_end_matches(is_word).len();
    let name = &declared[start..];
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !named || !declared[..start].contains(is_word) {
        let message = format!("`{text}`: expected a type and a name");
        return Err(Problem::new(at, message));
    }
    Ok(Parameter {
        name: name.to_owned(),
        declaration: text,
    })
}

/// The objects that a specification is about, with commas between them.
pub(super) fn objects(text: &str, at: usize) -> Result<Vec<Parameter>, Problem> {
    let mut objects: Vec<Parameter> = Vec::new();
    for part in outside_of_angles(text) {
        let object = parameter(part, at)?;
        if objects.iter().any(|known| known.name == object.name) {
            let message = format!("two objects are called `{}`", object.name);
            return Err(Problem::new(at, message));
        }
        objects.push(object);
    }
    if objects.len() > MOST_OBJECTS {
        let message = format!("a specification may be for at most {MOST_OBJECTS} objects");
        return Err(Problem::new(at, message));
    }
    match objects.is_empty() {
        true => Err(Problem::new(at, "expected a type and a name behind `for`")),
        false => Ok(objects),
    }
}

/// The type of what is declared, which is no array.
fn without_name(parameter: &Parameter) -> String {
    let declaration = &parameter.declaration;
    let length = declaration.len().saturating_sub(parameter.name.len());
    declaration[..length].trim_end().to_owned()
}
