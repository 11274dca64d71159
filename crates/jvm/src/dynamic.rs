//! Dynamically computed call sites and constants.

use crate::Program;
use crate::class::Linked;
use crate::class_file::{DynamicRef, HandleRef, MemberRef};
use crate::symbol::Symbol;
use ir::FunctionId;
use std::sync::Arc;

impl Program {
    /// The function that a dynamic call site calls.
    pub(crate) fn call_site(
        &self,
        class: &Arc<Linked>,
        dynamic: &DynamicRef,
    ) -> Result<FunctionId, String> {
        let name = self.symbols.text(dynamic.name);
        Err(format!("invokedynamic {name} in {}", class.ir.name))
    }

    /// The function that makes a method handle.
    pub(crate) fn handle_constant(
        &self,
        _class: Option<&Arc<Linked>>,
        _handle: &HandleRef,
    ) -> Result<FunctionId, String> {
        Err("method handle constant".to_owned())
    }

    /// The function that makes a method type.
    pub(crate) fn method_type_constant(&self, _descriptor: Symbol) -> Result<FunctionId, String> {
        Err("method type constant".to_owned())
    }

    /// The function that makes a dynamically computed constant.
    pub(crate) fn dynamic_constant(
        &self,
        _class: Option<&Arc<Linked>>,
        _dynamic: &DynamicRef,
    ) -> Result<FunctionId, String> {
        Err("dynamic constant".to_owned())
    }

    /// The function for a call of a method whose descriptor is that of the call (JVMS 2.9.3).
    pub(crate) fn signature_polymorphic(
        &self,
        _member: &MemberRef,
    ) -> Option<Result<FunctionId, String>> {
        None
    }
}
