//! What a program has written.

use super::list::List;
use term::Term;

/// Bytes written by one or several calls in a row to one descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputChunk {
    /// 1 for standard output, 2 for standard error.
    pub descriptor: i32,
    /// The bytes; 0 where a byte is symbolic.
    pub bytes: Vec<u8>,
    /// Symbolic bytes: index in `bytes` and an 8-bit term, ascending.
    pub symbolic: Vec<(u32, Term)>,
}

/// Output captured along a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    chunks: List<OutputChunk>,
}

/// A chunk is not extended beyond this, so that snapshots share most of a long output.
const CHUNK_BYTES: usize = 4096;

impl Output {
    pub(crate) fn write(&mut self, descriptor: i32, bytes: &[u8], symbolic: &[(u32, Term)]) {
        if let Some(last) = self.chunks.last_mut()
            && last.descriptor == descriptor
            && last.bytes.len() + bytes.len() <= CHUNK_BYTES
        {
            let base = last.bytes.len() as u32;
            last.bytes.extend_from_slice(bytes);
            last.symbolic
                .extend(symbolic.iter().map(|&(at, term)| (base + at, term)));
            return;
        }
        self.chunks.push(OutputChunk {
            descriptor,
            bytes: bytes.to_vec(),
            symbolic: symbolic.to_vec(),
        });
    }

    /// Bytes written.
    pub(crate) fn written(&self) -> usize {
        let chunks = self.chunks.iter_back();
        chunks.map(|chunk| chunk.bytes.len()).sum()
    }

    pub(crate) fn chunks(&self) -> Vec<&OutputChunk> {
        self.chunks.to_vec()
    }
}
