//! What searches learn from what they refute. A condition from which every way back ended is *refuted*: no
//! run comes to its point in a state that satisfies it. Of its conjuncts those count that the ends asked
//! for: the cores of what the solver refuted, carried back to where they come from
//! ([`Origins`]). What is left is kept at its point, whatever the target was, and a condition that has
//! these conjuncts among its own is refuted at once: so the search goes back to where something else than
//! what conflicted can be changed (conflict-driven back-jumping, and learning).
//!
//! A condition that ends because of one met before (see [`Visited`](crate::visited::Visited)) is refuted if
//! that one is, and that may still be open: then what rests on it is known for this search only,
//! until that one is refuted, too. That this may go in circles is no harm: of all runs to a refuted condition one
//! would be the shortest.

use crate::condition::Condition;
use crate::origins::Origins;
use crate::visited::Point;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::Term;

/// Refuted conditions kept at a point: the latest.
const AT_A_POINT: usize = 64;

/// A refuted condition.
#[derive(Clone)]
struct Fact {
    constraints: Rc<[Term]>,
    /// The node that was refuted, if the fact may rest on one that is not.
    node: Option<usize>,
}

/// Refuted conditions by point.
#[derive(Default)]
pub(crate) struct Refuted {
    facts: FxHashMap<Point, Vec<Fact>>,
}

/// A condition that the search goes on from.
struct Node {
    parent: usize,
    point: Option<Point>,
    /// Its conjuncts, with those of the parent that they come from.
    conjuncts: Vec<(Term, Origins)>,
    /// States that have still to be followed back from it.
    pending: usize,
    /// The conjuncts that were needed to refute what is behind it.
    needed: Origins,
    /// The first of the open nodes on which it rests that it is refuted.
    rests_on: Option<usize>,
    is_open: bool,
}

/// The conditions of one search, each with the one that it comes from.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    refuted: Refuted,
}

/// Where targets hang.
pub(crate) const ROOT: usize = 0;

impl Tree {
    /// Before a search, which knows what was refuted by others.
    pub(crate) fn new(refuted: Refuted) -> Tree {
        let root = Node {
            parent: ROOT,
            point: None,
            conjuncts: Vec::new(),
            pending: 0,
            needed: Origins::NONE,
            rests_on: None,
            is_open: true,
        };
        Tree {
            nodes: vec![root],
            refuted,
        }
    }

    /// What is known behind a search, whatever comes of the conditions that are still open.
    pub(crate) fn finish(mut self) -> Refuted {
        let mut facts = std::mem::take(&mut self.refuted.facts);
        facts.retain(|_, known| {
            known.retain_mut(|fact| match fact.node {
                Some(node) if self.open_below(node).is_some() => false,
                _ => {
                    fact.node = None;
                    true
                }
            });
            !known.is_empty()
        });
        Refuted { facts }
    }

    /// One more state is to be followed from a node.
    pub(crate) fn hold(&mut self, node: usize) {
        self.nodes[node].pending += 1;
    }

    /// A condition that comes from a node is one to go on from: one state of that node is this. Its
    /// conjuncts are numbered anew. It is held until it is [ended](Self::end).
    pub(crate) fn open(&mut self, parent: usize, point: Point, condition: &mut Condition) -> usize {
        self.nodes.push(Node {
            parent,
            point: Some(point),
            conjuncts: condition.begin_origins(),
            pending: 1,
            needed: Origins::NONE,
            rests_on: None,
            is_open: true,
        });
        self.nodes.len() - 1
    }

    /// Something behind a node was refuted by these conjuncts of it.
    pub(crate) fn need(&mut self, node: usize, conjuncts: Origins) {
        let needed = &mut self.nodes[node].needed;
        *needed = needed.and(conjuncts);
    }

    /// A state of a node was followed to its end, which needed these conjuncts and rests on that open node. If
    /// it was the last one, the node is refuted, and so on.
    pub(crate) fn end(&mut self, node: usize, conjuncts: Origins, rests_on: Option<usize>) {
        let (mut at, mut conjuncts, mut rests_on) = (node, conjuncts, rests_on);
        loop {
            let node = &mut self.nodes[at];
            node.needed = node.needed.and(conjuncts);
            node.rests_on = first(node.rests_on, rests_on);
            node.pending -= 1;
            if node.pending > 0 || at == ROOT {
                return;
            }
            node.is_open = false;
            // Open nodes are those from which this one comes.
            node.rests_on = node.rests_on.filter(|&other| other < at);
            rests_on = node.rests_on;
            let (needed, parent) = (node.needed, node.parent);
            let all = std::mem::take(&mut node.conjuncts).into_iter().enumerate();
            let kept = all.filter(|(number, _)| needed.has(*number));
            let kept: Vec<(Term, Origins)> = kept.map(|(_, conjunct)| conjunct).collect();
            conjuncts = kept.iter().fold(Origins::NONE, |all, it| all.and(it.1));
            if let Some(point) = node.point.take() {
                let constraints = kept.into_iter().map(|(term, _)| term).collect();
                let node = rests_on.map(|_| at);
                self.refuted.learn(point, Fact { constraints, node });
            }
            at = parent;
        }
    }

    /// Conjuncts of a condition that are refuted already, and the open node that this rests on.
    pub(crate) fn refutes(
        &mut self,
        point: &Point,
        condition: &Condition,
    ) -> Option<(Origins, Option<usize>)> {
        let known = self.refuted.facts.get(point)?;
        let mut latest = known.iter().rev();
        let fact = latest.find(|fact| condition.has_all(&fact.constraints))?;
        let fact = fact.clone();
        let rests_on = fact.node.and_then(|node| self.open_below(node));
        Some((condition.origins_of(&fact.constraints), rests_on))
    }

    /// The last conditions refuted at a point, with their nodes.
    pub(crate) fn last(
        &self,
        point: &Point,
        count: usize,
    ) -> impl Iterator<Item = (Rc<[Term]>, Option<usize>)> {
        let known = self.refuted.facts.get(point).into_iter().flatten();
        let last = known.rev().take(count);
        last.map(|fact| (fact.constraints.clone(), fact.node))
    }

    /// The node itself if it is open, or the open one that it rests on that it is refuted.
    pub(crate) fn open_below(&mut self, node: usize) -> Option<usize> {
        let mut at = node;
        while !self.nodes[at].is_open {
            at = self.nodes[at].rests_on?;
        }
        Some(at)
    }
}

impl Refuted {
    /// Keeps a fact in place of those that say less.
    fn learn(&mut self, point: Point, fact: Fact) {
        let known = self.facts.entry(point).or_default();
        let says_less = |other: &Fact| {
            fact.node.is_none()
                && fact
                    .constraints
                    .iter()
                    .all(|it| other.constraints.contains(it))
        };
        known.retain(|other| !says_less(other));
        if known.len() >= AT_A_POINT {
            known.remove(0);
        }
        known.push(fact);
    }
}

/// The first of two nodes, if there are any.
pub(crate) fn first(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{BlockId, FunctionId};
    use term::{Pool, Sort};

    /// Terms and points to make conditions of.
    struct Terms {
        pool: Pool,
        facts: Vec<Term>,
    }

    impl Terms {
        fn new() -> Terms {
            let mut pool = Pool::new();
            let facts = (0..4).map(|number| pool.input(&format!("p{number}"), Sort::Bool));
            let facts = facts.collect();
            Terms { pool, facts }
        }

        fn condition(&self, facts: &[usize]) -> Condition {
            let mut condition = Condition::always(FunctionId(0));
            for &fact in facts {
                condition.require(&self.pool, self.facts[fact]);
            }
            condition
        }
    }

    fn at(block: u32) -> Point {
        (FunctionId(0), BlockId(block), Vec::new())
    }

    /// Whether a condition at a block is refuted, and whether that rests on another one.
    fn refutes(tree: &mut Tree, terms: &Terms, block: u32, facts: &[usize]) -> Option<bool> {
        let found = tree.refutes(&at(block), &terms.condition(facts));
        found.map(|(_, rests_on)| rests_on.is_some())
    }

    #[test]
    fn what_was_not_needed_is_left_out() {
        let mut terms = Terms::new();
        let mut tree = Tree::new(Refuted::default());
        tree.hold(ROOT);
        let mut condition = terms.condition(&[0, 1, 2]);
        let node = tree.open(ROOT, at(3), &mut condition);
        // On the way back one conjunct becomes another one, which conflicts with the branch that is taken.
        let (first, last) = (terms.facts[0], terms.facts[3]);
        condition.rewrite(&mut terms.pool, &[(first, last)].into_iter().collect());
        tree.hold(node);
        let needed = condition.origins_of(&[last]);
        tree.end(node, needed, None);
        assert_eq!(refutes(&mut tree, &terms, 3, &[0]), None, "still open");
        tree.end(node, Origins::NONE, None);
        assert_eq!(refutes(&mut tree, &terms, 3, &[0]), Some(false));
        assert_eq!(refutes(&mut tree, &terms, 3, &[0, 3]), Some(false));
        assert_eq!(refutes(&mut tree, &terms, 3, &[1, 2]), None);
        assert_eq!(refutes(&mut tree, &terms, 4, &[0]), None, "elsewhere");
    }

    #[test]
    fn what_rests_on_an_open_condition_is_known_no_longer_than_the_search() {
        let terms = Terms::new();
        let mut tree = Tree::new(Refuted::default());
        tree.hold(ROOT);
        let header = tree.open(ROOT, at(1), &mut terms.condition(&[0]));
        tree.hold(header);
        let body = tree.open(header, at(2), &mut terms.condition(&[0, 1]));
        // The way back through the body comes to the header again.
        tree.end(body, Origins::of(0), Some(header));
        assert_eq!(refutes(&mut tree, &terms, 2, &[0]), Some(true));
        // Something else leads to the header: it may be reached.
        let mut known = Tree::new(tree.finish());
        assert_eq!(refutes(&mut known, &terms, 2, &[0]), None);
    }

    #[test]
    fn what_goes_in_a_circle_is_refuted_when_all_ways_into_it_are() {
        let terms = Terms::new();
        let mut tree = Tree::new(Refuted::default());
        tree.hold(ROOT);
        let header = tree.open(ROOT, at(1), &mut terms.condition(&[0, 2]));
        tree.hold(header);
        let body = tree.open(header, at(2), &mut terms.condition(&[0, 1]));
        tree.end(body, Origins::of(0), Some(header));
        tree.end(header, Origins::of(0), None);
        let mut known = Tree::new(tree.finish());
        assert_eq!(refutes(&mut known, &terms, 1, &[0]), Some(false));
        assert_eq!(refutes(&mut known, &terms, 2, &[0]), Some(false));
        assert_eq!(refutes(&mut known, &terms, 1, &[1]), None);
    }
}
