//! How functions of the C library with a variable number of arguments are called in turn: their parameters say whether
//! there is one more, and of which type.

use super::WATCHED;
use super::occurrence::argument;
use std::fmt::Write;

/// One more argument, if a condition on the parameters holds.
struct Further {
    condition: &'static str,
    ty: &'static str,
}

/// Commands of `fcntl` with a number: those of fcntl.h, and those of Linux (10 and from 1024 on), which it has only on
/// demand.
const WITH_NUMBER: &str = "wf_argument_1 == F_DUPFD || wf_argument_1 == F_SETFD || wf_argument_1 == F_SETFL\n      \
     || wf_argument_1 == F_SETOWN || wf_argument_1 == 10 || wf_argument_1 == 1024 || wf_argument_1 == 1026\n      \
     || wf_argument_1 == 1030 || wf_argument_1 == 1031 || wf_argument_1 == 1033";
/// Commands of `fcntl` with a pointer: locks (also those of open files, 36 to 38), owners, hints.
const WITH_POINTER: &str = "wf_argument_1 == F_GETLK || wf_argument_1 == F_SETLK || wf_argument_1 == F_SETLKW\n      \
     || wf_argument_1 == 15 || wf_argument_1 == 16 || wf_argument_1 == 17 || (wf_argument_1 >= 36 && wf_argument_1 <= 38)\n      \
     || (wf_argument_1 >= 1035 && wf_argument_1 <= 1038)";

/// The functions that can be watched.
pub(super) const FUNCTIONS: &str =
    "open, open64, openat, openat64, fcntl and fcntl64 can, which say what follows";

/// What may follow the parameters of a function; `None` if that is not known.
fn further(function: &str) -> Option<&'static [Further]> {
    // The conditions of fcntl.h on the flags.
    const OPEN: [Further; 1] = [Further {
        condition: "__OPEN_NEEDS_MODE(wf_argument_1)",
        ty: "unsigned int",
    }];
    const OPEN_AT: [Further; 1] = [Further {
        condition: "__OPEN_NEEDS_MODE(wf_argument_2)",
        ty: "unsigned int",
    }];
    const CONTROL: [Further; 2] = [
        Further {
            condition: WITH_NUMBER,
            ty: "int",
        },
        Further {
            condition: WITH_POINTER,
            ty: "void *",
        },
    ];
    match function {
        "open" | "open64" => Some(&OPEN),
        "openat" | "openat64" => Some(&OPEN_AT),
        "fcntl" | "fcntl64" => Some(&CONTROL),
        _ => None,
    }
}

/// Writes the call of a function with all arguments, whose result goes to a variable that is declared; false if it is not
/// known which there are.
pub(super) fn write_call(
    out: &mut String,
    (function, parameters): (&str, usize),
    result: &str,
) -> bool {
    let Some(further) = further(function) else {
        return false;
    };
    let given: Vec<String> = (0..parameters).map(argument).collect();
    let given = given.join(", ");
    let last = argument(parameters.saturating_sub(1));
    let _ = writeln!(
        out,
        "  __builtin_va_list wf_further;\n  __builtin_va_start(wf_further, {last});"
    );
    for Further { condition, ty } in further {
        let _ = writeln!(
            out,
            "  if ({condition})\n    {result} = {WATCHED}{function}({given}, __builtin_va_arg(wf_further, {ty}));\n  else"
        );
    }
    let _ = writeln!(
        out,
        "    {result} = {WATCHED}{function}({given});\n  __builtin_va_end(wf_further);"
    );
    true
}
