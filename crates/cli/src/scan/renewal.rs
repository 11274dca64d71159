//! Visits that are made again in part: of the methods of a class, those that have executed what has changed since.

use super::dependencies::is_analysed;
use super::units::Unit;
use super::visit::summary_in;
use crate::output::JUNIT;
use anyhow::Context;
use std::collections::BTreeSet;
use std::path::Path;
use store::IN_ANY_STATE;

/// What is made again of a visit.
#[derive(Clone, Debug)]
pub struct Renewal {
    /// Numbers of the starts.
    starts: Vec<u32>,
    /// Their share of all, above 0 and below 1.
    pub share: f64,
    /// Names of the functions that have changed.
    changed: BTreeSet<String>,
}

impl Renewal {
    /// Those starts of the run in a directory that have executed functions of these names. `None` if it is not known which have
    /// (results that cannot be read are made anew), or if all have.
    pub fn of(directory: &Path, unit: &Unit, changed: BTreeSet<String>) -> Option<Renewal> {
        if unit.starts.len() < 2 || changed.is_empty() {
            return None;
        }
        if is_analysed(unit, &summary_in(directory).ok()?) {
            return None;
        }
        let (names, executed) = executed_by_starts(directory).ok()?;
        let mut starts = BTreeSet::new();
        let mut unseen = changed.clone();
        for (number, (name, executed)) in names.iter().zip(&executed).enumerate() {
            let method = name.strip_suffix(IN_ANY_STATE).unwrap_or(name);
            let of_it = executed.iter().map(String::as_str).chain([method]);
            let mut affected = false;
            for function in of_it.filter(|it| changed.contains(*it)) {
                affected = true;
                unseen.remove(function);
            }
            if affected {
                starts.extend(pair(&names, number));
            }
        }
        let share = starts.len() as f64 / names.len().max(1) as f64;
        // What no path has executed may have been in the way of some.
        (unseen.is_empty() && share < 1.0).then(|| Renewal {
            starts: starts.into_iter().map(|number| number as u32).collect(),
            share,
            changed,
        })
    }

    /// Forgets what these starts have found. The tests of the others are written again by whoever goes on with the run.
    ///
    /// # Errors
    /// If the store is in use or damaged, or files cannot be removed.
    pub fn forget(&self, directory: &Path) -> anyhow::Result<()> {
        store::forget_starts(directory, &self.starts, self.changed.iter())?;
        let junit = directory.join(JUNIT);
        if junit.is_dir() {
            std::fs::remove_dir_all(&junit).with_context(|| junit.display().to_string())?;
        }
        Ok(())
    }
}

/// Names of the starts, and what each has executed.
fn executed_by_starts(
    directory: &Path,
) -> Result<(Vec<String>, Vec<BTreeSet<String>>), store::StoreError> {
    let reader = store::Reader::open(directory)?;
    Ok((reader.description()?.starts, reader.executed_by_starts()?))
}

/// The starts of the method that one is of: for objects that calls make, and for those in any state, which does not look for what
/// the first has found.
fn pair(names: &[String], number: usize) -> impl Iterator<Item = usize> {
    let of_any_state = |number: usize| {
        let name = names.get(number);
        name.is_some_and(|name| name.ends_with(IN_ANY_STATE))
    };
    let first = match of_any_state(number) {
        true => number.saturating_sub(1),
        false => number,
    };
    let second = of_any_state(first + 1).then_some(first + 1);
    [Some(first), second].into_iter().flatten()
}
