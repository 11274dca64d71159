//! What a program does with `errno`, for those who watch over it: <errno.h> for programs under test then makes each
//! use a call of `wf_errno`, which names its place. What is done there only the code around it says.

use crate::reader::{Module, Value};
use llvm_sys::LLVMOpcode;
use std::collections::BTreeMap;

/// What <errno.h> calls at each use: with file, line and a number.
const USED: &str = "wf_errno";
/// Called where `errno` is read.
pub(crate) const READ: &str = "wf_errno_read";
/// Called where it is set.
pub(crate) const SET: &str = "wf_errno_set";
/// Called where it is only copied, and where nothing can be said.
const OTHER: &str = "__errno_location";

/// What is done with `errno` at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrnoUse {
    /// Its value matters.
    Read,
    /// It gets a value, or its address is taken.
    Set,
    /// Its value is kept for later, or goes back to a caller.
    Copied,
}

/// Where a program uses `errno`: the name of the file, the line, and a number in the file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ErrnoPlace {
    /// Without directories.
    pub file: String,
    /// From 1.
    pub line: u64,
    /// Counts the uses in a file that is compiled.
    pub number: u64,
}

/// Has the program call at each use of `errno` what says how it is used; gives the uses. Where two files of a name have
/// the same place and do different things there, it is taken as copied.
pub(crate) fn tell_apart(module: &mut Module<'_>) -> BTreeMap<ErrnoPlace, ErrnoUse> {
    let mut uses = BTreeMap::new();
    let Some(function) = module.function(USED) else {
        return uses;
    };
    for call in function.users().filter(|user| user.is_call_of(USED)) {
        let Some(place) = place(call) else { continue };
        let this = use_of(call);
        let known = uses.entry(place).or_insert(this);
        if *known != this {
            *known = ErrnoUse::Copied;
        }
    }
    let chosen = |call: Value<'_>| {
        let this = place(call).and_then(|place| uses.get(&place).copied());
        match this {
            Some(ErrnoUse::Read) => READ,
            Some(ErrnoUse::Set) => SET,
            Some(ErrnoUse::Copied) | None => OTHER,
        }
    };
    module.call_without_arguments(USED, chosen);
    uses
}

/// What a call of [`USED`] names.
fn place(call: Value<'_>) -> Option<ErrnoPlace> {
    let [file, line, number] = call.arguments()[..] else {
        return None;
    };
    let bytes = file.string_at()?;
    let text = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
    Some(ErrnoPlace {
        file: String::from_utf8_lossy(text).into_owned(),
        line: line.constant()?,
        number: number.constant()?,
    })
}

/// What is done with the place that a call gives.
fn use_of(call: Value<'_>) -> ErrnoUse {
    let mut used = ErrnoUse::Copied;
    for user in call.users() {
        match user.opcode() {
            LLVMOpcode::LLVMLoad if is_only_kept(user) => {}
            LLVMOpcode::LLVMLoad => used = ErrnoUse::Read,
            _ => return ErrnoUse::Set,
        }
    }
    used
}

/// True if a value is only stored, in whatever width, or returned.
fn is_only_kept(value: Value<'_>) -> bool {
    value.users().all(|user| match user.opcode() {
        LLVMOpcode::LLVMStore | LLVMOpcode::LLVMRet => true,
        LLVMOpcode::LLVMSExt | LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMTrunc => is_only_kept(user),
        _ => false,
    })
}
