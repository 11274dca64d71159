//! Proofs that targets are not reached, by backward symbolic execution.

use super::effort::Effort;
use super::places::{Goal, Target};
use super::searched::SoughtErrors;
use backward::{
    Entry, Knowledge, KnownCode, Limits, Outcome, Precision, ProgramCode, Statistics, refute,
};
use explore::{CoveredPart, Part, Start};
use ir::{BlockId, FunctionId, GlobalId, Program};
use semantics::precondition::Preconditions;
use solver::Solver;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use term::Pool;

/// What a backward search says of a target.
#[derive(Clone, Debug)]
pub enum Backward {
    /// Nothing reaches it.
    Proved(Effort),
    /// Why it is not known.
    Open(String),
}

/// The code that backward searches go through.
#[derive(Clone, Debug)]
pub enum Scope {
    /// All of the program, which is in memory.
    Program {
        /// Variables that arguments may point to.
        passed: Vec<GlobalId>,
    },
    /// What is known of a program with objects.
    Known(Box<KnownCode>),
    /// None, and why.
    Nothing(String),
}

/// Searches from the coarsest to the finest.
const PRECISIONS: [Precision; 7] = [
    precision(0, 0, false),
    precision(3, 0, false),
    precision(3, 2, false),
    precision(3, 0, true),
    precision(5, 3, true),
    precision(8, 12, true),
    precision(8, u32::MAX, true),
];

const fn precision(calls: usize, loops: u32, learns: bool) -> Precision {
    Precision {
        calls,
        loops,
        learns,
    }
}

/// Blocks crossed by one search.
const SEGMENTS: u64 = 100_000;

/// What is searched.
pub struct SearchedBackward<'a> {
    pub program: &'a dyn Program,
    pub scope: &'a Scope,
    /// Where runs begin: one of these.
    pub starts: Vec<&'a Start>,
    /// What is known of targets already.
    pub before: &'a [Backward],
}

/// Goes back from each target that is not decided for a share of the time. Gives what it says of them, and
/// what it found on the way of where they are reached from.
pub fn search(
    targets: &[Target],
    searched: &SearchedBackward<'_>,
    (options, time): (&solver::Options, Duration),
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<(Vec<Backward>, Option<Preconditions>)> {
    let program = searched.program;
    let open = |why: &str| {
        let open = |number: usize| match searched.before.get(number) {
            Some(decided @ Backward::Proved(_)) => decided.clone(),
            Some(Backward::Open(_)) | None => Backward::Open(why.to_owned()),
        };
        (0..targets.len()).map(open).collect()
    };
    let code = match searched.scope {
        Scope::Nothing(why) => return Ok((open(why), None)),
        Scope::Program { passed } => ProgramCode::new(program).with_passed(passed),
        Scope::Known(known) => ProgramCode::with_objects(program, (**known).clone()),
    };
    let Some(entry) = entry(searched) else {
        return Ok((open("the program has no entry"), None));
    };
    // A solver knows the terms of one pool.
    let mut solver = Solver::new(options.clone(), interrupt.clone())?;
    let mut pool = Pool::new();
    let mut knowledge = Knowledge::new(&code);
    let begun = Instant::now();
    let mut found = Vec::new();
    for (number, target) in targets.iter().enumerate() {
        let left = time.saturating_sub(begun.elapsed());
        let until = Instant::now() + left / (targets.len() - number) as u32;
        let decided = searched.before.get(number);
        let verdict = match (decided, &target.goal) {
            (Some(decided @ Backward::Proved(_)), _) => decided.clone(),
            (_, Goal::AnyError(errors)) if errors.behind.is_empty() => {
                Backward::Open("such errors may happen anywhere".to_owned())
            }
            (_, Goal::Parts(parts) | Goal::AnyError(SoughtErrors { behind: parts, .. })) => {
                let Some(parts) = places(parts, program).and_then(|it| searched.scope.called(it))
                else {
                    found.push(Backward::Open("its code was not looked at".to_owned()));
                    continue;
                };
                let tools = (&mut pool, &mut solver, &mut knowledge);
                one(tools, &code, (&entry, &parts), until)
            }
            (_, Goal::Nowhere(why)) => Backward::Open(why.clone()),
        };
        found.push(verdict);
    }
    Ok((found, Some(knowledge.into_preconditions(pool))))
}

/// Searches of growing precision until one is a proof.
fn one(
    (pool, solver, knowledge): (&mut Pool, &mut Solver, &mut Knowledge),
    code: &ProgramCode<'_>,
    of: (&Entry, &[ir::analysis::Target]),
    until: Instant,
) -> Backward {
    let begun = Instant::now();
    let mut statistics = Statistics::default();
    let mut why = "time".to_owned();
    for precision in PRECISIONS {
        let limits = Limits {
            segments: statistics.segments + SEGMENTS,
            until: Some(until),
        };
        let outcome = refute(
            pool,
            solver,
            code,
            of,
            (precision, limits),
            (knowledge, &mut statistics),
        );
        match outcome {
            Outcome::Refuted => {
                return Backward::Proved(Effort {
                    segments: statistics.segments,
                    queries: statistics.queries,
                    seconds: begun.elapsed().as_secs_f64(),
                });
            }
            Outcome::Reached { approximate: false } => {
                why = "the entry was reached".to_owned();
                break;
            }
            Outcome::Reached { approximate: true } => {
                why = "the entry was reached, with things forgotten on the way".to_owned();
            }
            Outcome::GaveUp(reason) => why = reason.to_owned(),
        }
        if Instant::now() >= until {
            break;
        }
    }
    Backward::Open(why)
}

impl Scope {
    /// Targets without those that nothing calls; `None` if backward searches do not know the code of all others.
    fn called(&self, mut targets: Vec<ir::analysis::Target>) -> Option<Vec<ir::analysis::Target>> {
        use ir::analysis::Target::{Block, Edge};
        let known = match self {
            Scope::Program { .. } => return Some(targets),
            Scope::Known(known) => known,
            Scope::Nothing(_) => return None,
        };
        let function = |target: &ir::analysis::Target| match target {
            Block(function, _) | Edge(function, ..) => *function,
        };
        targets.retain(|it| !known.uncalled.contains(&function(it)));
        let mut functions = targets.iter().map(function);
        functions
            .all(|function| known.functions.contains(&function))
            .then_some(targets)
    }
}

/// `None` if the function of one of them is not known: what is said of the others proves nothing.
fn places(parts: &[CoveredPart], program: &dyn Program) -> Option<Vec<ir::analysis::Target>> {
    let places = parts.iter().map(|part| {
        let function = program.find_function(&part.function)?;
        Some(match part.part {
            Part::Block(block) => ir::analysis::Target::Block(function, BlockId(block)),
            Part::Arm(block, edge) => ir::analysis::Target::Edge(function, BlockId(block), edge),
        })
    });
    places.collect()
}

fn entry(searched: &SearchedBackward<'_>) -> Option<Entry> {
    let program = searched.program;
    let functions = searched.starts.iter().map(|start| match start {
        Start::Function(function) => Some(*function),
        Start::Main(_) => program.find_function("main"),
    });
    let mut called_from_outside: Vec<FunctionId> = [vm::EXIT_HANDLERS]
        .iter()
        .filter_map(|name| program.find_function(name))
        .collect();
    if let Scope::Known(known) = searched.scope {
        called_from_outside.extend(&known.called_from_outside);
    }
    Some(Entry {
        functions: functions.collect::<Option<Vec<_>>>()?,
        initialise: program.find_function(vm::INITIALISE),
        called_from_outside,
    })
}
