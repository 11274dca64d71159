//! Class files (JVMS chapter 4).
//!
//! The whole is checked for its structure when it is read; what methods contain is decoded when
//! they are translated, constants when they are used. (Parsing all code of all classes that a
//! program mentions would take longer than running it.)

use crate::JvmError;
use crate::symbol::{Symbol, Symbols};
use std::ops::Range;

mod annotations;
mod error;
mod members;
mod pool;

pub use error::FormatError;
use members::{read_attribute, read_field, read_method};
pub(crate) use pool::Reader;
use pool::{Pool, read_pool};

/// Access flags, as in JVMS tables 4.1-B, 4.5-A and 4.6-A.
#[allow(missing_docs)]
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ENUM: u16 = 0x4000;
}

/// A class file that has been read.
#[derive(Debug)]
pub struct ClassFile {
    bytes: Vec<u8>,
    /// Offset of each constant's tag; 0 where there is none.
    pool: Vec<u32>,
    /// Major version.
    pub major: u16,
    /// Access flags.
    pub access: u16,
    /// Internal name.
    pub name: Symbol,
    /// Superclass; `None` for `java/lang/Object` alone.
    pub superclass: Option<Symbol>,
    /// Direct superinterfaces.
    pub interfaces: Vec<Symbol>,
    /// Fields in order.
    pub fields: Vec<FieldInfo>,
    /// Methods in order.
    pub methods: Vec<MethodInfo>,
    /// Name of the source file.
    pub source_file: Option<String>,
    /// Bootstrap methods: handle, arguments (constants).
    pub bootstrap_methods: Vec<(u16, Vec<u16>)>,
    /// Names and descriptors of record components, if it is a record.
    pub record: Option<Vec<(Symbol, Symbol)>>,
    /// True if it says which classes extend it (`PermittedSubclasses`).
    pub is_sealed: bool,
    /// Access flags of the class in its `InnerClasses` attribute, which are those of the source.
    pub inner_access: Option<u16>,
    /// The class that it is nested in, by the same attribute, and its simple name; `None` there
    /// for local and anonymous ones.
    pub inner: Option<(Option<Symbol>, Option<Symbol>)>,
    /// `Signature` attribute.
    pub signature: Option<Symbol>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct FieldInfo {
    /// Access flags.
    pub access: u16,
    /// Name.
    pub name: Symbol,
    /// Descriptor.
    pub descriptor: Symbol,
    /// Constant of a static final field, or 0.
    pub constant: u16,
    /// `Signature` attribute.
    pub signature: Option<Symbol>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct MethodInfo {
    /// Access flags.
    pub access: u16,
    /// Name.
    pub name: Symbol,
    /// Descriptor.
    pub descriptor: Symbol,
    /// Where its code is.
    pub code: Option<CodeInfo>,
    /// `Signature` attribute.
    pub signature: Option<Symbol>,
    /// Classes of exceptions that it declares.
    pub exceptions: Vec<Symbol>,
}

/// Code of a method, undecoded.
#[derive(Clone, Debug)]
pub struct CodeInfo {
    /// Slots of local variables.
    pub max_locals: u16,
    /// Where the instructions are in the file.
    pub range: Range<usize>,
    /// Handlers in order.
    pub handlers: Vec<HandlerInfo>,
    /// Lines: first byte of instructions, line; sorted by the first.
    pub lines: Vec<(u16, u16)>,
    /// Variables.
    pub variables: Vec<VariableInfo>,
}

/// A handler of exceptions.
#[derive(Clone, Copy, Debug)]
pub struct HandlerInfo {
    /// First byte it protects.
    pub start: u16,
    /// Byte behind those it protects.
    pub end: u16,
    /// Where it starts.
    pub handler: u16,
    /// Constant of the class it catches; 0 for all.
    pub class: u16,
}

/// A local variable of the source.
#[derive(Clone, Copy, Debug)]
pub struct VariableInfo {
    /// First byte where it has a value.
    pub start: u16,
    /// Bytes for which it has one.
    pub length: u16,
    /// Its name.
    pub name: Symbol,
    /// Its slot.
    pub index: u16,
}

/// A constant, its names resolved.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum PoolConstant {
    Integer(i32),
    /// Bit pattern.
    Float(u32),
    Long(i64),
    /// Bit pattern.
    Double(u64),
    Class(Symbol),
    /// UTF-16.
    String(Vec<u16>),
    Member(MemberRef),
    MethodHandle(HandleRef),
    MethodType(Symbol),
    Dynamic(DynamicRef),
    InvokeDynamic(DynamicRef),
}

/// A reference to a field or method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberRef {
    /// The class it names.
    pub class: Symbol,
    /// Name of the member.
    pub name: Symbol,
    /// Its descriptor.
    pub descriptor: Symbol,
    /// True if the constant says that the class is an interface.
    pub interface: bool,
}

/// A method handle constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandleRef {
    /// Kind as in JVMS table 5.4.3.5-A, 1 to 9.
    pub kind: u8,
    /// What it refers to.
    pub member: MemberRef,
}

/// A dynamically computed constant or call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DynamicRef {
    /// Index of the bootstrap method.
    pub bootstrap: u16,
    /// Name.
    pub name: Symbol,
    /// Descriptor.
    pub descriptor: Symbol,
}

type Result<T, E = FormatError> = std::result::Result<T, E>;

impl ClassFile {
    /// Reads a class file; `what` names it in messages.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(bytes: Vec<u8>, what: &str, symbols: &Symbols) -> Result<ClassFile, JvmError> {
        ClassFile::parse(bytes, symbols).map_err(|error| JvmError::format(what, error))
    }

    fn parse(bytes: Vec<u8>, symbols: &Symbols) -> Result<ClassFile> {
        let mut reader = Reader::new(&bytes, 0);
        if reader.u32()? != 0xCAFE_BABE {
            return Err(FormatError::Magic);
        }
        reader.u16()?;
        let major = reader.u16()?;
        let pool = read_pool(&mut reader)?;
        let at = reader.at;
        let mut file = ClassFile {
            bytes,
            pool,
            major,
            access: 0,
            name: symbols.intern(""),
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            source_file: None,
            bootstrap_methods: Vec::new(),
            record: None,
            is_sealed: false,
            inner_access: None,
            inner: None,
            signature: None,
        };
        file.parse_rest(at, symbols)?;
        Ok(file)
    }

    fn parse_rest(&mut self, at: usize, symbols: &Symbols) -> Result<()> {
        let bytes = std::mem::take(&mut self.bytes);
        let result = self.parse_members(&bytes, at, symbols);
        self.bytes = bytes;
        result
    }

    fn parse_members(&mut self, bytes: &[u8], at: usize, symbols: &Symbols) -> Result<()> {
        let pool = Pool {
            bytes,
            offsets: &self.pool,
            symbols,
        };
        let mut reader = Reader::new(bytes, at);
        self.access = reader.u16()?;
        self.name = pool.class(reader.u16()?)?;
        self.superclass = match reader.u16()? {
            0 => None,
            index => Some(pool.class(index)?),
        };
        for _ in 0..reader.u16()? {
            self.interfaces.push(pool.class(reader.u16()?)?);
        }
        for _ in 0..reader.u16()? {
            self.fields.push(read_field(&mut reader, &pool)?);
        }
        for _ in 0..reader.u16()? {
            self.methods.push(read_method(&mut reader, &pool)?);
        }
        for _ in 0..reader.u16()? {
            let (name, range) = read_attribute(&mut reader, &pool)?;
            let mut inside = Reader::new(&bytes[..range.end], range.start);
            match name {
                b"SourceFile" => {
                    let text = pool.utf8(inside.u16()?)?;
                    self.source_file = Some(String::from_utf8_lossy(text).into_owned());
                }
                b"Signature" => self.signature = Some(pool.symbol(inside.u16()?)?),
                b"BootstrapMethods" => {
                    for _ in 0..inside.u16()? {
                        let handle = inside.u16()?;
                        let count = inside.u16()?;
                        let arguments = (0..count).map(|_| inside.u16());
                        self.bootstrap_methods
                            .push((handle, arguments.collect::<Result<_>>()?));
                    }
                }
                b"Record" => {
                    let mut components = Vec::new();
                    for _ in 0..inside.u16()? {
                        let name = pool.symbol(inside.u16()?)?;
                        components.push((name, pool.symbol(inside.u16()?)?));
                        for _ in 0..inside.u16()? {
                            read_attribute(&mut inside, &pool)?;
                        }
                    }
                    self.record = Some(components);
                }
                b"PermittedSubclasses" => self.is_sealed = true,
                b"InnerClasses" => {
                    for _ in 0..inside.u16()? {
                        let class = pool.class(inside.u16()?)?;
                        let outer = inside.u16()?;
                        let simple = inside.u16()?;
                        let access = inside.u16()?;
                        if class == self.name {
                            let outer = (outer != 0).then(|| pool.class(outer)).transpose()?;
                            let simple = (simple != 0).then(|| pool.symbol(simple)).transpose()?;
                            self.inner_access = Some(access);
                            self.inner = Some((outer, simple));
                        }
                    }
                }
                _ => {}
            }
        }
        if reader.at != bytes.len() {
            return Err(FormatError::Trailing { at: reader.at });
        }
        Ok(())
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of constants, with the unused ones.
    pub fn constant_count(&self) -> usize {
        self.pool.len()
    }

    /// The dynamic call site that a constant is, if it is one.
    pub fn call_site(&self, index: u16, symbols: &Symbols) -> Option<DynamicRef> {
        let offset = *self.pool.get(usize::from(index))? as usize;
        if offset == 0 || self.bytes.get(offset) != Some(&pool::INVOKE_DYNAMIC) {
            return None;
        }
        match self.constant(index, symbols) {
            Ok(PoolConstant::InvokeDynamic(dynamic)) => Some(dynamic),
            _ => None,
        }
    }

    /// One more than the index of the last constant.
    pub fn constants(&self) -> u16 {
        self.pool.len() as u16
    }

    /// A constant.
    ///
    /// # Errors
    /// If there is none of a known kind at that index.
    pub fn constant(&self, index: u16, symbols: &Symbols) -> Result<PoolConstant> {
        let pool = Pool {
            bytes: &self.bytes,
            offsets: &self.pool,
            symbols,
        };
        pool.constant(index)
    }
}
