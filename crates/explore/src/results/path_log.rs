//! Paths that ended, as bytes: a run ends hundreds of thousands a second, and each is told of, goes
//! from a worker to its coordinator, and is stored. The bytes are made once, where the path ends, and
//! are what the store keeps.

use super::finding::Place;
use super::kept_path::PathEnd;
use super::varint::{put, take};
use crate::tree::Closed;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use vm::ForkKind;

/// Paths that ended, in the order in which they did, and what their numbers mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathLog {
    /// The paths.
    pub blocks: Vec<PathBlock>,
    /// Places of decisions that steps speak of for the first time, with the numbers that all paths of
    /// the same explorer ([`crate::KeyRange::index_of`]) have for them from then on.
    pub sites: Vec<(u32, StepSite)>,
    /// Endings that are spoken of for the first time, likewise.
    pub endings: Vec<(u32, Ending)>,
}

/// Where something is decided, in words that every process understands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepSite {
    /// What is decided.
    pub kind: ForkKind,
    /// Function.
    pub function: String,
    /// Block of the function.
    pub block: u32,
    /// Instruction of the block.
    pub instruction: u32,
    /// Where for the user.
    pub place: Place,
    /// Number of the decision in its function, for branches and switches of the source.
    pub decision: Option<u32>,
}

/// How paths end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// What the end was recorded as; `None` if the path waits for others there, and goes on as one that
    /// leaves it.
    pub closed: Option<Closed>,
    /// The end; errors without their message, which may differ from path to path.
    pub end: PathEnd,
    /// Where, for errors and what is unsupported or limited.
    pub place: Place,
}

/// A path that ended, from where it left another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedPath<'a> {
    /// Its number, larger than its parent's; used once in a run, over all processes and sessions.
    pub number: u64,
    /// Number of the path that it left; 0 if it is told from the start of the program.
    pub parent: u64,
    /// Decisions of that path before it was left.
    pub depth: u32,
    /// Hash of all its decisions.
    pub hash: u64,
    /// Number of how it ended.
    pub ending: u32,
    /// Its decisions from there on.
    pub steps: Cow<'a, [Step]>,
}

/// A decision of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The arm taken.
    pub choice: u64,
    /// Number of what was decided and where.
    pub site: u32,
}

/// Some paths of one explorer, as bytes. Each begins with numbers in LEB128: by how much its own is
/// larger than the one before (the first's is 0); by how much it is larger than its parent's, or 0 if
/// it has none; `depth`; `ending`; twice the number of its steps, plus one if a choice is above 1.
/// Then come the hash in eight bytes, the lowest first; the choices, packed eight to a byte, the first
/// lowest, or, if one is above 1, LEB128 each; and the sites, LEB128 each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathBlock {
    /// Number of the first path.
    pub first: u64,
    /// Number of the last path.
    last: u64,
    /// Number of paths that ended.
    pub count: u32,
    /// The paths.
    #[serde(with = "as_bytes")]
    pub bytes: Vec<u8>,
}

/// A block is not added to beyond this.
const BLOCK: usize = 1 << 16;

impl PathLog {
    /// True if there are no paths.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds a path that waits for others: it has not ended, and is not counted.
    pub(crate) fn push_paused(&mut self, path: &LoggedPath<'_>) {
        self.push(path);
        if let Some(block) = self.blocks.last_mut() {
            block.count -= 1;
        }
    }

    /// Adds a path.
    pub fn push(&mut self, path: &LoggedPath<'_>) {
        let has_room = |block: &&mut PathBlock| {
            block.bytes.len() < BLOCK && path.number > block.last && block.count < u32::MAX
        };
        if let Some(block) = self.blocks.last_mut().filter(has_room) {
            block.push(path);
            return;
        }
        let mut block = PathBlock {
            first: path.number,
            last: path.number,
            count: 0,
            bytes: Vec::new(),
        };
        block.push(path);
        self.blocks.push(block);
    }
}

impl PathBlock {
    fn push(&mut self, path: &LoggedPath<'_>) {
        let out = &mut self.bytes;
        let steps = &*path.steps;
        let plain = steps.iter().any(|step| step.choice > 1);
        put(out, path.number - self.last);
        put(
            out,
            match path.parent {
                0 => 0,
                parent => path.number - parent,
            },
        );
        put(out, u64::from(path.depth));
        put(out, u64::from(path.ending));
        put(out, (steps.len() as u64) << 1 | u64::from(plain));
        out.extend(path.hash.to_le_bytes());
        if plain {
            for step in steps {
                put(out, step.choice);
            }
        } else {
            for eight in steps.chunks(8) {
                let bits = eight.iter().enumerate();
                out.push(bits.fold(0, |byte, (i, step)| byte | (step.choice as u8) << i));
            }
        }
        for step in steps {
            put(out, u64::from(step.site));
        }
        self.last = path.number;
        self.count += 1;
    }

    /// The paths of a block whose first one has that number; `None` if the bytes are damaged.
    pub fn decode(first: u64, mut bytes: &[u8]) -> Option<Vec<LoggedPath<'static>>> {
        let mut paths = Vec::new();
        let mut number = first;
        while !bytes.is_empty() {
            let path = decode_path(number, &mut bytes)?;
            number = path.number;
            paths.push(path);
        }
        Some(paths)
    }
}

/// Takes a path off the front; the one before had that number.
fn decode_path(last: u64, bytes: &mut &[u8]) -> Option<LoggedPath<'static>> {
    let number = last.checked_add(take(bytes)?)?;
    let parent = match take(bytes)? {
        0 => 0,
        less => number.checked_sub(less)?,
    };
    let depth = take_small(bytes)?;
    let ending = take_small(bytes)?;
    let steps = take(bytes)?;
    let count = usize::try_from(steps >> 1).ok()?;
    let (hash, rest) = bytes.split_first_chunk::<8>()?;
    *bytes = rest;
    // Each step has a byte at least: what claims more is damaged.
    if count > bytes.len() {
        return None;
    }
    let mut steps = match steps & 1 {
        0 => {
            let (packed, rest) = bytes.split_at_checked(count.div_ceil(8))?;
            *bytes = rest;
            let choice = |i: usize| u64::from(packed[i / 8] >> (i % 8) & 1);
            let steps = (0..count).map(|i| Step {
                choice: choice(i),
                site: 0,
            });
            steps.collect()
        }
        _ => {
            let mut steps = Vec::with_capacity(count);
            for _ in 0..count {
                let choice = take(bytes)?;
                steps.push(Step { choice, site: 0 });
            }
            steps
        }
    };
    for step in &mut steps {
        step.site = take_small(bytes)?;
    }
    Some(LoggedPath {
        number,
        parent,
        depth,
        hash: u64::from_le_bytes(*hash),
        ending,
        steps: Cow::Owned(steps),
    })
}

fn take_small(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(take(bytes)?).ok()
}

/// Bytes go as they are, not one by one.
mod as_bytes {
    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        from.deserialize_byte_buf(Bytes)
    }

    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn paths() -> impl Strategy<Value = Vec<LoggedPath<'static>>> {
        let steps = prop::collection::vec(
            (prop_oneof![9 => 0u64..2, 1 => any::<u64>()], 0u32..300),
            0..20,
        );
        let path = (
            1u64..1 << 41,
            any::<u64>(),
            any::<u32>(),
            any::<u64>(),
            steps,
        );
        prop::collection::vec(path, 1..60).prop_map(|paths| {
            let mut number = 0;
            let paths = paths.into_iter().map(|(more, parent, depth, hash, steps)| {
                number += more;
                let steps = steps.into_iter();
                LoggedPath {
                    number,
                    parent: parent % number,
                    depth,
                    hash,
                    ending: depth / 3,
                    steps: steps.map(|(choice, site)| Step { choice, site }).collect(),
                }
            });
            paths.collect()
        })
    }

    fn decoded(log: &PathLog) -> Option<Vec<LoggedPath<'static>>> {
        let blocks = log.blocks.iter();
        let blocks = blocks.map(|block| PathBlock::decode(block.first, &block.bytes));
        Some(blocks.collect::<Option<Vec<_>>>()?.concat())
    }

    proptest! {
        #[test]
        fn paths_come_back(paths in paths()) {
            let mut log = PathLog::default();
            for path in &paths {
                log.push(path);
            }
            let count: u32 = log.blocks.iter().map(|block| block.count).sum();
            prop_assert_eq!(count as usize, paths.len());
            let sent = postcard::to_stdvec(&log).expect("it is put into bytes");
            let received: PathLog = postcard::from_bytes(&sent).expect("it comes back");
            prop_assert_eq!(decoded(&received), Some(paths));
        }

        #[test]
        fn damaged_bytes_are_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = PathBlock::decode(7, &bytes);
        }
    }

    #[test]
    fn any_block_is_read_or_refused() {
        let step = |choice| Step { choice, site: 3 };
        let mut log = PathLog::default();
        for number in 1..40 {
            let steps: Vec<Step> = (0..number).map(|at| step(at % (1 + number % 3))).collect();
            log.push(&LoggedPath {
                number,
                parent: number / 2,
                depth: number as u32 / 2,
                hash: number << 50,
                ending: 1,
                steps: steps.into(),
            });
        }
        let corpus: Vec<Vec<u8>> = log.blocks.iter().map(|it| it.bytes.to_vec()).collect();
        mutants::check(&corpus, 5000, |bytes| {
            let _ = PathBlock::decode(7, bytes);
        });
    }

    #[test]
    fn long_paths_take_little_room_and_blocks_end() {
        let path = |number| LoggedPath {
            number,
            parent: 0,
            depth: 0,
            hash: 1,
            ending: 0,
            steps: vec![Step { choice: 1, site: 5 }; 100_000].into(),
        };
        let mut log = PathLog::default();
        log.push(&path(5));
        log.push(&path(6));
        assert!(log.blocks[0].bytes.len() < 113_000);
        assert_eq!(log.blocks.len(), 2);
    }
}
