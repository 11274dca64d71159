//! Roots of systems of equations: the steps of Levenberg and Marquardt, with slopes by differences.

use super::condition::Comparison;
use super::linear;
use super::space::Space;

const ITERATIONS: usize = 40;
/// Trials with more damping in one iteration.
const TRIALS: usize = 7;
/// Variables and equations of a system at the most.
const VARIABLES: usize = 32;
const EQUATIONS: usize = 64;

/// Goes towards a point where the differences that matter are zero, but leaves one variable as it is;
/// true if that is a model. `floor` is the least magnitude that steps are measured by.
pub(super) fn newton(space: &mut Space<'_>, floor: f64, fixed: Option<usize>) -> bool {
    let moving: Vec<usize> = (0..space.variables.len())
        .filter(|&variable| fixed != Some(variable))
        .collect();
    let mut cost = space.cost();
    if moving.is_empty() || moving.len() > VARIABLES {
        return cost == 0.0;
    }
    let mut damping = 1e-3;
    for _ in 0..ITERATIONS {
        if cost == 0.0 || space.is_over() {
            break;
        }
        let Some(system) = System::at(space, &moving, floor) else {
            break;
        };
        let base = space.point.clone();
        let mut better = false;
        for _ in 0..TRIALS {
            let Some(step) = system.step(damping) else {
                break;
            };
            let mut point = base.clone();
            for (&variable, step) in moving.iter().zip(step) {
                let to = space.variables[variable].reading.number(base[variable]) + step;
                point[variable] = space.variables[variable].pattern(to);
            }
            space.go(&point);
            let reached = space.cost();
            if reached < cost {
                (cost, better) = (reached, true);
                damping = (damping / 10.0_f64).max(1e-14);
                break;
            }
            damping = (damping * 10.0).max(1e-6);
        }
        if !better {
            space.go(&base);
            break;
        }
    }
    cost == 0.0
}

/// Residuals with their slopes, a row each.
struct System {
    residuals: Vec<f64>,
    slopes: Vec<Vec<f64>>,
}

impl System {
    /// `None` if nothing is left to become zero.
    fn at(space: &mut Space<'_>, moving: &[usize], floor: f64) -> Option<System> {
        let conditions = space.conditions.clone();
        let mut comparisons: Vec<&Comparison> = Vec::new();
        for condition in conditions.iter() {
            condition.comparisons(space.tape(), &mut comparisons);
        }
        let mut residuals = Vec::new();
        comparisons.retain(|comparison| {
            let residual = comparison.residual(space.tape());
            residuals.extend(residual.filter(|_| residuals.len() < EQUATIONS));
            residual.is_some()
        });
        comparisons.truncate(residuals.len());
        if comparisons.is_empty() {
            return None;
        }
        let mut slopes = vec![vec![0.0; moving.len()]; comparisons.len()];
        let before: Vec<f64> = comparisons
            .iter()
            .map(|comparison| comparison.difference(space.tape()))
            .collect();
        for (column, &variable) in moving.iter().enumerate() {
            let moved = difference(space, variable, floor, |space, distance| {
                let mut any = false;
                for (row, comparison) in comparisons.iter().enumerate() {
                    let change = comparison.difference(space.tape()) - before[row];
                    let slope = change / distance;
                    slopes[row][column] = if slope.is_finite() { slope } else { 0.0 };
                    any |= slope != 0.0;
                }
                any
            });
            if !moved {
                slopes.iter_mut().for_each(|row| row[column] = 0.0);
            }
        }
        Some(System { residuals, slopes })
    }

    /// The step that makes the residuals small, least squares with damping; rows and columns are scaled
    /// to one magnitude.
    fn step(&self, damping: f64) -> Option<Vec<f64>> {
        let columns = self.slopes[0].len();
        let scale: Vec<f64> = (0..columns)
            .map(|column| {
                let squares = self.slopes.iter().map(|row| row[column] * row[column]);
                let norm = squares.sum::<f64>().sqrt();
                if norm > 0.0 && norm.is_finite() {
                    1.0 / norm
                } else {
                    0.0
                }
            })
            .collect();
        let mut matrix = vec![vec![0.0; columns]; columns];
        let mut right = vec![0.0; columns];
        for (row, residual) in self.slopes.iter().zip(&self.residuals) {
            let scaled: Vec<f64> = row.iter().zip(&scale).map(|(a, b)| a * b).collect();
            let weight = 1.0 / scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
            if !weight.is_finite() {
                continue;
            }
            for i in 0..columns {
                right[i] -= weight * scaled[i] * (weight * residual);
                for j in 0..columns {
                    matrix[i][j] += weight * scaled[i] * (weight * scaled[j]);
                }
            }
        }
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += damping * row[i].max(1e-12) + f64::MIN_POSITIVE;
        }
        let step = linear::solve(matrix, right)?;
        Some(step.iter().zip(&scale).map(|(a, b)| a * b).collect())
    }
}

/// Moves a variable by so little that slopes can be told, has `look` told by how much, and moves it back.
/// Where `look` sees no change, the distance becomes larger; false if it never sees one.
pub(super) fn difference(
    space: &mut Space<'_>,
    variable: usize,
    floor: f64,
    mut look: impl FnMut(&Space<'_>, f64) -> bool,
) -> bool {
    let (pattern, at) = (space.point[variable], space.number(variable));
    let reading = space.variables[variable].reading;
    let mut distance = match reading.is_float() {
        true if reading.width() == 64 => at.abs().max(floor) * 6e-8,
        true => at.abs().max(floor) * 1e-3,
        false => 1.0,
    };
    let mut changed = false;
    for _ in 0..3 {
        let direction = if at + distance > space.variables[variable].high {
            -1.0
        } else {
            1.0
        };
        space.change(variable, reading.pattern(at + direction * distance));
        let moved = space.number(variable) - at;
        if moved != 0.0 && moved.is_finite() && look(space, moved) {
            changed = true;
            break;
        }
        distance *= 1e3;
    }
    space.change(variable, pattern);
    changed
}
