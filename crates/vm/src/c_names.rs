//! What things of C programs are called: functions that ask for inputs, types by their shape.

use ir::Type;

/// What the names of functions begin with that stand for any the callers of a function under test may give
/// it: what they return are inputs.
pub const STAND_IN: &str = "wf_stub_";
/// As [`STAND_IN`], where they return nothing, or null.
pub const STAND_IN_WITHOUT_RESULT: &str = "wf_empty_";

/// True for the name of a function by which programs for verifiers ask for a value of a type of their
/// own: `__VERIFIER_nondet_msg_t`.
pub fn asks_for_input(name: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "__VERIFIER_nondet_",
        "nondet_",
        STAND_IN,
        STAND_IN_WITHOUT_RESULT,
    ];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// How an assumption ends by which variables hold what they are initialised with.
pub const NOT_LOOKED_INTO: &str = "what the program computes for it is not looked into";

/// What functions call that stand for some without body.
pub const STUBBED: &str = "wf_stubbed";

/// C name of a type of that shape.
pub fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Int(1) => "_Bool",
        Type::Int(8) => "char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long",
        Type::Int(128) => "__int128",
        Type::Int(_) => "integer",
        Type::Float(ir::FloatFormat::Half) => "_Float16",
        Type::Float(ir::FloatFormat::Single) => "float",
        Type::Float(ir::FloatFormat::Double) => "double",
        Type::Float(ir::FloatFormat::X87) => "long double",
        Type::Float(ir::FloatFormat::Quad) => "__float128",
        Type::Ptr => "void *",
    }
}
