//! Where in a program targets are.

use super::code::{Branch, Code};
use super::elsewhere::FileWishes;
use super::expand::{Expanded, expand};
use super::files::Files;
use super::located::{Line, LocatedResult, locate};
use super::searched::{Found, Point, Searched, SoughtErrors};
use super::spec::{Position, Spec};
use super::target_error::TargetError;
use crate::Usage;
use explore::{CoveredPart, Part};
use ir::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// Something to be reached.
#[derive(Clone, Debug)]
pub struct Target {
    /// As it is written; for one of several that a specification means, with its place.
    pub name: String,
    /// The file it is in, if it is one of many.
    pub file: Option<String>,
    pub goal: Goal,
    /// Its number, if it is the result of another analyser: it stays open when it is reached, as an error is looked for.
    pub result: Option<usize>,
    /// Where that is.
    pub located: Option<LocatedResult>,
}

/// When a target is reached.
#[derive(Clone, Debug)]
pub enum Goal {
    /// When one of these parts of the program is executed.
    Parts(Vec<CoveredPart>),
    /// When an error of such a kind happens, wherever.
    AnyError(SoughtErrors),
    /// The program has no such place: why. There are other targets.
    Nowhere(String),
}

/// Finds targets in a program. Blocks are split so that each target begins one. What is nowhere is told, if
/// there is anything else to be reached.
pub fn find(specs: &[(String, Spec)], searched: &mut dyn Searched) -> anyhow::Result<Vec<Target>> {
    let (mut found, mut missed) = (Vec::new(), Vec::new());
    for (text, spec) in specs {
        match find_one(text, spec, searched) {
            Ok(of_spec) => found.extend(of_spec),
            Err(why) => missed.push((text, spec, why)),
        }
    }
    let message = |(text, spec, why): &(&String, &Spec, TargetError)| match spec.reported() {
        Some(_) => format!("{text}: {why}"),
        None => format!("--target {text}: {why}"),
    };
    let mut refusing = missed.iter().filter(|it| it.1.reported().is_none());
    if found.is_empty()
        && let Some(first) = refusing.next()
    {
        return Err(Usage(message(first)).into());
    }
    for each in &missed {
        eprintln!("wayfarer: {}", message(each));
    }
    let mut points: BTreeMap<usize, BTreeSet<(BlockId, u32)>> = BTreeMap::new();
    for &(function, block, instruction) in found.iter().flat_map(|target| &target.points) {
        points
            .entry(function)
            .or_default()
            .insert((block, instruction));
    }
    let starts = searched.split(&points);
    let code = searched.code();
    let named = |target: Found| {
        let blocks = target.points.iter().map(|point| CoveredPart {
            function: code.functions[point.0].function.name.clone(),
            part: Part::Block(starts[point].0),
        });
        let arms = target.arms.iter();
        let arms = arms.map(|arm| behind_splits(arm, &points, &starts, code));
        let goal = match target.errors.kinds.is_empty() {
            true => Goal::Parts(blocks.chain(arms).collect()),
            false => Goal::AnyError(target.errors),
        };
        Target {
            name: target.name,
            file: target.file,
            goal,
            result: target.located.as_ref().map(|located| located.number),
            located: target.located,
        }
    };
    let nowhere = missed.iter().map(|(text, spec, why)| Target {
        name: (*text).clone(),
        file: None,
        goal: Goal::Nowhere(why.to_string()),
        result: spec.reported().map(|sought| sought.number),
        located: None,
    });
    Ok(found.into_iter().map(named).chain(nowhere).collect())
}

/// An arm of a branch, whose block may have been split: the last piece has the branch.
fn behind_splits(
    arm: &CoveredPart,
    points: &BTreeMap<usize, BTreeSet<(BlockId, u32)>>,
    starts: &BTreeMap<Point, BlockId>,
    code: &Code,
) -> CoveredPart {
    let mut arm = arm.clone();
    let mut functions = code.functions.iter();
    let function = functions.position(|user| user.function.name == arm.function);
    if let Part::Arm(block, _) = &mut arm.part
        && let Some(number) = function
        && let Some(points) = points.get(&number)
    {
        let within = (BlockId(*block), 1)..=(BlockId(*block), u32::MAX);
        if let Some(&(id, instruction)) = points.range(within).next_back() {
            *block = starts[&(number, id, instruction)].0;
        }
    }
    arm
}

fn find_one(text: &str, spec: &Spec, searched: &dyn Searched) -> Result<Vec<Found>, TargetError> {
    let target = |points, arms| Found {
        name: text.to_owned(),
        file: None,
        points,
        arms,
        errors: SoughtErrors::default(),
        located: None,
    };
    match spec {
        Spec::Line(position) => Ok(vec![target(line(position, searched)?, Vec::new())]),
        Spec::Side(position, side) => {
            let arms = arms(position, *side, searched)?;
            Ok(vec![target(Vec::new(), arms)])
        }
        Spec::Function(name) => Ok(vec![target(searched.function(name)?, Vec::new())]),
        Spec::Error(kind) => searched.errors(text, *kind),
        Spec::Violation(name) => Ok(vec![Found {
            errors: SoughtErrors::violations(name.clone(), searched.violations(name.as_deref())),
            ..target(Vec::new(), Vec::new())
        }]),
        Spec::Elsewhere(files) => elsewhere(text, files, searched),
        Spec::Reported(sought) => {
            let located = locate(sought, searched.code())?;
            let points = points_of_result(&located, searched)?;
            Ok(vec![Found {
                located: Some(located),
                ..target(points, Vec::new())
            }])
        }
    }
}

/// The code of the lines of a result of another analyser.
fn points_of_result(
    located: &LocatedResult,
    searched: &dyn Searched,
) -> Result<Vec<Point>, TargetError> {
    let code = searched.code();
    let mut all = Vec::new();
    let mut missed = None;
    for Line { file, line } in &located.at {
        let files = Files::exactly(file, code);
        let position = Position {
            file: file.clone(),
            line: *line,
            column: None,
        };
        let of_line = points(&position, &files, code);
        if of_line.is_empty() {
            missed
                .get_or_insert_with(|| files.without_code(&position, code, searched.has_columns()));
        }
        all.extend(of_line);
    }
    all.sort_unstable();
    all.dedup();
    match missed.filter(|_| all.is_empty()) {
        Some(missed) => Err(missed),
        None => Ok(all),
    }
}

/// What another tool names. What of it is not in the program is told.
fn elsewhere(
    text: &str,
    files: &[FileWishes],
    searched: &dyn Searched,
) -> Result<Vec<Found>, TargetError> {
    let Expanded { found, notes } = expand(files, searched);
    if found.is_empty() {
        return Err(TargetError::Nothing { notes });
    }
    for note in notes {
        eprintln!("wayfarer: --target {text}: {note}");
    }
    Ok(found)
}

/// The first point in each block that has a position.
fn line(position: &Position, searched: &dyn Searched) -> Result<Vec<Point>, TargetError> {
    let code = searched.code();
    let files = Files::of(position, code)?;
    let points = points(position, &files, code);
    match points.is_empty() {
        true => Err(files.without_code(position, code, searched.has_columns())),
        false => Ok(points),
    }
}

fn points(position: &Position, files: &Files, code: &Code) -> Vec<Point> {
    let mut points = Vec::new();
    for (number, user) in code.functions.iter().enumerate() {
        for (index, block) in user.function.blocks.iter().enumerate() {
            let locations = block.instructions.iter().map(|it| it.location);
            let mut locations = locations.chain([block.terminator.location]);
            if let Some(at) = locations.position(|location| files.has(position, location)) {
                points.push((number, BlockId(index as u32), at as u32));
            }
        }
    }
    points
}

/// One side of the branch at a position.
fn arms(
    position: &Position,
    side: bool,
    searched: &dyn Searched,
) -> Result<Vec<CoveredPart>, TargetError> {
    let code = searched.code();
    let files = Files::of(position, code)?;
    let mut arms = Vec::new();
    let mut columns = BTreeSet::new();
    let mut is_told = true;
    let all = code.functions.iter();
    let all = all.flat_map(|user| user.branches.iter().map(move |branch| (user, branch)));
    let meant: Vec<_> = all
        .filter_map(|(user, branch)| Some((user, branch, branch.meant_by(position, &files)?)))
        .collect();
    let has_column = position.column.is_some();
    let begin = |branch: &Branch| branch.operand.as_ref().map(|it| it.begin);
    // Of one within another it is the inner one.
    let innermost = meant
        .iter()
        .filter_map(|(_, branch, _)| begin(branch))
        .max();
    for (user, branch, holds) in meant {
        if has_column && begin(branch) != innermost {
            continue;
        }
        columns.insert(branch.location.column);
        is_told &= holds.is_some();
        let holds = holds.unwrap_or(0);
        let edge = if side { holds } else { 1 - holds };
        arms.push(CoveredPart {
            function: user.function.name.clone(),
            part: Part::Arm(branch.block.0, edge),
        });
    }
    match columns.len() {
        0 => Err(no_branch(position, &files, code)),
        1 if !is_told => Err(TargetError::UnknownSides {
            has_columns: searched.has_columns(),
        }),
        1 => Ok(arms),
        _ => Err(TargetError::SeveralBranches {
            has_columns: searched.has_columns(),
            columns: columns.into_iter().collect(),
            position: position.clone(),
            side,
        }),
    }
}

/// Why there is no branch at a position.
fn no_branch(position: &Position, files: &Files, code: &Code) -> TargetError {
    let anywhere = Position {
        column: None,
        ..position.clone()
    };
    let branches = code.functions.iter().flat_map(|user| &user.branches);
    let there = branches.filter(|branch| files.has(&anywhere, branch.location));
    let columns: BTreeSet<u32> = there.map(|branch| branch.location.column).collect();
    match columns.is_empty() {
        true => TargetError::NoBranch,
        false => TargetError::OtherBranches {
            columns: columns.into_iter().collect(),
        },
    }
}
