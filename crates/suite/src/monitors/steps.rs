//! The states of monitors, and what a step does to them.

use super::Watched;
use crate::readable::string_literal;
use specification::{Decision, Group};
use std::fmt::Write;

impl Watched<'_> {
    /// Writes the states of the monitors, and a function for each group of events.
    pub(super) fn write_monitors(&self, out: &mut String) {
        let name = self.name();
        let _ = writeln!(out, "struct {name} {{");
        if let Some(object) = &self.specification.object {
            let _ = writeln!(out, "  {};", object.declaration);
        }
        for (number, clause) in self.specification.clauses.iter().enumerate() {
            let text = clause.text.replace("*/", "* /").replace("/*", "/ *");
            let (blame, states) = (clause.blame.name(), self.monitors[number].table.len());
            let _ = writeln!(
                out,
                "  int clause_{number}; /* {states} states, {blame}: {text} */"
            );
        }
        match &self.specification.object {
            Some(object) => {
                let _ = write!(
                    out,
                    "  struct {name} *next;\n}};\nstatic struct {name} *{name}_all;\n\n\
                     static struct {name} *{name}_of({declaration}) {{\n  struct {name} *it = {name}_all;\n  \
                     while (it && it->{object} != {object})\n    it = it->next;\n  if (!it) {{\n    it = \
                     wf_specification_allocate(sizeof *it);\n    it->{object} = {object};\n    it->next = \
                     {name}_all;\n    {name}_all = it;\n  }}\n  return it;\n}}\n\n",
                    declaration = object.declaration,
                    object = object.name,
                );
            }
            None => {
                let _ = write!(out, "}};\nstatic struct {name} {name}_all;\n\n");
            }
        }
        for (number, group) in self.groups.iter().enumerate() {
            self.write_step(out, number, group);
        }
    }

    fn write_step(&self, out: &mut String, number: usize, group: &Group) {
        let name = self.name();
        let moment = match self.function(group) {
            Some(function) => format!("{:?} of {}", group.moment, function.name),
            None => "The program ends".to_owned(),
        };
        let _ = write!(
            out,
            "/* {moment}. */\nstatic void {name}_step_{number}(struct {name} *it"
        );
        for event in group.open(self.specification) {
            let _ = write!(out, ", int {}", self.happens(event));
        }
        out.push_str(") {\n");
        for (clause, monitor) in self.monitors.iter().enumerate() {
            let mut cases = String::new();
            for state in 0..monitor.table.len() {
                let decision = monitor.decide(self.specification, group, state);
                if Some(state) == monitor.violated || decision == Decision::State(state) {
                    continue;
                }
                let _ = writeln!(cases, "  case {state}:");
                self.write_decision(&mut cases, &decision, (clause, group, state), 2);
                cases.push_str("    break;\n");
            }
            if !cases.is_empty() {
                let _ = write!(out, "  switch (it->clause_{clause}) {{\n{cases}  }}\n");
            }
        }
        out.push_str("}\n\n");
    }

    fn write_decision(
        &self,
        out: &mut String,
        decision: &Decision,
        (clause, group, from): (usize, &Group, usize),
        depth: usize,
    ) {
        let indent = "  ".repeat(depth);
        match decision {
            Decision::State(state) if Some(*state) == self.monitors[clause].violated => {
                let text = self.violation(&self.specification.clauses[clause], group);
                let text = string_literal(text.as_bytes());
                let _ = writeln!(out, "{indent}wf_specification_violated({text});");
            }
            Decision::State(state) => {
                let _ = writeln!(out, "{indent}it->clause_{clause} = {state};");
            }
            Decision::If(event, then, otherwise) => {
                let happens = self.happens(*event);
                let stays = |decision: &Decision| *decision == Decision::State(from);
                let (not, first, second) = match stays(then) {
                    true => ("!", otherwise, then),
                    false => ("", then, otherwise),
                };
                let _ = writeln!(out, "{indent}if ({not}{happens}) {{");
                self.write_decision(out, first, (clause, group, from), depth + 1);
                if !stays(second) {
                    let _ = writeln!(out, "{indent}}} else {{");
                    self.write_decision(out, second, (clause, group, from), depth + 1);
                }
                let _ = writeln!(out, "{indent}}}");
            }
        }
    }

    /// The variable that says that an event happens.
    pub(super) fn happens(&self, event: usize) -> String {
        format!("wf_is_{}", self.specification.events[event].name)
    }

    /// A condition in C: the states of the monitors make a difference of whether an event of a group happens.
    /// `None` if there are no such states.
    pub(super) fn matters(&self, group: &Group, event: usize) -> Option<String> {
        let mut states = Vec::new();
        for (clause, monitor) in self.monitors.iter().enumerate() {
            for state in (0..monitor.table.len()).filter(|it| Some(*it) != monitor.violated) {
                let decision = monitor.decide(self.specification, group, state);
                if depends_on(&decision, event) {
                    states.push(format!("it->clause_{clause} == {state}"));
                }
            }
        }
        (!states.is_empty()).then(|| states.join(" || "))
    }
}

fn depends_on(decision: &Decision, event: usize) -> bool {
    match decision {
        Decision::State(_) => false,
        Decision::If(other, then, otherwise) => {
            *other == event || depends_on(then, event) || depends_on(otherwise, event)
        }
    }
}
