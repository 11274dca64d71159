//! Random properties.

use super::{Automaton, Expression, Formula};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Makes the same properties in every run.
pub struct Generator(SmallRng);

/// Where a formula stands: which operators keep the whole a safety property.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// Under no negation, or an even number.
    Plain,
    /// Under an odd number of negations.
    Negated,
    /// Under both.
    Both,
}

impl Side {
    fn turned(self) -> Side {
        match self {
            Side::Plain => Side::Negated,
            Side::Negated => Side::Plain,
            Side::Both => Side::Both,
        }
    }
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator(SmallRng::seed_from_u64(seed))
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.0.random_range(0..most)
    }

    /// A safety formula.
    pub fn property(&mut self) -> Formula {
        let inner = Box::new(self.future(4, Side::Plain));
        match self.below(3) {
            0 => Formula::Next(1, inner),
            1 => Formula::Always(inner),
            _ => Formula::WeakUntil(inner, Box::new(self.past(2))),
        }
    }

    fn leaf(&mut self) -> Formula {
        match self.below(12) {
            0 => Formula::Constant(true),
            1 => Formula::Constant(false),
            _ => Formula::Event(self.below(3)),
        }
    }

    /// A formula without time.
    fn now(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.leaf();
        }
        match self.below(6) {
            0 => Formula::Not(Box::new(self.now(depth - 1))),
            1 => Formula::And(Box::new(self.now(depth - 1)), Box::new(self.now(depth - 1))),
            2 => Formula::Or(Box::new(self.now(depth - 1)), Box::new(self.now(depth - 1))),
            _ => self.leaf(),
        }
    }

    /// A formula about now and before.
    fn past(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.leaf();
        }
        let kind = self.below(13);
        let one = Box::new(self.past(depth - 1));
        let mut two = || Box::new(self.past(depth - 1));
        match kind {
            0 => Formula::Not(one),
            1 => Formula::And(one, two()),
            2 => Formula::Or(one, two()),
            3 => Formula::Implies(one, two()),
            4 => Formula::Equivalent(one, two()),
            5 => Formula::Previous(one),
            6 => Formula::WeakPrevious(one),
            7 => Formula::Once(one),
            8 => Formula::Historically(one),
            9 => Formula::Since(one, two()),
            10 => Formula::WeakSince(one, two()),
            _ => *one,
        }
    }

    /// A formula about later steps, too.
    fn future(&mut self, depth: usize, side: Side) -> Formula {
        if depth == 0 || self.below(6) == 0 {
            return self.past(2);
        }
        let inner = depth - 1;
        let turned = side.turned();
        match (self.below(10), side) {
            (0, _) => Formula::Not(Box::new(self.future(inner, turned))),
            (1, _) => {
                let left = Box::new(self.future(inner, side));
                Formula::And(left, Box::new(self.future(inner, side)))
            }
            (2, _) => {
                let left = Box::new(self.future(inner, side));
                Formula::Or(left, Box::new(self.future(inner, side)))
            }
            (3, _) => {
                let left = Box::new(self.future(inner, turned));
                Formula::Implies(left, Box::new(self.future(inner, side)))
            }
            (4, _) => {
                let left = Box::new(self.future(inner.min(1), Side::Both));
                Formula::Equivalent(left, Box::new(self.future(inner.min(1), Side::Both)))
            }
            (5, _) => {
                let steps = self.below(4);
                Formula::Eventually(Some(steps), Box::new(self.future(inner.min(2), side)))
            }
            (6, Side::Plain) => Formula::Always(Box::new(self.future(inner, side))),
            (6, Side::Negated) => Formula::Eventually(None, Box::new(self.future(inner, side))),
            (7 | 8, Side::Plain) => {
                let left = Box::new(self.future(inner, side));
                let right = Box::new(self.future(inner, side));
                match self.below(2) {
                    0 => Formula::WeakUntil(left, right),
                    _ => Formula::Release(left, right),
                }
            }
            (7 | 8, Side::Negated) => {
                let left = Box::new(self.future(inner, side));
                Formula::Until(left, Box::new(self.future(inner, side)))
            }
            _ => Formula::Next(self.below(3), Box::new(self.future(inner, side))),
        }
    }

    /// A regular expression.
    pub fn expression(&mut self, depth: usize) -> Expression {
        if depth == 0 {
            return match self.below(12) {
                0 => Expression::Nothing,
                _ => Expression::Step(self.now(2)),
            };
        }
        match self.below(5) {
            0 => Expression::Step(self.now(2)),
            1 | 2 => {
                let count = 1 + self.below(3);
                Expression::Sequence((0..count).map(|_| self.expression(depth - 1)).collect())
            }
            3 => {
                let count = 1 + self.below(3);
                Expression::Either((0..count).map(|_| self.expression(depth - 1)).collect())
            }
            _ => {
                let least = self.below(3);
                let most = match self.below(2) {
                    0 => None,
                    _ => Some(least + self.below(3)),
                };
                let inner = self.expression(depth - 1);
                Expression::Repeat(Box::new(inner), least, most)
            }
        }
    }

    /// An automaton.
    pub fn automaton(&mut self) -> Automaton {
        let states = 1 + self.below(5);
        let mut transitions = Vec::new();
        for _ in 0..states {
            let count = self.below(5);
            let ways = (0..count).map(|_| (self.now(2), self.below(states)));
            transitions.push(ways.collect());
        }
        Automaton { transitions }
    }
}
