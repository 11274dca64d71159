//! The propositional solver against truth tables, incrementally under assumptions.

use super::Dice;
use crate::bitblast::sat::{Cdcl, Literal, SatLimits, SatSolver, Verdict};

struct Problem {
    variables: u32,
    clauses: Vec<Vec<Literal>>,
}

impl Problem {
    fn satisfied_by(&self, assignment: u32, assumptions: &[Literal]) -> bool {
        let holds = |l: &Literal| (assignment >> l.variable() & 1 == 1) != l.is_negated();
        assumptions.iter().all(holds) && self.clauses.iter().all(|c| c.iter().any(holds))
    }

    fn is_satisfiable(&self, assumptions: &[Literal]) -> bool {
        (0..1u32 << self.variables).any(|a| self.satisfied_by(a, assumptions))
    }
}

fn random_literals(dice: &mut Dice, variables: u32, count: usize) -> Vec<Literal> {
    let mut literals: Vec<Literal> = Vec::new();
    while literals.len() < count {
        let l = Literal::new(dice.below(variables as usize) as u32, dice.flip());
        if literals
            .iter()
            .all(|other| other.variable() != l.variable())
        {
            literals.push(l);
        }
    }
    literals
}

/// Sibling-like assumptions: a prefix of the last ones, then new literals.
fn vary(dice: &mut Dice, variables: u32, last: &mut Vec<Literal>) {
    last.truncate(dice.below(last.len() + 1));
    for _ in 0..dice.below(5) {
        last.push(Literal::new(
            dice.below(variables as usize) as u32,
            dice.flip(),
        ));
    }
}

fn run(seed: u64) -> (usize, usize) {
    let mut dice = Dice::new(seed);
    let variables = 4 + dice.below(9) as u32;
    let mut problem = Problem {
        variables,
        clauses: Vec::new(),
    };
    let mut sat = Cdcl::new();
    for v in 0..variables {
        sat.new_variable();
        sat.set_relevant(v, true);
    }
    let limits = SatLimits {
        conflicts: u64::MAX,
        stop: &|| false,
    };
    let mut assumptions = Vec::new();
    let mut counts = (0, 0);
    for _ in 0..12 {
        for _ in 0..dice.below(variables as usize) {
            let length = if dice.below(20) == 0 {
                1
            } else {
                2 + dice.below(2)
            };
            let clause = random_literals(&mut dice, variables, length);
            sat.add_clause(&clause);
            problem.clauses.push(clause);
        }
        for _ in 0..3 {
            vary(&mut dice, variables, &mut assumptions);
            let expected = problem.is_satisfiable(&assumptions);
            match sat.solve(&assumptions, &limits) {
                Verdict::Satisfiable => {
                    counts.0 += 1;
                    assert!(expected, "seed {seed}: said satisfiable");
                    let assignment = (0..variables)
                        .map(|v| (sat.value(v).expect("all are relevant") as u32) << v)
                        .sum();
                    assert!(
                        problem.satisfied_by(assignment, &assumptions),
                        "seed {seed}: model"
                    );
                }
                Verdict::Unsatisfiable => {
                    counts.1 += 1;
                    assert!(!expected, "seed {seed}: said unsatisfiable");
                    let failed = sat.failed().to_vec();
                    assert!(
                        failed.iter().all(|l| assumptions.contains(l)),
                        "seed {seed}: core"
                    );
                    assert!(
                        !problem.is_satisfiable(&failed),
                        "seed {seed}: core is too small"
                    );
                }
                Verdict::Stopped => panic!("seed {seed}: stopped without a limit"),
            }
        }
    }
    counts
}

#[test]
fn agrees_with_truth_tables_across_questions() {
    let totals = (0..1_500)
        .map(run)
        .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(
        totals.0 > 1_000 && totals.1 > 1_000,
        "one-sided cases: {totals:?}"
    );
}

/// The pigeonhole principle: `pigeons` do not fit into one hole less. Hard enough to restart,
/// reduce and collect garbage.
#[test]
fn proves_the_pigeonhole_principle() {
    let (pigeons, holes) = (8u32, 7u32);
    let mut sat = Cdcl::new();
    for v in 0..pigeons * holes {
        sat.new_variable();
        sat.set_relevant(v, true);
    }
    let at = |p: u32, h: u32, negated| Literal::new(p * holes + h, negated);
    for h in 0..holes {
        for p in 0..pigeons {
            for q in p + 1..pigeons {
                sat.add_clause(&[at(p, h, true), at(q, h, true)]);
            }
        }
    }
    for p in 0..pigeons - 1 {
        let clause: Vec<Literal> = (0..holes).map(|h| at(p, h, false)).collect();
        sat.add_clause(&clause);
    }
    let limits = SatLimits {
        conflicts: u64::MAX,
        stop: &|| false,
    };
    assert_eq!(sat.solve(&[], &limits), Verdict::Satisfiable);
    let clause: Vec<Literal> = (0..holes).map(|h| at(pigeons - 1, h, false)).collect();
    sat.add_clause(&clause);
    assert_eq!(sat.solve(&[], &limits), Verdict::Unsatisfiable);
    assert!(sat.statistics().conflicts > 1_000);
}

#[test]
fn stops_at_the_conflict_limit_and_when_asked() {
    let mut sat = Cdcl::new();
    let n = 11u32;
    for v in 0..n * (n - 1) {
        sat.new_variable();
        sat.set_relevant(v, true);
    }
    let at = |p: u32, h: u32, negated| Literal::new(p * (n - 1) + h, negated);
    for p in 0..n {
        let clause: Vec<Literal> = (0..n - 1).map(|h| at(p, h, false)).collect();
        sat.add_clause(&clause);
        for q in p + 1..n {
            for h in 0..n - 1 {
                sat.add_clause(&[at(p, h, true), at(q, h, true)]);
            }
        }
    }
    let few = SatLimits {
        conflicts: 100,
        stop: &|| false,
    };
    assert_eq!(sat.solve(&[], &few), Verdict::Stopped);
    assert_eq!(sat.statistics().conflicts, 100);
    let stop = SatLimits {
        conflicts: u64::MAX,
        stop: &|| true,
    };
    assert_eq!(sat.solve(&[], &stop), Verdict::Stopped);
    assert!(sat.statistics().conflicts < 200);
}
