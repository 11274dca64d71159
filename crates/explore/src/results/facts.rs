//! What extensions learn, in words that every process understands.

use std::collections::BTreeMap;

/// Facts with their counts: by the name of the extension, bytes whose meaning is its own.
pub type Facts = BTreeMap<(String, Vec<u8>), u64>;
