//! What a program is predicted to write.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What the machine predicts a program to write to a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredictedOutput {
    /// How many bytes.
    pub written: u64,
    /// SHA-256 of the first [`PredictedOutput::COMPARED`] of them.
    pub hash: String,
    /// The first [`PredictedOutput::KEPT`] of them, to say where a run differed.
    #[serde(with = "hex::serde")]
    pub first: Vec<u8>,
}

impl PredictedOutput {
    /// Bytes that a test holds.
    pub const KEPT: usize = 4096;
    /// Bytes that are compared with what a native run writes; of others only how many they are.
    pub const COMPARED: usize = 1 << 20;

    /// The prediction of these bytes.
    pub fn new(bytes: &[u8]) -> PredictedOutput {
        let compared = &bytes[..bytes.len().min(PredictedOutput::COMPARED)];
        PredictedOutput {
            written: bytes.len() as u64,
            hash: hex::encode(Sha256::digest(compared)),
            first: bytes[..bytes.len().min(PredictedOutput::KEPT)].to_vec(),
        }
    }
}
