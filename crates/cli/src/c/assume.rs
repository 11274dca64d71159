//! What callers of the function under test see to (`--assume`, `--precondition`), as code: a function that
//! asks for it and makes the call is compiled behind the source, and paths begin there.

use super::entry::{Arguments, function_entry};
use super::program;
use crate::Usage;
use crate::plan::CPlan;
use anyhow::Context;
use ir::Program;
use llvm::Build;
use std::path::{Path, PathBuf};
use suite::unit::AssumingNames;
use suite::{EntryPoint, Unit};
use vm::{ASSUMED_CALL, ASSUMPTION};

/// The program of a plan with assumptions, built from that without: it begins at [`ASSUMED_CALL`]. `None`
/// if nothing is assumed.
pub fn build(c: &CPlan, plain: &Build, work: &Path) -> anyhow::Result<Option<Build>> {
    if c.assume.is_empty() && c.precondition.is_none() {
        return Ok(None);
    }
    let Some(function) = &c.function else {
        return Err(Usage("--assume: only with --function".to_owned()).into());
    };
    if c.sources.optimise > 0 {
        return Err(Usage("--assume: not together with --optimise".to_owned()).into());
    }
    for condition in &c.assume {
        if let Some(meant) = without_assignment(condition) {
            let message = format!(
                "--assume '{condition}': an assignment is no condition; did you mean '{meant}'?"
            );
            return Err(Usage(message).into());
        }
    }
    let (entry, unit, Arguments { .. }) = function_entry(function, plain, &absolute(c)?, 0, &[])?;
    let EntryPoint::Function {
        source: Some(source),
        variadic: false,
        ..
    } = entry
    else {
        let message = "--assume: the function needs a C source, and a fixed number of parameters";
        return Err(Usage(message.to_owned()).into());
    };
    let text = unit.and_then(|unit| {
        let mut conditions = c.assume.clone();
        let called = c.precondition.as_deref();
        conditions.extend(called.map(|name| call(name, &unit, plain)));
        let names = AssumingNames {
            assumption: ASSUMPTION,
            call: ASSUMED_CALL,
        };
        suite::unit::assuming(&source, (&unit, function), names, &conditions)
    });
    let Some(text) = text else {
        let message = format!(
            "--assume: C has no words for a type of {function}, such as a structure without name"
        );
        return Err(Usage(message).into());
    };
    let work = work.join("assumed");
    std::fs::create_dir_all(&work).with_context(|| work.display().to_string())?;
    let file = work.join("assumed.c");
    std::fs::write(&file, text).with_context(|| file.display().to_string())?;
    let options = c.sources.replacing(&source, &file);
    program::build(&options, true, &work).map(Some)
}

/// A condition that assigns, with a comparison in the place of the assignment. What is in braces initialises.
fn without_assignment(condition: &str) -> Option<String> {
    let (mut quote, mut braces) = (None, 0);
    let bytes = condition.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        match (quote, byte) {
            (Some(_), b'\\') => at += 1,
            (Some(end), _) if byte == end => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{') => braces += 1,
            (None, b'}') => braces -= 1,
            (None, b'=') if bytes.get(at + 1) == Some(&b'=') => at += 1,
            (None, b'=') if braces == 0 => {
                let before =
                    condition[..at].trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^']);
                let shift = before.strip_suffix("<<").or(before.strip_suffix(">>"));
                let compares = before.ends_with(['<', '>', '!']) && shift.is_none();
                if !compares {
                    let before = shift.unwrap_or(before);
                    return Some(format!("{before}=={}", &condition[at + 1..]));
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn absolute(c: &CPlan) -> anyhow::Result<Vec<PathBuf>> {
    let files = c.sources.files.iter();
    files
        .map(|path| {
            path.canonicalize()
                .with_context(|| path.display().to_string())
        })
        .collect()
}

/// The call of a precondition: with the parameters of the same names, if all of its have one, or with the
/// first.
fn call(name: &str, unit: &Unit, program: &Build) -> String {
    let all: Vec<&str> = unit.parameters.iter().map(|it| it.name.as_str()).collect();
    let id = program.module.find_function(name);
    let function = id.and_then(|id| program.module.function(id).ok());
    let own: Vec<String> = function.map_or_else(Vec::new, |function| {
        let parameters = function.parameters.iter();
        parameters.map(|it| it.name.clone()).collect()
    });
    let named = own.iter().all(|name| all.contains(&name.as_str()));
    let given = match named {
        true => own.join(", "),
        false => all[..own.len().min(all.len())].join(", "),
    };
    format!("{name}({given})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_told_from_comparisons() {
        for condition in [
            "x == 5",
            "a <= b && b >= c || d != '='",
            "strcmp(s, \"a=\\\"b=\") < 0",
            "same(p, (struct s){.x = 1})",
        ] {
            assert_eq!(without_assignment(condition), None, "{condition}");
        }
        for (condition, meant) in [
            ("x = 5", "x == 5"),
            ("p->n=0", "p->n==0"),
            ("x += 1", "x == 1"),
            ("x <<= 1", "x == 1"),
            ("a == b && c = d", "a == b && c == d"),
        ] {
            let found = without_assignment(condition);
            assert_eq!(found.as_deref(), Some(meant), "{condition}");
        }
    }
}
