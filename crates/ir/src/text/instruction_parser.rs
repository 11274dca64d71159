//! Instructions and terminators.

use super::function_parser::Scope;
use super::lexer::Token;
use super::mnemonic::Mnemonic;
use super::parser::{ParseError, Parser};
use crate::{
    BinaryOp, CastOp, CompareOp, Edge, ErrorKind, FloatBinaryOp, FloatCompareOp, FloatFormat,
    FloatUnaryOp, Instruction, InstructionKind, Intrinsic, Operand, Reg, Terminator,
    TerminatorKind, Type, UnaryOp,
};

const BOOL: Type = Type::Int(1);

/// Arguments of a call: values, types, and sizes of those passed in memory.
type Arguments = (Vec<Operand>, Vec<Type>, Vec<(u32, u64)>);

impl<'a> Parser<'a> {
    /// An instruction with its location.
    pub(super) fn instruction(&mut self, scope: &mut Scope<'a>) -> Result<Instruction, ParseError> {
        let mut destinations = Vec::new();
        if matches!(self.peek(), Token::Register(_)) {
            destinations.push(self.destination(scope)?);
            while self.accept(',') {
                destinations.push(self.destination(scope)?);
            }
            self.expect('=')?;
        }
        let kind = match &destinations[..] {
            [to] => match self.computation(scope, *to)? {
                Some(kind) => kind,
                None => self.call(scope, destinations)?,
            },
            [] => match self.effect(scope)? {
                Some(kind) => kind,
                None => self.call(scope, destinations)?,
            },
            [..] => self.call(scope, destinations)?,
        };
        Ok(Instruction {
            kind,
            location: self.location()?,
        })
    }

    /// A word of a table, if one is next.
    fn optional_mnemonic<M: Mnemonic>(&mut self) -> Option<M> {
        let Token::Word(word) = self.peek() else {
            return None;
        };
        let value = M::from_word(word)?;
        self.advance();
        Some(value)
    }

    pub(super) fn operands<const N: usize>(
        &mut self,
        scope: &mut Scope<'a>,
        ty: Option<Type>,
    ) -> Result<[Operand; N], ParseError> {
        let mut all = [const { Operand::Constant(crate::Constant::Bits(0)) }; N];
        for (index, operand) in all.iter_mut().enumerate() {
            if index > 0 {
                self.expect(',')?;
            }
            *operand = self.operand(scope, ty)?;
        }
        Ok(all)
    }

    /// What computes one value; `None` if a call is next.
    fn computation(
        &mut self,
        scope: &mut Scope<'a>,
        to: Reg,
    ) -> Result<Option<InstructionKind>, ParseError> {
        if let Some(op) = self.optional_mnemonic::<BinaryOp>() {
            let [left, right] = self.operands(scope, scope.type_of(to))?;
            return Ok(Some(InstructionKind::Binary {
                op,
                to,
                left,
                right,
            }));
        }
        if let Some(op) = self.optional_mnemonic::<UnaryOp>() {
            let [value] = self.operands(scope, scope.type_of(to))?;
            return Ok(Some(InstructionKind::Unary { op, to, value }));
        }
        if let Some(op) = self.optional_mnemonic::<CastOp>() {
            let from = self.ty()?;
            let [value] = self.operands(scope, Some(from))?;
            return Ok(Some(InstructionKind::Cast {
                op,
                from,
                to,
                value,
            }));
        }
        if let Some(kind) = self.float_computation(scope, to)? {
            return Ok(Some(kind));
        }
        if let Some(kind) = self.object_computation(scope, to)? {
            return Ok(Some(kind));
        }
        let Token::Word(word) = self.peek() else {
            return self.expected("an operation");
        };
        if !matches!(*word, "copy" | "icmp" | "select" | "load" | "alloca") {
            return Ok(None);
        }
        self.advance();
        let kind = match *word {
            "copy" => {
                let [value] = self.operands(scope, scope.type_of(to))?;
                InstructionKind::Copy { to, value }
            }
            "icmp" => {
                let op: CompareOp = self.mnemonic()?;
                let ty = self.ty()?;
                let [left, right] = self.operands(scope, Some(ty))?;
                scope.infer(to, BOOL);
                InstructionKind::Compare {
                    op,
                    ty,
                    to,
                    left,
                    right,
                }
            }
            "select" => {
                let [condition] = self.operands(scope, Some(BOOL))?;
                self.expect(',')?;
                let [then, otherwise] = self.operands(scope, scope.type_of(to))?;
                InstructionKind::Select {
                    to,
                    condition,
                    then,
                    otherwise,
                }
            }
            "load" => {
                let [address] = self.operands(scope, Some(Type::Ptr))?;
                InstructionKind::Load { to, address }
            }
            _ => self.alloca(scope, to)?,
        };
        Ok(Some(kind))
    }

    fn alloca(&mut self, scope: &mut Scope<'a>, to: Reg) -> Result<InstructionKind, ParseError> {
        let [size] = self.operands(scope, Some(Type::Int(64)))?;
        self.expect_word("align")?;
        let align = self.number()?;
        let name = self.optional_string()?.unwrap_or_default();
        scope.infer(to, Type::Ptr);
        Ok(InstructionKind::Alloca {
            to,
            size,
            align,
            name,
        })
    }

    fn float_computation(
        &mut self,
        scope: &mut Scope<'a>,
        to: Reg,
    ) -> Result<Option<InstructionKind>, ParseError> {
        if let Some(op) = self.optional_mnemonic::<FloatBinaryOp>() {
            let format = self.mnemonic()?;
            let [left, right] = self.operands(scope, Some(Type::Float(format)))?;
            scope.infer(to, Type::Float(format));
            return Ok(Some(InstructionKind::FloatBinary {
                op,
                format,
                to,
                left,
                right,
            }));
        }
        if let Some(op) = self.optional_mnemonic::<FloatUnaryOp>() {
            let format = self.mnemonic()?;
            let [value] = self.operands(scope, Some(Type::Float(format)))?;
            scope.infer(to, Type::Float(format));
            return Ok(Some(InstructionKind::FloatUnary {
                op,
                format,
                to,
                value,
            }));
        }
        if self.accept_word("fma") {
            let format: FloatFormat = self.mnemonic()?;
            let [a, b, c] = self.operands(scope, Some(Type::Float(format)))?;
            scope.infer(to, Type::Float(format));
            return Ok(Some(InstructionKind::FloatFma {
                format,
                to,
                a,
                b,
                c,
            }));
        }
        if self.accept_word("fcmp") {
            let op: FloatCompareOp = self.mnemonic()?;
            let format = self.mnemonic()?;
            let [left, right] = self.operands(scope, Some(Type::Float(format)))?;
            scope.infer(to, BOOL);
            return Ok(Some(InstructionKind::FloatCompare {
                op,
                format,
                to,
                left,
                right,
            }));
        }
        Ok(None)
    }

    /// What writes no register; `None` if a call is next.
    fn effect(&mut self, scope: &mut Scope<'a>) -> Result<Option<InstructionKind>, ParseError> {
        if self.accept_word("store") {
            let ty = self.ty()?;
            let [value] = self.operands(scope, Some(ty))?;
            self.expect(',')?;
            let [address] = self.operands(scope, Some(Type::Ptr))?;
            return Ok(Some(InstructionKind::Store { ty, value, address }));
        }
        if let Some(kind) = self.object_effect(scope)? {
            return Ok(Some(kind));
        }
        if self.accept_word("unsupported") {
            let what = self.string()?;
            return Ok(Some(InstructionKind::Unsupported { what }));
        }
        Ok(None)
    }

    /// A call of any kind; the last kind of instruction there is.
    fn call(
        &mut self,
        scope: &mut Scope<'a>,
        results: Vec<Reg>,
    ) -> Result<InstructionKind, ParseError> {
        if *self.peek() == Token::Word("intrinsic") && results.len() <= 1 {
            self.advance();
            return self.intrinsic_call(scope, results.first().copied());
        }
        if self.accept_word("callvirtual") {
            let selector = self.selector_reference()?;
            let (arguments, types, _) = self.arguments(scope)?;
            return Ok(InstructionKind::CallVirtual {
                results,
                selector,
                arguments,
                types,
            });
        }
        if !self.accept_word("call") {
            return self.expected("an instruction or terminator");
        }
        if self.accept('*') {
            let [callee] = self.operands(scope, Some(Type::Ptr))?;
            let (arguments, types, by_value) = self.arguments(scope)?;
            return Ok(InstructionKind::CallIndirect {
                results,
                callee,
                arguments,
                types,
                by_value,
            });
        }
        let function = self.function_reference()?;
        let (arguments, types, by_value) = self.arguments(scope)?;
        Ok(InstructionKind::Call {
            results,
            function,
            arguments,
            types,
            by_value,
        })
    }

    fn arguments(&mut self, scope: &mut Scope<'a>) -> Result<Arguments, ParseError> {
        self.expect('(')?;
        let mut types = Vec::new();
        let mut by_value = Vec::new();
        let arguments = self.list(')', |parser| {
            let ty = parser.ty()?;
            if let Some(size) = parser.by_value()? {
                by_value.push((types.len() as u32, size));
            }
            types.push(ty);
            parser.operand(scope, Some(ty))
        })?;
        Ok((arguments, types, by_value))
    }

    fn intrinsic_call(
        &mut self,
        scope: &mut Scope<'a>,
        result: Option<Reg>,
    ) -> Result<InstructionKind, ParseError> {
        let found = match self.peek() {
            Token::Word(name) => Intrinsic::find(name),
            _ => None,
        };
        let Some(intrinsic) = found else {
            return self.expected("the name of an intrinsic");
        };
        self.advance();
        let signature = intrinsic.signature();
        self.expect('(')?;
        let mut index = 0;
        let arguments = self.list(')', |parser| {
            let ty = signature.parameters.get(index).copied();
            index += 1;
            parser.operand(scope, ty)
        })?;
        if let (Some(to), Some(ty)) = (result, signature.result) {
            scope.infer(to, ty);
        }
        Ok(InstructionKind::CallIntrinsic {
            result,
            intrinsic,
            arguments,
        })
    }

    /// A terminator with its location; `None` if something else is next.
    pub(super) fn terminator(
        &mut self,
        scope: &mut Scope<'a>,
    ) -> Result<Option<Terminator>, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Ok(None);
        };
        if !matches!(*word, "jump" | "branch" | "switch" | "return" | "error") {
            return Ok(None);
        }
        self.advance();
        let kind = match *word {
            "jump" => TerminatorKind::Jump(self.edge(scope)?),
            "branch" => self.branch(scope)?,
            "switch" => self.switch(scope)?,
            "return" => self.return_values(scope)?,
            _ => self.error_terminator()?,
        };
        Ok(Some(Terminator {
            kind,
            location: self.location()?,
        }))
    }

    fn branch(&mut self, scope: &mut Scope<'a>) -> Result<TerminatorKind, ParseError> {
        let condition = self.operand(scope, Some(BOOL))?;
        self.expect(',')?;
        let then = self.edge(scope)?;
        self.expect(',')?;
        let otherwise = self.edge(scope)?;
        Ok(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            decision: self.decision()?,
        })
    }

    fn switch(&mut self, scope: &mut Scope<'a>) -> Result<TerminatorKind, ParseError> {
        let ty = self.ty()?;
        let value = self.operand(scope, Some(ty))?;
        self.expect('{')?;
        let mut cases = Vec::new();
        while !self.accept_word("default") {
            let case = self.constant(Some(ty))?;
            self.expect(':')?;
            cases.push((case, self.edge(scope)?));
        }
        self.expect(':')?;
        let default = self.edge(scope)?;
        self.expect('}')?;
        Ok(TerminatorKind::Switch {
            value,
            ty,
            cases,
            default,
            decision: self.decision()?,
        })
    }

    fn return_values(&mut self, scope: &mut Scope<'a>) -> Result<TerminatorKind, ParseError> {
        let mut values = Vec::new();
        let starts_operand = match self.peek() {
            Token::Register(_) | Token::Number(_) | Token::Punctuation('-' | '$' | '&') => true,
            Token::Word("null" | "bits" | "wide") => *self.peek_ahead(1) != Token::Punctuation(':'),
            _ => false,
        };
        if starts_operand {
            loop {
                let ty = scope.results.get(values.len()).copied();
                values.push(self.operand(scope, ty)?);
                if !self.accept(',') {
                    break;
                }
            }
        }
        Ok(TerminatorKind::Return(values))
    }

    fn error_terminator(&mut self) -> Result<TerminatorKind, ParseError> {
        let kind = match self.peek() {
            Token::Word(name) => ErrorKind::from_name(name),
            _ => None,
        };
        let Some(kind) = kind else {
            return self.expected("a kind of error (`division-by-zero`, ...)");
        };
        self.advance();
        let message = self.optional_string()?.unwrap_or_default();
        Ok(TerminatorKind::Error { kind, message })
    }

    fn decision(&mut self) -> Result<Option<u32>, ParseError> {
        if self.accept_word("decision") {
            self.number().map(Some)
        } else {
            Ok(None)
        }
    }

    fn edge(&mut self, scope: &mut Scope<'a>) -> Result<Edge, ParseError> {
        let target = self.target(scope)?;
        if !self.accept('[') {
            return Ok(Edge {
                target,
                moves: Vec::new(),
            });
        }
        let moves = self.list(']', |parser| {
            let to = parser.destination(scope)?;
            parser.expect('=')?;
            let value = parser.operand(scope, scope.type_of(to))?;
            Ok((to, value))
        })?;
        Ok(Edge { target, moves })
    }
}
