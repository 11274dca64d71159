//! Words of a command line as the option parser knows them.

use std::ffi::OsString;

/// Options that Java's tools have spelled with one dash, as the option parser knows them. Those behind
/// the program's name are its own.
pub fn spelled_out(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = arguments.collect();
    let java = |argument: &&mut OsString| {
        ["-cp", "-classpath"]
            .iter()
            .any(|spelled| **argument == *spelled)
    };
    if let Some(found) = all.iter_mut().skip(2).find(java) {
        *found = "--class-path".into();
    }
    for argument in all
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
