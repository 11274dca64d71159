//! Ways of branches that the machine did not take: which, with the source text of the condition, and why, in words.

mod condition;
mod sources;
mod text;

pub use sources::{Sources, language};
pub use text::not_taken;

use condition::{Condition, Decided};
use explore::tree::Closed;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use store::{ArmCoverage, Reader, StoreError, Uncovered};
use suite::Language;

/// What tells a way from all others of a program, in all runs of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WayKey {
    /// File, empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// Function.
    pub function: String,
    /// Number of the decision in the function.
    pub decision: Option<u32>,
    /// Which way.
    pub choice: u32,
}

/// A way of a branch.
pub struct Way {
    /// Which.
    pub key: WayKey,
    /// Which, in words, if the machine did not take it; source text stands between grave accents.
    pub text: String,
    /// Why the machine did not take it, if it did not.
    pub uncovered: Option<Uncovered>,
}

/// The ways of all branches of a run, in the order of the source. `known` are the words for ways that another run of
/// the same sources has told.
///
/// # Errors
/// If the store is damaged.
pub fn ways<'k>(
    reader: &Reader,
    language: Language,
    sources: &mut Sources,
    known: &dyn Fn(&WayKey) -> Option<&'k str>,
) -> Result<Vec<Way>, StoreError> {
    let functions = reader.functions()?;
    let functions: BTreeSet<&str> = functions.iter().map(|it| it.name.as_str()).collect();
    let arms = reader.arms()?;
    let branches = Branches::of(&arms);
    let ways = arms.iter().map(|arm| {
        let key = key(arm);
        let text = match (&arm.covered, known(&key)) {
            (Ok(_), _) => String::new(),
            (Err(_), Some(text)) => text.to_owned(),
            (Err(_), None) => {
                let lines = sources.get(&arm.file).text.as_ref().ok();
                let condition =
                    lines.and_then(|lines| branches.condition(arm, lines, language, &functions));
                branches.text(arm, condition.as_ref(), language)
            }
        };
        Way {
            key,
            text,
            uncovered: arm.covered.as_ref().err().cloned(),
        }
    });
    Ok(ways.collect())
}

fn key(arm: &ArmCoverage) -> WayKey {
    WayKey {
        file: arm.file.clone(),
        line: arm.line,
        column: arm.column,
        function: arm.function.clone(),
        decision: arm.decision,
        choice: arm.choice,
    }
}

type Decision<'a> = (&'a str, Option<u32>);

/// What the branches of a program have in common.
struct Branches<'a> {
    /// Number of ways, by decision.
    ways: HashMap<Decision<'a>, u32>,
    /// The decisions of a function at a line, and at a place, in their order.
    of_line: HashMap<(&'a str, &'a str, u32), BTreeSet<Option<u32>>>,
    of_place: HashMap<(&'a str, &'a str, u32, u32), BTreeSet<Option<u32>>>,
}

impl<'a> Branches<'a> {
    fn of(arms: &'a [ArmCoverage]) -> Branches<'a> {
        let mut branches = Branches {
            ways: HashMap::new(),
            of_line: HashMap::new(),
            of_place: HashMap::new(),
        };
        for arm in arms {
            let (function, file) = (arm.function.as_str(), arm.file.as_str());
            *branches.ways.entry((function, arm.decision)).or_default() += 1;
            let line = (function, file, arm.line);
            branches
                .of_line
                .entry(line)
                .or_default()
                .insert(arm.decision);
            let place = (function, file, arm.line, arm.column);
            let of_place = branches.of_place.entry(place).or_default();
            of_place.insert(arm.decision);
        }
        branches
    }

    fn ways(&self, arm: &ArmCoverage) -> u32 {
        let decision = (arm.function.as_str(), arm.decision);
        self.ways.get(&decision).copied().unwrap_or(0)
    }

    fn condition(
        &self,
        arm: &ArmCoverage,
        lines: &[String],
        language: Language,
        functions: &BTreeSet<&str>,
    ) -> Option<Condition> {
        let is_switch = self.ways(arm) > 2;
        let (function, file) = (arm.function.as_str(), arm.file.as_str());
        match language {
            Language::C => {
                let at = (arm.line, arm.column);
                let known = |name: &str| functions.contains(name);
                let mut found = condition::of_c(lines, at, is_switch, &known)?;
                let place = (function, file, arm.line, arm.column);
                // Several branches at one place come from a macro.
                let alone = self.of_place.get(&place).is_none_or(|all| all.len() == 1);
                if !alone && found.of == Decided::Truth {
                    found.of = Decided::Somehow;
                }
                Some(found)
            }
            Language::Java => {
                let of_line = self.of_line.get(&(function, file, arm.line))?;
                let number = of_line.iter().position(|it| *it == arm.decision)?;
                condition::of_java(lines, arm.line, (number, of_line.len()), is_switch)
            }
        }
    }

    /// Which way it is, in words.
    fn text(&self, arm: &ArmCoverage, condition: Option<&Condition>, language: Language) -> String {
        let ways = self.ways(arm);
        let number = arm.choice + 1;
        let Some(Condition { text, of }) = condition else {
            return format!("way {number} of {ways} of the branch");
        };
        let truth = |holds: bool| match holds {
            true => format!("`{text}` true"),
            false => format!("`{text}` false"),
        };
        match of {
            Decided::Truth | Decided::TrueWithJump => truth(arm.choice == 1),
            Decided::TrueWithoutJump => truth(arm.choice == 0),
            Decided::Case if number >= ways => format!("no case of `switch ({text})`"),
            Decided::Case => {
                let order = match language {
                    Language::C => "in the order of the source",
                    Language::Java => "in ascending order",
                };
                let cases = ways - 1;
                format!("case {number} of {cases} ({order}) of `switch ({text})`")
            }
            Decided::Somehow => format!("way {number} of {ways} at `{text}`"),
        }
    }
}

/// How far the machine came towards a way that it did not take; the larger the nearer.
pub fn nearness(why: &Uncovered) -> u32 {
    match why {
        Uncovered::NotReached => 0,
        Uncovered::EndedBefore => 1,
        Uncovered::NotFree => 2,
        Uncovered::Lost(_) => 3,
        Uncovered::Visited(reasons) if only_infeasible(reasons) => 4,
        Uncovered::Visited(_) => 5,
        Uncovered::Pending => 6,
    }
}

fn only_infeasible(reasons: &BTreeMap<String, u64>) -> bool {
    reasons
        .keys()
        .all(|name| *name == Closed::Infeasible.name())
}

/// Why a way was not taken, in plain words.
pub fn why(uncovered: &Uncovered) -> String {
    match uncovered {
        Uncovered::NotReached => "no path came to this branch".to_owned(),
        Uncovered::EndedBefore => {
            "paths came close, and ended or were left before the branch".to_owned()
        }
        Uncovered::NotFree => {
            "on every path that came here the branch went otherwise, whatever the inputs were"
                .to_owned()
        }
        Uncovered::Lost(count) => format!(
            "on every path that came here and could be followed the branch went otherwise, whatever the inputs \
             were; {} could not be followed",
            paths(*count)
        ),
        Uncovered::Pending => "not visited yet: the run was stopped before".to_owned(),
        Uncovered::Visited(reasons) => {
            let reasons = reasons
                .iter()
                .map(|(name, count)| format!("{} ({})", visit(name), paths(*count)));
            reasons.collect::<Vec<_>>().join("; ")
        }
    }
}

fn paths(count: u64) -> String {
    match count {
        1 => "1 path".to_owned(),
        count => format!("{count} paths"),
    }
}

/// What became of visits of a way, by the name that the store has.
fn visit(name: &str) -> &str {
    let Some(closed) = Closed::from_name(name) else {
        return name;
    };
    match closed {
        Closed::Completed => "it was followed, and the program ended before the branch",
        Closed::Infeasible => "no input goes this way after what was decided before",
        Closed::AssumeFailed => "inputs that go this way break an assumption",
        Closed::Diverged => "run again, the program went another way",
        Closed::Unsupported => "something on the way is not supported",
        Closed::CutOff => "a limit of paths ended it",
        Closed::Unknown => "the solver gave no answer",
        Closed::Failed => "a worker died on it",
        Closed::BesideTargets => "it leads to no target",
        Closed::Subsumed => "what is behind it is explored from elsewhere",
        Closed::SubsumedForErrors => "errors behind it are explored from elsewhere",
    }
}
