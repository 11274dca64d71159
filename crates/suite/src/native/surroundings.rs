//! The sources of what stands for a program's surroundings in a native run.

use crate::{HostInput, Plan};

/// Functions that stand for the C library's.
const SOURCE: &str = include_str!("../../runtime/surroundings.c");

/// What the machine's models have as well.
const HEADERS: &[(&str, &str)] = &[
    ("host.h", include_str!("../../../llvm/library/host.h")),
    (
        "host_clock.h",
        include_str!("../../../llvm/library/host_clock.h"),
    ),
    (
        "host_process.h",
        include_str!("../../../llvm/library/host_process.h"),
    ),
];

/// What may be an input, in the order of `host.h`.
const FREE: [HostInput; 3] = [HostInput::Clock, HostInput::Process, HostInput::User];

/// `surroundings.c` and its headers, as a plan has them: names and texts.
pub(crate) fn files(plan: &Plan) -> Vec<(&'static str, String)> {
    let bits = FREE.iter().enumerate();
    let free = bits.filter(|(_, what)| plan.free.contains(what));
    let free: u32 = free.map(|(bit, _)| 1 << bit).sum();
    let source = (
        "surroundings.c",
        format!("#define WF_FREE {free}\n{SOURCE}"),
    );
    let headers = HEADERS.iter().map(|&(name, text)| (name, text.to_owned()));
    headers.chain([source]).collect()
}

/// True if the source has this function.
pub(crate) fn has(name: &str) -> bool {
    SOURCE.contains(&format!(" WF_NAME({name})(")) || SOURCE.contains(&format!("*WF_NAME({name})("))
}
