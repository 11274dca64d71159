//! The code that calls of some methods may lead to, as a whole: what a search must know that goes back from
//! what is called to what calls it.

use super::collect::{FINAL, TOLD_BY_MONITORS, starts_threads};
use super::reached::Search;
use super::{UserCalls, UserClass, UserMethod};
use crate::Program;
use crate::class_file::access;
use crate::descriptor::{JavaType, Signature};
use crate::program::FunctionKey;
use crate::source::Origin;
use crate::symbol::Symbol;
use ir::{
    ClassId, ClassKind, CoreIntrinsic, Function, FunctionId, InputConstruction, InputObjects,
    InstructionKind, Intrinsic, JavaIntrinsic, SelectorId,
};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What runs that begin with some methods are made of.
#[derive(Clone, Debug, Default)]
pub struct ClosedWorld {
    /// Functions whose code is known and is all that they do: those of the user's classes, and others that
    /// compute numbers from numbers, or ask for one. They are in memory.
    pub functions: BTreeSet<FunctionId>,
    /// Those of them that may be called, with any arguments and at any time, by code that is not in
    /// `functions`, or by the machine.
    pub called_from_outside: BTreeSet<FunctionId>,
    /// Those that may be called where an input becomes an object.
    pub called_for_inputs: BTreeSet<FunctionId>,
    /// Those that code of the JDK may call: no constructors but by method handles.
    pub called_back: BTreeSet<FunctionId>,
    /// Other functions that they call, which neither call them nor change what fields, elements and static
    /// fields of these classes hold.
    pub harmless: BTreeSet<FunctionId>,
    /// Classes whose fields and static fields no other code changes: those of the user, and monitors of specifications.
    pub classes: BTreeSet<ClassId>,
    /// Methods of monitors of specifications that nothing calls.
    pub uncalled: BTreeSet<FunctionId>,
    /// Virtual methods all of whose implementations are among `functions`, wherever those call them.
    pub closed: BTreeSet<SelectorId>,
    /// The classes that declare those of `functions` that are methods.
    pub holders: BTreeMap<FunctionId, ClassId>,
}

/// Why the code cannot be told as a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenWorld {
    /// Anything may be called.
    #[error("{what}, which {method} names, may call methods or write fields by their names")]
    ByName {
        /// A type or method that does, or what it is.
        what: String,
        /// The function that uses it.
        method: String,
    },
    /// Code may run beside other code.
    #[error("threads may be started, or objects finalised")]
    Threads,
}

/// Classes of the JDK whose methods neither keep what they are given nor call it, beside those of values.
const HARMLESS: &[&str] = &[
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/StringBuilder",
];

/// Methods of exceptions that the constructors of those of the JDK call.
const OF_EXCEPTIONS: &[&str] = &[
    "fillInStackTrace",
    "getLocalizedMessage",
    "getMessage",
    "initCause",
    "toString",
];

/// Calls in functions of the JDK that are looked into.
const CALLS_LOOKED_INTO: u32 = 3;

impl Program {
    /// The code that calls of these functions may lead to, and that of the functions `entries` that call
    /// them; loads all of it.
    ///
    /// # Errors
    /// If it cannot be told as a whole.
    pub fn closed_world(
        &self,
        starts: &[String],
        entries: &[FunctionId],
    ) -> Result<ClosedWorld, OpenWorld> {
        let calls = self.user_calls();
        let mut reached = vec![false; calls.methods.len()];
        let mut inputs = vec![false; calls.classes.len()];
        let mut made = vec![false; calls.classes.len()];
        let watched = self.monitors_called_by(entries);
        for start in starts.iter().chain(&watched) {
            let search: Search<'_> = calls.search_from(start)?;
            for (all, here) in [
                (&mut reached, &search.reached),
                (&mut inputs, &search.inputs),
                (&mut made, &search.made),
            ] {
                all.iter_mut().zip(here).for_each(|(it, here)| *it |= here);
            }
        }
        if self.has_threads(&calls, &reached, &made) {
            return Err(OpenWorld::Threads);
        }
        let mut loader = Loader {
            program: self,
            world: ClosedWorld::default(),
            pending: Vec::new(),
            has_own_exceptions: self.has_own_exceptions(&calls),
            selectors: BTreeSet::new(),
            open: self.open_signatures(&calls, &reached),
        };
        for &entry in entries {
            loader.add(entry);
        }
        let methods = calls.methods.iter().zip(&reached);
        for (method, _) in methods.filter(|(_, reached)| **reached) {
            self.function_named(&method.name)
                .into_iter()
                .for_each(|id| loader.add(id));
        }
        let others = self.called_by_others(&calls, &inputs);
        for &initialiser in &others.initialisers {
            loader.add(initialiser);
        }
        loader.load(entries);
        let mut world = loader.closed();
        let known = |id: &FunctionId| world.functions.contains(id);
        let [outside, for_inputs, back] = [others.all, others.for_inputs, others.back]
            .map(|all| all.into_iter().filter(known).collect());
        world.classes = calls.classes.iter().map(|it| it.linked.id).collect();
        world.uncalled = self.uncalled_monitors(&calls, &reached);
        world.called_from_outside = outside;
        world.called_for_inputs = for_inputs;
        world.called_back = back;
        Ok(world)
    }

    /// Names of the methods of monitors that functions call.
    fn monitors_called_by(&self, entries: &[FunctionId]) -> Vec<String> {
        let function = |id: FunctionId| ir::Program::function(self, id).ok();
        let mut names = Vec::new();
        for entry in entries.iter().filter_map(|&entry| function(entry)) {
            let called = instructions(&entry).filter_map(|kind| match kind {
                InstructionKind::Call { function, .. } => Some(*function),
                _ => None,
            });
            let called =
                called.filter(|&it| self.is_of_monitors(it) && !self.initialises_class(it));
            names.extend(called.filter_map(|it| Some(function(it)?.name.clone())));
        }
        names
    }

    /// Methods of monitors that are not reached.
    fn uncalled_monitors(&self, calls: &UserCalls, reached: &[bool]) -> BTreeSet<FunctionId> {
        let is_monitor =
            |method: &UserMethod| calls.classes[method.class].linked.origin == Origin::Monitor;
        let methods = calls.methods.iter().zip(reached);
        let uncalled = methods.filter(|(method, reached)| !**reached && is_monitor(method));
        uncalled
            .filter_map(|(method, _)| self.function_named(&method.name))
            .collect()
    }

    /// True if methods that are reached, or objects that are made, start threads or have finalisers.
    fn has_threads(&self, calls: &UserCalls, reached: &[bool], made: &[bool]) -> bool {
        let finalises = |class: usize| {
            let mut methods = calls.inherited(class).map(|it| &calls.methods[it]);
            let is_thread = |&id: &_| {
                let name = self.symbols.text(self.class_symbol(id));
                starts_threads(name, None)
            };
            methods.any(|it| self.symbols.text(it.signature.0) == "finalize")
                || calls.classes[class].linked.supertypes.iter().any(is_thread)
        };
        let mut methods = calls.methods.iter().zip(reached);
        methods.any(|(method, reached)| *reached && method.does.threads)
            || (0..made.len()).any(|class| made[class] && finalises(class))
    }

    /// True if classes of the user have methods that the constructors of the JDK's exceptions call.
    fn has_own_exceptions(&self, calls: &UserCalls) -> bool {
        let throwable = self.class_named("java/lang/Throwable");
        calls.classes.iter().any(|class| {
            let mut methods = class.methods.iter().map(|&it| &calls.methods[it]);
            class.linked.supertypes.contains(&throwable)
                && methods.any(|it| OF_EXCEPTIONS.contains(&self.symbols.text(it.signature.0)))
        })
    }

    /// Names and descriptors of methods that are called on types of the JDK, or that may be lambdas or
    /// inputs.
    fn open_signatures(&self, calls: &UserCalls, reached: &[bool]) -> FxHashSet<(Symbol, Symbol)> {
        let methods = calls.methods.iter().zip(reached);
        let methods = methods.filter(|(_, reached)| **reached);
        let mut open: FxHashSet<(Symbol, Symbol)> = methods
            .flat_map(|(method, _)| method.does.calls_on_jdk.iter().copied())
            .collect();
        let mut others: BTreeSet<usize> = BTreeSet::new();
        for class in &calls.classes {
            others.extend(&class.constructed_by_sites);
        }
        for (number, class) in calls.classes.iter().enumerate() {
            let implements = |other: &UserClass| {
                other.linked.ir.kind != ClassKind::Interface && other.above.contains(&number)
            };
            let is_interface = class.linked.is_interface();
            if is_interface && !calls.classes.iter().any(implements) {
                others.insert(number);
            }
        }
        let above = others.iter().flat_map(|&it| &calls.classes[it].above);
        for class in above.map(|&it| &calls.classes[it]) {
            let methods = class.linked.methods.iter().filter(|it| it.is_abstract());
            open.extend(methods.map(|it| (it.name, it.descriptor)));
        }
        open
    }

    /// Functions that others than the user's code may call.
    fn called_by_others(&self, calls: &UserCalls, inputs: &[bool]) -> CalledByOthers {
        let mut others = CalledByOthers::default();
        let named = |method: usize| self.function_named(&calls.methods[method].name);
        for (number, class) in calls.classes.iter().enumerate() {
            let mut back: BTreeSet<FunctionId> = BTreeSet::new();
            let mut constructors: BTreeSet<FunctionId> = BTreeSet::new();
            let is_enum = class.linked.access & access::ENUM != 0;
            let mut initialisers = BTreeSet::from([self.initialiser(class.linked.id)]);
            let construction = self.construction_of_inputs(class.linked.id, InputObjects::AnyState);
            for &method in &class.methods {
                let of = &calls.methods[method];
                let name = self.symbols.text(of.signature.0);
                if of.is_constructor && construction != InputConstruction::Fields {
                    constructors.extend(named(method));
                } else if name == "<clinit>" {
                    initialisers.extend(named(method));
                } else if is_enum && name == "values" {
                    back.extend(named(method));
                    others
                        .initialisers
                        .insert(self.initialiser(class.linked.id));
                }
            }
            for &(method, signature) in &class.handles {
                let is_direct = method.is_some_and(|it| calls.methods[it].is_direct());
                let alike = (0..calls.methods.len())
                    .filter(|&it| !is_direct && calls.methods[it].signature == signature);
                for method in method.into_iter().chain(alike) {
                    back.extend(named(method));
                    // The class of a static method or a constructor is initialised by whoever calls it.
                    let holder = &calls.classes[calls.methods[method].class];
                    others
                        .initialisers
                        .insert(self.initialiser(holder.linked.id));
                }
            }
            let mut texts: BTreeSet<FunctionId> = BTreeSet::new();
            for method in calls.inherited(number) {
                let of = &calls.methods[method];
                if calls.is_called_by_jdk(number, method) {
                    // Nothing that makes inputs asks for their text.
                    match self.symbols.text(of.signature.0) {
                        "toString" | "clone" | "finalize" => texts.extend(named(method)),
                        _ => back.extend(named(method)),
                    }
                }
            }
            if inputs[number] {
                for all in [&back, &constructors, &initialisers] {
                    others.for_inputs.extend(all);
                }
            }
            for all in [&back, &constructors, &texts, &initialisers] {
                others.all.extend(all);
            }
            others.back.extend(back);
            others.back.extend(texts);
        }
        others.back.extend(&others.initialisers);
        others
    }
}

/// Functions that others than the user's code may call.
#[derive(Default)]
struct CalledByOthers {
    all: BTreeSet<FunctionId>,
    for_inputs: BTreeSet<FunctionId>,
    back: BTreeSet<FunctionId>,
    /// What initialises classes that the JDK may be the first to use.
    initialisers: BTreeSet<FunctionId>,
}

/// Loads what functions call.
struct Loader<'a> {
    program: &'a Program,
    world: ClosedWorld,
    pending: Vec<FunctionId>,
    /// Constructors of exceptions may call methods of the user.
    has_own_exceptions: bool,
    /// Virtual methods that are called.
    selectors: BTreeSet<SelectorId>,
    /// Names and descriptors of virtual methods that others implement.
    open: FxHashSet<(Symbol, Symbol)>,
}

impl Loader<'_> {
    fn add(&mut self, id: FunctionId) {
        if self.world.functions.insert(id) {
            self.pending.push(id);
        }
    }

    fn load(&mut self, entries: &[FunctionId]) {
        while let Some(id) = self.pending.pop() {
            let Ok(function) = ir::Program::function(self.program, id) else {
                // What cannot be loaded does not run.
                self.world.functions.remove(&id);
                continue;
            };
            // What the front end makes calls methods of types that nothing here knows.
            let key = &self.program.functions[id.0 as usize].key;
            let is_made = matches!(key, FunctionKey::Made(_)) && !entries.contains(&id);
            for kind in instructions(&function) {
                match kind {
                    InstructionKind::Call { function, .. } => self.called(*function),
                    InstructionKind::CallVirtual { selector, .. } => {
                        self.selectors.insert(*selector);
                        if is_made {
                            let selector = self.program.selectors[selector.0 as usize];
                            self.open.insert((selector.name, selector.descriptor));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn called(&mut self, callee: FunctionId) {
        let is_of_program = self.program.is_of_user(callee) || self.program.is_of_monitors(callee);
        if is_of_program || self.is_plain(callee, CALLS_LOOKED_INTO) {
            self.add(callee);
        } else if self.is_harmless(callee) {
            self.world.harmless.insert(callee);
        }
    }

    /// True for a function that computes numbers from numbers, or asks for one.
    fn is_plain(&self, id: FunctionId, calls: u32) -> bool {
        let Ok(function) = ir::Program::function(self.program, id) else {
            return false;
        };
        instructions(&function).all(|kind| match kind {
            InstructionKind::Call { function, .. } => {
                calls > 0 && self.is_plain(*function, calls - 1)
            }
            InstructionKind::CallIntrinsic { intrinsic, .. } => matches!(
                intrinsic,
                Intrinsic::Core(
                    CoreIntrinsic::Assume | CoreIntrinsic::Math1 | CoreIntrinsic::Math2
                ) | Intrinsic::Java(JavaIntrinsic::InputValue)
            ),
            InstructionKind::Copy { .. }
            | InstructionKind::Binary { .. }
            | InstructionKind::Unary { .. }
            | InstructionKind::Compare { .. }
            | InstructionKind::FloatBinary { .. }
            | InstructionKind::FloatUnary { .. }
            | InstructionKind::FloatFma { .. }
            | InstructionKind::FloatCompare { .. }
            | InstructionKind::Cast { .. }
            | InstructionKind::Select { .. }
            | InstructionKind::IsNull { .. } => true,
            _ => false,
        })
    }

    fn is_harmless(&self, id: FunctionId) -> bool {
        let program = self.program;
        let (class, index) = match &program.functions[id.0 as usize].key {
            FunctionKey::Initialise(class) => {
                let linked = program.linked(*class);
                return linked.is_ok_and(|linked| !linked.origin.is_of_program());
            }
            FunctionKey::Thrower { .. } => return !self.has_own_exceptions,
            FunctionKey::Made(_) => return false,
            FunctionKey::Method(class, index) => (*class, *index),
        };
        let Ok(linked) = program.linked(class) else {
            return false;
        };
        let method = &linked.methods[index as usize];
        let name = program.symbols.text(linked.name);
        if linked.origin.is_of_program() {
            return false;
        }
        let throwable = program.class_named("java/lang/Throwable");
        let is_exception = linked.supertypes.contains(&throwable);
        if name == "wayfarer/Throw" || is_exception && method.name == program.names.constructor {
            return !self.has_own_exceptions;
        }
        // It asks for inputs, which are made where they are used, or tells the machine of monitors.
        if matches!(name, "wayfarer/Wayfarer" | TOLD_BY_MONITORS) {
            return true;
        }
        let name = match linked.origin {
            Origin::Library => name.strip_prefix("wayfarer/").unwrap_or_default(),
            Origin::Jdk | Origin::User | Origin::Monitor => name,
        };
        let takes_values = || {
            let signature = Signature::parse(program.symbols.text(method.descriptor));
            signature.is_some_and(|it| it.parameters.iter().all(|ty| is_value(*ty)))
        };
        is_value_class(name) && takes_values()
    }

    /// With the virtual methods of which all implementations are known.
    fn closed(mut self) -> ClosedWorld {
        let program = self.program;
        let is_closed = |&&id: &&SelectorId| {
            let selector = program.selectors[id.0 as usize];
            let known =
                |it: &FunctionId| self.world.functions.contains(it) || program.is_of_user(*it);
            let implementations = program.loaded_implementations(id);
            !self.open.contains(&(selector.name, selector.descriptor))
                && implementations.iter().all(known)
        };
        let closed = self.selectors.iter().filter(is_closed).copied().collect();
        self.world.closed = closed;
        let holder = |&id: &FunctionId| match program.functions[id.0 as usize].key {
            FunctionKey::Method(class, _) => Some((id, class)),
            FunctionKey::Initialise(_) | FunctionKey::Thrower { .. } | FunctionKey::Made(_) => None,
        };
        self.world.holders = self.world.functions.iter().filter_map(holder).collect();
        self.world
    }
}

/// True for a number, or a reference to a value or what makes one.
fn is_value(ty: JavaType<'_>) -> bool {
    match ty {
        JavaType::Primitive(_) => true,
        JavaType::Reference(name) => is_value_class(name),
    }
}

fn is_value_class(name: &str) -> bool {
    FINAL.contains(&name) || HARMLESS.contains(&name)
}

fn instructions(function: &Arc<Function>) -> impl Iterator<Item = &InstructionKind> {
    let blocks = function.blocks.iter();
    blocks.flat_map(|block| block.instructions.iter().map(|it| &it.kind))
}
