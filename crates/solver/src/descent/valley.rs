//! The way down a curved valley: the quasi-Newton steps of Broyden, Fletcher, Goldfarb and Shanno, with
//! slopes by differences.

use super::newton::difference;
use super::space::Space;

const ITERATIONS: usize = 60;
/// Variables at the most.
const VARIABLES: usize = 32;
/// Halvings of a step.
const HALVINGS: usize = 30;

/// Goes down along the cost; true if that ends in a model.
pub(super) fn go_down(space: &mut Space<'_>, floor: f64) -> bool {
    let count = space.variables.len();
    let mut cost = space.cost();
    if count > VARIABLES || cost == 0.0 {
        return cost == 0.0;
    }
    let mut inverse = identity(count);
    let mut slope = slopes(space, cost, floor);
    for _ in 0..ITERATIONS {
        if space.is_over() {
            break;
        }
        let mut direction = product(&inverse, &slope);
        if dot(&direction, &slope) <= 0.0 {
            inverse = identity(count);
            direction = slope.clone();
        }
        let Some((step, reached)) = line(space, &direction, cost) else {
            break;
        };
        cost = reached;
        if cost == 0.0 {
            return true;
        }
        let next = slopes(space, cost, floor);
        let change: Vec<f64> = next.iter().zip(&slope).map(|(a, b)| a - b).collect();
        update(&mut inverse, &step, &change);
        slope = next;
    }
    false
}

/// The slope of the cost along each variable.
fn slopes(space: &mut Space<'_>, cost: f64, floor: f64) -> Vec<f64> {
    let mut slopes = vec![0.0; space.variables.len()];
    for (variable, to) in slopes.iter_mut().enumerate() {
        difference(space, variable, floor, |space, distance| {
            let slope = (space.cost() - cost) / distance;
            *to = if slope.is_finite() { slope } else { 0.0 };
            slope != 0.0
        });
    }
    slopes
}

/// Goes against a direction, half as far each time, until the cost is less; the step and the cost.
fn line(space: &mut Space<'_>, direction: &[f64], cost: f64) -> Option<(Vec<f64>, f64)> {
    let base = space.point.clone();
    let numbers: Vec<f64> = (0..base.len()).map(|it| space.number(it)).collect();
    let mut factor = 1.0;
    for _ in 0..HALVINGS {
        let mut point = base.clone();
        for (variable, pattern) in point.iter_mut().enumerate() {
            let to = numbers[variable] - factor * direction[variable];
            *pattern = space.variables[variable].pattern(to);
        }
        space.go(&point);
        let reached = space.cost();
        if reached < cost {
            let step = (0..base.len()).map(|it| space.number(it) - numbers[it]);
            return Some((step.collect(), reached));
        }
        if space.is_over() {
            break;
        }
        factor *= 0.4;
    }
    space.go(&base);
    None
}

fn identity(size: usize) -> Vec<Vec<f64>> {
    let row = |i: usize| (0..size).map(|j| f64::from(i == j)).collect();
    (0..size).map(row).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The inverse of the second derivatives after a step that changed the slopes so.
fn update(inverse: &mut [Vec<f64>], step: &[f64], change: &[f64]) {
    let curvature = dot(step, change);
    let turned = product(inverse, change);
    let weight = (1.0 + dot(change, &turned) / curvature) / curvature;
    if curvature <= 0.0 || !weight.is_finite() {
        return;
    }
    for i in 0..step.len() {
        for j in 0..step.len() {
            inverse[i][j] += weight * step[i] * step[j]
                - (turned[i] * step[j] + step[i] * turned[j]) / curvature;
        }
    }
}
