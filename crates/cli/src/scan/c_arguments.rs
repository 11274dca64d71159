//! What callers of C hardly give: values that an enumeration does not have, one object twice that is freed, and functions that
//! return one thing and then another.

use super::units::Unit;
use super::warnings::RawFinding;
use crate::c::made_arguments::PREFIX;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Values of the enumerations that parameters of a function are of, by the names of these.
pub type Enumerations = BTreeMap<String, Vec<i64>>;

/// The parameter that has a value which its enumeration does not have, nor flags of it together.
pub fn outside_of_enumeration(unit: &Unit, test: &Value) -> Option<String> {
    let parameters = test["entry"]["parameters"].as_array()?;
    parameters.iter().find_map(|parameter| {
        let name = parameter["name"].as_str()?;
        let value: i64 = parameter["value"].as_str()?.parse().ok()?;
        let known = unit.enumerations.get(name)?;
        let flags = known.iter().fold(0, |all, one| all | one);
        let is_one = known.contains(&value) || are_flags(known) && value & !flags == 0;
        // What nothing depends on is zero.
        (value != 0 && !is_one)
            .then(|| format!("{name} is {value}, which its enumeration does not have"))
    })
}

/// Two parameters of a function of C of which one leads to the other's object, where the function frees that and
/// uses it: who gives it away has no other use for it.
pub fn one_object(finding: &RawFinding, test: &Value) -> Option<String> {
    if !["use-after-free", "double-free"].contains(&finding.kind.as_str()) {
        return None;
    }
    let parameters = test["entry"]["parameters"].as_array()?;
    let objects = test["entry"]["objects"].as_array()?;
    let pointees = |of: &Value| -> Vec<usize> {
        let pointers = of["pointers"].as_array().into_iter().flatten();
        let numbers = pointers.filter_map(|it| it["object"].as_u64());
        numbers.filter_map(|it| usize::try_from(it).ok()).collect()
    };
    let reached = |from: &Value| {
        let mut seen = BTreeSet::new();
        let mut todo = pointees(from);
        while let Some(next) = todo.pop() {
            if let Some(object) = objects.get(next).filter(|_| seen.insert(next)) {
                todo.extend(pointees(object));
            }
        }
        seen
    };
    for (at, one) in parameters.iter().enumerate() {
        let reached = reached(one);
        for (other_at, other) in parameters.iter().enumerate() {
            if other_at != at && pointees(other).iter().any(|it| reached.contains(it)) {
                let (one, other) = (one["name"].as_str()?, other["name"].as_str()?);
                return Some(format!("{one} leads to the object of {other}"));
            }
        }
    }
    None
}

/// An assertion by which a function of C refuses how it is called: one of its own that always fails where it is, and says
/// in words what is wrong; that one of its parameters is not null, which is null in the test and has no other value by then;
/// or any that comes before all else that it does.
///
/// `units` are all that there are: a function that the test calls to make an argument refuses that, too.
pub fn refused(units: &[Unit], unit: &Unit, finding: &RawFinding, test: &Value) -> Option<String> {
    let is_own = finding.function == unit.name;
    let unit = match is_own {
        true => unit,
        false if is_called_by_test(test, &finding.function) => {
            units.iter().find(|it| it.name == finding.function)?
        }
        false => return None,
    };
    let is_assertion = finding.kind == "assertion";
    let (_, said) = finding.message.split_once(": ").filter(|_| is_assertion)?;
    let parts: Vec<&str> = said.split("&&").map(str::trim).collect();
    let mut beside_words = parts.iter().filter(|part| !part.starts_with('"'));
    if let (Some(condition), None) = (beside_words.next(), beside_words.next()) {
        let condition = without_parentheses(condition);
        let compared = not_null(condition).filter(|&name| !is_own || is_null(test, name));
        if let Some(name) = compared.filter(|&name| has(&unit.null_comparisons, name, finding)) {
            return Some(format!("{} refuses null for {name}", unit.name));
        }
    }
    // Whoever starts the program is told in other ways.
    if unit.name != "main" && unit.first_assertions.contains(&finding.line) {
        return Some(format!("{} asserts that {said}", unit.name));
    }
    let text = parts.iter().find(|part| part.starts_with('"'))?;
    let fails = parts
        .iter()
        .any(|part| ["0", "false", "NULL"].contains(part));
    fails.then(|| format!("{} refuses it: {text}", unit.name))
}

/// True if a parameter is compared in the line of a finding.
fn has(compared: &BTreeSet<(String, u64)>, name: &str, finding: &RawFinding) -> bool {
    compared.contains(&(name.to_owned(), finding.line))
}

fn without_parentheses(mut condition: &str) -> &str {
    condition = condition.trim();
    while let Some(inner) = condition
        .strip_prefix('(')
        .and_then(|it| it.strip_suffix(')'))
        .filter(|inner| !inner.contains(['(', ')']))
    {
        condition = inner.trim();
    }
    condition
}

/// What a condition compares with zero, if it is equal to that: `!p`, `p == NULL`; and if it is not.
fn against_zero(condition: &str) -> (&str, bool) {
    let is_zero = |it: &str| ["NULL", "0", "nullptr"].contains(&it.trim());
    for (operator, equal) in [("!=", false), ("==", true)] {
        match condition.split_once(operator) {
            Some((name, zero)) if is_zero(zero) => return (without_parentheses(name), equal),
            Some((zero, name)) if is_zero(zero) => return (without_parentheses(name), equal),
            _ => {}
        }
    }
    match condition.strip_prefix('!') {
        Some(negated) => (without_parentheses(negated), true),
        None => (condition, false),
    }
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The variable that a condition says of that it is not null: `p`, `p != NULL`, `0 != p`.
fn not_null(condition: &str) -> Option<&str> {
    let (name, equal) = against_zero(condition);
    (!equal && is_identifier(name)).then_some(name)
}

/// True if a parameter is a null pointer, or one in the place of a stream that is opened for it.
fn is_null(test: &Value, name: &str) -> bool {
    let has = |list: &str, name: &str, value: &str| {
        let mut list = test["entry"][list].as_array().into_iter().flatten();
        list.any(|it| it["name"] == *name && it["value"] == *value)
    };
    has("parameters", name, "null") || has("inputs", &format!("{name}{IS_NULL}"), "1")
}

/// True if a function that an error came about in was called to make an argument.
fn is_called_by_test(test: &Value, function: &str) -> bool {
    let stack = test["outcome"]["stack"].as_array();
    let names = stack.into_iter().flatten();
    let mut names = names.map(|frame| frame["function"].as_str().unwrap_or_default());
    let is_there = names.by_ref().any(|name| name == function);
    let caller = names.next().filter(|_| is_there && names.next().is_none());
    caller.is_some_and(|caller| caller.starts_with(PREFIX))
}

/// Behind the name of a stream: the input that says whether there is none.
const IS_NULL: &str = "_is_null";

/// How functions are called that stand for those which parameters lead to, before the name of their type.
const STAND_IN: &str = "wf_stub_";

/// A function that an argument leads to, which has no code, returns one thing first and then another.
pub fn several_answers(test: &Value) -> Option<String> {
    let mut known: BTreeMap<&str, &Value> = BTreeMap::new();
    for input in test["inputs"].as_array().into_iter().flatten() {
        let Some(name) = input["name"]
            .as_str()
            .and_then(|it| it.strip_prefix(STAND_IN))
        else {
            continue;
        };
        let answer = &input["value"];
        let first = *known.entry(name).or_insert(answer);
        if first != answer {
            let (first, answer) = (first.as_str()?, answer.as_str()?);
            return Some(format!(
                "a function {name} that is given returns {first}, and {answer} later on"
            ));
        }
    }
    None
}

/// True if an enumeration has bits to be put together.
fn are_flags(values: &[i64]) -> bool {
    let single = values
        .iter()
        .filter(|value| value.count_ones() == 1)
        .count();
    let most = values.iter().copied().max().unwrap_or(0);
    // Numbers from one on have single bits among them, too.
    single >= 2 && most > values.len() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_enumerations_do_not_have_are_told_from_flags() {
        assert!(!are_flags(&[0, 1, 2, 3, 4]));
        assert!(are_flags(&[1, 2, 4, 8]));
        assert!(are_flags(&[0, 1, 2, 4, 7]));
        assert!(!are_flags(&[0, 5]));
    }

    #[test]
    fn variables_that_conditions_say_not_to_be_null_are_told() {
        for condition in ["p", "p != NULL", "0 != p"] {
            assert_eq!(not_null(condition), Some("p"), "{condition}");
        }
        for condition in ["!p", "p == NULL", "p->next", "p < q"] {
            assert_eq!(not_null(condition), None, "{condition}");
        }
    }

    #[test]
    fn arguments_that_are_null_and_functions_that_tests_call_are_told() {
        let entry = serde_json::json!({"entry": {
            "parameters": [{"name": "p", "value": "null"}, {"name": "q", "value": "1"}],
            "inputs": [{"name": "file_is_null", "value": "1"}, {"name": "out_is_null", "value": "0"}],
        }});
        let null = |name| is_null(&entry, name);
        assert_eq!(
            ["p", "q", "file", "out"].map(null),
            [true, false, true, false]
        );
        let called = |names: &[&str]| {
            let frames = names
                .iter()
                .map(|name| serde_json::json!({"function": name}));
            let test = serde_json::json!({"outcome": {"stack": frames.collect::<Vec<_>>()}});
            is_called_by_test(&test, "box_init")
        };
        assert!(called(&["__assert_fail", "box_init", "made_box_use"]));
        // Of another function of the program, which should know better.
        assert!(!called(&[
            "__assert_fail",
            "box_init",
            "box_use",
            "made_box_use"
        ]));
        assert!(!called(&["__assert_fail", "box_init", "box_use"]));
        assert!(!called(&["__assert_fail", "box_init"]));
    }

    #[test]
    fn functions_that_return_one_thing_and_then_another_are_told() {
        let test = |values: [&str; 2]| {
            let input = |value| serde_json::json!({"name": "wf_stub_callback", "value": value});
            serde_json::json!({ "inputs": values.map(input) })
        };
        assert_eq!(several_answers(&test(["1", "1"])), None);
        assert_eq!(
            several_answers(&test(["1", "0"])).as_deref(),
            Some("a function callback that is given returns 1, and 0 later on")
        );
    }

    #[test]
    fn parameters_that_lead_to_one_object_are_told() {
        let pointer = |to: u64| serde_json::json!([{"offset": 0, "object": to}]);
        let test = |first: u64, second: u64| {
            serde_json::json!({"entry": {
                "parameters": [{"name": "a", "pointers": pointer(first)}, {"name": "b", "pointers": pointer(second)}],
                "objects": [{"name": "*a", "pointers": pointer(1)}, {"name": "*b"}, {"name": "*c"}],
            }})
        };
        let finding = |kind: &str| -> RawFinding {
            serde_json::from_value(serde_json::json!({
                "kind": kind, "message": "x", "file": "", "line": 0, "column": 0, "function": "f",
                "verdict": "confirmed", "test": 1,
            }))
            .expect("a finding")
        };
        let of_use = |test: &Value| one_object(&finding("use-after-free"), test);
        assert_eq!(one_object(&finding("assertion"), &test(0, 1)), None);
        assert_eq!(of_use(&test(0, 2)), None);
        assert_eq!(
            of_use(&test(0, 1)).as_deref(),
            Some("a leads to the object of b")
        );
        assert_eq!(
            of_use(&test(2, 2)).as_deref(),
            Some("a leads to the object of b")
        );
    }

    #[test]
    fn any_test_is_looked_at() {
        let text = r#"[{"kind": "double-free", "message": "", "file": "a.c", "line": 3, "column": 1, "function": "f",
             "verdict": "confirmed", "test": 1},
            {"entry": {"parameters": [{"name": "p", "pointers": [{"offset": 0, "object": 0}]},
                                      {"name": "q", "pointers": [{"offset": 0, "object": 1}]}],
                       "objects": [{"pointers": [{"object": 1}]}, {"pointers": [{"object": 0}]}]},
             "inputs": [{"name": "wf_stub_g", "value": "1"}, {"name": "wf_stub_g", "value": "2"}]}]"#;
        mutants::check(&mutants::texts(&[text]), 5_000, |bytes| {
            if let Ok((finding, test)) = serde_json::from_slice::<(RawFinding, Value)>(bytes) {
                one_object(&finding, &test);
                several_answers(&test);
            }
        });
    }
}
