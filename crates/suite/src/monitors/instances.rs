//! Monitors of specifications for several objects: instances for what objects there are together, and for some of them as
//! long as others are not known.
//!
//! Chen and Roşu, *Parametric Trace Slicing and Monitoring* (2012), algorithm A: an event that names some of the objects
//! is joined with all that is known and agrees with what it names. What is new by that begins as the largest known part
//! of it stands; then all make a step that have what the event names. Here only what the step may bring to another state is
//! joined, and what comes of it with all that is known, so that joins of what is known are known, too: there is one largest
//! part of whatever objects there are together, and that they are not known means that they stand as it does.

use super::occurrence::{Occurrence, RESULT, argument};
use super::{MonitorLanguage, Watched};
use specification::{Decision, Group, Occasion, Parameter};
use std::fmt::Write;

/// Types of Java that have no null.
pub(super) const PRIMITIVES: &[&str] = &[
    "boolean", "byte", "char", "short", "int", "long", "float", "double",
];

impl MonitorLanguage {
    /// A declaration of a reference to the instances of a name, up to the name of the variable.
    fn reference(self, name: &str) -> String {
        match self {
            MonitorLanguage::C => format!("struct {name} *"),
            MonitorLanguage::Java => format!("{name} "),
        }
    }

    /// The reference to none.
    fn none(self) -> &'static str {
        match self {
            MonitorLanguage::C => "0",
            MonitorLanguage::Java => "null",
        }
    }

    fn new_instance(self, name: &str) -> String {
        match self {
            MonitorLanguage::C => format!("wf_specification_allocate(sizeof(struct {name}))"),
            MonitorLanguage::Java => format!("new {name}()"),
        }
    }

    /// What tells the machine of a moment.
    pub(super) fn told(self) -> &'static str {
        match self {
            MonitorLanguage::C => "wf_specification_step",
            MonitorLanguage::Java => "wayfarer.Specification.step",
        }
    }

    /// True for objects that may be none.
    pub(super) fn has_null(self, object: &Parameter) -> bool {
        match self {
            MonitorLanguage::C => object.declaration.contains('*'),
            MonitorLanguage::Java => !PRIMITIVES.contains(&object.ty()),
        }
    }

    /// Any value of the type of an object.
    fn any_value(self, object: &Parameter) -> String {
        match (self, object.ty()) {
            (MonitorLanguage::C, _) => "0".to_owned(),
            (MonitorLanguage::Java, "boolean") => "false".to_owned(),
            (MonitorLanguage::Java, ty) if PRIMITIVES.contains(&ty) => format!("({ty}) 0"),
            (MonitorLanguage::Java, _) => "null".to_owned(),
        }
    }
}

impl Watched<'_> {
    /// Writes how instances are found and made. Each has the objects, `wf_bound` (bit n says that it has object n),
    /// `wf_next` and the states of the clauses.
    pub(super) fn write_instances(&self, out: &mut String) {
        let (name, language) = (self.name(), self.language);
        let (instance, none, m) = (
            language.reference(&name),
            language.none(),
            language.member(),
        );
        let objects = &self.specification.objects;
        let declared = objects.iter().map(|it| it.declaration.as_str());
        let declared = declared.collect::<Vec<_>>().join(", ");
        let given = objects.iter().map(|it| it.name.as_str());
        let given = given.collect::<Vec<_>>().join(", ");
        let (private, truth) = match language {
            MonitorLanguage::C => ("static", "int"),
            MonitorLanguage::Java => ("private static", "boolean"),
        };
        let agrees = objects.iter().enumerate().map(|(number, object)| {
            let (bit, object) = (1 << number, &object.name);
            format!("((wf_mask & {bit}) == 0 || wf_it{m}{object} == {object})")
        });
        let agrees = agrees.collect::<Vec<_>>().join(" && ");
        let _ = write!(
            out,
            "{private} {instance}{name}_all;\n\n\
             /* They are for the same objects, of those of a mask. */\n\
             {private} {truth} {name}_agrees({instance}wf_it, int wf_mask, {declared}) {{\n  return {agrees};\n}}\n\n\
             /* The one for these objects. */\n\
             {private} {instance}{name}_at(int wf_mask, {declared}) {{\n  {instance}wf_it = {name}_all;\n  \
             while (wf_it != {none} && !(wf_it{m}wf_bound == wf_mask && {name}_agrees(wf_it, wf_mask, {given})))\n    \
             wf_it = wf_it{m}wf_next;\n  return wf_it;\n}}\n\n"
        );
        self.write_add(out, (private, &declared, &given));
        let joined = self.joined();
        let _ = write!(
            out,
            "/* These objects are known from now on, and with all that agrees with them. */\n\
             {private} void {name}_join({instance}wf_known, int wf_mask, {declared}) {{\n  {instance}wf_it;\n  \
             if ({name}_at(wf_mask, {given}) != {none})\n    return;\n  {name}_add(wf_known, wf_mask, {given});\n  \
             for (wf_it = wf_known; wf_it != {none}; wf_it = wf_it{m}wf_next)\n    \
             if ({name}_agrees(wf_it, wf_it{m}wf_bound & wf_mask, {given}))\n      \
             {name}_add(wf_known, wf_mask | wf_it{m}wf_bound, {joined});\n}}\n\n"
        );
        for (number, group) in self.groups.iter().enumerate() {
            if group.positions.iter().any(Option::is_some) {
                self.write_meet(out, (private, &declared, &given), (number, group));
            }
        }
        for number in 0..objects.len() {
            if self.makes(number) {
                self.write_forget(out, private, number);
            }
        }
    }

    /// Writes how an instance is made, unless there is one for the objects.
    fn write_add(&self, out: &mut String, (private, declared, given): (&str, &str, &str)) {
        let (name, language) = (self.name(), self.language);
        let (instance, none, m) = (
            language.reference(&name),
            language.none(),
            language.member(),
        );
        let mut set = String::new();
        for object in &self.specification.objects {
            let _ = writeln!(set, "  wf_it{m}{0} = {0};", object.name);
        }
        let mut states = String::new();
        for clause in 0..self.monitors.len() {
            let _ = writeln!(
                states,
                "    wf_it{m}clause_{clause} = wf_part{m}clause_{clause};"
            );
        }
        let (told, new) = (language.told(), language.new_instance(&name));
        let _ = write!(
            out,
            "{private} void {name}_add({instance}wf_known, int wf_mask, {declared}) {{\n  \
             {instance}wf_part = {none};\n  {instance}wf_it;\n  \
             if ({name}_at(wf_mask, {given}) != {none})\n    return;\n  \
             for (wf_it = wf_known; wf_it != {none}; wf_it = wf_it{m}wf_next)\n    \
             if ((wf_it{m}wf_bound & ~wf_mask) == 0 && {name}_agrees(wf_it, wf_it{m}wf_bound, {given})\n        \
             && (wf_part == {none} || (wf_part{m}wf_bound & ~wf_it{m}wf_bound) == 0))\n      wf_part = wf_it;\n  \
             wf_it = {new};\n  wf_it{m}wf_bound = wf_mask;\n{set}  if (wf_part != {none}) {{\n{states}    \
             {told}({FROM}, wf_part, 0);\n    {told}({TO}, wf_it, 0);\n  }}\n  \
             wf_it{m}wf_next = {name}_all;\n  {name}_all = wf_it;\n}}\n\n"
        );
    }

    /// The objects of an instance `wf_it`, and those that are given for the others.
    fn joined(&self) -> String {
        let m = self.language.member();
        let objects = self.specification.objects.iter().enumerate();
        let joined = objects.map(|(number, object)| {
            let (bit, object) = (1 << number, &object.name);
            format!("(wf_it{m}wf_bound & {bit}) != 0 ? wf_it{m}{object} : {object}")
        });
        joined.collect::<Vec<_>>().join(", ")
    }

    /// Writes what becomes known by the objects of the events of a group.
    fn write_meet(
        &self,
        out: &mut String,
        (private, declared, given): (&str, &str, &str),
        (number, group): (usize, &Group),
    ) {
        let (name, language) = (self.name(), self.language);
        let (instance, none, m) = (
            language.reference(&name),
            language.none(),
            language.member(),
        );
        let (mask, joined) = (mask(group), self.joined());
        let mut moved = Vec::new();
        let mut is_new = self.looks_at_all();
        for (clause, monitor) in self.monitors.iter().enumerate() {
            for state in (0..monitor.table.len()).filter(|it| Some(*it) != monitor.violated) {
                let decision = monitor.decide(self.specification, group, state);
                if decision != Decision::State(state) {
                    moved.push(format!("wf_it{m}clause_{clause} == {state}"));
                    is_new |= state == 0;
                }
            }
        }
        let _ = write!(
            out,
            "{private} void {name}_meet_{number}({declared}) {{\n  {instance}wf_known = {name}_all;\n"
        );
        if is_new {
            let _ = writeln!(out, "  {name}_join(wf_known, {mask}, {given});");
        }
        if !moved.is_empty() {
            let moved = moved.join(" || ");
            let _ = write!(
                out,
                "  {instance}wf_it;\n  for (wf_it = wf_known; wf_it != {none}; wf_it = wf_it{m}wf_next)\n    \
                 if ((wf_it{m}wf_bound & {mask}) != {mask} && ({moved})\n        \
                 && {name}_agrees(wf_it, wf_it{m}wf_bound & {mask}, {given}))\n      \
                 {name}_join(wf_known, wf_it{m}wf_bound | {mask}, {joined});\n"
            );
        }
        out.push_str("}\n\n");
    }

    /// True if an event that names no object may bring what stands in its first state to another one: then it matters
    /// which objects there are.
    pub(super) fn looks_at_all(&self) -> bool {
        let mut groups = self.groups.iter().filter(|group| mask(group) == 0);
        groups.any(|group| {
            let mut monitors = self.monitors.iter();
            monitors.any(|it| it.decide(self.specification, group, 0) != Decision::State(0))
        })
    }

    /// Writes how all that has an object is forgotten, which is another one now.
    fn write_forget(&self, out: &mut String, private: &str, number: usize) {
        let (name, language) = (self.name(), self.language);
        let (instance, none, m) = (
            language.reference(&name),
            language.none(),
            language.member(),
        );
        let object = &self.specification.objects[number];
        let (bit, declared, object) = (1 << number, &object.declaration, &object.name);
        let told = language.told();
        let _ = write!(
            out,
            "{private} void {name}_forget_{number}({declared}) {{\n  {instance}wf_last = {none};\n  \
             {instance}wf_it;\n  for (wf_it = {name}_all; wf_it != {none}; wf_it = wf_it{m}wf_next) {{\n    \
             if ((wf_it{m}wf_bound & {bit}) == 0 || wf_it{m}{object} != {object})\n      wf_last = wf_it;\n    \
             else {{\n      {told}({FROM}, {none}, 0);\n      {told}({TO}, wf_it, 0);\n      \
             if (wf_last == {none})\n        {name}_all = wf_it{m}wf_next;\n      else\n        \
             wf_last{m}wf_next = wf_it{m}wf_next;\n    }}\n  }}\n}}\n\n"
        );
    }

    /// True if an event makes the object of that number.
    fn makes(&self, number: usize) -> bool {
        let events = self.specification.events.iter();
        let mut occasions = events.flat_map(|event| &event.occasions);
        let count = self.specification.objects.len();
        occasions.any(|it| it.creates && it.positions(count)[number] == Some(Occasion::RESULT))
    }
}

/// Bit n says that object n stands in the events of a group.
fn mask(group: &Group) -> u32 {
    let positions = group.positions.iter().enumerate();
    positions.fold(0, |mask, (number, it)| {
        mask | u32::from(it.is_some()) << number
    })
}

/// Moments that tell the machine that an instance stands as another one does: that one, and the one that does.
const FROM: i32 = -2;
/// See [`FROM`].
const TO: i32 = -3;

impl Occurrence<'_> {
    /// The objects that stand in the events, by their number, with the expression of the value.
    pub(super) fn bound(&self) -> Vec<(usize, String)> {
        let positions = self.group.positions.iter().enumerate();
        let bound = positions.filter_map(|(number, position)| {
            let value = match (*position)? {
                Occasion::RESULT => RESULT.to_owned(),
                position => argument(position),
            };
            Some((number, value))
        });
        bound.collect()
    }

    /// Begins what is done for each instance that has the objects of the events, of a specification for several; `it` is the
    /// variable. Gives the number of blocks that are open.
    pub(super) fn begin_instances(&self, out: &mut String, it: &str) -> usize {
        let (watched, language) = (self.watched, self.watched.language);
        let (name, objects) = (watched.name(), &watched.specification.objects);
        let (instance, none, m) = (
            language.reference(&name),
            language.none(),
            language.member(),
        );
        let bound = self.bound();
        let mask = mask(self.group);
        let mut values: Vec<String> = objects.iter().map(|it| language.any_value(it)).collect();
        for (number, value) in &bound {
            values[*number].clone_from(value);
        }
        let values = values.join(", ");
        let null = bound
            .iter()
            .filter(|(number, _)| language.has_null(&objects[*number]));
        let tests = null.map(|(_, value)| format!("{value} != {none}"));
        let tests = tests.collect::<Vec<_>>().join(" && ");
        let _ = match tests.is_empty() {
            true => writeln!(out, "  {{"),
            false => writeln!(out, "  if ({tests}) {{"),
        };
        if self.creates()
            && let Some((number, value)) = bound.iter().find(|(_, value)| value == RESULT)
        {
            let _ = writeln!(out, "  {name}_forget_{number}({value});");
        }
        let _ = write!(
            out,
            "  {name}_meet_{}({values});\n  for ({instance}{it} = {name}_all; {it} != {none}; {it} = \
             {it}{m}wf_next) {{\n    if (({it}{m}wf_bound & {mask}) != {mask} || !{name}_agrees({it}, {mask}, {values}))\n      \
             continue;\n",
            self.number
        );
        2
    }
}
