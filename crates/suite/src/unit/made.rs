//! A function that makes arguments of the function under test by calls of the program's own functions and calls
//! it with them, in C.

use super::types::Types;
use crate::Unit;
use crate::readable::string_literal;
use ir::SourceType;
use std::fmt::Write;
use std::path::Path;

/// How a function makes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// It returns it; null, if there is none.
    Returned,
    /// It is given the address of an object, which it fills.
    Filled,
}

/// An argument that is made.
pub struct MadeArgument<'a> {
    /// Its number among the parameters of the function under test.
    pub number: usize,
    /// The function that makes it, as its source declares it, and its name.
    pub by: (&'a Unit, &'a str),
    /// How.
    pub making: Making,
}

/// The source that defines a function, and behind it a function `name` that makes some of its arguments and
/// calls it. Its parameters are those of the functions that make arguments, and the others. `None` if C has no
/// words for a type.
pub fn making(
    source: &Path,
    (unit, function): (&Unit, &str),
    name: &str,
    made: &[MadeArgument<'_>],
) -> Option<String> {
    let types = Types(&unit.types);
    let result = types.unqualified(unit.result);
    let nothing = match types.resolved(result) {
        SourceType::Void => "return;".to_owned(),
        SourceType::Record { .. } => format!("return ({}){{0}};", types.spell(result)?),
        _ => "return 0;".to_owned(),
    };
    let (mut parameters, mut given, mut body) = (Vec::new(), Vec::new(), String::new());
    for (number, parameter) in unit.parameters.iter().enumerate() {
        let Some(made) = made.iter().find(|made| made.number == number) else {
            parameters.push(types.declare(parameter.ty, &parameter.name)?);
            given.push(parameter.name.clone());
            continue;
        };
        let (maker, by) = made.by;
        let own = Types(&maker.types);
        let mut arguments = Vec::new();
        let first = usize::from(made.making == Making::Filled);
        for argument in &maker.parameters[first..] {
            let name = format!("{}_{}", parameter.name, argument.name);
            parameters.push(own.declare(argument.ty, &name)?);
            arguments.push(name);
        }
        let argument = &parameter.name;
        match made.making {
            Making::Returned => {
                let declared = types.declare(types.unqualified(parameter.ty), argument)?;
                let arguments = arguments.join(", ");
                let _ = writeln!(body, "  {declared} = {by}({arguments});");
                let _ = writeln!(body, "  if (!{argument})\n    {nothing}");
                given.push(argument.clone());
            }
            Making::Filled => {
                let object = types.unqualified(types.target(parameter.ty)?);
                let declared = types.declare(object, argument)?;
                arguments.insert(0, format!("&{argument}"));
                let arguments = arguments.join(", ");
                let _ = writeln!(body, "  {declared};\n  {by}({arguments});");
                given.push(format!("&{argument}"));
            }
        }
    }
    let parameters = match parameters.is_empty() {
        true => "void".to_owned(),
        false => parameters.join(", "),
    };
    let head = types.declare(result, &format!("{name}({parameters})"))?;
    let returns = match types.resolved(result) {
        SourceType::Void => "",
        _ => "return ",
    };
    let source = string_literal(source.display().to_string().as_bytes());
    let given = given.join(", ");
    Some(format!(
        "#include {source}\n\n{head};\n{head} {{\n{body}  {returns}{function}({given});\n}}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UnitParameter;
    use ir::SourceTypeId;

    fn unit(result: u32, parameters: &[(&str, u32)]) -> Unit {
        let int = SourceType::Int {
            name: "int".to_owned(),
            width: 32,
            signed: true,
        };
        let record = SourceType::Record {
            name: Some("list".to_owned()),
            union: false,
            size: 8,
            members: Vec::new(),
        };
        let pointer = SourceType::Pointer {
            target: SourceTypeId(1),
        };
        let parameters = parameters.iter().map(|(name, ty)| UnitParameter {
            name: (*name).to_owned(),
            ty: SourceTypeId(*ty),
            parts: 1,
        });
        Unit {
            file: "unit.c".into(),
            command: String::new(),
            command_with_sanitizers: String::new(),
            result: SourceTypeId(result),
            result_in_memory: false,
            parameters: parameters.collect(),
            types: vec![int, record, pointer],
        }
    }

    #[test]
    fn arguments_are_made_before_the_call() {
        let function = unit(0, &[("list", 2), ("other", 2), ("n", 0)]);
        let (new, init) = (unit(2, &[("n", 0)]), unit(0, &[("self", 2), ("size", 0)]));
        let made = [
            MadeArgument {
                number: 0,
                by: (&new, "list_new"),
                making: Making::Returned,
            },
            MadeArgument {
                number: 1,
                by: (&init, "list_init"),
                making: Making::Filled,
            },
        ];
        let text = making(Path::new("/a.c"), (&function, "f"), "made_f", &made);
        let head = "int made_f(int list_n, int other_size, int n)";
        let expected = format!(
            "#include \"/a.c\"\n\n{head};\n{head} {{\n  struct list *list = list_new(list_n);\n  if (!list)\n    \
             return 0;\n  struct list other;\n  list_init(&other, other_size);\n  \
             return f(list, &other, n);\n}}\n"
        );
        assert_eq!(text, Some(expected));
    }
}
