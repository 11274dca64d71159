//! Where in a program targets are.

use super::spec::{Position, Spec};
use crate::Usage;
use explore::{CoveredPart, Part, Place};
use ir::{
    BlockId, ErrorKind, Function, InstructionKind, Location, Module, Program, TerminatorKind,
    split_blocks,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Something to be reached.
#[derive(Clone, Debug)]
pub struct Target {
    /// As it is written; for one of several that a specification means, with its place.
    pub name: String,
    pub goal: Goal,
}

/// When a target is reached.
#[derive(Clone, Debug)]
pub enum Goal {
    /// When one of these parts of the program is executed.
    Parts(Vec<CoveredPart>),
    /// When an error of such a kind happens, wherever.
    AnyError(Vec<ErrorKind>),
}

/// A point of a function: a block, and an instruction of it.
type Point = (usize, BlockId, u32);

/// A target before the blocks are split.
struct Found {
    name: String,
    points: Vec<Point>,
    arms: Vec<CoveredPart>,
    errors: Vec<ErrorKind>,
}

/// Finds targets in a program. Blocks are split so that each target begins one.
pub fn find(specs: &[(String, Spec)], module: &mut Module) -> anyhow::Result<Vec<Target>> {
    let mut found = Vec::new();
    for (text, spec) in specs {
        let of_spec = find_one(text, spec, module).map_err(|why| {
            let message = format!("--target {text}: {why}");
            anyhow::Error::from(Usage(message))
        })?;
        found.extend(of_spec);
    }
    let mut points: BTreeMap<usize, BTreeSet<(BlockId, u32)>> = BTreeMap::new();
    for &(function, block, instruction) in found.iter().flat_map(|target| &target.points) {
        points
            .entry(function)
            .or_default()
            .insert((block, instruction));
    }
    let mut starts = BTreeMap::new();
    for (number, points) in points {
        let function = Arc::make_mut(&mut module.functions[number]);
        for ((block, instruction), start) in split_blocks(function, &points) {
            starts.insert((number, block, instruction), start);
        }
    }
    let named = |target: Found| {
        let blocks = target.points.iter().map(|point| CoveredPart {
            function: module.functions[point.0].name.clone(),
            part: Part::Block(starts[point].0),
        });
        let goal = match target.errors.is_empty() {
            true => Goal::Parts(blocks.chain(target.arms.iter().cloned()).collect()),
            false => Goal::AnyError(target.errors),
        };
        let name = target.name;
        Target { name, goal }
    };
    Ok(found.into_iter().map(named).collect())
}

fn find_one(text: &str, spec: &Spec, module: &Module) -> Result<Vec<Found>, String> {
    let target = |points, arms| Found {
        name: text.to_owned(),
        points,
        arms,
        errors: Vec::new(),
    };
    match spec {
        Spec::Line(position) => Ok(vec![target(line(position, module)?, Vec::new())]),
        Spec::Side(position, side) => {
            let arms = arms(position, *side, module)?;
            Ok(vec![target(Vec::new(), arms)])
        }
        Spec::Function(name) => Ok(vec![target(function(name, module)?, Vec::new())]),
        Spec::Error(kind) => errors(text, *kind, module),
    }
}

/// Functions of user code with their numbers.
fn user_functions(module: &Module) -> impl Iterator<Item = (usize, &Function)> {
    let functions = module.functions.iter().enumerate();
    functions
        .map(|(number, function)| (number, &**function))
        .filter(|(_, function)| function.user && !function.is_declaration())
}

/// The first point in each block of user code that has a position.
fn line(position: &Position, module: &Module) -> Result<Vec<Point>, String> {
    let files = Files::of(position, module)?;
    let mut points = Vec::new();
    for (number, function) in user_functions(module) {
        for (index, block) in function.blocks.iter().enumerate() {
            let locations = block.instructions.iter().map(|it| it.location);
            let mut locations = locations.chain([block.terminator.location]);
            if let Some(at) = locations.position(|location| files.has(position, location)) {
                points.push((number, BlockId(index as u32), at as u32));
            }
        }
    }
    match points.is_empty() {
        true => Err(files.without_code(position, module)),
        false => Ok(points),
    }
}

/// One side of the branch at a position.
fn arms(position: &Position, side: bool, module: &Module) -> Result<Vec<CoveredPart>, String> {
    let files = Files::of(position, module)?;
    let mut arms = Vec::new();
    let mut columns = BTreeSet::new();
    for (_, function) in user_functions(module) {
        for (index, block) in function.blocks.iter().enumerate() {
            let location = block.terminator.location;
            let TerminatorKind::Branch {
                decision: Some(_), ..
            } = block.terminator.kind
            else {
                continue;
            };
            if files.has(position, location) {
                columns.insert(location.column);
                // The way taken if the condition holds comes first.
                let part = Part::Arm(index as u32, u32::from(!side));
                let function = function.name.clone();
                arms.push(CoveredPart { function, part });
            }
        }
    }
    let columns: Vec<String> = columns.iter().map(u32::to_string).collect();
    match columns.as_slice() {
        [] => Err("there is no branch".to_owned()),
        [_] => Ok(arms),
        [first, ..] => {
            let (file, line) = (&position.file, position.line);
            Err(format!(
                "there are branches at columns {}: say which, as in {file}:{line}:{first}:{side}",
                columns.join(", ")
            ))
        }
    }
}

fn function(name: &str, module: &Module) -> Result<Vec<Point>, String> {
    let mut all = module.functions.iter();
    let Some(number) = all.position(|function| function.name == name) else {
        return Err("the program has no such function".to_owned());
    };
    let function = &module.functions[number];
    match (function.user, function.is_declaration()) {
        (true, false) => Ok(vec![(number, BlockId(0), 0)]),
        (_, true) => Err("the function has no body".to_owned()),
        (false, false) => Err("a function of the library, whose source is not there".to_owned()),
    }
}

/// Errors of kinds that any access may make, as the machine itself sees them.
const ANYWHERE: &[ErrorKind] = &[
    ErrorKind::OutOfBounds,
    ErrorKind::UseAfterFree,
    ErrorKind::DoubleFree,
    ErrorKind::InvalidFree,
    ErrorKind::NullDereference,
    ErrorKind::InvalidPointer,
    ErrorKind::WriteToConstant,
    ErrorKind::StackExhausted,
    ErrorKind::MemoryLeak,
    ErrorKind::UninitialisedRead,
    ErrorKind::BadCall,
    ErrorKind::LibraryMisuse,
    ErrorKind::UncaughtException,
];

/// A target for each place of user code that does nothing but make an error, and one for errors that may
/// happen anywhere.
fn errors(text: &str, kind: Option<ErrorKind>, module: &Module) -> Result<Vec<Found>, String> {
    let wanted = |of: ErrorKind| kind.is_none_or(|kind| kind == of);
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for (number, function) in user_functions(module) {
        for (index, block) in function.blocks.iter().enumerate() {
            let Some((made, at, location)) = error_of(function, block, module) else {
                continue;
            };
            if !wanted(made) {
                continue;
            }
            let place = Place::of(module, location);
            let name = format!("error:{} at {place}", made.name());
            let target = found.entry(name.clone()).or_insert_with(|| Found {
                name,
                points: Vec::new(),
                arms: Vec::new(),
                errors: Vec::new(),
            });
            target.points.push((number, BlockId(index as u32), at));
        }
    }
    let mut found: Vec<Found> = found.into_values().collect();
    let anywhere: Vec<ErrorKind> = ANYWHERE.iter().copied().filter(|&it| wanted(it)).collect();
    if !anywhere.is_empty() {
        found.push(Found {
            name: match kind {
                Some(_) => text.to_owned(),
                None => "error of memory or the library".to_owned(),
            },
            points: Vec::new(),
            arms: Vec::new(),
            errors: anywhere,
        });
    }
    match found.is_empty() {
        true => Err("the program has no place that can make such an error".to_owned()),
        false => Ok(found),
    }
}

/// The error that a block makes, with the point of no return.
fn error_of(
    function: &Function,
    block: &ir::Block,
    module: &Module,
) -> Option<(ErrorKind, u32, Location)> {
    let mut instructions = block.instructions.iter().enumerate();
    let reported = instructions.find_map(|(at, instruction)| {
        let InstructionKind::Call {
            function: callee, ..
        } = &instruction.kind
        else {
            return None;
        };
        let callee = module.functions.get(callee.0 as usize)?;
        let kind = reported_by(callee, function)?;
        Some((kind, at as u32, instruction.location))
    });
    reported.or(match &block.terminator.kind {
        TerminatorKind::Error { kind, .. } => {
            let at = block.instructions.len() as u32;
            Some((*kind, at, block.terminator.location))
        }
        _ => None,
    })
}

/// What a function of the library does nothing but report, called by another.
fn reported_by(callee: &Function, caller: &Function) -> Option<ErrorKind> {
    match callee.name.as_str() {
        _ if callee.user => None,
        // As programs for verifiers define it.
        "__assert_fail" if caller.name == "reach_error" => Some(ErrorKind::ReachError),
        "__assert_fail" | "__assert" | "wf_assert_failed" | "klee_assert_fail" => {
            Some(ErrorKind::Assertion)
        }
        "reach_error" | "__VERIFIER_error" | "wf_reach" => Some(ErrorKind::ReachError),
        "abort" => Some(ErrorKind::Abort),
        _ => None,
    }
}

/// The files of a program that a position may be in.
struct Files {
    known: Vec<bool>,
}

impl Files {
    fn of(position: &Position, module: &Module) -> Result<Files, String> {
        let canonical = Path::new(&position.file).canonicalize().ok();
        let names = |path: &String| {
            let path = Path::new(path);
            path.ends_with(&position.file) || canonical.as_deref() == Some(path)
        };
        let files = Files {
            known: module.files.iter().map(names).collect(),
        };
        if files.known.contains(&true) {
            return Ok(files);
        }
        let mut user: BTreeSet<&str> = BTreeSet::new();
        for (_, function) in user_functions(module) {
            user.extend(function.location.file.map(|file| module.file(file)));
        }
        match user.is_empty() {
            true => Err("the program has no debug information (compile it with -g)".to_owned()),
            false => {
                let user: Vec<&str> = user.into_iter().collect();
                Err(format!(
                    "no code of the program is in such a file; there is code in {}",
                    user.join(", ")
                ))
            }
        }
    }

    fn has(&self, position: &Position, location: Location) -> bool {
        let in_file = location
            .file
            .is_some_and(|file| self.known[file.0 as usize]);
        let column = position
            .column
            .is_none_or(|column| column == location.column);
        in_file && location.line == position.line && column
    }

    /// Why there is nothing to be reached at a position.
    fn without_code(&self, position: &Position, module: &Module) -> String {
        let mut lines = BTreeSet::new();
        let mut columns = BTreeSet::new();
        for (_, function) in user_functions(module) {
            for block in &function.blocks {
                let locations = block.instructions.iter().map(|it| it.location);
                for location in locations.chain([block.terminator.location]) {
                    if location
                        .file
                        .is_some_and(|file| self.known[file.0 as usize])
                    {
                        lines.insert(location.line);
                        if location.line == position.line {
                            columns.insert(location.column);
                        }
                    }
                }
            }
        }
        if !columns.is_empty() {
            let columns: Vec<String> = columns.iter().map(u32::to_string).collect();
            return format!(
                "there is code at columns {} of that line",
                columns.join(", ")
            );
        }
        let before = lines.range(1..position.line).next_back();
        let after = lines.range(position.line..).next();
        let near: Vec<String> = before
            .into_iter()
            .chain(after)
            .map(u32::to_string)
            .collect();
        match near.is_empty() {
            true => "there is no code in that file".to_owned(),
            false => format!(
                "there is no code in that line; the nearest are {}",
                near.join(" and ")
            ),
        }
    }
}
