//! What a source is written in, by its name.

use std::ffi::OsStr;
use std::path::Path;

/// What a source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, preprocessed or not.
    C,
    /// C++, preprocessed or not.
    Cpp,
}

impl Language {
    /// The language of a source; `None` for what is none. As clang has it, so that it needs no word of it.
    pub fn of(source: &Path) -> Option<Language> {
        match source.extension().and_then(OsStr::to_str)? {
            "c" | "i" => Some(Language::C),
            "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "CC" | "ii" => Some(Language::Cpp),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_known_by_their_names() {
        for (name, language) in [
            ("a.c", Some(Language::C)),
            ("a.i", Some(Language::C)),
            ("a.cpp", Some(Language::Cpp)),
            ("d/a.C", Some(Language::Cpp)),
            ("a.h", None),
            ("cpp", None),
        ] {
            assert_eq!(Language::of(Path::new(name)), language, "{name}");
        }
    }
}
