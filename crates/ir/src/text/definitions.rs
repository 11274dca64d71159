//! Names defined at the top level of a text, collected before anything refers to them.

use super::lexer::{Spanned, Token};
use rustc_hash::FxHashMap;

/// What bears a name; if several do, the first.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub(super) index: u32,
    pub(super) ambiguous: bool,
}

/// Names defined at the top level, collected before anything that may refer to them is parsed.
#[derive(Default)]
pub(super) struct Definitions {
    pub(super) functions: FxHashMap<Vec<u8>, Named>,
    pub(super) globals: FxHashMap<Vec<u8>, Named>,
    pub(super) types: FxHashMap<Vec<u8>, Named>,
    pub(super) classes: FxHashMap<Vec<u8>, Named>,
}

impl Definitions {
    /// Every name that the tokens define.
    pub(super) fn collect(tokens: &[Spanned]) -> Definitions {
        let mut all = Definitions::default();
        let mut depth = 0_usize;
        let mut counts = [0; 4];
        let mut is_name = false;
        for window in tokens.windows(4) {
            let [first, second, third, fourth] = window else {
                break;
            };
            // Names may be words that mean something elsewhere.
            let was_name = is_name;
            is_name = !was_name && is_before_name(&first.token);
            if was_name && label(&first.token).is_some() {
                continue;
            }
            match first.token {
                Token::Punctuation('(' | '{' | '[') => depth += 1,
                Token::Punctuation(')' | '}' | ']') => depth = depth.saturating_sub(1),
                Token::Word("function" | "declare") if depth == 0 => {
                    if third.token == Token::Punctuation('(')
                        && let Some(name) = label(&second.token)
                    {
                        define(&mut all.functions, name, &mut counts[0]);
                    }
                }
                Token::Word("global") if depth == 0 => {
                    if let Some(name) = label(&third.token) {
                        define(&mut all.globals, name, &mut counts[1]);
                    }
                }
                Token::Word("type") if depth == 0 => {
                    if fourth.token == Token::Punctuation('=')
                        && let Some(name) = label(&third.token)
                    {
                        define(&mut all.types, name, &mut counts[2]);
                    }
                }
                // Nothing else at the top level follows this word by a name.
                Token::Word("class") if depth == 0 => {
                    if let Some(name) = label(&second.token) {
                        define(&mut all.classes, name, &mut counts[3]);
                    }
                }
                _ => {}
            }
        }
        all
    }
}

/// True for what stands before names at the top level.
fn is_before_name(token: &Token) -> bool {
    match token {
        Token::Punctuation(mark) => matches!(mark, '$' | '&' | '#' | ','),
        Token::Word(word) => matches!(
            *word,
            "function"
                | "declare"
                | "class"
                | "extends"
                | "implements"
                | "initialiser"
                | "reference"
        ),
        Token::Register(_)
        | Token::Number(_)
        | Token::String(_)
        | Token::Arrow
        | Token::Ellipsis
        | Token::End => false,
    }
}

/// The bytes of a token that can name something.
pub(super) fn label<'t>(token: &'t Token) -> Option<&'t [u8]> {
    match token {
        Token::Word(text) | Token::Number(text) => Some(text.as_bytes()),
        Token::String(bytes) => Some(bytes),
        Token::Register(_)
        | Token::Punctuation(_)
        | Token::Arrow
        | Token::Ellipsis
        | Token::End => None,
    }
}

fn define(names: &mut FxHashMap<Vec<u8>, Named>, name: &[u8], count: &mut u32) {
    names
        .entry(name.to_vec())
        .and_modify(|named| named.ambiguous = true)
        .or_insert(Named {
            index: *count,
            ambiguous: false,
        });
    *count += 1;
}
