//! The token cursor, the names of the whole module, and the entry point.

use super::lexer::{Spanned, Token, tokens};
use super::literal;
use super::mnemonic::{Mnemonic, type_from_word};
use crate::{
    Constant, FileId, FunctionId, GlobalId, Location, Module, Operand, SourceTypeId, Type,
};
use rustc_hash::FxHashMap;

/// Why a text is not a module.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{file}:{line}:{column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Name of the text, as given to [`parse`].
    pub file: String,
    /// Line from 1.
    pub line: u32,
    /// Column from 1, in characters.
    pub column: u32,
    /// What would have been right.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl ParseError {
    /// An error at a byte of the text.
    pub(super) fn at(
        file: &str,
        text: &str,
        offset: usize,
        expected: String,
        found: String,
    ) -> ParseError {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ParseError {
            file: file.to_owned(),
            line: 1 + before.matches('\n').count() as u32,
            column: 1 + before[line_start..].chars().count() as u32,
            expected,
            found,
        }
    }
}

/// The module that a text stands for. `file` is what errors call the text.
///
/// # Errors
/// The first place where the text is not one of a module. What a module may not contain although
/// it can be written is the verifier's to find.
pub fn parse(file: &str, text: &str) -> Result<Module, ParseError> {
    let tokens = tokens(file, text)?;
    let globals = Globals::collect(&tokens);
    let mut parser = Parser {
        file,
        text,
        tokens: &tokens,
        at: 0,
        globals,
        files: Vec::new(),
    };
    parser.module()
}

/// What bears a name: nothing else may, for a reference by name to mean it.
#[derive(Clone, Copy)]
struct Named {
    index: u32,
    ambiguous: bool,
}

/// Names defined at the top level, collected before anything that may refer to them is parsed.
#[derive(Default)]
struct Globals {
    functions: FxHashMap<Vec<u8>, Named>,
    globals: FxHashMap<Vec<u8>, Named>,
    types: FxHashMap<Vec<u8>, Named>,
}

impl Globals {
    fn collect(tokens: &[Spanned]) -> Globals {
        let mut all = Globals::default();
        let mut depth = 0_usize;
        let mut counts = [0; 3];
        for window in tokens.windows(4) {
            let [first, second, third, fourth] = window else {
                break;
            };
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
                _ => {}
            }
        }
        all
    }
}

/// The bytes of a token that can name something.
fn label<'t>(token: &'t Token) -> Option<&'t [u8]> {
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

/// A cursor over the tokens of a text.
pub(super) struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    tokens: &'a [Spanned<'a>],
    at: usize,
    globals: Globals,
    /// Paths of source files so far.
    pub(super) files: Vec<String>,
}

impl<'a> Parser<'a> {
    /// The token at the cursor.
    pub(super) fn peek(&self) -> &'a Token<'a> {
        self.peek_ahead(0)
    }

    /// The token that far behind the cursor; the end repeats.
    pub(super) fn peek_ahead(&self, ahead: usize) -> &'a Token<'a> {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].token
    }

    /// Byte of the text at the cursor.
    pub(super) fn offset(&self) -> usize {
        self.tokens[self.at].offset
    }

    /// Steps over a token.
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// The error of the token at the cursor.
    pub(super) fn expected<T>(&self, what: impl Into<String>) -> Result<T, ParseError> {
        let found = self.peek().describe();
        Err(ParseError::at(
            self.file,
            self.text,
            self.offset(),
            what.into(),
            found,
        ))
    }

    /// An error at another place.
    pub(super) fn error_at(&self, offset: usize, expected: String, found: String) -> ParseError {
        ParseError::at(self.file, self.text, offset, expected, found)
    }

    /// Steps over a punctuation if it is next.
    pub(super) fn accept(&mut self, c: char) -> bool {
        let accepted = *self.peek() == Token::Punctuation(c);
        if accepted {
            self.advance();
        }
        accepted
    }

    /// Steps over a punctuation.
    pub(super) fn expect(&mut self, c: char) -> Result<(), ParseError> {
        if self.accept(c) {
            Ok(())
        } else {
            self.expected(format!("`{c}`"))
        }
    }

    /// Steps over a keyword if it is next.
    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let accepted = *self.peek() == Token::Word(word);
        if accepted {
            self.advance();
        }
        accepted
    }

    /// Steps over a keyword.
    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.accept_word(word) {
            Ok(())
        } else {
            self.expected(format!("`{word}`"))
        }
    }

    /// A list in brackets, after the opening one: elements until `close`, commas between.
    pub(super) fn list<T>(
        &mut self,
        close: char,
        mut element: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut all = Vec::new();
        if self.accept(close) {
            return Ok(all);
        }
        loop {
            all.push(element(self)?);
            if self.accept(close) {
                return Ok(all);
            }
            if !self.accept(',') {
                return self.expected(format!("`,` or `{close}`"));
            }
        }
    }

    /// A string that is UTF-8.
    pub(super) fn string(&mut self) -> Result<String, ParseError> {
        match self.peek() {
            Token::String(bytes) => self.utf8(bytes),
            _ => self.expected("a string"),
        }
    }

    fn utf8(&mut self, bytes: &[u8]) -> Result<String, ParseError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                self.advance();
                Ok(text.to_owned())
            }
            Err(_) => self.expected("a string of UTF-8"),
        }
    }

    /// A string if one is next.
    pub(super) fn optional_string(&mut self) -> Result<Option<String>, ParseError> {
        match self.peek() {
            Token::String(_) => self.string().map(Some),
            _ => Ok(None),
        }
    }

    /// A name, bare or in quotes.
    pub(super) fn name(&mut self) -> Result<String, ParseError> {
        match self.peek() {
            Token::Word(name) => {
                self.advance();
                Ok((*name).to_owned())
            }
            Token::String(bytes) => self.utf8(bytes),
            _ => self.expected("a name"),
        }
    }

    /// A word of a table.
    pub(super) fn mnemonic<M: Mnemonic>(&mut self) -> Result<M, ParseError> {
        if let Token::Word(word) = self.peek()
            && let Some(value) = M::from_word(word)
        {
            self.advance();
            return Ok(value);
        }
        self.expected(M::WHAT)
    }

    /// A type of registers.
    pub(super) fn ty(&mut self) -> Result<Type, ParseError> {
        if let Token::Word(word) = self.peek()
            && let Some(ty) = type_from_word(word)
        {
            self.advance();
            return Ok(ty);
        }
        self.expected("a type (i1, i32, f64, ptr, ...)")
    }

    /// An unsigned number.
    pub(super) fn number<N: TryFrom<u64>>(&mut self) -> Result<N, ParseError> {
        if let Token::Number(digits) = self.peek()
            && let Some([value]) = literal::integer(digits).as_deref()
            && let Ok(number) = N::try_from(*value)
        {
            self.advance();
            return Ok(number);
        }
        self.expected(format!("a number below 2^{}", 8 * size_of::<N>()))
    }

    /// A signed number of 64 bits.
    pub(super) fn signed_number(&mut self) -> Result<i64, ParseError> {
        let negative = self.accept('-');
        let offset = self.offset();
        let magnitude: u64 = self.number()?;
        let value = i128::from(magnitude) * if negative { -1 } else { 1 };
        i64::try_from(value).map_err(|_| {
            self.error_at(
                offset,
                "a number of 64 bits".to_owned(),
                format!("`{value}`"),
            )
        })
    }

    /// What a name or `#index` after a sigil refers to.
    fn reference(
        &mut self,
        what: &str,
        names: fn(&Globals) -> &FxHashMap<Vec<u8>, Named>,
    ) -> Result<u32, ParseError> {
        if self.accept('#') {
            return self.number();
        }
        let Some(name) = label(self.peek()) else {
            return self.expected(format!("the name of a {what}"));
        };
        match names(&self.globals).get(name) {
            Some(Named {
                index,
                ambiguous: false,
            }) => {
                let index = *index;
                self.advance();
                Ok(index)
            }
            Some(_) => self.expected(format!("`#` and an index: several {what}s have this name")),
            None => self.expected(format!("the name of a {what} of this module")),
        }
    }

    /// A function, by name or index.
    pub(super) fn function_reference(&mut self) -> Result<FunctionId, ParseError> {
        self.reference("function", |globals| &globals.functions)
            .map(FunctionId)
    }

    /// `$global`, with an offset or not.
    pub(super) fn global_reference(&mut self) -> Result<(GlobalId, i64), ParseError> {
        self.expect('$')?;
        let id = GlobalId(self.reference("global", |globals| &globals.globals)?);
        let offset = match self.peek() {
            Token::Punctuation('+') => {
                self.advance();
                self.signed_number()?
            }
            Token::Punctuation('-') => self.signed_number()?,
            _ => 0,
        };
        Ok((id, offset))
    }

    /// `!type`.
    pub(super) fn type_reference(&mut self) -> Result<SourceTypeId, ParseError> {
        self.expect('!')?;
        self.reference("source type", |globals| &globals.types)
            .map(SourceTypeId)
    }

    /// A constant in a place of type `ty`, if that is known.
    pub(super) fn constant(&mut self, ty: Option<Type>) -> Result<Constant, ParseError> {
        match self.peek() {
            Token::Punctuation('$') => {
                let (id, offset) = self.global_reference()?;
                Ok(Constant::Global(id, offset))
            }
            Token::Punctuation('&') => {
                self.advance();
                self.function_reference().map(Constant::Function)
            }
            Token::Word("null") => {
                self.advance();
                Ok(Constant::Bits(0))
            }
            Token::Word("bits") => {
                self.advance();
                self.expect('(')?;
                let value = self.number()?;
                self.expect(')')?;
                Ok(Constant::Bits(value))
            }
            Token::Word("wide") => {
                self.advance();
                self.expect('(')?;
                let limbs: Vec<u64> = self.list(')', Self::number)?;
                Ok(Constant::Wide(limbs.into()))
            }
            Token::Punctuation('-') | Token::Number(_) => self.number_constant(ty),
            _ => self.expected("a register or constant"),
        }
    }

    fn number_constant(&mut self, ty: Option<Type>) -> Result<Constant, ParseError> {
        let negative = self.accept('-');
        let Token::Number(digits) = self.peek() else {
            return self.expected("a number");
        };
        match literal::constant(digits, negative, ty) {
            Ok(constant) => {
                self.advance();
                Ok(constant)
            }
            Err(expected) => self.expected(expected),
        }
    }

    /// `@file:line:column` if it is next; the file by index, by path, or `?`.
    pub(super) fn location(&mut self) -> Result<Location, ParseError> {
        if !self.accept('@') {
            return Ok(Location::default());
        }
        let file = match self.peek() {
            Token::Punctuation('?') => {
                self.advance();
                None
            }
            Token::Number(_) => Some(FileId(self.number()?)),
            Token::Word(_) | Token::String(_) => {
                let name = self.name()?;
                Some(self.file_named(name))
            }
            _ => return self.expected("a file: its index, its path, or `?`"),
        };
        self.expect(':')?;
        let line = self.number()?;
        let column = if self.accept(':') { self.number()? } else { 0 };
        Ok(Location { file, line, column })
    }

    /// The file of that path, added if it is new.
    fn file_named(&mut self, name: String) -> FileId {
        let index = self
            .files
            .iter()
            .position(|file| *file == name)
            .unwrap_or_else(|| {
                self.files.push(name);
                self.files.len() - 1
            });
        FileId(index as u32)
    }

    /// An operand that is not a register.
    pub(super) fn constant_operand(&mut self, ty: Option<Type>) -> Result<Operand, ParseError> {
        self.constant(ty).map(Operand::Constant)
    }
}
