//! Results of a unit whose code has moved in its file are told its new lines.

use super::code::{FirstLines, FunctionCode, ProgramCode};
use super::refuted::SHALLOWER;
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use store::Moved;

/// Records of a tracefile that begin with a line.
const PLACED: [&str; 3] = ["DA", "BRDA", "FN"];

/// That of a unit, in its directory.
const TRACEFILE: &str = "coverage.lcov";

/// Where functions were, and where they are.
pub struct Moves<'a> {
    before: BTreeMap<String, FunctionCode>,
    lines: FirstLines,
    code: &'a ProgramCode,
}

impl<'a> Moves<'a> {
    /// From where functions were to where they are.
    pub fn new(before: BTreeMap<String, FunctionCode>, code: &'a ProgramCode) -> Moves<'a> {
        Moves {
            lines: FirstLines::of(&before),
            before,
            code,
        }
    }

    /// Gives the results in a directory the lines that their functions have now.
    ///
    /// # Errors
    /// If they cannot be read or written.
    pub fn apply(&self, directory: &Path) -> anyhow::Result<()> {
        // Nothing is where it was not, or is what it was not.
        if self.before == self.code.functions {
            return Ok(());
        }
        if !self.any() {
            return self.place_tracefile(&directory.join(TRACEFILE));
        }
        let entries =
            std::fs::read_dir(directory).with_context(|| directory.display().to_string())?;
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let context = || path.display().to_string();
            if name == TRACEFILE {
                self.place_tracefile(&path)?;
            } else if name == "summary.json"
                || name == SHALLOWER
                || name.starts_with("test") && name.ends_with(".json")
            {
                let text = std::fs::read_to_string(&path).with_context(context)?;
                let mut value: Value = serde_json::from_str(&text).with_context(context)?;
                self.places(&mut value);
                std::fs::write(&path, format!("{value:#}\n")).with_context(context)?;
            }
        }
        if store::exists(directory) {
            store::move_places(directory, self)?;
        }
        Ok(())
    }

    /// True if a function that is what it was is elsewhere in its file.
    fn any(&self) -> bool {
        self.before.iter().any(|(name, then)| {
            let now = self.code.functions.get(name);
            now.is_some_and(|now| now.hash == then.hash && now.line != then.line)
        })
    }

    /// Gives the lines of a tracefile, if there is one, their places.
    fn place_tracefile(&self, path: &Path) -> anyhow::Result<()> {
        if !path.exists() {
            return Ok(());
        }
        let context = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(context)?;
        std::fs::write(path, self.tracefile(&text)).with_context(context)
    }

    /// Where a line is now; `None` if the function that it belongs to is another one.
    fn line_now(&self, file: &str, line: u32) -> Option<u32> {
        let Some((name, first)) = self.lines.function_at(file, line) else {
            return Some(line);
        };
        let now = self.code.functions.get(name)?;
        let then = self.before.get(name)?;
        (now.hash == then.hash).then(|| (line - first).saturating_add(now.line))
    }

    /// A tracefile of lcov, without the lines of functions that are others now: the unit has not executed them.
    fn tracefile(&self, text: &str) -> String {
        let mut file = String::new();
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("SF:") {
                path.clone_into(&mut file);
            }
            let record = line.split_once(':').filter(|(tag, _)| PLACED.contains(tag));
            let placed = record.and_then(|(tag, rest)| {
                let (number, rest) = rest.split_once(',')?;
                Some((tag, number.parse().ok()?, rest))
            });
            let Some((tag, number, rest)) = placed else {
                out.push_str(line);
                out.push('\n');
                continue;
            };
            if let Some(now) = self.line_now(&file, number) {
                let _ = writeln!(out, "{tag}:{now},{rest}");
            }
        }
        out
    }
}

impl Moved for Moves<'_> {
    /// What the unit depends on is what it was: other places stay.
    fn line(&self, file: &str, line: u32) -> u32 {
        self.line_now(file, line).unwrap_or(line)
    }

    fn places(&self, value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(|it| self.places(it)),
            Value::Object(all) => {
                all.values_mut().for_each(|it| self.places(it));
                let file = all.get("file").and_then(Value::as_str).map(str::to_owned);
                let line = all.get("line").and_then(Value::as_u64);
                if let (Some(file), Some(line)) = (file, line) {
                    let now = self.line(&file, line as u32);
                    all.insert("line".to_owned(), now.into());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_move_with_their_functions() {
        let at = |line| {
            let code = |hash: &str, line| FunctionCode {
                hash: hash.to_owned(),
                file: "a.c".to_owned(),
                line,
            };
            let changed = if line == 10 { "old" } else { "new" };
            let functions = [("f", code("same", line)), ("g", code(changed, line + 10))];
            BTreeMap::from(functions.map(|(name, code)| (name.to_owned(), code)))
        };
        let code = ProgramCode {
            functions: at(13),
            ..ProgramCode::default()
        };
        let moves = Moves::new(at(10), &code);
        let text = "SF:a.c\nDA:9,1\nDA:11,0\nBRDA:12,0,1,-\nDA:21,0\nend_of_record\n";
        let moved = "SF:a.c\nDA:9,1\nDA:14,0\nBRDA:15,0,1,-\nend_of_record\n";
        assert_eq!(moves.tracefile(text), moved);
        let mut value = serde_json::json!({"findings": [{"file": "a.c", "line": 12}]});
        moves.places(&mut value);
        assert_eq!(value["findings"][0]["line"], 15);
    }

    #[test]
    fn any_layout_and_tracefile_is_read() {
        let layout = r#"{"f": {"hash": "same", "file": "a.c", "line": 10}, "g": {"hash": "old", "file": "a.c", "line": 20}}"#;
        let trace =
            "SF:a.c\nFN:10,f\nDA:9,1\nDA:4294967295,0\nBRDA:12,0,1,-\nDA:21,0\nend_of_record\n";
        let summary = r#"{"findings": [{"file": "a.c", "line": 12, "stack": [{"file": "a.c", "line": 4294967296}]}]}"#;
        let now: BTreeMap<String, FunctionCode> = serde_json::from_str(layout).expect("a layout");
        let mut code = ProgramCode {
            functions: now.clone(),
            ..ProgramCode::default()
        };
        for function in code.functions.values_mut() {
            function.line += 3;
        }
        mutants::check(&mutants::texts(&[layout, trace, summary]), 3_000, |bytes| {
            let before = serde_json::from_slice(bytes).unwrap_or_else(|_| now.clone());
            let moves = Moves::new(before, &code);
            moves.tracefile(trace);
            moves.tracefile(&String::from_utf8_lossy(bytes));
            if let Ok(mut value) = serde_json::from_slice(bytes) {
                moves.places(&mut value);
            }
        });
    }
}
