//! The `wayfarer` command.

/// Prints a line. A reader that has gone away (`| head`) wants no more; the results are in files.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}

mod arguments;
mod beside_usual;
mod built;
mod by_calls;
mod c;
mod commands;
mod corpus;
mod cpp_names;
mod exit;
mod fingerprint;
mod html;
mod input_options;
mod java;
mod lazy;
mod memory;
mod name_pattern;
mod output;
mod plan;
mod progress;
mod project;
mod publisher;
mod reach;
mod replayer;
mod report;
mod reported;
mod resume_command;
mod run_recorder;
mod sarif_in;
mod sarif_out;
mod scan;
mod session;
mod setup;
mod show;
mod source_tokens;
mod specifications;
mod starts;
mod subject;
mod summary;
mod taken_null;
mod terminal;
mod uncovered;
mod usage;
mod verdicts;
mod watching;

use arguments::{Command, CommandLine, spelled_out};
use builds::Tool;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use commands::explore as explore_command;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use usage::Usage;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// Stands in for a compiler; the exit code is the compiler's.
fn compile(tool: Tool, words: &[OsString]) -> anyhow::Result<u8> {
    Ok(builds::run(tool, words)?)
}

/// The compiler that is stood in for, and its words, none of which are for us.
fn compiler_call() -> Option<(Tool, Vec<OsString>)> {
    let mut words = std::env::args_os().skip(1);
    let tool = match words.next()?.to_str()? {
        "cc" => Tool::C,
        "c++" => Tool::Cpp,
        _ => return None,
    };
    Some((tool, words.collect()))
}

fn main() -> ExitCode {
    if let Some((tool, words)) = compiler_call() {
        return ended(compile(tool, &words));
    }
    let matches = CommandLine::command().get_matches_from(spelled_out(std::env::args_os()));
    let arguments = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // With a handler, a file that grows too large is an error of the write instead of the end.
    let too_large = std::sync::Arc::default();
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, too_large);
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(&arguments.log))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let result = match arguments.command {
        Command::Explore(options) => explore_command::run(*options),
        Command::Reach(options) => explore_command::run(options.into_explore()),
        Command::Scan(options) => {
            let matches = matches.subcommand().map(|(_, given)| given);
            scan::run(*options, matches.unwrap_or(&ArgMatches::default()))
        }
        Command::Resume(options) => resume_command::run(&options),
        Command::Show(options) => show::run(&options),
        Command::Report(options) => html::run(&options),
        Command::Replay(options) => commands::replay::run(&options),
        Command::Run(options) => commands::run::run(&options),
        Command::CCompiler(options) => compile(Tool::C, &options.words),
        Command::CppCompiler(options) => compile(Tool::Cpp, &options.words),
        Command::Query(options) => commands::query::run(&options),
        Command::Ir(options) => commands::ir::run(&options),
        Command::JavaApi(options) => java::write_interface(&options.directory),
        Command::ExplainStrategy(options) => commands::explain_strategy::run(&options),
    };
    ended(result)
}

/// An error with what it comes of; some say that themselves.
fn in_words(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// The exit code of a command.
fn ended(result: anyhow::Result<u8>) -> ExitCode {
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let text = in_words(&error);
            eprintln!("wayfarer: {}", terminal::printable(&text));
            let usage = error.downcast_ref::<Usage>().is_some();
            ExitCode::from(if usage {
                exit::USAGE
            } else {
                exit::COULD_NOT_RUN
            })
        }
    }
}
