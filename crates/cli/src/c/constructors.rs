//! The functions of a program that make what pointers lead to, and what they are given for parameters that are objects
//! themselves: what calls make, too, what earlier calls have returned, or null.

use super::beginning::reads_first;
use super::roles::{
    asks_for_null, behind_pointer, held_pointer, is_handle, is_plain, is_structure, looked_up,
    may_be_made, parameter_types, removes, returned_structure, role,
};
use ir::analysis::functions_of;
use ir::{FileId, Function, FunctionId, Module, Program, SourceType, SourceTypeId};
use std::fmt::Write;
use std::sync::Arc;
use suite::unit::Making;

/// Most functions of a kind that are taken.
const MOST_MAKERS: usize = 6;
const MOST_OTHERS: usize = 10;
/// Most that make what another call is given.
const MOST_NESTED_MAKERS: usize = 2;
/// How many calls lie around the one that makes what another one is given.
const MOST_NESTED: u32 = 2;

/// Functions that make what a pointer leads to.
#[derive(Default)]
pub struct Constructors {
    /// Where it comes from: the functions that begin it.
    pub origin: Origin,
    /// Those that change it: they are given it first, and may write to it.
    pub others: Vec<Constructor>,
}

/// A function that makes what a pointer leads to, or goes on making it.
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// How it does that.
    pub making: Making,
    /// What it is given for each parameter.
    pub given: Vec<Given>,
    /// The type of what it returns, if that is a pointer to a structure.
    pub result: Option<SourceTypeId>,
}

/// What a call is given for a parameter.
pub enum Given {
    /// An input.
    Input,
    /// An input, as nothing is known that makes what callers have there.
    Raw,
    /// This argument of the function under test.
    Argument(usize),
    /// An object.
    Object(Origin),
    /// The address of a pointer to one.
    Address(Origin),
}

/// Where an object comes from.
#[derive(Default)]
pub struct Origin {
    /// The functions that make it.
    pub makers: Vec<Constructor>,
    /// It may be a result of an earlier call.
    pub kept: Option<Kind>,
    /// Then no further call is given that.
    pub taken: bool,
    /// There may be none.
    pub or_null: bool,
}

/// Results of calls that go on making an argument.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The number of the argument.
    pub argument: usize,
    /// Their type.
    pub ty: SourceTypeId,
}

/// A parameter of the function under test that calls make.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its number.
    pub number: usize,
    /// Its type.
    pub ty: SourceTypeId,
}

/// Finds them for parameters of a function: in the source that defines it, and among those that it `declares`, as tests of it
/// know their names. What the parameters lead to are structures, or pointers to such; `made` are other arguments that are
/// made. They are in the order in which they can be made.
pub fn find(
    module: &Module,
    function: &str,
    (asked, made): (&[Parameter], &[Parameter]),
    declares: &dyn Fn(&str) -> bool,
) -> Vec<(usize, Constructors)> {
    let Some(entry) = module.find_function(function) else {
        return Vec::new();
    };
    let functions = functions_of(module);
    let file = functions[entry.0 as usize].location.file;
    let pointed = |it: &Parameter| Parameter {
        number: it.number,
        ty: held_pointer(module, it.ty).unwrap_or(it.ty),
    };
    let mut search = ConstructorSearch {
        module,
        functions,
        entry,
        file,
        declares,
        at_hand: made.iter().map(|it| (pointed(it), Vec::new())).collect(),
    };
    let asked = asked.iter().map(pointed);
    let mut asked: Vec<Parameter> = asked
        .filter(|it| may_be_made(module, it.ty) && file.is_some())
        .collect();
    let all = asked.clone();
    asked.sort_by_key(|it| search.is_made_of(it, &all));
    let mut found = Vec::new();
    for parameter in asked {
        let constructors = search.constructors(parameter);
        let results = constructors.others.iter().filter_map(|it| it.result);
        search.at_hand.push((parameter, results.collect()));
        found.push((parameter.number, constructors));
    }
    found
}

/// What is found for a function, in words: names and roles; where its source declares those of others, or does not.
pub fn in_words(module: &Module, function: &Function, declares: bool) -> String {
    let types = parameter_types(function).unwrap_or_default();
    let parameters = types.into_iter().enumerate();
    let parameters = parameters.map(|(number, ty)| Parameter { number, ty });
    let parameters: Vec<Parameter> = parameters.collect();
    let mut text = String::new();
    for (number, found) in find(module, &function.name, (&parameters, &[]), &|_| declares) {
        let _ = write!(text, " {number}:");
        describe_origin(&found.origin, &mut text);
        describe(&found.others, &mut text);
    }
    text
}

fn describe(all: &[Constructor], text: &mut String) {
    for it in all {
        let _ = write!(text, " {} {:?} (", it.name, it.making);
        for given in &it.given {
            match given {
                Given::Input => text.push('i'),
                Given::Raw => text.push('r'),
                Given::Argument(number) => drop(write!(text, "{number}")),
                Given::Object(origin) => describe_origin(origin, text),
                Given::Address(origin) => {
                    text.push('&');
                    describe_origin(origin, text);
                }
            }
        }
        text.push(')');
    }
}

fn describe_origin(origin: &Origin, text: &mut String) {
    let kept = origin.kept.map(|it| it.argument);
    let _ = write!(text, "[{kept:?} {}", origin.or_null);
    describe(&origin.makers, text);
    text.push(']');
}

/// A function that makes what a pointer leads to, or goes on making it.
struct Candidate {
    function: Arc<Function>,
    parameters: Vec<SourceTypeId>,
    making: Making,
    /// It is in the source of the function under test.
    own: bool,
}

/// The calls that another one is given objects for.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The object that the outermost one goes on making, if it does not begin it.
    object: Option<Parameter>,
    /// What calls with that object return.
    results: &'a [SourceTypeId],
    /// How many they are.
    depth: u32,
}

struct ConstructorSearch<'a> {
    module: &'a Module,
    functions: Vec<Arc<Function>>,
    entry: FunctionId,
    file: Option<FileId>,
    declares: &'a dyn Fn(&str) -> bool,
    /// The arguments that are made already, and the types of what calls with them return.
    at_hand: Vec<(Parameter, Vec<SourceTypeId>)>,
}

impl ConstructorSearch<'_> {
    fn constructors(&self, parameter: Parameter) -> Constructors {
        let kept = self.at_hand.iter().find_map(|(it, results)| {
            self.is_among(parameter.ty, results).then_some(Kind {
                argument: it.number,
                ty: parameter.ty,
            })
        });
        // What the function takes out of an argument comes next behind that.
        let is_next = |of: &Kind| {
            let mut at_hand = self.at_hand.iter();
            at_hand.all(|(it, _)| {
                it.number == of.argument || !is_handle(self.module, it.ty, parameter.ty)
            })
        };
        let takes_out = removes(&self.functions[self.entry.0 as usize].name);
        let taken = takes_out && kept.as_ref().is_some_and(is_next);
        Constructors {
            origin: Origin {
                makers: self.makers(parameter.ty),
                kept,
                taken,
                ..Origin::default()
            },
            others: match taken {
                true => Vec::new(),
                false => self.others(parameter),
            },
        }
    }

    /// Those that begin an argument.
    fn makers(&self, ty: SourceTypeId) -> Vec<Constructor> {
        let mut makers = self.beginning(ty);
        if !is_structure(self.module, ty) {
            // There are no objects of it in place.
            makers.retain(|it| it.making != Making::Filled);
        }
        // What needs other objects is a last resort, and callers know nothing of what is static.
        let at_hand: Vec<Parameter> = self.at_hand.iter().map(|(it, _)| *it).collect();
        let is_of_others = |it: &Candidate| self.is_given(it, &at_hand);
        prefer(&mut makers, |it| self.is_plain(it) || is_of_others(it));
        if removes(&self.functions[self.entry.0 as usize].name) {
            prefer(&mut makers, is_of_others);
        }
        prefer(&mut makers, |it| !it.function.internal);
        makers.sort_by_key(|it| !it.own);
        let place = Place {
            object: None,
            results: &[],
            depth: 0,
        };
        let resolved = makers.iter().filter_map(|it| self.resolved(it, place));
        let mut found: Vec<Constructor> = resolved.take(MOST_MAKERS).collect();
        if found.is_empty() {
            let raw = makers.iter().map(|it| self.with_raw_memory(it, place));
            found = raw.take(MOST_MAKERS).collect();
        }
        // An object in place is what most callers have; what begins plain is tried first.
        found.sort_by_key(|it| it.making != Making::Filled);
        found
    }

    /// Those that go on making an argument.
    fn others(&self, parameter: Parameter) -> Vec<Constructor> {
        let module = self.module;
        let beginning = self.beginning(parameter.ty);
        let mut others = self.candidates(|function, parameters| {
            let (making, begins) = role(module, function, parameters, parameter.ty)?;
            let is_maker = || beginning.iter().any(|it| it.function.name == function.name);
            let is_other = !begins || goes_on(function, making) && !is_maker();
            is_other.then_some(making)
        });
        prefer(&mut others, |it| !it.function.internal);
        let given = others.iter().flat_map(|it| &it.parameters);
        let given = given.map(|&ty| behind_pointer(module, ty).unwrap_or(ty));
        let needed: Vec<SourceTypeId> = given
            .filter(|&ty| is_structure(module, ty) && !is_handle(module, ty, parameter.ty))
            .collect();
        let lookups = self.candidates(|function, parameters| {
            let result = looked_up(module, function, parameters, parameter.ty)?;
            self.is_among(result, &needed).then_some(Making::Filled)
        });
        others.extend(lookups.into_iter().filter(|it| !it.function.internal));
        let result = |it: &Candidate| {
            returned_structure(module, &it.function)
                .filter(|&ty| !is_handle(module, ty, parameter.ty))
        };
        let results: Vec<SourceTypeId> = others.iter().filter_map(result).collect();
        let is_needed = |it: &Candidate| result(it).is_some_and(|ty| self.is_among(ty, &needed));
        others.sort_by_key(|it| (!it.own, !is_needed(it)));
        let place = Place {
            object: Some(parameter),
            results: &results,
            depth: 0,
        };
        let resolved = others.iter().filter_map(|it| self.resolved(it, place));
        resolved.take(MOST_OTHERS).collect()
    }

    /// The functions that can be called, and are something to an object.
    fn candidates(
        &self,
        making: impl Fn(&Function, &[SourceTypeId]) -> Option<Making>,
    ) -> Vec<Candidate> {
        let mut found = Vec::new();
        for function in &self.functions {
            let own = function.location.file == self.file;
            let called = function.user && !function.is_declaration() && (own || !function.internal);
            if !called || function.variadic || function.name.contains('.') {
                continue;
            }
            let Some(parameters) = parameter_types(function) else {
                continue;
            };
            let Some(making) = making(function, &parameters) else {
                continue;
            };
            if own || (self.declares)(&function.name) {
                found.push(Candidate {
                    function: Arc::clone(function),
                    parameters,
                    making,
                    own,
                });
            }
        }
        found
    }

    /// Those that begin what a pointer leads to, but for the function under test.
    fn beginning(&self, ty: SourceTypeId) -> Vec<Candidate> {
        let under_test = &self.functions[self.entry.0 as usize];
        let mut all = self.candidates(|function, parameters| {
            let (making, begins) = role(self.module, function, parameters, ty)?;
            let is_maker = begins && function.name != under_test.name;
            is_maker.then_some(making)
        });
        prefer(&mut all, |it| !goes_on(&it.function, it.making));
        all
    }

    /// True if calls that make a parameter are given another one.
    fn is_made_of(&self, parameter: &Parameter, others: &[Parameter]) -> bool {
        let others = others.iter().filter(|it| it.number != parameter.number);
        let others: Vec<Parameter> = others.copied().collect();
        let makers = self.beginning(parameter.ty);
        makers.iter().any(|it| self.is_given(it, &others))
    }

    fn is_given(&self, candidate: &Candidate, arguments: &[Parameter]) -> bool {
        let is_one =
            |ty: SourceTypeId| arguments.iter().any(|it| is_handle(self.module, ty, it.ty));
        candidate.parameters.iter().any(|&ty| is_one(ty))
    }

    fn is_plain(&self, it: &Candidate) -> bool {
        is_plain(self.module, &it.parameters, it.making)
    }

    fn is_among(&self, ty: SourceTypeId, all: &[SourceTypeId]) -> bool {
        all.iter().any(|&it| self.module.same_type(it, ty))
    }

    /// A candidate with what it is given; `None` if there is something that nothing is known to make.
    fn resolved(&self, it: &Candidate, place: Place<'_>) -> Option<Constructor> {
        let given = (0..it.parameters.len()).map(|number| self.given(it, number, place));
        Some(self.constructor(it, given.collect::<Option<Vec<Given>>>()?))
    }

    /// A candidate that is given raw memory where nothing is known that makes what it needs.
    fn with_raw_memory(&self, it: &Candidate, place: Place<'_>) -> Constructor {
        let given = 0..it.parameters.len();
        let given = given.map(|number| self.given(it, number, place).unwrap_or(Given::Raw));
        self.constructor(it, given.collect())
    }

    fn constructor(&self, it: &Candidate, given: Vec<Given>) -> Constructor {
        Constructor {
            name: it.function.name.clone(),
            making: it.making,
            given,
            result: returned_structure(self.module, &it.function),
        }
    }

    /// What a call is given for a parameter.
    fn given(&self, it: &Candidate, number: usize, place: Place<'_>) -> Option<Given> {
        let declared = it.parameters[number];
        let is_object = number == 0 && it.making != Making::Returned;
        if is_object {
            return Some(Given::Input);
        }
        if let Some(ty) = behind_pointer(self.module, declared) {
            return self.address(it, (number, ty), place);
        }
        if !is_structure(self.module, declared) {
            return Some(Given::Input);
        }
        let is_it = |other: &Parameter| is_handle(self.module, declared, other.ty);
        if let Some(object) = place.object.filter(is_it) {
            return Some(Given::Argument(object.number));
        }
        let at_hand = self.at_hand.iter().map(|(it, _)| *it).find(is_it);
        let at_hand = at_hand.map(|it| Given::Argument(it.number));
        if place.object.is_none() && at_hand.is_some() {
            return at_hand;
        }
        let mut origin = self.origin(it, declared, place);
        origin.or_null = asks_for_null(&it.function, &parameter_name(&it.function, number));
        if !origin.makers.is_empty() || origin.kept.is_some() {
            return Some(Given::Object(origin));
        }
        at_hand.or(match origin.or_null {
            true => Some(Given::Object(origin)),
            false => self.is_left_to_callers(declared),
        })
    }

    /// The address of a pointer that is null, or leads to an object; one with a number behind it may be an array of such.
    fn address(
        &self,
        it: &Candidate,
        (number, ty): (usize, SourceTypeId),
        place: Place<'_>,
    ) -> Option<Given> {
        if let Some(input) = self.is_left_to_callers(ty) {
            return Some(input);
        }
        let behind = it.parameters.get(number + 1);
        let behind = behind.map(|&ty| self.module.source_type(self.module.resolved_type(ty)));
        if matches!(behind, Some(SourceType::Int { .. })) {
            return None;
        }
        let origin = self.origin(it, ty, place);
        Some(Given::Address(Origin {
            or_null: true,
            ..origin
        }))
    }

    /// Structures that no function makes are what callers fill themselves: inputs.
    fn is_left_to_callers(&self, ty: SourceTypeId) -> Option<Given> {
        let makes = |function: &Arc<Function>| {
            let parameters = parameter_types(function);
            let role = parameters.and_then(|it| role(self.module, function, &it, ty));
            function.user && !function.is_declaration() && role.is_some_and(|(_, begins)| begins)
        };
        (!self.functions.iter().any(makes)).then_some(Given::Input)
    }

    /// Where an object comes from that a call is given: what calls with the object have returned, and what others make. What
    /// is taken out of the object is a part of it, if there are such.
    fn origin(&self, by: &Candidate, ty: SourceTypeId, place: Place<'_>) -> Origin {
        let object = place.object.filter(|_| self.is_among(ty, place.results));
        let kept = object.map(|it| Kind {
            argument: it.number,
            ty,
        });
        let taken = kept.is_some() && removes(&by.function.name);
        let makers = match place.depth < MOST_NESTED && !taken {
            true => self.nested_makers(ty, place),
            false => Vec::new(),
        };
        Origin {
            makers,
            kept,
            taken,
            or_null: false,
        }
    }

    /// Those that make what another call is given, but for those whose results are kept.
    fn nested_makers(&self, ty: SourceTypeId, place: Place<'_>) -> Vec<Constructor> {
        let mut makers = self.beginning(ty);
        if let Some(object) = place.object {
            let is_it = |ty: &SourceTypeId| is_handle(self.module, *ty, object.ty);
            let is_kept = |it: &Candidate| {
                it.making == Making::Returned && it.parameters.first().is_some_and(is_it)
            };
            makers.retain(|it| !is_kept(it));
        }
        prefer(&mut makers, |it| self.is_plain(it));
        prefer(&mut makers, |it| !it.function.internal);
        makers.sort_by_key(|it| !it.own);
        let place = Place {
            depth: place.depth + 1,
            ..place
        };
        let resolved = makers.iter().filter_map(|it| self.resolved(it, place));
        resolved.take(MOST_NESTED_MAKERS).collect()
    }
}

/// Leaves only those that are preferred, if there are any.
fn prefer(all: &mut Vec<Candidate>, preferred: impl Fn(&Candidate) -> bool) {
    if all.iter().any(&preferred) {
        all.retain(preferred);
    }
}

/// True for a function that is called like one that begins an object in place, and first of all looks at what is there: it may
/// open a connection that another one has begun.
fn goes_on(function: &Function, making: Making) -> bool {
    let object = function.parameters.first();
    making == Making::Filled && object.is_some_and(|it| reads_first(function, it.register))
}

/// The name of a parameter, as the source has it.
fn parameter_name(function: &Function, number: usize) -> String {
    match function.source_parameters.get(number) {
        Some(declared) => declared.name.clone(),
        None => {
            let parameter = function.parameters.get(number);
            parameter.map_or_else(String::new, |it| it.name.clone())
        }
    }
}
