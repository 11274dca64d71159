//! Functions: signature, blocks, and the names of registers and blocks.

use super::lexer::Token;
use super::parser::{ParseError, Parser};
use crate::{Block, BlockId, Function, Location, Operand, Parameter, Reg, SourceParameter, Type};
use rustc_hash::FxHashMap;

/// How a text calls a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum RegisterName<'a> {
    /// `%3` has this index.
    Index(u32),
    /// `%x` gets a free one.
    Word(&'a str),
}

struct RegisterEntry<'a> {
    name: RegisterName<'a>,
    text: &'a str,
    ty: Option<Type>,
    /// Where it appears first.
    offset: usize,
}

/// Registers and labels of the function being parsed. Until its end, both are numbered by first
/// appearance.
#[derive(Default)]
pub(super) struct Scope<'a> {
    registers: Vec<RegisterEntry<'a>>,
    register_ids: FxHashMap<RegisterName<'a>, u32>,
    /// First appearance of each label and the block it marks.
    labels: Vec<(&'a str, usize, Option<BlockId>)>,
    label_ids: FxHashMap<&'a str, u32>,
    /// Types of the results.
    pub(super) results: Vec<Type>,
}

impl<'a> Scope<'a> {
    /// Type of a register as far as the text has told it.
    pub(super) fn type_of(&self, register: Reg) -> Option<Type> {
        self.registers[register.0 as usize].ty
    }

    /// Gives a register its type unless it has one.
    pub(super) fn infer(&mut self, register: Reg, ty: Type) {
        self.registers[register.0 as usize].ty.get_or_insert(ty);
    }

    fn label(&mut self, name: &'a str, offset: usize) -> u32 {
        *self.label_ids.entry(name).or_insert_with(|| {
            self.labels.push((name, offset, None));
            self.labels.len() as u32 - 1
        })
    }
}

impl<'a> Parser<'a> {
    /// `function …` or `declare …`.
    pub(super) fn function(&mut self) -> Result<Function, ParseError> {
        let declaration = self.accept_word("declare");
        if !declaration {
            self.expect_word("function")?;
        }
        let name = self.name()?;
        let mut scope = Scope::default();
        let (parameters, variadic) = self.parameters(|parser| parser.parameter(&mut scope))?;
        let mut function = Function {
            name,
            parameters,
            variadic,
            results: self.result_types()?,
            source_result: None,
            source_parameters: Vec::new(),
            registers: Vec::new(),
            blocks: Vec::new(),
            location: Location::default(),
            user: true,
            internal: false,
            throws: false,
        };
        self.function_attributes(&mut function)?;
        scope.results.clone_from(&function.results);
        if !declaration {
            self.expect('{')?;
            self.body(&mut scope, &mut function)?;
        }
        self.close(scope, &mut function)?;
        Ok(function)
    }

    fn parameter(&mut self, scope: &mut Scope<'a>) -> Result<Parameter, ParseError> {
        let register = self.typed_register(scope)?;
        let name = self.optional_string()?.unwrap_or_default();
        let source_type = self.type_attribute("type")?;
        let pointee = self.type_attribute("pointee")?;
        let by_value_size = self.by_value()?;
        Ok(Parameter {
            register,
            name,
            source_type,
            pointee,
            by_value_size,
        })
    }

    /// `byval(SIZE)` if it is next.
    pub(super) fn by_value(&mut self) -> Result<Option<u64>, ParseError> {
        if !self.accept_word("byval") {
            return Ok(None);
        }
        self.expect('(')?;
        let size = self.number()?;
        self.expect(')')?;
        Ok(Some(size))
    }

    fn result_types(&mut self) -> Result<Vec<Type>, ParseError> {
        let mut results = Vec::new();
        if *self.peek() != Token::Arrow {
            return Ok(results);
        }
        self.advance();
        results.push(self.ty()?);
        while self.accept(',') {
            results.push(self.ty()?);
        }
        Ok(results)
    }

    fn function_attributes(&mut self, function: &mut Function) -> Result<(), ParseError> {
        loop {
            match self.peek() {
                Token::Word("library") => {
                    self.advance();
                    function.user = false;
                }
                Token::Word("internal") => {
                    self.advance();
                    function.internal = true;
                }
                Token::Word("throws") => {
                    self.advance();
                    function.throws = true;
                }
                Token::Word("returns") => {
                    function.source_result = self.type_attribute("returns")?
                }
                Token::Word("declared") => {
                    self.advance();
                    function.source_parameters = self.source_parameters()?;
                }
                Token::Punctuation('@') => function.location = self.location()?,
                _ => return Ok(()),
            }
        }
    }

    /// `("p" !3, "n" !4)`
    fn source_parameters(&mut self) -> Result<Vec<SourceParameter>, ParseError> {
        let mut parameters = Vec::new();
        self.expect('(')?;
        while !self.accept(')') {
            if !parameters.is_empty() {
                self.expect(',')?;
            }
            parameters.push(SourceParameter {
                name: self.optional_string()?.unwrap_or_default(),
                ty: self.type_reference()?,
            });
        }
        Ok(parameters)
    }

    fn body(&mut self, scope: &mut Scope<'a>, function: &mut Function) -> Result<(), ParseError> {
        while self.accept_word("var") {
            self.typed_register(scope)?;
            while self.accept(',') {
                self.typed_register(scope)?;
            }
        }
        while !self.accept('}') {
            self.block_label(scope, function.blocks.len())?;
            let mut instructions = Vec::new();
            let terminator = loop {
                if let Some(terminator) = self.terminator(scope)? {
                    break terminator;
                }
                instructions.push(self.instruction(scope)?);
            };
            function.blocks.push(Block {
                instructions,
                terminator,
            });
        }
        Ok(())
    }

    fn block_label(&mut self, scope: &mut Scope<'a>, index: usize) -> Result<(), ParseError> {
        let Token::Word(name) = self.peek() else {
            return self.expected("a block label or `}`");
        };
        if *self.peek_ahead(1) != Token::Punctuation(':') {
            return self.expected("a block label and `:`, or `}`");
        }
        let label = scope.label(name, self.offset());
        if scope.labels[label as usize].2.is_some() {
            return self.expected("a label that no other block has");
        }
        scope.labels[label as usize].2 = Some(BlockId(index as u32));
        self.advance();
        self.advance();
        Ok(())
    }

    /// A label that an edge leads to, numbered by first appearance.
    pub(super) fn target(&mut self, scope: &mut Scope<'a>) -> Result<BlockId, ParseError> {
        let Token::Word(name) = self.peek() else {
            return self.expected("a block label");
        };
        let label = scope.label(name, self.offset());
        self.advance();
        Ok(BlockId(label))
    }

    /// A register, numbered by first appearance.
    pub(super) fn register(&mut self, scope: &mut Scope<'a>) -> Result<Reg, ParseError> {
        let Token::Register(text) = self.peek() else {
            return self.expected("a register");
        };
        let name = if text.bytes().all(|b| b.is_ascii_digit()) {
            match text.parse() {
                Ok(index) => RegisterName::Index(index),
                Err(_) => return self.expected("a register number below 2^32"),
            }
        } else {
            RegisterName::Word(text)
        };
        let offset = self.offset();
        self.advance();
        let id = *scope.register_ids.entry(name).or_insert_with(|| {
            scope.registers.push(RegisterEntry {
                name,
                text,
                ty: None,
                offset,
            });
            scope.registers.len() as u32 - 1
        });
        Ok(Reg(id))
    }

    /// `%r: TYPE`.
    fn typed_register(&mut self, scope: &mut Scope<'a>) -> Result<Reg, ParseError> {
        let register = self.register(scope)?;
        if *self.peek() != Token::Punctuation(':') {
            return self.expected("`:` and the type of the register");
        }
        self.annotation(scope, register)?;
        Ok(register)
    }

    /// `%r` or `%r: TYPE`, to be written.
    pub(super) fn destination(&mut self, scope: &mut Scope<'a>) -> Result<Reg, ParseError> {
        let register = self.register(scope)?;
        self.annotation(scope, register)?;
        Ok(register)
    }

    fn annotation(&mut self, scope: &mut Scope<'a>, register: Reg) -> Result<(), ParseError> {
        if !self.accept(':') {
            return Ok(());
        }
        match (self.peek(), scope.type_of(register)) {
            (Token::Word(word), Some(before)) if *word != before.to_string() => self.expected(
                format!("{before}, the type of the register as given before"),
            ),
            _ => {
                let ty = self.ty()?;
                scope.infer(register, ty);
                Ok(())
            }
        }
    }

    /// A register or constant in a place of type `ty`, if that is known.
    pub(super) fn operand(
        &mut self,
        scope: &mut Scope<'a>,
        ty: Option<Type>,
    ) -> Result<Operand, ParseError> {
        match self.peek() {
            Token::Register(_) => self.register(scope).map(Operand::Register),
            _ => self.constant_operand(ty),
        }
    }

    /// Replaces numbers of first appearance by indices.
    fn close(&self, scope: Scope<'a>, function: &mut Function) -> Result<(), ParseError> {
        let indices = self.register_indices(&scope)?;
        let mut types = vec![None; indices.len()];
        for (entry, index) in scope.registers.iter().zip(&indices) {
            types[*index as usize] = entry.ty;
            if entry.ty.is_none() {
                let expected = "a type for this register (`var %x: i32`, or `%x: i32 = ...` where \
                                it is written)";
                let found = format!("`%{}`", entry.text);
                return Err(self.error_at(entry.offset, expected.to_owned(), found));
            }
        }
        function.registers = types.into_iter().flatten().collect();
        let mut targets = Vec::with_capacity(scope.labels.len());
        for (name, offset, block) in &scope.labels {
            let undefined = || {
                let expected = "the label of a block of this function";
                self.error_at(*offset, expected.to_owned(), format!("`{name}`"))
            };
            targets.push(block.ok_or_else(undefined)?);
        }
        let mut renumber = |register: &mut Reg| register.0 = indices[register.0 as usize];
        function
            .parameters
            .iter_mut()
            .for_each(|p| renumber(&mut p.register));
        for block in &mut function.blocks {
            for instruction in &mut block.instructions {
                instruction.kind.for_each_register_mut(&mut renumber);
            }
            block.terminator.kind.for_each_register_mut(&mut renumber);
            for edge in block.terminator.kind.edges_mut() {
                edge.target = targets[edge.target.0 as usize];
            }
        }
        Ok(())
    }

    /// Index of each register: its number, or the next that no number takes.
    fn register_indices(&self, scope: &Scope<'a>) -> Result<Vec<u32>, ParseError> {
        let count = scope.registers.len() as u32;
        let mut taken = vec![false; count as usize];
        for entry in &scope.registers {
            if let RegisterName::Index(index) = entry.name {
                let Some(slot) = taken.get_mut(index as usize) else {
                    let expected = format!(
                        "a register number below {count}: this function has {count} registers, \
                         numbered without gaps"
                    );
                    let found = format!("`%{}`", entry.text);
                    return Err(self.error_at(entry.offset, expected, found));
                };
                *slot = true;
            }
        }
        let mut free = (0..count).filter(|index| !taken[*index as usize]);
        Ok(scope
            .registers
            .iter()
            .map(|entry| match entry.name {
                RegisterName::Index(index) => index,
                RegisterName::Word(_) => free
                    .next()
                    .expect("as many indices as registers, each taken once"),
            })
            .collect())
    }
}
