//! Texts in annotations of a class and its methods (JVMS 4.7.16 and 4.7.17).

use super::members::read_attribute;
use super::pool::{Pool, Reader, read_pool};
use super::{ClassFile, FormatError, Result};
use crate::symbol::Symbols;

/// Annotations in annotations, and lists in lists, that are looked into.
const MOST_NESTED: u32 = 64;
/// The attributes that have annotations of the declaration itself.
const ATTRIBUTES: [&[u8]; 2] = [b"RuntimeVisibleAnnotations", b"RuntimeInvisibleAnnotations"];

impl ClassFile {
    /// What annotations of some class (named by its descriptor) say under `value`, a text or a list of texts each: first those of the
    /// class itself, then those of its methods, in their order.
    ///
    /// # Errors
    /// If annotations are not what they should be.
    pub fn annotated(&self, annotation: &str) -> Result<Vec<Vec<String>>> {
        let bytes = self.bytes();
        // Behind the number that class files begin with, and the version.
        let mut reader = Reader::new(bytes, 8);
        let offsets = read_pool(&mut reader)?;
        let pool = Pool {
            bytes,
            offsets: &offsets,
            symbols: &Symbols::default(),
        };
        // Access, the class and its superclass.
        reader.take(6)?;
        let interfaces = reader.u16()?;
        reader.take(2 * usize::from(interfaces))?;
        let mut wanted = Wanted {
            annotation: annotation.as_bytes(),
            pool: &pool,
            found: Vec::new(),
        };
        // Fields, then methods.
        for is_wanted in [false, true] {
            for _ in 0..reader.u16()? {
                // Access, name and descriptor.
                reader.take(6)?;
                wanted.attributes(&mut reader, is_wanted)?;
            }
        }
        let of_methods = std::mem::take(&mut wanted.found);
        wanted.attributes(&mut reader, true)?;
        wanted.found.extend(of_methods);
        Ok(wanted.found)
    }
}

/// Annotations that are looked for.
struct Wanted<'a> {
    /// The descriptor of their class.
    annotation: &'a [u8],
    pool: &'a Pool<'a>,
    found: Vec<Vec<String>>,
}

impl Wanted<'_> {
    /// Reads the attributes of something, whose annotations count or do not.
    fn attributes(&mut self, reader: &mut Reader<'_>, count: bool) -> Result<()> {
        for _ in 0..reader.u16()? {
            let (name, range) = read_attribute(reader, self.pool)?;
            if !count || !ATTRIBUTES.contains(&name) {
                continue;
            }
            let mut inside = Reader::new(&self.pool.bytes[..range.end], range.start);
            for _ in 0..inside.u16()? {
                let mut texts = Vec::new();
                if self.annotation(&mut inside, &mut texts, 0)? {
                    self.found.push(texts);
                }
            }
        }
        Ok(())
    }

    /// Reads an annotation; true if it is one of those, whose texts are then known.
    fn annotation(
        &self,
        reader: &mut Reader<'_>,
        texts: &mut Vec<String>,
        depth: u32,
    ) -> Result<bool> {
        let is_wanted = self.pool.utf8(reader.u16()?)? == self.annotation;
        for _ in 0..reader.u16()? {
            let is_value = self.pool.utf8(reader.u16()?)? == b"value";
            let mut others = Vec::new();
            let into = match is_wanted && is_value {
                true => &mut *texts,
                false => &mut others,
            };
            self.value(reader, into, depth)?;
        }
        Ok(is_wanted)
    }

    fn value(&self, reader: &mut Reader<'_>, texts: &mut Vec<String>, depth: u32) -> Result<()> {
        let at = reader.at;
        if depth == MOST_NESTED {
            return Err(FormatError::Annotation { at });
        }
        match reader.u8()? {
            b's' => texts.push(self.pool.text(reader.u16()?)?.into_owned()),
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b'c' => {
                reader.u16()?;
            }
            b'e' => {
                reader.take(4)?;
            }
            b'@' => {
                self.annotation(reader, &mut Vec::new(), depth + 1)?;
            }
            b'[' => {
                for _ in 0..reader.u16()? {
                    self.value(reader, texts, depth + 1)?;
                }
            }
            _ => return Err(FormatError::Annotation { at }),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNOTATION: &str = "La/Said;";

    /// A class file with the constants `texts` (from 1 on), a method without code, and these bytes as annotations of both
    /// the method and the class.
    fn class(texts: &[&str], annotations: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52];
        let short = |number: usize| (number as u16).to_be_bytes();
        bytes.extend(short(texts.len() + 2));
        for text in texts {
            bytes.push(1);
            bytes.extend(short(text.len()));
            bytes.extend(text.as_bytes());
        }
        bytes.push(7);
        bytes.extend(short(1));
        let own = texts.len() + 1;
        let attributes = |bytes: &mut Vec<u8>| {
            bytes.extend(short(1));
            bytes.extend(short(2));
            bytes.extend((annotations.len() as u32).to_be_bytes());
            bytes.extend(annotations);
        };
        for number in [0x400, own, own, 0, 0, 1, 0x400, 3, 4] {
            bytes.extend(short(number));
        }
        attributes(&mut bytes);
        attributes(&mut bytes);
        bytes
    }

    const TEXTS: [&str; 8] = [
        "a/Class",
        "RuntimeInvisibleAnnotations",
        "method",
        "()V",
        ANNOTATION,
        "value",
        "one",
        "Lb/Other;",
    ];

    fn annotated(annotations: &[u8]) -> Result<Vec<Vec<String>>> {
        let bytes = class(&TEXTS, annotations);
        let file = ClassFile::read(bytes, "a class", &Symbols::default());
        file.expect("a class file").annotated(ANNOTATION)
    }

    /// Another annotation with a list of an enumeration's value, a number and an annotation, then one that says a text and one
    /// that says two.
    const SEVERAL: [u8; 53] = [
        0, 3, 0, 8, 0, 1, 0, 6, b'[', 0, 3, b'e', 0, 1, 0, 3, b'I', 0, 9, b'@', 0, 5, 0, 1, 0, 6,
        b's', 0, 7, 0, 5, 0, 1, 0, 6, b's', 0, 7, 0, 5, 0, 1, 0, 6, b'[', 0, 2, b's', 0, 7, b's',
        0, 3,
    ];

    #[test]
    fn texts_are_those_of_the_annotation() {
        let said = annotated(&SEVERAL).expect("annotations");
        let one = vec!["one".to_owned()];
        let two = vec!["one".to_owned(), "method".to_owned()];
        assert_eq!(said, [one.clone(), two.clone(), one, two]);
        assert_eq!(annotated(&[0, 0]), Ok(Vec::new()));
    }

    #[test]
    fn lists_in_lists_are_not_looked_into_for_ever() {
        let mut deep = vec![0, 1, 0, 5, 0, 1, 0, 6];
        for _ in 0..10_000 {
            deep.extend([b'[', 0, 1]);
        }
        assert!(matches!(
            annotated(&deep),
            Err(FormatError::Annotation { .. })
        ));
    }

    #[test]
    fn any_annotations_are_read() {
        let whole = class(&TEXTS, &SEVERAL);
        mutants::check(&[whole], 3_000, |bytes| {
            if let Ok(file) = ClassFile::read(bytes.to_vec(), "a class", &Symbols::default()) {
                let _ = file.annotated(ANNOTATION);
            }
        });
    }
}
