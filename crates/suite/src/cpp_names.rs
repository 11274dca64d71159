//! Names of C++: compilers mangle them, and users read them as in the source.

use cpp_demangle::{BorrowedSymbol, DemangleOptions};
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
pub fn demangled(symbol: &str) -> Option<String> {
    let name = demangled_with(symbol, &DemangleOptions::default())?;
    // So the name of a type is written for those who look for it.
    let name = name.strip_prefix("typeinfo name for ").unwrap_or(&name);
    Some(name.to_owned())
}

/// The name of a function in the source, and what is left of it without parameters; both without the result, which the
/// names of templates begin with.
pub fn function_names(symbol: &str) -> Option<(String, String)> {
    let options = DemangleOptions::default().no_return_type();
    let whole = demangled_with(symbol, &options)?;
    let bare = demangled_with(symbol, &options.no_params())?;
    Some((whole, bare))
}

fn demangled_with(symbol: &str, options: &DemangleOptions) -> Option<String> {
    // Types alone are names as well: the function `f` would be `float`.
    if symbol.len() > MOST_BYTES || !symbol.starts_with("_Z") {
        return None;
    }
    let parsed = BorrowedSymbol::new(symbol.as_bytes()).ok()?;
    parsed.demangle_with_options(options).ok()
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
        assert_eq!(demangled("f"), None);
        assert_eq!(demangled("_Z1fv").as_deref(), Some("f()"));
        let names = function_names("_Z2mxIiET_S0_S0_");
        let names = names.as_ref().map(|(whole, bare)| (&**whole, &**bare));
        assert_eq!(names, Some(("mx<int>(int, int)", "mx<int>")));
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
