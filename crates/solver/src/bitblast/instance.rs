//! A circuit, the clauses made from it, and the present question: what a rebuild drops.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Evaluator, InputId, Model, Pool, Term};

use super::applications::{ApplicationId, AppliedFunction};
use super::blast::{Blaster, Budget};
use super::cone::Cone;
use super::encode::Encoder;
use super::graph::Edge;
use super::lemmas::{self, Lemma};
use super::model_extraction::{ModelExtractor, WrongOperation};
use super::options::NativeStatistics;
use super::sat::{Literal, SatLimits, SatSolver, SatStatistics, Verdict};
use crate::{Answer, Unknown};

/// Conflicts left to a question once the circuit of an operation had to be added.
const CONFLICTS_WITH_CIRCUITS: u64 = 300;

/// What has been added to a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refinement {
    Lemmas,
    Circuit,
}

/// One circuit with one propositional solver.
pub(super) struct Instance<S> {
    blaster: Blaster,
    encoder: Encoder,
    cone: Cone,
    sat: S,
    /// Edges of the last question's constraints, one segment of the cone each.
    asked: Vec<Edge>,
    /// Pairs of applications whose agreement has clauses already, with the edge of equal
    /// arguments.
    agreements: FxHashMap<(ApplicationId, ApplicationId), Edge>,
    /// Lemmas about applications that have clauses already.
    lemmas: FxHashMap<(ApplicationId, Lemma), Edge>,
}

impl<S: SatSolver> Instance<S> {
    /// An instance whose circuits are exact, or one that leaves large operations free at first.
    pub(super) fn new(sat: S, abstracts: bool) -> Instance<S> {
        let blaster = if abstracts {
            Blaster::abstracting()
        } else {
            Blaster::default()
        };
        Instance {
            blaster,
            encoder: Encoder::default(),
            cone: Cone::default(),
            sat,
            asked: Vec::new(),
            agreements: FxHashMap::default(),
            lemmas: FxHashMap::default(),
        }
    }

    /// Estimated bytes.
    pub(super) fn memory(&self) -> usize {
        let lemmas = self.agreements.len() + self.lemmas.len();
        self.blaster.memory() + self.encoder.memory() + self.sat.memory() + lemmas * 32
    }

    /// True if nothing has been encoded.
    pub(super) fn is_empty(&self) -> bool {
        self.blaster.is_empty()
    }

    /// Number of nodes of the circuit.
    pub(super) fn nodes(&self) -> usize {
        self.blaster.graph().len()
    }

    /// Counters of the propositional solver.
    pub(super) fn statistics(&self) -> SatStatistics {
        self.sat.statistics()
    }

    /// Edges of all constraints.
    pub(super) fn encode(
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

    /// Brings the cone to the question's constraints, changing only what differs from the last.
    ///
    /// # Errors
    /// If the budget is spent; the next question begins anew then.
    pub(super) fn enter(&mut self, edges: &[Edge], budget: &Budget<'_>) -> Result<(), Unknown> {
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
            self.include(edge, budget)?;
            self.asked.push(edge);
        }
        Ok(())
    }

    /// True if the question depends on an operation that was left free.
    pub(super) fn abstracts_question(&self) -> bool {
        let applications = self.blaster.applications();
        self.cone.applications().iter().any(|&application| {
            let function = applications[application as usize].function;
            matches!(function, AppliedFunction::Operation(_))
        })
    }

    /// Adds an edge to the question. If that fails the question is dropped.
    fn include(&mut self, edge: Edge, budget: &Budget<'_>) -> Result<(), Unknown> {
        let (encoder, sat) = (&mut self.encoder, &mut self.sat);
        let included = self.cone.include(&self.blaster, encoder, sat, edge, budget);
        if included.is_err() {
            self.cone.truncate(0, &self.encoder, &mut self.sat);
            self.asked.clear();
        }
        included
    }

    /// Adds the agreement of two applications to the clauses (once) and to the question.
    fn demand_agreement(
        &mut self,
        a: ApplicationId,
        b: ApplicationId,
        budget: &Budget<'_>,
    ) -> Result<bool, Unknown> {
        if let Some(&equal) = self.agreements.get(&(a, b)) {
            self.include(equal, budget)?;
            return Ok(false);
        }
        let (equal, values) = self.blaster.agreement(a, b);
        self.include(equal, budget)?;
        for (x, y) in values {
            self.include(x, budget)?;
            self.include(y, budget)?;
            let (x, y) = (self.encoder.literal(x), self.encoder.literal(y));
            for mut clause in [vec![x, !y], vec![!x, y]] {
                match equal.as_constant() {
                    Some(true) => {}
                    // Arguments that cannot be equal never disagree.
                    Some(false) => continue,
                    None => clause.push(!self.encoder.literal(equal)),
                }
                self.sat.add_clause(&clause);
            }
        }
        self.agreements.insert((a, b), equal);
        Ok(true)
    }

    /// Adds a lemma to the clauses (once) and to the question.
    fn demand_lemma(
        &mut self,
        wrong: &WrongOperation,
        lemma: Lemma,
        budget: &Budget<'_>,
    ) -> Result<(), Unknown> {
        let key = (wrong.application, lemma);
        if let Some(&edge) = self.lemmas.get(&key) {
            return self.include(edge, budget);
        }
        let argument = self.blaster.argument_of(wrong.application).to_vec();
        let value = self.blaster.value_of(wrong.application).to_vec();
        let (x, y) = argument.split_at(value.len());
        let blaster = &mut self.blaster;
        let edge = lemma.edge(blaster, wrong.operation, x, y, &value, budget)?;
        self.include(edge, budget)?;
        if edge.as_constant().is_none() {
            self.sat.add_clause(&[self.encoder.literal(edge)]);
        }
        self.lemmas.insert(key, edge);
        Ok(())
    }

    /// Adds what the answer breaks: every cheap lemma, or else a part of one operation's circuit.
    fn refine(
        &mut self,
        wrong: &[WrongOperation],
        budget: &Budget<'_>,
        statistics: &mut NativeStatistics,
    ) -> Result<Refinement, Unknown> {
        let mut cheap = 0;
        for operation in wrong {
            for lemma in lemmas::broken(operation) {
                self.demand_lemma(operation, lemma, budget)?;
                cheap += 1;
            }
        }
        statistics.operation_lemmas += cheap;
        if cheap > 0 {
            return Ok(Refinement::Lemmas);
        }
        let first = wrong.iter().min_by_key(|wrong| wrong.application);
        let first = first.expect("an answer to refine gets an operation wrong");
        self.demand_lemma(first, lemmas::circuit(first), budget)?;
        statistics.operation_circuits += 1;
        Ok(Refinement::Circuit)
    }

    fn reader<'a>(&'a self, pool: &'a Pool) -> ModelExtractor<'a> {
        ModelExtractor {
            pool,
            blaster: &self.blaster,
            encoder: &self.encoder,
            cone: &self.cone,
            sat: &self.sat,
        }
    }

    fn seed_phases(&mut self, pool: &Pool, inputs: &[InputId], hint: &Model) {
        let reader = self.reader(pool);
        let phases: Vec<(u32, bool)> = inputs
            .iter()
            .flat_map(|&input| reader.phases(input, &hint.get(pool, input)))
            .collect();
        for (variable, value) in phases {
            self.sat.set_phase(variable, value);
        }
    }

    /// Decides the question that has been entered, within a number of conflicts; `None` if they do
    /// not suffice. An empty core stands for contradictory definitions: a defect.
    pub(super) fn solve(
        &mut self,
        question: &Question<'_>,
        budget: &Budget<'_>,
        mut conflicts: u64,
        evaluator: &mut Evaluator,
        statistics: &mut NativeStatistics,
    ) -> Result<Option<Answer>, Unknown> {
        let &Question {
            pool,
            constraints,
            hint,
        } = question;
        let inputs = inputs_of(pool, constraints);
        self.seed_phases(pool, &inputs, hint);
        let (assumptions, owners) = self.assumptions(constraints);
        loop {
            let stop = || budget.check_time().is_err();
            let before = self.sat.statistics().conflicts;
            let limits = SatLimits {
                conflicts,
                stop: &stop,
            };
            match self.sat.solve(&assumptions, &limits) {
                Verdict::Satisfiable => {}
                Verdict::Unsatisfiable => {
                    return Ok(Some(Answer::Unsat(self.core(constraints, &owners))));
                }
                Verdict::Stopped => {
                    budget.check_time()?;
                    return Ok(None);
                }
            }
            conflicts = conflicts.saturating_sub(self.sat.statistics().conflicts - before);
            let reader = self.reader(pool);
            let disagreements = reader.disagreements();
            if !disagreements.is_empty() {
                for (a, b) in disagreements {
                    let is_new = self.demand_agreement(a, b, budget)?;
                    statistics.array_lemmas += u64::from(is_new);
                }
                continue;
            }
            let wrong = reader.wrong_operations();
            let model = reader.model(&inputs, hint);
            if wrong.is_empty() || holds(pool, evaluator, constraints, &model) {
                return Ok(Some(Answer::Sat(model)));
            }
            if conflicts == 0 {
                return Ok(None);
            }
            budget.check_time()?;
            if self.refine(&wrong, budget, statistics)? == Refinement::Circuit {
                // With circuits the question is as hard as the exact one.
                conflicts = conflicts.min(CONFLICTS_WITH_CIRCUITS);
            }
        }
    }

    /// The distinct literals of the constraints in order, and the first constraint of each.
    fn assumptions(&self, constraints: &[Term]) -> (Vec<Literal>, FxHashMap<Literal, Term>) {
        let mut assumptions = Vec::with_capacity(self.asked.len());
        let mut owners = FxHashMap::default();
        for (&edge, &constraint) in self.asked.iter().zip(constraints) {
            if edge.as_constant().is_some() {
                continue;
            }
            let literal = self.encoder.literal(edge);
            if owners.insert(literal, constraint).is_none() {
                assumptions.push(literal);
            }
        }
        (assumptions, owners)
    }

    fn core(&self, constraints: &[Term], owners: &FxHashMap<Literal, Term>) -> Vec<Term> {
        let failed = self.sat.failed().iter();
        let guilty: FxHashSet<Term> = failed.filter_map(|l| owners.get(l).copied()).collect();
        let mut core: Vec<Term> = constraints
            .iter()
            .copied()
            .filter(|c| guilty.contains(c))
            .collect();
        core.dedup();
        core
    }
}

/// What is asked.
pub(super) struct Question<'a> {
    pub(super) pool: &'a Pool,
    pub(super) constraints: &'a [Term],
    pub(super) hint: &'a Model,
}

fn holds(pool: &Pool, evaluator: &mut Evaluator, constraints: &[Term], model: &Model) -> bool {
    evaluator.set_model(model.clone());
    constraints.iter().all(|&c| evaluator.bool(pool, c))
}

/// The inputs of the constraints, each once, in order of first occurrence.
fn inputs_of(pool: &Pool, constraints: &[Term]) -> Vec<InputId> {
    let mut seen = FxHashSet::default();
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
