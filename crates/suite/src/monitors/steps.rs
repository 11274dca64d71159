//! What a step does to the states of monitors.

use super::wrapper::INLINE;
use super::{MonitorLanguage, Watched, place};
use specification::{Decision, Group};
use std::fmt::Write;

impl Watched<'_> {
    /// Writes the function that tells the monitors of a group of events.
    pub(super) fn write_step(&self, out: &mut String, number: usize, group: &Group) {
        let name = self.name();
        let moment = match self.function(group) {
            Some(function) => format!("{:?} of {}", group.moment, function.name),
            None => "The program ends".to_owned(),
        };
        let (private, truth, it) = match self.language {
            MonitorLanguage::C => (INLINE, "int", format!("struct {name} *it")),
            MonitorLanguage::Java => ("private static", "boolean", format!("{name} it")),
        };
        let it = (!self.is_of_program_in_c()).then_some(it);
        let object = self.keeps_none_in_first_state();
        let object = object.then(|| self.specification.objects[0].declaration.clone());
        let open = group.open(self.specification).into_iter();
        let open = open.map(|event| format!("{truth} {}", self.happens(event)));
        let parameters: Vec<String> = it.into_iter().chain(object).chain(open).collect();
        let parameters = match parameters.is_empty() {
            true => "void".to_owned(),
            false => parameters.join(", "),
        };
        let _ = write!(
            out,
            "/* {moment}. */\n{private} void {name}_step_{number}({parameters}) {{\n"
        );
        self.write_told(out, number, group);
        let stays_first = self
            .monitors
            .iter()
            .all(|monitor| monitor.decide(self.specification, group, 0) == Decision::State(0));
        if stays_first && self.keeps_none_in_first_state() {
            let _ = writeln!(out, "  if (it == &{name}_known.first)\n    return;");
        }
        let states = self.states("it");
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
                let _ = write!(out, "  switch ({states}clause_{clause}) {{\n{cases}  }}\n");
            }
        }
        out.push_str("}\n\n");
    }

    /// True for monitors in C of which there is one each. Nothing points to them, so that a backward search knows what
    /// writes them.
    pub(super) fn is_of_program_in_c(&self) -> bool {
        self.language == MonitorLanguage::C && self.specification.objects.is_empty()
    }

    /// True if nothing has to be remembered of an object as long as all clauses are in their first states: no event
    /// is about all objects that there are.
    pub(super) fn keeps_none_in_first_state(&self) -> bool {
        self.language == MonitorLanguage::C
            && self.specification.objects.len() == 1
            && !self.looks_at_all()
    }

    /// What stands before the clauses of an instance.
    fn states(&self, it: &str) -> String {
        match self.is_of_program_in_c() {
            true => format!("{}_all.", self.name()),
            false => format!("{it}{}", self.language.member()),
        }
    }

    /// Writes that the machine is told what happens.
    fn write_told(&self, out: &mut String, number: usize, group: &Group) {
        let moment = self.first_moment + number;
        let open = group.open(self.specification).into_iter().enumerate();
        let bits = open.map(|(bit, event)| {
            let happens = self.happens(event);
            match self.language {
                MonitorLanguage::C => format!("(unsigned long){happens} << {bit}"),
                MonitorLanguage::Java => format!("({happens} ? 1L << {bit} : 0)"),
            }
        });
        let bits: Vec<String> = bits.collect();
        let happened = match bits.is_empty() {
            true => "0".to_owned(),
            false => bits.join(" | "),
        };
        let function = self.language.told();
        let it = match &self.specification.objects[..] {
            [] if self.language == MonitorLanguage::C => format!("&{}_identity", self.name()),
            [object] if self.keeps_none_in_first_state() => {
                format!("(const void *)(unsigned long){}", object.name)
            }
            _ => "it".to_owned(),
        };
        let _ = writeln!(out, "  {function}({moment}, {it}, {happened});");
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
                if self.language == MonitorLanguage::C {
                    // Where a violation is that no call in the program leads to.
                    let first = group.events.first();
                    let line = first.map_or(1, |(event, _)| self.specification.events[*event].line);
                    place(out, line, &self.source.path);
                }
                let _ = writeln!(out, "{indent}{};", self.language.violated(&text));
            }
            Decision::State(state) => {
                if from == 0 && self.keeps_none_in_first_state() {
                    let (name, object) = (self.name(), &self.specification.objects[0].name);
                    let _ = writeln!(out, "{indent}it = {name}_of(it, {object});");
                }
                let states = self.states("it");
                let _ = writeln!(out, "{indent}{states}clause_{clause} = {state};");
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

    /// A condition: the states of the monitors of `it` make a difference of whether an event of a group happens.
    /// `None` if there are no such states.
    pub(super) fn matters(&self, it: &str, group: &Group, event: usize) -> Option<String> {
        let of_it = self.states(it);
        let mut states = Vec::new();
        for (clause, monitor) in self.monitors.iter().enumerate() {
            for state in (0..monitor.table.len()).filter(|it| Some(*it) != monitor.violated) {
                let decision = monitor.decide(self.specification, group, state);
                if depends_on(&decision, event) {
                    states.push(format!("{of_it}clause_{clause} == {state}"));
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
