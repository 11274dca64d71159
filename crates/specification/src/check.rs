//! What is allowed in the language, but cannot be meant.

use crate::error::{Problem, SpecificationError};
use crate::monitor::letters;
use crate::{Monitor, Specification, SpecificationFile};
use std::collections::BTreeSet;
use std::path::Path;

/// States of several monitors together that are looked at.
const MOST_STATES: usize = 10_000;

/// What is said of each specification of a file that its author can hardly have meant: clauses that nothing
/// violates, and events that the clauses leave no place for together.
///
/// # Errors
/// If a clause has no monitor.
pub fn warnings(
    file: &Path,
    text: &str,
    parsed: &SpecificationFile,
) -> Result<Vec<SpecificationError>, SpecificationError> {
    let mut problems = Vec::new();
    for specification in &parsed.specifications {
        let found = of_specification(specification);
        problems.extend(found.map_err(|problem| problem.located(file, text))?);
    }
    let located = problems.into_iter();
    Ok(located.map(|problem| problem.located(file, text)).collect())
}

fn of_specification(specification: &Specification) -> Result<Vec<Problem>, Problem> {
    let letters = letters(specification).map_err(|event| {
        let event = &specification.events[event];
        let message = format!(
            "too many events with conditions at the same moment as `{}`: there may be 8",
            event.name
        );
        Problem::new(event.at, message)
    })?;
    let mut problems = Vec::new();
    let mut monitors = Vec::new();
    for clause in &specification.clauses {
        let monitor = Monitor::new(clause, &letters)
            .map_err(|error| Problem::new(error.at, error.message))?;
        if monitor.violated.is_none() {
            problems.push(Problem::new(clause.at, "nothing can violate this clause"));
        }
        monitors.push(monitor);
    }
    let events = specification.events.len();
    let forbidden = |monitor: &Monitor| impossible(std::slice::from_ref(monitor), events);
    let meant: BTreeSet<usize> = monitors.iter().flat_map(forbidden).collect();
    for event in impossible(&monitors, events) {
        if !meant.contains(&event) {
            let event = &specification.events[event];
            let message = format!(
                "`{}` can never happen: the clauses forbid it together, though none of them does alone",
                event.name
            );
            problems.push(Problem::new(event.at, message));
        }
    }
    Ok(problems)
}

/// Events with which every step violates one of the monitors.
fn impossible(monitors: &[Monitor], events: usize) -> Vec<usize> {
    let Some(first) = monitors.first() else {
        return Vec::new();
    };
    let mut seen = 0u64;
    let mut known = BTreeSet::from([vec![0; monitors.len()]]);
    let mut open: Vec<Vec<usize>> = known.iter().cloned().collect();
    while let Some(states) = open.pop() {
        for (number, letter) in first.letters.iter().enumerate() {
            let step = |(monitor, state): (&Monitor, &usize)| monitor.table[*state][number];
            let next: Vec<usize> = monitors.iter().zip(&states).map(step).collect();
            let mut each = monitors.iter().zip(&next);
            if each.any(|(monitor, state)| Some(*state) == monitor.violated) {
                continue;
            }
            seen |= letter;
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
        if known.len() > MOST_STATES {
            return Vec::new();
        }
    }
    (0..events).filter(|event| seen >> event & 1 == 0).collect()
}
