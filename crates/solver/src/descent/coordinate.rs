//! One variable at a time: the alternating variable method (Korel 1990), with steps of every magnitude.

use super::space::Space;
use rand::Rng;
use rand::rngs::SmallRng;

/// Values of a variable that are all tried where it has no more.
const FEW: f64 = 2048.0;

/// Changes variables, one at a time, until none makes the cost less; true if that ends in a model.
pub(super) fn alternate(space: &mut Space<'_>, random: &mut SmallRng, sweeps: usize) -> bool {
    let mut cost = space.cost();
    for _ in 0..sweeps {
        let before = cost;
        let first = random.random_range(0..space.variables.len());
        for offset in 0..space.variables.len() {
            if cost == 0.0 || space.is_over() {
                return cost == 0.0;
            }
            let variable = (first + offset) % space.variables.len();
            cost = along(space, variable, cost);
        }
        if cost >= before {
            break;
        }
    }
    cost == 0.0
}

/// Finds a better value of one variable, and leaves it there; gives the cost.
fn along(space: &mut Space<'_>, variable: usize, cost: f64) -> f64 {
    let mut best = (cost, space.point[variable]);
    let reading = space.variables[variable].reading;
    let (low, high) = (
        space.variables[variable].low,
        space.variables[variable].high,
    );
    if !reading.is_float() && high - low <= FEW {
        let mut at = low;
        while at <= high && !space.is_over() {
            attempt(space, variable, reading.pattern(at), &mut best);
            at += 1.0;
        }
        space.change(variable, best.1);
        return best.0;
    }
    for i in 0..space.constants.len() {
        let constant = space.constants[i];
        let pattern = space.variables[variable].pattern(constant);
        attempt(space, variable, pattern, &mut best);
    }
    // From far away at first, then ever nearer to the best so far.
    for magnitude in (0..reading.width()).rev() {
        let place = reading.place(best.1);
        for step in [1i128 << magnitude, -(1i128 << magnitude)] {
            attempt(space, variable, reading.at_place(place + step), &mut best);
        }
        if best.0 == 0.0 || space.is_over() {
            break;
        }
    }
    if reading.is_float() {
        steps_in_numbers(space, variable, &mut best);
    }
    space.change(variable, best.1);
    best.0
}

/// Steps by powers of two of the number itself, for what repeats itself or crosses zero.
fn steps_in_numbers(space: &mut Space<'_>, variable: usize, best: &mut (f64, u64)) {
    for exponent in (-20..=8).rev() {
        let reading = space.variables[variable].reading;
        let at = reading.number(best.1);
        for step in [f64::from(exponent).exp2(), -f64::from(exponent).exp2()] {
            let pattern = space.variables[variable].pattern(at + step);
            attempt(space, variable, pattern, best);
        }
    }
}

fn attempt(space: &mut Space<'_>, variable: usize, pattern: u64, best: &mut (f64, u64)) {
    if best.0 == 0.0 || pattern == best.1 {
        return;
    }
    space.change(variable, pattern);
    let cost = space.cost();
    if cost < best.0 {
        *best = (cost, pattern);
    }
}
