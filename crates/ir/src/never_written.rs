//! Memory that a program is the first to write, as the machine and a native run number it alike.

/// Functions of the C library that return such memory. `calloc` is not among them: what it returns is
/// written.
pub const ALLOCATORS: &[&str] = &[
    "malloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
];

/// True for the name of a local variable that is numbered. Temporary ones that a compiler makes for
/// itself, which a build with sanitizers has more of, are not.
pub fn is_numbered_variable(name: &str) -> bool {
    !name.is_empty() && !name.contains('.') && !["retval", "saved_stack"].contains(&name)
}
