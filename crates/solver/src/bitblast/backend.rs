//! The back end: questions to assumptions, answers to models and cores.

use std::time::Instant;

use rustc_hash::FxHashMap;
use term::{InputId, Model, Pool, Term};

use super::blast::{Blaster, Budget};
use super::cone::Cone;
use super::encode::Encoder;
use super::equalities;
use super::graph::Edge;
use super::options::{NativeOptions, NativeStatistics};
use super::readback::Reader;
use super::sat::{Cdcl, Literal, SatLimits, SatSolver, Verdict};
use crate::{Answer, Backend, Limits, Unknown};

/// Circuit, clauses and the present question: what a rebuild drops.
struct Instance<S> {
    blaster: Blaster,
    encoder: Encoder,
    cone: Cone,
    sat: S,
    /// Edges of the last question's constraints, one segment of the cone each.
    asked: Vec<Edge>,
    /// Pairs of reads whose agreement has clauses already, with the edge of equal indices.
    agreements: FxHashMap<(u32, u32), Edge>,
}

impl<S: SatSolver> Instance<S> {
    fn new(sat: S) -> Instance<S> {
        Instance {
            blaster: Blaster::default(),
            encoder: Encoder::default(),
            cone: Cone::default(),
            sat,
            asked: Vec::new(),
            agreements: FxHashMap::default(),
        }
    }

    fn memory(&self) -> usize {
        self.blaster.memory() + self.encoder.memory() + self.sat.memory()
    }

    /// Brings the cone to the question's constraints, changing only what differs from the last.
    fn enter(&mut self, edges: &[Edge]) {
        let shared = self
            .asked
            .iter()
            .zip(edges)
            .take_while(|(a, b)| a == b)
            .count();
        self.cone.truncate(shared, &self.encoder, &mut self.sat);
        self.asked.truncate(shared);
        for &edge in &edges[shared..] {
            self.cone.open_segment();
            self.cone
                .include(&self.blaster, &mut self.encoder, &mut self.sat, edge);
            self.asked.push(edge);
        }
    }

    /// Adds the agreement of two reads to the clauses (once) and to the question.
    fn demand_agreement(&mut self, a: u32, b: u32) -> bool {
        if let Some(&equal) = self.agreements.get(&(a, b)) {
            self.cone
                .include(&self.blaster, &mut self.encoder, &mut self.sat, equal);
            return false;
        }
        let (equal, values) = self.blaster.agreement(a, b);
        self.agreements.insert((a, b), equal);
        self.cone
            .include(&self.blaster, &mut self.encoder, &mut self.sat, equal);
        for (x, y) in values {
            for edge in [x, y] {
                self.cone
                    .include(&self.blaster, &mut self.encoder, &mut self.sat, edge);
            }
            let (x, y) = (self.encoder.literal(x), self.encoder.literal(y));
            for mut clause in [vec![x, !y], vec![!x, y]] {
                match equal.as_constant() {
                    Some(true) => {}
                    // Indices that cannot be equal never disagree.
                    Some(false) => continue,
                    None => clause.push(!self.encoder.literal(equal)),
                }
                self.sat.add_clause(&clause);
            }
        }
        true
    }
}

/// The native back end. It belongs to one pool: terms are remembered by handle.
pub struct NativeBackend<S = Cdcl> {
    options: NativeOptions,
    statistics: NativeStatistics,
    make: fn() -> S,
    instance: Instance<S>,
}

impl NativeBackend<Cdcl> {
    /// A back end without any encoding yet.
    pub fn new(options: NativeOptions) -> NativeBackend<Cdcl> {
        NativeBackend::with_solver(options, Cdcl::new)
    }
}

impl<S: SatSolver> NativeBackend<S> {
    /// A back end over another propositional solver, for comparisons.
    pub fn with_solver(options: NativeOptions, make: fn() -> S) -> NativeBackend<S> {
        let statistics = NativeStatistics::default();
        NativeBackend {
            options,
            statistics,
            make,
            instance: Instance::new(make()),
        }
    }

    /// Counters.
    pub fn counters(&self) -> &NativeStatistics {
        &self.statistics
    }

    /// Bytes taken by circuit and clauses, estimated.
    pub fn memory(&self) -> usize {
        self.instance.memory()
    }

    fn rebuild(&mut self) {
        let dropped = self.instance.sat.statistics();
        self.statistics.rebuilds += 1;
        self.statistics.dropped_conflicts += dropped.conflicts;
        self.statistics.dropped_propagations += dropped.propagations;
        self.statistics.dropped_decisions += dropped.decisions;
        self.instance = Instance::new((self.make)());
        tracing::debug!(target: "wayfarer_solver", rebuilds = self.statistics.rebuilds,
            "native back end dropped its clauses at the memory limit");
    }

    /// Edges of all constraints. What breaks the memory limit is tried once more from scratch:
    /// then only this question's terms are encoded.
    fn encode(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        budget: &Budget<'_>,
    ) -> Result<Vec<Edge>, Unknown> {
        if self.instance.memory() > self.options.memory {
            self.rebuild();
        }
        let attempt = self.instance.encode(pool, constraints, budget);
        if attempt != Err(Unknown::ResourceLimit) || self.instance.blaster.is_empty() {
            return attempt;
        }
        self.rebuild();
        self.instance.encode(pool, constraints, budget)
    }

    /// Decides a question: first as it stands, for a few conflicts; then rewritten by the
    /// equalities in it, if there are any.
    fn decide(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        budget: &Budget<'_>,
    ) -> Result<Answer, Unknown> {
        let easy = self.options.easy_conflicts.min(self.options.conflicts);
        if let Some(answer) = self.attempt(pool, constraints, hint, budget, easy)? {
            return Ok(answer);
        }
        let left = self.options.conflicts - easy;
        let Some(rewritten) = equalities::rewrite(pool, constraints) else {
            return self
                .attempt(pool, constraints, hint, budget, left)?
                .ok_or(Unknown::ResourceLimit);
        };
        self.statistics.rewritten += 1;
        let answer = self
            .attempt(pool, &rewritten.constraints, hint, budget, left)?
            .ok_or(Unknown::ResourceLimit)?;
        self.statistics.rewritten_answered += 1;
        Ok(match answer {
            Answer::Unsat(core) => Answer::Unsat(rewritten.originals(constraints, &core)),
            Answer::Sat(_) | Answer::Unknown(_) => answer,
        })
    }

    /// Decides a question within a number of conflicts; `None` if they do not suffice.
    fn attempt(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        budget: &Budget<'_>,
        mut conflicts: u64,
    ) -> Result<Option<Answer>, Unknown> {
        budget.check_time()?;
        let edges = self.encode(pool, constraints, budget)?;
        if let Some(refuted) = edges.iter().position(|&e| e == Edge::FALSE) {
            self.statistics.folded += 1;
            return Ok(Some(Answer::Unsat(vec![constraints[refuted]])));
        }
        self.instance.enter(&edges);
        let inputs = inputs_of(pool, constraints);
        self.seed_phases(pool, &inputs, hint);
        let (assumptions, owners) = self.assumptions(constraints, &edges);
        loop {
            let stop = || budget.check_time().is_err();
            let before = self.instance.sat.statistics().conflicts;
            let limits = SatLimits {
                conflicts,
                stop: &stop,
            };
            match self.instance.sat.solve(&assumptions, &limits) {
                Verdict::Satisfiable => {}
                Verdict::Unsatisfiable => return self.core(constraints, &owners).map(Some),
                Verdict::Stopped => {
                    budget.check_time()?;
                    return Ok(None);
                }
            }
            conflicts -= self.instance.sat.statistics().conflicts - before;
            let Instance {
                blaster,
                encoder,
                cone,
                sat,
                ..
            } = &self.instance;
            let reader = Reader {
                pool,
                blaster,
                encoder,
                cone,
                sat,
            };
            let disagreements = reader.disagreements();
            if disagreements.is_empty() {
                return Ok(Some(Answer::Sat(reader.model(&inputs, hint))));
            }
            for (a, b) in disagreements {
                self.statistics.array_lemmas += u64::from(self.instance.demand_agreement(a, b));
            }
        }
    }

    fn seed_phases(&mut self, pool: &Pool, inputs: &[InputId], hint: &Model) {
        let Instance {
            blaster,
            encoder,
            cone,
            sat,
            ..
        } = &mut self.instance;
        let reader = Reader {
            pool,
            blaster,
            encoder,
            cone,
            sat,
        };
        let phases: Vec<(u32, bool)> = inputs
            .iter()
            .flat_map(|&input| reader.phases(input, &hint.get(pool, input)))
            .collect();
        for (variable, value) in phases {
            sat.set_phase(variable, value);
        }
    }

    /// The distinct literals of the constraints in order, and the first constraint of each.
    fn assumptions(
        &self,
        constraints: &[Term],
        edges: &[Edge],
    ) -> (Vec<Literal>, FxHashMap<Literal, Term>) {
        let mut assumptions = Vec::with_capacity(edges.len());
        let mut owners = FxHashMap::default();
        for (&edge, &constraint) in edges.iter().zip(constraints) {
            if edge.as_constant().is_some() {
                continue;
            }
            let literal = self.instance.encoder.literal(edge);
            if owners.insert(literal, constraint).is_none() {
                assumptions.push(literal);
            }
        }
        (assumptions, owners)
    }

    fn core(
        &mut self,
        constraints: &[Term],
        owners: &FxHashMap<Literal, Term>,
    ) -> Result<Answer, Unknown> {
        let failed = self.instance.sat.failed();
        if failed.is_empty() {
            // Definitions alone are never contradictory: only a defect could bring us here, and
            // then nothing that this instance says is to be believed.
            tracing::error!(target: "wayfarer_solver", "contradictory definitions");
            self.rebuild();
            return Err(Unknown::Incomplete);
        }
        let guilty: rustc_hash::FxHashSet<Term> = failed
            .iter()
            .filter_map(|l| owners.get(l).copied())
            .collect();
        let mut core: Vec<Term> = constraints
            .iter()
            .copied()
            .filter(|c| guilty.contains(c))
            .collect();
        core.dedup();
        Ok(Answer::Unsat(core))
    }
}

impl<S: SatSolver> Instance<S> {
    fn encode(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        budget: &Budget<'_>,
    ) -> Result<Vec<Edge>, Unknown> {
        constraints
            .iter()
            .map(|&c| self.blaster.edge(pool, c, budget))
            .collect()
    }
}

/// The inputs of the constraints, each once, in order of first occurrence.
fn inputs_of(pool: &Pool, constraints: &[Term]) -> Vec<InputId> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut inputs = Vec::new();
    for &c in constraints {
        for &input in pool.inputs_of(c).iter() {
            if seen.insert(input) {
                inputs.push(input);
            }
        }
    }
    inputs
}

impl<S: SatSolver> Backend for NativeBackend<S> {
    fn name(&self) -> &'static str {
        "native"
    }

    fn check(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer {
        let budget = Budget {
            deadline: Instant::now() + limits.time,
            limits,
            memory: self.options.memory,
        };
        self.statistics.queries += 1;
        let answer = match self.decide(pool, constraints, hint, &budget) {
            Ok(answer) => answer,
            Err(why) => Answer::Unknown(why),
        };
        match &answer {
            Answer::Sat(_) => self.statistics.satisfiable += 1,
            Answer::Unsat(_) => self.statistics.unsatisfiable += 1,
            Answer::Unknown(why) => {
                self.statistics.unknown += 1;
                self.statistics.unsupported += u64::from(*why == Unknown::Incomplete);
            }
        }
        answer
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let sat = self.instance.sat.statistics();
        let s = &self.statistics;
        vec![
            ("native queries", s.queries),
            ("native sat", s.satisfiable),
            ("native unsat", s.unsatisfiable),
            ("native unknown", s.unknown),
            ("native unsupported", s.unsupported),
            ("native folded", s.folded),
            ("native rewritten", s.rewritten),
            ("native rewritten answered", s.rewritten_answered),
            ("native rebuilds", s.rebuilds),
            ("native array lemmas", s.array_lemmas),
            ("native nodes", self.instance.blaster.graph().len() as u64),
            ("native variables", sat.variables),
            ("native clauses", sat.clauses),
            ("native learnt clauses", sat.learnt),
            ("native conflicts", s.dropped_conflicts + sat.conflicts),
            ("native decisions", s.dropped_decisions + sat.decisions),
            (
                "native propagations",
                s.dropped_propagations + sat.propagations,
            ),
            ("native bytes", self.instance.memory() as u64),
        ]
    }
}
