//! What tells a finding from others, in other versions of the program, too.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;

/// Hexadecimal digits of a fingerprint.
const DIGITS: usize = 16;

/// Gives findings their fingerprints: of their kind, their function and the text of their line instead of its
/// number; of several that are alike in that, each has one of its own, by their order.
#[derive(Default)]
pub struct FindingFingerprints {
    seen: HashMap<String, u32>,
}

impl FindingFingerprints {
    /// The fingerprint of the next finding, given by its kind and class of exception, its function, and its
    /// line without the space around it.
    pub fn next(&mut self, (kind, exception): (&str, &str), function: &str, line: &str) -> String {
        let text = format!("{kind}\0{exception}\0{function}\0{line}");
        let number = self.seen.entry(text.clone()).or_default();
        let hash = Sha256::digest(format!("{text}\0{number}"));
        *number += 1;
        let mut digits = String::new();
        for byte in &hash[..DIGITS / 2] {
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}
