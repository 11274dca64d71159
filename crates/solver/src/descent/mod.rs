//! Models of what no decision procedure understands: functions that the host computes, and arithmetic on
//! floats and products whose circuits are too large.
//!
//! The constraints are evaluated as they are, very often, and their distances from being true show where
//! to go (see [`condition`]). A round begins at a point ([`starts`]) and goes on with steps for systems of
//! equations ([`newton`]), down valleys ([`valley`]) and along single variables ([`coordinate`]); some
//! rounds have many points at once ([`population`]). Whatever comes near is looked at to the last digit
//! ([`nearby`]). Rounds follow each other as long as there is time, but what they do depends on how much
//! was evaluated only: the same question has the same model. After Dinges and Agha, "Solving complex path
//! conditions through heuristic search on induced polytopes" (2014), who begin at solutions of the linear
//! part, and Fu and Su, "XSat: a fast floating-point satisfiability solver" (2016), who minimise.

mod condition;
mod coordinate;
mod linear;
mod nearby;
mod newton;
mod population;
mod reading;
mod space;
mod starts;
mod valley;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use space::{Point, Space};
use term::{FloatOp, Model, Op, Pool, Term};

/// What makes a question one for a search by evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hardness {
    /// Functions that the host computes, which a back end does not understand.
    Opaque,
    /// Arithmetic of floats, whose circuits are large.
    Float,
    /// Products of unknowns, and divisions.
    Product,
}

impl Hardness {
    /// `None` if there is nothing of the kind.
    pub(crate) fn of(pool: &Pool, constraints: &[Term]) -> Option<Hardness> {
        let [mut opaque, mut float, mut product] = [false; 3];
        pool.visit_post_order(constraints, &mut |t| {
            let unknown = |i: usize| !pool.is_constant(pool.arguments(t)[i]);
            match pool.op(t) {
                Op::Opaque(_) => opaque = true,
                Op::Float { op, .. } => {
                    float |= !matches!(op, FloatOp::Eq | FloatOp::Lt | FloatOp::Le);
                }
                Op::Mul => product |= unknown(0) && unknown(1),
                Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => product |= unknown(0),
                _ => {}
            }
        });
        match (opaque, float, product) {
            (true, ..) => Some(Hardness::Opaque),
            (_, true, _) => Some(Hardness::Float),
            (.., true) => Some(Hardness::Product),
            _ => None,
        }
    }

    /// Steps of evaluation that are tried before a back end is asked.
    pub(crate) fn first_steps(self) -> u64 {
        match self {
            Hardness::Opaque => 2_000_000,
            Hardness::Float => 1_000_000,
            Hardness::Product => 0,
        }
    }

    /// The part of the time that is left to the back end, as a quotient.
    pub(crate) fn back_end_part(self) -> (u32, u32) {
        match self {
            Hardness::Opaque => (1, 5),
            Hardness::Float => (1, 2),
            Hardness::Product => (3, 4),
        }
    }
}

/// The first round whose start is drawn.
const DRAWN: u32 = 3;

/// The search for a model of one question.
pub(crate) struct Descent<'a> {
    space: Space<'a>,
    hint: Point,
    random: SmallRng,
    round: u32,
}

impl<'a> Descent<'a> {
    /// `None` if the constraints have values that are no words of 64 bits, or are too large. `stop` is
    /// asked from time to time; true ends the search. Attempts differ in what is drawn.
    pub(crate) fn new(
        pool: &Pool,
        constraints: &[Term],
        (hint, attempt): (&Model, u32),
        stop: &'a dyn Fn() -> bool,
    ) -> Option<Descent<'a>> {
        let space = Space::new(pool, constraints, stop)?;
        let hint = space.point_of(pool, hint);
        Some(Descent {
            space,
            hint,
            random: SmallRng::seed_from_u64(u64::from(attempt)),
            // The first rounds draw nothing.
            round: if attempt == 0 { 0 } else { DRAWN },
        })
    }

    /// Goes on for about so many steps of evaluation; the model that is found differs from `base` in the
    /// inputs of the constraints.
    pub(crate) fn find(&mut self, pool: &Pool, steps: u64, base: &Model) -> Option<Model> {
        self.space.limit = self.space.spent.saturating_add(steps);
        while !self.space.is_over() {
            let found = self.round();
            self.round += 1;
            if found {
                let point = self.space.point.clone();
                return Some(self.space.model_of(pool, &point, base));
            }
        }
        None
    }

    /// One search from one place; true if it ends in a model.
    fn round(&mut self) -> bool {
        let (space, random) = (&mut self.space, &mut self.random);
        let round = self.round;
        let scale = [10.0, 1.0, 100.0, 1e4][round as usize / 2 % 4];
        let floor = [1.0, 1e-3, 1e3][round as usize % 3];
        let start = match round {
            0 => self.hint.clone(),
            1 => starts::everywhere(space, 1.0),
            2 => starts::everywhere(space, 0.0),
            DRAWN.. => starts::anywhere(space, random, scale),
        };
        // Generations double each time that many points are tried.
        if round % 6 == 5 {
            let generations = 40 << (round / 12).min(10);
            let mut draw =
                |space: &Space<'_>, random: &mut SmallRng| starts::anywhere(space, random, scale);
            if population::evolve(space, random, generations, &mut draw) {
                return true;
            }
        } else {
            space.go(&start);
        }
        newton::newton(space, floor, None)
            || nearby::look_around(space, random, (4, floor))
            || valley::go_down(space, floor)
            || coordinate::alternate(space, random, 4 + round as usize)
            || newton::newton(space, floor, None)
            || valley::go_down(space, floor)
            || nearby::look_around(space, random, (drifts(space, round), floor))
    }
}

/// Neighbourhoods to look at: many where there is nearly a model.
fn drifts(space: &Space<'_>, round: u32) -> usize {
    match space.cost() {
        ..1e-10 => 200 << round.min(10),
        ..1e-3 => 20,
        _ => 2,
    }
}

#[cfg(test)]
mod tests;
