//! How the bodies of functions come to be.

use crate::bytecode::{Code, Invoke, Op};
use crate::bytecode::{DecodeError, decode};
use crate::class_file::access;
use crate::descriptor::Kind;
use crate::linking::Found;
use crate::program::FunctionKey;
use crate::program::{Body, Linked, LinkedMethod};
use crate::source::Origin;
use crate::symbol::Symbol;
use crate::translate::{Source, translate};
use crate::{JvmError, Program};
use ir::{Function, FunctionId, LiteralId, LoadError};
use std::sync::Arc;

impl Program {
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
                let mut function = self.translate(&source)?;
                let stands_for = made
                    .stands_for
                    .and_then(|id| ir::Program::function(self, id).ok());
                if let Some(stands_for) = stands_for {
                    function.location = stands_for.location;
                }
                Ok(function)
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
            user: class.origin == Origin::User && !self.is_woven(method.name),
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
