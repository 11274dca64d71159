//! Every strategy by its name.

use super::contract::Strategy;
use super::interleaved::Interleaved;
use super::{
    branch_distance, breadth_first, cfg_directed, coverage_new, depth_first, fewest_visits,
    generational, nearest_uncovered, new_data, priority, random_node, random_path,
    specification_guided, subpath,
};

/// A strategy by its name.
pub struct StrategyDescription {
    /// Name in options.
    pub name: &'static str,
    /// What it is good for.
    pub purpose: &'static str,
    /// How it chooses.
    pub method: &'static str,
    make: fn() -> Box<dyn Strategy>,
}

/// Every strategy.
pub const STRATEGIES: &[StrategyDescription] = &[
    StrategyDescription {
        name: "coverage-new",
        purpose: "most coverage in little time",
        method: "Branches of user code that were never taken come first. Then nodes whose path \
                 covered something new not long ago, in classes by the logarithm of the \
                 instructions since; every fourth time any node at random, so that no loop keeps \
                 the search for itself.",
        make: || Box::new(coverage_new::CoverageNew::default()),
    },
    StrategyDescription {
        name: "nearest-uncovered",
        purpose: "coverage that lies deep behind code already covered",
        method: "The node with the fewest instructions to something never executed, through calls \
                 and out of them along its own call stack (KLEE's minimal distance to uncovered, \
                 made exact for calls and returns). Each visit from the same place that covers \
                 nothing new counts the distance once more; what cannot reach anything uncovered \
                 is taken at random.",
        make: || Box::new(nearest_uncovered::NearestUncovered::default()),
    },
    StrategyDescription {
        name: "cfg-directed",
        purpose: "coverage as CREST finds it: follow one promising path, give up soon, restart",
        method: "Along the last path that covered something new, the branch nearest to uncovered \
                 code is forced; of the path that results only branches nearer than that one are \
                 forced, five levels deep with five tries each; after thirty tries in vain, or \
                 with none left, the search restarts at a random place (Burnim and Sen, ASE 2008).",
        make: || Box::new(cfg_directed::CfgDirected::default()),
    },
    StrategyDescription {
        name: "generational",
        purpose: "deep programs with long paths, one path as the seed of a generation",
        method: "Paths are scored by how much they were the first to execute. All branches along \
                 the best path are taken one after the other, before another path is chosen; each \
                 path is expanded once, from where it left its parent (SAGE: Godefroid, Levin and \
                 Molnar, NDSS 2008).",
        make: || Box::new(generational::Generational::default()),
    },
    StrategyDescription {
        name: "new-data",
        purpose: "programs that never end: controllers, protocols, event loops, interpreters",
        method: "The node whose arm has been taken least often with the program's data as it is \
                 there: globals, variables and what they refer to, inputs themselves excepted; of \
                 nodes alike, one with few decisions. An arm that no input took is asked for more \
                 seldom. It chooses only once a path was as long as a quarter of a slice (--slice) \
                 and sixteen paths in a row have covered nothing new; as long as that is so, paths \
                 run for a sixteenth of a slice.",
        make: || Box::new(new_data::NewData::default()),
    },
    StrategyDescription {
        name: "branch-distance",
        purpose: "programs that never end: counters, levels, amounts that must reach a value",
        method: "For each arm never taken that was missed by numbers which are no inputs, in turn: a \
                 node whose path missed it by little (Korel's branch distance). Each choice at a \
                 distance counts the distance once more; of nodes equally far, that whose arm was \
                 taken least often with the program's data as it is there. It chooses when \
                 new-data does.",
        make: || Box::new(branch_distance::BranchDistance::default()),
    },
    StrategyDescription {
        name: "subpath",
        purpose: "variety where coverage does not tell paths apart: loops, interpreters, parsers",
        method: "The node whose last four decisions have been taken least often in a row (Li, Su, \
                 Wang and Li, OOPSLA 2013).",
        make: || Box::new(subpath::Subpath::default()),
    },
    StrategyDescription {
        name: "fewest-visits",
        purpose: "branches that are seldom taken, library code included",
        method: "The node whose arm has been taken least often by any path.",
        make: || Box::new(fewest_visits::FewestVisits::default()),
    },
    StrategyDescription {
        name: "priority",
        purpose: "bugs first: assertions and checks that nothing has violated yet",
        method: "The node with the fewest instructions to an error that has not happened yet, \
                 counted as nearest-uncovered does; every fourth time one at random, so that no \
                 greedy choice is kept up for ever (Kahkonen's priorities with a share of random \
                 picks).",
        make: || Box::new(priority::Priority::default()),
    },
    StrategyDescription {
        name: SPECIFICATION,
        purpose: "violations of specifications (--spec) that take several events in a row",
        method: "The states that monitors are in take turns, those the more often from which fewer transitions are left to \
                 a violation. Of the nodes there the one with the least product of two numbers: what is left to a \
                 violation (transitions, each as much as 64 instructions, and the instructions to the call that makes \
                 the next), and how often its last four decisions have been taken in a row in these states, and one \
                 more. Moments that no code leads to from there, into calls and out of \
                 them along the node's own call stack, do not count, and nodes from which no monitor can be violated \
                 come last. Take it together with another one, as specification:3,random-path (Kahkonen).",
        make: || Box::new(specification_guided::SpecificationGuided::default()),
    },
    StrategyDescription {
        name: "dfs",
        purpose: "least memory, for programs that can be explored whole",
        method: "Depth first: the newest node.",
        make: || Box::new(depth_first::DepthFirst::default()),
    },
    StrategyDescription {
        name: "bfs",
        purpose: "shortest paths to bugs; much memory",
        method: "Breadth first: the least number of decisions, and of one depth the oldest node.",
        make: || Box::new(breadth_first::BreadthFirst::default()),
    },
    StrategyDescription {
        name: "random-node",
        purpose: "a baseline; prefers where many nodes are, deep in loops",
        method: "Every pending node with the same chance.",
        make: || Box::new(random_node::RandomNode::default()),
    },
    StrategyDescription {
        name: "random-path",
        purpose: "does not drown in loops: prefers nodes near the root",
        method: "A random walk down the tree from its root, every child with the same chance \
                 (KLEE's random path selection).",
        make: || Box::new(random_path::RandomPath),
    },
];

/// The strategy that goes by the states of monitors, which have to be followed then
/// ([`vm::Options::monitors`]).
const SPECIFICATION: &str = "specification";

/// Those that need nothing beside the program.
pub fn unspecified() -> impl Iterator<Item = &'static StrategyDescription> {
    STRATEGIES
        .iter()
        .filter(|known| known.name != SPECIFICATION)
}

/// Strategies that run unless told otherwise: what covers most in `docs/strategies.md`.
pub const DEFAULT: &str = "nearest-uncovered,new-data,branch-distance";

/// Why a choice of strategies cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownStrategy {
    /// There is none of that name.
    #[error("unknown strategy `{0}`; there are {names}", names = names())]
    Name(String),
    /// A weight that is no number of turns.
    #[error("`{0}`: the weight behind the colon is a number of turns from 1 to 1000")]
    Weight(String),
}

fn names() -> String {
    let names: Vec<&str> = STRATEGIES.iter().map(|known| known.name).collect();
    names.join(", ")
}

/// Strategies that take turns, each with its number of them in a round.
#[derive(Clone)]
pub struct Choice(Vec<(&'static StrategyDescription, usize)>);

impl Choice {
    /// True if the states of monitors have to be followed.
    pub fn goes_by_monitors(&self) -> bool {
        let mut all = self.0.iter();
        all.any(|(known, _)| known.name == SPECIFICATION)
    }

    /// A search order of them.
    pub fn make(&self) -> Interleaved {
        let all = self.0.iter();
        Interleaved::new(
            all.map(|(known, weight)| ((known.make)(), *weight))
                .collect(),
        )
    }
}

/// Reads a choice of strategies: `a,b` takes turns between `a` and `b`, `a:3,b` has `a` choose
/// three times for each time of `b`.
///
/// # Errors
/// If a name is unknown, or a weight is none.
pub fn parse(text: &str) -> Result<Choice, UnknownStrategy> {
    let mut strategies = Vec::new();
    for part in text.split(',') {
        let (name, weight) = match part.split_once(':') {
            None => (part, 1),
            Some((name, weight)) => {
                let weight = weight
                    .parse()
                    .ok()
                    .filter(|weight| (1..=1000).contains(weight));
                (
                    name,
                    weight.ok_or_else(|| UnknownStrategy::Weight(part.to_owned()))?,
                )
            }
        };
        let known = STRATEGIES.iter().find(|known| known.name == name);
        let known = known.ok_or_else(|| UnknownStrategy::Name(name.to_owned()))?;
        strategies.push((known, weight));
    }
    Ok(Choice(strategies))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_is_known_or_refused() {
        let texts = ["bfs", "random-path:3,dfs", "cfg-directed,generational:1000"];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let _ = parse(&String::from_utf8_lossy(bytes));
        });
    }
}
