//! What a unified diff changes, as diff(1) and git(1) write it: lines of the new files.

use super::elsewhere::{FileWishes, Wish};
use anyhow::{Context, bail};
use std::io::Read;
use std::path::Path;

/// What a patch changes; `-` is the standard input.
///
/// # Errors
/// If it cannot be read, or is no patch.
pub fn read(path: &Path) -> anyhow::Result<Vec<FileWishes>> {
    let mut bytes = Vec::new();
    match path == Path::new("-") {
        true => std::io::stdin().read_to_end(&mut bytes).map(drop),
        false => std::fs::read(path).map(|read| bytes = read),
    }
    .with_context(|| path.display().to_string())?;
    // Sources may have any encoding; only their lines count.
    let text = String::from_utf8_lossy(&bytes);
    parse(&text).with_context(|| path.display().to_string())
}

/// A hunk being read.
struct Hunk {
    /// Lines of the old and the new file that are still to come.
    old: u32,
    new: u32,
    /// The next line of the new file.
    line: u32,
    /// Lines were removed, and none was added in their place so far.
    removed: bool,
}

/// What the text of a patch changes.
///
/// # Errors
/// If it is no patch.
pub fn parse(text: &str) -> anyhow::Result<Vec<FileWishes>> {
    let mut files: Vec<FileWishes> = Vec::new();
    let mut hunk: Option<Hunk> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(open) = &mut hunk {
            let file = files.last_mut().context("a hunk without a file")?;
            let read = match line.as_bytes().first() {
                Some(b'+') => open.add(file),
                Some(b'-') => open.remove(),
                // An empty line of context may have lost its space.
                Some(b' ') | None => open.keep(file),
                Some(b'\\') => Some(()),
                Some(_) => None,
            };
            read.with_context(|| format!("line {}: the hunk ends otherwise", number + 1))?;
            if open.old == 0 && open.new == 0 {
                open.settle(file);
                hunk = None;
            }
            continue;
        }
        if let Some(path) = line.strip_prefix("+++ ") {
            files.push(FileWishes {
                path: path_of(path),
                wishes: Vec::new(),
            });
        } else if line.starts_with("@@ ") {
            let begun = Hunk::begin(line);
            let begun = begun.with_context(|| format!("line {}: not a hunk", number + 1))?;
            if files.is_empty() {
                bail!("line {}: a hunk without a file", number + 1);
            }
            hunk = Some(begun);
        } else if line.starts_with("@@@ ") {
            bail!("a merge: give its difference to one of its parents");
        }
    }
    if hunk.is_some() {
        bail!("it is cut off");
    }
    if files.is_empty() {
        bail!("not a unified diff");
    }
    files.retain(|file| !file.wishes.is_empty() && file.path != "/dev/null");
    Ok(files)
}

/// The path of a new file without its time, git's quotes, and the prefix that git gives it.
fn path_of(text: &str) -> String {
    let text = text.split('\t').next().unwrap_or_default().trim_end();
    let text = match text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        Some(quoted) => unquoted(quoted),
        None => text.to_owned(),
    };
    let prefixes = ["b/", "w/", "i/", "c/", "o/"];
    let plain = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix));
    plain.unwrap_or(&text).to_owned()
}

/// A path as git quotes it: `\"`, `\\`, bytes in octal.
fn unquoted(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(first @ b'0'..=b'3') => {
                let mut value = first - b'0';
                for digit in rest.by_ref().take(2) {
                    value = value.wrapping_mul(8).wrapping_add(digit.wrapping_sub(b'0'));
                }
                bytes.push(value);
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Hunk {
    /// `@@ -1,2 +3,4 @@`.
    fn begin(line: &str) -> Option<Hunk> {
        let mut words = line.split(' ').skip(1);
        let range = |word: &str, sign: char| {
            let word = word.strip_prefix(sign)?;
            let (line, count) = word.split_once(',').unwrap_or((word, "1"));
            Some((line.parse::<u32>().ok()?, count.parse::<u32>().ok()?))
        };
        let (_, old) = range(words.next()?, '-')?;
        let (line, new) = range(words.next()?, '+')?;
        // Where nothing is left, the line before is named.
        let line = if new == 0 { line.checked_add(1)? } else { line };
        // Lines are counted from 1, and the last one has a number, too.
        if line == 0 || line.checked_add(new).is_none() {
            return None;
        }
        Some(Hunk {
            old,
            new,
            line,
            removed: false,
        })
    }

    /// A line that is new; `None` if there should be none.
    fn add(&mut self, file: &mut FileWishes) -> Option<()> {
        self.new = self.new.checked_sub(1)?;
        file.wishes.push(Wish::Line(self.line));
        file.wishes.push(Wish::Sides(self.line));
        self.line += 1;
        self.removed = false;
        Some(())
    }

    /// A line that is gone; `None` if there should be none.
    fn remove(&mut self) -> Option<()> {
        self.old = self.old.checked_sub(1)?;
        self.removed = true;
        Some(())
    }

    /// A line of both files; `None` if there should be none.
    fn keep(&mut self, file: &mut FileWishes) -> Option<()> {
        self.settle(file);
        self.old = self.old.checked_sub(1)?;
        self.new = self.new.checked_sub(1)?;
        self.line += 1;
        Some(())
    }

    /// Where lines were only removed, what follows them is what changed.
    fn settle(&mut self, file: &mut FileWishes) {
        if std::mem::take(&mut self.removed)
            && file.wishes.last() != Some(&Wish::Sides(self.line - 1))
        {
            file.wishes.push(Wish::Next(self.line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_read_or_refused() {
        let texts = [
            "--- a/old.c\n+++ b/new.c\n@@ -1,4 +1,4 @@ int f()\n a\n-b\n+B\n c\n d\n@@ -10,3 +10,2 @@\n x\n-y\n z\n",
            "@@ -20,2 +18,0 @@\n-u\n-v\n--- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n--- not a header\n",
            "--- \"a/\\303\\274.c\"\n+++ \"b/\\303\\274.c\"\t2026-01-01\n@@ -0,0 +1,2 @@\n+++ x\n+2\n\\ No newline\n",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let _ = parse(&String::from_utf8_lossy(bytes));
        });
    }

    #[test]
    fn new_lines_count_and_what_follows_lines_that_are_gone() {
        let text = "commit 1\ndiff --git a/old.c b/new.c\nsimilarity index 90%\nrename from old.c\n\
                    rename to new.c\n--- a/old.c\n+++ b/new.c\n@@ -1,4 +1,4 @@ int f()\n a\n-b\n+B\n c\n d\n\
                    @@ -10,3 +10,2 @@\n x\n-y\n z\n@@ -20,2 +18,0 @@\n-u\n-v\ndiff --git a/gone.c b/gone.c\n\
                    --- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n--- not a header\n\
                    --- \"a/\\303\\274.c\"\n+++ \"b/\\303\\274.c\"\t2026-01-01\n@@ -0,0 +1,2 @@\n+++ not a header\n+2\n\
                    \\ No newline at end of file\n";
        let files = parse(text).expect("it is a patch");
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["new.c", "ü.c"]);
        let expected = [
            Wish::Line(2),
            Wish::Sides(2),
            Wish::Next(11),
            Wish::Next(19),
        ];
        assert_eq!(files[0].wishes, expected);
        assert_eq!(files[1].wishes.len(), 4);
        assert!(parse("nothing").is_err());
        let hunk = |head: &str| parse(&format!("+++ b/a.c\n{head}\n-x\n y\n+z\n"));
        assert!(hunk("@@ -1,2 +1,2 @@").is_ok());
        // Lines of no file, and more lines than are said.
        for wrong in [
            "@@ -1,2 +0,2 @@",
            "@@ -1,2 +4294967295,2 @@",
            "@@ -1,1 +1,2 @@",
        ] {
            assert!(hunk(wrong).is_err(), "{wrong}");
        }
        assert!(parse("+++ b/a.c\n@@ -1 +4294967295,0 @@\n-x\n").is_err());
        assert!(parse("+++ b/a.c\n@@ -1,2 +1,2 @@\n x\n").is_err());
    }
}
