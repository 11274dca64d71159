//! KLEE's `.ktest` files, version 3: big-endian lengths, named objects.

use crate::{EntryPoint, Region, Suite, TestCase};

/// A `.ktest` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KTest {
    /// Program and its arguments, for people.
    pub arguments: Vec<Vec<u8>>,
    /// Inputs in order.
    pub objects: Vec<KTestObject>,
}

/// A named input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KTestObject {
    /// Name.
    pub name: Vec<u8>,
    /// Bytes.
    pub bytes: Vec<u8>,
}

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;

impl KTest {
    /// The test's inputs by name; arguments, stdin and files under the names that KLEE's POSIX
    /// runtime gives them (`arg00`, `stdin`, `A-data`, …); of a function's arguments one object for
    /// each that is no pointer and for each object behind them, with zeros for pointers.
    pub fn of_test(suite: &Suite, test: &TestCase) -> KTest {
        let program = match (&suite.plan.entry, suite.plan.sources.first()) {
            (EntryPoint::Function { name, .. }, _) => name.clone(),
            (EntryPoint::Main, Some(source)) => source.display().to_string(),
            (EntryPoint::Main, None) => "program".to_owned(),
        };
        let mut objects = Vec::new();
        let mut object = |name: String, bytes: &[u8]| {
            objects.push(KTestObject {
                name: name.into_bytes(),
                bytes: bytes.to_vec(),
            });
        };
        for (i, argument) in test.arguments.iter().enumerate() {
            let mut bytes = argument.hex.clone();
            bytes.push(0);
            object(format!("arg{i:02}"), &bytes);
        }
        if let Some(stdin) = &test.stdin {
            object("stdin".to_owned(), stdin);
        }
        for (letter, file) in (b'A'..=b'Z').zip(&test.files) {
            object(format!("{}-data", char::from(letter)), &file.contents);
        }
        if let Some(entry) = &test.entry {
            let plain = |region: &&Region| region.size != 8 || region.pointers.is_empty();
            let parameters = entry.parameters.iter().filter(plain);
            for region in parameters.chain(&entry.objects) {
                object(region.name.clone(), &region.contents());
            }
        }
        for input in &test.inputs {
            object(input.name.clone(), &input.bytes);
        }
        KTest {
            arguments: vec![program.into_bytes()],
            objects,
        }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let number = |out: &mut Vec<u8>, n: usize| {
            let n = u32::try_from(n).unwrap_or(u32::MAX);
            out.extend(n.to_be_bytes());
        };
        let block = |out: &mut Vec<u8>, bytes: &[u8]| {
            number(out, bytes.len());
            out.extend(bytes);
        };
        out.extend(VERSION.to_be_bytes());
        number(&mut out, self.arguments.len());
        for argument in &self.arguments {
            block(&mut out, argument);
        }
        number(&mut out, 0); // symbolic argv entries: KLEE keeps them as objects since version 2
        number(&mut out, 0); // and their length
        number(&mut out, self.objects.len());
        for object in &self.objects {
            block(&mut out, &object.name);
            block(&mut out, &object.bytes);
        }
        out
    }

    /// Reads a file's bytes; `None` if they are not a `.ktest` of versions 1 to 3.
    pub fn from_bytes(bytes: &[u8]) -> Option<KTest> {
        let mut rest = bytes
            .strip_prefix(MAGIC)
            .or_else(|| bytes.strip_prefix(b"BOUT\n"))?;
        let number = |rest: &mut &[u8]| -> Option<u32> {
            let (head, tail) = rest.split_first_chunk::<4>()?;
            *rest = tail;
            Some(u32::from_be_bytes(*head))
        };
        let block = |rest: &mut &[u8]| -> Option<Vec<u8>> {
            let length = number(rest)? as usize;
            let (head, tail) = rest.split_at_checked(length)?;
            *rest = tail;
            Some(head.to_vec())
        };
        let version = number(&mut rest)?;
        if !(1..=VERSION).contains(&version) {
            return None;
        }
        let mut test = KTest::default();
        for _ in 0..number(&mut rest)? {
            test.arguments.push(block(&mut rest)?);
        }
        if version >= 2 {
            number(&mut rest)?;
            number(&mut rest)?;
        }
        for _ in 0..number(&mut rest)? {
            test.objects.push(KTestObject {
                name: block(&mut rest)?,
                bytes: block(&mut rest)?,
            });
        }
        Some(test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_file_is_read_or_refused() {
        let test = KTest {
            arguments: vec![b"a.bc".to_vec(), b"-x".to_vec()],
            objects: vec![KTestObject {
                name: b"n".to_vec(),
                bytes: vec![1, 2, 3, 4],
            }],
        };
        mutants::check(&[test.to_bytes()], 10_000, |bytes| {
            if let Some(read) = KTest::from_bytes(bytes) {
                assert_eq!(KTest::from_bytes(&read.to_bytes()), Some(read));
            }
        });
    }

    #[test]
    fn a_file_reads_back() {
        let test = KTest {
            arguments: vec![b"prog.c".to_vec()],
            objects: vec![
                KTestObject {
                    name: b"x".to_vec(),
                    bytes: vec![1, 0, 0, 0],
                },
                KTestObject {
                    name: b"empty".to_vec(),
                    bytes: vec![],
                },
            ],
        };
        assert_eq!(KTest::from_bytes(&test.to_bytes()), Some(test));
    }

    #[test]
    fn the_layout_is_klees() {
        let test = KTest {
            arguments: vec![b"p".to_vec()],
            objects: vec![KTestObject {
                name: b"x".to_vec(),
                bytes: vec![7],
            }],
        };
        let expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01p\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01\x07";
        assert_eq!(test.to_bytes(), expected);
    }

    #[test]
    fn damaged_files_are_refused() {
        let whole = KTest {
            arguments: vec![],
            objects: vec![],
        }
        .to_bytes();
        for end in 0..whole.len() {
            assert_eq!(KTest::from_bytes(&whole[..end]), None);
        }
        assert_eq!(KTest::from_bytes(b"KTEST\0\0\0\x03\xff\xff\xff\xff"), None);
    }
}
