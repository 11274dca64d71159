//! What the steps of monitors along a path mean: the events that happened, and what became of each clause.

use super::record::{
    ClauseTransition, Exercised, HistoryStep, MonitorHistory, ViolationHistory, WatchedClause,
    WatchedSpecification,
};
use super::{MonitorLanguage, MonitorsError, SpecificationSource, Watched, watched};
use crate::StackFrame;
use specification::{
    ClauseTable, Decision, Group, Moment, MomentTable, Monitor, MonitorTables, Specification,
};
use std::collections::{BTreeMap, BTreeSet};

/// Steps to a violation that a test keeps: the last ones.
const STEPS_KEPT: usize = 1000;

/// The monitors of a specification are told of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToldStep {
    /// The number of the moment in the source of the monitors, or one of those below.
    pub moment: u32,
    /// Which of them: the same number for the same object.
    pub object: u32,
    /// Bit n says that the nth event of the moment that has a condition happens.
    pub happened: u64,
}

impl ToldStep {
    /// All monitors begin anew.
    pub const BEGIN: u32 = u32::MAX;
    /// The next [`ToldStep::TO`] begins as this one stands; as nothing, if there is no such one.
    pub const FROM: u32 = u32::MAX - 1;
    /// See [`ToldStep::FROM`].
    pub const TO: u32 = u32::MAX - 2;
}

/// Specifications with their monitors.
#[derive(Clone, Debug)]
pub struct Monitoring {
    specifications: Vec<Monitored>,
}

#[derive(Clone, Debug)]
struct Monitored {
    file: String,
    specification: Specification,
    moments: Vec<WatchedMoment>,
    monitors: Vec<Monitor>,
    /// By clause, if it can be violated in the first state.
    first_may_fail: Vec<bool>,
}

/// A moment that monitors are told of.
#[derive(Clone, Debug)]
struct WatchedMoment {
    group: Group,
    text: String,
    /// An object is a new one: what there is for it begins anew.
    creates: bool,
    /// By clause, if it can be violated at this moment.
    may_fail: Vec<bool>,
}

impl Monitoring {
    /// The monitors of specifications of programs in a language.
    ///
    /// # Errors
    /// If they are not possible.
    pub fn new(
        sources: &[SpecificationSource],
        language: MonitorLanguage,
    ) -> Result<Monitoring, MonitorsError> {
        let specifications = watched(sources, language)?.into_iter().map(Monitored::new);
        Ok(Monitoring {
            specifications: specifications.collect(),
        })
    }

    /// What there is to be exercised.
    pub fn described(&self) -> Vec<WatchedSpecification> {
        self.specifications
            .iter()
            .map(Monitored::described)
            .collect()
    }

    /// What the monitors do, for those who follow their states.
    pub fn tables(&self) -> MonitorTables {
        let mut tables = MonitorTables::default();
        for (number, of) in (0..).zip(&self.specifications) {
            let first_clause = tables.clauses.len() as u32;
            let clauses = of.monitors.iter().map(|monitor| ClauseTable {
                specification: number,
                violated: monitor.violated.map(|state| state as u32),
                for_objects: !of.specification.objects.is_empty(),
            });
            tables.clauses.extend(clauses);
            let moments = of.moments.iter().map(|moment| MomentTable {
                specification: number,
                first_clause,
                creates: moment.creates && of.specification.objects.len() == 1,
                is_end: moment.group.moment == Moment::End,
                next: of.next_states(&moment.group),
            });
            tables.moments.extend(moments);
        }
        tables
    }

    /// What steps of monitors mean, the last of which has violated a clause or not; `place` says where the step
    /// of a number was. `is_cut` if there were more of them.
    pub fn history(
        &self,
        (steps, is_cut): (&[ToldStep], bool),
        is_violation: bool,
        place: &dyn Fn(usize) -> StackFrame,
    ) -> MonitorHistory {
        let mut exercised = BTreeSet::new();
        let mut tested: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        let mut last = None;
        self.follow(steps, &mut |number, taken| {
            exercised.extend(taken.exercised());
            let name = &taken.of.specification.name;
            for clause in taken.tested() {
                tested.entry(name.clone()).or_default().insert(clause);
            }
            let violated = taken.violated();
            last = violated.map(|clause| (number, taken.key, taken.parts.to_vec(), clause));
        });
        let violated = last.filter(|(number, ..)| is_violation && number + 1 == steps.len());
        let violation = violated.filter(|_| !is_cut);
        let violation = violation.map(|(_, key, parts, clause)| {
            let mut kept = Vec::new();
            let is_part = |taken: &Taken<'_>, number: usize| {
                let (specification, object, begun) = taken.key;
                let known = |&(part, joined): &(usize, usize)| part == object && number < joined;
                (specification, begun) == (key.0, key.2) && parts.iter().any(known)
            };
            self.follow(steps, &mut |number, taken| {
                if taken.key == key || is_part(taken, number) {
                    kept.push(taken.step(clause, place(number)));
                }
            });
            let own = &self.specifications[key.0].specification;
            let earlier = kept.len().saturating_sub(STEPS_KEPT);
            ViolationHistory {
                specification: own.name.clone(),
                line: own.clauses[clause].line,
                object: (own.objects.len() == 1).then_some(key.1 + 1),
                steps: kept.split_off(earlier),
                earlier,
            }
        });
        MonitorHistory {
            exercised,
            tested,
            violation,
            cut: is_cut,
        }
    }

    /// Goes through steps with the states of all monitors. A step of a moment that there is not is passed over.
    fn follow(&self, steps: &[ToldStep], each: &mut dyn FnMut(usize, &Taken<'_>)) {
        let mut states: BTreeMap<(usize, u32), InstanceState> = BTreeMap::new();
        let mut objects = vec![0; self.specifications.len()];
        let (mut begun, mut from) = (0, None);
        let new_number = |index: usize, objects: &mut Vec<usize>| {
            objects[index] += 1;
            objects[index] - 1
        };
        for (number, step) in steps.iter().enumerate() {
            match step.moment {
                ToldStep::BEGIN => {
                    states.clear();
                    objects.fill(0);
                    begun = number + 1;
                    continue;
                }
                ToldStep::FROM => {
                    from = Some(step.object);
                    continue;
                }
                ToldStep::TO => {
                    for index in 0..self.specifications.len() {
                        let part = from.and_then(|from| states.get(&(index, from)));
                        if let Some(part) = part {
                            let new = part.joined(new_number(index, &mut objects), number);
                            states.insert((index, step.object), new);
                        }
                    }
                    continue;
                }
                _ => {}
            }
            let Some((index, moment)) = self.moment(step.moment as usize) else {
                continue;
            };
            let of = &self.specifications[index];
            let known = states
                .entry((index, step.object))
                .or_insert_with(|| InstanceState {
                    number: new_number(index, &mut objects),
                    parts: Vec::new(),
                    clauses: vec![ClauseState::default(); of.monitors.len()],
                });
            if moment.creates && of.specification.objects.len() == 1 {
                known.clauses.fill(ClauseState::default());
            }
            let before = &known.clauses;
            let clauses = of.monitors.iter().zip(before).enumerate();
            let after = clauses.map(|(clause, (monitor, before))| {
                let decision = monitor.decide(&of.specification, &moment.group, before.state);
                let state = of.next(&decision, &moment.group, step.happened);
                let has_left_first = before.has_left_first || state != 0;
                ClauseState {
                    state,
                    has_left_first,
                    was_at_risk: before.was_at_risk || moment.may_fail[clause],
                }
            });
            let after: Vec<ClauseState> = after.collect();
            let taken = Taken {
                of,
                key: (index, known.number, begun),
                parts: &known.parts,
                moment,
                happened: step.happened,
                before,
                after: &after,
            };
            each(number, &taken);
            known.clauses = after;
        }
    }

    /// The moment of a number, and the number of its specification.
    fn moment(&self, mut number: usize) -> Option<(usize, &WatchedMoment)> {
        for (index, specification) in self.specifications.iter().enumerate() {
            match specification.moments.get(number) {
                Some(moment) => return Some((index, moment)),
                None => number -= specification.moments.len(),
            }
        }
        None
    }
}

/// What the monitors of an object, or of several together, remember.
struct InstanceState {
    /// In the order in which the monitors of the specification met them.
    number: usize,
    /// Numbers of those for some of the objects as which it began, with the number of the step at which it did.
    parts: Vec<(usize, usize)>,
    clauses: Vec<ClauseState>,
}

impl InstanceState {
    /// One of that number for more objects, which begins at a step as this one stands.
    fn joined(&self, number: usize, step: usize) -> InstanceState {
        let mut parts = self.parts.clone();
        parts.push((self.number, step));
        InstanceState {
            number,
            parts,
            clauses: self.clauses.clone(),
        }
    }
}

/// What a monitor remembers.
#[derive(Clone, Copy, Debug, Default)]
struct ClauseState {
    state: usize,
    /// It was in another state than the first one.
    has_left_first: bool,
    /// There was a step at a moment at which the clause can be violated.
    was_at_risk: bool,
}

/// A step that was made.
struct Taken<'m> {
    of: &'m Monitored,
    /// The numbers of the specification, of the object, and of the step with which all began.
    key: (usize, usize, usize),
    /// See [`InstanceState::parts`].
    parts: &'m [(usize, usize)],
    moment: &'m WatchedMoment,
    happened: u64,
    before: &'m [ClauseState],
    after: &'m [ClauseState],
}

impl Taken<'_> {
    /// The first clause that it violates.
    fn violated(&self) -> Option<usize> {
        let after = self.after.iter().zip(&self.of.monitors);
        let mut violated = after.map(|(it, monitor)| Some(it.state) == monitor.violated);
        violated.position(|is| is)
    }

    /// The clauses that made a step: a path ends with the first one that is violated.
    fn clauses(&self) -> std::ops::Range<usize> {
        0..self
            .violated()
            .map_or(self.after.len(), |clause| clause + 1)
    }

    /// The clauses that have been put to the test by now.
    fn tested(&self) -> impl Iterator<Item = usize> {
        let is_tested = |&clause: &usize| {
            let now = &self.after[clause];
            now.was_at_risk && (now.has_left_first || self.of.first_may_fail[clause])
        };
        self.clauses().filter(is_tested)
    }

    /// The transitions that were taken.
    fn exercised(&self) -> impl Iterator<Item = Exercised> {
        self.clauses().map(|clause| Exercised {
            specification: self.of.specification.name.clone(),
            clause,
            transition: ClauseTransition {
                at: self.moment.text.clone(),
                from: self.before[clause].state,
                to: self.after[clause].state,
            },
        })
    }

    fn step(&self, clause: usize, place: StackFrame) -> HistoryStep {
        let (group, specification) = (&self.moment.group, &self.of.specification);
        let open = group.open(specification);
        let happens = |event: &usize| match open.iter().position(|it| it == event) {
            Some(bit) => self.happened >> bit & 1 == 1,
            None => true,
        };
        let events = group.events.iter().map(|(event, _)| *event);
        let events = events.filter(happens);
        HistoryStep {
            at: self.moment.text.clone(),
            events: events
                .map(|event| specification.events[event].name.clone())
                .collect(),
            place: match group.moment {
                Moment::End => StackFrame::default(),
                Moment::Call | Moment::Return | Moment::Throw => place,
            },
            from: self.before[clause].state,
            to: self.after[clause].state,
        }
    }
}

impl Monitored {
    fn new(watched: Watched<'_>) -> Monitored {
        let specification = watched.specification;
        let may_fail = |group: &Group, monitor: &Monitor, states: std::ops::Range<usize>| {
            let mut fails = false;
            for from in states.filter(|it| Some(*it) != monitor.violated) {
                let decision = monitor.decide(specification, group, from);
                add_leaves(&decision, &mut |to| fails |= Some(to) == monitor.violated);
            }
            fails
        };
        let monitors = || watched.monitors.iter();
        let moments = watched.groups.iter().map(|group| WatchedMoment {
            group: group.clone(),
            text: moment_text(&watched, group),
            creates: group
                .events
                .iter()
                .any(|&(event, occasion)| specification.events[event].occasions[occasion].creates),
            may_fail: monitors()
                .map(|monitor| may_fail(group, monitor, 0..monitor.table.len()))
                .collect(),
        });
        let first_may_fail = monitors().map(|monitor| {
            let mut groups = watched.groups.iter();
            groups.any(|group| may_fail(group, monitor, 0..1))
        });
        Monitored {
            file: watched.source.path.display().to_string(),
            moments: moments.collect(),
            specification: specification.clone(),
            first_may_fail: first_may_fail.collect(),
            monitors: watched.monitors.clone(),
        }
    }

    /// Where all states of all clauses lead at a moment ([`MomentTable::next`]).
    fn next_states(&self, group: &Group) -> Vec<Vec<Vec<u32>>> {
        let conditions = group.open(&self.specification).len();
        let of_state = |monitor: &Monitor, state: usize| {
            let decision = monitor.decide(&self.specification, group, state);
            let happened = 0..1u64 << conditions;
            let next = happened.map(|happened| self.next(&decision, group, happened) as u32);
            next.collect()
        };
        let monitors = self.monitors.iter();
        let next = monitors.map(|monitor| {
            let states = 0..monitor.table.len();
            states.map(|state| of_state(monitor, state)).collect()
        });
        next.collect()
    }

    /// Where a decision leads.
    fn next(&self, decision: &Decision, group: &Group, happened: u64) -> usize {
        let mut decision = decision;
        let open = group.open(&self.specification);
        loop {
            decision = match decision {
                Decision::State(state) => return *state,
                Decision::If(event, then, otherwise) => {
                    let bit = open.iter().position(|it| it == event);
                    let happens = bit.is_some_and(|bit| happened >> bit & 1 == 1);
                    if happens { then } else { otherwise }
                }
            }
        }
    }

    fn described(&self) -> WatchedSpecification {
        let clauses = self.specification.clauses.iter().zip(&self.monitors);
        let clauses = clauses.map(|(clause, monitor)| {
            let mut transitions = BTreeSet::new();
            let states = (0..monitor.table.len()).filter(|it| Some(*it) != monitor.violated);
            for from in states {
                for moment in &self.moments {
                    let resets = moment.creates && self.specification.objects.len() == 1;
                    let from = if resets { 0 } else { from };
                    let decision = monitor.decide(&self.specification, &moment.group, from);
                    add_leaves(&decision, &mut |to| {
                        let at = moment.text.clone();
                        transitions.insert(ClauseTransition { at, from, to });
                    });
                }
            }
            WatchedClause {
                line: clause.line,
                blame: clause.blame.name().to_owned(),
                text: clause.text.clone(),
                states: monitor.table.len(),
                violated: monitor.violated,
                transitions: transitions.into_iter().collect(),
            }
        });
        WatchedSpecification {
            name: self.specification.name.clone(),
            file: self.file.clone(),
            clauses: clauses.collect(),
        }
    }
}

fn add_leaves(decision: &Decision, add: &mut dyn FnMut(usize)) {
    match decision {
        Decision::State(state) => add(*state),
        Decision::If(_, then, otherwise) => {
            add_leaves(then, add);
            add_leaves(otherwise, add);
        }
    }
}

fn moment_text(watched: &Watched<'_>, group: &Group) -> String {
    let what = match group.moment {
        Moment::Call => "call of",
        Moment::Return => "return of",
        Moment::Throw => "exception of",
        Moment::End => return "end of the program".to_owned(),
    };
    let name = watched.function(group).map_or("", |it| it.name.as_str());
    format!("{what} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A lock for each object, and one thing that is said of the program.
    const TEXT: &str = "function int take(struct lock *m);\nfunction void release(struct lock *m);\n\
        specification lock for struct lock *m {\n  event taken = return r = take(m) when (r == 0);\n  \
        event released = call release(m);\n  caller: always (released -> prev (!released since taken));\n}\n\
        specification once {\n  event again = call take(..);\n  caller: always (again -> next !again);\n}\n";

    fn monitoring() -> Monitoring {
        let path = PathBuf::from("lock.spec");
        let contents = specification::parse(&path, TEXT).expect("no error");
        let sources = [SpecificationSource { path, contents }];
        Monitoring::new(&sources, MonitorLanguage::C).expect("no error")
    }

    fn history(steps: &[(u32, u32, u64)]) -> MonitorHistory {
        let steps = steps.iter().map(|&(moment, object, happened)| ToldStep {
            moment,
            object,
            happened,
        });
        let steps: Vec<ToldStep> = steps.collect();
        let place = |number: usize| StackFrame {
            line: number as u32,
            ..StackFrame::default()
        };
        monitoring().history((&steps, false), true, &place)
    }

    #[test]
    fn a_violation_has_the_steps_of_its_object() {
        // Taken and released, another one taken in between, and released once more.
        let history = history(&[(0, 7, 1), (0, 8, 1), (1, 7, 0), (1, 7, 0)]);
        let violation = history.violation.expect("a violation");
        let told = violation.steps.iter().map(|step| {
            let events = step.events.join(" ");
            (step.place.line, step.at.as_str(), events, step.to)
        });
        let told: Vec<_> = told.collect();
        let expected = [
            (0, "return of take", "taken".to_owned(), 1),
            (2, "call of release", "released".to_owned(), 0),
            (3, "call of release", "released".to_owned(), 2),
        ];
        assert_eq!(told, expected);
        assert_eq!((violation.object, violation.line), (Some(1), 6));
        assert_eq!(history.exercised.len(), 3);
    }

    #[test]
    fn what_several_objects_violate_has_the_steps_of_its_parts() {
        let text = "function int open(int t);\nfunction int shut(int t, int c);\n\
            specification s for int t, int c {\n  event opened = call open(t);\n  event shut = call shut(t, c);\n  \
            caller: forbids .* opened shut shut;\n}\n";
        let path = PathBuf::from("s.spec");
        let contents = specification::parse(&path, text).expect("no error");
        let sources = [SpecificationSource { path, contents }];
        let monitoring = Monitoring::new(&sources, MonitorLanguage::C).expect("no error");
        // The first is joined behind its first step; what it does later on is not that of the two.
        let steps = [
            (0, 7),
            (ToldStep::FROM, 7),
            (ToldStep::TO, 8),
            (1, 8),
            (0, 7),
            (1, 8),
        ];
        let steps = steps.map(|(moment, object)| ToldStep {
            moment,
            object,
            happened: 0,
        });
        let place = |number: usize| StackFrame {
            line: number as u32,
            ..StackFrame::default()
        };
        let violation = monitoring.history((&steps, false), true, &place).violation;
        let violation = violation.expect("a violation");
        let told: Vec<u32> = violation.steps.iter().map(|it| it.place.line).collect();
        assert_eq!((told, violation.object), (vec![0, 3, 5], None));
    }

    #[test]
    fn monitors_that_begin_anew_have_forgotten() {
        let begin = (ToldStep::BEGIN, 0, 0);
        let violation = history(&[(0, 7, 1), begin, (1, 7, 0)]).violation;
        assert_eq!(violation.map(|it| it.steps.len()), Some(1));
        assert_eq!(history(&[(0, 7, 1), begin, (0, 7, 1)]).violation, None);
    }

    #[test]
    fn unknown_moments_are_passed_over() {
        assert_eq!(history(&[(99, 0, 0)]), MonitorHistory::default());
        assert_eq!(history(&[(3, 0, 0)]), MonitorHistory::default());
    }

    #[test]
    fn a_clause_is_put_to_the_test_where_it_could_have_been_violated() {
        let watched = monitoring().described();
        let covered = |steps: &[(u32, u32, u64)]| {
            let history = history(steps);
            let clauses = watched
                .iter()
                .flat_map(|it| it.covered(&[&history]).clauses);
            let clauses = clauses.map(|it| (it.states, it.transitions, it.is_tested));
            clauses.collect::<Vec<_>>()
        };
        let nothing = covered(&[]);
        assert_eq!(nothing[0], ((0, 2), (0, 4), false));
        // To be taken is not asked of anybody.
        assert!(!covered(&[(0, 7, 1)])[0].2);
        assert_eq!(covered(&[(0, 7, 1), (1, 7, 0)])[0], ((2, 2), (2, 4), true));
        assert!(covered(&[(0, 7, 1)]).iter().all(|it| !it.2));
        assert!(covered(&[(2, 0, 0)])[1].2);
    }

    #[test]
    fn a_clause_about_what_never_happened_is_not_put_to_the_test() {
        let text = "function int read(int f);\nfunction void shut(int f);\nspecification s {\n  \
            event reads = call read(..);\n  event shuts = call shut(..);\n  \
            caller: always (reads -> historically !shuts);\n  caller: always (shuts -> next reads);\n}\n";
        let path = PathBuf::from("s.spec");
        let contents = specification::parse(&path, text).expect("no error");
        let sources = [SpecificationSource { path, contents }];
        let monitoring = Monitoring::new(&sources, MonitorLanguage::C).expect("no error");
        let tested = |moments: &[u32]| {
            let steps = moments.iter().map(|&moment| ToldStep {
                moment,
                object: 0,
                happened: 0,
            });
            let steps: Vec<ToldStep> = steps.collect();
            let history = monitoring.history((&steps, false), false, &|_| StackFrame::default());
            let tested = history.tested.get("s").cloned().unwrap_or_default();
            tested.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(tested(&[0, 0]), [] as [usize; 0]);
        assert_eq!(tested(&[0, 1]), [0, 1]);
    }
}
