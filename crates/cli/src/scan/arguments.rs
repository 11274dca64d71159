//! What callers of Java hardly give: null, objects that they have closed, numbers beyond an array; and arguments that are
//! refused by whoever gets them in the end.

use super::warnings::RawFinding;
use jvm::function_name;
use serde_json::Value;
use std::collections::BTreeSet;

const NULL_POINTER: &str = "java.lang.NullPointerException";
/// What the JDK throws for null as well.
const ILLEGAL_ARGUMENT: &str = "java.lang.IllegalArgumentException";
/// Exceptions whose messages have the numbers that were refused.
const OF_NUMBERS: [&str; 4] = [
    "java.lang.IndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.ArrayIndexOutOfBoundsException",
    OF_SIZES,
];
const OF_SIZES: &str = "java.lang.NegativeArraySizeException";

/// Names of parameters that are indices.
const INDICES: [&str; 8] = ["i", "index", "idx", "pos", "position", "offset", "at", "n"];

/// What the callers of a Java method would have to do for the finding and hardly do. `under_test` is the method.
pub fn hardly_given(finding: &RawFinding, under_test: &str, test: &Value) -> Option<String> {
    if let Some(name) = null_argument(finding, under_test, test) {
        return Some(format!("null is given for {name}"));
    }
    if let Some(class) = unnameable_object(test) {
        return Some(format!(
            "an object of {class} is given, which has no name of its own"
        ));
    }
    if let Some(closed) = closed_before(test) {
        return Some(format!("{closed} is used after it was closed"));
    }
    if let Some(range) = outside_of_array(finding, test) {
        return Some(range);
    }
    if let Some(given) = wrong_class(finding, under_test, test) {
        return Some(given);
    }
    if let Some(given) = given_to_itself(finding, test) {
        return Some(given);
    }
    if let Some(given) = contains_itself(finding, test) {
        return Some(given);
    }
    if let Some(given) = negative_number(finding, test) {
        return Some(given);
    }
    let is_null = finding.exception.as_deref() == Some(NULL_POINTER);
    let call = null_in_sequence(test).filter(|_| is_null)?;
    Some(format!("null is given to {call}"))
}

/// The class of an argument that the method under test, or one that overrides it, takes for another one. What it is declared
/// as says nothing: that may be a type parameter, which the class that overrides it has an argument for.
fn wrong_class(finding: &RawFinding, under_test: &str, test: &Value) -> Option<String> {
    let is_of_it = signature(&finding.stack.first()?.function) == signature(under_test);
    if !is_of_it || finding.exception.as_deref() != Some("java.lang.ClassCastException") {
        return None;
    }
    let cast = finding
        .message
        .split_once(": class ")?
        .1
        .split(' ')
        .next()?;
    let mut arguments = test["arguments"].as_array()?.iter();
    let argument =
        arguments.find(|it| object_of(it, test).is_some_and(|it| it["class"] == cast))?;
    let name = argument["name"].as_str()?;
    Some(format!("{name} is an object of {cast}"))
}

/// The name of a method without its class, with its descriptor.
fn signature(function: &str) -> &str {
    let name = function.find('(').unwrap_or(function.len());
    let class = function[..name].rfind('.').map_or(0, |dot| dot + 1);
    &function[class..]
}

/// The argument that is the collection that the method is called on, which is changed while it is read.
fn given_to_itself(finding: &RawFinding, test: &Value) -> Option<String> {
    if finding.exception.as_deref() != Some("java.util.ConcurrentModificationException") {
        return None;
    }
    let receiver = test["receiver"]["value"].as_u64()?;
    let mut arguments = test["arguments"].as_array()?.iter();
    let same = arguments.find(|it| it["type"] == "object" && it["value"] == receiver)?;
    Some(format!("{} is the object itself", same["name"].as_str()?))
}

/// The class of an object that is a part of itself, where the calls never end.
fn contains_itself(finding: &RawFinding, test: &Value) -> Option<String> {
    if finding.exception.as_deref() != Some("java.lang.StackOverflowError") {
        return None;
    }
    let objects = test["objects"].as_array()?;
    let parts: Vec<Vec<usize>> = objects.iter().map(parts_of).collect();
    let is_part_of_itself = |start: usize| {
        let (mut seen, mut todo) = (BTreeSet::new(), parts[start].clone());
        while let Some(next) = todo.pop() {
            if seen.insert(next) {
                todo.extend(parts.get(next).into_iter().flatten());
            }
        }
        seen.contains(&start)
    };
    let found = (0..objects.len()).find(|start| is_part_of_itself(*start))?;
    let class = objects[found]["class"].as_str()?;
    Some(format!("an object of {class} is a part of itself"))
}

/// The numbers of the objects that an object is made of.
fn parts_of(value: &Value) -> Vec<usize> {
    let number = |value: &Value| {
        let number = value["value"]
            .as_u64()
            .filter(|_| value["type"] == "object");
        number.and_then(|it| usize::try_from(it).ok())
    };
    match value {
        Value::Array(all) => all.iter().flat_map(parts_of).collect(),
        Value::Object(all) => {
            let below = all.values().flat_map(parts_of);
            number(value).into_iter().chain(below).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// A negative number that is refused in the end: the argument that it is, or the call of a sequence that is given it.
fn negative_number(finding: &RawFinding, test: &Value) -> Option<String> {
    if !OF_NUMBERS.contains(&finding.exception.as_deref()?) {
        return None;
    }
    let refused = numbers_of(&finding.message);
    // A size may have been computed out of it.
    let is_size = finding.exception.as_deref() == Some(OF_SIZES);
    let is_refused = |it: &Value| {
        it["value"]
            .as_i64()
            .is_some_and(|it| it < 0 && (is_size || refused.contains(&it)))
    };
    let mut arguments = test["arguments"].as_array().into_iter().flatten();
    if let Some(name) = arguments
        .find(|it| is_refused(it))
        .and_then(|it| it["name"].as_str())
    {
        return Some(format!("{name} is negative"));
    }
    let objects = test["objects"].as_array()?.iter();
    let mut calls = objects.flat_map(|object| object["sequence"].as_array().into_iter().flatten());
    let call = calls.find(|call| {
        let mut arguments = call["arguments"].as_array().into_iter().flatten();
        arguments.any(is_refused)
    })?;
    let (class, member) = (call["class"].as_str()?, call["member"].as_str()?);
    Some(format!("a negative number is given to {class}.{member}"))
}

/// The object that an argument is.
pub fn object_of<'t>(argument: &Value, test: &'t Value) -> Option<&'t Value> {
    let number = argument["value"]
        .as_u64()
        .filter(|_| argument["type"] == "object")?;
    test["objects"].get(usize::try_from(number).ok()?)
}

/// The integers in a message.
fn numbers_of(message: &str) -> Vec<i64> {
    let words = message.split(|c: char| !c.is_ascii_digit() && c != '-');
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The integer argument of the method under test that whoever it passes it to refuses; `owns` says which functions
/// are the program's.
pub fn refused_argument(
    finding: &RawFinding,
    under_test: &str,
    test: &Value,
    owns: impl Fn(&str) -> bool,
) -> Option<String> {
    let exception = finding.exception.as_deref()?;
    if !OF_NUMBERS.contains(&exception) {
        return None;
    }
    let own = finding.stack.iter().find(|frame| owns(&frame.function))?;
    if own.function != under_test {
        return None;
    }
    let refused = *numbers_of(&finding.message).first()?;
    let mut arguments = test["arguments"].as_array()?.iter();
    // Zero and one may be anything else that is zero or one.
    let name = arguments.find_map(|it| {
        let name = it["name"]
            .as_str()
            .filter(|_| it["type"] == "int" && it["value"] == refused)?;
        let is_it = !(0..=1).contains(&refused) || INDICES.contains(&name);
        is_it.then_some(name)
    })?;
    Some(format!("{name} is {refused}, which is refused"))
}

/// The numbers behind an array argument that are no part of it: a length, or where a part begins and its length.
fn outside_of_array(finding: &RawFinding, test: &Value) -> Option<String> {
    let exception = finding.exception.as_deref()?;
    if !OF_NUMBERS.contains(&exception) {
        return None;
    }
    let arguments = test["arguments"].as_array()?;
    let length = |argument: &Value| match argument["type"] == "null" {
        true => Some(0),
        false => {
            let elements = object_of(argument, test)?["elements"].as_array()?;
            Some(elements.len() as i64)
        }
    };
    let (at, length) = arguments
        .iter()
        .enumerate()
        .find_map(|(at, argument)| Some((at, length(argument)?)))?;
    let numbers = arguments[at + 1..].iter().map_while(|it| {
        let value = it["value"].as_i64().filter(|_| it["type"] == "int")?;
        Some((it["name"].as_str()?, value))
    });
    let numbers: Vec<(&str, i64)> = numbers.take(2).collect();
    let sum = numbers
        .iter()
        .fold(0_i64, |sum, (_, value)| sum.saturating_add(*value));
    let inside = numbers
        .iter()
        .all(|(_, value)| (0..=length).contains(value))
        && sum <= length;
    let names: Vec<&str> = numbers.iter().map(|(name, _)| *name).collect();
    (!inside).then(|| {
        format!(
            "{} beyond the {length} elements of the array",
            names.join(" and ")
        )
    })
}

/// The class of an object that is local or anonymous: nobody else can make one.
fn unnameable_object(test: &Value) -> Option<&str> {
    let objects = test["objects"].as_array()?.iter();
    let mut classes = objects.filter_map(|object| object["class"].as_str());
    classes.find(|class| {
        // Compilers number them.
        let mut parts = class.split('$').skip(1);
        parts.any(|part| part.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// The object that a sequence of calls has closed before the method is called on it.
fn closed_before(test: &Value) -> Option<&str> {
    let receiver = test["receiver"]["value"].as_u64()?;
    let object = &test["objects"][usize::try_from(receiver).ok()?];
    let mut calls = object["sequence"].as_array()?.iter();
    let closed = calls.any(|call| call["member"] == "close" && call["descriptor"] == "()V");
    object["class"].as_str().filter(|_| closed)
}

/// The call that makes an object, or the array, that is given null.
fn null_in_sequence(test: &Value) -> Option<String> {
    let objects = test["objects"].as_array()?.iter();
    objects.into_iter().find_map(|object| {
        let class = object["class"].as_str().unwrap_or_default();
        let is_null = |it: &Value| it["type"] == "null";
        let has_null = |list: &Value| list.as_array().is_some_and(|all| all.iter().any(is_null));
        if ["elements", "collection"]
            .iter()
            .any(|part| has_null(&object[part]))
        {
            return Some(format!("an element of {class}"));
        }
        let mut entries = object["map"].as_array().into_iter().flatten();
        if entries.any(has_null) {
            return Some(format!("a key or a value of {class}"));
        }
        let mut calls = object["sequence"].as_array()?.iter();
        let call = calls.find(|call| has_null(&call["arguments"]))?;
        let member = call["member"].as_str().unwrap_or_default();
        Some(match member {
            "<init>" => format!("the constructor of {class}"),
            member => format!("{class}.{member}"),
        })
    })
}

/// The argument that is null, if a null pointer exception is about one: callers rarely mean to give it.
/// `under_test` is the method that is given it.
fn null_argument(finding: &RawFinding, under_test: &str, test: &Value) -> Option<String> {
    let is_said = || finding.message.to_lowercase().contains("null");
    match finding.exception.as_deref() {
        Some(NULL_POINTER) => {}
        Some(ILLEGAL_ARGUMENT) if is_said() => {}
        _ => return None,
    }
    let given = test["arguments"].as_array()?.iter();
    let nulls = given
        .filter(|it| it["type"] == "null")
        .filter_map(|it| it["name"].as_str());
    let nulls: Vec<&str> = nulls.collect();
    let because = finding.message.split_once("because ").map(|(_, rest)| rest);
    let quoted = because.and_then(|rest| rest.strip_prefix('"')?.split('"').next());
    let own = quoted.and_then(|name| nulls.iter().find(|null| **null == name));
    if let Some(own) = own {
        return Some((*own).to_owned());
    }
    // What the method itself finds null in a field, or gets from a call, is not what it was given. Behind calls
    // arguments have other names.
    let is_local = quoted.is_some_and(|name| !name.contains(['.', '(']));
    // What a constructor finds in a field it has put there.
    let is_put =
        under_test.contains("<init>") && quoted.is_some_and(|name| name.starts_with("this."));
    let is_itself = finding
        .stack
        .first()
        .is_some_and(|frame| frame.function == under_test);
    let is_given = is_local || is_put || is_of_call(because, under_test);
    let is_other = is_itself && because.is_some() && !is_given;
    nulls
        .first()
        .filter(|_| !is_other)
        .map(|it| (*it).to_owned())
}

/// True if what is null is the result of another method of the class under test, which is given null for null.
fn is_of_call(because: Option<&str>, under_test: &str) -> bool {
    let called =
        because.and_then(|it| it.strip_prefix("the return value of \"")?.split('(').next());
    let class = |path: &str| path.rsplit_once('.').map(|(class, _)| class.to_owned());
    let own = function_name::class(under_test).map(str::to_owned);
    own.is_some() && called.and_then(class) == own
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(message: &str, function: &str) -> RawFinding {
        serde_json::from_value(serde_json::json!({
            "kind": "uncaught-exception", "exception": "java.lang.NullPointerException",
            "message": message, "file": "", "line": 0, "column": 0, "function": function,
            "stack": [{"function": function, "file": "", "line": 0}], "verdict": "confirmed", "test": 1,
        }))
        .expect("a finding")
    }

    #[test]
    fn null_arguments_are_told_from_other_nulls() {
        let test = serde_json::json!({"arguments": [
            {"name": "n", "type": "int", "value": 0}, {"name": "out", "type": "null"},
        ]});
        let name = |message, function| null_argument(&finding(message, function), "f", &test);
        let given = Some("out".to_owned());
        assert_eq!(name("x because \"out\" is null", "f"), given);
        assert_eq!(name("x because \"<local3>\" is null", "f"), given);
        assert_eq!(name("x because \"this.out\" is null", "f"), None);
        assert_eq!(
            name("x because the return value of \"g()\" is null", "f"),
            None
        );
        assert_eq!(
            name("x because \"s\" is null", "java.lang.String.concat"),
            given
        );
        assert_eq!(name("charset", "f"), given);
        let made = |message| null_argument(&finding(message, "A.<init>(B)"), "A.<init>(B)", &test);
        assert_eq!(made("x because \"this.out\" is null"), given);
        assert_eq!(made("x because \"other.out\" is null"), None);
    }

    #[test]
    fn nulls_in_collections_are_told() {
        let nothing = serde_json::json!({"type": "null"});
        let one = serde_json::json!({"type": "int", "value": 1});
        let given = |part: &str, contents: Value| {
            let mut object = serde_json::json!({"class": "M"});
            object[part] = contents;
            let test = serde_json::json!({"arguments": [], "objects": [object]});
            hardly_given(&finding("", "f"), "f", &test)
        };
        let told = |what: &str| Some(format!("null is given to {what} of M"));
        assert_eq!(
            given("collection", serde_json::json!([one, nothing])),
            told("an element")
        );
        assert_eq!(
            given("map", serde_json::json!([[one, nothing]])),
            told("a key or a value")
        );
        assert_eq!(given("map", serde_json::json!([[one, one]])), None);
    }

    #[test]
    fn nulls_and_closed_objects_of_sequences_are_told() {
        let call = |member: &str, arguments: Value| {
            serde_json::json!({
                "class": "A", "member": member, "descriptor": "()V", "arguments": arguments,
            })
        };
        let test = |calls: Value| {
            serde_json::json!({
                "arguments": [], "receiver": {"type": "object", "value": 0},
                "objects": [{"class": "A", "sequence": calls}],
            })
        };
        let null = serde_json::json!([{"type": "null"}]);
        let message = "x because \"this.f\" is null";
        let given = |calls: Value| hardly_given(&finding(message, "f"), "f", &test(calls));
        let none = serde_json::json!([]);
        assert_eq!(
            given(serde_json::json!([call("<init>", none.clone())])),
            None
        );
        assert_eq!(
            given(serde_json::json!([
                call("<init>", none.clone()),
                call("add", null.clone())
            ])),
            Some("null is given to A.add".to_owned())
        );
        assert_eq!(
            given(serde_json::json!([
                call("<init>", none.clone()),
                call("close", none)
            ])),
            Some("A is used after it was closed".to_owned())
        );
    }

    #[test]
    fn classes_without_a_name_are_told() {
        let named = |class: &str| {
            let test = serde_json::json!({"objects": [{"class": "A"}, {"class": class}]});
            unnameable_object(&test).is_none()
        };
        assert!(named("A$Inner"));
        assert!(named("A$B2"));
        assert!(!named("A$1"));
        assert!(!named("A$1Local"));
        assert!(!named("A$Inner$2"));
    }

    #[test]
    fn objects_that_are_parts_of_themselves_are_told() {
        let finding = RawFinding {
            exception: Some("java.lang.StackOverflowError".to_owned()),
            ..finding("", "f")
        };
        let test = |part: u64| {
            let first =
                serde_json::json!({"class": "A", "collection": [{"type": "object", "value": 1}]});
            let fields =
                serde_json::json!([{"name": "f", "value": {"type": "object", "value": part}}]);
            serde_json::json!({"objects": [first, {"class": "B", "fields": fields}, {"class": "C"}]})
        };
        let told = Some("an object of A is a part of itself".to_owned());
        assert_eq!(contains_itself(&finding, &test(0)), told);
        assert_eq!(contains_itself(&finding, &test(2)), None);
    }

    #[test]
    fn numbers_are_refused_where_the_method_hands_them_on() {
        let finding = |message: &str, stack: &[&str]| -> RawFinding {
            let stack: Vec<Value> = stack
                .iter()
                .map(|function| serde_json::json!({"function": function, "file": "", "line": 0}))
                .collect();
            serde_json::from_value(serde_json::json!({
                "kind": "uncaught-exception", "exception": "java.lang.IndexOutOfBoundsException",
                "message": message, "file": "", "line": 0, "column": 0, "function": "f",
                "stack": stack, "verdict": "confirmed", "test": 1,
            }))
            .expect("a finding")
        };
        let test = serde_json::json!({"arguments": [{"name": "i", "type": "int", "value": 7}]});
        let owns = |function: &str| function == "f" || function == "g";
        let refused =
            |message, stack: &[&str]| refused_argument(&finding(message, stack), "f", &test, owns);
        let seven = "Index: 7, Size: 3";
        assert_eq!(
            refused(seven, &["java.util.List.get", "f"]),
            Some("i is 7, which is refused".to_owned())
        );
        assert_eq!(refused(seven, &["java.util.List.get", "g", "f"]), None);
        assert_eq!(
            refused("Index: 3, Size: 3", &["java.util.List.get", "f"]),
            None
        );
    }

    #[test]
    fn numbers_beyond_arrays_and_objects_of_other_classes_are_hardly_given() {
        let finding = |exception: &str, message: &str| -> RawFinding {
            serde_json::from_value(serde_json::json!({
                "kind": "uncaught-exception", "exception": exception, "message": message,
                "file": "", "line": 0, "column": 0, "function": "f",
                "stack": [{"function": "f", "file": "", "line": 0}], "verdict": "confirmed", "test": 1,
            }))
            .expect("a finding")
        };
        let test = |array: Value, numbers: [i64; 2]| {
            serde_json::json!({
                "arguments": [array, {"name": "from", "type": "int", "value": numbers[0]},
                    {"name": "length", "type": "int", "value": numbers[1]}],
                "objects": [{"class": "byte[]", "elements": [{"type": "byte", "value": 1}]},
                    {"class": "java.lang.Integer"}],
            })
        };
        let array = serde_json::json!({"name": "a", "type": "object", "value": 0});
        let null = serde_json::json!({"name": "a", "type": "null"});
        let bounds = finding(
            "java.lang.ArrayIndexOutOfBoundsException",
            "Index 1 out of bounds for length 1",
        );
        let given = |test: &Value| hardly_given(&bounds, "f", test);
        assert_eq!(given(&test(array.clone(), [0, 1])), None);
        assert!(given(&test(array.clone(), [1, 1])).is_some());
        assert!(given(&test(array, [0, -1])).is_some());
        assert!(given(&test(null, [0, 1])).is_some());

        let cast = finding(
            "java.lang.ClassCastException",
            "x: class java.lang.Integer cannot be cast to class A",
        );
        let integer = serde_json::json!({"name": "o", "type": "object", "value": 1});
        let text = hardly_given(&cast, "f", &test(integer, [0, 0]));
        assert_eq!(text.as_deref(), Some("o is an object of java.lang.Integer"));
        let other = serde_json::json!({"name": "o", "type": "object", "value": 0});
        assert_eq!(hardly_given(&cast, "f", &test(other, [0, 0])), None);
    }

    #[test]
    fn methods_that_override_each_other_have_one_signature() {
        let (of_interface, of_class) = ("p.I$J.f(Lp/A;)V", "C.f(Lp/A;)V");
        assert_eq!(signature(of_interface), "f(Lp/A;)V");
        assert_eq!(signature(of_interface), signature(of_class));
        assert_ne!(signature("C.f(I)V"), signature(of_class));
        assert_eq!(signature("f"), "f");
    }

    #[test]
    fn any_test_is_looked_at() {
        let texts = [
            r#"[{"kind": "uncaught-exception", "exception": "java.lang.ArrayIndexOutOfBoundsException",
                 "message": "Index 9223372036854775807 out of bounds for length -2: class p.A cannot",
                 "file": "A.java", "line": 3, "column": 1, "function": "p.A.f([III)V",
                 "stack": [{"function": "p.A.f([III)V", "file": "A.java", "line": 3}], "verdict": "confirmed", "test": 1},
                {"arguments": [{"name": "a", "type": "object", "value": 0},
                               {"name": "from", "type": "int", "value": 9223372036854775807},
                               {"name": "n", "type": "int", "value": 2}],
                 "receiver": {"type": "object", "value": 1},
                 "objects": [{"class": "int[]", "elements": [{"type": "int", "value": 1}]},
                             {"class": "p.A$1", "sequence": [{"class": "p.A", "member": "close", "descriptor": "()V",
                              "arguments": [{"type": "null"}, {"type": "object", "value": 1}]}]}]}]"#,
            r#"[{"kind": "uncaught-exception", "exception": "java.lang.NullPointerException",
                 "message": "x because \"out\" is null", "file": "", "line": 0, "column": 0, "function": "f",
                 "verdict": "confirmed", "test": 1}, {"arguments": [{"name": "out", "type": "null"}]}]"#,
        ];
        mutants::check(&mutants::texts(&texts), 5_000, |bytes| {
            if let Ok((finding, test)) = serde_json::from_slice::<(RawFinding, Value)>(bytes) {
                for under_test in ["f", "p.A.f([III)V"] {
                    hardly_given(&finding, under_test, &test);
                    refused_argument(&finding, under_test, &test, |name| name.starts_with("p."));
                }
                for part in [
                    contains_itself,
                    given_to_itself,
                    outside_of_array,
                    negative_number,
                ] {
                    part(&finding, &test);
                }
                let (_, _) = (closed_before(&test), unnameable_object(&test));
            }
        });
    }
}
