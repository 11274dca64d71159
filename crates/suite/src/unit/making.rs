//! A function that makes arguments of the function under test by calls of the program's own functions, as it is written.

use super::made::{Given, MadeArgument, MadeParameter, MadeStream, Making, MakingFunction, Origin};
use super::types::Types;
use crate::Unit;
use crate::format_value::string_literal;
use ir::{SourceType, SourceTypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The operation of the machine that leaves a path out if an object was freed. Natively there are no such paths.
const UNFREED: &str = "wf__unfreed";

/// A function that makes arguments, as far as it is written.
pub(super) struct Writer {
    /// The statement that ends it where an argument cannot be made.
    nothing: String,
    /// Names that mean something already: a parameter that is called like a function hides it.
    taken: BTreeSet<String>,
    /// Declarations of parameters, and what is known of them.
    parameters: Vec<(String, MadeParameter)>,
    /// Calls that have parameters.
    calls: usize,
    /// The variables of arguments that are made, by their numbers.
    arguments: BTreeMap<usize, String>,
    /// Results of calls that are kept, by their kinds; each call has its place.
    kept: BTreeMap<usize, Kept>,
    /// Variables that arguments lead to, each of which has a pointer that is made.
    holders: Vec<String>,
    /// Declarations of variables.
    variables: String,
    body: String,
}

/// Results of calls, which further ones may be given.
struct Kept {
    /// The array that they are in.
    array: String,
    /// How many there are at the most by now, others are null.
    most: u32,
}

/// What a call is to the object that is made.
#[derive(Clone, Copy)]
enum Stage<'a> {
    /// It begins it; the name of the variable that it may have to fill.
    First(&'a str),
    /// It goes on making it.
    Further,
}

impl Writer {
    pub(super) fn new(nothing: String, taken: BTreeSet<String>) -> Writer {
        Writer {
            nothing,
            taken,
            parameters: Vec::new(),
            calls: 0,
            arguments: BTreeMap::new(),
            kept: BTreeMap::new(),
            holders: Vec::new(),
            variables: String::new(),
            body: String::new(),
        }
    }

    /// What else stands before the function.
    pub(super) fn declarations(&self) -> String {
        match self.kept.is_empty() {
            true => String::new(),
            false => format!(
                "/* What was freed is given to no call. */\n__attribute__((weak)) void {UNFREED}(const void *object);\n\
                 void {UNFREED}(const void *object) {{\n  (void)object;\n}}\n\n"
            ),
        }
    }

    /// The parameters, what the function does before the call, and what is known of the parameters.
    /// Variables that arguments lead to, each of which has a pointer that is made.
    pub(super) fn holders(&self) -> &[String] {
        &self.holders
    }

    pub(super) fn finish(self) -> (String, String, Vec<MadeParameter>) {
        let (declared, known): (Vec<String>, Vec<MadeParameter>) =
            self.parameters.into_iter().unzip();
        let parameters = match declared.is_empty() {
            true => "void".to_owned(),
            false => declared.join(", "),
        };
        (parameters, self.variables + &self.body, known)
    }

    /// A name for a variable, which is none of those that mean something already.
    fn fresh(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// A parameter that says which calls are made.
    fn decision(&mut self, ty: &str, name: String) -> String {
        let name = self.fresh(name);
        let known = MadeParameter {
            name: name.clone(),
            call: self.next_call(),
            own_name: String::new(),
            raw: false,
        };
        self.parameters.push((format!("{ty} {name}"), known));
        name
    }

    fn next_call(&mut self) -> usize {
        self.calls += 1;
        self.calls
    }

    /// A parameter that the function under test is given as it is.
    pub(super) fn given_on(&mut self, declared: String, name: &str) {
        let known = MadeParameter {
            name: name.to_owned(),
            call: 0,
            own_name: name.to_owned(),
            raw: false,
        };
        self.parameters.push((declared, known));
    }

    /// Makes an argument that leads to a pointer which is made.
    pub(super) fn holder(
        &mut self,
        types: Types<'_>,
        argument: &str,
        ty: SourceTypeId,
        made: &MadeArgument,
    ) -> Option<()> {
        let held = self.fresh(format!("{argument}_held"));
        self.argument(types, &held, types.target(ty)?, made)?;
        let declared = types.declare(types.unqualified(ty), argument)?;
        let _ = writeln!(self.body, "  {declared} = &{held};");
        self.holders.push(held);
        Some(())
    }

    /// Makes an argument.
    pub(super) fn argument(
        &mut self,
        types: Types<'_>,
        argument: &str,
        ty: SourceTypeId,
        made: &MadeArgument,
    ) -> Option<()> {
        if let Some(stream) = &made.stream {
            self.stream(argument, stream);
            return Some(());
        }
        self.arguments.insert(made.number, argument.to_owned());
        let text = self.object(types, argument, ty, &made.origin)?;
        self.add(&text);
        if made.calls > 0 {
            self.keep_results(argument, made)?;
        }
        for number in 1..=made.calls {
            self.go_on(argument, number, &made.others)?;
        }
        Some(())
    }

    fn add(&mut self, text: &str) {
        if !text.is_empty() {
            let _ = writeln!(self.body, "{}", indented(text, 2));
        }
    }

    /// Arrays for what calls on an argument return that further ones may be given.
    fn keep_results(&mut self, argument: &str, made: &MadeArgument) -> Option<()> {
        for function in &made.others {
            let Some(kind) = function.keeps.filter(|it| !self.kept.contains_key(it)) else {
                continue;
            };
            let own = Types(&function.unit.types);
            let array = self.fresh(format!("{argument}_kept{}", self.kept.len() + 1));
            let ty = own.unqualified(function.unit.result);
            let declared = own.declare(ty, &format!("{array}[{}]", made.calls))?;
            let _ = writeln!(self.variables, "  {declared} = {{0}};");
            self.kept.insert(kind, Kept { array, most: 0 });
        }
        Some(())
    }

    /// The call of one of some functions with an argument, as a parameter says; for all other values of none.
    fn go_on(&mut self, argument: &str, number: u32, others: &[MakingFunction]) -> Option<()> {
        let others: Vec<&MakingFunction> =
            others.iter().filter(|it| self.can_be_called(it)).collect();
        if others.is_empty() {
            return Some(());
        }
        let choice = self.decision("int", format!("{argument}_call{number}"));
        let mut ways = Vec::new();
        for (number_of_it, function) in others.iter().enumerate() {
            let prefix = format!("{argument}_{number}_{}", function.name);
            let text = self.call(argument, &prefix, function, Stage::Further)?;
            ways.push((format!("case {}", number_of_it + 1), text));
        }
        self.add(&switch(&choice, &ways));
        let kinds: BTreeSet<usize> = others.iter().filter_map(|it| it.keeps).collect();
        for kind in kinds {
            if let Some(kept) = self.kept.get_mut(&kind) {
                kept.most += 1;
            }
        }
        if others.iter().any(|it| it.making != Making::Filled) {
            let null = self.unless(&format!("!{argument}"));
            self.add(&null);
        }
        Some(())
    }

    /// True if there may be what a function is given by now.
    fn can_be_called(&self, function: &MakingFunction) -> bool {
        function.given.iter().all(|given| match given {
            Given::Object(origin) => origin.or_null || self.is_there(origin),
            Given::Input | Given::Raw | Given::Argument(_) | Given::Address(_) => true,
        })
    }

    fn is_there(&self, origin: &Origin) -> bool {
        self.may_be_kept(origin) || origin.makers.iter().any(|it| self.can_be_called(it))
    }

    /// True if there may be a result of an earlier call that an object may be.
    fn may_be_kept(&self, origin: &Origin) -> bool {
        let kept = origin.kept.and_then(|kind| self.kept.get(&kind));
        kept.is_some_and(|kept| kept.most > 0)
    }

    /// Ends the function where a condition holds.
    fn unless(&self, condition: &str) -> String {
        format!("if ({condition})\n  {}", self.nothing)
    }

    fn stream(&mut self, argument: &str, stream: &MadeStream) {
        let file = string_literal(stream.file.as_bytes());
        let nothing = &self.nothing;
        let _ = writeln!(
            self.body,
            "  FILE *{argument} = fopen({file}, \"r+\");\n  if (!{argument})\n    {nothing}"
        );
        if stream.or_null {
            let parameter = self.decision("_Bool", format!("{argument}_is_null"));
            let _ = writeln!(
                self.body,
                "  if ({parameter} && !fclose({argument}))\n    {argument} = NULL;"
            );
        }
    }

    /// The statements after which a variable, which is declared, leads to an object.
    fn object(
        &mut self,
        types: Types<'_>,
        variable: &str,
        ty: SourceTypeId,
        origin: &Origin,
    ) -> Option<String> {
        // What is taken out of an object is a part of it, where calls with that have returned some.
        let is_taken = origin.taken && self.may_be_kept(origin);
        let makers: Vec<&MakingFunction> = origin
            .makers
            .iter()
            .filter(|it| !is_taken && self.can_be_called(it))
            .collect();
        let filled = makers.iter().any(|it| it.making == Making::Filled);
        let mut object = String::new();
        if filled {
            object = self.fresh(format!("{variable}_object"));
            let declared = types.declare(types.unqualified(types.target(ty)?), &object)?;
            let _ = writeln!(self.variables, "  {declared};");
        }
        // The type without the `const` that the parameter may have.
        let pointer = match types.target(ty) {
            Some(target) if !types.is_named_pointer(ty) => {
                types.declare_pointer(types.unqualified(target), variable)?
            }
            _ => types.declare(types.unqualified(ty), variable)?,
        };
        let _ = writeln!(self.variables, "  {pointer} = 0;");
        let kept = origin.kept.and_then(|kind| self.kept.get(&kind));
        let kept = kept
            .filter(|it| it.most > 0)
            .map(|it| (it.array.clone(), it.most));
        let is_null = match origin.or_null && (!makers.is_empty() || kept.is_some()) {
            true => Some(self.decision("_Bool", format!("{variable}_is_null"))),
            false => None,
        };
        let is_one = makers.len() + usize::from(kept.is_some()) == 1;
        let choice = match is_one || makers.is_empty() && kept.is_none() {
            true => None,
            false => Some(self.decision("int", format!("{variable}_made"))),
        };
        let mut ways = Vec::new();
        for maker in &makers {
            let prefix = match is_one {
                true => variable.to_owned(),
                false => format!("{variable}_{}", maker.name),
            };
            ways.push(self.call(variable, &prefix, maker, Stage::First(&object))?);
        }
        if let Some(kept) = kept {
            ways.push(self.kept_one(variable, kept, origin.taken));
        }
        let mut text = match choice {
            Some(choice) => {
                let ways = ways.into_iter().enumerate();
                let ways: Vec<_> = ways.map(|(number, text)| (label(number), text)).collect();
                switch(&choice, &ways)
            }
            None => ways.pop().unwrap_or_default(),
        };
        if makers.iter().any(|it| it.making != Making::Filled) {
            let null = self.unless(&format!("!{variable}"));
            text = format!("{text}\n{null}");
        }
        Some(match is_null {
            Some(parameter) => format!("if (!{parameter}) {{\n{}\n}}", indented(&text, 2)),
            None => text,
        })
    }

    /// Has a variable lead to one of the results that were kept, if it was not freed; where it is taken out of the object, for
    /// the last time.
    fn kept_one(&mut self, variable: &str, (array, most): (String, u32), taken: bool) -> String {
        let one = |at: u32| {
            let taken = match taken {
                true => format!("\n{array}[{at}] = 0;"),
                false => String::new(),
            };
            format!("{variable} = {array}[{at}];{taken}")
        };
        let text = match most {
            1 => one(0),
            _ => {
                let choice = self.decision("int", format!("{variable}_kept"));
                let ways = (0..most).map(|at| (label(at as usize), one(at)));
                switch(&choice, &ways.collect::<Vec<_>>())
            }
        };
        let none = self.unless(&format!("!{variable}"));
        format!("{text}\n{none}\n{UNFREED}({variable});")
    }

    /// The call of a function. Its parameters become some with a prefix, or are objects.
    fn call(
        &mut self,
        variable: &str,
        prefix: &str,
        by: &MakingFunction,
        stage: Stage<'_>,
    ) -> Option<String> {
        let own = Types(&by.unit.types);
        let gets_it = match (by.making, stage) {
            (Making::Filled | Making::Stored, _) => true,
            (Making::Returned, Stage::Further) => is_given_first(&by.unit, own),
            (Making::Returned, Stage::First(_)) => false,
        };
        let mut arguments = Vec::new();
        if gets_it {
            arguments.push(match by.making {
                Making::Stored => format!("&{variable}"),
                Making::Filled | Making::Returned => variable.to_owned(),
            });
        }
        let (call, mut before) = (self.next_call(), String::new());
        for (number, parameter) in by.unit.parameters.iter().enumerate().skip(arguments.len()) {
            let name = format!("{prefix}_{}", parameter.name);
            let given = by.given.get(number).unwrap_or(&Given::Input);
            match given {
                Given::Input | Given::Raw => {
                    let name = self.fresh(name);
                    let known = MadeParameter {
                        name: name.clone(),
                        call,
                        own_name: parameter.name.clone(),
                        raw: matches!(given, Given::Raw),
                    };
                    let declared = own.declare(parameter.ty, &name)?;
                    self.parameters.push((declared, known));
                    arguments.push(name);
                }
                Given::Argument(number) => {
                    arguments.push(self.arguments.get(number)?.clone());
                }
                Given::Object(origin) if !self.is_there(origin) => arguments.push("0".to_owned()),
                Given::Object(origin) => {
                    let name = self.fresh(name);
                    let text = self.object(own, &name, parameter.ty, origin)?;
                    let _ = writeln!(before, "{text}");
                    arguments.push(name);
                }
                Given::Address(origin) => {
                    let name = self.fresh(name);
                    let target = own.target(parameter.ty)?;
                    let text = self.object(own, &name, target, origin)?;
                    if !text.is_empty() {
                        let _ = writeln!(before, "{text}");
                    }
                    arguments.push(format!("&{name}"));
                }
            }
        }
        let call = format!("{}({})", by.name, arguments.join(", "));
        Some(format!(
            "{before}{}",
            self.made_by(variable, &call, by, stage)
        ))
    }

    /// What a call leaves, as far as it is looked at.
    fn made_by(&self, variable: &str, call: &str, by: &MakingFunction, stage: Stage<'_>) -> String {
        let own = Types(&by.unit.types);
        let Stage::First(object) = stage else {
            let kept = by.keeps.and_then(|kind| self.kept.get(&kind));
            return match (by.making, kept) {
                (Making::Returned, _) => format!("{variable} = {call};"),
                (_, Some(Kept { array, most })) => format!("{array}[{most}] = {call};"),
                (Making::Filled | Making::Stored, None) => format!("{call};"),
            };
        };
        let object = match by.making {
            Making::Filled => format!("{variable} = &{object};\n"),
            Making::Returned | Making::Stored => String::new(),
        };
        let signed = matches!(
            own.resolved(by.unit.result),
            SourceType::Int { signed: true, .. }
        );
        match (by.making, by.failure) {
            (Making::Returned, _) => format!("{variable} = {call};"),
            (_, Some(failure)) => {
                format!("{object}{}", self.unless(&format!("{call} == {failure}")))
            }
            _ if signed => format!("{object}{}", self.unless(&format!("{call} < 0"))),
            _ => format!("{object}{call};"),
        }
    }
}

/// The label of one of several ways; the first one is for all other values.
fn label(number: usize) -> String {
    match number {
        0 => "default".to_owned(),
        _ => format!("case {number}"),
    }
}

/// One of some statements, as a variable says.
fn switch(choice: &str, ways: &[(String, String)]) -> String {
    let mut text = format!("switch ({choice}) {{\n");
    for (label, way) in ways {
        let _ = writeln!(text, "{label}:\n{}\n  break;", indented(way.trim_end(), 2));
    }
    text.push('}');
    text
}

/// True if a function is given what it returns.
fn is_given_first(unit: &Unit, types: Types<'_>) -> bool {
    let target = |ty| types.target(ty).map(|target| types.resolved(target));
    let first = unit.parameters.first().and_then(|first| target(first.ty));
    first.is_some() && first == target(unit.result)
}

fn indented(text: &str, by: usize) -> String {
    let lines = text.lines().map(|line| format!("{:by$}{line}", ""));
    lines.collect::<Vec<_>>().join("\n")
}
