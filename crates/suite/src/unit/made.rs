//! A function that makes arguments of the function under test by calls of the program's own functions and calls
//! it with them, in C: what it does.

use super::making::Writer;
use super::types::Types;
use crate::Unit;
use crate::format_value::string_literal;
use ir::SourceType;
use std::collections::BTreeSet;
use std::path::Path;

/// How a function makes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// It returns it; null, if there is none.
    Returned,
    /// It is given the address of an object, which it fills. If it returns a negative number, it could not.
    Filled,
    /// It is given the address of a pointer, where it leaves it; null, or a negative result, if there is none.
    Stored,
}

/// A function that makes an object, or goes on making it.
pub struct MakingFunction {
    /// As its source declares it.
    pub unit: Unit,
    /// Its name.
    pub name: String,
    /// How it does that.
    pub making: Making,
    /// The result with which it says that it could not, where that is no negative number.
    pub failure: Option<u64>,
    /// What it is given for each of its parameters; inputs, for those that are not in it.
    pub given: Vec<Given>,
    /// The kind of its results, if further calls may be given them.
    pub keeps: Option<usize>,
}

/// What a call is given for a parameter.
pub enum Given {
    /// An input.
    Input,
    /// An input that is raw memory, though callers have objects there which calls make.
    Raw,
    /// This argument of the function under test, which is made.
    Argument(usize),
    /// An object.
    Object(Origin),
    /// The address of a pointer to one.
    Address(Origin),
}

/// Where an object comes from.
#[derive(Default)]
pub struct Origin {
    /// The functions that make it, each time one of them.
    pub makers: Vec<MakingFunction>,
    /// It may be a result of that kind of an earlier call.
    pub kept: Option<usize>,
    /// Then no further call is given that.
    pub taken: bool,
    /// There may be none.
    pub or_null: bool,
}

/// An argument that is made.
pub struct MadeArgument {
    /// Its number among the parameters of the function under test.
    pub number: usize,
    /// Where it comes from.
    pub origin: Origin,
    /// The functions that may then be called with it.
    pub others: Vec<MakingFunction>,
    /// How many calls of those there are at the most.
    pub calls: u32,
    /// The functions make the pointer that it leads to, not itself.
    pub held: bool,
    /// It is a stream, instead of all that.
    pub stream: Option<MadeStream>,
}

/// A stream that is opened, to be read and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeStream {
    /// The file.
    pub file: String,
    /// It may be null instead, as a parameter of its own says.
    pub or_null: bool,
}

/// A parameter of a function that makes arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeParameter {
    /// Its name.
    pub name: String,
    /// The call that is given it, of those that the function makes.
    pub call: usize,
    /// What the called function calls it; empty if it says which calls are made.
    pub own_name: String,
    /// It is raw memory, though callers have objects there which calls make.
    pub raw: bool,
}

/// A function that makes arguments.
pub struct MakingSource {
    /// The source with it.
    pub text: String,
    /// Its parameters.
    pub parameters: Vec<MadeParameter>,
    /// Its variables that arguments lead to, each of which has a pointer that is made.
    pub holders: Vec<String>,
}

/// The source that defines a function, and behind it a function `name` that makes some of its arguments and
/// calls it. Its parameters are those of the functions that make arguments, which of them are called where that
/// is open, and the other arguments. An argument is made behind those of `made` that stand before it and that its
/// calls are given. `None` if C has no words for a type.
pub fn making(
    source: &Path,
    (unit, function): (&Unit, &str),
    name: &str,
    made: &[MadeArgument],
) -> Option<MakingSource> {
    let types = Types(&unit.types);
    let result = types.unqualified(unit.result);
    let nothing = match types.resolved(result) {
        SourceType::Void => "return;".to_owned(),
        SourceType::Record { .. } => format!("return ({}){{0}};", types.spell(result)?),
        _ => "return 0;".to_owned(),
    };
    let mut taken = BTreeSet::from([function.to_owned()]);
    taken.extend(unit.parameters.iter().map(|it| it.name.clone()));
    for argument in made {
        names(&argument.origin.makers, &mut taken);
        names(&argument.others, &mut taken);
    }
    let mut writer = Writer::new(nothing, taken);
    for number in order(unit.parameters.len(), made) {
        let parameter = &unit.parameters[number];
        match made.iter().find(|made| made.number == number) {
            Some(made) if made.held => {
                writer.holder(types, &parameter.name, parameter.ty, made)?;
            }
            Some(made) => writer.argument(types, &parameter.name, parameter.ty, made)?,
            None => writer.given_on(
                types.declare(parameter.ty, &parameter.name)?,
                &parameter.name,
            ),
        }
    }
    let declarations = writer.declarations();
    let holders = writer.holders().to_vec();
    let (parameters, body, known) = writer.finish();
    let head = types.declare(result, &format!("{name}({parameters})"))?;
    let returns = match types.resolved(result) {
        SourceType::Void => "",
        _ => "return ",
    };
    let source = string_literal(source.display().to_string().as_bytes());
    let given: Vec<&str> = unit.parameters.iter().map(|it| it.name.as_str()).collect();
    let given = given.join(", ");
    let streams = match made.iter().any(|made| made.stream.is_some()) {
        true => "#include <stdio.h>\n",
        false => "",
    };
    let text = format!(
        "#include {source}\n{streams}\n{declarations}{head};\n{head} {{\n{body}  {returns}{function}({given});\n}}\n"
    );
    Some(MakingSource {
        text,
        parameters: known,
        holders,
    })
}

/// The parameters of the function under test in the order in which arguments come about: as they stand there, but for those
/// that are made of others.
fn order(parameters: usize, made: &[MadeArgument]) -> Vec<usize> {
    let mut order = Vec::new();
    for number in 0..parameters {
        let place = made.iter().position(|it| it.number == number);
        let place = place.filter(|&place| is_made_of_others(&made[place]));
        let before = made[..place.unwrap_or(0)].iter().map(|it| it.number);
        for number in before.chain([number]) {
            if !order.contains(&number) {
                order.push(number);
            }
        }
    }
    order
}

/// True if calls that make an argument are given another one, or what calls on that have returned.
fn is_made_of_others(argument: &MadeArgument) -> bool {
    fn given(functions: &[MakingFunction], own: usize) -> bool {
        functions
            .iter()
            .flat_map(|it| &it.given)
            .any(|it| match it {
                Given::Argument(number) => *number != own,
                Given::Object(origin) | Given::Address(origin) => given(&origin.makers, own),
                Given::Input | Given::Raw => false,
            })
    }
    argument.origin.kept.is_some()
        || given(&argument.origin.makers, argument.number)
        || given(&argument.others, argument.number)
}

/// Adds the names of functions, and of those that make what they are given.
pub fn names(functions: &[MakingFunction], all: &mut BTreeSet<String>) {
    for function in functions {
        all.insert(function.name.clone());
        for given in &function.given {
            if let Given::Object(origin) | Given::Address(origin) = given {
                names(&origin.makers, all);
            }
        }
    }
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
            encapsulated: false,
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
        let (append, push) = (unit(0, &[("self", 2), ("n", 0)]), unit(2, &[("self", 2)]));
        let by = |unit: &Unit, name: &str, making| MakingFunction {
            unit: unit.clone(),
            name: name.to_owned(),
            making,
            failure: None,
            given: Vec::new(),
            keeps: None,
        };
        let of = |makers| Origin {
            makers,
            ..Origin::default()
        };
        let made = [
            MadeArgument {
                number: 0,
                origin: of(vec![by(&new, "list_new", Making::Returned)]),
                others: vec![
                    by(&append, "append", Making::Filled),
                    by(&push, "push", Making::Returned),
                ],
                calls: 1,
                held: false,
                stream: None,
            },
            MadeArgument {
                number: 1,
                origin: of(vec![
                    by(&init, "list_init", Making::Filled),
                    by(&new, "list_new", Making::Returned),
                ]),
                others: Vec::new(),
                calls: 0,
                held: false,
                stream: None,
            },
        ];
        let source = making(Path::new("/a.c"), (&function, "f"), "made_f", &made);
        let text = source.map(|it| it.text);
        let head = "int made_f(int list_n, int list_call1, int list_1_append_n, int other_made, \
                    int other_list_init_size, int other_list_new_n, int n)";
        let expected = format!(
            "#include \"/a.c\"\n\n{head};\n{head} {{\n  struct list *list = 0;\n  struct list other_object;\n  \
             struct list *other = 0;\n  list = list_new(list_n);\n  if (!list)\n    \
             return 0;\n  switch (list_call1) {{\n  case 1:\n    append(list, list_1_append_n);\n    \
             break;\n  case 2:\n    list = push(list);\n    break;\n  }}\n  if (!list)\n    return 0;\n  \
             switch (other_made) {{\n  default:\n    \
             other = &other_object;\n    if (list_init(other, other_list_init_size) < 0)\n      return 0;\n    break;\n  case 1:\n    \
             other = list_new(other_list_new_n);\n    break;\n  }}\n  if (!other)\n    return 0;\n  \
             return f(list, other, n);\n}}\n"
        );
        assert_eq!(text, Some(expected));
    }
}
