//! Words of a command line as the option parser knows them.

use std::ffi::OsString;

/// Options that Java's tools have spelled with one dash, as the option parser knows them. Those behind
/// the program's name are its own.
pub fn spelled_out(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = arguments.collect();
    let end = end_of_options(&all);
    let java = |argument: &&mut OsString| {
        ["-cp", "-classpath"]
            .iter()
            .any(|spelled| **argument == *spelled)
    };
    if let Some(found) = all[..end].iter_mut().skip(2).find(java) {
        *found = "--class-path".into();
    }
    for argument in all[..end]
        .iter_mut()
        .skip(2)
        .take_while(|a| a.as_encoded_bytes().starts_with(b"-"))
    {
        if argument == "-ea" {
            *argument = "--enable-assertions".into();
        }
    }
    all
}

/// Options of `run` that have a value as the next word.
const WITH_VALUE: [&str; 11] = [
    "--log",
    "-cp",
    "-classpath",
    "--class-path",
    "--cp",
    "--with",
    "--cflags",
    "--optimise",
    "--spec",
    "--jdk",
    "--sourcepath",
];

/// Where words may no longer be ours: of `run`, behind the program.
fn end_of_options(all: &[OsString]) -> usize {
    if all.get(1).is_none_or(|command| command != "run") {
        return all.len();
    }
    let mut at = 2;
    while let Some(word) = all.get(at)
        && word.as_encoded_bytes().starts_with(b"-")
    {
        at += 1 + usize::from(WITH_VALUE.iter().any(|option| word == option));
    }
    at.min(all.len())
}
