//! Kinds of errors as rules of SARIF, with the weaknesses (CWE) that they are.

use super::finding::Finding;
use ir::ErrorKind;
use sarif::{Message, Rule, RuleProperties};

/// The rule that a finding is of. Each class of exceptions is a rule of its own.
pub fn rule_of(finding: &Finding) -> Rule {
    let kind = ErrorKind::from_name(&finding.kind);
    if let (Some(ErrorKind::UncaughtException), Some(class)) = (kind, &finding.exception) {
        let short = class.rsplit('.').next().unwrap_or(class);
        return rule(
            format!("{}/{class}", finding.kind),
            &format!("{short} that nothing catches"),
            weakness_of_exception(class),
        );
    }
    let (text, weaknesses) = kind.map_or(("error that a native run shows", &[][..]), described);
    rule(finding.kind.clone(), text, weaknesses)
}

fn rule(id: String, text: &str, weaknesses: &[u32]) -> Rule {
    let tags = weaknesses
        .iter()
        .map(|number| format!("external/cwe/cwe-{number:03}"));
    Rule {
        id,
        short_description: Message::plain(text),
        properties: RuleProperties {
            tags: tags.collect(),
        },
    }
}

/// What a kind of error is, and which weaknesses.
fn described(kind: ErrorKind) -> (&'static str, &'static [u32]) {
    match kind {
        ErrorKind::OutOfBounds => ("access outside of an object", &[119, 125, 787]),
        ErrorKind::UseAfterFree => ("access to memory that is not there any more", &[416]),
        ErrorKind::DoubleFree => ("memory freed twice", &[415]),
        ErrorKind::InvalidFree => ("free of what was not allocated", &[590, 761]),
        ErrorKind::NullDereference => ("access through a null pointer", &[476]),
        ErrorKind::InvalidPointer => ("access through a pointer to no object", &[822]),
        ErrorKind::WriteToConstant => ("write to a constant", &[119]),
        ErrorKind::DivisionByZero => ("division by zero", &[369]),
        ErrorKind::BadShift => ("shift by a negative number or by too much", &[1335]),
        ErrorKind::SignedOverflow => ("overflow of a signed number", &[190]),
        ErrorKind::UnsignedOverflow => ("overflow of an unsigned number", &[190]),
        ErrorKind::PointerOverflow => ("pointer that leaves the address space", &[823]),
        ErrorKind::FloatCastOverflow => (
            "floating-point number outside the integers that it is converted to",
            &[681],
        ),
        ErrorKind::VlaBound => ("array of no or negative length", &[131]),
        ErrorKind::Assertion => ("assertion that fails", &[617]),
        ErrorKind::Abort => ("call of abort", &[617]),
        ErrorKind::ReachError => ("error location that is reached", &[617]),
        ErrorKind::Unreachable => (
            "end of a function without its value, or code that is declared unreachable",
            &[758],
        ),
        ErrorKind::Trap => ("trap instruction", &[617]),
        ErrorKind::StackExhausted => ("calls that exhaust the stack", &[674]),
        ErrorKind::MemoryLeak => ("memory that is never freed", &[401]),
        ErrorKind::UninitialisedRead => ("use of memory that was never written", &[457, 908]),
        ErrorKind::BadCall => ("call through a pointer of another type", &[843]),
        ErrorKind::LibraryMisuse => ("library function called against its contract", &[628]),
        ErrorKind::UncaughtException => ("exception that nothing catches", &[248]),
        ErrorKind::SpecificationViolation => ("violation of a specification", &[]),
    }
}

fn weakness_of_exception(class: &str) -> &'static [u32] {
    match class {
        "java.lang.NullPointerException" => &[476],
        "java.lang.ArrayIndexOutOfBoundsException"
        | "java.lang.StringIndexOutOfBoundsException"
        | "java.lang.IndexOutOfBoundsException" => &[129],
        "java.lang.ArithmeticException" => &[369],
        "java.lang.ClassCastException" => &[704],
        "java.lang.NegativeArraySizeException" => &[131],
        "java.lang.StackOverflowError" => &[674],
        "java.lang.AssertionError" => &[617],
        _ => &[248],
    }
}
