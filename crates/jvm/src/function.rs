//! Functions: what they are, and how their bodies come to be.

use crate::bytecode::{Code, Invoke, Op};
use crate::class::{Body, Linked, LinkedMethod};
use crate::class_file::access;
use crate::class_path::{ClassPath, Origin};
use crate::decode::{DecodeError, decode};
use crate::descriptor::{JavaType, Kind, Signature};
use crate::method_resolution::Found;
use crate::program::index_of;
use crate::symbol::Symbol;
use crate::translate::{Source, translate};
use crate::{JvmError, Program};
use ir::{ClassId, Function, FunctionId, LiteralId, LoadError};
use std::sync::{Arc, OnceLock};

/// What a function is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FunctionKey {
    /// A method a class declares.
    Method(ClassId, u32),
    /// Initialises a class.
    Initialise(ClassId),
    /// Throws an error instead of the method that was called.
    Thrower {
        class: Symbol,
        message: LiteralId,
        descriptor: Symbol,
        has_receiver: bool,
    },
    /// Made by the front end: a number in the table of these.
    Made(u32),
}

/// A function and, once it was asked for, its body.
pub(crate) struct FunctionEntry {
    pub key: FunctionKey,
    pub body: OnceLock<Result<Arc<Function>, LoadError>>,
}

/// A function that the front end makes itself.
#[derive(Clone, Debug)]
pub(crate) struct SyntheticFunction {
    pub name: String,
    /// Class whose constants and members it uses as its own.
    pub class: Option<Arc<Linked>>,
    pub parameters: Vec<Kind>,
    pub result: Option<Kind>,
    pub code: Code,
}

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

    /// Name of a method as a function: `java.lang.String.length()I`. Methods of models and of
    /// classes that the front end made start with `<`, as they are no part of stack traces.
    pub(crate) fn function_name(&self, class: &Linked, name: Symbol, descriptor: Symbol) -> String {
        let hidden = if class.origin == Origin::Library {
            "<"
        } else {
            ""
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
        let (path, descriptor) = name.split_at(name.find('(')?);
        let (class, method) = path.rsplit_once('.')?;
        let linked = self
            .linked(self.class_named(&class.replace('.', "/")))
            .ok()?;
        let method = self.symbols.find(method)?;
        let index = linked.method(method, self.symbols.find(descriptor)?)?;
        Some(self.method_function(&linked, index))
    }

    /// True for a method of a class of the class path, and for what the front end makes for such a class:
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

    /// Makes the body of a function.
    pub(crate) fn make_function(&self, id: FunctionId) -> Result<Function, LoadError> {
        match self.functions[id.0 as usize].key.clone() {
            FunctionKey::Method(class, index) => {
                let what = || self.java_name(self.class_symbol(class));
                let linked = self
                    .linked(class)
                    .map_err(|error| self.load_error(what(), &error))?;
                self.make_method(&linked, index)
            }
            FunctionKey::Initialise(class) => self
                .make_initialiser(class)
                .map_err(|error| self.load_error(self.java_name(self.class_symbol(class)), &error)),
            FunctionKey::Thrower {
                class,
                message,
                descriptor,
                has_receiver,
            } => self.make_thrower(class, message, descriptor, has_receiver),
            FunctionKey::Made(number) => {
                let made = &self.synthetic_functions[number as usize];
                let source = Source {
                    name: made.name.clone(),
                    class: made.class.as_ref(),
                    method: None,
                    code: &made.code,
                    parameters: made.parameters.clone(),
                    parameter_names: Vec::new(),
                    result: made.result,
                    has_receiver: false,
                    file: None,
                    lines: &[],
                    user: false,
                };
                self.translate(&source)
            }
        }
    }

    fn translate(&self, source: &Source<'_>) -> Result<Function, LoadError> {
        translate(self, source).map_err(|error| self.load_error(source.name.clone(), &error))
    }

    fn make_thrower(
        &self,
        class: Symbol,
        message: LiteralId,
        descriptor: Symbol,
        has_receiver: bool,
    ) -> Result<Function, LoadError> {
        let (parameters, result) = self
            .method_kinds(descriptor, has_receiver)
            .unwrap_or_default();
        let member = self.member_named(class, "<init>", "(Ljava/lang/String;)V");
        let code = Code {
            max_locals: 0,
            ops: vec![
                Op::New(class),
                Op::Dup { skip: 0 },
                Op::Literal(message),
                Op::Invoke(Invoke::Special, member),
                Op::Throw,
            ],
            ..Code::default()
        };
        let source = Source {
            name: format!("<throw {}>", self.symbols.text(class)),
            class: None,
            method: None,
            code: &code,
            parameters,
            parameter_names: Vec::new(),
            result,
            has_receiver: false,
            file: None,
            lines: &[],
            user: false,
        };
        self.translate(&source)
    }

    /// A reference to a member by names.
    pub(crate) fn member_named(
        &self,
        class: Symbol,
        name: &str,
        descriptor: &str,
    ) -> crate::class_file::MemberRef {
        crate::class_file::MemberRef {
            class,
            name: self.symbols.intern(name),
            descriptor: self.symbols.intern(descriptor),
            interface: false,
        }
    }

    /// The method that a native method of a model stands for: the original.
    fn original_of(&self, class: &Linked, method: &LinkedMethod) -> Option<Found> {
        let name = self.symbols.text(class.name).strip_prefix("wayfarer/")?;
        if class.origin != Origin::Library || !method.is_native() || !name.contains('/') {
            return None;
        }
        let original = self.linked(self.class_named(name)).ok()?;
        let wanted = self.primitives(method.descriptor, false)?;
        let name = match self.symbols.text(method.name) {
            "__init__" => self.names.constructor,
            _ => method.name,
        };
        let index = original.methods.iter().position(|candidate| {
            candidate.name == name
                && self
                    .primitives(candidate.descriptor, !candidate.is_static())
                    .as_ref()
                    == Some(&wanted)
        })?;
        Some(Found {
            class: original,
            index: index as u32,
        })
    }

    fn make_method(&self, class: &Arc<Linked>, index: u32) -> Result<Function, LoadError> {
        let method = &class.methods[index as usize];
        if let Some(original) = self.original_of(class, method) {
            return self.make_method(&original.class, original.index);
        }
        let name = self.function_name(class, method.name, method.descriptor);
        let fail = |error: &dyn std::fmt::Display| self.load_error(name.clone(), error);
        let has_receiver = !method.is_static();
        let (parameters, result) = self
            .method_kinds(method.descriptor, has_receiver)
            .ok_or_else(|| fail(&"its descriptor is malformed"))?;
        let mut lines: &[(u16, u16)] = &[];
        let mut parameter_names = Vec::new();
        let decoded;
        let code: &Code = match &method.body {
            Body::File(info) => {
                let file = class.file.as_ref().expect("its code is in its file");
                lines = &info.lines;
                parameter_names = self.parameter_names(info, &parameters);
                decoded = decode(file, info, &self.symbols, &|text| self.literal_id(text))
                    .map_err(|error| fail(&error))?;
                &decoded
            }
            Body::Made(code) => code,
            Body::None => {
                decoded = self.bodyless(class, index, &name, result);
                &decoded
            }
        };
        let file = class
            .file
            .as_ref()
            .and_then(|file| file.source_file.as_deref());
        let file = file.map(|file| {
            let package = self.package(class.name);
            let package = package.strip_prefix("wayfarer/").unwrap_or(package);
            self.file_id(&if class.origin == Origin::User {
                self.class_path.source_file(package, file)
            } else if package.is_empty() {
                file.to_owned()
            } else {
                format!("{package}/{file}")
            })
        });
        let source = Source {
            name: name.clone(),
            class: Some(class),
            method: matches!(method.body, Body::File(_)).then_some(index),
            code,
            parameters,
            parameter_names,
            result,
            has_receiver,
            file,
            lines,
            user: class.origin == Origin::User,
        };
        self.split_new(self.translate(&source)?)
    }

    /// What is executed of a native or abstract method.
    fn bodyless(&self, class: &Linked, index: u32, name: &str, result: Option<Kind>) -> Code {
        let method = &class.methods[index as usize];
        let registers = matches!(
            self.symbols.text(method.name),
            "registerNatives" | "initIDs" | "initNative"
        );
        if registers && method.descriptor == self.names.no_parameters {
            return Code {
                ops: vec![Op::Return(None)],
                ..Code::default()
            };
        }
        let what = if method.access & access::NATIVE != 0 {
            format!("native method {name}")
        } else {
            format!("method without code {name}")
        };
        let value = result.map(|kind| match kind {
            Kind::Reference => Op::Null,
            kind => Op::Number(kind, 0),
        });
        let mut ops = vec![Op::Unsupported(what.into())];
        ops.extend(value);
        ops.push(Op::Return(result));
        Code {
            ops,
            ..Code::default()
        }
    }

    /// Names of parameters by the table of local variables.
    fn parameter_names(&self, info: &crate::class_file::CodeInfo, kinds: &[Kind]) -> Vec<String> {
        let mut slot = 0;
        let mut names = Vec::new();
        for kind in kinds {
            let variable = info
                .variables
                .iter()
                .find(|variable| variable.index == slot && variable.start == 0);
            names.push(variable.map_or(String::new(), |v| self.symbols.text(v.name).to_owned()));
            slot += kind.slots();
        }
        names
    }

    /// The decoded code of a method, for messages.
    pub(crate) fn decoded(&self, class: &Linked, index: u32) -> Result<Code, JvmError> {
        let bad = |error: DecodeError| JvmError::format(&class.ir.name, error);
        match (&class.methods[index as usize].body, &class.file) {
            (Body::File(info), Some(file)) => {
                decode(file, info, &self.symbols, &|text| self.literal_id(text)).map_err(bad)
            }
            (Body::Made(code), _) => Ok((**code).clone()),
            _ => Ok(Code::default()),
        }
    }
}
