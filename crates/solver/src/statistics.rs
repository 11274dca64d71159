//! Counters of the solver chain.

use std::time::Duration;

macro_rules! statistics {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What each stage of the chain did. Every query is counted once in `queries` and once in
        /// the stage that answered it; times are in nanoseconds.
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct Statistics {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Statistics {
            /// Every counter with its name, in a fixed order.
            pub fn rows(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), self.$name),)*]
            }

            /// Adds to the counter of that name; others are none of the solver's.
            pub fn count(&mut self, name: &str, more: u64) {
                match name {
                    $(stringify!($name) => self.$name += more,)*
                    _ => {}
                }
            }

            /// Counts a query for the stage that answered it; stages of other names (the back end,
            /// an interrupt) have their own counters.
            pub(crate) fn count_stage(&mut self, stage: &str) {
                match stage {
                    "constant" => self.constant += 1,
                    "hint" => self.hint += 1,
                    "literal" => self.literal += 1,
                    "equality" => self.equality += 1,
                    "cache_exact" => self.cache_exact += 1,
                    "cache_unsat" => self.cache_unsat += 1,
                    "cache_sat" => self.cache_sat += 1,
                    "recent" => self.recent += 1,
                    "inverted" => self.inverted += 1,
                    "ordered" => self.ordered += 1,
                    "repaired" => self.repaired += 1,
                    "descended" => self.descended += 1,
                    "refuted" => self.refuted += 1,
                    _ => {}
                }
            }

            /// Adds the counters of another solver, for totals over workers.
            pub fn add(&mut self, other: &Statistics) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

statistics! {
    /// Queries asked.
    queries,
    /// Answered satisfiable.
    sat,
    /// Answered unsatisfiable.
    unsat,
    /// Not answered.
    unknown,
    /// The goal, or the path, was constant.
    constant,
    /// The hint satisfied the goal already.
    hint,
    /// Path constraints that slicing kept, over all queries that were sliced.
    sliced,
    /// Path constraints that slicing left out: their inputs keep the values that led to the fork.
    independent,
    /// Inputs in these that kept the values that led to the fork, over all queries that were sliced
    /// and satisfiable: a model of the rest was enough.
    kept_inputs,
    /// Sliced queries answered from the constraints near the goal, by whichever stage.
    near,
    /// Rounds that added constraints which a model of the near ones violated.
    widened,
    /// The goal contradicts a constraint literally.
    literal,
    /// The goal is false by the equalities on the path.
    equality,
    /// Exactly this set was asked before.
    cache_exact,
    /// A stored unsatisfiable core is a subset.
    cache_unsat,
    /// A stored model of a superset.
    cache_sat,
    /// A recent model of the same inputs.
    recent,
    /// A model was found by inverting the goal.
    inverted,
    /// A model was found by assigning values along the order of the terms.
    ordered,
    /// A model was found by repairing a candidate.
    repaired,
    /// Searched for by evaluation, guided by distances.
    descended,
    /// Refuted by ordering and intervals.
    refuted,
    /// Candidate models that were evaluated.
    candidates,
    /// Queries that a back end was asked.
    backend_queries,
    /// Back end: satisfiable.
    backend_sat,
    /// Back end: unsatisfiable.
    backend_unsat,
    /// Back end: no answer.
    backend_unknown,
    /// Queries that the native back end of a portfolio did not answer in its budget.
    passed_on,
    /// Of these, with reads or writes of arrays.
    passed_on_with_arrays,
    /// Of these, with products.
    passed_on_with_products,
    /// Of these, with divisions.
    passed_on_with_divisions,
    /// Of these, with floating-point arithmetic.
    passed_on_with_floats,
    /// Of these, with none of these.
    passed_on_plain,
    /// Queries put to both back ends of a portfolio at once.
    races,
    /// Of these, answered by the native back end first.
    races_won_by_native,
    /// Queries passed on that Z3 answered.
    answered_by_z3,
    /// Rounds of refinement of opaque applications.
    refinements,
    /// Models that evaluation refuted and that were therefore not returned.
    models_refuted,
    /// Answers confirmed by a second opinion.
    checked,
    /// Answers whose second opinion gave no answer.
    check_unknown,
    /// Answers that the second opinion contradicted.
    disagreements,
    /// Queries written to the dump directory.
    dumped,
    /// Time in the stages before the caches.
    time_prepare,
    /// Time in caches and recent models.
    time_cache,
    /// Time searching models and refuting.
    time_search,
    /// Time in the back end.
    time_backend,
}

impl Statistics {
    /// How often the native back end of a portfolio needed help, with what in the questions, and
    /// what came of it, for people; `None` if it never did.
    pub fn passed_on_line(&self) -> Option<String> {
        if self.passed_on == 0 {
            return None;
        }
        let shapes = [
            ("arrays", self.passed_on_with_arrays),
            ("products", self.passed_on_with_products),
            ("divisions", self.passed_on_with_divisions),
            ("floats", self.passed_on_with_floats),
            ("none of these", self.passed_on_plain),
        ];
        let shapes = shapes.iter().filter(|(_, count)| *count > 0);
        let shapes: Vec<String> = shapes
            .map(|(shape, count)| format!("{count} with {shape}"))
            .collect();
        let answered = self.answered_by_z3 + self.races_won_by_native;
        Some(format!(
            "{} queries passed on to Z3 ({}): it answered {}, the native back end {} meanwhile, {} open",
            self.passed_on,
            shapes.join(", "),
            self.answered_by_z3,
            self.races_won_by_native,
            self.passed_on.saturating_sub(answered)
        ))
    }

    /// Adds to a time counter.
    pub(crate) fn spend(counter: &mut u64, time: Duration) {
        *counter += time.as_nanos() as u64;
    }
}
