//! Progress on a terminal, or plain lines elsewhere.

use explore::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Prints progress to stderr: one line that is overwritten on a terminal, a line every ten seconds
/// elsewhere.
pub struct ProgressLine {
    terminal: bool,
    shown: bool,
    last_plain: Instant,
}

const PLAIN: Duration = Duration::from_secs(10);

impl ProgressLine {
    /// Nothing shown yet.
    pub fn new() -> ProgressLine {
        let terminal = std::io::stderr().is_terminal();
        ProgressLine {
            terminal,
            shown: false,
            last_plain: Instant::now(),
        }
    }

    /// Shows how far the run is.
    pub fn show(&mut self, progress: &Progress) {
        if !self.is_due() {
            return;
        }
        let seconds = progress.elapsed.as_secs_f64().max(0.001);
        let (taken, all) = progress.edges;
        let percent = if all == 0 {
            100.0
        } else {
            f64::from(taken) * 100.0 / f64::from(all)
        };
        let left = progress
            .left
            .map_or_else(String::new, |left| format!(", {} s left", left.as_secs()));
        let line = format!(
            "{seconds:.0} s: {} paths ({:.0}/s), {} pending, {} tests, {percent:.0} % of branches, \
             {} errors, {} queries, {} instructions/s{left}",
            progress.paths,
            progress.paths as f64 / seconds,
            progress.pending,
            progress.tests,
            progress.findings,
            progress.solver.queries,
            thousands((progress.instructions as f64 / seconds) as u64),
        );
        self.show_line(&line);
    }

    /// False if a line would come too soon behind the last one.
    pub fn is_due(&self) -> bool {
        self.terminal || self.last_plain.elapsed() >= PLAIN
    }

    /// Shows a line.
    pub fn show_line(&mut self, line: &str) {
        let mut err = std::io::stderr().lock();
        // Progress that cannot be shown is no reason to stop.
        if self.terminal {
            self.shown = true;
            let _ = write!(err, "\r\x1b[K{line}");
            let _ = err.flush();
        } else {
            self.last_plain = Instant::now();
            let _ = writeln!(err, "{line}");
        }
    }

    /// Clears the line for other output.
    pub fn clear(&mut self) {
        if self.shown {
            self.shown = false;
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// A number in groups of three digits.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_are_grouped() {
        assert_eq!(super::thousands(0), "0");
        assert_eq!(super::thousands(999), "999");
        assert_eq!(super::thousands(1000), "1,000");
        assert_eq!(super::thousands(1_234_567), "1,234,567");
    }
}
