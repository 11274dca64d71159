//! Declarations of functions and parameters, which are written as in C.

use crate::error::Problem;
use crate::model::{Function, Parameter};

/// A function, declared by this text, which begins at that byte.
pub(super) fn function(text: &str, at: usize, line: usize) -> Result<Function, Problem> {
    let problem = |message: &str| Problem::new(at, message);
    let open = text.find('(');
    let open =
        open.ok_or_else(|| problem("expected a function with its parameters in parentheses"))?;
    let inner = text[open + 1..].strip_suffix(')');
    let inner = inner.ok_or_else(|| problem("expected `)` at the end of the declaration"))?;
    let head = parameter(&text[..open], at)?;
    let result = without_name(&head);
    if result.is_empty() {
        return Err(problem("expected the type of the result before the name"));
    }
    let mut parameters = Vec::new();
    if !matches!(inner.trim(), "" | "void") {
        for part in inner.split(',') {
            let part = part.trim();
            if part == "..." {
                let message = "functions with a variable number of arguments cannot be watched: their \
                               arguments cannot be passed on";
                return Err(problem(message));
            }
            parameters.push(parameter(part, at)?);
        }
    }
    Ok(Function {
        name: head.name,
        result,
        parameters,
        line,
    })
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

/// The type of what is declared, which is no array.
fn without_name(parameter: &Parameter) -> String {
    let declaration = &parameter.declaration;
    let length = declaration.len().saturating_sub(parameter.name.len());
    declaration[..length].trim_end().to_owned()
}
