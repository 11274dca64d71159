//! Files, source types and globals: what a module holds besides functions.

use super::lexer::Token;
use super::parser::{ParseError, Parser};
use crate::{
    ClassId, FunctionId, Global, GlobalId, Initialiser, Module, SourceMember, SourceType,
    SourceTypeId,
};
use std::sync::Arc;

impl Parser<'_> {
    /// The whole text.
    pub(super) fn module(&mut self) -> Result<Module, ParseError> {
        let mut module = Module::default();
        loop {
            match self.peek() {
                Token::Word("file") => {
                    self.advance();
                    let path = self.string()?;
                    self.add_file(path);
                }
                Token::Word("pointers") => {
                    self.advance();
                    module.narrow_pointers = match self.number()? {
                        4 => true,
                        8 => false,
                        _ => return self.expected("pointers of 4 or 8 bytes"),
                    };
                }
                Token::Word("type") => {
                    let ty = self.source_type()?;
                    module.source_types.push(ty);
                }
                Token::Word("global") => {
                    let global = self.global()?;
                    module.globals.push(global);
                }
                Token::Word("function" | "declare") => {
                    let function = self.function()?;
                    module.functions.push(Arc::new(function));
                }
                Token::Word("class") => {
                    let class = self.class(ClassId(module.objects.classes.len() as u32))?;
                    module.objects.classes.push(class);
                }
                Token::Word("selector") => {
                    self.advance();
                    let name = self.name()?;
                    self.selectors.push(name);
                }
                Token::Word("literal") => {
                    self.advance();
                    let text = self.utf16()?;
                    self.literals.push(text);
                }
                Token::Word("role") => {
                    self.advance();
                    self.role(&mut module.objects.well_known)?;
                }
                Token::End => break,
                _ => {
                    return self.expected(
                        "`pointers`, `file`, `type`, `global`, `class`, `selector`, `literal`, `role`, \
                         `function` or `declare`",
                    );
                }
            }
        }
        module.files = std::mem::take(&mut self.files);
        module.objects.selectors = std::mem::take(&mut self.selectors);
        module.objects.literals = std::mem::take(&mut self.literals);
        Ok(module)
    }

    fn global(&mut self) -> Result<Global, ParseError> {
        self.expect_word("global")?;
        self.expect('$')?;
        let name = self.name()?;
        self.expect_word("size")?;
        let size = self.number()?;
        let mut global = Global {
            name,
            size,
            align: 1,
            constant: false,
            external: false,
            initialisers: Vec::new(),
            source_type: None,
            user: true,
        };
        loop {
            match self.peek() {
                Token::Word("align") => {
                    self.advance();
                    global.align = self.number()?;
                }
                Token::Word("constant") => {
                    self.advance();
                    global.constant = true;
                }
                Token::Word("external") => {
                    self.advance();
                    global.external = true;
                }
                Token::Word("library") => {
                    self.advance();
                    global.user = false;
                }
                // The next item may be a type too: `type !3 = ...`.
                Token::Word("type") if *self.peek_ahead(3) != Token::Punctuation('=') => {
                    self.advance();
                    global.source_type = Some(self.type_reference()?);
                }
                Token::Punctuation('{') => {
                    self.advance();
                    global.initialisers = self.initialisers()?;
                    return Ok(global);
                }
                _ => return Ok(global),
            }
        }
    }

    fn initialisers(&mut self) -> Result<Vec<(u64, Initialiser)>, ParseError> {
        let mut all = Vec::new();
        while !self.accept('}') {
            if !matches!(self.peek(), Token::Number(_)) {
                return self.expected("an offset or `}`");
            }
            let offset = self.number()?;
            self.expect(':')?;
            let initialiser = match self.peek() {
                Token::String(bytes) => {
                    self.advance();
                    Initialiser::Bytes(bytes.clone())
                }
                Token::Punctuation('$') => {
                    let (id, offset): (GlobalId, i64) = self.global_reference()?;
                    Initialiser::Global(id, offset)
                }
                Token::Punctuation('&') => {
                    self.advance();
                    let id: FunctionId = self.function_reference()?;
                    Initialiser::Function(id)
                }
                _ => return self.expected("a string, `$global` or `&function`"),
            };
            all.push((offset, initialiser));
        }
        Ok(all)
    }

    fn source_type(&mut self) -> Result<SourceType, ParseError> {
        self.expect_word("type")?;
        self.expect('!')?;
        match self.peek() {
            Token::Word(_) | Token::Number(_) => self.advance(),
            _ => return self.expected("a number or name for the type"),
        }
        self.expect('=')?;
        let Token::Word(word) = self.peek() else {
            return self.expected("a kind of source type");
        };
        let ty = match *word {
            "void" => {
                self.advance();
                SourceType::Void
            }
            "int" => {
                self.advance();
                SourceType::Int {
                    name: self.string()?,
                    width: self.number()?,
                    signed: self.signedness()?,
                }
            }
            "float" => {
                self.advance();
                let name = self.string()?;
                let format = self.mnemonic()?;
                self.expect_word("size")?;
                SourceType::Float {
                    name,
                    format,
                    size: self.number()?,
                }
            }
            "pointer" => {
                self.advance();
                SourceType::Pointer {
                    target: self.type_reference()?,
                }
            }
            "array" => {
                self.advance();
                SourceType::Array {
                    count: self.number()?,
                    element: self.type_reference()?,
                }
            }
            "struct" => self.record(false, false)?,
            "encapsulated" => self.record(false, true)?,
            "union" => self.record(true, false)?,
            "enum" => self.enumeration()?,
            "typedef" => {
                self.advance();
                SourceType::Typedef {
                    name: self.string()?,
                    target: self.type_reference()?,
                }
            }
            "qualified" => {
                self.advance();
                SourceType::Qualified {
                    qualifier: self.string()?,
                    target: self.type_reference()?,
                }
            }
            "function" => self.function_type()?,
            _ => {
                return self.expected(
                    "void, int, float, pointer, array, struct, encapsulated, union, enum, typedef, qualified or \
                     function",
                );
            }
        };
        Ok(ty)
    }

    fn signedness(&mut self) -> Result<bool, ParseError> {
        if self.accept_word("signed") {
            return Ok(true);
        }
        if self.accept_word("unsigned") {
            return Ok(false);
        }
        self.expected("`signed` or `unsigned`")
    }

    fn record(&mut self, union: bool, encapsulated: bool) -> Result<SourceType, ParseError> {
        self.advance();
        let name = self.optional_string()?;
        self.expect_word("size")?;
        let size = self.number()?;
        self.expect('{')?;
        let members = self.list('}', |parser| {
            let name = parser.string()?;
            parser.expect(':')?;
            let ty = parser.type_reference()?;
            parser.expect_word("at")?;
            let bit_offset = parser.number()?;
            let bit_width = parser
                .accept_word("bits")
                .then(|| parser.number())
                .transpose()?;
            Ok(SourceMember {
                name,
                ty,
                bit_offset,
                bit_width,
            })
        })?;
        Ok(SourceType::Record {
            name,
            union,
            encapsulated,
            size,
            members,
        })
    }

    fn enumeration(&mut self) -> Result<SourceType, ParseError> {
        self.advance();
        let name = self.optional_string()?;
        let width = self.number()?;
        let signed = self.signedness()?;
        self.expect('{')?;
        let values = self.list('}', |parser| {
            let name = parser.string()?;
            parser.expect('=')?;
            Ok((name, parser.signed_number()?))
        })?;
        Ok(SourceType::Enum {
            name,
            width,
            signed,
            values,
        })
    }

    fn function_type(&mut self) -> Result<SourceType, ParseError> {
        self.advance();
        let result = self.type_reference()?;
        let (parameters, variadic) = self.parameters(Self::type_reference)?;
        Ok(SourceType::Function {
            result,
            parameters,
            variadic,
        })
    }

    /// A list in parentheses that `...` may end.
    pub(super) fn parameters<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<(Vec<T>, bool), ParseError> {
        self.expect('(')?;
        let mut variadic = false;
        let elements = self.list(')', |parser| {
            if variadic {
                return parser.expected("`)` after `...`");
            }
            if *parser.peek() == Token::Ellipsis {
                parser.advance();
                variadic = true;
                return Ok(None);
            }
            element(parser).map(Some)
        })?;
        Ok((elements.into_iter().flatten().collect(), variadic))
    }

    /// `type !T` of a parameter, if it is next.
    pub(super) fn type_attribute(
        &mut self,
        word: &str,
    ) -> Result<Option<SourceTypeId>, ParseError> {
        if self.accept_word(word) {
            self.type_reference().map(Some)
        } else {
            Ok(None)
        }
    }
}
