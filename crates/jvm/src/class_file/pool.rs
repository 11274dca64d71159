//! The constant pool.

use super::{DynamicRef, FormatError, HandleRef, MemberRef, PoolConstant, Result};
use crate::symbol::{Symbol, Symbols};
use std::borrow::Cow;

/// Tag of a dynamic call site.
pub const INVOKE_DYNAMIC: u8 = 18;

/// Reads big-endian numbers.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let taken = self
            .at
            .checked_add(count)
            .and_then(|end| self.bytes.get(self.at..end))
            .ok_or(FormatError::Truncated {
                at: self.at,
                wanted: count,
            })?;
        self.at += count;
        Ok(taken)
    }

    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    pub fn u16(&mut self) -> Result<u16> {
        let bytes = self.take(2)?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    pub fn u32(&mut self) -> Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

/// Offsets of the constants, whose sizes are checked.
pub fn read_pool(reader: &mut Reader<'_>) -> Result<Vec<u32>> {
    let count = reader.u16()?;
    let mut pool = vec![0; usize::from(count.max(1))];
    let mut index = 1;
    while index < usize::from(count) {
        pool[index] = reader.at as u32;
        let tag = reader.u8()?;
        let size = match tag {
            1 => usize::from(reader.u16()?),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => {
                let index = index as u16;
                return Err(FormatError::UnknownTag { index, tag });
            }
        };
        reader.take(size)?;
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    Ok(pool)
}

/// The constants while they are read.
pub struct Pool<'a> {
    pub bytes: &'a [u8],
    pub offsets: &'a [u32],
    pub symbols: &'a Symbols,
}

impl<'a> Pool<'a> {
    /// A reader behind the tag of a constant, and the tag.
    fn entry(&self, index: u16) -> Result<(u8, Reader<'a>)> {
        let offset = self.offsets.get(usize::from(index)).copied();
        let offset = offset
            .filter(|offset| *offset != 0)
            .ok_or(FormatError::NoConstant { index })?;
        let mut reader = Reader::new(self.bytes, offset as usize);
        let tag = reader.u8()?;
        Ok((tag, reader))
    }

    fn expect(&self, index: u16, wanted: u8, name: &'static str) -> Result<Reader<'a>> {
        match self.entry(index)? {
            (tag, reader) if tag == wanted => Ok(reader),
            (tag, _) => Err(FormatError::ConstantKind {
                index,
                tag,
                wanted: name,
            }),
        }
    }

    pub fn utf8(&self, index: u16) -> Result<&'a [u8]> {
        let mut reader = self.expect(index, 1, "text")?;
        let length = reader.u16()?;
        reader.take(usize::from(length))
    }

    pub fn text(&self, index: u16) -> Result<Cow<'a, str>> {
        let bytes = self.utf8(index)?;
        Ok(match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => String::from_utf16_lossy(&modified_utf8(bytes)?).into(),
        })
    }

    pub fn symbol(&self, index: u16) -> Result<Symbol> {
        Ok(self.symbols.intern(&self.text(index)?))
    }

    pub fn class(&self, index: u16) -> Result<Symbol> {
        let name = self.expect(index, 7, "class")?.u16()?;
        self.symbol(name)
    }

    fn name_and_type(&self, index: u16) -> Result<(Symbol, Symbol)> {
        let mut reader = self.expect(index, 12, "name with a type")?;
        let name = self.symbol(reader.u16()?)?;
        Ok((name, self.symbol(reader.u16()?)?))
    }

    fn member(&self, index: u16) -> Result<MemberRef> {
        match self.entry(index)? {
            (tag @ 9..=11, mut reader) => {
                let class = self.class(reader.u16()?)?;
                let (name, descriptor) = self.name_and_type(reader.u16()?)?;
                Ok(MemberRef {
                    class,
                    name,
                    descriptor,
                    interface: tag == 11,
                })
            }
            (tag, _) => Err(FormatError::ConstantKind {
                index,
                tag,
                wanted: "field or method",
            }),
        }
    }

    fn dynamic(&self, reader: &mut Reader<'_>) -> Result<DynamicRef> {
        let bootstrap = reader.u16()?;
        let (name, descriptor) = self.name_and_type(reader.u16()?)?;
        Ok(DynamicRef {
            bootstrap,
            name,
            descriptor,
        })
    }

    pub fn constant(&self, index: u16) -> Result<PoolConstant> {
        let (tag, mut reader) = self.entry(index)?;
        Ok(match tag {
            3 => PoolConstant::Integer(reader.u32()? as i32),
            4 => PoolConstant::Float(reader.u32()?),
            5 => PoolConstant::Long(long(&mut reader)? as i64),
            6 => PoolConstant::Double(long(&mut reader)?),
            7 => PoolConstant::Class(self.symbol(reader.u16()?)?),
            8 => PoolConstant::String(modified_utf8(self.utf8(reader.u16()?)?)?),
            9..=11 => PoolConstant::Member(self.member(index)?),
            15 => {
                let kind = reader.u8()?;
                let member = self.member(reader.u16()?)?;
                PoolConstant::MethodHandle(HandleRef { kind, member })
            }
            16 => PoolConstant::MethodType(self.symbol(reader.u16()?)?),
            17 => PoolConstant::Dynamic(self.dynamic(&mut reader)?),
            INVOKE_DYNAMIC => PoolConstant::InvokeDynamic(self.dynamic(&mut reader)?),
            _ => {
                let wanted = "value";
                return Err(FormatError::ConstantKind { index, tag, wanted });
            }
        })
    }
}

fn long(reader: &mut Reader<'_>) -> Result<u64> {
    let high = u64::from(reader.u32()?);
    Ok(high << 32 | u64::from(reader.u32()?))
}

/// UTF-16 of the string format of class files (JVMS 4.4.7).
pub fn modified_utf8(bytes: &[u8]) -> Result<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().copied();
    let continued = |rest: &mut dyn Iterator<Item = u8>| match rest.next() {
        Some(byte) if byte & 0xC0 == 0x80 => Ok(u16::from(byte & 0x3F)),
        _ => Err(FormatError::Encoding),
    };
    while let Some(byte) = rest.next() {
        units.push(match byte {
            0x01..=0x7F => u16::from(byte),
            0xC0..=0xDF => u16::from(byte & 0x1F) << 6 | continued(&mut rest)?,
            0xE0..=0xEF => {
                let high = u16::from(byte & 0x0F) << 12 | continued(&mut rest)? << 6;
                high | continued(&mut rest)?
            }
            _ => return Err(FormatError::Encoding),
        });
    }
    Ok(units)
}
