//! Names of C++ on the command line and in JSON: the linker's, and those in the source.

use crate::Usage;
use ir::{Function, Module, Program};
use serde_json::Value;
pub use suite::cpp_names::readable;
use suite::cpp_names::{demangled, function_names};

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
/// its name in the source, with or without the types of its parameters and, of a template, its arguments.
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
        .filter(|function| !function.is_declaration() && !is_made_by_compiler(function));
    let named: Vec<(Spellings, &str)> = defined
        .filter_map(|function| Some((Spellings::of(&function.name)?, function.name.as_str())))
        .collect();
    let mut found = meant(&named, |name| name.whole == wanted || name.bare == wanted);
    if found.is_empty() {
        found = meant(&named, |name| name.is_without_arguments(&wanted));
    }
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

/// The functions with a name like that, by how users read it: one for each such name.
fn meant<'m>(
    named: &[(Spellings, &'m str)],
    is_meant: impl Fn(&Spellings) -> bool,
) -> Vec<(String, &'m str)> {
    let found = named.iter().filter(|(name, _)| is_meant(name));
    let found = found.filter_map(|(_, symbol)| Some((demangled(symbol)?, *symbol)));
    let mut found: Vec<(String, &str)> = found.collect();
    // A constructor has a symbol for objects that are complete and one for bases.
    found.sort();
    found.dedup_by(|a, b| a.0 == b.0);
    found
}

/// How the name of a function may be spelled, without spaces.
struct Spellings {
    /// With the types of its parameters.
    whole: String,
    /// Without them.
    bare: String,
}

impl Spellings {
    fn of(symbol: &str) -> Option<Spellings> {
        let (whole, bare) = function_names(symbol)?;
        Some(Spellings {
            whole: without_spaces(&whole),
            bare: without_spaces(&bare),
        })
    }

    /// True if it is this name of a template, of which the arguments are left out.
    fn is_without_arguments(&self, wanted: &str) -> bool {
        let Some(template) = without_arguments(&self.bare) else {
            return false;
        };
        let parameters = self.whole.strip_prefix(&self.bare).unwrap_or_default();
        wanted
            .strip_prefix(template)
            .is_some_and(|rest| rest.is_empty() || rest == parameters)
    }
}

/// The name of a template function without its arguments, which it ends with.
fn without_arguments(name: &str) -> Option<&str> {
    if !name.ends_with('>') {
        return None;
    }
    let mut open = 0_usize;
    let start = name.bytes().enumerate().rev().find_map(|(at, byte)| {
        match byte {
            b'>' => open += 1,
            b'<' => open = open.saturating_sub(1),
            _ => {}
        }
        (open == 0).then_some(at)
    })?;
    let template = &name[..start];
    // `operator<=>` has no arguments.
    let is_name = !template.is_empty() && !template.ends_with("operator");
    is_name.then_some(template)
}

/// True for what compilers make beside the functions of the source: thunks, destructors that give the object's memory back,
/// and constructors and destructors of bases that are told where the virtual bases are.
pub fn is_made_by_compiler(function: &Function) -> bool {
    let name = &function.name;
    if ["_ZTh", "_ZTv", "_ZTc"]
        .iter()
        .any(|it| name.starts_with(it))
    {
        return demangled(name).is_some();
    }
    let Some((whole, bare)) = function_names(name) else {
        return false;
    };
    let mut classes = bare.rsplit("::");
    let (of, class) = (classes.next().unwrap_or_default(), classes.next());
    let is_destructor = of.starts_with('~');
    let is_constructor = class.is_some_and(|class| class.split('<').next() == of.split('<').next());
    let second = function.parameters.get(1);
    // Who names a parameter so in the source has its type in the name.
    let is_address =
        |it: &ir::Parameter| function.registers[it.register.0 as usize] == ir::Type::Ptr;
    let has_bases =
        second.is_some_and(|it| it.name == "vtt" && is_address(it)) && !whole.contains("(void**");
    is_destructor && name.ends_with("D0Ev") || has_bases && (is_destructor || is_constructor)
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_with_and_without_parameters() {
        let name = Spellings::of("_ZN4shop1fEic").expect("it is a name of C++");
        assert_eq!(
            (&*name.whole, &*name.bare),
            ("shop::f(int,char)", "shop::f")
        );
        assert!(!name.is_without_arguments("shop::f"));
        let name = Spellings::of("_Z2mxIiET_S0_S0_").expect("it is a name of C++");
        assert_eq!((&*name.whole, &*name.bare), ("mx<int>(int,int)", "mx<int>"));
        assert!(name.is_without_arguments("mx") && name.is_without_arguments("mx(int,int)"));
        assert!(!name.is_without_arguments("m") && !name.is_without_arguments("mx(int)"));
    }

    #[test]
    fn operators_are_no_arguments() {
        for (name, template) in [
            ("A::operator<=>", None),
            ("A::operator>>", None),
            ("A::operator->", None),
            ("A::operator<<<int>", Some("A::operator<<")),
            ("f<S<int>,3>", Some("f")),
            ("S<int>::f", None),
        ] {
            assert_eq!(without_arguments(name), template, "{name}");
        }
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
