//! Functions of the C library that the program calls under other names in a native run, so that it
//! gets what the machine's library models gave it.

use super::symbols::Changes;
use crate::{EntryPoint, Plan, SuiteError};
use std::path::Path;

/// Functions that allocate; the runtime (`allocations.c`) has each with `wf_` before its name.
const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "strdup",
    "strndup",
];

/// Functions whose results are not glibc's under AddressSanitizer; the runtime (`comparisons.c`) has each with
/// `wf_` before its name.
const COMPARISONS: &[&str] = &["memcmp", "strcasecmp", "strcmp", "strncasecmp", "strncmp"];

/// Functions that tell of the program's surroundings; the runtime (`surroundings.c`, `replayed.c`, `files.c`)
/// has each with `wf_` before its name.
pub(crate) const SURROUNDINGS: &[&str] = &[
    "__sysv_signal",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
    "bsd_signal",
    "canonicalize_file_name",
    "chown",
    "clock",
    "clock_getres",
    "clock_gettime",
    "clock_nanosleep",
    "clock_settime",
    "closedir",
    "copy_file_range",
    "ctime",
    "ctime_r",
    "dirfd",
    "endgrent",
    "endpwent",
    "fchown",
    "fchownat",
    "fdopendir",
    "fstat",
    "fstat64",
    "fstatat",
    "fstatat64",
    "fstatfs",
    "fstatfs64",
    "fstatvfs",
    "fstatvfs64",
    "futimens",
    "futimes",
    "futimesat",
    "get_current_dir_name",
    "getcwd",
    "getegid",
    "getentropy",
    "geteuid",
    "getgid",
    "getgrent",
    "getgrgid",
    "getgrgid_r",
    "getgrnam",
    "getgrnam_r",
    "getgrouplist",
    "getgroups",
    "gethostname",
    "getlogin",
    "getlogin_r",
    "getpgrp",
    "getpid",
    "getppid",
    "getpwent",
    "getpwnam",
    "getpwnam_r",
    "getpwuid",
    "getpwuid_r",
    "getrandom",
    "getresgid",
    "getresuid",
    "getrlimit",
    "getrusage",
    "getsid",
    "gettid",
    "gettimeofday",
    "getuid",
    "ioctl",
    "kill",
    "killpg",
    "lchown",
    "localtime",
    "localtime_r",
    "lstat",
    "lstat64",
    "lutimes",
    "mallopt",
    "mincore",
    "mktime",
    "nanosleep",
    "opendir",
    "readdir",
    "readdir64",
    "readdir64_r",
    "readdir_r",
    "realpath",
    "rewinddir",
    "scandir",
    "scandir64",
    "sched_getaffinity",
    "seekdir",
    "setgrent",
    "setpwent",
    "settimeofday",
    "sigaction",
    "signal",
    "sleep",
    "stat",
    "stat64",
    "statfs",
    "statfs64",
    "statvfs",
    "statvfs64",
    "statx",
    "sysconf",
    "telldir",
    "time",
    "timelocal",
    "times",
    "timespec_get",
    "uname",
    "usleep",
    "utime",
    "utimensat",
    "utimes",
];

/// Functions that an object of the program calls by other names: the runtime's. What the C library calls itself stays
/// as it is. Allocations are the runtime's where they may fail and where a sanitizer watches what is
/// allocated.
pub(super) fn redirected(plan: &Plan, sanitized: bool) -> Changes {
    let mut changes = Changes::default();
    if plan.free_memory {
        // These call the allocators that may fail.
        for name in ir::ALLOCATORS {
            changes.rename(name, format!("wf_free_{name}"));
        }
    }
    // The harness calls a function under test by its own name.
    let entry = match &plan.entry {
        EntryPoint::Function { name, .. } => name.as_str(),
        EntryPoint::Main => "main",
    };
    let allocators: &[&str] = match plan.failing_malloc || sanitized {
        true => ALLOCATORS,
        false => &[],
    };
    let comparisons: &[&str] = if sanitized { COMPARISONS } else { &[] };
    let names = SURROUNDINGS.iter().chain(allocators).chain(comparisons);
    for name in names.filter(|name| **name != entry) {
        changes.rename(name, format!("wf_{name}"));
    }
    changes
}

/// Has an object of the runtime allocate as the program does.
pub(super) fn redirect_allocations(object: &Path) -> Result<(), SuiteError> {
    let mut changes = Changes::default();
    for name in ALLOCATORS {
        changes.rename(name, format!("wf_{name}"));
    }
    changes.make(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_has_each_function_and_no_other() {
        let sources = [
            include_str!("../../runtime/surroundings.c"),
            include_str!("../../runtime/replayed.c"),
            include_str!("../../runtime/files.c"),
        ];
        let mut defined: Vec<String> = Vec::new();
        for line in sources.iter().flat_map(|source| source.lines()) {
            let Some(definition) = line.strip_prefix("WF_WEAK ") else {
                continue;
            };
            let definition = definition.replace("WF_NAME(", "wf_").replacen(")(", "(", 1);
            let end = definition.find('(').expect("a function");
            let name = &definition[..end];
            let name = &name[name.find("wf_").expect("its name") + 3..];
            defined.push(name.to_owned());
        }
        defined.sort();
        assert_eq!(defined, SURROUNDINGS);
        let comparisons = include_str!("../../runtime/comparisons.c").lines();
        let defined = comparisons.filter_map(|line| {
            let definition = line.strip_prefix("WF_WEAK int wf_")?;
            Some(&definition[..definition.find('(')?])
        });
        let mut defined: Vec<&str> = defined.collect();
        defined.sort_unstable();
        assert_eq!(defined, COMPARISONS);
    }
}
