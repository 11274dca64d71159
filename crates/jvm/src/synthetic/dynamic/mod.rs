//! Dynamically computed call sites and constants: what the JDK's bootstrap methods would make at run
//! time is made here, as functions and classes of plain instructions.

mod adapt;
mod concat;
mod handle;
mod lambda;
mod record;
mod reflect;
mod switch;
mod variable;

use crate::Program;
use crate::bytecode::{Code, Op};
use crate::class_file::{DynamicRef, FormatError, HandleRef, MemberRef, PoolConstant};
use crate::descriptor::Signature;
use crate::program::CallSitePlace;
use crate::program::DynamicError;
use crate::program::DynamicResult as Result;
use crate::program::Linked;
use crate::program::SyntheticFunction;
use crate::symbol::Symbol;
use ir::FunctionId;
use std::sync::Arc;

/// A call site, its bootstrap method resolved.
struct Site<'a> {
    class: &'a Arc<Linked>,
    dynamic: &'a DynamicRef,
    /// The instruction, where it has something of its own.
    place: Option<CallSitePlace>,
    /// Name in the call site.
    name: &'a str,
    /// Types of the call.
    signature: Signature<'a>,
    /// Static arguments.
    arguments: Vec<PoolConstant>,
}

/// Types of a call.
fn signature(descriptor: &str) -> Result<Signature<'_>> {
    Signature::parse(descriptor).ok_or_else(|| DynamicError::Descriptor(descriptor.to_owned()))
}

impl Program {
    /// The function that a dynamic call site calls; it has the kinds of the site's descriptor. Instructions that stand for
    /// the same constant share it, but for those that take nothing: each makes one object, when it is executed first.
    pub(crate) fn call_site(
        &self,
        class: &Arc<Linked>,
        dynamic: &DynamicRef,
        place: Option<CallSitePlace>,
    ) -> Result<FunctionId> {
        let takes_nothing = self.symbols.text(dynamic.descriptor).starts_with("()");
        let place = place.filter(|_| takes_nothing);
        let key = (class.id, *dynamic, place);
        let known = self.call_sites.read().unwrap_or_else(|e| e.into_inner());
        if let Some(found) = known.get(&key) {
            return found.clone();
        }
        drop(known);
        let made = self.make_call_site(class, dynamic, place);
        let mut known = self.call_sites.write().unwrap_or_else(|e| e.into_inner());
        known.entry(key).or_insert(made).clone()
    }

    fn make_call_site(
        &self,
        class: &Arc<Linked>,
        dynamic: &DynamicRef,
        place: Option<CallSitePlace>,
    ) -> Result<FunctionId> {
        let (method, arguments) = self.bootstrap(class, dynamic)?;
        let descriptor = self.symbols.text(dynamic.descriptor);
        let site = Site {
            class,
            dynamic,
            place,
            name: self.symbols.text(dynamic.name),
            signature: signature(descriptor)?,
            arguments,
        };
        let of = self.symbols.text(method.class);
        let name = self.symbols.text(method.name);
        match (of, name) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.lambda(&site)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                self.concatenation(&site, true)
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcat") => {
                self.concatenation(&site, false)
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record_method(&site),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
                self.pattern_switch(&site)
            }
            _ => Err(DynamicError::Bootstrap(format!(
                "{}.{name}",
                of.replace('/', ".")
            ))),
        }
    }

    /// The bootstrap method and the static arguments of a call site or constant.
    fn bootstrap(
        &self,
        class: &Arc<Linked>,
        dynamic: &DynamicRef,
    ) -> Result<(MemberRef, Vec<PoolConstant>)> {
        let file = class.file.as_ref().ok_or(DynamicError::NoFile)?;
        let (handle, arguments) = file
            .bootstrap_methods
            .get(usize::from(dynamic.bootstrap))
            .ok_or(DynamicError::NoBootstrap(dynamic.bootstrap))?;
        let PoolConstant::MethodHandle(handle) = file.constant(*handle, &self.symbols)? else {
            return Err(DynamicError::NoHandle);
        };
        let arguments = arguments
            .iter()
            .map(|index| file.constant(*index, &self.symbols));
        Ok((
            handle.member,
            arguments.collect::<Result<_, FormatError>>()?,
        ))
    }

    /// Adds the function of a call site.
    fn add_site(&self, site: &Site<'_>, what: &str, ops: Vec<Op>) -> FunctionId {
        self.add_function(SyntheticFunction {
            stands_for: None,
            name: format!("<{what} of {}>", site.class.ir.name),
            class: None,
            parameters: site
                .signature
                .parameters
                .iter()
                .map(|ty| ty.kind())
                .collect(),
            result: site.signature.result.map(|ty| ty.kind()),
            code: Code {
                ops,
                ..Code::default()
            },
        })
    }

    /// The function that makes a method handle.
    pub(crate) fn handle_constant(
        &self,
        _class: Option<&Arc<Linked>>,
        handle: &HandleRef,
    ) -> Result<FunctionId> {
        let name = self.symbols.text(handle.member.name);
        Err(DynamicError::HandleConstant(name.to_owned()))
    }

    /// The function that makes a method type.
    pub(crate) fn method_type_constant(&self, descriptor: Symbol) -> Result<FunctionId> {
        let text = self.symbols.text(descriptor);
        Err(DynamicError::TypeConstant(text.to_owned()))
    }

    /// The function that makes a dynamically computed constant.
    pub(crate) fn dynamic_constant(
        &self,
        _class: Option<&Arc<Linked>>,
        dynamic: &DynamicRef,
    ) -> Result<FunctionId> {
        let name = self.symbols.text(dynamic.name);
        Err(DynamicError::DynamicConstant(name.to_owned()))
    }
}
