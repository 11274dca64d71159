//! Why a target is not in a program.

use super::spec::Position;
use ir::ErrorKind;

/// File names that a message lists at the most.
const LISTED: usize = 20;

/// Why there is nothing that a target means.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// Nothing of what another tool names is in the program.
    #[error("there is nothing to reach{}", notes.iter().map(|note| format!("; {note}")).collect::<String>())]
    Nothing { notes: Vec<String> },
    #[error("the program has no debug information (compile it with -g)")]
    NoDebugInformation,
    #[error(
        "no code of the program is in such a file; there is code in {}",
        listed(sources)
    )]
    NoSuchFile { sources: Vec<String> },
    #[error("no code of the program is in {file}")]
    NotAFile { file: String },
    #[error("the result names no file and line")]
    NoPlace,
    #[error("there is no code in that file")]
    NoCodeInFile,
    #[error(
        "there is no code in that line; the nearest are {}",
        joined(nearest, " and ")
    )]
    NoCodeInLine { nearest: Vec<u32> },
    #[error("there is code at columns {} of that line", joined(columns, ", "))]
    OtherColumns { columns: Vec<u32> },
    #[error("class files tell lines, no columns")]
    NoColumns,
    #[error("there is no branch")]
    NoBranch,
    #[error("there are branches at {} of that line", joined(columns, ", "))]
    OtherBranches { columns: Vec<u32> },
    #[error(
        "there are branches {} {}: say which, as in {}:{}:{}:{side}",
        if *has_columns { "at columns" } else { "with the numbers" },
        joined(columns, ", "), position.file, position.line, columns[0]
    )]
    SeveralBranches {
        has_columns: bool,
        columns: Vec<u32>,
        position: Position,
        side: bool,
    },
    #[error(
        "{} which side is which; a line of that side can be a target",
        if *has_columns { "the text does not tell (a macro, an optimised program, operators that are not looked into)" } else { "the class file does not tell" }
    )]
    UnknownSides { has_columns: bool },
    #[error("the program has no such function")]
    NoSuchFunction,
    #[error("the function has no body")]
    NoBody,
    #[error("a function of the library, whose source is not there")]
    OfLibrary,
    #[error("the program has no such method")]
    NoSuchMethod,
    #[error("a class: which method? (CLASS.METHOD)")]
    IsClass,
    #[error("not a method with code of a class on the class path")]
    NotOfUser,
    #[error(transparent)]
    Method(#[from] jvm::JvmError),
    #[error("the program has no place that can make such an error")]
    NoSuchError,
    #[error(
        "Java programs make no such errors: what nobody catches is error:{}",
        ErrorKind::UncaughtException.name()
    )]
    NotInJava,
}

fn joined(numbers: &[u32], separator: &str) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(separator)
}

fn listed(names: &[String]) -> String {
    let first = &names[..names.len().min(LISTED)];
    match names.len() > LISTED {
        true => format!("{} and {} more", first.join(", "), names.len() - LISTED),
        false => first.join(", "),
    }
}
