//! What stands in memory behind a call that takes one of several paths.

use super::summary::Summary;
use crate::executor::Executor;
use std::collections::BTreeSet;
use term::{Pool, Term};
use vm::{AskedCall, State};

/// Ways that a call is told apart by, where numbers differ behind it.
const MOST_WAYS: usize = 64;

/// Paths through a call taken together: they agree in all numbers that stand behind it on each of them.
pub(crate) struct Together {
    /// Which alternatives of the summary.
    pub(crate) alternatives: Vec<usize>,
    /// That one of them is taken.
    pub(crate) condition: Term,
    /// What the places that any of them writes hold, by number.
    pub(crate) values: Vec<(u32, Term)>,
}

/// What a call leaves by alternative.
pub(crate) struct After {
    /// Numbers of the places, in order.
    pub(crate) places: Vec<u32>,
    /// By alternative, what stands there.
    pub(crate) rows: Vec<(usize, Vec<Term>)>,
}

/// What stands behind a call by alternative: at all places that any writes, and at `others`. `None` if
/// something there was never written.
pub(crate) fn after(
    executor: &mut Executor,
    state: &State,
    asked: &AskedCall,
    summary: &Summary,
    others: impl IntoIterator<Item = u32>,
) -> Option<After> {
    let machine = executor.machine();
    let mut places: BTreeSet<u32> = others.into_iter().collect();
    for alternative in &summary.alternatives {
        places.extend(alternative.effect.places());
    }
    let places: Vec<u32> = places.into_iter().collect();
    let before = machine.before_call(asked, state, &places)?;
    let rows = summary.alternatives.iter().enumerate();
    let rows = rows.map(|(number, alternative)| {
        let row = machine.after_call(asked, &alternative.effect, &places, &before);
        (number, row)
    });
    Some(After {
        rows: rows.collect(),
        places,
    })
}

/// Takes alternatives together that leave the same numbers where all leave numbers.
pub(crate) fn together(pool: &mut Pool, summary: &Summary, after: &After) -> Vec<Together> {
    let constant = |column: &usize| {
        let mut rows = after.rows.iter();
        rows.all(|(_, row)| pool.constant_u64(row[*column]).is_some())
    };
    let told_apart: Vec<usize> = (0..after.places.len()).filter(constant).collect();
    let mut groups: Vec<(Vec<Term>, Vec<usize>)> = Vec::new();
    for (index, (_, row)) in after.rows.iter().enumerate() {
        let key: Vec<Term> = told_apart.iter().map(|&column| row[column]).collect();
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, members)) => members.push(index),
            None => groups.push((key, vec![index])),
        }
    }
    if groups.len() > MOST_WAYS {
        groups = vec![(Vec::new(), (0..after.rows.len()).collect())];
    }
    let groups = groups.into_iter().map(|(_, members)| members);
    groups
        .map(|members| merged(pool, summary, after, &members))
        .collect()
}

fn merged(pool: &mut Pool, summary: &Summary, after: &After, members: &[usize]) -> Together {
    let alternatives: Vec<usize> = members.iter().map(|&index| after.rows[index].0).collect();
    let condition = summary.one_of(pool, &alternatives);
    let mut values = Vec::with_capacity(after.places.len());
    for (column, &place) in after.places.iter().enumerate() {
        let of = |index: usize| after.rows[index].1[column];
        // Alternatives that leave the same stand together, the last ones under "otherwise".
        let mut distinct: Vec<(Term, Vec<usize>)> = Vec::new();
        for &index in members {
            let number = after.rows[index].0;
            match distinct.iter_mut().find(|(value, _)| *value == of(index)) {
                Some((_, numbers)) => numbers.push(number),
                None => distinct.push((of(index), vec![number])),
            }
        }
        distinct.sort_by_key(|(_, numbers)| numbers.len());
        let Some((mut value, _)) = distinct.pop() else {
            continue;
        };
        while let Some((other, numbers)) = distinct.pop() {
            let mut any = pool.bool(false);
            for number in numbers {
                let takes = summary.takes(pool, number);
                any = pool.or(any, takes);
            }
            value = pool.ite(any, other, value);
        }
        values.push((place, value));
    }
    Together {
        alternatives,
        condition,
        values,
    }
}
