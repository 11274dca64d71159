//! A function that calls the function under test where what its caller is assumed to see to holds, in C.

use super::types::Types;
use crate::Unit;
use crate::format_value::string_literal;
use std::fmt::Write;
use std::path::Path;

/// What the source is called that options state: so the compiler says where a condition is wrong.
const PLACE: &str = "--assume";

/// Names of the functions that state assumptions.
#[derive(Clone, Copy, Debug)]
pub struct AssumingNames<'a> {
    /// True if all conditions hold.
    pub assumption: &'a str,
    /// Calls the function under test if they do.
    pub call: &'a str,
}

/// The source that defines a function, and behind it one that calls it if conditions over its parameters and
/// the variables of the source hold. `None` if C has no words for a type of its parameters or result.
pub fn assuming(
    source: &Path,
    (unit, function): (&Unit, &str),
    names: AssumingNames<'_>,
    conditions: &[String],
) -> Option<String> {
    let types = Types(&unit.types);
    let mut declared = Vec::new();
    for parameter in &unit.parameters {
        declared.push(types.declare(parameter.ty, &parameter.name)?);
    }
    let parameters = match declared.is_empty() {
        true => "void".to_owned(),
        false => declared.join(", "),
    };
    let given: Vec<&str> = unit.parameters.iter().map(|it| it.name.as_str()).collect();
    let given = given.join(", ");
    let AssumingNames { assumption, call } = names;
    let head = types.declare(unit.result, &format!("{call}({parameters})"))?;
    let source = string_literal(source.display().to_string().as_bytes());
    let mut text = format!("#include {source}\n#undef wf_assume\nextern void wf_assume(int);\n");
    let _ = writeln!(text, "static int {assumption}({parameters}) {{");
    for condition in conditions {
        let _ = writeln!(
            text,
            "#line 1 \"{PLACE}\"\n  if (!({condition}))\n    return 0;"
        );
    }
    let _ = writeln!(
        text,
        "  return 1;\n}}\n{head} {{\n  wf_assume({assumption}({given}));"
    );
    let _ = writeln!(text, "  return {function}({given});\n}}");
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UnitParameter;
    use ir::{SourceType, SourceTypeId};

    #[test]
    fn a_function_is_called_where_conditions_hold() {
        let int = SourceType::Int {
            name: "int".to_owned(),
            width: 32,
            signed: true,
        };
        let pointer = SourceType::Pointer {
            target: SourceTypeId(0),
        };
        let parameter = |name: &str, ty: u32| UnitParameter {
            name: name.to_owned(),
            ty: SourceTypeId(ty),
            parts: 1,
        };
        let unit = Unit {
            file: "unit_f.c".into(),
            command: String::new(),
            command_with_sanitizers: String::new(),
            result: SourceTypeId(1),
            result_in_memory: false,
            parameters: vec![parameter("p", 1), parameter("n", 0)],
            types: vec![int, pointer],
        };
        let names = AssumingNames {
            assumption: "holds",
            call: "call",
        };
        let conditions = ["n > 0".to_owned()];
        let text = assuming(Path::new("/a.c"), (&unit, "f"), names, &conditions);
        let expected = "#include \"/a.c\"\n#undef wf_assume\nextern void wf_assume(int);\n\
                        static int holds(int *p, int n) {\n#line 1 \"--assume\"\n  if (!(n > 0))\n    \
                        return 0;\n  return 1;\n}\nint *call(int *p, int n) {\n  \
                        wf_assume(holds(p, n));\n  return f(p, n);\n}\n";
        assert_eq!(text.as_deref(), Some(expected));
    }
}
