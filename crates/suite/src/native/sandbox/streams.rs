//! The streams of a program that runs.

use super::{OUTPUT_KEPT, Output};
use std::io::{ErrorKind, PipeWriter, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a stream may stay open behind the end of its program: where there is no process namespace,
/// somebody may have escaped with it.
const OPEN: Duration = Duration::from_secs(1);

/// Writes stdin; a program need not read it.
pub(super) fn feed(mut stream: PipeWriter, mut bytes: Vec<u8>) {
    // What fits into a pipe is there at once, and does not take a thread.
    const PIPE: usize = 4096;
    let rest = bytes.split_off(bytes.len().min(PIPE));
    let written = stream.write_all(&bytes);
    if written.is_ok() && !rest.is_empty() {
        std::thread::spawn(move || stream.write_all(&rest));
    }
}

/// A stream that is read while the program runs.
pub(super) struct Collected {
    output: Arc<Mutex<Output>>,
    reader: Option<JoinHandle<()>>,
}

impl Collected {
    /// Begins to read.
    pub(super) fn start(stream: Option<impl Read + Send + 'static>) -> Collected {
        let output = Arc::new(Mutex::new(Output::default()));
        let to = output.clone();
        let reader = stream.map(|stream| std::thread::spawn(move || read(stream, &to)));
        Collected { output, reader }
    }

    /// What was read, when the stream is closed or the program is gone for long enough.
    pub(super) fn finish(self) -> Output {
        let since = Instant::now();
        let is_open = || self.reader.as_ref().is_some_and(|r| !r.is_finished());
        let mut pause = Duration::from_micros(100);
        while is_open() && since.elapsed() < OPEN {
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
        let output = self.output.lock();
        std::mem::take(&mut *output.unwrap_or_else(PoisonError::into_inner))
    }
}

/// Reads a stream to its end. What cannot be read any more is not there to be judged either.
fn read(mut stream: impl Read, to: &Mutex<Output>) {
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut output = to.lock().unwrap_or_else(PoisonError::into_inner);
        let room = OUTPUT_KEPT as usize - output.bytes.len();
        output.bytes.extend(&buffer[..count.min(room)]);
        output.written += count as u64;
    }
}
