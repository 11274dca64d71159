//! What coordinator and workers say to each other, in frames: a length of four bytes, then the
//! message in postcard's encoding.

use crate::coverage::CoveredPart;
use crate::exchange::Batch;
use crate::results::{Facts, Statistics};
use crate::tree::{KeyRange, Task};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// To a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToWorker {
    /// The first message, and the first one after each [`ToWorker::Stop`].
    Start {
        /// Number of the worker.
        number: u32,
        /// Names of what it meets come from here.
        keys: KeyRange,
        /// Number of the start whose paths are explored.
        start: u32,
        /// Instructions that it may execute; `None` is no limit.
        instructions: Option<u64>,
        /// Bytes that it may use.
        memory: usize,
    },
    /// It may execute so many instructions, over all since it was started.
    Allow(u64),
    /// It may use so many bytes.
    Memory(usize),
    /// Explore these, too. If it says so many milliseconds, each visit in that time is announced
    /// before it begins.
    Take {
        /// What to explore.
        tasks: Vec<Task>,
        /// Milliseconds.
        announce: u64,
    },
    /// Give up a part of what is left.
    Donate {
        /// All others have nothing to do, and have left nothing out.
        is_last: bool,
    },
    /// Others have covered this.
    Covered(Vec<CoveredPart>),
    /// Extensions of others have learned this.
    Learned(Facts),
    /// Say what was done, and wait to be started again.
    Stop,
}

/// From a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum FromWorker {
    /// What it did.
    Did {
        /// What.
        batch: Box<Batch>,
        /// What it did and used so far.
        statistics: Box<Statistics>,
        /// It answers [`ToWorker::Donate`].
        gave: bool,
    },
    /// It has executed so many instructions, as many as it may, and waits.
    Spent(u64),
    /// It has nothing to do.
    Idle {
        /// How many times it was told to take something.
        takes: u64,
        /// Instructions executed since it was started.
        executed: u64,
    },
    /// It stopped and can be started again; with an error, it ends.
    Done(Option<String>),
}

/// Frames are refused beyond this, before memory is made for them.
const LONGEST: u32 = 1 << 30;

pub(super) fn send(mut to: impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut frame = vec![0; 4];
    frame = postcard::to_extend(message, frame).map_err(io::Error::other)?;
    let length = u32::try_from(frame.len() - 4).map_err(io::Error::other)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&frame)
}

pub(super) fn receive<M: DeserializeOwned>(mut from: impl Read) -> io::Result<M> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut frame = vec![0; length as usize];
    from.read_exact(&mut frame)?;
    postcard::from_bytes(&frame).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_frame_is_read_or_refused() {
        let mut tasks = vec![Task::root(); 3];
        tasks[1].choices = vec![1, 0, u64::MAX];
        let take = ToWorker::Take {
            tasks,
            announce: 100,
        };
        let did = FromWorker::Did {
            batch: Box::default(),
            statistics: Box::default(),
            gave: true,
        };
        let (mut to, mut from) = (Vec::new(), Vec::new());
        send(&mut to, &take).expect("it is sent");
        send(&mut from, &did).expect("it is sent");
        mutants::check(&[to, from], 5000, |bytes| {
            let _ = receive::<ToWorker>(bytes);
            let _ = receive::<FromWorker>(bytes);
        });
    }
}
