//! What is kept of a visit beside its directory, and when it still holds.

use super::code::{FirstLines, FunctionCode, ProgramCode};
use super::units::{Unit, Units};
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The format of these files.
const VERSION: u32 = 1;

/// A visit of a unit, as it stands in `units/NAME.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Visit {
    pub version: u32,
    /// Hash of the options, and of Wayfarer's version.
    pub options: String,
    /// [`Units::shape`] and [`Unit::inputs`].
    pub shape: String,
    pub inputs: String,
    /// The code that it has executed or may execute.
    pub functions: BTreeMap<String, FunctionCode>,
    /// Seconds of exploration.
    pub seconds: f64,
    pub state: VisitState,
}

/// How far a visit has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VisitState {
    /// It was begun, and has not come back.
    Begun,
    /// It is over.
    Done,
    /// It could not be made, for this reason.
    Failed(String),
}

/// Where a unit stands in this scan.
#[derive(Clone, Debug)]
pub enum Standing {
    /// Not visited yet.
    New,
    /// Begun by an earlier scan that did not come to its end.
    Begun,
    /// Visited by an earlier scan, and nothing that it depends on has changed since.
    Kept(Visit),
    /// Visited by this one.
    Visited(Visit),
}

/// Where all units stand, in their order.
pub struct ScanRecord {
    units: PathBuf,
    options: String,
    pub standing: Vec<Standing>,
}

impl ScanRecord {
    /// What earlier scans have left in a directory. Results whose code has moved in its file are told its new
    /// lines.
    ///
    /// # Errors
    /// If results cannot be read or written.
    pub fn open(directory: &Path, units: &Units, options: &str) -> anyhow::Result<ScanRecord> {
        let mut record = ScanRecord {
            units: directory.join(crate::output::UNITS),
            options: options.to_owned(),
            standing: Vec::new(),
        };
        for unit in &units.list {
            let standing = record.standing_of(units, unit)?;
            record.standing.push(standing);
        }
        Ok(record)
    }

    fn standing_of(&self, units: &Units, unit: &Unit) -> anyhow::Result<Standing> {
        let path = self.file(unit);
        let Ok(text) = std::fs::read_to_string(&path) else {
            return Ok(Standing::New);
        };
        // A file that was cut off, or is of another version, is as none.
        let Ok(mut visit) = serde_json::from_str::<Visit>(&text) else {
            return Ok(Standing::New);
        };
        if !self.holds(&visit, units, unit) {
            return Ok(Standing::New);
        }
        match visit.state {
            VisitState::Begun => Ok(Standing::Begun),
            // What was in the way may be gone.
            VisitState::Failed(_) => Ok(Standing::New),
            VisitState::Done => {
                if moved(&visit, &units.code) {
                    self.move_results(unit, &visit, &units.code)?;
                    visit.functions = functions(&units.code, visit.functions.keys());
                    self.write(unit, &visit)?;
                }
                Ok(Standing::Kept(visit))
            }
        }
    }

    fn holds(&self, visit: &Visit, units: &Units, unit: &Unit) -> bool {
        let same = |(name, then): (&String, &FunctionCode)| {
            let now = units.code.functions.get(name);
            now.is_some_and(|now| now.hash == then.hash)
        };
        visit.version == VERSION
            && visit.options == self.options
            && visit.shape == units.shape
            && visit.inputs == unit.inputs
            && visit.functions.iter().all(same)
    }

    fn file(&self, unit: &Unit) -> PathBuf {
        self.units.join(format!("{}.json", unit.directory()))
    }

    fn write(&self, unit: &Unit, visit: &Visit) -> anyhow::Result<()> {
        let path = self.file(unit);
        let partial = path.with_extension("tmp");
        let text = serde_json::to_string_pretty(visit)?;
        std::fs::write(&partial, text)
            .and_then(|()| std::fs::rename(&partial, &path))
            .with_context(|| path.display().to_string())
    }

    /// Keeps how far a visit has come. `executed` are the functions that it depends on.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep<'a>(
        &self,
        units: &Units,
        unit: &Unit,
        executed: impl Iterator<Item = &'a String>,
        (seconds, state): (f64, VisitState),
    ) -> anyhow::Result<Visit> {
        let visit = Visit {
            version: VERSION,
            options: self.options.clone(),
            shape: units.shape.clone(),
            inputs: unit.inputs.clone(),
            functions: functions(&units.code, executed),
            seconds,
            state,
        };
        self.write(unit, &visit)?;
        Ok(visit)
    }

    /// Gives results the lines that their functions have now.
    fn move_results(&self, unit: &Unit, visit: &Visit, code: &ProgramCode) -> anyhow::Result<()> {
        let moves = Moves {
            before: FirstLines::of(&visit.functions),
            code,
        };
        let directory = self.units.join(unit.directory());
        let entries =
            std::fs::read_dir(&directory).with_context(|| directory.display().to_string())?;
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let context = || path.display().to_string();
            if name == "coverage.lcov" {
                let text = std::fs::read_to_string(&path).with_context(context)?;
                std::fs::write(&path, moves.tracefile(&text)).with_context(context)?;
            } else if name == "summary.json" || name.starts_with("test") && name.ends_with(".json")
            {
                let text = std::fs::read_to_string(&path).with_context(context)?;
                let mut value: Value = serde_json::from_str(&text).with_context(context)?;
                moves.places(&mut value);
                std::fs::write(&path, format!("{value:#}\n")).with_context(context)?;
            }
        }
        Ok(())
    }
}

/// Of functions by name.
fn functions<'a>(
    code: &ProgramCode,
    names: impl Iterator<Item = &'a String>,
) -> BTreeMap<String, FunctionCode> {
    names
        .filter_map(|name| Some((name.clone(), code.functions.get(name)?.clone())))
        .collect()
}

/// True if a function is somewhere else now.
fn moved(visit: &Visit, code: &ProgramCode) -> bool {
    let mut known = visit.functions.iter();
    known.any(|(name, then)| {
        let now = code.functions.get(name);
        now.is_some_and(|now| now.line != then.line)
    })
}

/// Where functions were, and where they are.
struct Moves<'a> {
    before: FirstLines,
    code: &'a ProgramCode,
}

impl Moves<'_> {
    fn line(&self, file: &str, line: u32) -> u32 {
        let Some((name, first)) = self.before.function_at(file, line) else {
            return line;
        };
        match self.code.functions.get(name) {
            Some(now) => line - first + now.line,
            None => line,
        }
    }

    /// Everything that has a file and a line.
    fn places(&self, value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(|it| self.places(it)),
            Value::Object(all) => {
                all.values_mut().for_each(|it| self.places(it));
                let file = all.get("file").and_then(Value::as_str).map(str::to_owned);
                let line = all.get("line").and_then(Value::as_u64);
                if let (Some(file), Some(line)) = (file, line) {
                    all.insert("line".to_owned(), self.line(&file, line as u32).into());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// A tracefile of lcov.
    fn tracefile(&self, text: &str) -> String {
        let mut file = String::new();
        let mut out = String::with_capacity(text.len());
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("SF:") {
                path.clone_into(&mut file);
            }
            let record = line
                .split_once(':')
                .filter(|(tag, _)| ["DA", "BRDA", "FN"].contains(tag));
            let moved = record.and_then(|(tag, rest)| {
                let (number, rest) = rest.split_once(',')?;
                let number = self.line(&file, number.parse().ok()?);
                Some(format!("{tag}:{number},{rest}"))
            });
            out.push_str(moved.as_deref().unwrap_or(line));
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_move_with_their_functions() {
        let at = |line| {
            let code = FunctionCode {
                hash: String::new(),
                file: "a.c".to_owned(),
                line,
            };
            BTreeMap::from([("f".to_owned(), code)])
        };
        let code = ProgramCode { functions: at(13) };
        let moves = Moves {
            before: FirstLines::of(&at(10)),
            code: &code,
        };
        let text = "SF:a.c\nDA:9,1\nDA:11,0\nBRDA:12,0,1,-\nend_of_record\n";
        let moved = "SF:a.c\nDA:9,1\nDA:14,0\nBRDA:15,0,1,-\nend_of_record\n";
        assert_eq!(moves.tracefile(text), moved);
        let mut value = serde_json::json!({"findings": [{"file": "a.c", "line": 12}]});
        moves.places(&mut value);
        assert_eq!(value["findings"][0]["line"], 15);
    }
}
