//! From what matters behind a stretch of a path to what matters before it.

use super::form::{Form, NONE, form};
use super::intrinsic;
use super::needs::{Bytes, Mode, Needs, VARIADIC};
use super::region::Region;
use super::slack::{self, Slack};
use super::step::{Effect, Makes, OfClass, Step, Under};
use super::trace::Trace;
use crate::code::{Code, Op, Slot, SwitchTable};
use crate::instruction::Range;
use crate::{Fork, ForkKind, State};

impl Trace {
    /// What matters before the stretch, given what matters behind it. `None` if that is not known.
    ///
    /// Where the sides of a branch differ in nothing that matters, it is asked whether it may be left
    /// open which one a state takes.
    pub fn before(
        &self,
        behind: Needs,
        may_take: &mut dyn FnMut(&Region) -> bool,
    ) -> Option<Needs> {
        let mut needs = behind;
        let mut at = self.steps.len();
        if let Some(made) = self.made_inputs.get(&at) {
            needs.before_inputs(made);
        }
        loop {
            if let Some(branch) = self.indifferent(at, &mut needs, may_take) {
                at = branch;
                continue;
            }
            let Some(before) = at.checked_sub(1) else {
                break;
            };
            at = before;
            let step = &self.steps[at];
            let code = &self.codes[step.code as usize];
            Backward {
                needs: &mut needs,
                trace: self,
                code,
                step,
            }
            .step()?;
            if let Some(made) = self.made_inputs.get(&at) {
                needs.before_inputs(made);
            }
            if needs.unknown {
                return None;
            }
        }
        for &decision in &self.settled_by {
            needs.add_decision(decision);
        }
        Some(needs)
    }

    /// The number of the step of a branch whose sides come together before this one, if they do nothing
    /// that matters: of several the first.
    fn indifferent(
        &self,
        at: usize,
        needs: &mut Needs,
        may_take: &mut dyn FnMut(&Region) -> bool,
    ) -> Option<usize> {
        // The innermost come first.
        let joins = self.joins.get(&at)?.iter().rev();
        for (branch, region) in joins {
            let depth = self.steps[*branch].depth;
            if needs.are_beside(depth, region) && may_take(region) {
                for &slot in &region.addresses {
                    needs.register(depth, slot, Mode::SAME);
                }
                needs.objects.extend(&region.objects);
                return Some(*branch);
            }
        }
        None
    }
}

/// A step backward over an instruction.
struct Backward<'a> {
    needs: &'a mut Needs,
    trace: &'a Trace,
    code: &'a Code,
    step: &'a Step,
}

impl Backward<'_> {
    /// Constants are part of the code.
    fn is_constant(&self, slot: Slot) -> bool {
        slot >= self.code.registers && slot < VARIADIC
    }

    fn need(&mut self, slot: Slot, mode: Mode) {
        if slot != NONE && !self.is_constant(slot) {
            self.needs.register(self.step.depth, slot, mode);
        }
    }

    fn take(&mut self, slot: Slot) -> Option<Mode> {
        self.needs.take_register(self.step.depth, slot)
    }

    fn bytes(&mut self, range: Range, mode: Mode) {
        let Range {
            object,
            offset,
            size,
        } = range;
        self.needs.bytes(object, offset, size, mode);
    }

    /// `None` if what matters is not known.
    fn step(&mut self) -> Option<()> {
        let form = form(self.code, self.code.ops[self.step.pc as usize]);
        if self.step.entered && !matches!(form, Form::Call { .. }) {
            self.needs.take_frame(self.step.depth + 1);
        }
        match (&self.step.effect, form) {
            (Effect::Compute { under, chosen }, Form::Compute { to, operands, .. }) => {
                self.compute(to, operands, *under, *chosen)
            }
            (
                Effect::Compute { under, .. },
                Form::Reference { to, value, .. } | Form::Instance { to, object: value },
            ) => self.compute(to, [value, NONE, NONE], *under, None),
            (Effect::Input { decides }, Form::Reference { to, value, .. }) => {
                let taken = self.take(to).is_some() || *decides;
                self.need(if taken { value } else { NONE }, Mode::Exact);
            }
            (Effect::Decide { under }, Form::Decide { operands, .. }) => {
                let mode = match under {
                    Under::Exactly => Mode::Exact,
                    Under::AsResult | Under::Moved { .. } | Under::Invariant => Mode::SAME,
                    Under::Numbers(numbers) | Under::Offsets(numbers) => {
                        let operands = [operands[0], operands[1], NONE];
                        self.numbers(operands, *under, *numbers, Mode::SAME);
                        return Some(());
                    }
                };
                operands.into_iter().for_each(|slot| self.need(slot, mode));
            }
            (
                Effect::Access {
                    range,
                    anywhere,
                    room,
                },
                form,
            ) => self.access(*range, *anywhere, *room, form),
            (Effect::Make, Form::Make { to, size, zeroed }) => {
                let mode = self.take(to);
                // Without an address it is a number of a length that is not allowed, or the end.
                if let Some(object) = self.step.derived
                    && !match zeroed {
                        true => self.needs.made_known(object, mode),
                        false => self.needs.made(object, mode),
                    }
                {
                    return None;
                }
                self.need(size, Mode::Exact);
            }
            (Effect::Instance(header), Form::Instance { to, object }) => {
                self.take(to);
                self.need(object, Mode::SAME);
                self.bytes(*header, Mode::Exact);
            }
            (Effect::OfClass(of), Form::OfClass { to }) => {
                let taken = self.take(to);
                self.of_class(of, taken)?;
            }
            (Effect::Call { callee, receiver }, Form::Call { index }) => {
                self.call(*callee, *receiver, index);
            }
            (Effect::Return { to }, Form::Return { index }) => self.return_(*to, index),
            (Effect::Intrinsic(effects), Form::Intrinsic { index }) => {
                let result = self.code.intrinsics[index as usize].result;
                self.intrinsic(effects, result)?;
            }
            _ => {}
        }
        Some(())
    }

    /// What belongs to a class is read, of which that much matters.
    fn of_class(&mut self, of: &OfClass, taken: Option<Mode>) -> Option<()> {
        let is_set = of.makes != Makes::Nothing || of.text.is_some();
        if !is_set {
            if let Some(mode) = taken {
                self.needs.class(&of.cell, mode.without_slack());
            }
            return Some(());
        }
        // It was not there before, and is from here on.
        let taken = taken.map(Mode::without_slack);
        let mut mode = Mode::and_if(taken, self.needs.take_class(&of.cell));
        if let Some((text, false)) = &of.text {
            mode = Mode::and_if(mode, self.needs.take_class(text));
        }
        let concerns = of.made.iter().any(|&object| self.needs.concerns(object));
        for &object in &of.made {
            if !self.needs.made_known(object, mode) {
                return None;
            }
        }
        if mode.is_some() || concerns {
            let mode = mode.unwrap_or(Mode::SAME);
            self.needs.class(&of.cell, mode);
            if let Some((text, _)) = &of.text {
                self.needs.class(text, mode);
            }
        }
        Some(())
    }

    fn compute(&mut self, to: Slot, operands: [Slot; 3], under: Under, chosen: Option<u8>) {
        let Some(mode) = self.take(to) else {
            return;
        };
        if let Some(chosen) = chosen {
            self.need(operands[0], Mode::Exact);
            self.need(operands[chosen as usize], mode);
            return;
        }
        let mode = match under {
            Under::Exactly => Mode::Exact,
            Under::AsResult => mode,
            Under::Invariant => Mode::SAME,
            Under::Moved { by } => return self.moved(operands, by, mode),
            Under::Numbers(numbers) | Under::Offsets(numbers) if self.step.derived.is_none() => {
                return self.numbers(operands, under, numbers, mode);
            }
            Under::Numbers(_) => Mode::Exact,
            Under::Offsets(_) => Mode::SAME,
        };
        if matches!(under, Under::Exactly | Under::Numbers(_)) {
            self.needs.numbered.extend(self.step.derived);
        }
        operands.into_iter().for_each(|slot| self.need(slot, mode));
    }

    /// Numbers, or addresses in one object, are computed or compared.
    fn numbers(&mut self, operands: [Slot; 3], under: Under, numbers: [u64; 2], of_result: Mode) {
        let are_addresses = matches!(under, Under::Offsets(_));
        let op = self.code.ops[self.step.pc as usize];
        let of_result = of_result.slack().unwrap_or(Slack::NONE);
        let Some(slacks) = slack::of_operands(op, self.code.registers, numbers, of_result) else {
            let mode = match are_addresses {
                true => Mode::SAME,
                false => Mode::Exact,
            };
            return operands.into_iter().for_each(|slot| self.need(slot, mode));
        };
        for ((slot, number), slack) in operands.into_iter().zip(numbers).zip(slacks) {
            let slack = match are_addresses {
                // It must be in the object.
                true => {
                    Some(slack.map_or(Slack::window(number), |it| it.and(Slack::window(number))))
                }
                false => slack,
            };
            if let Some(slack) = slack {
                self.need(slot, Mode::Near(slack));
            }
        }
    }

    /// An address is moved by a number.
    fn moved(&mut self, operands: [Slot; 3], by: u8, mode: Mode) {
        let (number, address) = (operands[by as usize], operands[1 - by as usize]);
        let slack = mode.slack().filter(|_| !self.is_constant(number));
        let Some(slack) = slack else {
            self.need(number, mode.without_slack());
            return self.need(address, mode);
        };
        let slack = match self.code.ops[self.step.pc as usize] {
            Op::Sub { .. } => slack.reversed(),
            _ => slack,
        };
        self.need(number, Mode::Near(slack));
        self.need(address, Mode::SAME);
    }

    fn access(&mut self, range: Range, anywhere: bool, room: Option<(u32, u32)>, form: Form) {
        let Form::Access {
            to,
            value,
            base,
            index,
            width,
            ..
        } = form
        else {
            return;
        };
        let word = width == 64 && range.offset.is_multiple_of(8);
        let mut nearby = Slack::NONE;
        if to != NONE {
            if let Some(taken) = self.take(to) {
                self.loaded(taken, range, anywhere, width);
            }
        } else if anywhere {
            if self.needs.has_words(range.object) {
                self.need(value, Mode::Exact);
            }
        } else if let Some(taken) = self
            .needs
            .take_bytes(range.object, range.offset, range.size)
        {
            let mode = match word || taken.slack().is_some() {
                true => taken,
                false => Mode::Exact,
            };
            self.need(value, mode);
        } else if let Some((from, to)) = room {
            let (below, above) = self
                .needs
                .room_around(range, (u64::from(from), u64::from(to)));
            nearby = Slack {
                below,
                above,
                width: 64,
            };
        }
        self.needs.objects.insert(range.object);
        if anywhere {
            self.need(base, Mode::Exact);
            self.need(index, Mode::Exact);
        } else if index == NONE {
            self.need(base, Mode::Near(nearby));
        } else {
            // An index has 32 bits.
            let elements = nearby.divided(range.size).of_width(32);
            self.need(base, Mode::SAME);
            self.need(index, Mode::Near(elements));
        }
    }

    /// Of what is read that much matters.
    fn loaded(&mut self, taken: Mode, range: Range, anywhere: bool, width: u32) {
        let word = width == 64 && range.offset.is_multiple_of(8);
        let is_number = self.step.derived.is_none();
        if let Some(slack) = taken.slack()
            && !anywhere
            && (word || is_number)
            && u8::try_from(width).is_ok_and(|width| slack.is_of_width(width))
            && width.is_multiple_of(8)
        {
            return self.bytes(range, taken);
        }
        let mode = match taken {
            Mode::Near(_) if word && !anywhere && !is_number => Mode::SAME,
            Mode::Near(_) | Mode::Exact => Mode::Exact,
        };
        if mode == Mode::Exact {
            self.needs.numbered.extend(self.step.derived);
        }
        self.bytes(range, mode);
    }

    fn call(&mut self, callee: Option<u32>, receiver: Option<Range>, index: u32) {
        let site = &self.code.calls[index as usize];
        if let crate::code::Callee::Indirect(slot) = site.callee {
            self.need(slot, Mode::Exact);
        }
        if let Some(header) = receiver {
            self.need(site.arguments[0], Mode::SAME);
            self.bytes(header, Mode::Exact);
        }
        let Some(callee) = callee else {
            // The results are inputs.
            for &slot in &site.results {
                self.take(slot);
            }
            return;
        };
        let callee = &self.trace.codes[callee as usize];
        let needed = self.needs.take_frame(self.step.depth + 1);
        for (number, &argument) in site.arguments.iter().enumerate() {
            let slot = match callee.parameters.get(number) {
                Some(&parameter) => parameter,
                None => VARIADIC + (number - callee.parameters.len()) as Slot,
            };
            if let Some(&mode) = needed.get(&slot) {
                self.need(argument, mode);
            }
        }
    }

    fn return_(&mut self, to: Option<(u32, u32)>, index: u32) {
        let values = &self.code.returns[index as usize];
        let Some((caller, call)) = to else {
            return;
        };
        let depth = self.step.depth - 1;
        let site = &self.trace.codes[caller as usize].calls[call as usize];
        // A result may stand in the register of another that a function does not return.
        let taken: Vec<Option<Mode>> = site
            .results
            .iter()
            .map(|&result| self.needs.take_register(depth, result))
            .collect();
        for (&value, mode) in values.iter().zip(taken) {
            if let Some(mode) = mode {
                self.need(value, mode);
            }
        }
    }

    fn intrinsic(&mut self, effects: &intrinsic::Effects, result: Option<Slot>) -> Option<()> {
        let taken = result.and_then(|slot| self.take(slot));
        let mut values = taken;
        if taken.is_some() {
            for &range in &effects.reads {
                self.bytes(range, Mode::Exact);
            }
            if effects.makes.is_empty() && effects.of_class.is_none() && effects.made.is_empty() {
                self.needs.numbered.extend(self.step.derived);
            }
        }
        if let Some(of) = &effects.of_class {
            self.of_class(of, taken)?;
        }
        for cell in &effects.sets {
            if self.needs.take_class(cell) == Some(Mode::Exact) && !effects.made.is_empty() {
                return None;
            }
        }
        if let Some((from, to)) = effects.copies {
            self.copy(from, to);
        }
        if let (Some(from), Some(&object)) = (effects.clones, effects.made.first()) {
            self.copy(from, Range { object, ..from });
        }
        for &object in &effects.made {
            if !self.needs.made_known(object, taken) {
                return None;
            }
        }
        for (number, &object) in effects.makes.iter().enumerate() {
            let register = taken.filter(|_| number == 0 && result.is_some());
            if result.is_none() && self.needs.has_words(object) {
                // Variadic arguments, of which some are read.
                self.needs.forget(object);
                values = Some(Mode::Exact);
            }
            if !self.needs.made(object, register) {
                return None;
            }
        }
        if let Some(range) = effects.writes {
            let written = self
                .needs
                .take_bytes(range.object, range.offset, range.size);
            if written == Some(Mode::Exact) && !effects.makes.is_empty() {
                // Addresses of what is made are written.
                self.needs.next_object = true;
            }
            if effects.makes.is_empty() {
                values = values.or(written);
            }
        }
        if values.is_some() {
            for &slot in &effects.values {
                self.need(slot, Mode::Exact);
            }
        }
        for &range in &effects.follows {
            self.bytes(range, Mode::SAME);
        }
        for &(depth, slot) in &effects.frames {
            self.needs.register(depth, slot, Mode::SAME);
        }
        for &range in &effects.examines {
            self.bytes(range, Mode::Exact);
        }
        self.needs.forms |= effects.forms;
        self.needs.objects.extend(&effects.objects);
        for &(slot, slack) in &effects.near {
            self.need(slot, Mode::Near(slack));
        }
        for &slot in &effects.addresses {
            self.need(slot, Mode::SAME);
        }
        for &slot in &effects.numbers {
            self.need(slot, Mode::Exact);
        }
        Some(())
    }

    fn copy(&mut self, from: Range, to: Range) {
        let needed = self.needs.words_in(to.object, to.offset, to.size);
        self.needs.take_bytes(to.object, to.offset, to.size);
        let aligned = from.offset % 8 == to.offset % 8;
        for (word, Bytes { needed, exact }) in needed {
            // Addresses are copied whole, or what matters is not known.
            let address = needed != exact;
            self.needs.unknown |= address && !aligned;
            let mode = match address {
                true => Mode::SAME,
                false => Mode::Exact,
            };
            for byte in (0..8).filter(|byte| needed >> byte & 1 == 1) {
                let offset = from.offset + (word * 8 + byte - to.offset);
                self.needs.bytes(from.object, offset, 1, mode);
            }
        }
    }
}

impl Needs {
    /// True if nothing that matters is what one of the sides of a branch writes.
    fn are_beside(&self, depth: u32, region: &Region) -> bool {
        let registers = self.registers.get(depth as usize);
        let mut written = region.registers.iter();
        let register = written.any(|slot| registers.is_some_and(|it| it.contains_key(slot)));
        let mut written = region.bytes.iter();
        !register && !written.any(|range| self.has_bytes_in(range))
    }

    /// What the decision at a fork depends on matters, too. `None` if that is not known.
    pub fn decide(&mut self, state: &State) -> Option<()> {
        let frame = state.frame.as_ref()?;
        let operands: Vec<Slot> = match form(&frame.code, frame.code.ops[frame.pc as usize]) {
            Form::Decide { operands, .. } => operands.to_vec(),
            Form::Access { base, index, .. } => vec![base, index],
            Form::Reference { value, .. } => vec![value],
            Form::Intrinsic { index } => {
                let site = &frame.code.intrinsics[index as usize];
                site.arguments.to_vec()
            }
            _ => return None,
        };
        for slot in operands {
            if slot != NONE && slot < frame.code.registers {
                self.register(frame.depth, slot, Mode::Exact);
            }
        }
        Some(())
    }
}

/// True if a fork's arms are all there is to go on, and the decision depends on operands of the
/// instruction alone.
pub(super) fn is_plain(fork: &Fork) -> bool {
    let kind = match fork.kind {
        ForkKind::Branch
        | ForkKind::Switch
        | ForkKind::Bounds
        | ForkKind::Assume
        | ForkKind::MallocFails
        | ForkKind::Initialise => true,
        ForkKind::Pointer
        | ForkKind::FunctionPointer
        | ForkKind::Size
        | ForkKind::Pin
        | ForkKind::Opaque
        | ForkKind::NeverWritten
        | ForkKind::Library
        | ForkKind::LoopFunction
        | ForkKind::LoopExit
        | ForkKind::Returns
        | ForkKind::LeftPointer => false,
    };
    kind && fork.complete
}

/// True if no arm was left out because it cannot be taken whatever the inputs.
pub(super) fn has_all_arms(state: &State, fork: &Fork) -> bool {
    let Some(frame) = &state.frame else {
        return false;
    };
    if fork.kind == ForkKind::Initialise {
        // Which objects fit depends on which reference it is.
        return false;
    }
    let all = match frame.code.ops[frame.pc as usize] {
        Op::Switch { index, .. } => {
            let table: &SwitchTable = &frame.code.switches[index as usize];
            table.cases.len() + 1
        }
        _ => 2,
    };
    fork.arms.len() == all
}
