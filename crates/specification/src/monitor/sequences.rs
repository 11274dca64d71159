//! Regular expressions by their positions: which of their steps may come next (Glushkov, The abstract
//! theory of automata, 1961).

use super::Letter;
use super::past::holds;
use super::table::Stepping;
use crate::error::Problem;
use crate::model::{Expression, ExpressionKind, Formula};
use std::collections::BTreeSet;

/// Positions of an expression; repetitions with numbers make copies.
const MOST_POSITIONS: usize = 500;

/// An expression as an automaton without names: it has been at these positions last.
pub(super) struct Positions<'e> {
    positions: Vec<&'e Formula>,
    /// Positions that may come behind each.
    follow: Vec<BTreeSet<usize>>,
    whole: Part,
    /// True if what the expression matches is a violation.
    forbids: bool,
}

/// A part of an expression.
#[derive(Clone, Default)]
struct Part {
    /// True if it matches no step at all.
    empty: bool,
    /// Positions it may begin with.
    first: BTreeSet<usize>,
    /// Positions it may end with.
    last: BTreeSet<usize>,
}

impl<'e> Positions<'e> {
    /// What is allowed are the beginnings of what the expression matches.
    pub(super) fn matches(
        expression: &'e Expression,
        letters: &[Letter],
    ) -> Result<Positions<'e>, Problem> {
        Positions::new(expression, letters, false)
    }

    /// What is forbidden is what the expression matches.
    pub(super) fn forbids(
        expression: &'e Expression,
        letters: &[Letter],
    ) -> Result<Positions<'e>, Problem> {
        let made = Positions::new(expression, letters, true)?;
        match made.whole.empty {
            true => {
                let message =
                    "this matches no step at all, so that it would be violated before the first";
                Err(Problem::new(expression.at, message))
            }
            false => Ok(made),
        }
    }

    fn new(
        expression: &'e Expression,
        letters: &[Letter],
        forbids: bool,
    ) -> Result<Positions<'e>, Problem> {
        let mut made = Positions {
            positions: Vec::new(),
            follow: Vec::new(),
            whole: Part::default(),
            forbids,
        };
        made.whole = made.add(expression)?;
        made.drop_dead_ends(letters);
        Ok(made)
    }

    /// Adds the positions of an expression.
    fn add(&mut self, expression: &'e Expression) -> Result<Part, Problem> {
        match &expression.kind {
            ExpressionKind::Nothing => Ok(nothing()),
            ExpressionKind::Step(step) => {
                let position = self.positions.len();
                if position == MOST_POSITIONS {
                    return Err(Problem::new(expression.at, "the expression is too large"));
                }
                self.positions.push(step);
                self.follow.push(BTreeSet::new());
                Ok(Part {
                    empty: false,
                    first: BTreeSet::from([position]),
                    last: BTreeSet::from([position]),
                })
            }
            ExpressionKind::Sequence(parts) => {
                let mut whole = nothing();
                for part in parts {
                    let part = self.add(part)?;
                    whole = self.join(whole, part);
                }
                Ok(whole)
            }
            ExpressionKind::Either(parts) => {
                let mut whole = Part::default();
                for part in parts {
                    let part = self.add(part)?;
                    whole.empty |= part.empty;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                }
                Ok(whole)
            }
            ExpressionKind::Repeat(inner, least, most) => self.repeat(inner, *least, *most),
        }
    }

    fn repeat(
        &mut self,
        inner: &'e Expression,
        least: u32,
        most: Option<u32>,
    ) -> Result<Part, Problem> {
        let mut whole = nothing();
        let endless = most.is_none();
        // The last one of those that must be there may be there again and again.
        let copies = most.unwrap_or(least.max(1));
        for number in 1..=copies {
            let mut part = self.add(inner)?;
            if endless && number == copies {
                for last in &part.last {
                    self.follow[*last].extend(&part.first);
                }
            }
            part.empty |= number > least;
            whole = self.join(whole, part);
        }
        Ok(whole)
    }

    fn join(&mut self, mut left: Part, right: Part) -> Part {
        for last in &left.last {
            self.follow[*last].extend(&right.first);
        }
        if left.empty {
            left.first.extend(&right.first);
        }
        match right.empty {
            true => left.last.extend(right.last),
            false => left.last = right.last,
        }
        left.empty &= right.empty;
        left
    }

    /// Removes positions from which the expression cannot come to an end, as no step fits what comes.
    fn drop_dead_ends(&mut self, letters: &[Letter]) {
        let fits: Vec<bool> = self
            .positions
            .iter()
            .map(|step| letters.iter().any(|&letter| holds(step, letter)))
            .collect();
        let mut live: BTreeSet<usize> = self
            .whole
            .last
            .iter()
            .copied()
            .filter(|it| fits[*it])
            .collect();
        loop {
            let more: Vec<usize> = (0..self.positions.len())
                .filter(|it| fits[*it] && !live.contains(it))
                .filter(|it| self.follow[*it].iter().any(|next| live.contains(next)))
                .collect();
            if more.is_empty() {
                break;
            }
            live.extend(more);
        }
        let keep = |set: &mut BTreeSet<usize>| set.retain(|it| live.contains(it));
        self.follow.iter_mut().for_each(keep);
        keep(&mut self.whole.first);
        keep(&mut self.whole.last);
    }
}

/// What matches no step at all and nothing else.
fn nothing() -> Part {
    Part {
        empty: true,
        ..Part::default()
    }
}

impl Stepping for Positions<'_> {
    /// Positions where it may be; `None` before the first step.
    type State = Option<BTreeSet<usize>>;

    fn initial(&self) -> Self::State {
        None
    }

    fn step(
        &mut self,
        state: &Self::State,
        letter: Letter,
    ) -> Result<Option<Self::State>, Problem> {
        let mut next = BTreeSet::new();
        let mut enter = |positions: &BTreeSet<usize>| {
            let fitting = positions
                .iter()
                .filter(|it| holds(self.positions[**it], letter));
            next.extend(fitting);
        };
        match state {
            None => enter(&self.whole.first),
            Some(at) => at
                .iter()
                .for_each(|position| enter(&self.follow[*position])),
        }
        let violated = match self.forbids {
            true => next
                .iter()
                .any(|position| self.whole.last.contains(position)),
            false => next.is_empty(),
        };
        Ok((!violated).then_some(Some(next)))
    }
}
