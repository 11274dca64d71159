//! The token cursor, the names of the whole module, and the entry point.

use super::definitions::{Definitions, Named, label};
use super::lexer::{Spanned, Token, tokens};
use super::literal;
use super::mnemonic::{Mnemonic, type_from_word};
use crate::{
    ClassId, Constant, FileId, FunctionId, GlobalId, Location, Module, Operand, SourceTypeId, Type,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

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
/// ```
/// let text = r#"
/// file "demo.c"                                    ; files, in order of their index
/// type !0 = int "int" 32 signed                    ; source types
/// global $table size 8 align 4 constant { 0: "\x01\x00\x00\x00" }
/// declare puts(%0: ptr) -> i32 library
///
/// function main(%n: i32 "n" type !0) -> i32 @0:3:1 {
///   var %sum: i32                                  ; registers not typed where they are written
/// entry:
///   jump loop [%sum = 0, %i: i32 = 0]              ; parallel moves of the edge
/// loop:
///   %more: i1 = icmp slt i32 %i, %n @0:4:9         ; location: file:line:column
///   branch %more, body, done decision 0 @0:4:3
/// body:
///   %sum = add %sum, %i
///   %i = add %i, 1
///   jump loop
/// done:
///   %r: i32 = call puts(ptr $table+4)
///   return %sum
/// }
/// "#;
/// let module = ir::parse("demo.wir", text)?;
/// assert_eq!(module.functions.len(), 2);
/// assert!(ir::verify(&module).is_ok());
/// // Printed, it is written strictly: registers and blocks by number, types everywhere.
/// assert_eq!(ir::parse("printed", &module.to_string())?, module);
/// # Ok::<(), ir::ParseError>(())
/// ```
///
/// A register `%3` has the index 3; named ones get the indices that are left, in order of
/// appearance. Blocks are numbered in order. Functions and globals are user code unless marked
/// `library`. A name that several functions (or globals) bear is replaced by `#index`. Numbers
/// take the width of their place, negative ones too; `1.5f64` is a float, `null` is 0, `bits(…)`
/// and `wide(…)` write constants that do not fit their place; `class(NAME)` is the id of a class.
/// A `role` is a part of [`crate::WellKnown`].
///
/// ```
/// let text = r#"
/// class Object library                   ; size 8, statics 8: the header
/// class Counter extends Object size 16 statics 16 initialiser init {
///   field count: int at 8
///   static final field next: reference Counter at 8
///   method "get()I" = Counter.get                  ; selectors are made where they are used
/// }
/// class "[I" array int extends Object library
/// role object Object                               ; what the machine itself works with
/// function init() -> ptr throws {
/// entry:
///   %s = intrinsic class_begin(class(Counter))
///   %c = new Counter
///   putfield ptr %s, Counter, 8, %c
///   return null
/// }
/// function Counter.get(%this: ptr) -> i32, ptr throws {
/// entry:
///   %n: i32 = getfield %this, Counter, 8
///   return %n, null
/// }
/// function main() -> i32, ptr throws {
/// entry:
///   %c = new Counter
///   %n: i32, %e: ptr = callvirtual "get()I"(ptr %c)
///   %a = newarray "[I", 3
///   arraystore i32 %a, 2, %n
///   %x: i32 = arrayload %a, 2
///   %l = arraylength %a
///   %s = string "text"
///   return %x, %e
/// }
/// "#;
/// let module = ir::parse("classes.wir", text)?;
/// assert_eq!(ir::verify(&module), Ok(()));
/// assert_eq!(ir::parse("printed", &module.to_string())?, module);
/// # Ok::<(), ir::ParseError>(())
/// ```
///
/// # Errors
/// The first place where the text is not one of a module. What a module may not contain although
/// it can be written is the verifier's to find.
pub fn parse(file: &str, text: &str) -> Result<Module, ParseError> {
    let tokens = tokens(file, text)?;
    let definitions = Definitions::collect(&tokens);
    let mut parser = Parser {
        file,
        text,
        tokens: &tokens,
        at: 0,
        definitions,
        files: Vec::new(),
        file_ids: FxHashMap::default(),
        selectors: Vec::new(),
        literals: Vec::new(),
    };
    parser.module()
}

/// A cursor over the tokens of a text.
pub(super) struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    tokens: &'a [Spanned<'a>],
    at: usize,
    definitions: Definitions,
    /// Paths of source files so far.
    pub(super) files: Vec<String>,
    /// The first file of each path.
    file_ids: FxHashMap<String, FileId>,
    /// Selectors and string constants so far.
    pub(super) selectors: Vec<String>,
    pub(super) literals: Vec<Arc<[u16]>>,
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
        names: fn(&Definitions) -> &FxHashMap<Vec<u8>, Named>,
    ) -> Result<u32, ParseError> {
        if self.accept('#') {
            return self.number();
        }
        let Some(name) = label(self.peek()) else {
            return self.expected(format!("the name of a {what}"));
        };
        match names(&self.definitions).get(name) {
            Some(Named {
                index,
                ambiguous: false,
            }) => {
                let index = *index;
                self.advance();
                Ok(index)
            }
            Some(_) => self.expected(format!(
                "`#` and an index: more than one {what} has this name"
            )),
            None => self.expected(format!("the name of a {what} of this module")),
        }
    }

    /// A function, by name or index.
    pub(super) fn function_reference(&mut self) -> Result<FunctionId, ParseError> {
        self.reference("function", |definitions| &definitions.functions)
            .map(FunctionId)
    }

    /// A class, by name or index.
    pub(super) fn class_reference(&mut self) -> Result<ClassId, ParseError> {
        self.reference("class", |definitions| &definitions.classes)
            .map(ClassId)
    }

    /// `$global`, with an offset or not.
    pub(super) fn global_reference(&mut self) -> Result<(GlobalId, i64), ParseError> {
        self.expect('$')?;
        let id = GlobalId(self.reference("global", |definitions| &definitions.globals)?);
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
        // A number that labels nothing is an index beyond the types, as the printer writes it.
        if let Token::Number(digits) = self.peek()
            && !self.definitions.types.contains_key(digits.as_bytes())
        {
            return self.number().map(SourceTypeId);
        }
        self.reference("source type", |definitions| &definitions.types)
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
            Token::Word("class") => {
                self.advance();
                self.expect('(')?;
                let id = self.class_reference()?;
                self.expect(')')?;
                Ok(Constant::Bits(u64::from(id.0)))
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
            Err(expected) => self.expected(expected.to_string()),
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

    /// Adds a file.
    pub(super) fn add_file(&mut self, path: String) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.file_ids.entry(path.clone()).or_insert(id);
        self.files.push(path);
        id
    }

    /// The file of that path, added if it is new.
    fn file_named(&mut self, path: String) -> FileId {
        match self.file_ids.get(&path) {
            Some(id) => *id,
            None => self.add_file(path),
        }
    }

    /// An operand that is not a register.
    pub(super) fn constant_operand(&mut self, ty: Option<Type>) -> Result<Operand, ParseError> {
        self.constant(ty).map(Operand::Constant)
    }
}
