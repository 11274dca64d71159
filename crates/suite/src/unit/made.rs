//! A function that makes arguments of the function under test by calls of the program's own functions and calls
//! it with them, in C.

use super::types::Types;
use crate::Unit;
use crate::format_value::string_literal;
use ir::{SourceType, SourceTypeId};
use std::collections::BTreeSet;
use std::fmt::Write;
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

/// A function that makes an argument, or goes on making it.
pub struct MakingFunction<'a> {
    /// As its source declares it.
    pub unit: &'a Unit,
    /// Its name.
    pub name: &'a str,
    /// How it does that.
    pub making: Making,
    /// The result with which it says that it could not, where that is no negative number.
    pub failure: Option<u64>,
}

/// An argument that is made.
pub struct MadeArgument<'a> {
    /// Its number among the parameters of the function under test.
    pub number: usize,
    /// The functions that make it, each time one of them.
    pub makers: Vec<MakingFunction<'a>>,
    /// The functions that may then be called with it.
    pub others: Vec<MakingFunction<'a>>,
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

/// The source that defines a function, and behind it a function `name` that makes some of its arguments and
/// calls it. Its parameters are those of the functions that make arguments, which of them are called where that
/// is open, and the other arguments. `None` if C has no words for a type.
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
    let called = made
        .iter()
        .flat_map(|it| it.makers.iter().chain(&it.others));
    let mut taken: BTreeSet<String> = called.map(|it| it.name.to_owned()).collect();
    taken.insert(function.to_owned());
    taken.extend(unit.parameters.iter().map(|it| it.name.clone()));
    let mut writer = Writer {
        nothing,
        taken,
        parameters: Vec::new(),
        body: String::new(),
    };
    let mut given = Vec::new();
    for (number, parameter) in unit.parameters.iter().enumerate() {
        given.push(parameter.name.clone());
        match made.iter().find(|made| made.number == number) {
            Some(made) if made.held => {
                writer.holder(types, &parameter.name, parameter.ty, made)?;
            }
            Some(made) => writer.argument(types, &parameter.name, parameter.ty, made)?,
            None => {
                let declared = types.declare(parameter.ty, &parameter.name)?;
                writer.parameters.push(declared);
            }
        }
    }
    let parameters = match writer.parameters.is_empty() {
        true => "void".to_owned(),
        false => writer.parameters.join(", "),
    };
    let head = types.declare(result, &format!("{name}({parameters})"))?;
    let returns = match types.resolved(result) {
        SourceType::Void => "",
        _ => "return ",
    };
    let source = string_literal(source.display().to_string().as_bytes());
    let (body, given) = (writer.body, given.join(", "));
    let streams = match made.iter().any(|made| made.stream.is_some()) {
        true => "#include <stdio.h>\n",
        false => "",
    };
    Some(format!(
        "#include {source}\n{streams}\n{head};\n{head} {{\n{body}  {returns}{function}({given});\n}}\n"
    ))
}

/// A function that makes arguments, as far as it is written.
struct Writer {
    /// The statement that ends it where an argument cannot be made.
    nothing: String,
    /// Names that mean something already: a parameter that is called like a function hides it.
    taken: BTreeSet<String>,
    parameters: Vec<String>,
    body: String,
}

impl Writer {
    /// A name for a variable, which is none of those that mean something already.
    fn fresh(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Makes an argument that leads to a pointer which is made.
    fn holder(
        &mut self,
        types: Types<'_>,
        argument: &str,
        ty: SourceTypeId,
        made: &MadeArgument<'_>,
    ) -> Option<()> {
        let held = self.fresh(format!("{argument}_held"));
        self.argument(types, &held, types.target(ty)?, made)?;
        let declared = types.declare(types.unqualified(ty), argument)?;
        let _ = writeln!(self.body, "  {declared} = &{held};");
        Some(())
    }

    /// Makes an argument.
    fn argument(
        &mut self,
        types: Types<'_>,
        argument: &str,
        ty: SourceTypeId,
        made: &MadeArgument<'_>,
    ) -> Option<()> {
        if let Some(stream) = &made.stream {
            self.stream(argument, stream);
            return Some(());
        }
        let filled = made.makers.iter().any(|it| it.making == Making::Filled);
        let mut object = String::new();
        if filled {
            object = self.fresh(format!("{argument}_object"));
            let declared = types.declare(types.unqualified(types.target(ty)?), &object)?;
            let _ = writeln!(self.body, "  {declared};");
        }
        // The type without the `const` that the parameter may have.
        let pointer = match types.target(ty) {
            Some(target) if !types.is_named_pointer(ty) => {
                types.declare_pointer(types.unqualified(target), argument)?
            }
            _ => types.declare(types.unqualified(ty), argument)?,
        };
        let _ = writeln!(self.body, "  {pointer} = 0;");
        if let [maker] = &made.makers[..] {
            let text = self.call(argument, argument, maker, Some(&object))?;
            let _ = writeln!(self.body, "{}", indented(&text, 2));
        } else {
            let choice = format!("{argument}_made");
            let makers = made.makers.iter();
            let makers = makers.map(|maker| (format!("{argument}_{}", maker.name), maker));
            self.choice(argument, choice, makers.collect(), Some(&object))?;
        }
        let nothing = self.nothing.clone();
        let null = format!("  if (!{argument})\n    {nothing}");
        if made.makers.iter().any(|it| it.making != Making::Filled) {
            let _ = writeln!(self.body, "{null}");
        }
        for number in 1..=made.calls {
            let others = made.others.iter();
            let others = others.map(|it| (format!("{argument}_{number}_{}", it.name), it));
            let choice = format!("{argument}_call{number}");
            self.choice(argument, choice, others.collect(), None)?;
            if made.others.iter().any(|it| it.making != Making::Filled) {
                let _ = writeln!(self.body, "{null}");
            }
        }
        Some(())
    }

    fn stream(&mut self, argument: &str, stream: &MadeStream) {
        let file = string_literal(stream.file.as_bytes());
        let nothing = &self.nothing;
        let _ = writeln!(
            self.body,
            "  FILE *{argument} = fopen({file}, \"r+\");\n  if (!{argument})\n    {nothing}"
        );
        if stream.or_null {
            let parameter = self.fresh(format!("{argument}_is_null"));
            let _ = writeln!(
                self.body,
                "  if ({parameter} && !fclose({argument}))\n    {argument} = NULL;"
            );
            self.parameters.push(format!("_Bool {parameter}"));
        }
    }

    /// Calls one of some functions, as a parameter says; for all other values the first, if it is to begin the
    /// argument (and may have to fill `object`), or else none.
    fn choice(
        &mut self,
        argument: &str,
        choice: String,
        functions: Vec<(String, &MakingFunction<'_>)>,
        object: Option<&str>,
    ) -> Option<()> {
        let choice = self.fresh(choice);
        self.parameters.push(format!("int {choice}"));
        let _ = writeln!(self.body, "  switch ({choice}) {{");
        for (number, (prefix, function)) in functions.iter().enumerate() {
            let text = self.call(argument, prefix, function, object)?;
            let label = match (number, object.is_some()) {
                (0, true) => "default".to_owned(),
                (_, true) => format!("case {number}"),
                (_, false) => format!("case {}", number + 1),
            };
            let text = indented(&text, 4);
            let _ = writeln!(self.body, "  {label}:\n{text}\n    break;");
        }
        let _ = writeln!(self.body, "  }}");
        Some(())
    }

    /// The call of a function, which is the first to make the argument, if there is an `object` for it to fill, or
    /// goes on making it. Its parameters become some with a prefix.
    fn call(
        &mut self,
        argument: &str,
        prefix: &str,
        by: &MakingFunction<'_>,
        object: Option<&str>,
    ) -> Option<String> {
        let first = object.is_some();
        let own = Types(&by.unit.types);
        let gets_it = match by.making {
            Making::Filled | Making::Stored => true,
            Making::Returned => !first && is_given_first(by.unit, own),
        };
        let mut arguments = Vec::new();
        if gets_it {
            arguments.push(match by.making {
                Making::Stored => format!("&{argument}"),
                Making::Filled | Making::Returned => argument.to_owned(),
            });
        }
        for parameter in &by.unit.parameters[usize::from(gets_it)..] {
            let name = self.fresh(format!("{prefix}_{}", parameter.name));
            self.parameters.push(own.declare(parameter.ty, &name)?);
            arguments.push(name);
        }
        let call = format!("{}({})", by.name, arguments.join(", "));
        let nothing = &self.nothing;
        let object = match (by.making, object) {
            (Making::Filled, Some(object)) => format!("{argument} = &{object};\n"),
            (Making::Filled | Making::Returned | Making::Stored, _) => String::new(),
        };
        if let (true, Some(failure)) = (first && by.making != Making::Returned, by.failure) {
            let test = format!("if ({call} == {failure})");
            return Some(format!("{object}{test}\n  {nothing}"));
        }
        Some(match (by.making, own.resolved(by.unit.result)) {
            (Making::Returned, _) => format!("{argument} = {call};"),
            (Making::Filled | Making::Stored, SourceType::Int { signed: true, .. }) if first => {
                format!("{object}if ({call} < 0)\n  {nothing}")
            }
            (Making::Filled | Making::Stored, _) => format!("{object}{call};"),
        })
    }
}

/// True if a function is given what it returns.
fn is_given_first(unit: &Unit, types: Types<'_>) -> bool {
    let target = |ty| types.target(ty).map(|target| types.resolved(target));
    let first = unit.parameters.first().and_then(|first| target(first.ty));
    first.is_some() && first == target(unit.result)
}

fn indented(text: &str, by: usize) -> String {
    let lines = text.lines().map(|line| format!("{:by$}{line}", ""));
    lines.collect::<Vec<_>>().join("\n")
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
        let by = |unit, name, making| MakingFunction {
            unit,
            name,
            making,
            failure: None,
        };
        let made = [
            MadeArgument {
                number: 0,
                makers: vec![by(&new, "list_new", Making::Returned)],
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
                makers: vec![
                    by(&init, "list_init", Making::Filled),
                    by(&new, "list_new", Making::Returned),
                ],
                others: Vec::new(),
                calls: 0,
                held: false,
                stream: None,
            },
        ];
        let text = making(Path::new("/a.c"), (&function, "f"), "made_f", &made);
        let head = "int made_f(int list_n, int list_call1, int list_1_append_n, int other_made, \
                    int other_list_init_size, int other_list_new_n, int n)";
        let expected = format!(
            "#include \"/a.c\"\n\n{head};\n{head} {{\n  struct list *list = 0;\n  list = list_new(list_n);\n  if (!list)\n    \
             return 0;\n  switch (list_call1) {{\n  case 1:\n    append(list, list_1_append_n);\n    \
             break;\n  case 2:\n    list = push(list);\n    break;\n  }}\n  if (!list)\n    return 0;\n  \
             struct list other_object;\n  struct list *other = 0;\n  switch (other_made) {{\n  default:\n    \
             other = &other_object;\n    if (list_init(other, other_list_init_size) < 0)\n      return 0;\n    break;\n  case 1:\n    \
             other = list_new(other_list_new_n);\n    break;\n  }}\n  if (!other)\n    return 0;\n  \
             return f(list, other, n);\n}}\n"
        );
        assert_eq!(text, Some(expected));
    }
}
