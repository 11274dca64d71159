//! Names of C++ on the command line and in JSON: the linker's, and those in the source.

use crate::Usage;
use ir::{Module, Program};
use serde_json::Value;
use suite::cpp_names::demangled;
pub use suite::cpp_names::readable;

/// What names a function in JSON, or says what is about one.
const NAMING: [&str; 4] = ["function", "name", "part", "what"];

/// Adds to each object that names a function of C++ its name in the source, as `readable`.
pub fn add_readable(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(add_readable),
        Value::Object(members) => {
            members.values_mut().for_each(add_readable);
            let names = NAMING.iter().filter_map(|key| members.get(*key)?.as_str());
            let source = names.map(|name| (name, readable(name)));
            let source = source.filter(|(name, source)| source != name);
            let source = source.map(|(_, source)| source.into_owned()).next();
            if let Some(source) = source {
                members.insert("readable".to_owned(), source.into());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The name of a function for the linker: what was given, or the only function of the program's code that has it as
/// its name in the source, with or without the types of its parameters.
///
/// # Errors
/// If several have.
pub fn symbol(option: &str, given: &str, module: &Module) -> anyhow::Result<String> {
    if module.find_function(given).is_some() {
        return Ok(given.to_owned());
    }
    let wanted = without_spaces(given);
    let defined = module
        .functions
        .iter()
        .filter(|function| !function.is_declaration() && function.name.starts_with("_Z"));
    let mut found: Vec<(String, &str)> = defined
        .filter_map(|function| Some((demangled(&function.name)?, function.name.as_str())))
        .filter(|(name, _)| is_meant(&without_spaces(name), &wanted))
        .collect();
    // A constructor has a symbol for objects that are complete and one for bases.
    found.sort();
    found.dedup_by(|a, b| a.0 == b.0);
    match &found[..] {
        [] => Ok(given.to_owned()),
        [(_, symbol)] => Ok((*symbol).to_owned()),
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            let names = names.join(", ");
            Err(Usage(format!("{option} {given}: that may be {names}")).into())
        }
    }
}

/// True if a name in the source is the one that is wanted, maybe without its parameters.
fn is_meant(name: &str, wanted: &str) -> bool {
    let bare = name.split('(').next().unwrap_or(name);
    name == wanted || bare == wanted
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_meant_with_and_without_parameters() {
        assert!(is_meant("shop::f(int,char)", "shop::f"));
        assert!(is_meant("shop::f(int,char)", "shop::f(int,char)"));
        assert!(!is_meant("shop::f(int,char)", "f"));
        assert!(!is_meant("shop::f(int,char)", "shop::f(int)"));
    }

    #[test]
    fn functions_in_json_have_their_names_in_the_source_beside() {
        let mut all = serde_json::json!({
            "function": "_Z1fi", "stack": [{ "function": "_ZN1a1bEv", "line": 3 }, { "function": "main" }],
            "units": [{ "name": "_ZN1a1bEv" }, { "name": "n" }], "part": "what _Z1fi reaches",
        });
        add_readable(&mut all);
        let expected = serde_json::json!({
            "function": "_Z1fi", "readable": "f(int)", "part": "what _Z1fi reaches",
            "stack": [{ "function": "_ZN1a1bEv", "readable": "a::b()", "line": 3 }, { "function": "main" }],
            "units": [{ "name": "_ZN1a1bEv", "readable": "a::b()" }, { "name": "n" }],
        });
        assert_eq!(all, expected);
        let mut part = serde_json::json!([{ "part": "what _Z1fi reaches" }]);
        add_readable(&mut part);
        assert_eq!(part[0]["readable"], "what f(int) reaches");
    }
}
