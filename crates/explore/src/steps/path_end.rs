//! The end of a path: what is recorded of it, and whether it becomes a test.

use crate::coverage::CoveredPart;
use crate::error::BoxError;
use crate::executor::retrace::{self, Retraced};
use crate::limits::LimitKind;
use crate::parts::Parts;
use crate::paths::{ActivePath, length};
use crate::results::{
    BoundPlace, CYCLES_OF_MADE, Ending, ErrorSite, KeptPath, LONGER_SEQUENCES, NewError,
    OTHER_CHANGES, PathEnd, PathInput, Place, TAKEN_TO_BE_NULL, VariesByRun, plainest,
};
use crate::search::Code;
use crate::tree::{Closed, Found, NodeId, Tree};
use ir::Program;
use vm::{Bound, End, ForkKind, Limit, Machine, Site, State};

/// Paths that are not kept and ask for what differs from run to run: as many are looked at in all other surroundings, more in
/// one of them.
const IN_ALL_SURROUNDINGS: u32 = 100;

/// The first of the paths that show nothing new is a sample, the second, the fourth, and so on up to this one.
const LAST_SAMPLE: u64 = 8;

/// Records the end of a path and keeps it if it may be worth a test. `end` is `None` if the run ended
/// it.
pub(crate) fn end(
    parts: &mut Parts,
    mut at: ActivePath,
    end: Option<End>,
    closed: Closed,
) -> Result<(), BoxError> {
    let program = parts.executor.program().clone();
    parts.search.note_length(length(&at.state));
    let new = parts.coverage.new - at.new_before;
    let code = Code::of(&parts.coverage, &parts.executor);
    parts.search.path_ended(at.origin.node, new, code);
    parts.search.sequences_ended(!at.state.makes_inputs());
    parts.extensions.path_ended(at.origin.node, closed);
    let error = matches!(end, Some(End::Error(_))) && closed == Closed::Completed;
    let found = Found::by(closed).with(error, !at.covers.is_empty());
    if is_no_input(&at, end.as_ref()) {
        at.covers = hand_on(parts, at.origin.node, at.covers);
    }
    parts.close_with(at.origin.node, closed, found);
    let mut error_site = None;
    let delta = parts.outbox.delta();
    match &end {
        Some(End::Error(error)) if closed == Closed::Completed => {
            let site = ErrorSite::of(&*program, error)?;
            *delta.errors.entry(site.clone()).or_default() += 1;
            error_site = Some(site);
        }
        Some(End::Unsupported(unsupported)) => {
            let place = Place::of(&*program, unsupported.location);
            let key = (unsupported.what.clone(), place);
            *delta.unsupported.entry(key).or_default() += 1;
        }
        Some(End::Limit(reached)) => {
            let kind = match reached.limit {
                Limit::ObjectBytes | Limit::MemoryBytes => LimitKind::ProgramMemory,
                Limit::SymbolicSize => LimitKind::SymbolicSize,
                Limit::Endless => LimitKind::Endless,
            };
            delta.count_limit(kind);
        }
        Some(End::Error(_) | End::Exit(_) | End::Killed(_) | End::AssumeFailed) | None => {}
    }
    let ending = ending(&*program, end.as_ref(), closed);
    parts.outbox.path(&at, ending, &*program);
    keep(parts, &at.state, at.covers, end, error_site, closed);
    Ok(())
}

/// True for a path whose model has values of inputs that do not come about, as was found when the program used them.
fn is_no_input(at: &ActivePath, end: Option<&End>) -> bool {
    let initialised = at.last.as_ref();
    let initialised = initialised.is_some_and(|arm| arm.kind == ForkKind::Initialise);
    initialised && matches!(end, Some(End::AssumeFailed))
}

/// What such a path has executed for the first time is for a path to tell that decides otherwise, if there is one to
/// come. What is left to tell.
fn hand_on(parts: &mut Parts, node: NodeId, covers: Vec<CoveredPart>) -> Vec<CoveredPart> {
    let Some(other) = pending_beside(parts.search.tree(), node) else {
        return covers;
    };
    let mut all = parts.search.take_covered_before(other);
    all.extend(covers);
    parts.search.note_covered_before(other, all);
    Vec::new()
}

/// A pending node below the same fork.
fn pending_beside(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let mut arms = tree.children(tree.parent(node));
    arms.find(|&other| other != node && tree.is_pending(other))
}

/// Keeps a path that waits, as far as it came.
pub(crate) fn keep_part(parts: &mut Parts, path: &State, covers: Vec<CoveredPart>) {
    keep(parts, path, covers, None, None, Closed::CutOff);
}

/// Records what a path left out, and keeps the path if it may be worth a test.
fn keep(
    parts: &mut Parts,
    path: &State,
    covers: Vec<CoveredPart>,
    end: Option<End>,
    error_site: Option<ErrorSite>,
    closed: Closed,
) {
    let program = parts.executor.program().clone();
    for &bound in path.bounds() {
        parts.outbox.bound(bound, || bound_place(&*program, bound));
    }
    if matches!(end, Some(End::AssumeFailed)) && parts.executor.start().states_assumptions() {
        parts.outbox.covered(covers);
        return;
    }
    let new_site = error_site.filter(|site| !parts.outbox.knows_error(site));
    let completed = closed == Closed::Completed;
    if path.asked_host() && !parts.outbox.knows_bound(Bound::HostValues) {
        let depends = match closed {
            Closed::Completed | Closed::AssumeFailed => {
                retrace::depends_on_host(&mut parts.executor, path)
            }
            // What was left out behind it nobody has seen.
            _ => closed.is_explored(),
        };
        if depends {
            let bound = Bound::HostValues;
            parts.outbox.bound(bound, || bound_place(&*program, bound));
        }
    }
    let keep_all = parts.options.keep_all && completed;
    let shows_nothing = covers.is_empty() && new_site.is_none() && !keep_all;
    let is_sample = shows_nothing && completed && is_sample(parts);
    if shows_nothing && !is_sample {
        if let Some(end) = end.filter(|_| completed) {
            leave(parts, path, &end);
        }
        return;
    }
    let plain = end.as_ref().filter(|_| parts.options.plain_values);
    let plain = plain.and_then(|end| plain_path(parts, path, end));
    let (plain, again) = plain.unzip();
    let (path, end) = match (&plain, &again) {
        (Some(plain), Some(again)) => (plain, again.state.end().cloned()),
        _ => (path, end),
    };
    let again = again.or_else(|| retrace::retrace(&mut parts.executor, path, end.as_ref()));
    let Some(again) = again else {
        // One that was cut off is counted as that.
        parts.outbox.delta().diverged += u64::from(completed);
        parts.outbox.covered(covers);
        return;
    };
    let end = match end {
        // Of a path that entered a call for nothing the run goes on.
        Some(End::AssumeFailed) if parts.executor.skips_calls() => {
            let whole = again.state.end().cloned();
            if matches!(whole, Some(End::Error(_))) {
                parts.outbox.covered(covers);
                return;
            }
            whole
        }
        end => end,
    };
    parts
        .outbox
        .note_varying(completed && again.varies != VariesByRun::Nothing);
    if let Some(site) = &new_site {
        parts.outbox.know_error(site.clone());
    }
    // A path that was cut off may have decided what it has not done yet.
    let state = match end {
        Some(_) => path,
        None => &again.state,
    };
    let (place, stack) = place_and_stack(&*program, end.as_ref());
    let message = match &end {
        Some(End::Error(error)) => error.message.clone(),
        _ => String::new(),
    };
    let mut observed = again.observed.iter();
    if observed.any(|observed| observed.image.is_cut()) {
        parts.outbox.limit(LimitKind::ResultObjects);
    }
    let entry = parts.executor.entry_image(path, &again.state);
    let machine = parts.executor.machine();
    let assumption = machine.unless_made(path);
    let assumption = assumption.or_else(|| machine.unless_encapsulated(path));
    let kept = KeptPath {
        id: 0,
        inputs: input_bytes(machine, state),
        entry,
        objects: machine.heap_image(state),
        observed: again.observed,
        message_differs: again.message_differs,
        varies: again.varies,
        completed,
        is_sample,
        assumption,
        end: path_end(end),
        place,
        stack,
        trace: again.trace,
        hash: path.path_hash(),
        stdout: machine.output_bytes(&again.state, 1),
        stderr: machine.output_bytes(&again.state, 2),
        covers,
        error: new_site.map(|site| NewError { site, message }),
    };
    parts.outbox.keep(kept);
}

/// True for some of the completed paths that show nothing new, where the run looks for targets: what it says of those
/// that it does not reach would otherwise rest on the machine alone.
fn is_sample(parts: &mut Parts) -> bool {
    if parts.options.targets.is_none() {
        return false;
    }
    let number = parts.outbox.shows_nothing();
    number.is_power_of_two() && number <= LAST_SAMPLE
}

/// The same path with plainer inputs, and what it shows when it runs with them: all that it showed before, but
/// for numbers in words. `None` if there are none, or it is not to be believed.
fn plain_path(parts: &mut Parts, path: &State, end: &End) -> Option<(State, Retraced)> {
    let executor = &mut parts.executor;
    let ended = matches!(end, End::Exit(_) | End::Killed(_) | End::Error(_));
    // Where calls are skipped, inputs are what these left.
    if executor.skips_calls() || !ended {
        return None;
    }
    let mut plain = path.clone();
    let (effort, executed) = (&mut parts.plain_effort, executor.executed());
    let initial = executor.machine().initial_values(path);
    let inputs = (path, &initial);
    plain.set_model(plainest::plainer(
        executor.pool(),
        inputs,
        effort,
        executed,
    )?);
    let again = retrace::retrace(executor, &plain, Some(end))?;
    let alike = match (end, again.state.end()) {
        // The status may be a number that depends on inputs.
        (End::Exit(_), Some(End::Exit(_))) => true,
        (End::Error(one), Some(End::Error(two))) if one.assumption != two.assumption => false,
        (_, other) => retrace::ends_alike(Some(end), other),
    };
    alike.then_some((plain, again))
}

/// A completed path that shows nothing new is not kept. Whether it comes out otherwise in other
/// surroundings is looked at until one does.
fn leave(parts: &mut Parts, path: &State, end: &End) {
    parts.outbox.delta().fates.not_new += 1;
    if path.asked_surroundings() && !parts.outbox.met_varying() {
        let in_one = parts.outbox.looks_elsewhere() > IN_ALL_SURROUNDINGS;
        let varies = retrace::varies(&mut parts.executor, path, end, in_one);
        parts.outbox.note_varying(varies);
        parts.outbox.delta().fates.varying += u64::from(varies);
    }
}

/// Values of a state's inputs as bytes in memory order.
fn input_bytes(machine: &mut Machine, state: &State) -> Vec<PathInput> {
    let values = machine.input_values(state);
    let records = state.inputs().into_iter();
    let inputs = records.zip(values).map(|(record, bits)| PathInput {
        name: record.name.clone(),
        ty: record.ty.clone(),
        origin: record.origin,
        bytes: bits.iter().flat_map(term::Bits::to_le_bytes).collect(),
    });
    inputs.collect()
}

/// What a path left out, and where.
fn bound_place(program: &dyn Program, bound: Bound) -> BoundPlace {
    let named = |site: Site| {
        let function = program.function(site.function);
        let name = function.map_or_else(|_| String::new(), |function| function.name.clone());
        (name, site.block.0, site.instruction)
    };
    let at_place = |what: &str, site: Site| {
        let place = Place::of(program, site.location);
        let file = place.file.rsplit('/').next().unwrap_or_default();
        BoundPlace {
            what: format!("{what} at {file}:{}", place.line),
            site: Some(named(site)),
        }
    };
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
            "pointer arguments to arrays of other lengths, into objects and to variables of the program",
            None,
        ),
        Bound::LengthParameters => (
            "pointer arguments to arrays of other lengths than the parameter or member that belongs to them says",
            None,
        ),
        Bound::DataLength => ("input data longer than --data-length", None),
        Bound::NullPointers => (
            "pointer arguments to functions and unknown types, and streams in memory, taken to be null",
            None,
        ),
        Bound::MadeArguments => (
            "arguments that other calls make than those of --input",
            None,
        ),
        Bound::StreamArguments => (
            "streams that are null, read and write only, or stand in files of other lengths",
            None,
        ),
        Bound::FunctionArguments => (
            "pointer arguments to functions that the program does not have, which do more than return",
            None,
        ),
        Bound::ArgumentBytes => (
            "memory behind arguments of which only a part was free",
            None,
        ),
        Bound::HeapDepth => (TAKEN_TO_BE_NULL[0], None),
        Bound::HeapObjects => (TAKEN_TO_BE_NULL[1], None),
        Bound::HeapClasses => ("classes of input objects beyond --max-candidates", None),
        Bound::ArrayLength => ("input arrays longer than --array-length", None),
        Bound::ArrayClasses => (
            "input arrays of other classes than their variables are declared with",
            None,
        ),
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
        Bound::TypeArguments => (
            "input objects of other classes than the one that stands for a type variable",
            None,
        ),
        Bound::CallSequences => (LONGER_SEQUENCES, None),
        Bound::OtherChanges => (OTHER_CHANGES, None),
        Bound::StaticObjects => (
            "input references to objects that static fields of the program hold",
            None,
        ),
        Bound::Functions => (
            "input functions, taken to return anything and to do nothing else",
            None,
        ),
        Bound::CyclesOfMade => (CYCLES_OF_MADE, None),
        Bound::StringCharacters => ("input strings with characters above U+00FF", None),
        Bound::NeverWritten(site) => return at_place("memory never written is used", site),
        Bound::Surroundings(what, site) => return at_place(what.description(), site),
        Bound::HostValues => (
            "other times and seeds of random numbers, on which decisions depend (--free clock,random)",
            None,
        ),
        Bound::Stubbed(site) => (
            "functions without body, taken to return anything, or variables defined nowhere, taken to be zero",
            Some(site),
        ),
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
        Some(End::Killed(signal)) => (PathEnd::Killed(*signal), None),
        Some(End::AssumeFailed) => (PathEnd::AssumeFailed, None),
        None => (PathEnd::Stopped, None),
    };
    Ending {
        closed: Some(closed),
        end,
        place: location.map_or_else(Place::default, |location| Place::of(program, location)),
    }
}

fn path_end(end: Option<End>) -> PathEnd {
    match end {
        Some(End::Exit(status)) => PathEnd::Exit(status),
        Some(End::Killed(signal)) => PathEnd::Killed(signal),
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
        Some(End::Exit(_) | End::Killed(_) | End::AssumeFailed) | None => {
            return (Place::default(), Vec::new());
        }
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
