//! The least automaton that finds the same violations: states are told apart by partition refinement
//! (Moore, Gedanken-experiments on sequential machines, 1956).

use super::Monitor;
use std::collections::BTreeMap;

/// The least monitor that does the same, its states in the order in which they are met from the first.
pub(super) fn minimise(monitor: &Monitor) -> Monitor {
    let mut class: Vec<usize> = (0..monitor.table.len())
        .map(|state| usize::from(Some(state) == monitor.violated))
        .collect();
    let mut count = 0;
    loop {
        let mut numbers = BTreeMap::new();
        let refined: Vec<usize> = (0..monitor.table.len())
            .map(|state| {
                let next = monitor.table[state].iter().map(|next| class[*next]);
                let key = (class[state], next.collect::<Vec<_>>());
                let new = numbers.len();
                *numbers.entry(key).or_insert(new)
            })
            .collect();
        let found = numbers.len();
        class = refined;
        if found == count {
            break;
        }
        count = found;
    }
    quotient(monitor, &class)
}

/// The reachable classes as states.
fn quotient(monitor: &Monitor, class: &[usize]) -> Monitor {
    let mut numbers = BTreeMap::from([(class[0], 0)]);
    let mut members = vec![0];
    let mut table = Vec::new();
    while table.len() < members.len() {
        let row = monitor.table[members[table.len()]].iter().map(|&next| {
            *numbers.entry(class[next]).or_insert_with(|| {
                members.push(next);
                members.len() - 1
            })
        });
        table.push(row.collect());
    }
    let violated = monitor.violated;
    Monitor {
        letters: monitor.letters.clone(),
        violated: violated.and_then(|violated| numbers.get(&class[violated]).copied()),
        table,
    }
}
