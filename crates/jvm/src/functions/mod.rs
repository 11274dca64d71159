//! Functions: their ids, names and kinds; how their bodies come to be.

mod bodies;
mod ir_program;

use crate::Program;
use crate::descriptor::{JavaType, Kind, Signature};
use crate::function_name;
use crate::linking::Found;
use crate::program::{FunctionEntry, FunctionKey, SyntheticFunction, index_of};
use crate::program::{Linked, LinkedMethod};
use crate::source::{ClassPath, Origin};
use crate::symbol::Symbol;
use ir::{ClassId, FunctionId};
use std::sync::{Arc, OnceLock};

/// What the names of functions begin with that are no part of stack traces.
const HIDDEN: &str = "<";

impl Program {
    pub(crate) fn function_id(&self, key: FunctionKey) -> FunctionId {
        FunctionId(index_of(&self.function_ids, &key, || {
            self.functions.push(FunctionEntry {
                key: key.clone(),
                body: OnceLock::new(),
            })
        }))
    }

    /// The function that initialises a class.
    pub(crate) fn initialiser(&self, class: ClassId) -> FunctionId {
        self.function_id(FunctionKey::Initialise(class))
    }

    /// A function without parameters that throws an error.
    pub(crate) fn thrower(&self, class: &str, message: &str) -> FunctionId {
        self.thrower_like(class, message, self.names.no_parameters, false)
    }

    /// A function that throws an error, with the parameters of a method.
    pub(crate) fn thrower_like(
        &self,
        class: &str,
        message: &str,
        descriptor: Symbol,
        has_receiver: bool,
    ) -> FunctionId {
        self.function_id(FunctionKey::Thrower {
            class: self.symbols.intern(class),
            message: self.literal_text(message),
            descriptor,
            has_receiver,
        })
    }

    /// Adds a function of the front end's own.
    pub(crate) fn add_function(&self, function: SyntheticFunction) -> FunctionId {
        let number = self.synthetic_functions.push(function);
        self.function_id(FunctionKey::Made(number as u32))
    }

    /// The function that throws because an abstract method was called directly.
    pub(crate) fn abstract_called(&self, found: &Found) -> FunctionId {
        let method = found.method();
        let words = self.method_in_words(method.name, method.descriptor);
        let message = format!("{}.{words}", found.class.ir.name);
        self.thrower_like(
            "java/lang/AbstractMethodError",
            &message,
            method.descriptor,
            true,
        )
    }

    /// A static method of a library model.
    pub(crate) fn model_function(&self, class: &str, name: &str, descriptor: &str) -> FunctionId {
        let id = self.class_named(class);
        let (name, descriptor) = (self.symbols.intern(name), self.symbols.intern(descriptor));
        let index = self
            .linked(id)
            .ok()
            .and_then(|linked| linked.method(name, descriptor));
        match index {
            Some(index) => self.function_id(FunctionKey::Method(id, index)),
            None => {
                let what = format!("{class}.{}", self.symbols.text(name));
                self.thrower_like("java/lang/InternalError", &what, descriptor, false)
            }
        }
    }

    /// The static method of a library model that replaces a method.
    pub(crate) fn model_of(&self, class: &Arc<Linked>, index: u32) -> Option<Found> {
        if class.origin != Origin::Jdk {
            return None;
        }
        let model = class.model.get_or_init(|| {
            let name = format!("wayfarer/{}", self.symbols.text(class.name));
            let there = ClassPath::is_model(&name);
            there.then(|| self.linked(self.class_named(&name)).ok())?
        });
        let model = model.as_ref()?;
        let method = &class.methods[index as usize];
        let name = match self.symbols.text(method.name) {
            "<init>" => "__init__",
            "<clinit>" => "__clinit__",
            name => name,
        };
        let name = self.symbols.find(name)?;
        let wanted = self.primitives(method.descriptor, !method.is_static())?;
        let fits = |candidate: &&LinkedMethod| {
            candidate.name == name
                && candidate.is_static()
                && !candidate.is_native()
                && self.primitives(candidate.descriptor, false).as_ref() == Some(&wanted)
        };
        let exact = |candidate: &&LinkedMethod| {
            let (types, own) = (
                self.symbols.text(candidate.descriptor),
                self.symbols.text(method.descriptor),
            );
            types.ends_with(own.trim_start_matches('('))
        };
        let candidates = || model.methods.iter().filter(fits);
        let chosen = candidates().find(exact).or_else(|| candidates().next())?;
        let index = model
            .methods
            .iter()
            .position(|method| std::ptr::eq(method, chosen))?;
        Some(Found {
            class: Arc::clone(model),
            index: index as u32,
        })
    }

    /// Kinds of the parameters of a method, more exactly: which primitive type, or a reference.
    fn primitives(&self, descriptor: Symbol, receiver: bool) -> Option<Vec<Option<ir::Primitive>>> {
        let signature = Signature::parse(self.symbols.text(descriptor))?;
        let of = |ty: &JavaType<'_>| match ty {
            JavaType::Primitive(primitive) => Some(*primitive),
            JavaType::Reference(_) => None,
        };
        let mut all: Vec<_> = receiver.then_some(None).into_iter().collect();
        all.extend(signature.parameters.iter().map(of));
        Some(all)
    }

    /// Kinds of the parameters and of the result of a method.
    pub(crate) fn method_kinds(
        &self,
        descriptor: Symbol,
        has_receiver: bool,
    ) -> Option<(Vec<Kind>, Option<Kind>)> {
        let signature = Signature::parse(self.symbols.text(descriptor))?;
        let mut kinds: Vec<Kind> = has_receiver
            .then_some(Kind::Reference)
            .into_iter()
            .collect();
        kinds.extend(signature.parameters.iter().map(|ty| ty.kind()));
        Some((kinds, signature.result.map(|ty| ty.kind())))
    }

    /// Kinds of the parameters and of the result of a function.
    pub(crate) fn function_kinds(&self, id: FunctionId) -> (Vec<Kind>, Option<Kind>) {
        match &self.functions[id.0 as usize].key {
            FunctionKey::Method(class, index) => {
                let Ok(linked) = self.linked(*class) else {
                    return (Vec::new(), None);
                };
                let method = &linked.methods[*index as usize];
                self.method_kinds(method.descriptor, !method.is_static())
                    .unwrap_or_default()
            }
            FunctionKey::Initialise(_) => (Vec::new(), None),
            FunctionKey::Thrower {
                descriptor,
                has_receiver,
                ..
            } => self
                .method_kinds(*descriptor, *has_receiver)
                .unwrap_or_default(),
            FunctionKey::Made(number) => {
                let made = &self.synthetic_functions[*number as usize];
                (made.parameters.clone(), made.result)
            }
        }
    }

    /// Result, name and parameters of a method as Java's messages have them.
    pub(crate) fn method_in_words(&self, name: Symbol, descriptor: Symbol) -> String {
        let name = self.symbols.text(name);
        match Signature::parse(self.symbols.text(descriptor)) {
            Some(signature) => {
                let result = signature.result.map_or("void".to_owned(), |ty| ty.source());
                format!("{result} {name}{}", signature.source())
            }
            None => name.to_owned(),
        }
    }

    /// True for a method that was put into a class of the user to have monitors called (`Weaving.java` in `suite`).
    pub(crate) fn is_woven(&self, name: Symbol) -> bool {
        self.symbols.text(name).starts_with("wayfarer$")
    }

    /// Name of a method as a function: `java.lang.String.length()I`. Methods of models and of
    /// classes that the front end made start with `<`, as they are no part of stack traces.
    pub(crate) fn function_name(&self, class: &Linked, name: Symbol, descriptor: Symbol) -> String {
        let is_hidden = matches!(class.origin, Origin::Library | Origin::Monitor);
        let hidden = match is_hidden || self.is_woven(name) {
            true => HIDDEN,
            false => "",
        };
        let (class, name) = (&class.ir.name, self.symbols.text(name));
        format!("{hidden}{class}.{name}{}", self.symbols.text(descriptor))
    }

    /// The function of a name as [`Program::function_name`] makes it.
    pub(crate) fn function_named(&self, name: &str) -> Option<FunctionId> {
        if name == crate::well_known::STACK_OVERFLOW {
            let function = self.model_function("wayfarer/Throw", "stackOverflow", "()V");
            return Some(function);
        }
        let (class, method, descriptor) = function_name::split(name)?;
        let class = class.strip_prefix(HIDDEN).unwrap_or(class);
        let linked = self
            .linked(self.class_named(&class.replace('.', "/")))
            .ok()?;
        let method = self.symbols.find(method)?;
        let index = linked.method(method, self.symbols.find(descriptor)?)?;
        Some(self.method_function(&linked, index))
    }

    /// True for the function that initialises a class.
    pub fn initialises_class(&self, id: FunctionId) -> bool {
        matches!(
            self.functions[id.0 as usize].key,
            FunctionKey::Initialise(_)
        )
    }

    /// True for a method of monitors of specifications, and for what initialises them.
    pub(crate) fn is_of_monitors(&self, id: FunctionId) -> bool {
        match &self.functions[id.0 as usize].key {
            FunctionKey::Method(class, _) | FunctionKey::Initialise(class) => {
                let linked = self.linked(*class);
                linked.is_ok_and(|linked| linked.origin == Origin::Monitor)
            }
            FunctionKey::Thrower { .. } | FunctionKey::Made(_) => false,
        }
    }

    /// True for a method of a class of the user, and for what the front end makes for such a class:
    /// its initialiser, the bodies behind its lambda expressions.
    pub fn is_of_user(&self, id: FunctionId) -> bool {
        let of_user = |class| {
            let linked = self.linked(class);
            linked.is_ok_and(|linked| linked.origin == Origin::User)
        };
        match &self.functions[id.0 as usize].key {
            FunctionKey::Method(class, _) | FunctionKey::Initialise(class) => of_user(*class),
            FunctionKey::Thrower { .. } => false,
            FunctionKey::Made(_) => true,
        }
    }
}
