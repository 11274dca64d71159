//! What is written down of a build.

use crate::invocation::Language;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The section with records, one behind the other, as JSON.
pub(crate) const SECTION: &str = ".wayfarer";

/// A source, and how it was compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Where the compiler ran.
    pub directory: PathBuf,
    /// The source, absolute.
    pub source: PathBuf,
    /// What it is written in.
    pub language: Language,
    /// The words behind the compiler's name.
    pub words: Vec<String>,
    /// The object that it was compiled to, absolute, if one was kept.
    #[serde(default)]
    pub object: Option<PathBuf>,
    /// SHA-256 of the source in hexadecimal digits, as it was then; empty if unknown.
    #[serde(default)]
    pub sha256: String,
}

/// How something was linked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    /// Where the compiler ran.
    pub(crate) directory: PathBuf,
    /// The words behind the compiler's name.
    pub(crate) words: Vec<String>,
}

/// What a section has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Record {
    /// A source.
    Unit(Unit),
    /// A call of the linker.
    Link(Link),
}

/// The records as they stand in a section.
pub(crate) fn to_section(records: &[Record]) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = Vec::new();
    for record in records {
        serde_json::to_writer(&mut bytes, record)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

/// The records of a section, which linkers may have filled up with zeros.
pub(crate) fn from_section(bytes: &[u8]) -> Result<Vec<Record>, serde_json::Error> {
    let text: Vec<u8> = bytes
        .iter()
        .map(|&byte| if byte == 0 { b' ' } else { byte })
        .collect();
    serde_json::Deserializer::from_slice(&text)
        .into_iter()
        .collect()
}

/// SHA-256 of a file in hexadecimal digits; `None` if it cannot be read.
pub(crate) fn hash(path: &Path) -> Option<String> {
    use sha2::{Digest, Sha256};
    let digits = Sha256::digest(std::fs::read(path).ok()?);
    Some(digits.iter().map(|byte| format!("{byte:02x}")).collect())
}
