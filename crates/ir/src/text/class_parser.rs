//! Classes, selectors and string constants.

use super::lexer::Token;
use super::literal::utf16_of_bytes;
use super::parser::{ParseError, Parser};
use crate::{
    Class, ClassId, ClassKind, Field, FieldType, HEADER_SIZE, LiteralId, MirrorLayout, ModuleClass,
    Primitive, SelectorId, StringLayout, ThrowableLayout, WellKnown,
};
use std::sync::Arc;

impl Parser<'_> {
    /// `class NAME …`; fields without `in CLASS` are declared by the class itself, that of the
    /// index `own`.
    pub(super) fn class(&mut self, own: ClassId) -> Result<ModuleClass, ParseError> {
        self.expect_word("class")?;
        let mut class = Class {
            name: self.name()?,
            superclass: None,
            interfaces: Vec::new(),
            kind: ClassKind::Instance,
            instance_size: HEADER_SIZE as u32,
            statics_size: HEADER_SIZE as u32,
            fields: Vec::new(),
            user: true,
            modifiers: 0,
        };
        let mut methods = Vec::new();
        let mut initialiser = None;
        while let Token::Word(word) = self.peek() {
            match *word {
                "abstract" => class.kind = ClassKind::Abstract,
                "interface" => class.kind = ClassKind::Interface,
                "enum" => class.kind = ClassKind::Enum,
                "library" => class.user = false,
                "array" | "primitive" | "extends" | "implements" | "size" | "statics"
                | "initialiser" => {}
                _ => break,
            }
            self.advance();
            match *word {
                "array" => {
                    let element = self.field_type()?;
                    class.kind = ClassKind::Array { element };
                }
                "primitive" => class.kind = ClassKind::Primitive(self.primitive_or_void()?),
                "extends" => class.superclass = Some(self.class_reference()?),
                "implements" => {
                    class.interfaces.push(self.class_reference()?);
                    while self.accept(',') {
                        class.interfaces.push(self.class_reference()?);
                    }
                }
                "size" => class.instance_size = self.number()?,
                "statics" => class.statics_size = self.number()?,
                "initialiser" => initialiser = Some(self.function_reference()?),
                _ => {}
            }
        }
        if self.accept('{') {
            while !self.accept('}') {
                if self.accept_word("method") {
                    let selector = self.selector_reference()?;
                    self.expect('=')?;
                    methods.push((selector, self.function_reference()?));
                } else {
                    class.fields.push(self.field(own)?);
                }
            }
        }
        Ok(ModuleClass {
            class: Arc::new(class),
            methods,
            initialiser,
        })
    }

    /// What follows `role`: what the machine knows of a class.
    pub(super) fn role(&mut self, known: &mut WellKnown) -> Result<(), ParseError> {
        if self.accept_word("object") {
            known.object = Some(self.class_reference()?);
        } else if self.accept_word("string") {
            known.string = Some(StringLayout {
                class: self.class_reference()?,
                bytes: self.attribute("bytes", Self::class_reference)?,
                value: self.attribute("value", Self::number)?,
                coder: self.attribute("coder", Self::number)?,
            });
        } else if self.accept_word("mirror") {
            known.mirror = Some(MirrorLayout {
                class: self.class_reference()?,
                id: self.attribute("id", Self::number)?,
            });
        } else if self.accept_word("throwable") {
            known.throwable = Some(ThrowableLayout {
                class: self.class_reference()?,
                backtrace: self.attribute("backtrace", Self::number)?,
            });
        } else if self.accept_word("ints") {
            known.ints = Some(self.class_reference()?);
        } else if self.accept_word("stack_overflow") {
            known.stack_overflow = Some(self.function_reference()?);
        } else {
            return self
                .expected("`object`, `string`, `mirror`, `throwable`, `ints` or `stack_overflow`");
        }
        Ok(())
    }

    /// A value behind a word.
    fn attribute<T>(
        &mut self,
        word: &'static str,
        value: impl Fn(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        self.expect_word(word)?;
        value(self)
    }

    fn field(&mut self, own: ClassId) -> Result<Field, ParseError> {
        let is_static = self.accept_word("static");
        let is_private = self.accept_word("private");
        let is_final = self.accept_word("final");
        if !self.accept_word("field") {
            return self.expected("a field, a method or `}`");
        }
        let name = self.name()?;
        self.expect(':')?;
        let ty = self.field_type()?;
        self.expect_word("at")?;
        let offset = self.number()?;
        let declared_in = if self.accept_word("in") {
            self.class_reference()?
        } else {
            own
        };
        Ok(Field {
            name,
            declared_in,
            offset,
            ty,
            is_static,
            is_final,
            is_private,
        })
    }

    fn field_type(&mut self) -> Result<FieldType, ParseError> {
        if self.accept_word("reference") {
            return self.class_reference().map(FieldType::Reference);
        }
        match self.primitive_or_void()? {
            Some(primitive) => Ok(FieldType::Primitive(primitive)),
            None => self.expected("the name of a type of fields before this"),
        }
    }

    fn primitive_or_void(&mut self) -> Result<Option<Primitive>, ParseError> {
        if self.accept_word("void") {
            return Ok(None);
        }
        let named = |primitive: &Primitive| *self.peek() == Token::Word(primitive.name());
        match Primitive::ALL.into_iter().find(named) {
            Some(primitive) => {
                self.advance();
                Ok(Some(primitive))
            }
            None => self.expected("`reference` or a primitive type (boolean, int, ...)"),
        }
    }

    /// A selector by its name, made if it is new, or by index.
    pub(super) fn selector_reference(&mut self) -> Result<SelectorId, ParseError> {
        if self.accept('#') {
            return self.number().map(SelectorId);
        }
        let name = self.name()?;
        let known = self.selectors.iter().position(|known| *known == name);
        let index = known.unwrap_or_else(|| {
            self.selectors.push(name);
            self.selectors.len() - 1
        });
        Ok(SelectorId(index as u32))
    }

    /// A string constant by its contents, made if it is new, or by index.
    pub(super) fn literal_reference(&mut self) -> Result<LiteralId, ParseError> {
        if self.accept('#') {
            return self.number().map(LiteralId);
        }
        let text = self.utf16()?;
        let known = self.literals.iter().position(|known| *known == text);
        let index = known.unwrap_or_else(|| {
            self.literals.push(text);
            self.literals.len() - 1
        });
        Ok(LiteralId(index as u32))
    }

    /// A string in UTF-16; surrogates without partner are written as UTF-8 would encode them.
    pub(super) fn utf16(&mut self) -> Result<Arc<[u16]>, ParseError> {
        if let Token::String(bytes) = self.peek()
            && let Some(units) = utf16_of_bytes(bytes)
        {
            self.advance();
            return Ok(units.into());
        }
        self.expected("a string of UTF-8")
    }
}
