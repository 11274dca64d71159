//! What callers of C hardly give: values that an enumeration does not have, one object twice that is freed, and functions that
//! return one thing and then another.

use super::units::Unit;
use super::warnings::RawFinding;
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
/// in words what is wrong; or that one of its parameters is not null, which is null in the test and has no other value by then.
pub fn refused(unit: &Unit, finding: &RawFinding, test: &Value) -> Option<String> {
    let is_own = finding.kind == "assertion" && finding.function == unit.name;
    let (_, said) = finding.message.split_once(": ").filter(|_| is_own)?;
    let parts: Vec<&str> = said.split("&&").map(str::trim).collect();
    let mut beside_words = parts.iter().filter(|part| !part.starts_with('"'));
    if let (Some(condition), None) = (beside_words.next(), beside_words.next())
        && let Some(name) = not_null(condition)
        && is_null(test, name)
        && unit
            .null_comparisons
            .contains(&(name.to_owned(), finding.line))
    {
        return Some(format!("{} refuses null for {name}", unit.name));
    }
    let text = parts.iter().find(|part| part.starts_with('"'))?;
    let fails = parts
        .iter()
        .any(|part| ["0", "false", "NULL"].contains(part));
    fails.then(|| format!("{} refuses it: {text}", unit.name))
}

/// The variable that a condition says of that it is not null: `p`, `(p != NULL)`, `0 != p`.
fn not_null(condition: &str) -> Option<&str> {
    let mut condition = condition.trim();
    while let Some(inner) = condition
        .strip_prefix('(')
        .and_then(|it| it.strip_suffix(')'))
    {
        condition = inner.trim();
    }
    let is_zero = |it: &str| ["NULL", "0", "nullptr"].contains(&it);
    let name = match condition.split_once("!=") {
        Some((name, zero)) if is_zero(zero.trim()) => name.trim(),
        Some((zero, name)) if is_zero(zero.trim()) => name.trim(),
        Some(_) => return None,
        None => condition,
    };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some(name)
}

/// True if a parameter is a null pointer.
fn is_null(test: &Value, name: &str) -> bool {
    let mut parameters = test["entry"]["parameters"].as_array().into_iter().flatten();
    parameters.any(|it| it["name"] == name && it["value"] == "null")
}

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
