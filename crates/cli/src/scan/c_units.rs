//! The functions of a C program that are visited.

use super::c_arguments::Enumerations;
use super::code::{FunctionCode, ProgramCode};
use super::fingerprint::{code_text, globals_text, hash, name_constants, types_text};
use super::units::{Callers, Language, Needed, Unit, Units};
use crate::Usage;
use crate::arguments::Explore;
use crate::c::beginning::first_assertions;
use crate::c::unsettled::Unsettled;
use crate::c::{self, constructors, roles};
use crate::cpp_names::is_made_by_compiler;
use crate::plan::{CPlan, Plan, ProgramPlan};
use anyhow::bail;
use ir::analysis::{CallGraph, functions_of};
use ir::{ComparedMembers, Function, FunctionId, Module, Program, SourceType};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// What `main` needs to be visited.
const MAIN: &str = "main, without inputs for it (--args, --stdin, --file)";

/// Builds the program and finds its functions.
///
/// # Errors
/// If it cannot be built.
pub fn find(options: Explore, all_functions: bool) -> anyhow::Result<Units> {
    let (has_inputs, skips_calls) = (has_inputs(&options), options.lazy.any());
    let mut files = options.program.files.clone();
    let given = files.iter().map(OsString::from).collect();
    let plan = Plan::new(options)?;
    let ProgramPlan::C(program) = &plan.program else {
        bail!(Usage("scan: a program in C was expected".to_owned()));
    };
    files.extend(program.project.clone());
    let work = scratch::ScratchDirectory::new()?;
    let build = c::build(&program.sources, true, work.path())?;
    let (mut module, compared) = (build.module, build.compared_members);
    name_constants(&mut module);
    let functions = functions_of(&module);
    let calls = CallGraph::new(&module, &functions);
    let mut found = CFunctions {
        module: &module,
        calls: &calls,
        compared: &compared,
        list: Vec::new(),
        left_out: BTreeMap::new(),
    };
    for (number, function) in functions.iter().enumerate() {
        if function.user && !function.is_declaration() {
            found.add(
                FunctionId(number as u32),
                function,
                (all_functions, has_inputs),
            );
        }
    }
    found.find_hidden();
    if all_functions || skips_calls {
        let unsettled = Unsettled::new(&module, plan.machine.failing_malloc);
        for unit in &mut found.list {
            unit.unsettled = unsettled.of(&unit.name);
        }
    }
    let callers = found.callers_of_hidden(&functions);
    let (list, left_out) = (found.list, found.left_out);
    let code = code(&module);
    if list.is_empty() {
        let message = match left_out.is_empty() {
            true => "it has no function".to_owned(),
            false => {
                let why: Vec<&str> = left_out.keys().map(String::as_str).collect();
                format!("there is nothing to visit but {}", why.join("; "))
            }
        };
        return Err(Usage(format!("scan: {message}")).into());
    }
    Ok(Units {
        language: Language::C,
        list,
        program: given,
        targets: files,
        shape: surroundings(program, &code)?,
        code,
        callers,
        documented: None,
        missing: BTreeSet::new(),
        left_out,
    })
}

/// Hash of what runs depend on beside the code of the functions that they call: files that are read, and, where
/// inputs are made or assumed by functions of the program, all of these.
fn surroundings(plan: &CPlan, code: &ProgramCode) -> anyhow::Result<String> {
    let spec = plan.sources.spec.iter().filter(|path| path.is_file());
    let files = spec.chain(&plan.real_files).chain(&plan.project);
    let files: Vec<PathBuf> = files.filter(|path| path.is_file()).cloned().collect();
    let mut text = store::hash_of_files(&files)?;
    let by_functions = plan.project.is_some()
        || plan.precondition.is_some()
        || !(plan.assume.is_empty() && plan.functions.is_empty() && plan.calls.is_empty());
    if by_functions {
        text.extend(code.functions.values().map(|it| it.hash.as_str()));
    }
    Ok(hash(&text))
}

/// True if there are inputs for `main`.
fn has_inputs(options: &Explore) -> bool {
    let inputs = &options.inputs;
    inputs.stdin.is_some()
        || [&inputs.arg, &inputs.args, &inputs.file, &inputs.env]
            .iter()
            .any(|given| !given.is_empty())
}

/// What the functions of the user come to.
fn code(module: &Module) -> ProgramCode {
    let of_user = module
        .functions
        .iter()
        .filter(|it| it.user && !it.is_declaration());
    let mut code = ProgramCode::default();
    for function in of_user {
        let text = code_text(module, function) + &globals_text(module, function);
        let of = FunctionCode {
            hash: hash(&text),
            file: file_of(module, function),
            line: function.location.line,
        };
        code.note_lines(function, &of.file);
        code.functions.insert(function.name.clone(), of);
    }
    code
}

fn file_of(module: &Module, function: &Function) -> String {
    let file = function.location.file;
    file.map_or(String::new(), |file| module.file(file).to_owned())
}

/// The enumerations that parameters of a function are of.
fn enumerations(module: &Module, function: &Function) -> Enumerations {
    let of = |parameter: &ir::Parameter| {
        let ty = module.resolved_type(parameter.source_type?);
        let SourceType::Enum { values, .. } = module.source_type(ty) else {
            return None;
        };
        let values = values.iter().map(|(_, value)| *value).collect();
        Some((parameter.name.clone(), values))
    };
    function.parameters.iter().filter_map(of).collect()
}

/// Parameters that a function compares with null as callers have passed them, and in which lines.
fn null_comparisons(function: &Function) -> BTreeSet<(String, u64)> {
    let parameters = function.parameters.iter();
    let lines = parameters.flat_map(|parameter| {
        let places = roles::null_comparisons(function, parameter.register);
        places.map(|place| (parameter.name.clone(), u64::from(place.line)))
    });
    lines.collect()
}

/// The units so far.
struct CFunctions<'m> {
    module: &'m Module,
    calls: &'m CallGraph,
    compared: &'m ComparedMembers,
    list: Vec<Unit>,
    left_out: BTreeMap<String, u64>,
}

impl CFunctions<'_> {
    /// Who calls the functions that no other file sees.
    fn callers_of_hidden(&self, functions: &[Arc<Function>]) -> BTreeMap<String, Callers> {
        let hidden = functions.iter().enumerate();
        let hidden = hidden.filter(|(_, function)| function.user && function.internal);
        let of = |(number, function): (usize, &Arc<Function>)| {
            let id = FunctionId(number as u32);
            (function.name.clone(), self.nearest_callers(id, functions))
        };
        hidden.map(of).collect()
    }

    /// Finds what each unit may call that is none.
    fn find_hidden(&mut self) {
        let visited: BTreeSet<String> = self.list.iter().map(|unit| unit.name.clone()).collect();
        for unit in &mut self.list {
            if let Needed::Functions(all) = &unit.needed {
                let hidden = all.iter().filter(|name| !visited.contains(*name));
                unit.hidden = hidden.cloned().collect();
            }
        }
    }

    fn nearest_callers(&self, of: FunctionId, functions: &[Arc<Function>]) -> Callers {
        let mut all = Callers::default();
        let mut seen = BTreeSet::from([of]);
        let mut todo = vec![of];
        while let Some(id) = todo.pop() {
            if self.calls.is_address_taken(id) {
                let name = functions.get(id.0 as usize).map(|it| it.name.as_str());
                let name = name.unwrap_or_default();
                let why = format!("others may call {name}, whose address is taken");
                all.others.get_or_insert(why);
            }
            for caller in self.calls.callers(id).filter(|it| seen.insert(*it)) {
                let function = functions.get(caller.0 as usize);
                let Some(function) = function.filter(|it| it.user) else {
                    continue;
                };
                if function.internal {
                    todo.push(caller);
                } else if self.list.iter().any(|unit| unit.name == function.name) {
                    all.units.push(function.name.clone());
                } else {
                    let why = format!("its caller {} is not visited", function.name);
                    all.others.get_or_insert(why);
                }
            }
        }
        all
    }

    /// What the inputs of a function are made by: types, the functions that make objects of them, and those that pointers
    /// to functions may lead to.
    fn inputs_text(&self, function: &Function, reached: &[FunctionId]) -> String {
        let mut text = types_text(self.module, function);
        // Which of their members lead into one array, says all code.
        let of_types = self
            .compared
            .in_words(self.module, |name| text.contains(name));
        text += &of_types;
        // Which functions of other sources count, headers say.
        for declared in [false, true] {
            text += &constructors::in_words(self.module, function, declared);
        }
        let sites = reached.iter().flat_map(|id| self.calls.sites(*id));
        let callees: BTreeSet<FunctionId> = sites
            .filter(|site| site.indirect)
            .flat_map(|site| site.callees.iter().copied())
            .collect();
        for callee in callees {
            let name = self
                .module
                .functions
                .get(callee.0 as usize)
                .map(|it| &it.name);
            let _ = write!(text, " {name:?}");
        }
        text
    }

    fn add(&mut self, id: FunctionId, function: &Function, (all, has_inputs): (bool, bool)) {
        let file = file_of(self.module, function);
        // Headers of the system have functions of their own, and compilers make some.
        if file.starts_with("/usr/") || is_made_by_compiler(function) {
            return;
        }
        let why = if function.name == "main" {
            (!has_inputs).then_some(MAIN)
        } else if function.name.contains('.') {
            Some("functions that share their name with another (static)")
        } else if function.internal && !all {
            Some("functions that no other file sees (static; --all-functions)")
        } else {
            None
        };
        if let Some(why) = why {
            *self.left_out.entry(why.to_owned()).or_default() += 1;
            return;
        }
        let reached = self.calls.reachable(&[id]);
        let names = reached
            .iter()
            .filter_map(|id| self.module.functions.get(id.0 as usize))
            .filter(|it| it.user && !it.is_declaration());
        self.list.push(Unit {
            name: function.name.clone(),
            file,
            line: function.location.line,
            starts: vec![function.name.clone()],
            public: Some(function.name.clone())
                .filter(|_| !function.internal)
                .into_iter()
                .collect(),
            enumerations: enumerations(self.module, function),
            null_comparisons: null_comparisons(function),
            first_assertions: first_assertions(self.module, function),
            inputs: hash(&self.inputs_text(function, &reached)),
            needed: Needed::Functions(names.map(|it| it.name.clone()).collect()),
            hidden: Vec::new(),
            unsettled: None,
            is_judging: false,
            reported: Vec::new(),
        });
    }
}
