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
    /// Bytes of the file.
    size: u64,
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
            size: whole,
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
        let at = (self.index.len() as u64).checked_add(location.offset);
        let end = at.and_then(|at| at.checked_add(location.size));
        let (Some(at), true) = (at, end.is_some_and(|end| end <= self.size)) else {
            return Err(damaged(
                "its contents are said to be behind the end of the image",
            ));
        };
        let mut bytes = vec![0; location.size as usize];
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
            .get(self.strings.checked_add(usize::try_from(offset).ok()?)?..)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the image has of a resource: module, parent, base, extension, contents.
    type Resource = (
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        Vec<u8>,
    );

    fn full_name((module, parent, base, extension, _): &Resource) -> String {
        match *module {
            "" => format!("/packages/{base}"),
            module => format!("/{module}/{parent}/{base}.{extension}"),
        }
    }

    /// An image of a few resources, which are all in slots of their own.
    fn image(resources: &[Resource]) -> Vec<u8> {
        let length = 64;
        let (mut strings, mut locations) = (vec![0], vec![0]);
        let mut contents: Vec<u8> = Vec::new();
        let (mut redirects, mut offsets) = ([0_i32; 64], [0_u32; 64]);
        for (number, resource) in resources.iter().enumerate() {
            let slot = hash(&full_name(resource), SEED) as usize % length;
            assert_eq!(redirects[slot], 0, "a slot of its own");
            redirects[slot] = -1 - number as i32;
            offsets[number] = locations.len() as u32;
            let (module, parent, base, extension, bytes) = resource;
            let parent = match *module {
                "" => "/packages",
                _ => parent,
            };
            for (kind, text) in [(1, *module), (2, parent), (3, *base), (4, *extension)] {
                let at = strings.len() as u32;
                strings.extend(text.bytes().chain([0]));
                locations.extend([kind << 3 | 3].into_iter().chain(at.to_be_bytes()));
            }
            let numbers = [(5, contents.len()), (6, 0), (7, bytes.len())];
            for (kind, value) in numbers {
                locations.extend([kind << 3 | 7]);
                locations.extend((value as u64).to_be_bytes());
            }
            locations.push(0);
            contents.extend(bytes);
        }
        let header = [
            MAGIC,
            1 << 16,
            0,
            resources.len() as u32,
            length as u32,
            locations.len() as u32,
            strings.len() as u32,
        ];
        let words = header.into_iter();
        let words = words.chain(redirects.map(|it| it as u32)).chain(offsets);
        let mut image: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
        image.extend(locations);
        image.extend(strings);
        image.extend(contents);
        image
    }

    fn sample() -> Vec<u8> {
        // The first string of all is empty; the second is the module's name.
        let modules = [0_u32.to_le_bytes(), 1_u32.to_le_bytes()].concat();
        image(&[
            ("m", "p/q", "A", "class", b"class A".to_vec()),
            (
                "java.base",
                "java/lang",
                "Object",
                "class",
                b"Object".to_vec(),
            ),
            ("", "", "p.q", "", modules),
        ])
    }

    fn open(bytes: &[u8]) -> Result<Image, JvmError> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), bytes).expect("it is written");
        Image::open(file.path())
    }

    #[test]
    fn classes_are_found_in_their_modules() {
        let image = open(&sample()).expect("an image");
        let class = |name| image.class(name).expect("not damaged");
        assert_eq!(class("java/lang/Object").as_deref(), Some(&b"Object"[..]));
        assert_eq!(class("p/q/A").as_deref(), Some(&b"class A"[..]));
        assert_eq!(class("p/q/B"), None);
    }

    #[test]
    fn any_image_is_read_or_refused() {
        mutants::check(&[sample()], 5_000, |bytes| {
            if let Ok(image) = open(bytes) {
                for name in ["java/lang/Object", "p/q/A", "p/q/B", "q"] {
                    let _ = image.class(name);
                }
            }
        });
    }
}
