//! Many points at once, for costs with many valleys: differential evolution (Storn and Price 1997).

use super::space::{Point, Space};
use rand::Rng;
use rand::rngs::SmallRng;

/// Points for each variable, and in all.
const POINTS_EACH: usize = 8;
const POINTS: usize = 60;

/// Evolves the points for some generations, and goes to the best; true if it is a model.
pub(super) fn evolve(
    space: &mut Space<'_>,
    random: &mut SmallRng,
    generations: usize,
    mut draw: impl FnMut(&Space<'_>, &mut SmallRng) -> Point,
) -> bool {
    let size = (space.variables.len() * POINTS_EACH).clamp(12, POINTS);
    let mut points: Vec<(f64, Vec<f64>)> = Vec::new();
    for _ in 0..size {
        let point = draw(space, random);
        space.go(&point);
        let numbers = (0..point.len()).map(|it| space.number(it)).collect();
        points.push((space.cost(), numbers));
    }
    for _ in 0..generations {
        if space.is_over() || points.iter().any(|point| point.0 == 0.0) {
            break;
        }
        for target in 0..size {
            let child = child(&points, target, random);
            let pattern =
                |(variable, &number): (usize, &f64)| space.variables[variable].pattern(number);
            let point: Point = child.iter().enumerate().map(pattern).collect();
            space.go(&point);
            let cost = space.cost();
            if cost <= points[target].0 {
                let numbers = (0..point.len()).map(|it| space.number(it)).collect();
                points[target] = (cost, numbers);
            }
        }
    }
    let best = points.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, best)) = best {
        let numbers = best.iter().enumerate();
        let point: Point = numbers
            .map(|(variable, &number)| space.variables[variable].reading.pattern(number))
            .collect();
        space.go(&point);
    }
    space.cost() == 0.0
}

/// The target with some of its numbers from a point beside another, as far away as two others are from
/// each other.
fn child(points: &[(f64, Vec<f64>)], target: usize, random: &mut SmallRng) -> Vec<f64> {
    let count = points[target].1.len();
    let [a, b, c] = [(); 3].map(|()| random.random_range(0..points.len()));
    let factor = random.random_range(0.4..0.95);
    let crossing = if random.random_bool(0.5) { 0.9 } else { 0.3 };
    let certain = random.random_range(0..count);
    (0..count)
        .map(|i| match i == certain || random.random_bool(crossing) {
            true => points[a].1[i] + factor * (points[b].1[i] - points[c].1[i]),
            false => points[target].1[i],
        })
        .collect()
}
