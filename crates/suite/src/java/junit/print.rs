//! Trees as source text.

use super::syntax::{Expression, Statement};
use std::fmt::{Display, Formatter, Result, Write};

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Expression::Null => f.write_str("null"),
            Expression::Literal(text) | Expression::Variable(text) | Expression::Name(text) => {
                f.write_str(text)
            }
            Expression::Cast(ty, operand) => write!(f, "({ty}) {operand}"),
            Expression::New(class, arguments) => write!(f, "new {class}({})", List(arguments)),
            Expression::NewInner(outer, class, arguments) => {
                write!(f, "{}.new {class}({})", Target(outer), List(arguments))
            }
            Expression::NewArray(element, elements) => {
                write!(f, "new {element}[] {{{}}}", List(elements))
            }
            Expression::NewEmptyArray(element, length) => {
                // The length goes into the first brackets: `new int[3][]`.
                let brackets = element.find('[').unwrap_or(element.len());
                let (base, brackets) = element.split_at(brackets);
                write!(f, "new {base}[{length}]{brackets}")
            }
            Expression::Call(None, method, arguments) => {
                write!(f, "{method}({})", List(arguments))
            }
            Expression::Call(Some(target), method, arguments) => {
                write!(f, "{}.{method}({})", Target(target), List(arguments))
            }
            Expression::Field(target, name) => write!(f, "{}.{name}", Target(target)),
            Expression::Index(array, index) => write!(f, "{}[{index}]", Target(array)),
            Expression::Lambda(parameters, body) => {
                match parameters.as_slice() {
                    [one] => f.write_str(one)?,
                    all => write!(f, "({})", all.join(", "))?,
                }
                match body {
                    Some(body) => write!(f, " -> {body}"),
                    None => f.write_str(" -> { }"),
                }
            }
        }
    }
}

/// What stands before a dot or a bracket.
struct Target<'e>(&'e Expression);

impl Display for Target<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            // These bind less than what follows.
            target @ (Expression::Cast(..) | Expression::Lambda(..)) => write!(f, "({target})"),
            target => target.fmt(f),
        }
    }
}

struct List<'e>(&'e [Expression]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (index, one) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{one}")?;
        }
        Ok(())
    }
}

/// Statements, each line indented by so many spaces.
pub fn print(statements: &[Statement], indent: usize, out: &mut String) {
    for statement in statements {
        if *statement == Statement::Blank {
            out.push('\n');
            continue;
        }
        let _ = write!(out, "{:indent$}", "");
        let _ = match statement {
            Statement::Blank => Ok(()),
            Statement::Comment(text) => writeln!(out, "// {text}"),
            Statement::Declare(ty, name, value) => writeln!(out, "{ty} {name} = {value};"),
            Statement::Assign(target, value) => writeln!(out, "{target} = {value};"),
            Statement::Evaluate(expression) => writeln!(out, "{expression};"),
            Statement::TryCatch(body, then) => {
                blocks("catch (Throwable any)", [body, then], indent, out)
            }
            Statement::TryFinally(body, then) => blocks("finally", [body, then], indent, out),
        };
    }
}

fn blocks(
    second: &str,
    [body, then]: [&[Statement]; 2],
    indent: usize,
    out: &mut String,
) -> Result {
    writeln!(out, "try {{")?;
    print(body, indent + 4, out);
    writeln!(out, "{:indent$}}} {second} {{", "")?;
    print(then, indent + 4, out);
    writeln!(out, "{:indent$}}}", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_that_bind_less_stand_in_parentheses() {
        let shape = Expression::variable("shape").cast("Shape");
        assert_eq!(shape.to_string(), "(Shape) shape");
        let area = shape.clone().call("area", vec![shape.clone().index(3)]);
        assert_eq!(area.to_string(), "((Shape) shape).area(((Shape) shape)[3])");
        let cast = area.clone().cast("Object");
        assert_eq!(cast.without_cast(), area);
        let made = Expression::NewInner(Box::new(shape), "Part".to_owned(), Vec::new());
        assert_eq!(made.to_string(), "((Shape) shape).new Part()");
        let rows = Expression::NewEmptyArray("int[]".to_owned(), 2);
        assert_eq!(rows.to_string(), "new int[2][]");
    }

    #[test]
    fn blocks_are_indented() {
        let mut out = String::new();
        let fails = Expression::call_imported("fails", vec![Expression::string("try {")]);
        let body = vec![Statement::Evaluate(fails), Statement::Blank];
        let then = vec![Statement::Comment("No matter.".to_owned())];
        print(&[Statement::TryCatch(body, then)], 2, &mut out);
        let lines = [
            "  try {",
            "      fails(\"try {\");",
            "",
            "  } catch (Throwable any) {",
            "      // No matter.",
            "  }",
            "",
        ];
        assert_eq!(out, lines.join("\n"));
    }
}
