//! Names and descriptors as small numbers.

use rustc_hash::FxHashMap;
use std::sync::{Arc, RwLock};

/// An interned string: a name (internal form, with slashes) or a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

/// The interned strings of a program.
#[derive(Debug, Default)]
pub struct Symbols {
    table: RwLock<FxHashMap<Arc<str>, Symbol>>,
    strings: boxcar::Vec<Arc<str>>,
}

impl Symbols {
    /// The symbol of a string.
    pub fn intern(&self, text: &str) -> Symbol {
        if let Some(symbol) = self.find(text) {
            return symbol;
        }
        let mut table = self.table.write().unwrap_or_else(|e| e.into_inner());
        if let Some(symbol) = table.get(text) {
            return *symbol;
        }
        let shared: Arc<str> = Arc::from(text);
        let symbol = Symbol(self.strings.push(Arc::clone(&shared)) as u32);
        table.insert(shared, symbol);
        symbol
    }

    /// The symbol of a string if it has one.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        let table = self.table.read().unwrap_or_else(|e| e.into_inner());
        table.get(text).copied()
    }

    /// The string of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.strings[symbol.0 as usize]
    }
}
