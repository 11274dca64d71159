//! Classes of object-oriented source languages, as the machine and the analyses see them.
//!
//! An object starts with a header of [`HEADER_SIZE`] bytes: the id of its class ([`ClassId`], 4
//! bytes) and its length (4 bytes; 0 unless it is an array). Fields or array elements follow,
//! little endian, each aligned to its size. A reference is the address of the header; null is 0.
//! Static fields are laid out the same way in an object of their own, the *statics* of the class.

/// Bytes of an object before its fields or elements.
pub const HEADER_SIZE: u64 = 8;

/// A class, interface, array class or primitive type of a program.
///
/// Ids are given out in order of first mention, which may depend on how a program was explored:
/// nothing that outlives a run or identifies a path may hold one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// A virtual method: its name and descriptor, independent of the class that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SelectorId(pub u32);

/// A string constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LiteralId(pub u32);

/// A primitive type of fields and elements.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[allow(missing_docs)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    /// Every primitive type.
    pub const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Char,
        Primitive::Short,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    /// Name in the source.
    pub fn name(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// Letter in descriptors and in names of array classes.
    pub fn letter(self) -> char {
        match self {
            Primitive::Boolean => 'Z',
            Primitive::Byte => 'B',
            Primitive::Char => 'C',
            Primitive::Short => 'S',
            Primitive::Int => 'I',
            Primitive::Long => 'J',
            Primitive::Float => 'F',
            Primitive::Double => 'D',
        }
    }

    /// Bytes in memory.
    pub fn size(self) -> u64 {
        match self {
            Primitive::Boolean | Primitive::Byte => 1,
            Primitive::Char | Primitive::Short => 2,
            Primitive::Int | Primitive::Float => 4,
            Primitive::Long | Primitive::Double => 8,
        }
    }
}

/// Type of a field or of array elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldType {
    /// A number.
    Primitive(Primitive),
    /// A reference to an object of that class (or a subclass), or null.
    Reference(ClassId),
}

impl FieldType {
    /// Bytes in memory.
    pub fn size(self) -> u64 {
        match self {
            FieldType::Primitive(primitive) => primitive.size(),
            FieldType::Reference(_) => 8,
        }
    }
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name in the source.
    pub name: String,
    /// Class that declares it.
    pub declared_in: ClassId,
    /// Offset in bytes in the object or, for a static field, in the statics of its class.
    pub offset: u32,
    /// Its type.
    pub ty: FieldType,
    /// True for a static field.
    pub is_static: bool,
    /// True for a field that is assigned once.
    pub is_final: bool,
    /// True for a field that only the class that declares it can name.
    pub is_private: bool,
}

/// What kind of class it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassKind {
    /// It has instances of its own.
    Instance,
    /// Only its subclasses have instances.
    Abstract,
    /// An interface.
    Interface,
    /// An enumeration; its instances are the elements of its static field `$VALUES`.
    Enum,
    /// An array class.
    Array {
        /// Type of the elements.
        element: FieldType,
    },
    /// A primitive type, which has a class object but no instances; `None` for `void`.
    Primitive(Option<Primitive>),
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Name in full as the program's own reflection gives it; it begins with `[` for an array class.
    pub name: String,
    /// Superclass; `None` for the root of all classes, interfaces and primitive types.
    pub superclass: Option<ClassId>,
    /// Interfaces it implements (or extends) directly.
    pub interfaces: Vec<ClassId>,
    /// Its kind.
    pub kind: ClassKind,
    /// Bytes of an instance with its header (without elements for arrays), a multiple of 8.
    pub instance_size: u32,
    /// Bytes of its statics with their header; [`HEADER_SIZE`] if it has no static fields.
    pub statics_size: u32,
    /// Instance fields, inherited ones first, then the static fields it declares itself.
    pub fields: Vec<Field>,
    /// True for code of the user, false for libraries.
    pub user: bool,
    /// Access flags of its source, as reflection shows them.
    pub modifiers: u32,
}

/// Bits of [`Class::modifiers`]: no source declares the class, and none extends it. Those that compilers put into class
/// files (the tables of switches over enumerations) are not final.
const OF_FRONT_END: u32 = 0x1010;

impl Class {
    /// True for one that the front end made, as it does for lambdas.
    pub fn is_of_front_end(&self) -> bool {
        self.modifiers & OF_FRONT_END == OF_FRONT_END
    }

    /// Fields of instances, inherited ones first.
    pub fn instance_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.is_static)
    }

    /// Static fields that the class declares.
    pub fn static_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.is_static)
    }

    /// The last instance field of that name: the one that hides others.
    pub fn instance_field(&self, name: &str) -> Option<&Field> {
        self.instance_fields()
            .filter(|field| field.name == name)
            .last()
    }

    /// The static field of that name.
    pub fn static_field(&self, name: &str) -> Option<&Field> {
        self.static_fields().find(|field| field.name == name)
    }

    /// Type of the elements if it is an array class.
    pub fn element(&self) -> Option<FieldType> {
        match self.kind {
            ClassKind::Array { element } => Some(element),
            ClassKind::Instance
            | ClassKind::Abstract
            | ClassKind::Interface
            | ClassKind::Enum
            | ClassKind::Primitive(_) => None,
        }
    }

    /// True if objects of exactly this class can be made by `new`.
    pub fn is_instantiable(&self) -> bool {
        match self.kind {
            ClassKind::Instance => true,
            ClassKind::Abstract
            | ClassKind::Interface
            | ClassKind::Enum
            | ClassKind::Array { .. }
            | ClassKind::Primitive(_) => false,
        }
    }
}
