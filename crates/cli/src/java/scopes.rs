//! The methods that coverage of a Java program is counted for.

use super::program::function_name;
use ir::{FunctionId, InstructionKind, ObjectModel as _, Program as _, SelectorId};
use jvm::{Method, Program};
use std::collections::BTreeSet;
use suite::CoverageScopes;

/// The methods that are explored, and those of the program that calls lead to from there: virtual calls
/// to every implementation in the classes that the code names. What the JDK calls back is counted once
/// it was called. `program` is used up by this: it loads all that it looks at.
pub fn coverage_scopes(program: &Program, methods: &[Method]) -> CoverageScopes {
    let entry = match methods {
        [method] => format!("{}.{}", method.class_name, method.name),
        _ => format!("the {} methods explored", methods.len()),
    };
    let names = methods.iter().map(function_name);
    let own: Vec<String> = names.collect();
    let mut search = Search {
        program,
        reached: BTreeSet::new(),
        selectors: BTreeSet::new(),
        pending: Vec::new(),
        names: BTreeSet::new(),
    };
    for id in own.iter().filter_map(|name| program.find_function(name)) {
        search.reach(id);
    }
    search.run();
    CoverageScopes {
        entry,
        own: own.into_iter().collect(),
        reachable: search.names,
    }
}

struct Search<'p> {
    program: &'p Program,
    reached: BTreeSet<FunctionId>,
    /// Methods that virtual calls name.
    selectors: BTreeSet<SelectorId>,
    pending: Vec<FunctionId>,
    names: BTreeSet<String>,
}

impl Search<'_> {
    fn run(&mut self) {
        loop {
            while let Some(id) = self.pending.pop() {
                self.visit(id);
            }
            // Classes that were loaded meanwhile may implement what was called before.
            for selector in self.selectors.clone() {
                for id in self.program.implementations(selector) {
                    self.reach(id);
                }
            }
            if self.pending.is_empty() {
                return;
            }
        }
    }

    fn reach(&mut self, id: FunctionId) {
        if self.program.is_of_user(id) && self.reached.insert(id) {
            self.pending.push(id);
        }
    }

    fn visit(&mut self, id: FunctionId) {
        // What does not load is not reached either.
        let Ok(function) = self.program.function(id) else {
            return;
        };
        if function.user {
            self.names.insert(function.name.clone());
        }
        let blocks = function.blocks.iter();
        for instruction in blocks.flat_map(|block| &block.instructions) {
            match &instruction.kind {
                InstructionKind::Call { function, .. } => self.reach(*function),
                InstructionKind::CallVirtual { selector, .. } => {
                    self.selectors.insert(*selector);
                }
                _ => {}
            }
        }
    }
}
