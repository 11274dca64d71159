//! What the instructions of a stretch of a path read and write, noted while it is run again.

use super::effect::{access, call, compute, is_symbolic, objects_made, of_class, under};
use super::form::{Form, NONE, form};
use super::input_objects::{InputsWatch, MadeInputs};
use super::intrinsic;
use super::region::{Region, Sides, sides};
use super::step::{Effect, Step, Told, Under};
use crate::code::{Code, Op, Slot};
use crate::end::BY_CALLS;
use crate::instruction::Instruction;
use crate::state::{Bound, LazyId, Referent, Stage};
use crate::{End, Events, Fork, Machine, NeverWritten, State, Stop};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Instructions of a stretch at the most; what a longer one depends on is not known.
const MOST_STEPS: usize = 1 << 21;

/// Instructions between two looks at how far it is.
const SLICE: u64 = 1 << 16;

/// A stretch of a path, from behind a fork to the next one or the end.
pub struct Trace {
    pub(super) steps: Vec<Step>,
    pub(super) codes: Vec<Arc<Code>>,
    /// By number of the step before which the sides of a branch have come together: the number of the
    /// branch's step, and what its sides do.
    pub(super) joins: FxHashMap<usize, Vec<(usize, Region)>>,
    /// By number of the step: inputs that it made. Behind the last one those of the instruction that forks.
    pub(super) made_inputs: FxHashMap<usize, MadeInputs>,
    /// Decisions before that settled others on it.
    pub(super) settled_by: Vec<u32>,
    /// Where it ended.
    pub stop: Stop,
}

/// Notes what is executed.
struct Recorder {
    steps: Vec<Step>,
    codes: Vec<Arc<Code>>,
    numbers: FxHashMap<usize, u32>,
    /// Something was done of which it is not known what it depends on.
    opaque: Option<&'static str>,
    /// The register that the last step writes, to be looked at behind it.
    result: Slot,
    joins: FxHashMap<usize, Vec<(usize, Region)>>,
    /// Branches on whose sides the path is, the outermost first.
    open: Vec<OpenRegion>,
    sides: FxHashMap<(u32, u32), Option<Arc<Sides>>>,
    inputs: InputsWatch,
    made_inputs: FxHashMap<usize, MadeInputs>,
}

/// A branch on one of whose sides the path is.
struct OpenRegion {
    step: usize,
    code: u32,
    depth: u32,
    sides: Arc<Sides>,
    region: Region,
}

impl Events for Recorder {
    const TRACE: bool = false;
    const STEPS: bool = true;

    fn step(&mut self, instruction: &Instruction<'_>) {
        if self.opaque.is_some() {
            return;
        }
        if self.steps.len() >= MOST_STEPS {
            self.opaque = Some("too long");
            return;
        }
        let number = self.number(instruction.code);
        let depth = instruction.frame.depth;
        self.finish(instruction, number, depth);
        self.come_together(number, depth, instruction.pc as u32);
        let op = instruction.code.ops[instruction.pc];
        match self.effect_or_later(instruction, form(instruction.code, op)) {
            Ok(effect) => {
                if matches!(effect, Effect::Decide { .. }) {
                    self.branch(instruction, number, depth);
                }
                self.steps.push(Step {
                    code: number,
                    pc: instruction.pc as u32,
                    depth,
                    effect,
                    derived: None,
                    entered: false,
                })
            }
            Err(why) => self.opaque = Some(why),
        }
    }
}

impl Recorder {
    fn new(before: &State) -> Recorder {
        Recorder {
            steps: Vec::new(),
            codes: Vec::new(),
            numbers: FxHashMap::default(),
            opaque: None,
            result: NONE,
            joins: FxHashMap::default(),
            open: Vec::new(),
            sides: FxHashMap::default(),
            inputs: InputsWatch::new(before),
            made_inputs: FxHashMap::default(),
        }
    }

    fn number(&mut self, code: &Arc<Code>) -> u32 {
        let next = self.codes.len() as u32;
        let number = *self
            .numbers
            .entry(Arc::as_ptr(code) as usize)
            .or_insert(next);
        if number == next {
            self.codes.push(Arc::clone(code));
        }
        number
    }

    /// Notes the branches whose sides come together at this instruction.
    fn come_together(&mut self, code: u32, depth: u32, pc: u32) {
        while let Some(open) = self.open.last() {
            let here = open.code == code && open.depth == depth;
            if here && open.sides.ops.contains(&pc) {
                return;
            }
            if let Some(open) = self.open.pop()
                && here
                && open.sides.join == pc
            {
                let joins = self.joins.entry(self.steps.len()).or_default();
                joins.push((open.step, open.region));
            }
        }
    }

    /// A branch is about to be decided.
    fn branch(&mut self, at: &Instruction<'_>, code: u32, depth: u32) {
        let pc = at.pc as u32;
        let known = self.sides.entry((code, pc));
        let known = known.or_insert_with(|| sides(at.code, pc).map(Arc::new));
        let Some(sides) = known.clone() else {
            return;
        };
        if let Some(region) = Region::new(at, at.code, &sides) {
            self.open.push(OpenRegion {
                step: self.steps.len(),
                code,
                depth,
                sides,
                region,
            });
        }
    }

    /// Completes the step before this instruction.
    fn finish(&mut self, instruction: &Instruction<'_>, number: u32, depth: u32) {
        if let Err(why) = self.inputs(instruction) {
            self.opaque = Some(why);
            return;
        }
        let result = std::mem::replace(&mut self.result, NONE);
        let Some(last) = self.steps.last_mut() else {
            return;
        };
        let deeper = depth == last.depth + 1;
        match &mut last.effect {
            Effect::Call { callee, .. } if deeper && !instruction.frame.inserted => {
                *callee = Some(number);
                last.entered = true;
            }
            Effect::Call { callee: None, .. } if depth == last.depth => {}
            // Behind the entry function comes what the library does at the end.
            Effect::Return { to: None } if deeper => last.entered = true,
            Effect::Return { .. } if depth + 1 == last.depth => {}
            Effect::Call { .. } | Effect::Return { .. } => self.opaque = Some("a call"),
            _ if depth != last.depth => self.opaque = Some("a call made by the machine"),
            _ if result != NONE => {
                last.derived = instruction
                    .concrete(result)
                    .and_then(|value| instruction.object_in(value));
            }
            _ => {}
        }
        let derived = last.derived;
        let (makes, made) = match &mut last.effect {
            Effect::OfClass(of) => (of.makes, &mut of.made),
            Effect::Intrinsic(effects) => match &mut effects.of_class {
                Some(of) => (of.makes, &mut of.made),
                None => (effects.makes_result, &mut effects.made),
            },
            _ => return,
        };
        match objects_made(instruction, makes, derived) {
            Some(objects) => *made = objects,
            None => self.opaque = Some("what an operation made"),
        }
    }

    /// Looks at what the last step decided of inputs that are references and pointers, with the state behind it.
    fn inputs(&mut self, behind: &Instruction<'_>) -> Told<()> {
        let registers = self.inputs.unknown_before();
        let Some(last) = self.steps.last_mut() else {
            return Ok(());
        };
        let code = &self.codes[last.code as usize];
        if let Some(registers) = registers {
            let decided = Instruction {
                code,
                pc: last.pc as usize,
                registers: &registers,
                ..*behind
            };
            last.effect = match form(code, code.ops[last.pc as usize]) {
                form @ Form::Access { .. } => access(&decided, form)?,
                Form::Intrinsic { index } => {
                    let site = &code.intrinsics[index as usize];
                    let effects = intrinsic::effects(&decided, site, false)?;
                    if !effects.makes.is_empty() {
                        return Err("an object that is made with an input pointer");
                    }
                    Effect::Intrinsic(Box::new(effects))
                }
                _ => return Err("an address"),
            };
        }
        if let Some(made) = self.inputs.made(behind.state, Some(&last.effect))? {
            self.made_inputs.insert(self.steps.len() - 1, made);
        }
        Ok(())
    }

    /// The last instruction was not executed, but may have decided something before what it asks now, and made inputs.
    fn forked(&mut self, at: &State) -> Told<()> {
        self.steps.pop();
        if let Some(made) = self.inputs.made(at, None)? {
            self.made_inputs.insert(self.steps.len(), made);
        }
        Ok(())
    }

    /// What an instruction does, or [`Effect::Nothing`] if that is only known once it has decided where an input
    /// pointer leads.
    fn effect_or_later(&mut self, at: &Instruction<'_>, form: Form) -> Told<Effect> {
        let effect = self.effect(at, form);
        let decides = matches!(form, Form::Access { .. } | Form::Intrinsic { .. });
        if effect.is_err() && decides && at.state.heap.has_open_pointers() {
            self.inputs.wait_for(at);
            return Ok(Effect::Nothing);
        }
        effect
    }

    fn effect(&mut self, at: &Instruction<'_>, form: Form) -> Told<Effect> {
        Ok(match form {
            Form::Jump | Form::End => Effect::Nothing,
            Form::Compute {
                to,
                operands,
                computes,
            } => {
                self.result = to;
                compute(at, operands, computes)
            }
            Form::Decide { operands, computes } => {
                let [a, b] = operands;
                if self.steps.is_empty() && is_symbolic(at, a) | is_symbolic(at, b) {
                    // The fork that this stretch begins behind.
                    return Ok(Effect::Nothing);
                }
                let under = under(at, [a, b], computes);
                Effect::Decide { under }
            }
            Form::Access { .. } => {
                if let Form::Access { to, .. } = form {
                    self.result = to;
                }
                access(at, form)?
            }
            Form::Make { to, size, .. } => {
                self.result = to;
                if is_symbolic(at, size) {
                    return Err("a size that depends on inputs");
                }
                Effect::Make
            }
            Form::Instance { object, .. } => {
                let object = at.concrete(object).ok_or("a reference that is an input")?;
                match at.place(object, 4) {
                    Some(header) => Effect::Instance(header),
                    None => Effect::Compute {
                        under: Under::Exactly,
                        chosen: None,
                    },
                }
            }
            Form::Reference {
                to,
                value,
                computes,
            } => {
                let bits = at.concrete(value).ok_or("a reference that is an input")?;
                self.result = to;
                match LazyId::of(bits).and_then(|id| at.state.heap.get(id)) {
                    Some(reference) => Effect::Input {
                        decides: !matches!(
                            reference.referent,
                            Referent::Null | Referent::Object(_)
                        ),
                    },
                    None if bits >= crate::memory::address::NO_OBJECTS => {
                        return Err("a reference that is no object");
                    }
                    None => compute(at, [value, NONE, NONE], computes),
                }
            }
            Form::OfClass { to } => {
                self.result = to;
                Effect::OfClass(Box::new(of_class(at)))
            }
            Form::Call { index } => call(at, index)?,
            Form::Return { .. } => self.return_(at)?,
            Form::Intrinsic { index } => {
                let site = &at.code.intrinsics[index as usize];
                self.result = site.result.unwrap_or(NONE);
                Effect::Intrinsic(Box::new(intrinsic::effects(
                    at,
                    site,
                    self.steps.is_empty(),
                )?))
            }
        })
    }

    fn return_(&mut self, at: &Instruction<'_>) -> Told<Effect> {
        let frame = at.frame;
        if at.state.overflow != 0 {
            return Err("a stack that is exhausted");
        }
        let Some(caller) = &frame.caller else {
            return Ok(Effect::Return { to: None });
        };
        let called = at.state.stage == Stage::Program || caller.caller.is_some();
        let call = caller.code.ops[caller.position(false)];
        let to = match call {
            Op::Call { index } if called && !frame.inserted => {
                Some((self.number(&caller.code), index))
            }
            _ => None,
        };
        Ok(Effect::Return { to })
    }
}

impl Machine {
    /// Runs a state that stands at a fork again along one of its arms, up to the next fork or the end,
    /// and notes what is read and written on the way.
    ///
    /// # Errors
    /// Why it is not known what something depends on that is done on the way.
    pub fn trace(&mut self, mut state: State, fork: &Fork, arm: usize) -> Told<Trace> {
        let options = &self.options;
        if options.check_leaks || options.never_written == NeverWritten::Reported {
            return Err("errors that depend on all memory, or on what was ever written");
        }
        let bounds = state.bounds.len();
        let mut recorder = Recorder::new(&state);
        self.take(&mut state, fork, arm);
        self.settled_by = Some(Vec::new());
        let stop = loop {
            match self.run(&mut state, SLICE, &mut recorder) {
                Stop::Budget if recorder.opaque.is_none() => {}
                Stop::Budget => break None,
                stop => break Some(stop),
            }
        };
        let settled_by = self.settled_by.take().unwrap_or_default();
        if let Some(why) = recorder.opaque {
            return Err(why);
        }
        let noted = (state.bounds.len() - bounds) as usize;
        let mut noted = state.bounds.iter_back().take(noted);
        let Some(stop) = stop.filter(|_| noted.all(Bound::is_of_inputs)) else {
            return Err("a bound");
        };
        match &stop {
            Stop::Fork(_) => recorder.forked(&state)?,
            Stop::End(end) => self.ends(&mut recorder, &state, end)?,
            Stop::Budget => {}
        }
        Ok(Trace {
            steps: recorder.steps,
            codes: recorder.codes,
            joins: recorder.joins,
            made_inputs: recorder.made_inputs,
            settled_by,
            stop,
        })
    }

    /// Looks at the instruction that has ended a path.
    fn ends(&self, recorder: &mut Recorder, state: &State, end: &End) -> Told<()> {
        if let End::Error(error) = end
            && !matches!(&error.assumption[..], "" | BY_CALLS)
        {
            // What the path has asked before tells whether the error is made for usual inputs, too.
            return Err("an error for unusual inputs");
        }
        let Some(frame) = &state.frame else {
            return match recorder.inputs.unknown_before() {
                Some(_) => Err("an address"),
                None => Ok(()),
            };
        };
        recorder.inputs(&Instruction {
            machine: self,
            state,
            frame,
            code: &frame.code,
            pc: frame.pc as usize,
            registers: &frame.registers,
        })
    }
}
