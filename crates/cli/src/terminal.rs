//! What the user reads. Texts of programs under test (messages of exceptions, names of files, output) may hold
//! anything, and a terminal obeys what it is sent.

use crate::cpp_names;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;

/// Prints a text with its control characters escaped.
///
/// # Errors
/// If it cannot be written. A reader that has gone away (`| head`) wants no more: that is none.
pub fn print(text: &str) -> std::io::Result<()> {
    match std::io::stdout().write_all(printable(text).as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// A text with its control characters, but for the ends of lines and tabulators, as `\u{1b}`, and mangled names of C++
/// as in the source.
pub fn printable(text: &str) -> Cow<'_, str> {
    match cpp_names::readable(text) {
        Cow::Borrowed(text) => without_control(text),
        Cow::Owned(text) => Cow::Owned(without_control(&text).into_owned()),
    }
}

fn without_control(text: &str) -> Cow<'_, str> {
    let is_control = |it: char| it.is_control() && it != '\n' && it != '\t';
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match is_control(character) {
            true => {
                let _ = write!(out, "{}", character.escape_unicode());
            }
            false => out.push(character),
        }
    }
    Cow::Owned(out)
}
