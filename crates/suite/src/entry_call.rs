//! C text that calls the function under test with arguments in memory.
//!
//! The function is called through a prototype made of the kinds of its parameters, which puts each
//! argument where the System V calling convention for x86-64 does: no header of the program is
//! needed, and a structure that the convention splits up needs no definition.

use crate::plan::FunctionParameter;
use std::fmt::Write;

/// Builds arguments in memory; included before the text of [`call_text`].
pub(crate) const ENTRY_SOURCE: &str = include_str!("../runtime/entry.c");

/// Name that a function has once `main` of the program is out of the way.
pub(crate) fn native_name(name: &str) -> &str {
    match name {
        "main" => "wf_program_main",
        name => name,
    }
}

/// A parameter that C cannot pass.
#[derive(Debug, thiserror::Error)]
#[error("parameter {name} ({kind}) cannot be passed from C")]
pub(crate) struct NotPassable {
    name: String,
    kind: String,
}

/// `static void wf_call(unsigned char **values)`, which calls the function that the expression
/// `WF_TARGET` names.
pub(crate) fn call_text(
    parameters: &[FunctionParameter],
    variadic: bool,
) -> Result<String, NotPassable> {
    let mut out = String::new();
    let mut types = Vec::new();
    let mut arguments = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let (definition, ty) = c_type(index, parameter).ok_or_else(|| NotPassable {
            name: parameter.name.clone(),
            kind: parameter.kind.clone(),
        })?;
        out.push_str(&definition);
        arguments.push(format!("*({ty} *)values[{index}]"));
        types.push(ty);
    }
    if variadic && !types.is_empty() {
        types.push("...".to_owned());
    }
    let types = match types.is_empty() {
        true => "void".to_owned(),
        false => types.join(", "),
    };
    let _ = write!(
        out,
        "typedef void (*wf_function)({types});\n\n\
         /* Volatile: the compiler shall not compare the prototype with the function's own. */\n\
         #if defined(__clang__)\n__attribute__((no_sanitize(\"function\")))\n#endif\n\
         static void wf_call(unsigned char **values) {{\n  \
         void (*volatile target)(void) = WF_TARGET;\n  (void)values;\n  \
         ((wf_function)target)({});\n}}\n",
        arguments.join(", ")
    );
    Ok(out)
}

/// A C type that is passed as the parameter is, and the definition it needs.
fn c_type(index: usize, parameter: &FunctionParameter) -> Option<(String, String)> {
    let plain = |ty: &str| Some((String::new(), ty.to_owned()));
    if let Some(size) = parameter.by_value_size {
        let align = parameter.by_value_align.unwrap_or(8).max(8);
        let ty = format!("struct wf_memory_{index}");
        // Up to 16 bytes only something unaligned in it makes a structure go to memory.
        let members = match size {
            0 => return None,
            1..=8 => "char first; short unaligned; char rest[5];".to_owned(),
            9..=16 => "char first; long long unaligned; char rest[7];".to_owned(),
            size => format!("unsigned char bytes[{size}];"),
        };
        let attributes = format!("__attribute__((packed, aligned({align})))");
        return Some((format!("{ty} {{ {members} }} {attributes};\n"), ty));
    }
    if let Some(vector) = parameter.kind.strip_prefix('<') {
        let (count, element) = vector.strip_suffix('>')?.split_once(" x ")?;
        let bits = count.parse::<u64>().ok()? * width(element)?;
        let ty = format!("wf_vector_{index}");
        let definition = match bits {
            1..=64 => format!(
                "typedef struct {{ float part[{}]; }} {ty};\n",
                bits.div_ceil(32)
            ),
            128 => format!("typedef float {ty} __attribute__((vector_size(16)));\n"),
            // Wider ones depend on the instruction set.
            _ => return None,
        };
        return Some((definition, ty));
    }
    match parameter.kind.as_str() {
        "ptr" => return plain("void *"),
        "f16" => return plain("_Float16"),
        "f32" => return plain("float"),
        "f64" => return plain("double"),
        "f80" => return plain("long double"),
        "f128" => return plain("__float128"),
        _ => {}
    }
    match (width(&parameter.kind)?, parameter.signed) {
        (1..=8, true) => plain("signed char"),
        (1..=8, false) => plain("unsigned char"),
        (9..=16, true) => plain("short"),
        (9..=16, false) => plain("unsigned short"),
        (17..=32, true) => plain("int"),
        (17..=32, false) => plain("unsigned int"),
        (33..=64, _) => plain("unsigned long long"),
        (128, _) => plain("unsigned __int128"),
        _ => None,
    }
}

/// Width in bits of a scalar kind.
fn width(kind: &str) -> Option<u64> {
    match kind.split_at_checked(1)? {
        ("i" | "f", width) => width.parse().ok().filter(|&width| width > 0),
        _ => (kind == "ptr").then_some(64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(kind: &str, by_value_size: Option<u64>) -> FunctionParameter {
        FunctionParameter {
            name: "p".to_owned(),
            kind: kind.to_owned(),
            signed: kind == "i16",
            by_value_size,
            by_value_align: by_value_size.map(|_| 16),
        }
    }

    #[test]
    fn arguments_have_the_types_of_the_calling_convention() {
        let text = call_text(
            &[
                parameter("i16", None),
                parameter("<2 x f32>", None),
                parameter("ptr", Some(24)),
                parameter("i40", None),
            ],
            true,
        )
        .expect("all of them are known to C");
        assert!(text.contains("(short, wf_vector_1, struct wf_memory_2, unsigned long long, ...)"));
        assert!(text.contains("bytes[24]; } __attribute__((packed, aligned(16)))"));
        assert!(text.contains("*(short *)values[0]"));
    }

    #[test]
    fn what_c_cannot_pass_is_named() {
        for kind in ["<8 x f32>", "{ i64, i64 }", "i256", "", "i"] {
            assert!(
                call_text(&[parameter(kind, None)], false).is_err(),
                "{kind}"
            );
        }
    }
}
