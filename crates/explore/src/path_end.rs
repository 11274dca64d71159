//! The end of a path: what is booked of it, and whether it becomes a test.

use crate::account::BoundPlace;
use crate::explorer::{BoxError, Explorer, Running};
use crate::finding::{ErrorSite, Place};
use crate::journal::Journal;
use crate::limits::LimitKind;
use crate::observer::{KeptPath, NewError, PathEnd, PathInput};
use crate::path_log::{EndedPath, Ending};
use crate::tree::Closed;
use ir::{ErrorKind, Program};
use vm::{Bound, End, Limit, Site, State};

impl Explorer {
    /// Books the end of a path and keeps it if it may be worth a test.
    pub(crate) fn end_path(
        &mut self,
        mut at: Running,
        end: Option<End>,
        closed: Closed,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        if let Some(crash) = self.options.crash
            && crash.hash == at.state.path_hash()
            && (crash.always || !journal.wants_visits())
        {
            std::process::abort();
        }
        let program = self.machine.program().clone();
        let closed = match &end {
            Some(End::Error(error)) if self.is_assumption(&*program, error)? => {
                Closed::AssumeFailed
            }
            _ => closed,
        };
        self.tell_ended(&at);
        self.close(at.entered.node, closed);
        let mut error_site = None;
        match &end {
            Some(End::Error(error)) if closed == Closed::Completed => {
                let function = program.function(error.function)?.name.clone();
                let place = Place::of(&*program, error.location);
                let site = ErrorSite::new(error.kind, &error.message, function, place);
                let tally = &mut self.batch.tally;
                *tally.errors.entry(site.clone()).or_default() += 1;
                error_site = Some(site);
            }
            Some(End::Unsupported(unsupported)) => {
                let place = Place::of(&*program, unsupported.location);
                let key = (unsupported.what.clone(), place);
                *self.batch.tally.unsupported.entry(key).or_default() += 1;
            }
            Some(End::Limit(reached)) => {
                let kind = match reached.limit {
                    Limit::ObjectBytes | Limit::MemoryBytes => LimitKind::ProgramMemory,
                    Limit::SymbolicSize => LimitKind::SymbolicSize,
                };
                self.batch.tally.count_limit(kind);
            }
            Some(End::Error(_) | End::Exit(_) | End::AssumeFailed) | None => {}
        }
        self.tell_path(&mut at, end.as_ref(), closed);
        self.keep(at, end, error_site)?;
        self.tell_if_due(None, journal)
    }

    /// Adds a path to the next batch, if paths are told of.
    fn tell_path(&mut self, at: &mut Running, end: Option<&End>, closed: Closed) {
        if at.run.path == 0 {
            return;
        }
        let program = self.machine.program().clone();
        let (log, numbers) = (&mut self.batch.paths, &mut self.path_numbers);
        let ending = numbers.ending(ending(&*program, end, closed), log);
        let steps = numbers.steps(&at.trail.steps, &*program, log);
        log.push(&EndedPath {
            number: at.run.path,
            parent: at.trail.parent,
            depth: at.trail.depth,
            hash: at.state.path_hash(),
            ending,
            steps: steps.into(),
        });
    }

    /// Books what a path left out, and keeps the path if it may be worth a test.
    pub(crate) fn keep(
        &mut self,
        mut at: Running,
        end: Option<End>,
        error_site: Option<ErrorSite>,
    ) -> Result<(), BoxError> {
        let program = self.machine.program().clone();
        self.book_bounds(&*program, &at.state);
        let new_site = error_site.filter(|site| !self.error_sites.contains(site));
        let completed = matches!(end, Some(End::Exit(_) | End::Error(_)));
        let keep_all = self.options.keep_all && completed;
        if at.covers.is_empty() && new_site.is_none() && !keep_all {
            return Ok(());
        }
        let Some(again) = self.again(&at.state, end.as_ref()) else {
            self.batch.tally.diverged += 1;
            self.batch.tally.covered.append(&mut at.covers);
            return Ok(());
        };
        self.error_sites.extend(new_site.clone());
        // A path that was cut off may have decided what it has not done yet.
        let state = match end {
            Some(_) => &at.state,
            None => &again.state,
        };
        let (place, stack) = place_and_stack(&*program, end.as_ref());
        let message = match &end {
            Some(End::Error(error)) => error.message.clone(),
            _ => String::new(),
        };
        if again
            .observed
            .iter()
            .any(|observed| observed.image.is_cut())
        {
            self.batch.tally.count_limit(LimitKind::ResultObjects);
        }
        let kept = KeptPath {
            id: 0,
            inputs: self.input_bytes(state),
            entry: self.machine.entry_image(&self.start, &at.state),
            objects: self.machine.heap_image(state),
            observed: again.observed,
            message_differs: again.message_differs,
            end: path_end(end),
            place,
            stack,
            trace: again.trace,
            hash: at.state.path_hash(),
            stdout: self.machine.output_bytes(&at.state, 1),
            covers: at.covers,
            error: new_site.map(|site| NewError { site, message }),
        };
        self.batch.kept.push(kept);
        Ok(())
    }

    /// True for the abort by which a program states an assumption.
    fn is_assumption(&self, program: &dyn Program, error: &vm::Error) -> Result<bool, BoxError> {
        if error.kind != ErrorKind::Abort {
            return Ok(false);
        }
        let function = program.function(error.function)?;
        Ok(self.options.assuming_functions.contains(&function.name))
    }

    /// Remembers what the path left out.
    fn book_bounds(&mut self, program: &dyn Program, state: &State) {
        for &bound in state.bounds() {
            if self.bounds.insert(bound) {
                let place = bound_place(program, bound);
                self.batch.tally.bounds.insert(place);
            }
        }
    }

    /// Values of a state's inputs as bytes in memory order.
    fn input_bytes(&mut self, state: &State) -> Vec<PathInput> {
        let values = self.machine.input_values(state);
        let records = state.inputs().into_iter();
        let inputs = records.zip(values).map(|(record, bits)| PathInput {
            name: record.name.clone(),
            ty: record.ty.clone(),
            origin: record.origin,
            bytes: bits.iter().flat_map(term::Bits::to_le_bytes).collect(),
        });
        inputs.collect()
    }
}

/// What a path left out, and where.
fn bound_place(program: &dyn Program, bound: Bound) -> BoundPlace {
    let (what, site) = match bound {
        Bound::Pinned(site) => (
            "values pinned to what they were under one model",
            Some(site),
        ),
        Bound::Size(site) => (
            "allocation sizes of which only some values were tried",
            Some(site),
        ),
        Bound::Pointer(site) => ("pointers of which only some targets were tried", Some(site)),
        Bound::PointerArguments => (
            "pointer arguments, taken to be valid, distinct and of bounded length",
            None,
        ),
        Bound::PointerDepth => ("pointers inside of arguments, taken to be null", None),
        Bound::ArgumentBytes => (
            "memory behind arguments of which only a part was free",
            None,
        ),
        Bound::HeapDepth => ("input objects deeper than --heap-depth", None),
        Bound::HeapObjects => ("paths with more input objects than --heap-objects", None),
        Bound::HeapClasses => ("classes of input objects beyond --max-candidates", None),
        Bound::ArrayLength => ("input arrays longer than --array-length", None),
        Bound::StringLength => ("input strings longer than --string-length", None),
        Bound::CollectionSize => ("input collections larger than --collection-size", None),
        Bound::LibraryClasses => (
            "input objects of classes of the library that are never made",
            None,
        ),
        Bound::LibraryValues => (
            "input objects in states that only other calls lead to than those that make inputs",
            None,
        ),
        Bound::Functions => (
            "input functions, taken to return anything and to do nothing else",
            None,
        ),
        Bound::CyclesOfMade => ("input objects that are part of what they are made of", None),
        Bound::StringCharacters => ("input strings with characters above U+00FF", None),
        Bound::Stubbed(site) => (
            "calls of functions without body, taken to return anything",
            Some(site),
        ),
    };
    let named = |site: Site| {
        let function = program.function(site.function);
        let name = function.map_or_else(|_| String::new(), |function| function.name.clone());
        (name, site.block.0, site.instruction)
    };
    BoundPlace {
        what: what.to_owned(),
        site: site.map(named),
    }
}

/// How a path ended, for the log.
fn ending(program: &dyn Program, end: Option<&End>, closed: Closed) -> Ending {
    let (end, location) = match end {
        Some(End::Error(error)) => {
            let (kind, message) = (error.kind, String::new());
            (PathEnd::Error { kind, message }, Some(error.location))
        }
        Some(End::Unsupported(unsupported)) => (
            PathEnd::Unsupported(unsupported.what.clone()),
            Some(unsupported.location),
        ),
        Some(End::Limit(reached)) => (
            PathEnd::Limit(reached.limit.name().to_owned()),
            Some(reached.location),
        ),
        Some(End::Exit(status)) => (PathEnd::Exit(*status), None),
        Some(End::AssumeFailed) => (PathEnd::AssumeFailed, None),
        None => (PathEnd::Stopped, None),
    };
    Ending {
        closed,
        end,
        place: location.map_or_else(Place::default, |location| Place::of(program, location)),
    }
}

fn path_end(end: Option<End>) -> PathEnd {
    match end {
        Some(End::Exit(status)) => PathEnd::Exit(status),
        Some(End::Error(error)) => PathEnd::Error {
            kind: error.kind,
            message: error.message,
        },
        Some(End::AssumeFailed) => PathEnd::AssumeFailed,
        Some(End::Unsupported(unsupported)) => PathEnd::Unsupported(unsupported.what),
        Some(End::Limit(reached)) => PathEnd::Limit(reached.limit.name().to_owned()),
        None => PathEnd::Stopped,
    }
}

/// A call of a stack: function, place, and whether it is user code.
type Call = (String, Place, bool);

fn place_and_stack(program: &dyn Program, end: Option<&End>) -> (Place, Vec<Call>) {
    let (location, stack) = match end {
        Some(End::Error(error)) => (error.location, &error.stack),
        Some(End::Unsupported(unsupported)) => (unsupported.location, &unsupported.stack),
        Some(End::Limit(reached)) => (reached.location, &reached.stack),
        Some(End::Exit(_) | End::AssumeFailed) | None => return (Place::default(), Vec::new()),
    };
    let frame = |entry: &vm::StackEntry| {
        (
            entry.name.clone(),
            Place::of(program, entry.location),
            entry.user,
        )
    };
    let stack = stack.iter().map(frame).collect();
    (Place::of(program, location), stack)
}
