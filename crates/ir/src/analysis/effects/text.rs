//! Effects in words.

use super::{Cells, FunctionEffects};
use crate::{Function, Program};

impl FunctionEffects {
    /// A line: `reads … ; writes … ; …`, or `nothing`. The function is theirs.
    pub fn in_words(&self, program: &dyn Program, function: &Function) -> String {
        let mut all = Vec::new();
        for (what, cells) in [("reads", &self.reads), ("writes", &self.writes)] {
            if !cells.is_empty() {
                all.push(format!(
                    "{what} {}",
                    cells_in_words(cells, program, function)
                ));
            }
        }
        let flags = [
            (self.allocates, "allocates"),
            (self.inputs, "asks for inputs"),
            (self.host, "uses the host"),
            (self.fails, "may fail"),
            (self.leaves, "may not return"),
            (self.loops, "may not end"),
        ];
        let flags = flags.into_iter().filter(|(is, _)| *is);
        all.extend(flags.map(|(_, what)| what.to_owned()));
        match all.is_empty() {
            true => "nothing".to_owned(),
            false => all.join("; "),
        }
    }
}

fn cells_in_words(cells: &Cells, program: &dyn Program, function: &Function) -> String {
    if cells.any {
        return "anything".to_owned();
    }
    let mut all = Vec::new();
    let globals = program.globals();
    for global in &cells.globals {
        let global = globals.get(global.0 as usize);
        all.push(global.map_or_else(|| "a global".to_owned(), |global| global.name.clone()));
    }
    for &number in &cells.parameters {
        let parameter = function.parameters.get(number as usize);
        let name = parameter.map(|parameter| parameter.name.as_str());
        let name = match name.filter(|name| !name.is_empty()) {
            Some(name) => format!("*{name}"),
            None => format!("*argument {number}"),
        };
        match cells.parts.get(&number) {
            Some(parts) => all.extend(
                parts
                    .iter()
                    .map(|(at, bytes)| format!("{name}{:+}:{bytes}", *at as i64)),
            ),
            None => all.push(name),
        }
    }
    for (class, offset) in &cells.statics {
        let class = program
            .objects()
            .and_then(|objects| objects.class(*class).ok());
        let name = class.map_or_else(|| "a class".to_owned(), |class| class.name.clone());
        all.push(format!("{name}+{offset}"));
    }
    all.extend(
        cells
            .fields
            .iter()
            .map(|offset| format!("fields +{offset}")),
    );
    if cells.elements {
        all.push("elements".to_owned());
    }
    all.join(", ")
}
