//! The patterns around a point that is nearly a model: where equalities have to hold to the last digit,
//! they hold at round numbers, or at some of the neighbours.

use super::newton::newton;
use super::space::{Point, Space};
use rand::Rng;
use rand::rngs::SmallRng;

/// Decimal digits that numbers are rounded to.
const DIGITS: i32 = 6;
/// Steps to neighbours of one variable: powers of two below this one.
const NEIGHBOURS: u32 = 6;
/// Times that all variables are tried.
const SWEEPS: usize = 12;

/// Looks around; true if there is a model. The space is left at the best point that was seen.
pub(super) fn look_around(
    space: &mut Space<'_>,
    random: &mut SmallRng,
    (drifts, floor): (usize, f64),
) -> bool {
    let mut best = (space.cost(), space.point.clone());
    round(space, &mut best);
    space.go(&best.1.clone());
    neighbours(space, &mut best);
    scatter(space, random, &mut best);
    let centre = best.1.clone();
    for _ in 0..drifts {
        if best.0 == 0.0 || space.is_over() {
            break;
        }
        drift(space, random, &centre, floor);
        let mut here = (space.cost(), space.point.clone());
        neighbours(space, &mut here);
        if here.0 < best.0 {
            best = here;
        }
    }
    space.go(&best.1);
    best.0 == 0.0
}

fn keep(space: &Space<'_>, best: &mut (f64, Point)) {
    let cost = space.cost();
    if cost < best.0 {
        *best = (cost, space.point.clone());
    }
}

/// Rounds all numbers to few digits, and each alone to a number that the constraints mention.
fn round(space: &mut Space<'_>, best: &mut (f64, Point)) {
    let centre = best.1.clone();
    for digits in 0..=DIGITS {
        let unit = 10.0_f64.powi(digits);
        let mut point = centre.clone();
        for (variable, pattern) in point.iter_mut().enumerate() {
            let reading = space.variables[variable].reading;
            if reading.is_float() {
                *pattern = reading.pattern((reading.number(*pattern) * unit).round() / unit);
            }
        }
        space.go(&point);
        keep(space, best);
        if best.0 == 0.0 {
            return;
        }
    }
    space.go(&best.1.clone());
    for variable in 0..centre.len() {
        let number = space.number(variable);
        let mut near: Vec<f64> = space.constants.clone();
        near.retain(|constant| (constant - number).abs() <= 1e-2 * constant.abs().max(1.0));
        for constant in near {
            space.change(
                variable,
                space.variables[variable].reading.pattern(constant),
            );
            keep(space, best);
        }
        space.change(variable, best.1[variable]);
    }
}

/// Goes to neighbours, one variable at a time, while the cost becomes less.
fn neighbours(space: &mut Space<'_>, best: &mut (f64, Point)) {
    for _ in 0..SWEEPS {
        let before = best.0;
        for variable in 0..space.variables.len() {
            let reading = space.variables[variable].reading;
            for magnitude in 0..NEIGHBOURS {
                for step in [1i128 << magnitude, -(1i128 << magnitude)] {
                    let place = reading.place(best.1[variable]);
                    space.change(variable, reading.at_place(place + step));
                    keep(space, best);
                }
            }
            space.change(variable, best.1[variable]);
            if best.0 == 0.0 || space.is_over() {
                return;
            }
        }
        if best.0 >= before {
            return;
        }
    }
}

/// Draws neighbours in all variables at once.
fn scatter(space: &mut Space<'_>, random: &mut SmallRng, best: &mut (f64, Point)) {
    for _ in 0..40 * space.variables.len() {
        if best.0 == 0.0 || space.is_over() {
            return;
        }
        let mut point = best.1.clone();
        for (variable, pattern) in point.iter_mut().enumerate() {
            let reading = space.variables[variable].reading;
            let step = random.random_range(-4..=4);
            *pattern = reading.at_place(reading.place(*pattern) + step);
        }
        space.go(&point);
        keep(space, best);
    }
}

/// Moves one variable by some neighbours, and has the others follow.
fn drift(space: &mut Space<'_>, random: &mut SmallRng, centre: &[u64], floor: f64) {
    let variable = random.random_range(0..centre.len());
    let reading = space.variables[variable].reading;
    let magnitude = random.random_range(0..=reading.width() * 2 / 3);
    let step = random.random_range(-(1i128 << magnitude)..=1i128 << magnitude);
    let mut point = centre.to_vec();
    point[variable] = reading.at_place(reading.place(point[variable]) + step);
    space.go(&point);
    newton(space, floor, Some(variable));
}
