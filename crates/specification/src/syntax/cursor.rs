//! Walking through the text of a specification.

use super::token::Token;
use crate::error::Problem;
use logos::Logos;

/// Operators and steps that a property may have: what is built from it walks it recursively.
const MOST_OPERATORS: u32 = 1000;
/// Parentheses in each other.
const MOST_NESTED: u32 = 100;

/// A place in a text.
pub(super) struct Cursor<'s> {
    text: &'s str,
    at: usize,
    operators: u32,
    nested: u32,
}

/// A word of the text; at its end there is none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme<'s> {
    pub(super) token: Option<Token>,
    pub(super) text: &'s str,
    pub(super) at: usize,
}

impl Lexeme<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        self.token == Some(Token::Word) && self.text == word
    }

    fn described(&self) -> String {
        match self.token {
            None => "the end of the file".to_owned(),
            Some(_) => format!("`{}`", self.text),
        }
    }
}

impl<'s> Cursor<'s> {
    pub(super) fn new(text: &'s str) -> Cursor<'s> {
        Cursor {
            text,
            at: 0,
            operators: 0,
            nested: 0,
        }
    }

    /// The next word, which is not taken.
    pub(super) fn peek(&self) -> Result<Lexeme<'s>, Problem> {
        let mut lexer = Token::lexer(&self.text[self.at..]);
        let token = lexer.next();
        let at = self.at + lexer.span().start;
        match token {
            Some(Ok(token)) => Ok(Lexeme {
                token: Some(token),
                text: lexer.slice(),
                at,
            }),
            Some(Err(())) => {
                let rest = &self.text[at..];
                let message = match rest.starts_with("/*") {
                    true => "this comment does not end".to_owned(),
                    false => {
                        let character = rest.chars().next().unwrap_or(' ');
                        format!("no word of the language begins with `{character}`")
                    }
                };
                Err(Problem::new(at, message))
            }
            None => Ok(Lexeme {
                token: None,
                text: "",
                at: self.text.len(),
            }),
        }
    }

    /// Takes the next word.
    pub(super) fn next(&mut self) -> Result<Lexeme<'s>, Problem> {
        let lexeme = self.peek()?;
        self.at = lexeme.at + lexeme.text.len();
        Ok(lexeme)
    }

    /// Takes the next word if it is this sign.
    pub(super) fn take(&mut self, token: Token) -> Result<bool, Problem> {
        let found = self.peek()?.token == Some(token);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Takes the next word if it is this one.
    pub(super) fn take_word(&mut self, word: &str) -> Result<bool, Problem> {
        let found = self.peek()?.is(word);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Takes a sign that must be there.
    pub(super) fn expect(&mut self, token: Token, what: &str) -> Result<Lexeme<'s>, Problem> {
        let found = self.peek()?;
        match found.token == Some(token) {
            true => self.next(),
            false => Err(unexpected(&found, what)),
        }
    }

    /// Takes a number that must be there, and is not more than that.
    pub(super) fn number(&mut self, most: u32) -> Result<u32, Problem> {
        let found = self.expect(Token::Number, "a number")?;
        let number = found.text.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| {
            Problem::new(found.at, format!("a number of at most {most} is possible"))
        })
    }

    /// What stands in parentheses, with the byte where it begins, as another language has it: with
    /// parentheses, and texts and characters in quotes.
    pub(super) fn parenthesised(&mut self) -> Result<(&'s str, usize), Problem> {
        let open = self.expect(Token::OpenParenthesis, "a condition in parentheses")?;
        let start = self.at;
        let mut depth = 1u32;
        let mut quote = None;
        let mut escaped = false;
        for (offset, character) in self.text[start..].char_indices() {
            match (quote, character) {
                (Some(_), _) if escaped => escaped = false,
                (Some(_), '\\') => escaped = true,
                (Some(open), _) if open == character => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(character),
                (None, '(') => depth += 1,
                (None, ')') => depth -= 1,
                (None, _) => {}
            }
            if depth == 0 {
                self.at = start + offset + 1;
                return Ok((self.text[start..start + offset].trim(), start));
            }
        }
        Err(Problem::new(open.at, "this parenthesis is not closed"))
    }

    /// The text up to the first of these characters, which is not taken.
    pub(super) fn raw(&mut self, ends: &[char], what: &str) -> Result<&'s str, Problem> {
        let rest = &self.text[self.at..];
        let Some(length) = rest.find(ends) else {
            return Err(Problem::new(self.peek()?.at, format!("expected {what}")));
        };
        self.at += length;
        Ok(rest[..length].trim())
    }

    /// The rest of the line, which is taken.
    pub(super) fn line(&mut self) -> &'s str {
        let rest = &self.text[self.at..];
        let length = rest.find('\n').unwrap_or(rest.len());
        self.at += length;
        rest[..length].trim_end()
    }

    /// The text from a byte up to here, on one line.
    pub(super) fn since(&self, start: usize) -> String {
        let text = &self.text[start..self.at];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The line of a byte, from 1.
    pub(super) fn line_of(&self, at: usize) -> usize {
        crate::error::position(self.text, at).0
    }

    /// A property begins.
    pub(super) fn begin_property(&mut self) {
        self.operators = 0;
    }

    /// Another operator of a property.
    pub(super) fn count_operator(&mut self, at: usize) -> Result<(), Problem> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            let message =
                format!("a property may have at most {MOST_OPERATORS} operators and steps");
            return Err(Problem::new(at, message));
        }
        Ok(())
    }

    /// Parses something that may contain itself.
    pub(super) fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Cursor<'s>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            let message =
                format!("operators and parentheses may be nested at most {MOST_NESTED} deep");
            return Err(Problem::new(self.peek()?.at, message));
        }
        let result = parse(self);
        self.nested -= 1;
        result
    }
}

/// Something else is there than what was expected.
pub(super) fn unexpected(found: &Lexeme<'_>, expected: &str) -> Problem {
    let message = format!("expected {expected}, found {}", found.described());
    Problem::new(found.at, message)
}
