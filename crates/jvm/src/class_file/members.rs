//! Fields, methods and their attributes.

use super::pool::{Pool, Reader};
use super::{CodeInfo, FieldInfo, HandlerInfo, MethodInfo, Result, VariableInfo};
use std::ops::Range;

/// Name and place of the contents of an attribute.
pub fn read_attribute<'a>(
    reader: &mut Reader<'_>,
    pool: &Pool<'a>,
) -> Result<(&'a [u8], Range<usize>)> {
    let name = pool.utf8(reader.u16()?)?;
    let length = reader.u32()? as usize;
    let start = reader.at;
    reader.take(length)?;
    Ok((name, start..start + length))
}

pub fn read_field(reader: &mut Reader<'_>, pool: &Pool<'_>) -> Result<FieldInfo> {
    let mut field = FieldInfo {
        access: reader.u16()?,
        name: pool.symbol(reader.u16()?)?,
        descriptor: pool.symbol(reader.u16()?)?,
        constant: 0,
        signature: None,
    };
    for _ in 0..reader.u16()? {
        let (name, range) = read_attribute(reader, pool)?;
        let mut inside = Reader::new(&pool.bytes[..range.end], range.start);
        match name {
            b"ConstantValue" => field.constant = inside.u16()?,
            b"Signature" => field.signature = Some(pool.symbol(inside.u16()?)?),
            _ => {}
        }
    }
    Ok(field)
}

pub fn read_method(reader: &mut Reader<'_>, pool: &Pool<'_>) -> Result<MethodInfo> {
    let mut method = MethodInfo {
        access: reader.u16()?,
        name: pool.symbol(reader.u16()?)?,
        descriptor: pool.symbol(reader.u16()?)?,
        code: None,
        signature: None,
        exceptions: Vec::new(),
    };
    for _ in 0..reader.u16()? {
        let (name, range) = read_attribute(reader, pool)?;
        let mut inside = Reader::new(&pool.bytes[..range.end], range.start);
        match name {
            b"Code" => method.code = Some(read_code(&mut inside, pool)?),
            b"Exceptions" => {
                for _ in 0..inside.u16()? {
                    method.exceptions.push(pool.class(inside.u16()?)?);
                }
            }
            b"Signature" => method.signature = Some(pool.symbol(inside.u16()?)?),
            _ => {}
        }
    }
    Ok(method)
}

fn read_code(reader: &mut Reader<'_>, pool: &Pool<'_>) -> Result<CodeInfo> {
    reader.u16()?;
    let max_locals = reader.u16()?;
    let length = reader.u32()? as usize;
    let start = reader.at;
    reader.take(length)?;
    let mut handlers = Vec::new();
    for _ in 0..reader.u16()? {
        handlers.push(HandlerInfo {
            start: reader.u16()?,
            end: reader.u16()?,
            handler: reader.u16()?,
            class: reader.u16()?,
        });
    }
    let mut code = CodeInfo {
        max_locals,
        range: start..start + length,
        handlers,
        lines: Vec::new(),
        variables: Vec::new(),
    };
    for _ in 0..reader.u16()? {
        let (name, range) = read_attribute(reader, pool)?;
        let mut inside = Reader::new(&pool.bytes[..range.end], range.start);
        match name {
            b"LineNumberTable" => {
                for _ in 0..inside.u16()? {
                    code.lines.push((inside.u16()?, inside.u16()?));
                }
            }
            b"LocalVariableTable" => {
                for _ in 0..inside.u16()? {
                    let (start, length) = (inside.u16()?, inside.u16()?);
                    let name = pool.symbol(inside.u16()?)?;
                    inside.u16()?;
                    code.variables.push(VariableInfo {
                        start,
                        length,
                        name,
                        index: inside.u16()?,
                    });
                }
            }
            _ => {}
        }
    }
    code.lines.sort_by_key(|(start, _)| *start);
    Ok(code)
}
