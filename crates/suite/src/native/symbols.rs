//! Changes symbols of an object: their names, and what of other objects may use them. In an object as clang makes
//! them for this machine, in place: to start `objcopy` takes longer than to compile a small program. What has to be put
//! in another order is left to `objcopy`.

use super::build::execute;
use crate::SuiteError;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const OBJCOPY: &str = "llvm-objcopy-19";

/// What is to be changed.
#[derive(Default)]
pub(super) struct Changes {
    /// New names; the first one that a symbol is given counts.
    renamed: BTreeMap<String, String>,
    /// Symbols that other objects are to see.
    global: Vec<String>,
    /// Symbols of which several objects may have one.
    weak: Vec<String>,
}

impl Changes {
    /// Gives a symbol a name, unless it has been given one.
    pub(super) fn rename(&mut self, symbol: &str, name: String) {
        self.renamed.entry(symbol.to_owned()).or_insert(name);
    }

    /// Adds names of symbols that have none yet, and the rest.
    pub(super) fn extend(&mut self, others: Changes) {
        for (symbol, name) in others.renamed {
            self.renamed.entry(symbol).or_insert(name);
        }
        self.global.extend(others.global);
        self.weak.extend(others.weak);
    }

    /// Lets other objects use a symbol, by its old name here.
    pub(super) fn globalize(&mut self, symbol: &str) {
        self.global.push(symbol.to_owned());
    }

    /// Lets several objects have a symbol, by its old name here.
    pub(super) fn weaken(&mut self, symbol: &str) {
        self.weak.push(symbol.to_owned());
    }

    /// Makes the changes in an object.
    pub(super) fn make(&self, object: &Path) -> Result<(), SuiteError> {
        let bytes = std::fs::read(object).map_err(SuiteError::io(object))?;
        match self.made_in_place(bytes) {
            Some(changed) => std::fs::write(object, changed).map_err(SuiteError::io(object)),
            None => execute(Command::new(OBJCOPY).args(self.options()).arg(object)),
        }
    }

    /// Options of `objcopy`.
    fn options(&self) -> impl Iterator<Item = String> + '_ {
        let renamed = self.renamed.iter();
        let renamed = renamed.map(|(symbol, name)| format!("--redefine-sym={symbol}={name}"));
        let global = self.global.iter();
        let global = global.map(|name| format!("--globalize-symbol={name}"));
        let weak = self.weak.iter();
        let weak = weak.map(|name| format!("--weaken-symbol={name}"));
        global.chain(weak).chain(renamed)
    }

    /// The object with the changes; `None` if it is none of that kind, or if they are not only such of names.
    fn made_in_place(&self, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
        let table = SymbolTable::of(&bytes)?;
        let mut names = bytes.get(table.names.clone())?.to_vec();
        for number in 0..table.count {
            let symbol = table.start + number * SYMBOL_SIZE;
            let name = name_at(&names, u32_at(&bytes, symbol)? as usize)?;
            let is = |other: &String| other.as_bytes() == name;
            let is_defined = u16_at(&bytes, symbol + 6)? != 0;
            let is_global = bytes.get(symbol + 4)? >> 4 == GLOBAL;
            let becomes_global = is_defined && !is_global && self.global.iter().any(is);
            if becomes_global || self.weak.iter().any(is) {
                return None;
            }
            let Some(new) = std::str::from_utf8(name)
                .ok()
                .and_then(|name| self.renamed.get(name))
            else {
                continue;
            };
            let at = u32::try_from(names.len()).ok()?;
            names.extend(new.bytes().chain([0]));
            bytes[symbol..symbol + 4].copy_from_slice(&at.to_le_bytes());
        }
        // Behind all else: what is where stays as it is.
        let place = (bytes.len() as u64).to_le_bytes();
        let size = (names.len() as u64).to_le_bytes();
        bytes
            .get_mut(table.names_header + 24..table.names_header + 40)?
            .copy_from_slice(&[place, size].concat());
        bytes.extend(names);
        Some(bytes)
    }
}

/// How an object begins: ELF of 64 bits, little endian, version 1.
const HEAD: &[u8] = b"\x7fELF\x02\x01\x01";
/// Bytes of a symbol.
const SYMBOL_SIZE: usize = 24;
/// Bytes of the header of a section.
const HEADER_SIZE: usize = 64;
/// The type of a file that is to be linked.
const RELOCATABLE: u16 = 1;
/// The type of a section with symbols.
const SYMBOLS: u32 = 2;
/// The binding of a symbol that other objects see.
const GLOBAL: u8 = 1;

/// Where an object has its symbols and their names.
struct SymbolTable {
    start: usize,
    count: usize,
    names: std::ops::Range<usize>,
    /// The header of the section with the names.
    names_header: usize,
}

impl SymbolTable {
    fn of(bytes: &[u8]) -> Option<SymbolTable> {
        if !bytes.starts_with(HEAD) || u16_at(bytes, 16)? != RELOCATABLE {
            return None;
        }
        let headers = usize_at(bytes, 40)?;
        let count = usize::from(u16_at(bytes, 60)?);
        let header = |number: usize| headers.checked_add(number * HEADER_SIZE);
        let mut tables = (0..count).filter_map(header);
        let table = tables
            .find(|&at| at.checked_add(4).and_then(|at| u32_at(bytes, at)) == Some(SYMBOLS))?;
        let (start, size) = (usize_at(bytes, table + 24)?, usize_at(bytes, table + 32)?);
        let names_header = header(u32_at(bytes, table + 40)? as usize)?;
        let names = usize_at(bytes, names_header.checked_add(24)?)?;
        let names_end = names.checked_add(usize_at(bytes, names_header + 32)?)?;
        // All of it is there.
        bytes.get(start..start.checked_add(size)?)?;
        Some(SymbolTable {
            start,
            count: size / SYMBOL_SIZE,
            names: names..names_end,
            names_header,
        })
    }
}

/// The name that begins there.
fn name_at(names: &[u8], at: usize) -> Option<&[u8]> {
    names.get(at..)?.split(|&byte| byte == 0).next()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn usize_at(bytes: &[u8], at: usize) -> Option<usize> {
    let number = u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?);
    usize::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::runtime;

    const RENAMED: [(&str, &str); 3] = [
        ("wf_setting", "wf_other_setting"),
        ("fopen", "wf_fopen"),
        ("absent", "present"),
    ];

    fn changes() -> Changes {
        let mut changes = Changes::default();
        for (symbol, name) in RENAMED {
            changes.rename(symbol, name.to_owned());
        }
        changes
    }

    /// The symbols of an object, as a tool tells of them.
    fn symbols(object: &Path) -> Vec<String> {
        let output = Command::new("llvm-nm-19")
            .arg("--no-sort")
            .arg(object)
            .output();
        let output = output.expect("llvm-nm runs");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }

    #[test]
    fn an_object_gets_the_names_that_objcopy_gives() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let object = runtime::REPLAY
            .write_wide(directory.path())
            .expect("an object");
        let before = symbols(&object);
        let copied = directory.path().join("copied.o");
        let mut objcopy = Command::new(OBJCOPY);
        objcopy.args(changes().options()).args([&object, &copied]);
        execute(&mut objcopy).expect("objcopy runs");
        let bytes = std::fs::read(&object).expect("the object");
        let changed = changes().made_in_place(bytes).expect("an object of ours");
        std::fs::write(&object, changed).expect("the object");
        assert_eq!(symbols(&object), symbols(&copied));
        assert_ne!(symbols(&object), before);
    }

    #[test]
    fn what_is_to_be_seen_is_left_to_objcopy() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let object = runtime::REPLAY
            .write_wide(directory.path())
            .expect("an object");
        let seen = |symbol: &str| {
            let mut changes = changes();
            changes.globalize(symbol);
            let bytes = std::fs::read(&object).expect("the object");
            changes.made_in_place(bytes).is_some()
        };
        assert!(seen("wf_missing") && seen("fopen") && seen("absent"));
        assert!(!seen("wf_terminated"));
        let mut changes = changes();
        changes.globalize("wf_terminated");
        changes.weaken("wf_terminated");
        changes.make(&object).expect("objcopy runs");
        let symbols = symbols(&object);
        let has = |end: &str| symbols.iter().any(|line| line.ends_with(end));
        assert!(
            has(" W wf_terminated") && has(" wf_other_setting"),
            "{symbols:?}"
        );
    }

    #[test]
    fn any_object_is_read() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let object = runtime::PROCESS
            .write_wide(directory.path())
            .expect("an object");
        let bytes = std::fs::read(object).expect("the object");
        mutants::check(&[bytes], 2_000, |bytes| {
            let changed = changes().made_in_place(bytes.to_vec());
            // A name for each symbol at most.
            assert!(changed.is_none_or(|changed| changed.len() <= 4 * bytes.len() + 1024));
        });
    }
}
