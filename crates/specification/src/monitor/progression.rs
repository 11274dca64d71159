//! Formulas from step to step: what has to hold from the next step on is a disjunction of sets of
//! formulas (Bacchus and Kabanza, Planning for temporally extended goals, 1998).

use super::Letter;
use super::normal_form::{Node, NormalForm};
use super::table::Stepping;
use crate::error::Problem;
use crate::model::Formula;
use std::collections::BTreeSet;

/// Sets of formulas of which one has to hold: none is contained in another, so that equal ones are the same.
type Choices = BTreeSet<BTreeSet<usize>>;

/// Choices that a state may have.
const MOST_CHOICES: usize = 100;

/// A formula.
pub(super) struct Progression {
    form: NormalForm,
    root: usize,
    at: usize,
}

impl Progression {
    pub(super) fn new(formula: &Formula) -> Result<Progression, Problem> {
        let (form, root) = NormalForm::new(formula)?;
        Ok(Progression {
            form,
            root,
            at: formula.at,
        })
    }

    /// What has to hold from the next step on so that each node holds at this one.
    fn progress(&self, values: &[bool]) -> Result<Vec<Choices>, Problem> {
        let nodes = &self.form.nodes;
        let mut progressed: Vec<Choices> = Vec::with_capacity(nodes.len());
        for (number, node) in nodes.iter().enumerate() {
            let of = |node: usize| &progressed[node];
            let later = atom(number);
            let choices = match *node {
                Node::Now(now, positive) => match values[now] == positive {
                    true => truth(),
                    false => Choices::new(),
                },
                Node::And(left, right) => self.both(of(left), of(right))?,
                Node::Or(left, right) => self.either(of(left), of(right))?,
                Node::Next(operand) => atom(operand),
                Node::Always(operand) => self.both(of(operand), &later)?,
                Node::WeakUntil(left, right) => {
                    self.either(of(right), &self.both(of(left), &later)?)?
                }
                Node::Release(left, right) => {
                    self.both(of(right), &self.either(of(left), &later)?)?
                }
            };
            progressed.push(choices);
        }
        Ok(progressed)
    }

    fn both(&self, left: &Choices, right: &Choices) -> Result<Choices, Problem> {
        let mut all = Choices::new();
        for one in left {
            all.extend(
                right
                    .iter()
                    .map(|other| one.union(other).copied().collect()),
            );
        }
        self.least(&all)
    }

    fn either(&self, left: &Choices, right: &Choices) -> Result<Choices, Problem> {
        self.least(&left.union(right).cloned().collect())
    }

    /// The choices that contain no other.
    fn least(&self, choices: &Choices) -> Result<Choices, Problem> {
        let contains_another = |set: &BTreeSet<usize>| {
            let mut others = choices.iter();
            others.any(|other| other.len() < set.len() && other.is_subset(set))
        };
        let least = choices.iter().filter(|set| !contains_another(set));
        let least: Choices = least.cloned().collect();
        match least.len() > MOST_CHOICES {
            true => {
                let message = "the monitor of this formula would be too large";
                Err(Problem::new(self.at, message))
            }
            false => Ok(least),
        }
    }
}

impl Stepping for Progression {
    /// The values that are kept of the past, and what has to hold from now on.
    type State = (u64, Choices);

    fn initial(&self) -> Self::State {
        (self.form.past.initial(), atom(self.root))
    }

    fn step(
        &mut self,
        (kept, choices): &Self::State,
        letter: Letter,
    ) -> Result<Option<Self::State>, Problem> {
        let values = self.form.past.values(*kept, letter);
        let progressed = self.progress(&values)?;
        let mut next = Choices::new();
        for set in choices {
            let mut all = truth();
            for node in set {
                all = self.both(&all, &progressed[*node])?;
            }
            next = self.either(&next, &all)?;
        }
        let kept = self.form.past.keep_of(&values);
        Ok((!next.is_empty()).then_some((kept, next)))
    }
}

fn truth() -> Choices {
    Choices::from([BTreeSet::new()])
}

fn atom(node: usize) -> Choices {
    Choices::from([BTreeSet::from([node])])
}
