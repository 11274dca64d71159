//! The methods that are called in place of others.

use super::super::occurrence::{Occurrence, RESULT, argument, occurrences, old, with_old};
use super::super::{MonitorsError, Watched};
use super::{Family, place};
use specification::{Function, Method, MethodKind, Moment, Occasion, Parameter, Pattern};
use std::fmt::Write;
use std::path::Path;

/// The object that a method is called on, whose class is not known yet.
const RECEIVER: &str = "wf_receiver";
/// The exception that has left the method.
const THROWN: &str = "wf_thrown";

impl Family<'_> {
    /// Writes the method that is called in place of those of the family: it asks for each class whether the
    /// object is of it, and tells the monitors that watch over this class.
    pub(super) fn write(&self, out: &mut String, all: &[Watched<'_>]) -> Result<(), MonitorsError> {
        let (source, first, method) = self.functions[0];
        let (name, result) = (&self.name, &first.result);
        let classes = self
            .functions
            .iter()
            .map(|(_, _, it)| format!("{}.class", it.class));
        let classes: Vec<String> = classes.collect();
        place(out, first.line, &source.path);
        let _ = writeln!(
            out,
            "@wayfarer.Specification.InPlaceOf(types = {{{}}}, method = \"{}\", kind = \"{}\")",
            classes.join(", "),
            method.name,
            kind(method)
        );
        let (declared, given) = (self.declared(), self.given());
        let _ = writeln!(
            out,
            "public static {result} {name}({declared}) throws Throwable {{"
        );
        let passed = returned(result);
        let _ = write!(out, "  {passed}{name}_0({given});\n}}\n\n");
        if method.kind == MethodKind::Instance {
            let classes = self.functions.iter();
            let is = classes.map(|(_, _, it)| format!("{RECEIVER} instanceof {}", it.class));
            let is = is.collect::<Vec<_>>().join(" || ");
            let _ = write!(
                out,
                "/** True for an object that is watched over. */\npublic static boolean is_{name}(Object \
                 {RECEIVER}) {{\n  return {is};\n}}\n\n"
            );
        }
        for (number, (source, function, _)) in self.functions.iter().enumerate() {
            place(out, function.line, &source.path);
            self.write_one(out, all, number)?;
        }
        place(out, first.line, &source.path);
        self.write_call(out);
        Ok(())
    }

    /// Parameters, of which the object is any.
    fn declared(&self) -> String {
        let (_, first, method) = self.functions[0];
        let parameters = first.parameters.iter().enumerate();
        let declared = parameters.map(|(number, parameter)| match (number, method.kind) {
            (0, MethodKind::Instance) => format!("Object {RECEIVER}"),
            _ => format!("{} {}", parameter.ty(), argument(number)),
        });
        declared.collect::<Vec<_>>().join(", ")
    }

    /// The same as arguments.
    fn given(&self) -> String {
        let (_, first, method) = self.functions[0];
        let given = (0..first.parameters.len()).map(|number| match (number, method.kind) {
            (0, MethodKind::Instance) => RECEIVER.to_owned(),
            _ => argument(number),
        });
        given.collect::<Vec<_>>().join(", ")
    }

    /// Writes what is done for one of the classes.
    fn write_one(
        &self,
        out: &mut String,
        all: &[Watched<'_>],
        number: usize,
    ) -> Result<(), MonitorsError> {
        let (_, function, method) = self.functions[number];
        let (name, result) = (&self.name, &function.result);
        let (declared, given) = (self.declared(), self.given());
        let next = match number + 1 == self.functions.len() {
            true => format!("{name}_call({given})"),
            false => format!("{name}_{}({given})", number + 1),
        };
        let _ = writeln!(
            out,
            "private static {result} {name}_{number}({declared}) throws Throwable {{"
        );
        if method.kind == MethodKind::Instance {
            let (class, own) = (&method.class, argument(0));
            let passed = returned(result);
            let then = match result == "void" {
                true => " return;",
                false => "",
            };
            let _ = write!(
                out,
                "  if (!({RECEIVER} instanceof {class})) {{ {passed}{next};{then} }}\n  {class} {own} = \
                 ({class}) {RECEIVER};\n"
            );
        }
        let groups = |moment: Moment| occurrences(all, function, moment, Path::new(""));
        for place in groups(Moment::Call) {
            place.refuse_old()?;
            place.write_java_steps(out, 0);
        }
        let mut olds = 0;
        for place in groups(Moment::Return).chain(groups(Moment::Throw)) {
            olds += place.write_java_old(out, olds);
        }
        write_watched_call(out, function, all, &next);
        let mut olds = 0;
        for place in groups(Moment::Return) {
            olds += place.write_java_steps(out, olds);
        }
        if result != "void" {
            let _ = writeln!(out, "  return {RESULT};");
        }
        out.push_str("}\n\n");
        Ok(())
    }

    /// Writes the call itself.
    fn write_call(&self, out: &mut String) {
        let (_, first, method) = self.functions[0];
        let (name, result, declared) = (&self.name, &first.result, self.declared());
        let passed = returned(result);
        let _ = writeln!(
            out,
            "private static {result} {name}_call({declared}) throws Throwable {{"
        );
        let all: Vec<String> = (0..first.parameters.len()).map(argument).collect();
        match method.kind {
            MethodKind::Instance => {
                let then = match result == "void" {
                    true => " return;",
                    false => "",
                };
                let (rest, called) = (all[1..].join(", "), &method.name);
                let (last, others) = self.functions.split_last().expect("it has a first one");
                for (_, _, other) in others {
                    let class = &other.class;
                    let _ = writeln!(
                        out,
                        "  if ({RECEIVER} instanceof {class}) {{ {passed}(({class}) {RECEIVER}).{called}({rest});{then} }}"
                    );
                }
                let _ = writeln!(
                    out,
                    "  {passed}(({}) {RECEIVER}).{called}({rest});",
                    last.2.class
                );
            }
            MethodKind::Static => {
                let _ = writeln!(
                    out,
                    "  {passed}{}.{}({});",
                    method.class,
                    method.name,
                    all.join(", ")
                );
            }
            MethodKind::Constructor => {
                let _ = writeln!(out, "  return new {}({});", method.class, all.join(", "));
            }
        }
        out.push_str("}\n\n");
    }
}

/// Writes the call of what is next, and what is done when an exception leaves it.
fn write_watched_call(out: &mut String, function: &Function, all: &[Watched<'_>], next: &str) {
    let result = &function.result;
    let groups = |moment: Moment| occurrences(all, function, moment, Path::new(""));
    let value = match result == "void" {
        true => String::new(),
        false => {
            let _ = writeln!(out, "  {result} {RESULT};");
            format!("{RESULT} = ")
        }
    };
    let asked = groups(Moment::Return).map(|it| it.olds()).sum::<usize>();
    match groups(Moment::Throw).next() {
        None => {
            let _ = writeln!(out, "  {value}{next};");
        }
        Some(_) => {
            let _ = write!(
                out,
                "  try {{\n  {value}{next};\n  }} catch (Throwable {THROWN}) {{\n"
            );
            let mut olds = asked;
            for place in groups(Moment::Throw) {
                olds += place.write_java_steps(out, olds);
            }
            let _ = write!(out, "  throw {THROWN};\n  }}\n");
        }
    }
}

fn kind(method: &Method) -> &'static str {
    match method.kind {
        MethodKind::Instance => "instance",
        MethodKind::Static => "static",
        MethodKind::Constructor => "constructor",
    }
}

/// What stands before a call whose result is that of the method.
fn returned(result: &str) -> &'static str {
    match result {
        "void" => "",
        _ => "return ",
    }
}

impl Occurrence<'_> {
    /// The number of values from before the call that conditions ask for.
    fn olds(&self) -> usize {
        let open = self.open().into_iter();
        let conditions = open.filter_map(|it| self.occasion(it).condition.as_ref());
        conditions.map(|it| with_old(&it.text, 0).1.len()).sum()
    }

    /// Writes the steps of the monitors; gives the number of values from before that its conditions ask for,
    /// which are numbered from `olds` on.
    pub(super) fn write_java_steps(&self, out: &mut String, olds: usize) -> usize {
        let blocks = self.begin_java_steps(out);
        let (watched, name) = (self.watched, self.watched.name());
        let open = self.open();
        let mut asked = 0;
        for &it in &open {
            asked += self.write_java_condition(out, it, olds + asked);
        }
        let happens = open.iter().map(|(event, _)| watched.happens(*event));
        let happens: String = happens.map(|it| format!(", {it}")).collect();
        let _ = write!(
            out,
            "    {name}_step_{}(wf_it{happens});\n  {}\n",
            self.number,
            "}".repeat(blocks)
        );
        asked
    }

    /// Begins what is done for each of the monitors that the events are told; gives the number of blocks that are open.
    fn begin_java_steps(&self, out: &mut String) -> usize {
        let watched = self.watched;
        let name = watched.name();
        match (&watched.specification.objects[..], &self.bound()[..]) {
            ([], _) => {
                let _ = writeln!(out, "  {{\n    {name} wf_it = {name}_all;");
            }
            (_, []) => {
                let _ = writeln!(
                    out,
                    "  for ({name} wf_it = {name}_all; wf_it != null; wf_it = wf_it.wf_next) {{"
                );
            }
            ([object], [(_, value), ..]) => {
                let test = match watched.language.has_null(object) {
                    true => format!("if ({value} != null) "),
                    false => String::new(),
                };
                let _ = writeln!(out, "  {test}{{\n    {name} wf_it = {name}_of({value});");
                if self.creates() {
                    for clause in 0..watched.monitors.len() {
                        let _ = writeln!(out, "    wf_it.clause_{clause} = 0;");
                    }
                }
            }
            ([_, _, ..], [_, ..]) => return self.begin_instances(out, "wf_it"),
        }
        1
    }

    /// Writes whether an event happens.
    fn write_java_condition(&self, out: &mut String, event: (usize, usize), olds: usize) -> usize {
        let happens = self.watched.happens(event.0);
        let _ = writeln!(out, "    boolean {happens} = false;");
        let occasion = self.occasion(event);
        let Some(condition) = &occasion.condition else {
            return 0;
        };
        let (text, asked) = with_old(&condition.text, olds);
        if let Some(matters) = self.watched.matters("wf_it", self.group, event.0) {
            let _ = writeln!(out, "    if ({matters}) {{");
            for (name, ty, value) in self.names(occasion) {
                let _ = writeln!(out, "      {ty} {name} = {value};");
            }
            place(out, condition.line, &self.watched.source.path);
            let _ = write!(
                out,
                "      if ({text}) {{\n        {happens} = true;\n      }}\n    }}\n"
            );
        }
        asked.len()
    }

    /// The names that an event has for arguments and for what comes of the call, with their types and what they are.
    fn names(&self, occasion: &Occasion) -> Vec<(String, String, String)> {
        let Some(function) = self.function else {
            return Vec::new();
        };
        let objects = &self.watched.specification.objects;
        let mut names = Vec::new();
        let mut name = |pattern: &Pattern, ty: &str, value: String| {
            let name = match pattern {
                Pattern::Any => return,
                Pattern::Object(number) => objects[*number].name.clone(),
                Pattern::Name(name) => name.clone(),
            };
            names.push((name, ty.to_owned(), value));
        };
        for (number, pattern) in occasion.arguments.iter().enumerate() {
            let ty = function
                .parameters
                .get(number)
                .map_or("Object", Parameter::ty);
            name(pattern, ty, argument(number));
        }
        match occasion.moment {
            Moment::Return => name(&occasion.result, &function.result, RESULT.to_owned()),
            Moment::Throw => name(&occasion.result, "Throwable", THROWN.to_owned()),
            Moment::Call | Moment::End => {}
        }
        names
    }

    /// Writes the values that conditions ask for from before the call; gives their number.
    fn write_java_old(&self, out: &mut String, olds: usize) -> usize {
        let mut asked = 0;
        for it in self.open() {
            let occasion = self.occasion(it);
            let Some(condition) = &occasion.condition else {
                continue;
            };
            let names = self.names(occasion);
            for text in with_old(&condition.text, 0).1 {
                place(out, condition.line, &self.watched.source.path);
                let text = renamed(&text, &names);
                let _ = writeln!(out, "  var {} = {text};", old(olds + asked));
                asked += 1;
            }
        }
        asked
    }
}

/// An expression with what names stand for in place of them.
fn renamed(text: &str, names: &[(String, String, String)]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut out = String::new();
    let mut quote = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match (quote, is_word(first)) {
            (None, true) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            (Some(_), _) if first == '\\' => {
                let escaped = rest[1..].chars().next().map_or(0, char::len_utf8);
                1 + escaped
            }
            _ => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        match quote {
            Some(open) if first == open => quote = None,
            None if first == '"' || first == '\'' => quote = Some(first),
            _ => {}
        }
        let stands_alone = quote.is_none() && !out.trim_end().ends_with('.');
        let known = names
            .iter()
            .find(|(name, _, _)| name == word && stands_alone);
        out.push_str(known.map_or(word, |(_, _, value)| value));
        rest = behind;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn names_stand_for_values() {
        let names = [("a", "v0"), ("b1", "v1")];
        let names =
            names.map(|(name, value)| (name.to_owned(), "int".to_owned(), value.to_owned()));
        let text = "a.a + b1 * b.b1 - ab1 + f(\"a\\\"a\", 'a', a)";
        let expected = "v0.a + v1 * b.b1 - ab1 + f(\"a\\\"a\", 'a', v0)";
        assert_eq!(renamed(text, &names), expected);
    }

    #[test]
    fn any_text_has_names() {
        let names = [("a".to_owned(), "int".to_owned(), "v0".to_owned())];
        mutants::check(
            &mutants::texts(&["a.b(\"a\\n\", 'é') + a"]),
            2_000,
            |bytes| {
                renamed(&String::from_utf8_lossy(bytes), &names);
            },
        );
    }
}
