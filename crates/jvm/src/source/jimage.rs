//! The JDK's classes in its own image, `lib/modules` (the *jimage* format, version 1.0).
//!
//! A resource `/module/package/Name.class` is found by a perfect hash over its full name; the table
//! is in memory, contents are read when asked for.

use crate::JvmError;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;
const SEED: u32 = 0x0100_0193;

/// An open image.
#[derive(Debug)]
pub struct Image {
    file: File,
    /// Everything before the contents.
    index: Vec<u8>,
    length: usize,
    locations: usize,
    strings: usize,
}

/// Where a resource is.
#[derive(Default)]
struct Location {
    module: u64,
    parent: u64,
    base: u64,
    extension: u64,
    offset: u64,
    compressed: u64,
    size: u64,
}

impl Image {
    /// Opens an image.
    ///
    /// # Errors
    /// If it cannot be read or is none.
    pub fn open(path: &Path) -> Result<Image, JvmError> {
        let read = |error: std::io::Error| JvmError::read(path, &error);
        let invalid = || JvmError::Jdk(format!("{}: not a JDK image", path.display()));
        let file = File::open(path).map_err(read)?;
        let mut header = [0; HEADER];
        file.read_exact_at(&mut header, 0).map_err(read)?;
        let field = |i: usize| word(&header, i * 4).unwrap_or(0);
        if field(0) != MAGIC {
            return Err(invalid());
        }
        let (length, locations, strings) = (field(4), field(5), field(6));
        let size =
            HEADER as u64 + u64::from(length) * 8 + u64::from(locations) + u64::from(strings);
        let whole = file.metadata().map_err(read)?.len();
        if size > whole || length == 0 {
            return Err(invalid());
        }
        let mut index = vec![0; size as usize];
        file.read_exact_at(&mut index, 0).map_err(read)?;
        let length = length as usize;
        Ok(Image {
            file,
            index,
            length,
            locations: HEADER + length * 8,
            strings: HEADER + length * 8 + locations as usize,
        })
    }

    /// Contents of a class by internal name, wherever its module is.
    ///
    /// # Errors
    /// If the image is damaged.
    pub fn class(&self, name: &str) -> Result<Option<Vec<u8>>, JvmError> {
        if let Some(bytes) = self.resource(&format!("/java.base/{name}.class"))? {
            return Ok(Some(bytes));
        }
        let Some(module) = self.module_of(name)? else {
            return Ok(None);
        };
        self.resource(&format!("/{module}/{name}.class"))
    }

    /// Name of the module that has the package of a class.
    fn module_of(&self, class: &str) -> Result<Option<String>, JvmError> {
        let Some((package, _)) = class.rsplit_once('/') else {
            return Ok(None);
        };
        let Some(entries) = self.resource(&format!("/packages/{}", package.replace('/', ".")))?
        else {
            return Ok(None);
        };
        // Pairs: 1 if the module has the package without contents; offset of the module's name.
        let module = entries.chunks_exact(8).find_map(|pair| {
            (word(pair, 0) == Some(0)).then(|| self.string(u64::from(word(pair, 4)?)))?
        });
        Ok(module.map(str::to_owned))
    }

    /// Contents of a resource by full name.
    fn resource(&self, name: &str) -> Result<Option<Vec<u8>>, JvmError> {
        let slot = hash(name, SEED) as usize % self.length;
        let redirect = word(&self.index, HEADER + slot * 4).unwrap_or(0) as i32;
        let slot = match redirect {
            0 => return Ok(None),
            1.. => hash(name, redirect as u32) as usize % self.length,
            _ => (-1 - redirect) as usize,
        };
        let Some(location) = self.location(slot) else {
            return Ok(None);
        };
        if self.full_name(&location).as_deref() != Some(name) {
            return Ok(None);
        }
        let damaged = |what: &str| JvmError::Jdk(format!("JDK image: {name}: {what}"));
        if location.compressed != 0 {
            return Err(damaged("compressed images are not supported"));
        }
        let mut bytes = vec![0; usize::try_from(location.size).unwrap_or(0)];
        let at = self.index.len() as u64 + location.offset;
        self.file
            .read_exact_at(&mut bytes, at)
            .map_err(|error| damaged(&error.to_string()))?;
        Ok(Some(bytes))
    }

    fn location(&self, slot: usize) -> Option<Location> {
        let offset = word(&self.index, HEADER + (self.length + slot) * 4)?;
        let mut at = self.locations + offset as usize;
        let mut location = Location::default();
        loop {
            let head = *self.index.get(at)?;
            let (kind, bytes) = (head >> 3, usize::from(head & 7) + 1);
            let value = self.index.get(at + 1..at + 1 + bytes)?;
            let value = value
                .iter()
                .fold(0, |all, byte| all << 8 | u64::from(*byte));
            match kind {
                0 => return Some(location),
                1 => location.module = value,
                2 => location.parent = value,
                3 => location.base = value,
                4 => location.extension = value,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.size = value,
                _ => return None,
            }
            at += 1 + bytes;
        }
    }

    fn full_name(&self, location: &Location) -> Option<String> {
        let part = |offset| self.string(offset);
        let mut name = String::new();
        let module = part(location.module)?;
        if !module.is_empty() {
            name = format!("/{module}/");
        }
        let parent = part(location.parent)?;
        if !parent.is_empty() {
            name += parent;
            name.push('/');
        }
        name += part(location.base)?;
        let extension = part(location.extension)?;
        if !extension.is_empty() {
            name.push('.');
            name += extension;
        }
        Some(name)
    }

    fn string(&self, offset: u64) -> Option<&str> {
        let rest = self
            .index
            .get(self.strings + usize::try_from(offset).ok()?..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(&rest[..end]).ok()
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// The image's hash function (FNV-like, 31 bits).
fn hash(name: &str, seed: u32) -> u32 {
    let mix = |hash: u32, byte| hash.wrapping_mul(SEED) ^ u32::from(byte);
    name.bytes().fold(seed, mix) & 0x7FFF_FFFF
}
