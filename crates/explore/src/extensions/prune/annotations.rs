//! What is known of places of the program.

use super::counts::{Counts, PointId};
use super::forks::KnownFork;
use crate::extensions::{Arrived, Tools};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vm::{Annotation, Likeness, Machine, Needs, Shape};

/// Annotations that ask for the same numbers in the same cells of one place, at the most: those of least
/// use go first.
const MOST_ALIKE: usize = 16;
/// Sets of cells that annotations of one place ask for, at the most.
const MOST_SHAPES: usize = 32;
/// Annotations in all.
const MOST: usize = 1 << 16;

struct Known {
    annotation: Annotation,
    uses: u64,
    /// Once it was of use.
    point: Option<PointId>,
}

/// Annotations of a place that ask for certain numbers in the same cells.
struct OfShape {
    shape: Shape,
    /// By hash of the numbers.
    known: FxHashMap<u64, Vec<Known>>,
}

/// What came of looking for an annotation.
pub(super) struct LookUp {
    /// What matters of the state, if nothing below it is new.
    pub needs: Option<Needs>,
    /// Annotations that it was compared to.
    pub compared: u64,
}

/// The annotations of a run.
#[derive(Default)]
pub(super) struct Annotations {
    by_point: FxHashMap<u64, Vec<OfShape>>,
    count: usize,
}

impl Annotations {
    /// All below a fork is explored.
    pub(super) fn add(
        &mut self,
        machine: &mut Machine,
        fork: &Rc<KnownFork>,
        needs: &Needs,
        counts: &mut Counts,
    ) {
        if self.count >= MOST {
            return counts.add("annotations not kept, as there are too many");
        }
        let Some(annotation) = Annotation::new(machine, &fork.state, &fork.fork, needs) else {
            return counts.unavailable("a value that cannot be compared to others");
        };
        counts.add("annotations");
        let (shape, hash) = annotation.shape();
        let shapes = self.by_point.entry(fork.point).or_default();
        let at = match shapes.iter().position(|it| it.shape == shape) {
            Some(at) => at,
            None if shapes.len() >= MOST_SHAPES => {
                return counts.add("annotations not kept, as there are too many");
            }
            None => {
                let known = FxHashMap::default();
                shapes.push(OfShape { shape, known });
                shapes.len() - 1
            }
        };
        let alike = shapes[at].known.entry(hash).or_default();
        if alike.len() >= MOST_ALIKE {
            let least = (0..alike.len()).min_by_key(|&at| alike[at].uses);
            self.count -= usize::from(least.map(|at| alike.remove(at)).is_some());
        }
        self.count += 1;
        alike.push(Known {
            annotation,
            uses: 0,
            point: None,
        });
    }

    /// Looks for an annotation that a state at a fork agrees with.
    pub(super) fn find(
        &mut self,
        (at, point): (&Arrived<'_>, u64),
        tools: &mut Tools<'_>,
        counts: &mut Counts,
    ) -> LookUp {
        let (needs, mut compared) = (None, 0);
        let Some(shapes) = self.by_point.get_mut(&point) else {
            return LookUp { needs, compared };
        };
        for of_shape in shapes {
            compared += 1;
            let hash = of_shape.shape.hash_of(at.state);
            let alike = hash.and_then(|hash| of_shape.known.get_mut(&hash));
            for known in alike.into_iter().flatten().rev() {
                counts.add("states compared");
                compared += 1;
                let likeness = known.annotation.likeness(tools.machine, at.state);
                if let Some(needs) = likeness.and_then(|it| implied(it, at, tools)) {
                    known.of_use(at, counts);
                    let needs = Some(needs);
                    return LookUp { needs, compared };
                }
            }
        }
        LookUp { needs, compared }
    }
}

impl Known {
    /// A state agreed.
    fn of_use(&mut self, at: &Arrived<'_>, counts: &mut Counts) {
        self.uses += 1;
        let point = match self.point {
            Some(point) => point,
            None => {
                let is_users = |name: &str| counts.is_users(name);
                let asks = self.annotation.asks_for(at.state, &is_users);
                counts.point(at.fork, asks)
            }
        };
        self.point = Some(point);
        counts.of_use(point);
    }
}

/// What matters of a state, if its path implies what it must.
pub(super) fn implied(
    likeness: Likeness,
    at: &Arrived<'_>,
    tools: &mut Tools<'_>,
) -> Option<Needs> {
    let Likeness {
        mut needs,
        conditions,
    } = likeness;
    let mut because = Vec::new();
    if !conditions.is_empty() {
        let path = at.state.conditions();
        let numbers = path.iter().zip(0u32..);
        let numbers: FxHashMap<_, u32> = numbers.map(|(&term, number)| (term, number)).collect();
        for condition in conditions {
            if tools.machine.pool.constant_bool(condition) == Some(true) {
                continue;
            }
            match numbers.get(&condition) {
                Some(&number) => because.push(number),
                None => because.extend(tools.implied_by(at, condition)?),
            }
        }
    }
    needs.set_decisions(because);
    Some(needs)
}
