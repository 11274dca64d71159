//! The functions that are called in place of others.

use super::{IN_PLACE_OF, MonitorsError, SpecificationSource, WATCHED, Watched, back, place};
use specification::{Function, Group, Moment, Occasion, Parameter, Pattern};
use std::fmt::Write;
use std::path::Path;

/// The result of the function that is watched.
const RESULT: &str = "wf_result";

/// Where events of a group happen, as their conditions are written.
struct Occurrence<'a> {
    watched: &'a Watched<'a>,
    group: &'a Group,
    number: usize,
    function: Option<&'a Function>,
    /// Name of the source that is written.
    name: &'a Path,
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
    let declared = match parameters.is_empty() {
        true => "void".to_owned(),
        false => parameters.join(", "),
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
    match result == "void" {
        true => {
            let _ = writeln!(out, "  {call};");
        }
        false => {
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

/// Where events happen at a moment of a function.
fn occurrences<'a>(
    all: &'a [Watched<'a>],
    function: &'a Function,
    moment: Moment,
    name: &'a Path,
) -> impl Iterator<Item = Occurrence<'a>> {
    let groups = all.iter().flat_map(|watched| {
        let numbered = watched.groups.iter().enumerate();
        numbered.map(move |(number, group)| (watched, number, group))
    });
    let places = groups.map(move |(watched, number, group)| Occurrence {
        watched,
        group,
        number,
        function: watched.function(group),
        name,
    });
    places.filter(move |place| {
        let same = place.function.is_some_and(|it| it.name == function.name);
        same && place.group.moment == moment
    })
}

/// Writes what is done when the program ends, if a specification speaks of it.
pub(super) fn write_end(out: &mut String, all: &[Watched<'_>], name: &Path) {
    let is_end = |group: &Group| group.moment == Moment::End;
    if !all.iter().any(|watched| watched.groups.iter().any(is_end)) {
        return;
    }
    out.push_str("static void wf_specification_end(void) {\n");
    for watched in all {
        for (number, group) in watched.groups.iter().enumerate() {
            if is_end(group) {
                let place = Occurrence {
                    watched,
                    group,
                    number,
                    function: None,
                    name,
                };
                place.write_steps(out, 0);
            }
        }
    }
    out.push_str(
        "}\n\n__attribute__((constructor)) static void wf_specification_begin(void) {\n  \
         atexit(wf_specification_end);\n}\n",
    );
}

/// The name of a parameter.
fn argument(number: usize) -> String {
    format!("wf_argument_{number}")
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
    fn occasion(&self, (event, number): (usize, usize)) -> &Occasion {
        &self.watched.specification.events[event].occasions[number]
    }

    /// Writes the steps of the monitors; gives the number of values from before that its conditions ask for,
    /// which are numbered from `olds` on.
    fn write_steps(&self, out: &mut String, olds: usize) -> usize {
        let watched = self.watched;
        let name = watched.name();
        let mut asked = 0;
        let object = watched.specification.object.as_ref();
        match (object, self.group.object) {
            (None, _) => {
                let _ = writeln!(out, "  {{\n    struct {name} *it = &{name}_all;");
            }
            (Some(_), None) => {
                let _ = writeln!(
                    out,
                    "  for (struct {name} *it = {name}_all; it; it = it->next) {{"
                );
            }
            (Some(object), Some(position)) => {
                let value = match position {
                    usize::MAX => RESULT.to_owned(),
                    number => argument(number),
                };
                let is_pointer = object.declaration.contains('*');
                let test = if is_pointer {
                    format!("if ({value}) ")
                } else {
                    String::new()
                };
                let _ = writeln!(
                    out,
                    "  {test}{{\n    struct {name} *it = {name}_of({value});"
                );
                let creates = |it: &(usize, usize)| self.occasion(*it).creates;
                if self.group.events.iter().any(creates) {
                    for clause in 0..watched.monitors.len() {
                        let _ = writeln!(out, "    it->clause_{clause} = 0;");
                    }
                }
            }
        }
        let open = watched_open(self);
        for &(event, occasion) in &open {
            asked += self.write_condition(out, (event, occasion), olds + asked);
        }
        // Where a violation is that no call in the program leads to.
        let first = self.group.events.first();
        let line = first.map_or(1, |(event, _)| watched.specification.events[*event].line);
        place(out, line, &watched.source.path);
        let _ = write!(out, "    {name}_step_{}(it", self.number);
        for (event, _) in open {
            let _ = write!(out, ", {}", watched.happens(event));
        }
        out.push_str(");\n");
        back(out, self.name);
        out.push_str("  }\n");
        asked
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
        let Some(matters) = self.watched.matters(self.group, event.0) else {
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
        let object = self.watched.specification.object.as_ref();
        let mut name = |pattern: &Pattern, value: &str| {
            let name = match (pattern, object) {
                (Pattern::Name(name), _) => name,
                (Pattern::Object, Some(object)) => &object.name,
                (Pattern::Any, _) | (Pattern::Object, None) => return,
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
        for (event, number) in watched_open(self) {
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

    /// A call has no values from before it.
    fn refuse_old(&self) -> Result<(), MonitorsError> {
        for (event, number) in watched_open(self) {
            let Some(condition) = &self.occasion((event, number)).condition else {
                continue;
            };
            if !with_old(&condition.text, 0).1.is_empty() {
                return Err(MonitorsError {
                    file: self.watched.source.path.clone(),
                    line: condition.line,
                    message: "old(…) is for `return`: at a call nothing has changed yet".to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// The events of a group that have conditions, with the numbers of their occasions.
fn watched_open(place: &Occurrence<'_>) -> Vec<(usize, usize)> {
    let open = place.group.open(place.watched.specification);
    let events = place.group.events.iter().copied();
    events.filter(|(event, _)| open.contains(event)).collect()
}

/// The variable with a value from before a call.
fn old(number: usize) -> String {
    format!("wf_old_{number}")
}

/// A condition with variables, numbered from `first` on, for what it says of the state before the call; and
/// what that is.
fn with_old(condition: &str, first: usize) -> (String, Vec<String>) {
    let mut text = String::new();
    let mut asked = Vec::new();
    let mut rest = condition;
    while let Some(start) = rest.find("old(") {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let inside = rest[..start].ends_with(is_word);
        let open = start + "old(".len();
        let mut depth = 1;
        let end = rest[open..].find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        match end {
            Some(length) if !inside => {
                text.push_str(&rest[..start]);
                text.push_str(&old(first + asked.len()));
                asked.push(rest[open..open + length].to_owned());
                rest = &rest[open + length + 1..];
            }
            _ => {
                text.push_str(&rest[..open]);
                rest = &rest[open..];
            }
        }
    }
    text.push_str(rest);
    (text, asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_from_before_have_variables() {
        let (text, asked) = with_old("p->n == old(p->n + f(1)) + 1 && told(2) && old(q)", 3);
        assert_eq!(text, "p->n == wf_old_3 + 1 && told(2) && wf_old_4");
        assert_eq!(asked, ["p->n + f(1)", "q"]);
    }

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
