//! What the instructions of a stretch of a path read and write, noted while it is run again.

use super::class_cell::ClassCell;
use super::form::{Computes, Form, NONE, form};
use super::intrinsic;
use super::region::{Region, Sides, sides};
use crate::code::{Callee, Code, Op, Slot};
use crate::memory::{ObjectId, split};
use crate::run::Run;
use crate::state::{Frame, Stage};
use crate::{Cell, Events, Fork, Machine, NeverWritten, State, Stop};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Instructions of a stretch at the most; what a longer one depends on is not known.
const MOST_STEPS: usize = 1 << 21;

/// Instructions between two looks at how far it is.
const SLICE: u64 = 1 << 16;

/// Whether operands matter as numbers where the result does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Under {
    /// Yes.
    Exactly,
    /// As much as the result: with objects numbered otherwise it is the same address.
    AsResult,
    /// No: with objects numbered otherwise the result is the same.
    Invariant,
}

/// A range of bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub object: ObjectId,
    pub offset: u64,
    pub size: u64,
}

/// What an instruction did.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    Nothing,
    /// Of a choice, only this operand besides the condition.
    Compute {
        under: Under,
        chosen: Option<u8>,
    },
    /// Decided by these operands; not noted for what a fork decided.
    Decide {
        under: Under,
    },
    /// At a place of an object, or, if that depends on inputs, anywhere in it.
    Access {
        range: Range,
        anywhere: bool,
    },
    /// The result is an object that was made.
    Make,
    /// The result is read from there.
    Instance(Range),
    /// The result is what belongs to a class.
    OfClass(Box<OfClass>),
    /// The number is that of the callee's code; none for a function without body.
    Call {
        callee: Option<u32>,
        receiver: Option<Range>,
    },
    /// The caller's code and the number of its call; none if nothing is handed on.
    Return {
        to: Option<(u32, u32)>,
    },
    /// What intrinsics do.
    Intrinsic(Box<intrinsic::Effects>),
}

/// What belongs to a class is read, and made if it is not there yet.
#[derive(Clone, Debug)]
pub(super) struct OfClass {
    /// What is read.
    pub cell: ClassCell,
    /// Of a literal: the interned string that it becomes, and whether there is one already.
    pub text: Option<(ClassCell, bool)>,
    /// What is made where there is nothing.
    pub makes: Makes,
    /// The objects that were made.
    pub made: Vec<ObjectId>,
}

/// What the result is, if it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Makes {
    /// It is not.
    #[default]
    Nothing,
    /// An object whose contents follow from how it is made.
    Object,
    /// A string object and the array of its contents.
    Text,
    /// The static fields of a class.
    Statics(ir::ClassId),
}

/// An instruction that was executed.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub code: u32,
    pub pc: u32,
    pub depth: u32,
    pub effect: Effect,
    /// An object that the result is an address in, though it was not computed as one.
    pub derived: Option<ObjectId>,
    /// A frame of that depth began behind it.
    pub entered: bool,
}

/// An instruction about to be executed.
pub struct Instruction<'a, 'b> {
    pub(super) run: &'a Run<'b>,
    pub(super) code: &'a Arc<Code>,
    pub(super) pc: usize,
    registers: &'a [Cell],
}

impl<'a, 'b> Instruction<'a, 'b> {
    pub(crate) fn new(
        run: &'a Run<'b>,
        code: &'a Arc<Code>,
        pc: usize,
        registers: &'a [Cell],
    ) -> Instruction<'a, 'b> {
        Instruction {
            run,
            code,
            pc,
            registers,
        }
    }

    pub(super) fn state(&self) -> &State {
        self.run.state
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.run.frame
    }

    /// What a register holds; nothing for no register.
    pub(super) fn cell(&self, slot: Slot) -> Cell {
        self.registers
            .get(slot as usize)
            .copied()
            .unwrap_or(Cell::ZERO)
    }

    /// The concrete value of a register.
    pub(super) fn concrete(&self, slot: Slot) -> Option<u64> {
        let cell = self.cell(slot);
        match cell.as_term() {
            None => Some(cell.bits),
            Some(term) => self.run.machine.pool.constant_u64(term),
        }
    }

    /// The object that a value is an address in, if objects of its kind may have other numbers in
    /// other states.
    pub(super) fn object_in(&self, value: u64) -> Option<ObjectId> {
        renumbered(self.run.state, value)
    }

    /// The place a concrete address means; none if there is no object that is alive.
    pub(super) fn place(&self, address: u64, size: u64) -> Option<Range> {
        let (object, offset) = split(address);
        self.run.state.memory.object(object)?;
        Some(Range {
            object,
            offset,
            size,
        })
    }
}

/// The object that a value is an address in, if its number depends on the path.
pub(super) fn renumbered(state: &State, value: u64) -> Option<ObjectId> {
    let (object, _) = split(value);
    (object.0 >= state.first_object && object.0 < state.memory.len()).then_some(object)
}

/// A stretch of a path, from behind a fork to the next one or the end.
pub struct Trace {
    pub(super) steps: Vec<Step>,
    pub(super) codes: Vec<Arc<Code>>,
    /// By number of the step before which the sides of a branch have come together: the number of the
    /// branch's step, and what its sides do.
    pub(super) joins: FxHashMap<usize, Vec<(usize, Region)>>,
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

    fn step(&mut self, instruction: &Instruction<'_, '_>) {
        if self.opaque.is_some() {
            return;
        }
        if self.steps.len() >= MOST_STEPS {
            self.opaque = Some("too long");
            return;
        }
        let number = self.number(instruction.code);
        let depth = instruction.frame().depth;
        self.finish(instruction, number, depth);
        self.come_together(number, depth, instruction.pc as u32);
        let op = instruction.code.ops[instruction.pc];
        match self.effect(instruction, form(instruction.code, op)) {
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

/// An effect, or why it cannot be told.
pub type Told<T> = Result<T, &'static str>;

impl Recorder {
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
    fn branch(&mut self, at: &Instruction<'_, '_>, code: u32, depth: u32) {
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
    fn finish(&mut self, instruction: &Instruction<'_, '_>, number: u32, depth: u32) {
        let result = std::mem::replace(&mut self.result, NONE);
        let Some(last) = self.steps.last_mut() else {
            return;
        };
        let deeper = depth == last.depth + 1;
        match &mut last.effect {
            Effect::Call { callee, .. } if deeper && !instruction.frame().inserted => {
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

    fn effect(&mut self, at: &Instruction<'_, '_>, form: Form) -> Told<Effect> {
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
                if bits >= crate::memory::address::NO_OBJECTS {
                    return Err("a reference that is an input");
                }
                self.result = to;
                compute(at, [value, NONE, NONE], computes)
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

    fn return_(&mut self, at: &Instruction<'_, '_>) -> Told<Effect> {
        let frame = at.frame();
        if at.state().overflow != 0 {
            return Err("a stack that is exhausted");
        }
        let Some(caller) = &frame.caller else {
            return Ok(Effect::Return { to: None });
        };
        let called = at.state().stage == Stage::Program || caller.caller.is_some();
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

fn is_symbolic(at: &Instruction<'_, '_>, slot: Slot) -> bool {
    slot != NONE && at.concrete(slot).is_none()
}

fn compute(at: &Instruction<'_, '_>, operands: [Slot; 3], computes: Computes) -> Effect {
    if computes != Computes::Choice {
        let under = under(at, [operands[0], operands[1]], computes);
        return Effect::Compute {
            under,
            chosen: None,
        };
    }
    match at.concrete(operands[0]) {
        Some(condition) => Effect::Compute {
            under: Under::AsResult,
            chosen: Some(if condition & 1 == 1 { 1 } else { 2 }),
        },
        None => Effect::Compute {
            under: Under::Exactly,
            chosen: None,
        },
    }
}

/// How much the operands matter as numbers.
fn under(at: &Instruction<'_, '_>, operands: [Slot; 2], computes: Computes) -> Under {
    if computes == Computes::Copy {
        return Under::AsResult;
    }
    let [a, b] = operands;
    let (Some(x), Some(y)) = (at.concrete(a), at.concrete(b)) else {
        return Under::Exactly;
    };
    let (of_x, of_y) = (at.object_in(x), at.object_in(y));
    // A number in the code that looks like an address is none.
    let constant = |slot: Slot| slot != NONE && slot >= at.code.registers;
    if (of_x.is_some() && constant(a)) || (of_y.is_some() && constant(b)) {
        return Under::Exactly;
    }
    match computes {
        Computes::Copy | Computes::Choice | Computes::Other => match computes {
            Computes::Copy => Under::AsResult,
            _ => Under::Exactly,
        },
        Computes::Compare { ordered } => match (of_x, of_y) {
            (Some(_), Some(_)) if of_x == of_y => Under::Invariant,
            (None, None) => Under::Invariant,
            _ if ordered => Under::Exactly,
            _ => Under::Invariant,
        },
        Computes::Sum { negated } => {
            let sum = match negated {
                false => x.wrapping_add(y),
                true => x.wrapping_sub(y),
            };
            match (of_x, of_y, at.object_in(sum)) {
                (None, None, None) => Under::AsResult,
                (Some(_), None, same) if same == of_x => Under::AsResult,
                (None, Some(_), same) if same == of_y && !negated => Under::AsResult,
                (Some(_), Some(_), None) if of_x == of_y && negated => Under::Invariant,
                _ => Under::Exactly,
            }
        }
    }
}

fn access(at: &Instruction<'_, '_>, form: Form) -> Told<Effect> {
    let Form::Access {
        base,
        index,
        offset,
        width,
        ..
    } = form
    else {
        return Ok(Effect::Nothing);
    };
    let size = u64::from(width.div_ceil(8));
    let number = match index {
        NONE => Some(0),
        _ => at.concrete(index),
    };
    let (range, anywhere) = match (at.concrete(base), number) {
        (Some(address), Some(number)) => {
            let address = address
                .wrapping_add(offset)
                .wrapping_add(number.wrapping_mul(size));
            let (object, offset) = split(address);
            let range = Range {
                object,
                offset,
                size,
            };
            (range, false)
        }
        (Some(address), None) => (whole(at, split(address).0), true),
        (None, _) => {
            let term = at.cell(base).as_term().ok_or("an address")?;
            let object = at.run.single_object(term);
            (
                whole(at, object.ok_or("a pointer to several objects")?),
                true,
            )
        }
    };
    let memory = &at.state().memory;
    let object = memory.object(range.object);
    if object.is_some_and(|object| object.text.is_some() || object.length.is_some()) {
        return Err("an input of free length");
    }
    Ok(Effect::Access { range, anywhere })
}

/// All of an object.
pub(super) fn whole(at: &Instruction<'_, '_>, object: ObjectId) -> Range {
    let size = at.state().memory.object(object).map_or(0, |it| it.size());
    Range {
        object,
        offset: 0,
        size,
    }
}

/// The objects that an operation made whose result is in the first.
fn objects_made(
    at: &Instruction<'_, '_>,
    makes: Makes,
    result: Option<ObjectId>,
) -> Option<Vec<ObjectId>> {
    match makes {
        Makes::Nothing => Some(Vec::new()),
        Makes::Object => Some(vec![result?]),
        Makes::Statics(class) => {
            let statics = at.state().classes.get(class).statics;
            Some(vec![at.object_in(statics)?])
        }
        Makes::Text => {
            let layout = at.run.machine.objects().well_known().string?;
            let object = at.state().memory.object(result?)?;
            let value = layout.value as usize;
            let word = object.bytes.get(value..value + 8)?;
            let word = u64::from_le_bytes(word.try_into().ok()?);
            Some(vec![result?, at.object_in(word)?])
        }
    }
}

fn of_class(at: &Instruction<'_, '_>) -> OfClass {
    let (classes, machine) = (&at.state().classes, &at.run.machine);
    match at.code.ops[at.pc] {
        Op::ClassObject { class, .. } => class_object(at, class),
        Op::StringLiteral { literal, .. } => {
            let cell = ClassCell::Literal(literal);
            if cell.bits(classes) != 0 {
                return OfClass::known(cell);
            }
            let text = ClassCell::Text(machine.objects().literal(literal));
            let is_there = text.bits(classes) != 0;
            OfClass {
                makes: match is_there {
                    true => Makes::Nothing,
                    false => Makes::Text,
                },
                text: Some((text, is_there)),
                ..OfClass::known(cell)
            }
        }
        Op::Statics { class, .. } => OfClass::known(ClassCell::Statics(class)),
        _ => unreachable!("the form is that of what belongs to a class"),
    }
}

/// The object that stands for a class, which is made if there is none.
pub(super) fn class_object(at: &Instruction<'_, '_>, class: ir::ClassId) -> OfClass {
    let cell = ClassCell::Object(class);
    let makes = match cell.bits(&at.state().classes) {
        0 => Makes::Object,
        _ => Makes::Nothing,
    };
    OfClass {
        makes,
        ..OfClass::known(cell)
    }
}

impl OfClass {
    /// What stands in a cell, or 0.
    pub(super) fn known(cell: ClassCell) -> OfClass {
        OfClass {
            cell,
            text: None,
            makes: Makes::Nothing,
            made: Vec::new(),
        }
    }
}

fn call(at: &Instruction<'_, '_>, index: u32) -> Told<Effect> {
    let site = &at.code.calls[index as usize];
    if !site.by_value.is_empty() {
        return Err("a structure passed to a function of any arguments");
    }
    let receiver = match &site.callee {
        Callee::Direct(_) => None,
        Callee::Indirect(slot) => {
            at.concrete(*slot)
                .ok_or("a function that depends on inputs")?;
            None
        }
        Callee::Virtual(..) => {
            let object = site.arguments.first().and_then(|&slot| at.concrete(slot));
            let object = object.ok_or("a reference that is an input")?;
            Some(at.place(object, 4).ok_or("a call of a method of nothing")?)
        }
    };
    Ok(Effect::Call {
        callee: None,
        receiver,
    })
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
        self.take(&mut state, fork, arm);
        let mut recorder = Recorder {
            steps: Vec::new(),
            codes: Vec::new(),
            numbers: FxHashMap::default(),
            opaque: None,
            result: NONE,
            joins: FxHashMap::default(),
            open: Vec::new(),
            sides: FxHashMap::default(),
        };
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
        let Some(stop) = stop.filter(|_| state.bounds.len() == bounds) else {
            return Err("a bound");
        };
        if matches!(stop, Stop::Fork(_)) {
            // It was not executed.
            recorder.steps.pop();
        }
        Ok(Trace {
            steps: recorder.steps,
            codes: recorder.codes,
            joins: recorder.joins,
            settled_by,
            stop,
        })
    }
}
