//! Text in Java sources.

use std::fmt::Write;

/// A string literal.
pub fn string(units: &[u16]) -> String {
    let mut out = String::from("\"");
    for (index, &unit) in units.iter().enumerate() {
        push_unit(&mut out, unit, units.get(index + 1).copied());
    }
    out.push('"');
    out
}

/// A unit as it stands in a literal. Escapes by `\u` are replaced before anything else is read: they
/// must not stand for line ends, quotes and the like.
pub fn push_unit(out: &mut String, unit: u16, next: Option<u16>) {
    let _ = match unit {
        0x09 => write!(out, "\\t"),
        0x0a => write!(out, "\\n"),
        0x0d => write!(out, "\\r"),
        0x22 => write!(out, "\\\""),
        0x5c => write!(out, "\\\\"),
        0x20..=0x7e => write!(out, "{}", unit as u8 as char),
        // A digit that follows would become part of a shorter octal escape.
        0..=0x1f if next.is_some_and(|next| (0x30..=0x39).contains(&next)) => {
            write!(out, "\\{unit:03o}")
        }
        0..=0x1f => write!(out, "\\{unit:o}"),
        unit => write!(out, "\\u{unit:04x}"),
    };
}

/// Text for a comment that goes to the end of the line.
pub fn comment(text: &str) -> String {
    // `\u` would be an escape in comments, too.
    text.chars()
        .map(|c| match c {
            '\\' => "\\\\".to_owned(),
            c if c.is_control() => format!("\\\\{:o}", c as u32),
            c => c.to_string(),
        })
        .collect::<String>()
        .replace("\\\\u", "\\\\ u")
}

#[cfg(test)]
mod tests {
    use super::comment;

    #[test]
    fn comments_stay_comments() {
        assert_eq!(comment("a\nb\\u000a"), "a\\\\12b\\\\ u000a");
    }
}
