//! The functions that are called in place of others, in C.

use super::occurrence::{Occurrence, RESULT, argument, ends, occurrences, old, with_old};
use super::variadic;
use super::{IN_PLACE_OF, MonitorsError, SpecificationSource, WATCHED, Watched, back, place};
use specification::{Function, Moment, Occasion, Parameter, Pattern};
use std::fmt::Write;
use std::path::Path;

/// What is called at each event is part of the function that tells of it: the machine enters no function for it.
pub(super) const INLINE: &str = "static __inline__ __attribute__((always_inline))";

/// Objects whose states are remembered in one array: that costs less than an allocation for each.
const OWN: usize = 16;

impl Watched<'_> {
    /// Writes the states of the monitors in C, and a function for each group of events.
    pub(super) fn write_monitors(&self, out: &mut String, file: &Path) {
        let (name, objects) = (self.name(), &self.specification.objects);
        let _ = writeln!(out, "struct {name} {{");
        for object in objects {
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
        match &objects[..] {
            [] => {
                let _ = write!(
                    out,
                    "}};\nstatic struct {name} {name}_all;\nstatic const char {name}_identity;\n\n"
                );
            }
            [object] => {
                // Together, as a snapshot that shares them is left by copying each variable that is written.
                let _ = write!(
                    out,
                    "  struct {name} *wf_next;\n}};\nstatic struct {{\n  struct {name} *all;\n  \
                     struct {name} first;\n  int owned;\n  struct {name} own[{OWN}];\n}} {name}_known;\n\n"
                );
                self.write_find(out, object);
                self.write_own(out, object);
            }
            [_, _, ..] => {
                let _ = writeln!(out, "  int wf_bound;\n  struct {name} *wf_next;\n}};");
                self.write_instances(out);
            }
        }
        for (number, group) in self.groups.iter().enumerate() {
            self.write_step(out, number, group);
            back(out, file);
        }
    }

    /// Writes how what remembers the states for an object is found.
    fn write_find(&self, out: &mut String, object: &Parameter) {
        let (name, declaration, object) = (self.name(), &object.declaration, &object.name);
        let none = match self.keeps_none_in_first_state() {
            true => format!("&{name}_known.first"),
            false => "0".to_owned(),
        };
        let _ = write!(
            out,
            "{INLINE} struct {name} *{name}_find({declaration}) {{\n  struct {name} *wf_it;\n  \
             for (wf_it = {name}_known.all; wf_it; wf_it = wf_it->wf_next)\n    \
             if (wf_it->{object} == {object})\n      return wf_it;\n  return {none};\n}}\n\n"
        );
    }

    /// Writes how an object is given what remembers its states, if it has none yet.
    fn write_own(&self, out: &mut String, object: &Parameter) {
        let (name, declaration, object) = (self.name(), &object.declaration, &object.name);
        let (given, has_none) = match self.keeps_none_in_first_state() {
            true => (
                format!("struct {name} *wf_it, "),
                format!("wf_it == &{name}_known.first"),
            ),
            false => (String::new(), "!wf_it".to_owned()),
        };
        let _ = writeln!(
            out,
            "{INLINE} struct {name} *{name}_of({given}{declaration}) {{"
        );
        if given.is_empty() {
            let _ = writeln!(out, "  struct {name} *wf_it = {name}_find({object});");
        }
        let _ = write!(
            out,
            "  if ({has_none}) {{\n    \
             if ({name}_known.owned < {OWN})\n      wf_it = &{name}_known.own[{name}_known.owned++];\n    \
             else\n      wf_it = wf_specification_allocate(sizeof *wf_it);\n    wf_it->{object} = {object};\n    \
             wf_it->wf_next = {name}_known.all;\n    {name}_known.all = wf_it;\n  }}\n  return wf_it;\n}}\n\n"
        );
    }
}

/// Writes the function that is called in place of another one.
pub(super) fn write(
    out: &mut String,
    all: &[Watched<'_>],
    (source, function): (&SpecificationSource, &Function),
    name: &Path,
) -> Result<(), MonitorsError> {
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .enumerate()
        .map(|(number, parameter)| renamed(parameter, number))
        .collect();
    let declared = match (parameters.is_empty(), function.is_variadic) {
        (true, _) => "void".to_owned(),
        (false, false) => parameters.join(", "),
        (false, true) => format!("{}, ...", parameters.join(", ")),
    };
    let result = &function.result;
    place(out, function.line, &source.path);
    let _ = writeln!(out, "{result} {WATCHED}{}({declared});", function.name);
    back(out, name);
    let _ = writeln!(
        out,
        "{result} {IN_PLACE_OF}{}({declared}) {{",
        function.name
    );
    let groups = |moment: Moment| occurrences(all, function, moment, name);
    for place in groups(Moment::Call) {
        place.refuse_old()?;
        place.write_steps(out, 0);
    }
    let mut olds = 0;
    for place in groups(Moment::Return) {
        olds += place.write_old(out, olds);
    }
    let given: Vec<String> = (0..parameters.len()).map(argument).collect();
    let call = format!("{WATCHED}{}({})", function.name, given.join(", "));
    match (result == "void", function.is_variadic) {
        (_, true) => {
            let _ = writeln!(out, "  {result} {RESULT};");
            if !variadic::write_call(out, (&function.name, parameters.len()), RESULT) {
                let message = format!(
                    "{} takes a variable number of arguments, which cannot be passed on: of such functions {}",
                    function.name,
                    variadic::FUNCTIONS
                );
                return Err(source.error(function.line, &message));
            }
        }
        (true, false) => {
            let _ = writeln!(out, "  {call};");
        }
        (false, false) => {
            let _ = writeln!(out, "  {result} {RESULT} = {call};");
        }
    }
    let mut olds = 0;
    for place in groups(Moment::Return) {
        olds += place.write_steps(out, olds);
    }
    match result == "void" {
        true => out.push_str("}\n\n"),
        false => {
            let _ = write!(out, "  return {RESULT};\n}}\n\n");
        }
    }
    Ok(())
}

/// Writes what is done when the program ends, if a specification speaks of it.
pub(super) fn write_end(out: &mut String, all: &[Watched<'_>], name: &Path) {
    if ends(all, name).next().is_none() {
        return;
    }
    out.push_str("static void wf_specification_end(void) {\n");
    for place in ends(all, name) {
        place.write_steps(out, 0);
    }
    out.push_str(
        "}\n\n__attribute__((constructor)) static void wf_specification_begin(void) {\n  \
         atexit(wf_specification_end);\n}\n",
    );
}

/// The declaration of a parameter under that name.
fn renamed(parameter: &Parameter, number: usize) -> String {
    let declaration = &parameter.declaration;
    let end = declaration.find('[').unwrap_or(declaration.len());
    let start = declaration[..end].rfind(&parameter.name).unwrap_or(end);
    let rest = &declaration[(start + parameter.name.len()).min(declaration.len())..];
    format!("{}{}{rest}", &declaration[..start], argument(number))
}

impl Occurrence<'_> {
    /// Writes the steps of the monitors; gives the number of values from before that its conditions ask for,
    /// which are numbered from `olds` on.
    fn write_steps(&self, out: &mut String, olds: usize) -> usize {
        let watched = self.watched;
        let name = watched.name();
        let mut asked = 0;
        let blocks = self.begin_steps(out);
        let open = self.open();
        for &(event, occasion) in &open {
            asked += self.write_condition(out, (event, occasion), olds + asked);
        }
        let it = (!watched.is_of_program_in_c()).then(|| "it".to_owned());
        let object = watched.keeps_none_in_first_state().then(|| {
            let bound = self.bound().into_iter().next();
            let of_it = || format!("it->{}", watched.specification.objects[0].name);
            bound.map_or_else(of_it, |(_, value)| value)
        });
        let open = open.iter().map(|(event, _)| watched.happens(*event));
        let arguments: Vec<String> = it.into_iter().chain(object).chain(open).collect();
        let arguments = arguments.join(", ");
        let _ = writeln!(out, "    {name}_step_{}({arguments});", self.number);
        let _ = writeln!(out, "  {}", "}".repeat(blocks));
        asked
    }

    /// Begins what is done for each of the monitors that the events are told; gives the number of blocks that are open.
    fn begin_steps(&self, out: &mut String) -> usize {
        let watched = self.watched;
        let name = watched.name();
        match (&watched.specification.objects[..], &self.bound()[..]) {
            ([], _) => {
                out.push_str("  {\n");
            }
            (_, []) => {
                let all = match watched.specification.objects.len() {
                    1 => format!("{name}_known.all"),
                    _ => format!("{name}_all"),
                };
                let _ = writeln!(
                    out,
                    "  for (struct {name} *it = {all}; it; it = it->wf_next) {{"
                );
            }
            ([object], [(_, value), ..]) => {
                let test = match watched.language.has_null(object) {
                    true => format!("if ({value}) "),
                    false => String::new(),
                };
                let is_lazy = watched.keeps_none_in_first_state();
                let found = if is_lazy { "find" } else { "of" };
                let _ = writeln!(
                    out,
                    "  {test}{{\n    struct {name} *it = {name}_{found}({value});"
                );
                if self.creates() {
                    if is_lazy {
                        let _ = writeln!(out, "    if (it != &{name}_known.first) {{");
                    }
                    for clause in 0..watched.monitors.len() {
                        let _ = writeln!(out, "    it->clause_{clause} = 0;");
                    }
                    if is_lazy {
                        out.push_str("    }\n");
                    }
                }
            }
            ([_, _, ..], [_, ..]) => return self.begin_instances(out, "it"),
        }
        1
    }

    /// Writes whether an event happens.
    fn write_condition(&self, out: &mut String, event: (usize, usize), olds: usize) -> usize {
        let happens = self.watched.happens(event.0);
        let _ = writeln!(out, "    int {happens} = 0;");
        let occasion = self.occasion(event);
        let Some(condition) = &occasion.condition else {
            return 0;
        };
        let (text, asked) = with_old(&condition.text, olds);
        let Some(matters) = self.watched.matters("it", self.group, event.0) else {
            return asked.len();
        };
        let _ = writeln!(out, "    if ({matters}) {{");
        self.write_names(out, occasion, true);
        place(out, condition.line, &self.watched.source.path);
        let _ = writeln!(out, "      if ({text})");
        let _ = writeln!(out, "        {happens} = 1;\n    }}");
        back(out, self.name);
        asked.len()
    }

    /// Gives arguments, and the result if there is one, the names that an event has for them.
    fn write_names(&self, out: &mut String, occasion: &Occasion, with_result: bool) {
        let objects = &self.watched.specification.objects;
        let mut name = |pattern: &Pattern, value: &str| {
            let name = match pattern {
                Pattern::Any => return,
                Pattern::Object(number) => &objects[*number].name,
                Pattern::Name(name) => name,
            };
            let _ = writeln!(out, "      __typeof__({value}) {name} = {value};");
        };
        for (number, pattern) in occasion.arguments.iter().enumerate() {
            name(pattern, &argument(number));
        }
        if with_result {
            name(&occasion.result, RESULT);
        }
    }

    /// Writes the values that conditions ask for from before the call; gives their number.
    fn write_old(&self, out: &mut String, olds: usize) -> usize {
        let mut asked = 0;
        for (event, number) in self.open() {
            let occasion = self.occasion((event, number));
            let Some(condition) = &occasion.condition else {
                continue;
            };
            for text in with_old(&condition.text, 0).1 {
                let _ = writeln!(out, "  __auto_type {} = ({{", old(olds + asked));
                self.write_names(out, occasion, false);
                place(out, condition.line, &self.watched.source.path);
                let _ = writeln!(out, "      {text};\n  }});");
                back(out, self.name);
                asked += 1;
            }
        }
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_other_names() {
        let parameter = |name: &str, declaration: &str| Parameter {
            name: name.to_owned(),
            declaration: declaration.to_owned(),
        };
        let renamed = |name, declaration| renamed(&parameter(name, declaration), 1);
        assert_eq!(renamed("n", "const int n"), "const int wf_argument_1");
        assert_eq!(renamed("a", "char a[4]"), "char wf_argument_1[4]");
        assert_eq!(renamed("f", "FILE *f"), "FILE *wf_argument_1");
    }
}
