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
///
/// Sums are solved for one of their terms if that decides something: a constraint, or the value
/// of a term. Otherwise it only makes the circuits larger, as inverse coefficients are dense.
pub(super) fn rewrite(pool: &mut Pool, constraints: &[Term]) -> Option<Rewritten> {
    let (solved, decided) = substitute(pool, constraints, true);
    let rewritten = if decided {
        solved
    } else {
        substitute(pool, constraints, false).0
    };
    (rewritten.constraints != constraints).then_some(rewritten)
}

/// Rewrites constraints by what each says; true if solving sums decided something.
fn substitute(pool: &mut Pool, constraints: &[Term], solve_sums: bool) -> (Rewritten, bool) {
    let mut now = constraints.to_vec();
    let mut from: Vec<FxHashSet<usize>> =
        (0..now.len()).map(|i| FxHashSet::from_iter([i])).collect();
    let (mut used, mut decided) = (0, false);
    for i in 0..now.len() {
        let map = match Said::by(pool, now[i], solve_sums) {
            Said::Nothing => continue,
            Said::Constant(truth) => {
                now[i] = pool.bool(truth);
                decided = true;
                continue;
            }
            Said::Equal { map, solved } => {
                decided |= solved && now[i] != constraints[i];
                map
            }
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
    let constraints = now;
    (Rewritten { constraints, from }, decided)
}

/// What a constraint says by its equalities.
enum Said {
    Nothing,
    /// It always holds, or never does.
    Constant(bool),
    /// What is to be replaced by what; a sum has been solved if it gives a constant.
    Equal {
        map: FxHashMap<Term, Term>,
        solved: bool,
    },
}

impl Said {
    /// The later of two terms by the earlier, which cannot contain it; anything by a constant; a
    /// term of a sum by the others, if sums are to be solved.
    fn by(pool: &mut Pool, constraint: Term, solve_sums: bool) -> Said {
        let (mut map, mut solved) = (FxHashMap::default(), false);
        let conjuncts = pool.conjuncts(constraint);
        let alone = conjuncts.len() == 1;
        for conjunct in conjuncts {
            if pool.op(conjunct) == Op::Not && alone && solve_sums {
                return Said::by_difference(pool, pool.arguments(conjunct)[0]);
            }
            if pool.op(conjunct) != Op::Eq {
                continue;
            }
            let arguments = pool.arguments(conjunct);
            let (a, b) = (arguments[0], arguments[1]);
            if matches!(pool.sort(a), Sort::Array { .. }) {
                continue;
            }
            let solution = if solve_sums {
                linear::solve(pool, a, b)
            } else {
                None
            };
            match solution {
                Some(Solution::False) => return Said::Constant(false),
                Some(Solution::True) if alone => return Said::Constant(true),
                Some(Solution::True) | None => {}
                Some(Solution::Equal(equal)) => {
                    solved |= equal.iter().any(|&(_, new)| pool.is_constant(new));
                    map.extend(equal);
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
            Said::Equal { map, solved }
        }
    }

    /// What the negation of a term says: two sums may differ always, or never.
    fn by_difference(pool: &mut Pool, negated: Term) -> Said {
        if pool.op(negated) != Op::Eq {
            return Said::Nothing;
        }
        let (a, b) = (pool.arguments(negated)[0], pool.arguments(negated)[1]);
        match linear::solve(pool, a, b) {
            Some(Solution::False) => Said::Constant(true),
            Some(Solution::True) => Said::Constant(false),
            Some(Solution::Equal(_)) | None => Said::Nothing,
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
