//! The textual form loses nothing, and no text makes the parser panic.

mod generator;

use generator::Random;
use ir::{Module, parse, verify};
use proptest::prelude::*;
use std::path::Path;

fn check_round_trip(module: &Module) {
    let text = module.to_string();
    match parse("printed", &text) {
        Ok(again) => {
            assert_eq!(again.to_string(), text, "printed again, the text differs");
            assert_eq!(again, *module, "of this text:\n{text}");
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

#[test]
fn names_may_be_words_of_the_language() {
    let text = "global $global size 8 {\n  0: $class\n}\nglobal $class size 8 {\n  0: &global\n}\n\
                global $type size 8 {\n  0: &declare\n}\ndeclare global(%a: i32)\ndeclare declare(%a: i32)\n\
                class class size 16 statics 16\nclass type extends class size 16 statics 16\n";
    let module = parse("test", text).expect("it is a module");
    assert_eq!(verify(&module), Ok(()));
    check_round_trip(&module);
    let printed = module.to_string();
    for place in ["0: $class", "0: &global", "0: &declare", "extends class"] {
        assert!(printed.contains(place), "{printed}");
    }
}

#[test]
fn any_text_is_parsed_or_refused() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let corpus = ["text", "items", "analysis", "verify"]
        .map(|folder| mutants::files(&files.join(folder), "wir"));
    mutants::check(&corpus.concat(), 2000, |bytes| {
        let Ok(module) = parse("mutant", &String::from_utf8_lossy(bytes)) else {
            return;
        };
        check_round_trip(&module);
        if verify(&module).is_ok() {
            for function in &module.functions {
                let _ = ir::verify_definite_assignment(function);
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn modules_survive_text(seed: u64) {
        check_round_trip(&generator::module(seed));
    }

    #[test]
    fn generated_modules_are_valid(seed: u64) {
        let module = generator::module(seed);
        prop_assert_eq!(verify(&module), Ok(()), "of this text:\n{}", module);
    }

    #[test]
    fn mutated_text_is_parsed_or_refused(seed: u64) {
        let mut random = Random::new(seed);
        let text = mutate(&mut random, generator::module(seed).to_string());
        if let Ok(module) = parse("mutated", &text) {
            check_round_trip(&module);
            let _ = verify(&module);
        }
    }

    #[test]
    fn random_text_is_parsed_or_refused(text in "\\PC{0,200}") {
        let _ = parse("random", &text);
    }

    #[test]
    fn random_tokens_are_parsed_or_refused(words in prop::collection::vec(0..TOKENS.len(), 0..60)) {
        let text: Vec<&str> = words.into_iter().map(|index| TOKENS[index]).collect();
        if let Ok(module) = parse("tokens", &text.join(" ")) {
            check_round_trip(&module);
        }
    }
}

const TOKENS: [&str; 60] = [
    "function",
    "declare",
    "global",
    "type",
    "file",
    "main",
    "\"a\"",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    "->",
    "...",
    "%0",
    "%x",
    "i32",
    "ptr",
    "f64",
    "$",
    "&",
    "#",
    "!",
    "@",
    "-",
    "+",
    "0",
    "18446744073709551616",
    "1.5f64",
    "var",
    "return",
    "jump",
    "branch",
    "switch",
    "default",
    "call",
    "*",
    "byval",
    "bits",
    "wide",
    "!7",
    "!#1",
    "class",
    "array",
    "extends",
    "size",
    "field",
    "method",
    "reference",
    "int",
    "at",
    "new",
    "getfield",
    "callvirtual",
    "string",
    "literal",
];

/// Deletes, doubles, swaps or replaces a few pieces of a text.
fn mutate(random: &mut Random, text: String) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(3) {
        if chars.is_empty() {
            break;
        }
        let start = random.below(chars.len());
        let end = (start + 1 + random.below(12)).min(chars.len());
        match random.below(4) {
            0 => drop(chars.drain(start..end)),
            1 => {
                let piece: Vec<char> = chars[start..end].to_vec();
                let at = random.below(chars.len());
                chars.splice(at..at, piece);
            }
            2 => chars[start] = *random.pick(&['"', '\\', '%', '9', '-', '{', '}', 'x', 'é', ';']),
            _ => {
                let token = random.pick(&TOKENS);
                chars.splice(start..end, token.chars());
            }
        }
    }
    chars.into_iter().collect()
}
