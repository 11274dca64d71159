//! Test-Comp's exchange format: `metadata.xml` and `testcase-*.xml`.

use crate::{EntryPoint, InputValue, Outcome, Suite, SuiteError, TestCase};
use ir::ErrorKind;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Writes `metadata.xml`.
pub(super) fn write_metadata(suite: &Suite) -> Result<(), SuiteError> {
    let mut hash = Sha256::new();
    for source in &suite.plan.sources {
        hash.update(std::fs::read(source).map_err(SuiteError::io(source))?);
    }
    let file = suite
        .plan
        .sources
        .first()
        .map(|path| path.display().to_string());
    let entry = match &suite.plan.entry {
        EntryPoint::Main => "main",
        EntryPoint::Function { name, .. } => name,
    };
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n",
    );
    let digest = hex::encode(hash.finalize());
    let fields = [
        ("sourcecodelang", "C"),
        ("producer", &suite.plan.producer),
        (
            "specification",
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
        ),
        ("programfile", file.as_deref().unwrap_or("")),
        ("programhash", &digest),
        ("entryfunction", entry),
        ("architecture", "64bit"),
        ("creationtime", &suite.plan.created),
    ];
    for (name, value) in fields {
        let _ = writeln!(xml, "  <{name}>{}</{name}>", escape(value));
    }
    xml.push_str("</test-metadata>\n");
    crate::directory::write_whole(&suite.directory.join("metadata.xml"), xml.as_bytes())
}

/// The text of a `testcase-*.xml`.
pub(super) fn test_case(test: &TestCase) -> String {
    let error = ErrorKind::ReachError;
    let covers_error = matches!(test.outcome, Outcome::Error { error: is, .. } if is == error);
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n",
    );
    xml.push_str(if covers_error {
        "<testcase coversError=\"true\">\n"
    } else {
        "<testcase>\n"
    });
    let arguments = test.entry.iter().flat_map(|entry| &entry.inputs);
    for input in arguments.chain(&test.inputs) {
        let _ = writeln!(
            xml,
            "  <input variable=\"{}\" type=\"{}\">{}</input>",
            escape(&input.name),
            escape(&input.ty),
            escape(&literal(input))
        );
    }
    for memory in &test.memory {
        // The format has inputs that the program asks for, no others.
        let text = format!(
            "not set here: {} holds {} at offset {} before it is written",
            memory.input.name, memory.input.value, memory.offset
        );
        let _ = writeln!(xml, "  <!-- {} -->", escape(&text).replace("--", "- -"));
    }
    xml.push_str("</testcase>\n");
    xml
}

/// A plain C literal without suffix, which is all that validators read.
fn literal(input: &InputValue) -> String {
    match input.ty.as_str() {
        "bytes" => format!("0x{}", hex::encode(&input.bytes)),
        ty => crate::format_value(ty, &input.bytes),
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no way to write the other control characters.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(ty: &str, bytes: &[u8]) -> InputValue {
        InputValue {
            name: "x".to_owned(),
            ty: ty.to_owned(),
            bytes: bytes.to_vec(),
            value: String::new(),
        }
    }

    #[test]
    fn literals_are_plain() {
        assert_eq!(literal(&input("int", &[0xff, 0xff, 0xff, 0xff])), "-1");
        assert_eq!(
            literal(&input("unsigned int", &[0xff, 0xff, 0xff, 0xff])),
            "4294967295"
        );
        assert_eq!(literal(&input("_Bool", &[1])), "1");
        assert_eq!(literal(&input("double", &1.5f64.to_le_bytes())), "1.5");
        assert_eq!(literal(&input("bytes", &[0xab, 0])), "0xab00");
    }

    #[test]
    fn names_are_escaped() {
        assert_eq!(
            escape("a<\"b\">&\u{1}"),
            "a&lt;&quot;b&quot;&gt;&amp;\u{fffd}"
        );
    }
}
