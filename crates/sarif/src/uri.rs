//! Paths as URIs (RFC 8089, RFC 3986) and back.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The `file:` URI of an absolute path.
pub fn file_uri(path: &Path) -> String {
    format!("file://{}", relative_uri(path))
}

/// A path as a URI reference, relative if the path is.
pub fn relative_uri(path: &Path) -> String {
    let mut uri = String::new();
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => uri.push(char::from(byte)),
            b'/' | b'-' | b'.' | b'_' | b'~' | b'+' | b'@' | b',' | b'=' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The path that a URI or URI reference names; `None` if it is of no file.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let path = match uri.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("file") => {
            match rest.strip_prefix("//") {
                // Behind the name of the machine.
                Some(rest) => &rest[rest.find('/')?..],
                None => rest,
            }
        }
        Some((scheme, _)) if is_scheme(scheme) => return None,
        _ => uri,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    (!path.is_empty()).then(|| decoded(path))
}

/// True for what begins a URI; a single letter is a drive.
fn is_scheme(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    text.len() > 1
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(is_letter)
}

fn decoded(path: &str) -> PathBuf {
    let bytes = path.as_bytes();
    let mut all = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                all.push(byte);
                at += 3;
            }
            None => {
                all.push(bytes[at]);
                at += 1;
            }
        }
    }
    PathBuf::from(OsString::from_vec(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_as_uris() {
        for path in ["/a b/ü.c", "/x%41/y#1.c", "/plain/a-b_c.c"] {
            assert_eq!(
                path_of(&file_uri(Path::new(path))),
                Some(path.into()),
                "{path}"
            );
        }
        assert_eq!(file_uri(Path::new("/a b/c.c")), "file:///a%20b/c.c");
        let relative = relative_uri(Path::new("src/a b.c"));
        assert_eq!(path_of(&relative), Some("src/a b.c".into()));
    }

    #[test]
    fn what_tools_write_is_understood() {
        let path = |uri: &str| path_of(uri).map(|path| path.display().to_string());
        assert_eq!(path("file:///x/y.c").as_deref(), Some("/x/y.c"));
        assert_eq!(path("file:/x/y.c").as_deref(), Some("/x/y.c"));
        assert_eq!(path("file://machine/x/y.c").as_deref(), Some("/x/y.c"));
        assert_eq!(path("src/y.c#L3").as_deref(), Some("src/y.c"));
        assert_eq!(path("100%.c").as_deref(), Some("100%.c"));
        assert_eq!(path("https://example.org/y.c"), None);
        assert_eq!(path("file://machine"), None);
        assert_eq!(path(""), None);
    }

    #[test]
    fn any_path_survives_and_any_uri_is_read() {
        let texts = [
            "/a b/%41ü.c",
            "file://machine/x%2fy.c?a#b",
            "https://x/y.c",
            "src/y.c#L3",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            path_of(&String::from_utf8_lossy(bytes));
            let path = PathBuf::from(OsString::from_vec([b"/", bytes].concat()));
            assert_eq!(path_of(&file_uri(&path)), Some(path));
        });
    }
}
