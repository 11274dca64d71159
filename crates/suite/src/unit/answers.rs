//! What functions without body, which a source of their own stands for, return and write in tests.

use super::comment;
use crate::format_value::string_literal;
use crate::{InputValue, TestCase};
use std::fmt::Write;

/// What tests need for it.
pub(super) const SOURCE: &str = include_str!("../../runtime/unit_answers.c");

/// True if a function without body asks for an input.
pub(super) fn is_answer(input: &InputValue, stubs: &[String]) -> bool {
    let name = input.name.trim_start_matches(['*', '(']);
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
    let first = &name[..end.unwrap_or(name.len())];
    stubs.iter().any(|stub| stub == first)
}

/// The statement that says what they return and write in a test.
pub(super) fn script(test: &TestCase, stubs: &[String]) -> Option<String> {
    let answers = test.inputs.iter().filter(|it| is_answer(it, stubs));
    let mut out = String::new();
    for input in answers {
        let what = comment(&format!("{} = {}", input.name, input.value));
        let (text, size) = (string_literal(&input.bytes), input.bytes.len());
        let _ = write!(out, "\n      {{{text}, {size}}}, /* {what} */");
    }
    let list = format!("wf_answers = (const struct wf_answer[]){{{out}\n      {{NULL, 0}}}};");
    (!out.is_empty()).then_some(list)
}
