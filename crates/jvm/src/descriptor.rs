//! Descriptors of fields and methods (JVMS 4.3) and the kinds of values in registers.

use ir::{FloatFormat, Primitive, Type};

/// Kind of a value on the operand stack or in a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `boolean`, `byte`, `char`, `short`, `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A reference.
    Reference,
}

impl Kind {
    /// Type of its registers.
    pub fn ty(self) -> Type {
        match self {
            Kind::Int => Type::Int(32),
            Kind::Long => Type::Int(64),
            Kind::Float => Type::Float(FloatFormat::Single),
            Kind::Double => Type::Float(FloatFormat::Double),
            Kind::Reference => Type::Ptr,
        }
    }

    /// Slots of local variables that it takes.
    pub fn slots(self) -> u16 {
        match self {
            Kind::Int | Kind::Float | Kind::Reference => 1,
            Kind::Long | Kind::Double => 2,
        }
    }

    /// True for `long` and `double`.
    pub fn is_wide(self) -> bool {
        self.slots() == 2
    }

    /// Format of a floating kind.
    pub fn format(self) -> Option<FloatFormat> {
        match self {
            Kind::Float => Some(FloatFormat::Single),
            Kind::Double => Some(FloatFormat::Double),
            Kind::Int | Kind::Long | Kind::Reference => None,
        }
    }
}

/// Arrays have no more dimensions (JVMS 4.3.2).
const MOST_DIMENSIONS: usize = 255;

/// Parameters of a method take no more of its variables (JVMS 4.3.3).
const MOST_SLOTS: u16 = 255;

/// A type in a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JavaType<'a> {
    /// A primitive type.
    Primitive(Primitive),
    /// A class by internal name, or an array class by descriptor.
    Reference(&'a str),
}

impl<'a> JavaType<'a> {
    /// Reads one type from the start of a descriptor; gives what follows.
    pub fn parse(text: &'a str) -> Option<(JavaType<'a>, &'a str)> {
        let first = *text.as_bytes().first()?;
        if let Some(primitive) = Primitive::ALL
            .into_iter()
            .find(|primitive| primitive.letter() as u8 == first)
        {
            return Some((JavaType::Primitive(primitive), &text[1..]));
        }
        match first {
            b'L' => {
                let (name, rest) = text[1..].split_once(';')?;
                // That would be an array (JVMS 4.2.1).
                if name.starts_with('[') {
                    return None;
                }
                Some((JavaType::Reference(name), rest))
            }
            b'[' => {
                let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
                if dimensions > MOST_DIMENSIONS {
                    return None;
                }
                let (_, rest) = JavaType::parse(&text[dimensions..])?;
                let length = text.len() - rest.len();
                Some((JavaType::Reference(&text[..length]), rest))
            }
            _ => None,
        }
    }

    /// The type of a field's descriptor.
    pub fn of_field(text: &'a str) -> Option<JavaType<'a>> {
        match JavaType::parse(text)? {
            (ty, "") => Some(ty),
            _ => None,
        }
    }

    /// Type of the elements of an array type.
    pub fn element(self) -> Option<JavaType<'a>> {
        match self {
            JavaType::Primitive(_) => None,
            JavaType::Reference(name) => JavaType::of_field(name.strip_prefix('[')?),
        }
    }

    /// What stands below all dimensions of an array type; itself if it is none.
    pub fn innermost(self) -> JavaType<'a> {
        let mut ty = self;
        while let Some(element) = ty.element() {
            ty = element;
        }
        ty
    }

    /// Kind of its values in registers.
    pub fn kind(self) -> Kind {
        match self {
            JavaType::Primitive(Primitive::Long) => Kind::Long,
            JavaType::Primitive(Primitive::Float) => Kind::Float,
            JavaType::Primitive(Primitive::Double) => Kind::Double,
            JavaType::Primitive(_) => Kind::Int,
            JavaType::Reference(_) => Kind::Reference,
        }
    }

    /// Its descriptor.
    pub fn descriptor(self) -> String {
        match self {
            JavaType::Primitive(primitive) => primitive.letter().to_string(),
            JavaType::Reference(name) if name.starts_with('[') => name.to_owned(),
            JavaType::Reference(name) => format!("L{name};"),
        }
    }

    /// As the source has it: `int`, `java.lang.String`, `int[][]`.
    pub fn source(self) -> String {
        match self {
            JavaType::Primitive(primitive) => primitive.name().to_owned(),
            JavaType::Reference(name) => match self.element() {
                Some(element) => element.source() + "[]",
                None => name.replace('/', "."),
            },
        }
    }
}

/// A method's descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature<'a> {
    /// Parameters in order.
    pub parameters: Vec<JavaType<'a>>,
    /// Result; `None` for `void`.
    pub result: Option<JavaType<'a>>,
}

impl<'a> Signature<'a> {
    /// Reads a method's descriptor.
    pub fn parse(text: &'a str) -> Option<Signature<'a>> {
        let mut rest = text.strip_prefix('(')?;
        let mut parameters = Vec::new();
        let mut slots = 0;
        while !rest.starts_with(')') {
            let (ty, after) = JavaType::parse(rest)?;
            parameters.push(ty);
            slots += ty.kind().slots();
            if slots > MOST_SLOTS {
                return None;
            }
            rest = after;
        }
        let result = match &rest[1..] {
            "V" => None,
            text => Some(JavaType::of_field(text)?),
        };
        Some(Signature { parameters, result })
    }

    /// It as a descriptor.
    pub fn descriptor(&self) -> String {
        let parameters: String = self.parameters.iter().map(|ty| ty.descriptor()).collect();
        let result = self.result.map_or("V".to_owned(), JavaType::descriptor);
        format!("({parameters}){result}")
    }

    /// Parameters as the source has them: `(int, java.lang.String)`.
    pub fn source(&self) -> String {
        let all: Vec<String> = self.parameters.iter().map(|ty| ty.source()).collect();
        format!("({})", all.join(", "))
    }
}
