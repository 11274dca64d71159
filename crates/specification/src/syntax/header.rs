//! Specifications in headers of C: in comments that begin with `/*@wayfarer`, about functions that the header declares.

use super::declaration;
use crate::error::position;
use crate::model::Function;

/// How a comment begins that has specifications.
const MARK: &str = "/*@wayfarer";

/// What a header has for specifications.
pub(super) struct Header {
    /// What stands in its comments for them, each byte in its place, with spaces in place of all else.
    pub(super) text: String,
    /// The functions that it declares of those that are named there.
    pub(super) functions: Vec<Function>,
}

/// Reads a header.
pub(super) fn read(text: &str) -> Header {
    let (said, code) = apart(text);
    let words: Vec<&str> = said
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let declared = declarations(&code).into_iter().filter_map(|(at, text)| {
        let (line, _) = position(&code, at);
        declaration::function(&text, at, line).ok()
    });
    let functions = declared.filter(|it| it.method.is_none() && words.contains(&it.name.as_str()));
    Header {
        functions: functions.collect(),
        text: said,
    }
}

/// What is said in comments for specifications, and the code, each with spaces in place of the other and of other comments.
fn apart(text: &str) -> (String, String) {
    let mut said = String::with_capacity(text.len());
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (length, to_said, to_code) = if rest.starts_with(MARK) {
            let end = rest.find("*/").unwrap_or(rest.len());
            blank(&rest[..MARK.len()], &mut said);
            blank(&rest[..MARK.len()], &mut code);
            rest = &rest[MARK.len()..];
            (end - MARK.len(), true, false)
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            (end, false, false)
        } else if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false, false)
        } else if rest.starts_with(['"', '\'']) {
            (literal(rest), false, true)
        } else {
            let first = rest.chars().next().map_or(1, char::len_utf8);
            (first, false, true)
        };
        let (part, others) = rest.split_at(length);
        match to_said {
            true => said.push_str(part),
            false => blank(part, &mut said),
        }
        match to_code {
            true => code.push_str(part),
            false => blank(part, &mut code),
        }
        rest = match to_said {
            // The end of the comment.
            true => {
                let end = others.len().min(2);
                blank(&others[..end], &mut said);
                blank(&others[..end], &mut code);
                &others[end..]
            }
            false => others,
        };
    }
    (said, code)
}

/// Spaces in place of a text, of which lines stay.
fn blank(text: &str, out: &mut String) {
    out.extend(
        text.bytes()
            .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
    );
}

/// Bytes of a literal that a text begins with.
fn literal(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            // One that does not end on its line is none (an apostrophe behind `#error`).
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Declarations outside of braces that may be of functions which other files see, with the bytes at which they begin.
fn declarations(code: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0u32, 0);
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let begins_line = code[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0;
        if rest.starts_with('#') && begins_line {
            at += directive(rest);
            start = at;
            continue;
        }
        let next = rest.chars().next().unwrap_or(' ');
        match next {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let outside = depth == 0 || next == '{' && depth == 1;
        if matches!(next, ';' | '{' | '}') && outside {
            let text = &code[start..at];
            let begins = start + text.len() - text.trim_start().len();
            let words = text.split_whitespace().filter(|word| *word != "extern");
            let text = words.collect::<Vec<_>>().join(" ");
            let other = ["static ", "typedef "]
                .iter()
                .any(|it| text.starts_with(it));
            if next == ';' && !other && text.ends_with(')') {
                all.push((begins, text));
            }
            start = at + 1;
        }
        at += next.len_utf8();
    }
    all
}

/// Bytes of a line for the preprocessor, which goes on behind a backslash.
fn directive(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'\n' && !escaped {
            return at;
        }
        escaped = byte == b'\\' || escaped && byte == b'\r';
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#ifndef A_H /* it's */\n#define A_H \\\n  int none(int);\nextern \"C\" {\n#endif\n\
        struct lock { int held; };\ntypedef int (*way)(int);\nextern int take(struct lock *m); // int other(void);\n\
        static inline int own(int n) { return n; }\nint released(int n);\n/*@wayfarer\nspecification s for struct \
        lock *m {\n  event taken = call take(m);\n  caller: always !taken;\n}\n*/\nvoid release(struct lock *m);\n";

    #[test]
    fn declarations_and_what_is_said_of_them_are_told_apart() {
        let header = read(&TEXT.replace("extern \"C\" {\n", ""));
        let names: Vec<(&str, usize)> = header
            .functions
            .iter()
            .map(|it| (it.name.as_str(), it.line))
            .collect();
        assert_eq!(names, [("take", 7)]);
        assert!(header.text.trim_start().starts_with("specification s"));
        let line = header
            .text
            .lines()
            .position(|it| it.contains("event taken"));
        assert_eq!(line, Some(11));
    }

    #[test]
    fn any_text_is_read() {
        mutants::check(&mutants::texts(&[TEXT]), 2_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let header = read(&text);
            assert_eq!(
                header.text.lines().count(),
                text.replace('\r', " ").lines().count()
            );
        });
    }
}
