//! What callers of a function of C++ see to. Members of objects of classes are free as inputs, while a program has them
//! only as the functions of the class leave them; and exceptions that leave the function are for its callers to catch.

use crate::memory::address;
use crate::run::Run;
use crate::state::Stage;
use crate::{Machine, State};
use ir::{ErrorKind, Program, SourceType, SourceTypeId};

/// Deepest nesting of members that is looked at.
const MAX_NESTING: u32 = 64;

/// The functions of the library in which an exception ends the program that would leave the function under test.
const RAISING: [&str; 3] = ["__cxa_throw", "__cxa_rethrow", "wfl_rethrow_exception"];

impl Run<'_> {
    /// What excludes an error for sure, if the path has looked at objects of classes that keep theirs in order
    /// themselves: that these are as the functions of their classes make them.
    pub(crate) fn unless_encapsulated(&self) -> Option<String> {
        let program = &*self.machine.program;
        let in_registers = || self.in_registers(program).map(|class| as_made(&class));
        self.machine
            .unless_encapsulated(self.state)
            .or_else(in_registers)
    }

    /// What excludes the end of the program by an exception that leaves the function under test.
    pub(crate) fn unless_caught(&self, kind: ErrorKind) -> Option<String> {
        let leaves = kind == ErrorKind::UncaughtException
            && !self.state.entry_is_main
            && self.state.stage == Stage::Program;
        let mut frames = self.frame.chain().filter(|_| leaves);
        let raised = frames.any(|frame| RAISING.contains(&&*frame.code.name));
        raised.then(|| "callers that catch what the function throws".to_owned())
    }

    /// The class of an object that the function under test is given in registers.
    fn in_registers(&self, program: &dyn Program) -> Option<String> {
        let first = self.frame.chain().last()?;
        let function = program.function(first.code.function).ok()?;
        let mut declared = function.source_parameters.iter();
        declared.find_map(|parameter| {
            let ty = program.resolved_type(parameter.ty);
            // What is behind a pointer is an input object once it is looked at.
            encapsulated(program, ty, 0)
        })
    }
}

impl Machine {
    /// The same of a path that has ended, without what the function was given in registers.
    pub fn unless_encapsulated(&self, state: &State) -> Option<String> {
        let heap = &state.heap;
        let looked_at = heap.pointers().find_map(|(_, _, pointer)| {
            let owned = address(pointer.own?, 0);
            let made = heap.objects().iter().any(|it| it.at == owned);
            encapsulated(&*self.program, pointer.element.filter(|_| made)?, 0)
        });
        looked_at.map(|class| as_made(&class))
    }
}

fn as_made(class: &str) -> String {
    format!("objects of {class} as its own functions make them")
}

/// A class among a type and its members that keeps its objects in order.
fn encapsulated(program: &dyn Program, ty: SourceTypeId, depth: u32) -> Option<String> {
    if depth > MAX_NESTING {
        return None;
    }
    match program.source_type(program.resolved_type(ty)) {
        SourceType::Record {
            name,
            encapsulated: true,
            ..
        } => Some(
            name.clone()
                .unwrap_or_else(|| "a class without name".to_owned()),
        ),
        SourceType::Record { members, .. } => {
            let mut members = members.iter();
            members.find_map(|member| encapsulated(program, member.ty, depth + 1))
        }
        SourceType::Array { element, .. } => encapsulated(program, *element, depth + 1),
        SourceType::Void
        | SourceType::Int { .. }
        | SourceType::Float { .. }
        | SourceType::Enum { .. }
        | SourceType::Pointer { .. }
        | SourceType::Typedef { .. }
        | SourceType::Qualified { .. }
        | SourceType::Function { .. } => None,
    }
}
