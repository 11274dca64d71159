//! A program that is merely run: what its machine finds, and how its end is reported.

use crate::{exit, terminal};
use anyhow::bail;
use std::sync::Arc;
use std::time::Instant;
use vm::{End, Machine, NoEvents, Options, State, Stop, Text};

/// A machine for a program that is run: it finds our own environment and standard input.
pub fn machine_options() -> Options {
    let environment = std::env::vars_os().map(|(name, value)| {
        let mut text = name.into_encoded_bytes();
        text.push(b'=');
        text.extend(value.into_encoded_bytes());
        Text::Fixed(text)
    });
    Options {
        host: true,
        environment: environment.collect(),
        ..Options::default()
    }
}

/// Executes a state to its end, which it reports; gives the exit status.
pub fn finish(machine: &mut Machine, mut state: State, statistics: bool) -> anyhow::Result<u8> {
    let program = Arc::clone(machine.program());
    let started = Instant::now();
    let end = loop {
        match machine.run(&mut state, u64::MAX, &mut NoEvents) {
            Stop::Budget => {}
            // Inputs the program asks for by name are zero when it is merely run.
            Stop::Fork(fork) => machine.take(&mut state, &fork, fork.taken),
            Stop::End(end) => break end,
        }
    };
    if statistics {
        let (instructions, seconds) = (state.instructions(), started.elapsed().as_secs_f64());
        let rate = instructions as f64 / seconds / 1e6;
        eprintln!("{instructions} instructions in {seconds:.3} s ({rate:.1} million a second)");
    }
    let place = |location| explore::Place::of(&*program, location);
    match end {
        End::Exit(status) => Ok((status & 0xff) as u8),
        // As shells tell it.
        End::Killed(signal) => Ok((128 + signal) as u8),
        End::Error(error) => {
            let (kind, at) = (error.kind.name(), place(error.location));
            let message = terminal::printable(&error.message);
            eprintln!("wayfarer: {kind}: {message} at {at}");
            for entry in &error.stack {
                let name = terminal::printable(&entry.name);
                eprintln!("    in {name} at {}", place(entry.location));
            }
            Ok(exit::BUGS_FOUND)
        }
        End::AssumeFailed => {
            bail!("an assumption of the program does not hold when its inputs are zero")
        }
        End::Unsupported(it) => bail!("unsupported: {} at {}", it.what, place(it.location)),
        End::Limit(it) => bail!(
            "limit {} reached at {}",
            it.limit.name(),
            place(it.location)
        ),
    }
}
