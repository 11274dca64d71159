//! The decisions of user code along a path: what a native run is compared with.

use super::monitor_log::{MonitorLog, MonitorLogger};
use ir::{FunctionId, Program};
use std::sync::Arc;
use vm::{Events, MonitorStep};

/// One decision: function, number of the decision in it, value.
pub type TraceStep = (u32, u32, u64);

/// The decisions of a path. Functions bear the numbers that the listener's map gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Trace {
    /// All steps, in order.
    pub steps: Vec<TraceStep>,
    /// True if there were more than [`Trace::LIMIT`], or a loop was passed as a function; the steps are then
    /// the first of them.
    pub cut: bool,
    /// How often the function that the trace begins with is called where inputs are made, which is before
    /// that in a test.
    pub calls_before: u64,
    /// What monitors of specifications were told.
    pub monitors: MonitorLog,
}

impl Trace {
    /// Steps kept at the most (16 bytes each).
    pub const LIMIT: usize = 1 << 22;
}

/// Which decisions go into traces, and which numbers functions have there.
#[derive(Clone, Debug)]
pub(crate) enum Traced {
    /// Those of functions that have a number here, by id; from the first call of that function on, if one is
    /// named.
    Listed(Arc<[Option<u32>]>, Option<FunctionId>),
    /// Those of user code from the first call of the function of that name on, without what
    /// happens inside class initialisers and where inputs are made by calls: when these run depends
    /// on how a test builds its inputs.
    /// Functions become known in an order of their own, so that their number is the hash of
    /// their name.
    From(Arc<str>),
}

/// Name of functions that initialise classes, in front of their types.
const CLASS_INITIALISER: &str = ".<clinit>(";

/// Name of the function that makes inputs by calls ([`ir::InputConstruction::Elements`]), in front of its
/// types.
const INPUT_MAKER: &str = "wayfarer.Built.make(";

/// What a trace must know of a function.
#[derive(Clone, Copy)]
struct KnownFunction {
    number: Option<u32>,
    /// What it does is no part of the trace.
    left_out: bool,
    makes_inputs: bool,
    starts: bool,
}

/// Collects a trace while a path runs again.
pub(crate) struct TraceEvents<'a> {
    trace: Trace,
    traced: Traced,
    program: &'a dyn Program,
    /// What was asked about functions, by id; unused for listed ones.
    known: Vec<Option<KnownFunction>>,
    started: bool,
    /// Calls that run and are left out.
    left_out: u32,
    /// Those of them that make inputs.
    makes_inputs: u32,
    /// A loop was passed: how many decisions it makes is not known.
    passed: bool,
    monitors: MonitorLogger,
}

impl<'a> TraceEvents<'a> {
    pub(crate) fn new(traced: Traced, program: &'a dyn Program) -> TraceEvents<'a> {
        TraceEvents {
            trace: Trace::default(),
            traced,
            program,
            known: Vec::new(),
            started: false,
            left_out: 0,
            makes_inputs: 0,
            passed: false,
            monitors: MonitorLogger::default(),
        }
    }

    /// The trace of what has run.
    pub(crate) fn finish(self) -> Trace {
        Trace {
            monitors: self.monitors.log,
            ..self.trace
        }
    }

    fn known(&mut self, id: FunctionId, from: &str) -> KnownFunction {
        let index = id.0 as usize;
        if let Some(Some(known)) = self.known.get(index) {
            return *known;
        }
        let function = self.program.function(id).ok();
        let user = function.as_ref().filter(|function| function.user);
        let makes_inputs =
            (function.as_ref()).is_some_and(|function| function.name.starts_with(INPUT_MAKER));
        let known = KnownFunction {
            number: user.map(|function| name_hash(&function.name)),
            left_out: makes_inputs
                || function.as_ref().is_some_and(|function| {
                    function.user && function.name.contains(CLASS_INITIALISER)
                }),
            makes_inputs,
            starts: function.is_some_and(|function| function.name == from),
        };
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        self.known[index] = Some(known);
        known
    }
}

/// FNV-1a with 32 bits.
fn name_hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

impl Events for TraceEvents<'_> {
    const MONITORS: bool = true;

    #[inline]
    fn branch(&mut self, function: FunctionId, decision: u32, value: u32) {
        let number = match &self.traced {
            Traced::Listed(_, Some(_)) if !self.started => None,
            Traced::Listed(numbers, _) => numbers.get(function.0 as usize).copied().flatten(),
            Traced::From(_) if !self.started || self.left_out > 0 => None,
            Traced::From(from) => {
                let from = from.clone();
                self.known(function, &from).number
            }
        };
        let Some(number) = number else {
            return;
        };
        if self.passed {
            return;
        }
        if self.trace.steps.len() < Trace::LIMIT {
            self.trace.steps.push((number, decision, u64::from(value)));
        } else {
            self.trace.cut = true;
        }
    }

    fn loop_passed(&mut self) {
        self.passed = true;
        self.trace.cut = true;
    }

    #[inline]
    fn call(&mut self, function: FunctionId) {
        match &self.traced {
            Traced::Listed(_, from) => self.started |= *from == Some(function),
            Traced::From(from) => {
                let from = from.clone();
                let known = self.known(function, &from);
                if known.starts {
                    match self.makes_inputs {
                        0 => self.started = true,
                        depth => self.trace.calls_before += u64::from(depth == self.left_out),
                    }
                }
                self.left_out += u32::from(known.left_out);
                self.makes_inputs += u32::from(known.makes_inputs);
            }
        }
    }

    fn monitored(&mut self, step: &MonitorStep) {
        self.monitors.add(step, self.program);
    }

    #[inline]
    fn returned(&mut self, function: FunctionId) {
        if let Traced::From(from) = &self.traced {
            let from = from.clone();
            let known = self.known(function, &from);
            self.left_out -= u32::from(known.left_out);
            self.makes_inputs -= u32::from(known.makes_inputs);
        }
    }
}
