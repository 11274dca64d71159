//! What ARCHITECTURE.md names is there.

use std::path::{Path, PathBuf};

/// A file or folder below `crates` that a document names, and a function in it.
#[derive(Debug, PartialEq, Eq)]
struct Named<'a> {
    path: &'a str,
    function: Option<&'a str>,
}

/// What stands between backticks and begins with a crate: `vm/src/fork.rs`, `vm/src/machine.rs::code`.
fn named<'a>(text: &'a str, crates: &[&str]) -> Vec<Named<'a>> {
    let quoted = text.split('`').skip(1).step_by(2);
    let named = quoted.filter_map(|quoted| {
        let (path, function) = match quoted.split_once("::") {
            Some((path, function)) => (path, Some(function)),
            None => (quoted, None),
        };
        let (krate, below) = path.split_once('/')?;
        let is_place = crates.contains(&krate)
            && (below.starts_with("src/") || below.starts_with("tests/"))
            && !path.contains([' ', '*', '{']);
        is_place.then_some(Named { path, function })
    });
    named.collect()
}

fn declares(source: &str, function: &str) -> bool {
    source.match_indices(function).any(|(at, _)| {
        let behind = &source[at + function.len()..];
        source[..at].ends_with("fn ") && behind.starts_with(['(', '<'])
    })
}

#[test]
fn files_and_functions_that_the_map_names_are_there() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let map = std::fs::read_to_string(crates.join("../ARCHITECTURE.md")).expect("the map");
    let all = named(&map, &crate::ORDER);
    assert!(all.len() > 50, "places are seen");
    let is_there = |named: &Named<'_>| {
        let path: PathBuf = crates.join(named.path);
        match named.function {
            None => path.exists(),
            Some(function) => {
                std::fs::read_to_string(path).is_ok_and(|source| declares(&source, function))
            }
        }
    };
    let missing: Vec<_> = all.into_iter().filter(|named| !is_there(named)).collect();
    assert_eq!(missing, []);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_from_other_words_in_backticks() {
        let text = "`vm/src/a.rs::f` or `vm/src/b/`, `run/c.rs` and `--flag`, `other/src/d.rs`";
        let expected = [
            Named {
                path: "vm/src/a.rs",
                function: Some("f"),
            },
            Named {
                path: "vm/src/b/",
                function: None,
            },
        ];
        assert_eq!(named(text, &["vm"]), expected);
    }

    #[test]
    fn a_function_is_declared_and_not_called() {
        assert!(declares("    pub fn code(&self) {}", "code"));
        assert!(declares("fn run<E>() {}", "run"));
        assert!(!declares("fn runs() { run() }", "run"));
    }
}
