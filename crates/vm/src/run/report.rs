//! Where the program is and what is said about it when its path ends.

use super::Run;
use crate::memory::{ObjectId, ObjectKind, split};
use crate::state::Frame;
use crate::{Error, Limit, LimitReached, Machine, Site, StackEntry, State, Unsupported};
use ir::analysis::CodePoint;
use ir::{ErrorKind, FunctionId, Location};
use rustc_hash::FxHashSet;

/// Calls of a stack that are told: the innermost, and the outermost one.
const CALLS_TOLD: usize = 256;

/// The call stack of a frame, innermost first.
fn stack_of(frame: &Frame) -> Vec<StackEntry> {
    let mut entries = Vec::new();
    for (depth, frame) in frame.chain().enumerate() {
        let is_left_out = depth >= CALLS_TOLD && frame.caller.is_some();
        if is_left_out || depth > 0 && frame.is_assumed_call() {
            continue;
        }
        entries.push(StackEntry {
            function: frame.code.function,
            name: frame.code.name.clone(),
            location: location_of(frame, depth == 0),
            user: frame.code.user,
        });
    }
    entries
}

/// Source position a frame is at; that of its function where the instruction has none.
fn location_of(frame: &Frame, innermost: bool) -> Location {
    let location = frame.code.places[frame.position(innermost)].location;
    if location.line > 0 {
        location
    } else {
        frame.code.location
    }
}

/// Source position of the innermost function that is user code.
fn user_location(frame: &Frame) -> Location {
    let mut frames = frame.chain().enumerate();
    let user = frames.find(|(_, frame)| frame.code.user);
    let (depth, frame) = user.unwrap_or((0, frame));
    location_of(frame, depth == 0)
}

/// Where something is reported: in the innermost function that is user code.
fn reported_at(stack: &[StackEntry]) -> (FunctionId, Location) {
    let entry = stack.iter().find(|entry| entry.user).unwrap_or(&stack[0]);
    (entry.function, entry.location)
}

/// Takes the functions of monitors out of a stack: they are what runs inside of the innermost function of the user.
/// Monitors that were told of an event by no function of the user (a run begins with the call of one that is
/// watched) were by the outermost.
fn leave_monitors(stack: &mut Vec<StackEntry>) {
    let user = stack.iter().position(|entry| entry.user);
    let first = user.unwrap_or(stack.len().saturating_sub(1));
    stack.drain(..first);
}

fn site_of(frame: &Frame) -> Site {
    let place = frame.code.places[frame.pc as usize];
    Site {
        function: frame.code.function,
        block: place.block,
        instruction: place.instruction,
        location: user_location(frame),
        decision: (place.decision != u32::MAX).then_some(place.decision),
    }
}

impl State {
    /// Where the callers of the innermost function go on, innermost first: at most so many.
    pub fn callers(&self, most: usize) -> Vec<CodePoint> {
        let frames = self.frame.as_ref().into_iter().flat_map(|f| f.chain());
        let callers = frames.skip(1).take(most);
        let goes_on = |frame: &Frame| {
            let place = frame.code.places[frame.pc as usize];
            CodePoint {
                function: frame.code.function,
                block: place.block,
                instruction: place.instruction,
            }
        };
        callers.map(goes_on).collect()
    }
}

impl Machine {
    /// The call stack of a state, innermost first; empty if its path is over.
    pub fn stack(&self, state: &State) -> Vec<StackEntry> {
        state
            .frame
            .as_ref()
            .map_or_else(Vec::new, |frame| stack_of(frame))
    }

    /// Where a state stands; `None` if its path is over.
    pub fn site(&self, state: &State) -> Option<Site> {
        state.frame.as_ref().map(|frame| site_of(frame))
    }
}

impl Run<'_> {
    /// The instruction that is being executed.
    pub(crate) fn site(&self) -> Site {
        site_of(&self.frame)
    }

    /// Where the innermost function that is user code stands.
    pub(crate) fn user_site(&self) -> Site {
        let user = self.frame.chain().find(|frame| frame.code.user);
        site_of(user.unwrap_or(&self.frame))
    }

    /// Source position of the instruction that is being executed, in the innermost user function.
    pub(crate) fn user_location(&self) -> Location {
        user_location(&self.frame)
    }

    pub(crate) fn error(&self, kind: ErrorKind, message: String) -> Error {
        let mut stack = stack_of(&self.frame);
        let ((function, location), exception) = match kind {
            ErrorKind::SpecificationViolation => {
                leave_monitors(&mut stack);
                (reported_at(&stack), message.clone())
            }
            _ => (reported_at(&stack), String::new()),
        };
        Error {
            kind,
            message,
            exception,
            assumption: String::new(),
            location,
            function,
            stack,
        }
    }

    /// The function of the program that the monitors are told of something in, and where.
    pub(crate) fn monitored_at(&self) -> (FunctionId, Location) {
        let mut stack = stack_of(&self.frame);
        leave_monitors(&mut stack);
        reported_at(&stack)
    }

    pub(crate) fn unsupported(&self, what: String) -> Unsupported {
        let stack = stack_of(&self.frame);
        let (_, location) = reported_at(&stack);
        Unsupported {
            what,
            location,
            stack,
        }
    }

    pub(crate) fn limit(&self, limit: Limit) -> LimitReached {
        let stack = stack_of(&self.frame);
        let (_, location) = reported_at(&stack);
        LimitReached {
            limit,
            location,
            stack,
        }
    }

    /// A source position for a message.
    pub(crate) fn describe(&self, location: Location) -> String {
        match location.file {
            Some(file) if location.line > 0 => {
                format!("{}:{}", self.machine.program.file(file), location.line)
            }
            _ => "an unknown place".to_owned(),
        }
    }

    /// The error of leaking heap memory, if that is asked for and some is not reachable any more.
    pub(crate) fn leak(&self) -> Option<Error> {
        if !self.machine.options.check_leaks {
            return None;
        }
        let objects = self.state.memory.live();
        let mut reached: FxHashSet<ObjectId> = FxHashSet::default();
        let mut todo: Vec<ObjectId> = Vec::new();
        for (id, object) in &objects {
            if !matches!(object.info.kind, ObjectKind::Heap(_)) {
                reached.insert(*id);
                todo.push(*id);
            }
        }
        let narrow = self.machine.program.has_narrow_pointers();
        let mut visit = |word: u64, todo: &mut Vec<ObjectId>| {
            let (mut id, _) = split(word);
            if narrow && let Some(place) = self.state.memory.flat.place_at(word as u32) {
                id = place.object;
            }
            if self.state.memory.object(id).is_some() && reached.insert(id) {
                todo.push(id);
            }
        };
        for frame in self.frame.chain() {
            for cell in &frame.registers {
                self.words_of(*cell)
                    .into_iter()
                    .for_each(|word| visit(word, &mut todo));
            }
        }
        while let Some(id) = todo.pop() {
            let Some(object) = self.state.memory.object(id) else {
                continue;
            };
            for chunk in object.bytes.chunks_exact(if narrow { 4 } else { 8 }) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                visit(u64::from_le_bytes(word), &mut todo);
            }
            let symbolic = object.symbolic.iter().flat_map(|bytes| bytes.iter());
            let mut terms: Vec<term::Term> = symbolic.filter_map(|byte| byte.term).collect();
            terms.extend(object.words.map(|words| words.array));
            terms.dedup();
            for term in terms {
                for word in self.constants_of(term) {
                    visit(word, &mut todo);
                }
            }
        }
        let (id, leaked) = objects.iter().find(|(id, _)| !reached.contains(id))?;
        let count = objects
            .iter()
            .filter(|(id, _)| !reached.contains(id))
            .count();
        let bytes: u64 = objects
            .iter()
            .filter(|(id, _)| !reached.contains(id))
            .map(|(_, o)| o.size())
            .sum();
        let place = self.describe(leaked.info.location);
        let message = format!(
            "{bytes} bytes in {count} heap objects are lost at the end; the first, of {} bytes, \
             was allocated at {place}",
            leaked.size()
        );
        tracing::debug!(target: "vm", object = id.0, "leaked");
        let mut error = self.error(ErrorKind::MemoryLeak, message);
        error.location = leaked.info.location;
        error.function = leaked.info.function.unwrap_or(error.function);
        Some(error)
    }

    fn words_of(&self, cell: crate::Cell) -> Vec<u64> {
        match cell.as_term() {
            None => vec![cell.bits],
            Some(term) => self.constants_of(term),
        }
    }

    /// Constants in a term that may be addresses.
    fn constants_of(&self, term: term::Term) -> Vec<u64> {
        let mut words = Vec::new();
        let pool = &self.machine.pool;
        pool.visit_post_order(&[term], &mut |term| match pool.op(term) {
            term::Op::BitsConst => words.extend(pool.constant_u64(term)),
            term::Op::Table(table) => {
                words.extend(pool.table(table).iter().map(|entry| entry.low_u64()));
            }
            _ => {}
        });
        words
    }
}
