//! Instructions that work on objects and classes.

use super::function_parser::Scope;
use super::lexer::Token;
use super::parser::{ParseError, Parser};
use crate::{ClassId, InstructionKind, Reg, Type};

const INDEX: Option<Type> = Some(Type::Int(32));
const REFERENCE: Option<Type> = Some(Type::Ptr);

impl<'a> Parser<'a> {
    /// What computes one value; `None` if something else is next.
    pub(super) fn object_computation(
        &mut self,
        scope: &mut Scope<'a>,
        to: Reg,
    ) -> Result<Option<InstructionKind>, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Ok(None);
        };
        let result = match *word {
            "new" | "newarray" | "resolve" | "statics" | "classobject" | "string" => {
                Some(Type::Ptr)
            }
            "arraylength" | "classof" => Some(Type::Int(32)),
            "isinstance" | "isnull" => Some(Type::Int(1)),
            "getfield" | "arrayload" => None,
            _ => return Ok(None),
        };
        self.advance();
        if let Some(ty) = result {
            scope.infer(to, ty);
        }
        let kind = match *word {
            "new" => InstructionKind::New {
                to,
                class: self.class_reference()?,
            },
            "newarray" => {
                let class = self.class_reference()?;
                self.expect(',')?;
                let [length] = self.operands(scope, INDEX)?;
                InstructionKind::NewArray { to, class, length }
            }
            "statics" => InstructionKind::Statics {
                to,
                class: self.class_reference()?,
            },
            "classobject" => InstructionKind::ClassObject {
                to,
                class: self.class_reference()?,
            },
            "string" => InstructionKind::StringLiteral {
                to,
                literal: self.literal_reference()?,
            },
            _ => self.object_question(scope, word, to)?,
        };
        Ok(Some(kind))
    }

    /// What is asked of a reference.
    fn object_question(
        &mut self,
        scope: &mut Scope<'a>,
        word: &str,
        to: Reg,
    ) -> Result<InstructionKind, ParseError> {
        let [object] = self.operands(scope, REFERENCE)?;
        Ok(match word {
            "getfield" => {
                let (class, offset) = self.field_of_class()?;
                InstructionKind::GetField {
                    to,
                    object,
                    class,
                    offset,
                }
            }
            "arrayload" => {
                self.expect(',')?;
                let [index] = self.operands(scope, INDEX)?;
                InstructionKind::ArrayLoad {
                    to,
                    array: object,
                    index,
                }
            }
            "arraylength" => InstructionKind::ArrayLength { to, array: object },
            "classof" => InstructionKind::ClassOf { to, object },
            "isinstance" => {
                self.expect(',')?;
                let class = self.class_reference()?;
                InstructionKind::IsInstance { to, object, class }
            }
            "isnull" => InstructionKind::IsNull { to, value: object },
            _ => InstructionKind::Resolve { to, value: object },
        })
    }

    /// The class that declares a field, and its offset.
    fn field_of_class(&mut self) -> Result<(ClassId, u32), ParseError> {
        self.expect(',')?;
        let class = self.class_reference()?;
        self.expect(',')?;
        Ok((class, self.number()?))
    }

    /// What writes no register; `None` if something else is next.
    pub(super) fn object_effect(
        &mut self,
        scope: &mut Scope<'a>,
    ) -> Result<Option<InstructionKind>, ParseError> {
        if self.accept_word("putfield") {
            let ty = self.ty()?;
            let [object] = self.operands(scope, REFERENCE)?;
            let (class, offset) = self.field_of_class()?;
            self.expect(',')?;
            let [value] = self.operands(scope, Some(ty))?;
            return Ok(Some(InstructionKind::PutField {
                ty,
                object,
                class,
                offset,
                value,
            }));
        }
        if self.accept_word("arraystore") {
            let ty = self.ty()?;
            let [array] = self.operands(scope, REFERENCE)?;
            self.expect(',')?;
            let [index] = self.operands(scope, INDEX)?;
            self.expect(',')?;
            let [value] = self.operands(scope, Some(ty))?;
            return Ok(Some(InstructionKind::ArrayStore {
                ty,
                array,
                index,
                value,
            }));
        }
        Ok(None)
    }
}
