//! Results of other analysers in a scan: from which units each is looked for, and what all of them say of it together.

use super::classify;
use super::fingerprint::hash;
use super::units::{Callers, Unit, Units};
use super::warnings::{Class, RawFinding};
use crate::output::UNITS;
use crate::reach::located::program_file;
use crate::reported::{GivenLog, Reported, reported};
use crate::sarif_in::{Judgement, ResultVerdict, without_condition};
use anyhow::Context;
use jvm::function_name;
use sarif::Role;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The results, and the units that look for them.
pub struct ScanResults {
    logs: Vec<GivenLog>,
    /// By result, in the order of the logs.
    sought: Vec<SoughtFrom>,
}

/// Where a result is looked for.
enum SoughtFrom {
    /// Nowhere, and why.
    Nowhere(String),
    Units {
        /// Each with the number of the result among those of the unit.
        units: Vec<(String, usize)>,
        /// The unit that it is in, if others have to say whether it is impossible: they are its callers.
        itself: Option<String>,
        /// Why it may be called otherwise, too.
        others: Option<String>,
    },
}

impl ScanResults {
    /// Finds the units for the results of logs, keeps these alone, and has each look for its results. The logs of units
    /// are written below the directory of the scan.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn assign(
        logs: Vec<GivenLog>,
        units: &mut Units,
        directory: &Path,
    ) -> anyhow::Result<ScanResults> {
        let sources: BTreeSet<String> = units
            .code
            .functions
            .values()
            .map(|code| code.file.clone())
            .collect();
        let mut of_unit: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut sought = Vec::new();
        for (number, result) in reported(&logs).enumerate() {
            let mut from = sought_from(&result, units, &sources);
            if let SoughtFrom::Units { units, .. } = &mut from {
                for (unit, number_there) in units {
                    let results = of_unit.entry(unit.clone()).or_default();
                    *number_there = results.len();
                    results.push(number);
                }
            } else if let SoughtFrom::Nowhere(why) = &from
                && result.condition.is_some()
            {
                let (path, found) = (result.log.path.display(), result.result);
                eprintln!(
                    "wayfarer: --sarif-in {path}: /runs/{}/results/{} ({}): {why}",
                    found.run, found.number, found.rule
                );
            }
            sought.push(from);
        }
        units.leave_out("without results to be judged", |unit| {
            of_unit.contains_key(&unit.name)
        });
        let folder = directory.join(UNITS);
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        for unit in &mut units.list {
            let numbers = of_unit.remove(&unit.name).unwrap_or_default();
            write_logs(&logs, &numbers, unit, &folder)?;
        }
        Ok(ScanResults { logs, sought })
    }

    /// What became of the results, by the summaries of the units.
    ///
    /// # Errors
    /// If results of units cannot be read.
    pub fn judge(
        &self,
        directory: &Path,
        units: &Units,
        summaries: &[Value],
    ) -> anyhow::Result<Vec<ResultVerdict>> {
        let visited = Visited {
            directory,
            units,
            summaries,
        };
        let all = reported(&self.logs).zip(&self.sought);
        all.map(|(result, from)| match from {
            SoughtFrom::Nowhere(why) => Ok(ResultVerdict::open(&result, why.clone())),
            SoughtFrom::Units {
                units,
                itself,
                others,
            } => {
                let verdicts = units
                    .iter()
                    .map(|(unit, number)| visited.verdict(&result, unit, *number));
                let verdicts = verdicts.collect::<anyhow::Result<Vec<_>>>()?;
                Ok(together(
                    &result,
                    verdicts,
                    (itself.as_deref(), others.as_deref()),
                ))
            }
        })
        .collect()
    }

    /// The logs that were given.
    pub fn logs(&self) -> &[GivenLog] {
        &self.logs
    }
}

/// Where a result is looked for; the numbers are not known yet.
fn sought_from(result: &Reported<'_>, units: &Units, sources: &BTreeSet<String>) -> SoughtFrom {
    if result.condition.is_none() {
        return SoughtFrom::Nowhere(without_condition(result));
    }
    let mut places = result.result.places.iter();
    let Some(place) = places.find(|place| place.role == Role::Primary) else {
        return SoughtFrom::Nowhere("it names no file and line".to_owned());
    };
    let Some(file) = program_file(&place.path, sources) else {
        let path = place.path.display();
        return SoughtFrom::Nowhere(format!("no code of the program is in {path}"));
    };
    let lines = units.code.first_lines();
    let Some((function, _)) = lines.function_at(&file, place.line) else {
        return SoughtFrom::Nowhere(format!("no function has line {} of {file}", place.line));
    };
    let is_unit = |name: &str| units.list.iter().any(|unit| unit.name == name);
    let entries = |names: Vec<&str>| names.into_iter().map(|it| (it.to_owned(), 0)).collect();
    if let Some(Callers {
        units: callers,
        others,
    }) = units.callers.get(function)
    {
        let callers = callers.iter().map(String::as_str).filter(|it| is_unit(it));
        let mut all: Vec<&str> = callers.collect();
        let has_callers = !all.is_empty();
        all.extend(Some(function).filter(|it| is_unit(it)));
        if !all.is_empty() {
            return SoughtFrom::Units {
                units: entries(all),
                itself: has_callers.then(|| function.to_owned()),
                others: others.clone(),
            };
        }
    }
    match unit_of(function, units) {
        Some(unit) => SoughtFrom::Units {
            units: entries(vec![unit]),
            itself: None,
            others: None,
        },
        None => SoughtFrom::Nowhere(format!("{function} is not visited")),
    }
}

/// The unit that a function is of: it, or the class, or one that this is nested in.
fn unit_of<'u>(function: &str, units: &'u Units) -> Option<&'u str> {
    let class = function_name::class(function).unwrap_or(function_name::path(function));
    let named = |name: &str| units.list.iter().find(|unit| unit.name == name);
    let mut class = Some(class);
    let mut found = named(function);
    while let (None, Some(name)) = (found, class) {
        let plain = name.replace('$', ".");
        found = named(name).or_else(|| named(&plain));
        class = name.rsplit_once('$').map(|(outer, _)| outer);
    }
    found.map(|unit| unit.name.as_str())
}

/// Writes what a unit is to look for, a file for each log.
fn write_logs(
    logs: &[GivenLog],
    numbers: &[usize],
    unit: &mut Unit,
    folder: &Path,
) -> anyhow::Result<()> {
    let mut text = String::new();
    let mut first = 0;
    unit.is_judging = true;
    for (number, log) in logs.iter().enumerate() {
        let behind = first + log.analysis.results.len();
        let of_log: Vec<usize> = numbers
            .iter()
            .filter(|it| (first..behind).contains(it))
            .map(|it| it - first)
            .collect();
        first = behind;
        if of_log.is_empty() {
            continue;
        }
        let part = log.analysis.only(&of_log).text();
        let path = folder.join(format!("{}.{}.sarif", unit.directory(), number + 1));
        std::fs::write(&path, &part).with_context(|| path.display().to_string())?;
        unit.reported.push(path);
        text.push_str(&part);
    }
    unit.inputs = hash(&format!("{}{text}", unit.inputs));
    Ok(())
}

/// What units came to.
struct Visited<'a> {
    directory: &'a Path,
    units: &'a Units,
    summaries: &'a [Value],
}

impl Visited<'_> {
    /// What a unit says of a result.
    fn verdict(
        &self,
        result: &Reported<'_>,
        unit: &str,
        number: usize,
    ) -> anyhow::Result<ResultVerdict> {
        let mut all = self.units.list.iter().zip(self.summaries);
        let found = all.find(|(it, summary)| it.name == unit && !summary.is_null());
        let Some((unit, summary)) = found else {
            let why = format!("{unit} could not be explored, or there was no time");
            return Ok(ResultVerdict::open(result, why));
        };
        let verdict = &summary["results"]["results"][number];
        let mut verdict = ResultVerdict::deserialize(verdict)
            .with_context(|| format!("results of {}", unit.name))?;
        let run = Path::new(UNITS).join(unit.directory());
        let run = match &verdict.directory {
            Some(directory) if !directory.as_os_str().is_empty() => run.join(directory),
            Some(_) | None => run,
        };
        if let Judgement::Confirmed | Judgement::Unusual = verdict.verdict
            && let Some(shown) = &verdict.shown
        {
            let finding: RawFinding = serde_json::from_value(serde_json::to_value(shown)?)?;
            let judged = classify::Judged {
                units: self.units,
                unit,
                run: &self.directory.join(&run),
                finding: &finding,
            };
            let (class, why) = judged.class(summary)?;
            verdict.why = why;
            verdict.verdict = match class {
                Class::Confirmed => Judgement::Confirmed,
                Class::Unusual => Judgement::Unusual,
                Class::Documented => Judgement::Documented,
                Class::Open => Judgement::Open,
                Class::Refuted => Judgement::Refuted,
            };
        }
        verdict.directory = verdict.directory.map(|_| run);
        Ok(ResultVerdict {
            log: result.log.path.clone(),
            run: result.result.run,
            result: result.result.number,
            ..verdict
        })
    }
}

/// What several units say of a result: what one shows counts; it is impossible if it is from all of them. What callers say
/// counts more than what is said of the function `itself`, as they see to its arguments.
fn together(
    result: &Reported<'_>,
    verdicts: Vec<ResultVerdict>,
    (itself, others): (Option<&str>, Option<&str>),
) -> ResultVerdict {
    let from: Vec<String> = verdicts.iter().flat_map(|it| it.from.clone()).collect();
    let several = verdicts.len() > 1;
    let (own, callers): (Vec<_>, Vec<_>) = verdicts
        .into_iter()
        .partition(|it| itself.is_some_and(|own| it.from == [own]));
    let best = |of: &[ResultVerdict]| {
        let shown = of.iter().filter(|it| it.verdict.is_shown());
        shown.min_by_key(|it| it.verdict).cloned()
    };
    if let Some(shown) = best(&callers) {
        return shown;
    }
    let open = callers.iter().find(|it| it.verdict == Judgement::Open);
    let all_refute = open.is_none() && others.is_none();
    let verdict = match (callers.first(), best(&own), open) {
        (Some(first), _, _) if all_refute => ResultVerdict {
            under: under(&callers),
            ..first.clone()
        },
        (_, Some(shown), _) => return shown,
        (_, None, Some(open)) => {
            let why = open.why.as_deref().unwrap_or_default();
            ResultVerdict {
                why: Some(match several {
                    false => why.to_owned(),
                    true => format!("from {}: {why}", open.from.join(", ")),
                }),
                ..open.clone()
            }
        }
        (_, None, None) => ResultVerdict::open(
            result,
            others.unwrap_or("it was not searched for").to_owned(),
        ),
    };
    ResultVerdict { from, ..verdict }
}

/// What refutations from several units take for granted.
fn under(verdicts: &[ResultVerdict]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for assumption in verdicts.iter().flat_map(|it| &it.under) {
        if !all.contains(assumption) {
            all.push(assumption.clone());
        }
    }
    all
}

/// The file of each log with verdicts, from the working directory.
pub fn paths(directory: &Path, names: &[String]) -> Vec<String> {
    let paths = names.iter().map(|name| directory.join(name));
    paths
        .map(|path: PathBuf| path.display().to_string())
        .collect()
}
