//! What is kept of a visit beside its directory, and when it still holds.

use super::code::{FunctionCode, ProgramCode};
use super::dependencies::before_visit;
use super::fingerprint::hash;
use super::moves::Moves;
use super::renewal::Renewal;
use super::units::{Unit, Units};
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The format of these files.
const VERSION: u32 = 4;
/// How names of files begin that say where functions are.
const LAYOUT: &str = ".layout-";
/// What the name of a file ends with that is there while results of a unit get other lines.
const MOVING: &str = ".moving";

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
    #[serde(flatten)]
    pub progress: VisitProgress,
}

/// How far a visit has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VisitProgress {
    /// Seconds of exploration that its results are of.
    pub seconds: f64,
    /// What it takes to be as thorough as it ever was: visits for what only calls code that has changed are short.
    pub thorough: Spent,
    pub state: VisitState,
}

impl VisitProgress {
    /// Nothing is known of it but that.
    pub fn new(state: VisitState, thorough: Spent) -> VisitProgress {
        VisitProgress {
            seconds: 0.0,
            thorough,
            state,
        }
    }
}

/// What a visit takes, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Of exploration.
    pub explored: f64,
    /// By the clock, with what it takes to start, to compile and to run tests.
    pub elapsed: f64,
}

impl Spent {
    /// The longer times of both.
    pub fn max(self, other: Spent) -> Spent {
        Spent {
            explored: self.explored.max(other.explored),
            elapsed: self.elapsed.max(other.elapsed),
        }
    }
}

impl Visit {
    /// Reads one of this version.
    fn read(text: &str) -> Option<Visit> {
        let visit: Visit = serde_json::from_str(text).ok()?;
        let VisitProgress {
            seconds, thorough, ..
        } = &visit.progress;
        let times = [*seconds, thorough.explored, thorough.elapsed];
        let are_times = times
            .iter()
            .all(|it| Duration::try_from_secs_f64(*it).is_ok());
        (visit.version == VERSION && are_times).then_some(visit)
    }
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
        visit: Visit,
        /// What is made again of it, if that is not everything.
        renewal: Option<Renewal>,
        /// The share of its functions that have changed themselves, or how they are called: others only lead to such.
        edited: f64,
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
            Standing::Visited(visit) => !matches!(visit.progress.state, VisitState::Failed(_)),
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
                let left = VisitProgress::new(VisitState::Left, Spent::default());
                self.keep(units, unit, needed.iter(), left)?;
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
        if self.moving(unit).exists() {
            self.discard_half_moved(unit)?;
            return Ok(Standing::New);
        }
        let path = self.file(unit);
        let Ok(text) = std::fs::read_to_string(&path) else {
            return Ok(Standing::New);
        };
        // A file that was cut off, or is of another version, is as none.
        let Some(mut visit) = Visit::read(&text) else {
            return Ok(Standing::New);
        };
        if visit.options != self.options {
            return Ok(Standing::New);
        }
        if !holds(&visit, units, unit) {
            return Ok(match visit.progress.state {
                VisitState::Left | VisitState::Failed(_) => Standing::New,
                VisitState::Begun | VisitState::Done => Standing::Changed {
                    renewal: self.renewal(&visit, (units, unit)),
                    edited: edited(&visit, units, unit),
                    visit,
                },
            });
        }
        match visit.progress.state {
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
                    if let Err(error) = self.begin_move(unit, Moves::new(before, &units.code)) {
                        let name = &unit.name;
                        eprintln!("wayfarer: warning: {name}: {error:#}; it is visited anew");
                        self.discard_half_moved(unit)?;
                        return Ok(Standing::New);
                    }
                    visit.layout.clone_from(&self.layout);
                    self.write(unit, &visit)?;
                    self.end_move(unit)?;
                }
                Ok(Standing::Kept(visit))
            }
        }
    }

    /// What is made again of a visit that does not hold, if that is less than all.
    fn renewal(&self, visit: &Visit, (units, unit): (&Units, &Unit)) -> Option<Renewal> {
        if visit.progress.state != VisitState::Done || !has_shape(visit, units, unit) {
            return None;
        }
        let changed = changed(visit, units).cloned().collect();
        Renewal::of(&self.units.join(unit.directory()), unit, changed)
    }

    /// Forgets what is to be made again of a unit, and keeps that this was begun.
    ///
    /// # Errors
    /// If results cannot be read or written: they are removed, and it is to be visited anew.
    pub fn begin_renewal(
        &self,
        units: &Units,
        unit: &Unit,
        of: (&Visit, &Renewal),
    ) -> anyhow::Result<()> {
        let begun = self.renew(units, unit, of);
        if begun.is_err() {
            self.discard_half_moved(unit)?;
        }
        begun
    }

    fn renew(
        &self,
        units: &Units,
        unit: &Unit,
        (visit, renewal): (&Visit, &Renewal),
    ) -> anyhow::Result<()> {
        let before = self.read_layout(&visit.layout);
        let before = before.context("where its code was is not known")?;
        let directory = self.units.join(unit.directory());
        renewal.forget(&directory)?;
        self.begin_move(unit, Moves::new(before, &units.code))?;
        let needed = visit.functions.keys().chain(&unit.starts);
        let begun = VisitProgress {
            seconds: visit.progress.seconds * (1.0 - renewal.share),
            ..VisitProgress::new(VisitState::Begun, visit.progress.thorough)
        };
        self.keep(units, unit, needed, begun)?;
        self.end_move(unit)
    }

    /// Gives results of a unit the lines that its functions have now. A scan that is killed before [`ScanRecord::end_move`]
    /// leaves results of which nobody knows which have been moved.
    fn begin_move(&self, unit: &Unit, moves: Moves<'_>) -> anyhow::Result<()> {
        let mark = self.moving(unit);
        std::fs::write(&mark, "").with_context(|| mark.display().to_string())?;
        moves.apply(&self.units.join(unit.directory()))
    }

    /// Says that the record of a unit tells where its results are.
    fn end_move(&self, unit: &Unit) -> anyhow::Result<()> {
        remove_if_there(&self.moving(unit))
    }

    /// Removes results of which some have been moved and some have not.
    fn discard_half_moved(&self, unit: &Unit) -> anyhow::Result<()> {
        let results = self.units.join(unit.directory());
        if results.is_dir() {
            std::fs::remove_dir_all(&results).with_context(|| results.display().to_string())?;
        }
        remove_if_there(&self.file(unit))?;
        self.end_move(unit)
    }

    fn moving(&self, unit: &Unit) -> PathBuf {
        self.units.join(format!("{}{MOVING}", unit.directory()))
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
        progress: VisitProgress,
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
            progress,
        };
        self.write(unit, &visit)?;
        Ok(visit)
    }
}

/// True if all that a visit depends on is what it was.
fn holds(visit: &Visit, units: &Units, unit: &Unit) -> bool {
    let mut functions = visit.functions.iter();
    has_shape(visit, units, unit) && functions.all(|(name, then)| is_same(units, name, then))
}

/// True if what it depends on beside the code of functions is what it was.
fn has_shape(visit: &Visit, units: &Units, unit: &Unit) -> bool {
    visit.shape == units.shape && visit.inputs == unit.inputs
}

/// Functions that a visit depends on and that are others now.
fn changed<'v>(visit: &'v Visit, units: &Units) -> impl Iterator<Item = &'v String> {
    let functions = visit.functions.iter();
    let changed = functions.filter(|(name, then)| !is_same(units, name, then));
    changed.map(|(name, _)| name)
}

/// See [`Standing::Changed`].
fn edited(visit: &Visit, units: &Units, unit: &Unit) -> f64 {
    if !has_shape(visit, units, unit) || unit.starts.is_empty() {
        return 1.0;
    }
    let own = changed(visit, units).filter(|name| unit.starts.contains(name));
    own.count() as f64 / unit.starts.len() as f64
}

fn is_same(units: &Units, name: &str, then: &str) -> bool {
    let now = units.code.functions.get(name);
    now.is_some_and(|now| now.hash == then)
}

fn remove_if_there(path: &Path) -> anyhow::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    let partial = path.with_extension("tmp");
    std::fs::write(&partial, text)
        .and_then(|()| std::fs::rename(&partial, path))
        .with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_visit_is_read() {
        let visit = |state, seconds| Visit {
            version: VERSION,
            options: "00ff".to_owned(),
            shape: "1".to_owned(),
            inputs: String::new(),
            functions: BTreeMap::from([("f".to_owned(), "ab".to_owned())]),
            layout: ".layout-1".to_owned(),
            progress: VisitProgress {
                seconds,
                ..VisitProgress::new(state, Spent::default())
            },
        };
        let text = |visit: &Visit| serde_json::to_string_pretty(visit).expect("JSON");
        let texts = [VisitState::Done, VisitState::Failed("no".to_owned())]
            .map(|state| text(&visit(state, 1.25)));
        assert!(texts.iter().all(|text| Visit::read(text).is_some()));
        for seconds in [-1.0, 1e300] {
            assert!(Visit::read(&text(&visit(VisitState::Done, seconds))).is_none());
        }
        mutants::check(&mutants::texts(&[&texts[0], &texts[1]]), 5_000, |bytes| {
            if let Some(read) = Visit::read(&String::from_utf8_lossy(bytes)) {
                let again = Visit::read(&text(&read)).map(|again| text(&again));
                assert_eq!(again, Some(text(&read)));
            }
        });
    }
}
