//! Calls of a function under test by functions that are made for that: for which assumptions are stated in its own language, or
//! that make its arguments first.

use crate::memory::address;
use crate::run::Run;
use crate::state::Frame;
use crate::{Bound, Machine, State, Surrounding};
use ir::ErrorKind;

/// States the assumptions and calls the function under test: nobody is told of it.
pub const ASSUMED_CALL: &str = "wf_assumed_call";
/// True where the assumptions hold. An error in it says that they do not.
pub const ASSUMPTION: &str = "wf_assumption";

impl Frame {
    /// True where it is being found out whether the assumptions hold.
    pub(crate) fn is_in_assumption(&self) -> bool {
        self.chain().any(|frame| frame.code.name == ASSUMPTION)
    }

    /// True for the call that states assumptions.
    pub(crate) fn is_assumed_call(&self) -> bool {
        self.caller.is_none() && self.code.name == ASSUMED_CALL
    }
}

impl Run<'_> {
    /// If the program is in a call that goes on making an argument of the function under test, the option under
    /// which there is none: who makes such calls is to know what the functions take.
    pub(crate) fn goes_on_making(&self) -> Option<String> {
        let made = self.machine.options.made_arguments.as_deref()?;
        let mut called = None;
        for frame in self.frame.chain() {
            if frame.code.name == made.by {
                break;
            }
            called = Some(&frame.code.name);
        }
        let called = called?;
        let going_on = made
            .going_on
            .iter()
            .find(|(function, _)| function == called);
        going_on.map(|(_, option)| option.clone())
    }

    /// What excludes a wrong access behind the distance of pointers that lead into different objects: who calls a function that
    /// asks for it passes pointers into one.
    pub(crate) fn unless_one_object(&self, kind: ErrorKind) -> Option<String> {
        let accesses = [
            ErrorKind::OutOfBounds,
            ErrorKind::NullDereference,
            ErrorKind::InvalidPointer,
            ErrorKind::LibraryMisuse,
        ];
        if !accesses.contains(&kind) {
            return None;
        }
        let bounds = self.state.bounds();
        let apart = bounds
            .iter()
            .any(|it| matches!(it, Bound::Surroundings(Surrounding::Distances, _)));
        (apart && !self.state.entry_is_main)
            .then(|| "pointers into one object where their distance is asked for".to_owned())
    }

    /// The options under which calls make the objects that are raw memory on this path and that it has looked at,
    /// if functions of the program make such objects: they may bring none into the state that they are in.
    pub(crate) fn unless_made(&self) -> Option<String> {
        self.machine.unless_made(self.state)
    }
}

impl Machine {
    /// The options under which calls make the objects that are raw memory on a path and that it has looked at, if functions of
    /// the program make such objects.
    pub fn unless_made(&self, state: &State) -> Option<String> {
        let heap = &state.heap;
        let is_looked_at = |parameter: &str| {
            heap.pointers().any(|(_, reference, pointer)| {
                let owned = pointer.own.map(|own| address(own, 0));
                let made = heap.objects().iter().any(|it| Some(it.at) == owned);
                made && is_of(&reference.name, parameter)
            })
        };
        let all = self.options.could_be_made.iter();
        let options = all.filter(|(parameter, _)| is_looked_at(parameter));
        let options: Vec<&str> = options.map(|(_, option)| option.as_str()).collect();
        (!options.is_empty()).then(|| options.join(" "))
    }
}

/// True for a parameter and what is reached through it: `p`, `p->next`, `p[1].name`, `(*p).name`.
fn is_of(name: &str, parameter: &str) -> bool {
    let name = name.trim_start_matches(['(', '*']);
    let rest = name.strip_prefix(parameter);
    rest.is_some_and(|rest| {
        rest.chars()
            .next()
            .is_none_or(|c| !c.is_alphanumeric() && c != '_')
    })
}

impl State {
    /// True for a state at whose start assumptions are stated: a path on which they fail is none of the
    /// function under test.
    pub fn states_assumptions(&self) -> bool {
        let frame = self.frame.as_ref().and_then(|frame| frame.chain().last());
        frame.is_some_and(Frame::is_assumed_call)
    }
}
