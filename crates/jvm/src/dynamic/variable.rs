//! Calls of methods whose descriptor is that of the call (JVMS 2.9.3).

use crate::Program;
use crate::class_file::MemberRef;
use ir::FunctionId;

impl Program {
    /// The function for a call of such a method; `None` if it is none.
    pub(crate) fn signature_polymorphic(
        &self,
        _member: &MemberRef,
    ) -> Option<Result<FunctionId, String>> {
        None
    }
}
