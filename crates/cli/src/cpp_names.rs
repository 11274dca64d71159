//! Names of C++: compilers mangle them, and users write and read them as in the source.

use crate::Usage;
use cpp_demangle::{BorrowedSymbol, DemangleOptions};
use ir::{Module, Program};
use std::borrow::Cow;

/// Longest mangled name that is made readable: what is longer says less than its beginning.
const MOST_BYTES: usize = 4096;

/// A text with its mangled names as in the source.
pub fn readable(text: &str) -> Cow<'_, str> {
    if !text.contains("_Z") {
        return Cow::Borrowed(text);
    }
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("_Z") {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let end = from.find(|c| !is_of_name(c)).unwrap_or(from.len());
        let (name, behind) = from.split_at(end);
        // Folders are called so.
        let in_path = |c: char| is_of_name(c) || c == '/';
        let is_start = !before.chars().next_back().is_some_and(in_path);
        // What ends a sentence is no part of a name.
        let symbol = name.trim_end_matches('.');
        match demangled(symbol).filter(|_| is_start) {
            Some(source) => out.push_str(&(source + &name[symbol.len()..])),
            None => out.push_str(name),
        }
        rest = behind;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The name in the source; `None` for what is no mangled name.
fn demangled(symbol: &str) -> Option<String> {
    if symbol.len() > MOST_BYTES {
        return None;
    }
    let parsed = BorrowedSymbol::new(symbol.as_bytes()).ok()?;
    let name = parsed
        .demangle_with_options(&DemangleOptions::default())
        .ok()?;
    // So the name of a type is written for those who look for it.
    let name = name.strip_prefix("typeinfo name for ").unwrap_or(&name);
    Some(name.to_owned())
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
    fn mangled_names_are_readable_where_they_stand() {
        for (text, expected) in [
            ("no names", "no names"),
            ("in _Z1fi at a.cpp:3", "in f(int) at a.cpp:3"),
            (
                "call of `_ZNSaIcEC1Ev`, which",
                "call of `std::allocator<char>::allocator()`, which",
            ),
            (
                "of type _ZTSSt12out_of_range: x",
                "of type std::out_of_range: x",
            ),
            ("of type _ZTSi.", "of type int."),
            ("my_Z1fi _Zzz _Z units/_Z1fi", "my_Z1fi _Zzz _Z units/_Z1fi"),
        ] {
            assert_eq!(readable(text), expected);
        }
    }

    #[test]
    fn names_are_meant_with_and_without_parameters() {
        assert!(is_meant("shop::f(int,char)", "shop::f"));
        assert!(is_meant("shop::f(int,char)", "shop::f(int,char)"));
        assert!(!is_meant("shop::f(int,char)", "f"));
        assert!(!is_meant("shop::f(int,char)", "shop::f(int)"));
    }

    #[test]
    fn any_text_with_names_is_readable() {
        let texts = [
            "in _ZN4shop5totalERKNS_4ItemEi at a.cpp:3",
            "_ZNSt6vectorIiSaIiEE9push_backERKi _ZTSSt12out_of_range",
        ];
        mutants::check(&mutants::texts(&texts), 5_000, |bytes| {
            readable(&String::from_utf8_lossy(bytes));
        });
    }
}
