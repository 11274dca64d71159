//! Running a program for its effects, as `lli` does.

use crate::{End, Machine, NoEvents, Options, StartError, Stop, Text};
use ir::Program;
use std::io::Write;
use std::sync::Arc;

/// What a concrete run came to.
#[derive(Clone, Debug)]
pub struct ConcreteRun {
    /// How it ended.
    pub end: End,
    /// Instructions executed.
    pub instructions: u64,
    /// What it wrote to standard output, unless [`Options::host`] let it write there itself.
    pub output: Vec<u8>,
    /// What it wrote to standard error, likewise.
    pub error_output: Vec<u8>,
}

/// Runs `main` with these arguments (the first is the program's name). Inputs the program asks for
/// are zero.
///
/// # Errors
/// If there is no `main` that could be started.
pub fn run_concrete(
    program: Arc<dyn Program>,
    options: Options,
    arguments: &[Vec<u8>],
) -> Result<ConcreteRun, StartError> {
    let mut machine = Machine::new(program, options);
    let arguments: Vec<Text> = arguments.iter().cloned().map(Text::Fixed).collect();
    let mut state = machine.start_main(&arguments)?;
    let end = loop {
        match machine.run(&mut state, u64::MAX, &mut NoEvents) {
            Stop::Fork(fork) => machine.take(&mut state, &fork, fork.taken),
            Stop::End(end) => break end,
            Stop::Budget => {}
        }
    };
    if let Err(failure) = std::io::stdout().flush() {
        tracing::debug!(target: "vm", %failure, "output is lost");
    }
    Ok(ConcreteRun {
        end,
        instructions: state.instructions(),
        output: machine.output_bytes(&state, 1),
        error_output: machine.output_bytes(&state, 2),
    })
}
