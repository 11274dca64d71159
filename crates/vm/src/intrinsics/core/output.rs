//! Output and warnings, whoever makes them.

use crate::run::Run;
use std::io::Write;
use term::Term;

impl Run<'_> {
    /// Keeps what the program writes, or passes it on.
    pub(in crate::intrinsics) fn write_out(
        &mut self,
        descriptor: i32,
        bytes: &[u8],
        symbolic: &[(u32, Term)],
    ) {
        if !self.machine.options.host {
            self.state.output.write(descriptor, bytes, symbolic);
            return;
        }
        let written = match descriptor {
            2 => std::io::stderr().write_all(bytes),
            _ => std::io::stdout().lock().write_all(bytes),
        };
        if let Err(failure) = written {
            tracing::debug!(target: "vm", %failure, "output is lost");
        }
    }

    /// A warning if it was not given before.
    pub(in crate::intrinsics) fn new_warning(&mut self, text: String) -> Option<String> {
        if !self.machine.warned.insert(text.clone()) {
            return None;
        }
        tracing::warn!(target: "vm", "{text}");
        Some(text)
    }
}
