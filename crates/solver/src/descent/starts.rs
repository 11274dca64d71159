//! Where searches begin.

use super::space::{Point, Space};
use rand::Rng;
use rand::rngs::SmallRng;

/// A point anywhere: within the bounds, at numbers of the constraints, or of any magnitude up to
/// `scale`.
pub(super) fn anywhere(space: &Space<'_>, random: &mut SmallRng, scale: f64) -> Point {
    let variables = space.variables.iter();
    variables
        .map(|variable| {
            let kind = random.random_range(0..10);
            let number = match kind {
                0..=5 if variable.is_bounded() => {
                    random.random_range(0.0..=1.0) * (variable.high - variable.low) + variable.low
                }
                6 => space.constants[random.random_range(0..space.constants.len())],
                7 => {
                    let magnitude = 10.0_f64.powf(random.random_range(-6.0..8.0));
                    if random.random_bool(0.5) {
                        magnitude
                    } else {
                        -magnitude
                    }
                }
                _ => random.random_range(-scale..=scale),
            };
            variable.pattern(number)
        })
        .collect()
}

/// The same number for all variables.
pub(super) fn everywhere(space: &Space<'_>, number: f64) -> Point {
    let variables = space.variables.iter();
    variables.map(|variable| variable.pattern(number)).collect()
}
