//! What is kept of a visit beside its directory, and when it still holds.

use super::code::{FirstLines, FunctionCode, ProgramCode};
use super::dependencies::before_visit;
use super::fingerprint::hash;
use super::refuted::SHALLOWER;
use super::units::{Unit, Units};
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The format of these files.
const VERSION: u32 = 2;
/// How names of files begin that say where functions are.
const LAYOUT: &str = ".layout-";
/// Records of a tracefile that begin with a line.
const PLACED: [&str; 3] = ["DA", "BRDA", "FN"];

/// A visit of a unit, as it stands in `units/NAME.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Visit {
    pub version: u32,
    /// Hash of the options, and of Wayfarer's version.
    pub options: String,
    /// [`Units::shape`] and [`Unit::inputs`].
    pub shape: String,
    pub inputs: String,
    /// Hashes of the functions that it has executed or may execute.
    pub functions: BTreeMap<String, String>,
    /// The file with all functions of the program as it was then: where code stands that its results speak of.
    pub layout: String,
    /// Seconds of exploration.
    pub seconds: f64,
    pub state: VisitState,
}

/// How far a visit has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VisitState {
    /// A scan had no time left for it.
    Left,
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
    /// Not visited, as an earlier scan had no time left for it; it has not changed since.
    Left,
    /// Visited by an earlier scan, and something that it depends on is another now.
    Changed {
        /// Seconds for which it was explored.
        seconds: f64,
    },
    /// Begun by an earlier scan that did not come to its end.
    Begun,
    /// Visited by an earlier scan, and nothing that it depends on has changed since.
    Kept(Visit),
    /// Visited by this one.
    Visited(Visit),
}

impl Standing {
    /// True if there are results that are as the code is now.
    pub fn has_results(&self) -> bool {
        match self {
            Standing::Kept(_) => true,
            Standing::Visited(visit) => !matches!(visit.state, VisitState::Failed(_)),
            Standing::New | Standing::Left | Standing::Changed { .. } | Standing::Begun => false,
        }
    }
}

/// Where all units stand, in their order.
pub struct ScanRecord {
    units: PathBuf,
    options: String,
    /// [`Visit::layout`] of visits that are made now.
    layout: String,
    /// Units were visited by an earlier scan that are others now.
    has_changed: bool,
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
            layout: String::new(),
            has_changed: false,
            standing: Vec::new(),
        };
        record.layout = record.write_layout(&units.code)?;
        for unit in &units.list {
            let standing = record.standing_of(units, unit)?;
            record.has_changed |= matches!(standing, Standing::Changed { .. });
            record.standing.push(standing);
        }
        Ok(record)
    }

    /// Keeps which units there was no time for, so that they are not taken for what an edit has made. Those of a scan
    /// after an edit may be just that.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_left(&mut self, units: &Units) -> anyhow::Result<()> {
        if self.has_changed {
            return Ok(());
        }
        for (number, unit) in units.list.iter().enumerate() {
            if matches!(self.standing[number], Standing::New) {
                let needed = before_visit(unit, units);
                self.keep(units, unit, needed.iter(), (0.0, VisitState::Left))?;
                self.standing[number] = Standing::Left;
            }
        }
        Ok(())
    }

    /// Keeps where all functions are; gives the name of the file.
    fn write_layout(&self, code: &ProgramCode) -> anyhow::Result<String> {
        let text = serde_json::to_string(&code.functions)?;
        let name = format!("{LAYOUT}{}", &hash(&text)[..16]);
        let path = self.units.join(&name);
        if !path.is_file() {
            write_whole(&path, &text)?;
        }
        Ok(name)
    }

    fn read_layout(&self, name: &str) -> Option<BTreeMap<String, FunctionCode>> {
        let text = std::fs::read_to_string(self.units.join(name)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Removes layouts that no visit speaks of any more.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn remove_old_layouts(&self) -> anyhow::Result<()> {
        let context = || self.units.display().to_string();
        let (mut layouts, mut named) = (Vec::new(), BTreeSet::from([self.layout.clone()]));
        for entry in std::fs::read_dir(&self.units).with_context(context)? {
            let path = entry.with_context(context)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(LAYOUT) {
                layouts.push(path);
            } else if path.extension().is_some_and(|it| it == "json") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let visit = serde_json::from_str::<Visit>(&text);
                named.extend(visit.map(|visit| visit.layout));
            }
        }
        for path in layouts {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !named.contains(&*name) {
                std::fs::remove_file(&path).with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
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
        if visit.version != VERSION || visit.options != self.options {
            return Ok(Standing::New);
        }
        if !holds(&visit, units, unit) {
            return Ok(match visit.state {
                VisitState::Left | VisitState::Failed(_) => Standing::New,
                VisitState::Begun | VisitState::Done => Standing::Changed {
                    seconds: visit.seconds,
                },
            });
        }
        match visit.state {
            VisitState::Left => Ok(Standing::Left),
            VisitState::Begun => Ok(Standing::Begun),
            // What was in the way may be gone.
            VisitState::Failed(_) => Ok(Standing::New),
            VisitState::Done => {
                if visit.layout != self.layout {
                    // Without it nobody knows what its results speak of.
                    let Some(before) = self.read_layout(&visit.layout) else {
                        return Ok(Standing::New);
                    };
                    self.move_results(unit, before, &units.code)?;
                    visit.layout.clone_from(&self.layout);
                    self.write(unit, &visit)?;
                }
                Ok(Standing::Kept(visit))
            }
        }
    }

    fn file(&self, unit: &Unit) -> PathBuf {
        self.units.join(format!("{}.json", unit.directory()))
    }

    fn write(&self, unit: &Unit, visit: &Visit) -> anyhow::Result<()> {
        write_whole(&self.file(unit), &serde_json::to_string_pretty(visit)?)
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
            functions: executed
                .filter_map(|name| {
                    Some((name.clone(), units.code.functions.get(name)?.hash.clone()))
                })
                .collect(),
            layout: self.layout.clone(),
            seconds,
            state,
        };
        self.write(unit, &visit)?;
        Ok(visit)
    }

    /// Gives results the lines that their functions have now.
    fn move_results(
        &self,
        unit: &Unit,
        before: BTreeMap<String, FunctionCode>,
        code: &ProgramCode,
    ) -> anyhow::Result<()> {
        let moves = Moves {
            lines: FirstLines::of(&before),
            before,
            code,
        };
        if !moves.any() {
            return Ok(());
        }
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
            } else if name == "summary.json"
                || name == SHALLOWER
                || name.starts_with("test") && name.ends_with(".json")
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

/// True if all that a visit depends on is what it was.
fn holds(visit: &Visit, units: &Units, unit: &Unit) -> bool {
    let same = |(name, then): (&String, &String)| {
        let now = units.code.functions.get(name);
        now.is_some_and(|now| now.hash == *then)
    };
    visit.shape == units.shape && visit.inputs == unit.inputs && visit.functions.iter().all(same)
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    let partial = path.with_extension("tmp");
    std::fs::write(&partial, text)
        .and_then(|()| std::fs::rename(&partial, path))
        .with_context(|| path.display().to_string())
}

/// Where functions were, and where they are.
struct Moves<'a> {
    before: BTreeMap<String, FunctionCode>,
    lines: FirstLines,
    code: &'a ProgramCode,
}

impl Moves<'_> {
    /// True if anything is not where it was, or not what it was.
    fn any(&self) -> bool {
        self.before != self.code.functions
    }

    /// Where a line is now; `None` if the function that it belongs to is another one.
    fn line(&self, file: &str, line: u32) -> Option<u32> {
        let Some((name, first)) = self.lines.function_at(file, line) else {
            return Some(line);
        };
        let now = self.code.functions.get(name)?;
        let then = self.before.get(name)?;
        (now.hash == then.hash).then(|| line - first + now.line)
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
                    // What the unit depends on is what it was: other places stay.
                    let now = self.line(&file, line as u32).unwrap_or(line as u32);
                    all.insert("line".to_owned(), now.into());
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
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
            if let Some(now) = self.line(&file, number) {
                let _ = writeln!(out, "{tag}:{now},{rest}");
            }
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
        let moves = Moves {
            lines: FirstLines::of(&at(10)),
            before: at(10),
            code: &code,
        };
        let text = "SF:a.c\nDA:9,1\nDA:11,0\nBRDA:12,0,1,-\nDA:21,0\nend_of_record\n";
        let moved = "SF:a.c\nDA:9,1\nDA:14,0\nBRDA:15,0,1,-\nend_of_record\n";
        assert_eq!(moves.tracefile(text), moved);
        let mut value = serde_json::json!({"findings": [{"file": "a.c", "line": 12}]});
        moves.places(&mut value);
        assert_eq!(value["findings"][0]["line"], 15);
    }
}
