//! Equalities among the constraints, used to rewrite the others.
//!
//! Propositional search finds it hard to see that two circuits over equal words agree (two
//! products, say); after substitution they are one circuit. Rewritten questions share less with
//! their siblings, so this is done only for questions that turn out to be hard.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Pool, Sort, Term};

use super::linear::{self, Solution};
use super::narrow;
use super::unconstrained::{self, Elimination};

/// Most constraints whose equalities are used; each costs a walk over all others.
const MOST_EQUALITIES: usize = 32;

/// Constraints rewritten by each other's equalities.
pub(super) struct Rewritten {
    /// In the order of the originals; as a whole equivalent to them.
    pub(super) constraints: Vec<Term>,
    /// Which originals each follows from.
    from: Vec<FxHashSet<usize>>,
}

/// Rewrites constraints by the equalities among them; `None` if that changes nothing.
pub(super) fn rewrite(pool: &mut Pool, constraints: &[Term]) -> Option<Rewritten> {
    let mut now = constraints.to_vec();
    let mut from: Vec<FxHashSet<usize>> =
        (0..now.len()).map(|i| FxHashSet::from_iter([i])).collect();
    let mut used = 0;
    for i in 0..now.len() {
        let map = match Said::by(pool, now[i]) {
            Said::Nothing => continue,
            Said::Constant(truth) => {
                now[i] = pool.bool(truth);
                continue;
            }
            Said::Equal(map) => map,
        };
        used += 1;
        if used > MOST_EQUALITIES {
            break;
        }
        for j in 0..now.len() {
            if j == i {
                continue;
            }
            let t = pool.substitute(now[j], &map);
            if t != now[j] {
                now[j] = t;
                let reasons = from[i].clone();
                from[j].extend(reasons);
            }
        }
    }
    (now != constraints).then_some(Rewritten {
        constraints: now,
        from,
    })
}

/// What a constraint says by its equalities.
enum Said {
    Nothing,
    /// It always holds, or never does.
    Constant(bool),
    /// What is to be replaced by what.
    Equal(FxHashMap<Term, Term>),
}

impl Said {
    /// The later of two terms by the earlier, which cannot contain it; anything by a constant; a
    /// term of a sum by the others.
    fn by(pool: &mut Pool, constraint: Term) -> Said {
        let mut map = FxHashMap::default();
        let conjuncts = pool.conjuncts(constraint);
        let alone = conjuncts.len() == 1;
        for conjunct in conjuncts {
            if pool.op(conjunct) != Op::Eq {
                continue;
            }
            let arguments = pool.arguments(conjunct);
            let (a, b) = (arguments[0], arguments[1]);
            if matches!(pool.sort(a), Sort::Array { .. }) {
                continue;
            }
            match linear::solve(pool, a, b) {
                Some(Solution::False) => return Said::Constant(false),
                Some(Solution::True) if alone => return Said::Constant(true),
                Some(Solution::True) | None => {}
                Some(Solution::Equal(equal)) => {
                    for (old, new) in equal {
                        map.entry(old).or_insert(new);
                    }
                }
            }
            let (old, new) = match (pool.is_constant(a), pool.is_constant(b)) {
                (true, true) => continue,
                (true, false) => (b, a),
                (false, true) => (a, b),
                (false, false) if a.index() > b.index() => (a, b),
                (false, false) => (b, a),
            };
            map.entry(old).or_insert(new);
        }
        if map.is_empty() {
            Said::Nothing
        } else {
            Said::Equal(map)
        }
    }
}

impl Rewritten {
    /// Constraints as they are.
    pub(super) fn unchanged(constraints: &[Term]) -> Rewritten {
        Rewritten {
            constraints: constraints.to_vec(),
            from: (0..constraints.len())
                .map(|i| FxHashSet::from_iter([i]))
                .collect(),
        }
    }

    /// The same, rewritten further by ranges; false if that changes nothing.
    pub(super) fn narrow(&mut self, pool: &mut Pool) -> bool {
        let Some(narrowed) = narrow::rewrite(pool, &self.constraints) else {
            return false;
        };
        let from: Vec<FxHashSet<usize>> = narrowed
            .iter()
            .map(|narrowed| {
                let sources = narrowed.from.iter().map(|&i| &self.from[i]);
                sources.flatten().copied().collect()
            })
            .collect();
        self.from = from;
        self.constraints = narrowed
            .iter()
            .map(|narrowed| narrowed.constraint)
            .collect();
        true
    }

    /// The same without unconstrained inputs; `None` if there are none. Models have to be completed.
    pub(super) fn eliminate(&mut self, pool: &mut Pool) -> Option<Elimination> {
        let (constraints, elimination) = unconstrained::eliminate(pool, &self.constraints)?;
        self.constraints = constraints;
        Some(elimination)
    }

    /// The original constraints behind some of the rewritten ones, in order.
    pub(super) fn originals(&self, constraints: &[Term], core: &[Term]) -> Vec<Term> {
        let core: FxHashSet<Term> = core.iter().copied().collect();
        let mut guilty: Vec<usize> = (0..self.constraints.len())
            .filter(|&i| core.contains(&self.constraints[i]))
            .flat_map(|i| self.from[i].iter().copied())
            .collect();
        guilty.sort_unstable();
        guilty.dedup();
        guilty.into_iter().map(|i| constraints[i]).collect()
    }
}
