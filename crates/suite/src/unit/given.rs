//! Functions that tests give to the function under test: those of the program, and such that stand for any
//! other and return what the test says.

use super::types::Types;
use super::{answers, literal};
use crate::{GivenFunction, InputValue};
use ir::{SourceType, SourceTypeId};
use std::fmt::Write;

/// A word of a test for a function.
pub(super) fn word(given: &[GivenFunction], symbol: &str) -> String {
    let known = given.iter().find(|given| given.name == symbol);
    let seen = known.is_some_and(|given| given.in_source || given.stands_in.is_some());
    match seen {
        true => symbol.to_owned(),
        false => format!("wf_given_{symbol}"),
    }
}

/// True if all these inputs are what functions return that stand for others, or what some do that have no body.
pub(super) fn return_all(given: &[GivenFunction], stubs: &[String], inputs: &[InputValue]) -> bool {
    inputs.iter().all(|input| {
        if answers::is_answer(input, stubs) {
            return true;
        }
        let named = given.iter().find(|given| given.name == input.name);
        named.is_some_and(|given| given.stands_in.is_some())
    })
}

/// The statements that say what functions return in a test. `None` if C has no words for it.
pub(super) fn script(
    types: Types<'_>,
    given: &[GivenFunction],
    inputs: &[InputValue],
) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for given in given.iter().filter(|given| given.stands_in.is_some()) {
        let mut values = Vec::new();
        let result = result(types, given);
        for input in inputs.iter().filter(|input| input.name == given.name) {
            values.push(literal::scalar(types.resolved(result?), &input.bytes)?);
        }
        if values.is_empty() {
            continue;
        }
        let ty = types.spell(types.unqualified(result?))?;
        let (name, values) = (&given.name, values.join(", "));
        lines.push(format!("{name}_returns = (const {ty}[]){{{values}}};"));
    }
    Some(lines)
}

/// What tests with this text need of functions.
pub(super) fn definitions(types: Types<'_>, given: &[GivenFunction], text: &str) -> String {
    let mut out = String::new();
    for given in given
        .iter()
        .filter(|it| text.contains(&word(&[(*it).clone()], &it.name)))
    {
        let made = match given.stands_in {
            Some(_) => stand_in(types, given),
            None if given.in_source => continue,
            None => declaration(types, given),
        };
        out.push_str(&made.unwrap_or_default());
    }
    out
}

fn result(types: Types<'_>, given: &GivenFunction) -> Option<SourceTypeId> {
    match types.resolved(given.ty?) {
        SourceType::Function { result, .. } => Some(*result),
        _ => None,
    }
}

/// A function of another source, under a name of its own: nothing here declares it.
fn declaration(types: Types<'_>, given: &GivenFunction) -> Option<String> {
    let name = format!("wf_given_{}", given.name);
    let declared = types.declare(behind_typedefs(types, given.ty?), &name)?;
    Some(format!(
        "extern {declared} __asm__(\"{}\");\n\n",
        given.name
    ))
}

/// The definition of a function that stands for any other of its type.
fn stand_in(types: Types<'_>, given: &GivenFunction) -> Option<String> {
    let SourceType::Function {
        result,
        parameters,
        variadic,
    } = types.resolved(given.ty?)
    else {
        return None;
    };
    let name = &given.name;
    let (mut declared, mut unused) = (Vec::new(), String::new());
    for (number, &parameter) in parameters.iter().enumerate() {
        let own = format!("argument{}", number + 1);
        let _ = writeln!(unused, "  (void){own};");
        declared.push(types.declare(parameter, &own)?);
    }
    if *variadic {
        declared.push("...".to_owned());
    }
    let declared = match declared.is_empty() {
        true => "void".to_owned(),
        false => declared.join(", "),
    };
    let head = types.declare(types.unqualified(*result), &format!("{name}({declared})"))?;
    let comment = "/* Stands for any function that a caller may give. */\n";
    let returned = match types.resolved(*result) {
        SourceType::Void => Some(""),
        SourceType::Pointer { .. } => Some("  return NULL;\n"),
        _ => None,
    };
    if let Some(returned) = returned {
        return Some(format!(
            "{comment}static {head} {{\n{unused}{returned}}}\n\n"
        ));
    }
    let ty = types.spell(types.unqualified(*result))?;
    Some(format!(
        "/* What {name} returns, one call after the other. */\nstatic const {ty} *{name}_returns;\n\
         {comment}static {head} {{\n{unused}  return *{name}_returns++;\n}}\n\n"
    ))
}

/// A type of functions itself: a function is not declared by a `typedef` and parameters.
fn behind_typedefs(types: Types<'_>, id: SourceTypeId) -> SourceTypeId {
    let mut id = id;
    // Types of a damaged plan may be circles.
    for _ in 0..64 {
        match types.get(id) {
            SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                id = *target;
            }
            _ => break,
        }
    }
    id
}
