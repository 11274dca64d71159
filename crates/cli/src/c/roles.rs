//! What a function of the program is to the object that a pointer leads to, by its types and its name.

use ir::{
    CompareOp, Constant, Function, InstructionKind, Location, Module, Operand, Program, Reg,
    SourceType, SourceTypeId,
};
use suite::unit::Making;

/// Parameters of one of them at the most.
const MOST_PARAMETERS: usize = 8;

/// Words in the names of functions that begin the life of an object.
const BEGINNINGS: [&str; 12] = [
    "init",
    "initialize",
    "initialise",
    "new",
    "create",
    "make",
    "setup",
    "open",
    "alloc",
    "ctor",
    "construct",
    "begin",
];
/// Words in the names of those that end it, and of those that do so where they are given nothing else.
const ENDS_ALWAYS: [&str; 4] = ["free", "destroy", "dispose", "dealloc"];
const ENDS: [&str; 10] = [
    "delete", "release", "unref", "close", "fini", "finish", "cleanup", "term", "deinit", "dtor",
];

/// Words in the names of those that take something out of an object.
const REMOVALS: [&str; 6] = ["remove", "delete", "erase", "unlink", "detach", "replace"];

/// The type of the pointer to a structure that a pointer leads to (`T **`), if it may be written.
pub fn held_pointer(module: &Module, ty: SourceTypeId) -> Option<SourceTypeId> {
    let SourceType::Pointer { target } = module.source_type(module.resolved_type(ty)) else {
        return None;
    };
    let holds = is_structure(module, *target) && !is_to_constant(module, ty);
    holds.then_some(*target)
}

/// True if what a function is given beside the object that it makes are numbers, texts, bytes with a length and the like.
pub fn is_plain(module: &Module, parameters: &[SourceTypeId], making: Making) -> bool {
    let resolved = |ty: SourceTypeId| module.source_type(module.resolved_type(ty));
    let own = usize::from(making != Making::Returned);
    (own..parameters.len()).all(|number| {
        let SourceType::Pointer { target } = resolved(parameters[number]) else {
            return true;
        };
        let behind = parameters.get(number + 1).map(|&ty| resolved(ty));
        match resolved(*target) {
            SourceType::Int { .. } | SourceType::Float { .. } | SourceType::Function { .. } => true,
            SourceType::Void => matches!(behind, Some(SourceType::Int { .. })),
            _ => false,
        }
    })
}

/// The types of the parameters of a function, as its source has them.
pub fn parameter_types(function: &Function) -> Option<Vec<SourceTypeId>> {
    match function.source_parameters.as_slice() {
        [] => {
            let parameters = function.parameters.iter();
            parameters.map(|it| it.source_type).collect()
        }
        declared => Some(declared.iter().map(|it| it.ty).collect()),
    }
}

/// Whether pointers of that type are made by calls: to structures, or such as have a name of their own.
pub fn may_be_made(module: &Module, ty: SourceTypeId) -> bool {
    let SourceType::Pointer { target } = module.source_type(module.resolved_type(ty)) else {
        return false;
    };
    let target = module.source_type(module.resolved_type(*target));
    let named =
        pointer_name(module, ty).is_some() && !matches!(target, SourceType::Function { .. });
    named || is_structure(module, ty)
}

/// True for pointers to structures.
pub fn is_structure(module: &Module, ty: SourceTypeId) -> bool {
    match module.source_type(module.resolved_type(ty)) {
        SourceType::Pointer { target } => {
            let target = module.source_type(module.resolved_type(*target));
            matches!(target, SourceType::Record { .. })
        }
        _ => false,
    }
}

/// The name that a `typedef` gives to a pointer.
fn pointer_name(module: &Module, ty: SourceTypeId) -> Option<&str> {
    match module.source_type(ty) {
        SourceType::Typedef { name, .. } => Some(name),
        SourceType::Qualified { target, .. } => pointer_name(module, *target),
        _ => None,
    }
}

/// True if a type is that of a handle: the same structure behind it, or the same name.
pub fn is_handle(module: &Module, one: SourceTypeId, ty: SourceTypeId) -> bool {
    module.same_type(one, ty)
        && (is_structure(module, ty) || pointer_name(module, one) == pointer_name(module, ty))
}

/// True for the type of pointers to a type.
pub fn is_pointer_to(module: &Module, pointer: SourceTypeId, ty: SourceTypeId) -> bool {
    match module.source_type(module.resolved_type(pointer)) {
        SourceType::Pointer { target } => module.same_type(*target, ty),
        _ => false,
    }
}

/// True for pointers to what may not be written.
pub fn is_to_constant(module: &Module, pointer: SourceTypeId) -> bool {
    let SourceType::Pointer { target } = module.source_type(module.resolved_type(pointer)) else {
        return false;
    };
    let mut ty = *target;
    loop {
        match module.source_type(ty) {
            SourceType::Qualified { qualifier, .. } if qualifier == "const" => return true,
            SourceType::Qualified { target, .. } | SourceType::Typedef { target, .. } => {
                ty = *target
            }
            _ => return false,
        }
    }
}

/// How a function makes what a pointer of a type leads to, and whether it begins it; `None` if it does not.
pub fn role(
    module: &Module,
    function: &Function,
    parameters: &[SourceTypeId],
    ty: SourceTypeId,
) -> Option<(Making, bool)> {
    let ends = parameters.len() == 1 && has_word(&function.name, &ENDS)
        || has_word(&function.name, &ENDS_ALWAYS);
    if parameters.len() > MOST_PARAMETERS || ends {
        return None;
    }
    let begins = has_word(&function.name, &BEGINNINGS);
    let returns = function
        .source_result
        .is_some_and(|own| is_handle(module, own, ty));
    let given = parameters
        .iter()
        .filter(|&&it| is_handle(module, it, ty))
        .count();
    let first = parameters.first().copied();
    let given_first = first.is_some_and(|first| is_handle(module, first, ty));
    let stored = first.is_some_and(|first| is_pointer_to(module, first, ty));
    let may_write = first.is_some_and(|first| !is_to_constant(module, first));
    match (given, given_first) {
        (0, _) if returns => Some((Making::Returned, true)),
        (0, _) if stored => Some((Making::Stored, begins)),
        (1, true) if returns => Some((Making::Returned, false)),
        // One that returns something else makes that: `char *list_alloc_text(struct list *)`.
        (1, true) if may_write => {
            Some((Making::Filled, begins && !returns_pointer(module, function)))
        }
        _ => None,
    }
}

/// True if a function returns a pointer.
fn returns_pointer(module: &Module, function: &Function) -> bool {
    let result = function.source_result;
    let result = result.map(|ty| module.source_type(module.resolved_type(ty)));
    matches!(result, Some(SourceType::Pointer { .. }))
}

/// True if a function takes something out of an object, by its name: what it is given is a part of that.
pub fn removes(name: &str) -> bool {
    has_word(name, &REMOVALS)
}

/// What a function returns that is given a pointer of a type first and may not write there, if that is a pointer to a structure.
pub fn looked_up(
    module: &Module,
    function: &Function,
    parameters: &[SourceTypeId],
    ty: SourceTypeId,
) -> Option<SourceTypeId> {
    let first = *parameters.first()?;
    let given = parameters.iter().filter(|&&it| is_handle(module, it, ty));
    let looks = given.count() == 1 && is_handle(module, first, ty) && is_to_constant(module, first);
    returned_structure(module, function).filter(|_| looks && parameters.len() <= MOST_PARAMETERS)
}

/// The type of what a function returns, if that is a pointer to a structure which may be written.
pub fn returned_structure(module: &Module, function: &Function) -> Option<SourceTypeId> {
    let result = function.source_result?;
    (is_structure(module, result) && !is_to_constant(module, result)).then_some(result)
}

/// The type of the pointer to a structure that a pointer leads to, be it for reading only.
pub fn behind_pointer(module: &Module, ty: SourceTypeId) -> Option<SourceTypeId> {
    match module.source_type(module.resolved_type(ty)) {
        SourceType::Pointer { target } => Some(*target).filter(|it| is_structure(module, *it)),
        _ => None,
    }
}

/// True if a function compares a parameter with null: its callers may pass that.
pub fn asks_for_null(function: &Function, parameter: &str) -> bool {
    let mut parameters = function.parameters.iter();
    let parameter = parameters.find(|it| it.name == parameter);
    parameter.is_some_and(|it| null_comparisons(function, it.register).next().is_some())
}

/// Where a function compares a parameter with null, as its callers have passed it.
pub fn null_comparisons(
    function: &Function,
    parameter: Reg,
) -> impl Iterator<Item = Location> + '_ {
    let blocks = function.blocks.iter();
    let instructions = blocks.flat_map(|block| &block.instructions);
    let of_it = instructions.filter(move |instruction| match &instruction.kind {
        InstructionKind::Compare {
            op: CompareOp::Eq | CompareOp::Ne,
            left: Operand::Register(register),
            right: Operand::Constant(Constant::Bits(0)),
            ..
        } => *register == parameter,
        _ => false,
    });
    of_it.map(|instruction| instruction.location)
}

/// True if one of the words is among those of a name: `csv_init`, `http_parser_init`, `listCreate`, `sdsnew`.
fn has_word(name: &str, words: &[&str]) -> bool {
    let mut own = vec![String::new()];
    for c in name.chars() {
        if c == '_' || c.is_ascii_uppercase() {
            own.push(String::new());
        }
        if let Some(last) = own.last_mut().filter(|_| c.is_ascii_alphabetic()) {
            last.push(c.to_ascii_lowercase());
        }
    }
    own.iter().any(|own| words.contains(&own.as_str()))
        || words.iter().any(|word| name.ends_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names_are_told() {
        for name in ["csv_init", "listCreate", "sdsnew", "init_list", "buf_new2"] {
            assert!(has_word(name, &BEGINNINGS), "{name}");
        }
        for name in ["list_append", "renew_all", "knows", "made"] {
            assert!(!has_word(name, &BEGINNINGS), "{name}");
        }
        assert!(has_word("list_free", &ENDS_ALWAYS) && has_word("sdsfree", &ENDS_ALWAYS));
    }
}
