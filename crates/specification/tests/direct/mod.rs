//! What properties mean, straight from their definitions: over a finite sequence of steps, in three values
//! where the sequence is too short to tell.

mod generate;

pub use generate::Generator;
use std::collections::BTreeSet;
use std::fmt;

/// A formula over the events 0, 1 and 2.
#[derive(Clone, Debug)]
pub enum Formula {
    Constant(bool),
    Event(usize),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Equivalent(Box<Formula>, Box<Formula>),
    Previous(Box<Formula>),
    WeakPrevious(Box<Formula>),
    Once(Box<Formula>),
    Historically(Box<Formula>),
    Since(Box<Formula>, Box<Formula>),
    WeakSince(Box<Formula>, Box<Formula>),
    Next(usize, Box<Formula>),
    Always(Box<Formula>),
    Eventually(Option<usize>, Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    WeakUntil(Box<Formula>, Box<Formula>),
    Release(Box<Formula>, Box<Formula>),
}

/// Whether a formula holds; `Open` if that depends on steps that are still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Truth {
    No,
    Open,
    Yes,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::Yes } else { Truth::No }
    }
}

fn not(value: Truth) -> Truth {
    match value {
        Truth::No => Truth::Yes,
        Truth::Open => Truth::Open,
        Truth::Yes => Truth::No,
    }
}

impl Formula {
    pub fn is_violated(&self, steps: &[u64]) -> bool {
        self.at(steps, 0) == Truth::No
    }

    /// Its value at a step.
    fn at(&self, steps: &[u64], i: usize) -> Truth {
        let end = steps.len();
        if i >= end {
            return Truth::Open;
        }
        match self {
            Formula::Constant(value) => Truth::from(*value),
            Formula::Event(event) => Truth::from(steps[i] & 1 << event != 0),
            Formula::Not(p) => not(p.at(steps, i)),
            Formula::And(p, q) => p.at(steps, i).min(q.at(steps, i)),
            Formula::Or(p, q) => p.at(steps, i).max(q.at(steps, i)),
            Formula::Implies(p, q) => not(p.at(steps, i)).max(q.at(steps, i)),
            Formula::Equivalent(p, q) => {
                let (p, q) = (p.at(steps, i), q.at(steps, i));
                p.min(q).max(not(p).min(not(q)))
            }
            Formula::Previous(p) => match i {
                0 => Truth::No,
                _ => p.at(steps, i - 1),
            },
            Formula::WeakPrevious(p) => match i {
                0 => Truth::Yes,
                _ => p.at(steps, i - 1),
            },
            Formula::Once(p) => Truth::from((0..=i).any(|j| p.at(steps, j) == Truth::Yes)),
            Formula::Historically(p) => Truth::from((0..=i).all(|j| p.at(steps, j) == Truth::Yes)),
            Formula::Since(p, q) => Truth::from(since(steps, i, p, q)),
            Formula::WeakSince(p, q) => {
                let always = (0..=i).all(|j| p.at(steps, j) == Truth::Yes);
                Truth::from(always || since(steps, i, p, q))
            }
            Formula::Next(n, p) => p.at(steps, i + n),
            Formula::Always(p) => {
                let all = (i..end).map(|j| p.at(steps, j)).min();
                all.unwrap_or(Truth::Open).min(Truth::Open)
            }
            Formula::Eventually(None, p) => {
                let any = (i..end).map(|j| p.at(steps, j)).max();
                any.unwrap_or(Truth::Open).max(Truth::Open)
            }
            Formula::Eventually(Some(n), p) => {
                let any = (i..=i + n).map(|j| p.at(steps, j)).max();
                any.unwrap_or(Truth::Open)
            }
            Formula::Until(p, q) | Formula::WeakUntil(p, q) => {
                let rest = self.at(steps, i + 1);
                q.at(steps, i).max(p.at(steps, i).min(rest))
            }
            Formula::Release(p, q) => {
                let rest = self.at(steps, i + 1);
                q.at(steps, i).min(p.at(steps, i).max(rest))
            }
        }
    }
}

fn since(steps: &[u64], i: usize, p: &Formula, q: &Formula) -> bool {
    (0..=i)
        .any(|j| q.at(steps, j) == Truth::Yes && (j + 1..=i).all(|k| p.at(steps, k) == Truth::Yes))
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Constant(value) => write!(f, "{value}"),
            Formula::Event(event) => f.write_str(["a", "b", "c"][*event]),
            Formula::Not(p) => write!(f, "!{p}"),
            Formula::And(p, q) => write!(f, "({p} && {q})"),
            Formula::Or(p, q) => write!(f, "({p} or {q})"),
            Formula::Implies(p, q) => write!(f, "({p} -> {q})"),
            Formula::Equivalent(p, q) => write!(f, "({p} <-> {q})"),
            Formula::Previous(p) => write!(f, "prev {p}"),
            Formula::WeakPrevious(p) => write!(f, "weak prev {p}"),
            Formula::Once(p) => write!(f, "once {p}"),
            Formula::Historically(p) => write!(f, "historically {p}"),
            Formula::Since(p, q) => write!(f, "({p} since {q})"),
            Formula::WeakSince(p, q) => write!(f, "({p} weak since {q})"),
            Formula::Next(1, p) => write!(f, "next {p}"),
            Formula::Next(n, p) => write!(f, "next[{n}] {p}"),
            Formula::Always(p) => write!(f, "always {p}"),
            Formula::Eventually(None, p) => write!(f, "eventually {p}"),
            Formula::Eventually(Some(n), p) => write!(f, "eventually[{n}] {p}"),
            Formula::Until(p, q) => write!(f, "({p} until {q})"),
            Formula::WeakUntil(p, q) => write!(f, "({p} weak until {q})"),
            Formula::Release(p, q) => write!(f, "({p} releases {q})"),
        }
    }
}

/// A regular expression.
#[derive(Clone, Debug)]
pub enum Expression {
    Nothing,
    Step(Formula),
    Sequence(Vec<Expression>),
    Either(Vec<Expression>),
    Repeat(Box<Expression>, usize, Option<usize>),
}

impl Expression {
    pub fn matches(&self, steps: &[u64]) -> bool {
        self.ends(steps, 0).contains(&steps.len())
    }

    /// True if the steps begin something that it matches.
    pub fn begins(&self, steps: &[u64]) -> bool {
        self.goes_on(steps, 0)
    }

    /// Where what it matches from a step on may end.
    fn ends(&self, steps: &[u64], i: usize) -> BTreeSet<usize> {
        match self {
            Expression::Nothing => BTreeSet::from([i]),
            Expression::Step(p) => match i < steps.len() && p.at(steps, i) == Truth::Yes {
                true => BTreeSet::from([i + 1]),
                false => BTreeSet::new(),
            },
            Expression::Sequence(parts) => {
                let mut ends = BTreeSet::from([i]);
                for part in parts {
                    ends = ends.iter().flat_map(|&j| part.ends(steps, j)).collect();
                }
                ends
            }
            Expression::Either(parts) => {
                parts.iter().flat_map(|part| part.ends(steps, i)).collect()
            }
            Expression::Repeat(part, least, most) => {
                let mut all = BTreeSet::new();
                let mut ends = BTreeSet::from([i]);
                // Beyond the length of the sequence, what comes are repetitions of no step.
                for times in 0..=most.unwrap_or(least + steps.len() + 1) {
                    if times >= *least {
                        all.extend(&ends);
                    }
                    ends = ends.iter().flat_map(|&j| part.ends(steps, j)).collect();
                }
                all
            }
        }
    }

    /// True if it can match anything.
    fn is_possible(&self) -> bool {
        match self {
            Expression::Nothing => true,
            Expression::Step(p) => (1..8).any(|letter| p.at(&[letter], 0) == Truth::Yes),
            Expression::Sequence(parts) => parts.iter().all(Expression::is_possible),
            Expression::Either(parts) => parts.iter().any(Expression::is_possible),
            Expression::Repeat(part, least, _) => *least == 0 || part.is_possible(),
        }
    }

    /// True if all steps from one on begin something that it matches.
    fn goes_on(&self, steps: &[u64], i: usize) -> bool {
        if !self.is_possible() {
            return false;
        }
        if i == steps.len() {
            return true;
        }
        match self {
            Expression::Nothing => false,
            Expression::Step(p) => i + 1 == steps.len() && p.at(steps, i) == Truth::Yes,
            Expression::Sequence(parts) => {
                let mut starts = BTreeSet::from([i]);
                for part in parts {
                    if starts
                        .iter()
                        .any(|&j| j <= steps.len() && part.goes_on(steps, j))
                    {
                        return true;
                    }
                    starts = starts.iter().flat_map(|&j| part.ends(steps, j)).collect();
                }
                starts.contains(&steps.len())
            }
            Expression::Either(parts) => parts.iter().any(|part| part.goes_on(steps, i)),
            Expression::Repeat(part, least, most) => {
                let mut starts = BTreeSet::from([i]);
                for _ in 0..most.unwrap_or(least + steps.len() + 1) {
                    if starts.iter().any(|&j| part.goes_on(steps, j)) {
                        return true;
                    }
                    starts = starts.iter().flat_map(|&j| part.ends(steps, j)).collect();
                }
                false
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |parts: &[Expression], by| {
            parts
                .iter()
                .map(Expression::to_string)
                .collect::<Vec<_>>()
                .join(by)
        };
        match self {
            Expression::Nothing => f.write_str("()"),
            Expression::Step(p) => write!(f, "[{p}]"),
            Expression::Sequence(parts) => write!(f, "({})", joined(parts, " ")),
            Expression::Either(parts) => write!(f, "({})", joined(parts, " | ")),
            Expression::Repeat(part, 0, None) => write!(f, "{part}*"),
            Expression::Repeat(part, 1, None) => write!(f, "{part}+"),
            Expression::Repeat(part, 0, Some(1)) => write!(f, "{part}?"),
            Expression::Repeat(part, least, None) => write!(f, "{part}{{{least},}}"),
            Expression::Repeat(part, least, Some(most)) => write!(f, "{part}{{{least},{most}}}"),
        }
    }
}

/// An automaton: for each state, which steps lead where.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub transitions: Vec<Vec<(Formula, usize)>>,
}

impl Automaton {
    pub fn has_way(&self, steps: &[u64]) -> bool {
        self.has_way_from(0, steps)
    }

    fn has_way_from(&self, state: usize, steps: &[u64]) -> bool {
        let Some((_, rest)) = steps.split_first() else {
            return true;
        };
        let mut ways = self.transitions[state].iter();
        ways.any(|(guard, target)| {
            guard.at(steps, 0) == Truth::Yes && self.has_way_from(*target, rest)
        })
    }
}

impl fmt::Display for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("automaton {")?;
        for (state, transitions) in self.transitions.iter().enumerate() {
            write!(f, " state s{state} {{")?;
            for (guard, target) in transitions {
                write!(f, " [{guard}] -> s{target};")?;
            }
            f.write_str(" }")?;
        }
        f.write_str(" }")
    }
}
