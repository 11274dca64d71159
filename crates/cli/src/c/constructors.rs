//! The functions of a program that make what a pointer leads to, found by their types and names.

use ir::analysis::functions_of;
use ir::{Function, FunctionId, Module, Program, SourceType, SourceTypeId};
use suite::unit::Making;

/// Most functions of a kind that are taken.
const MOST_MAKERS: usize = 6;
const MOST_OTHERS: usize = 10;
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

/// Functions that make what a pointer leads to.
#[derive(Default)]
pub struct Constructors {
    /// Those that begin it.
    pub makers: Vec<(String, Making)>,
    /// Those that change it: they are given it first, and may write to it.
    pub others: Vec<(String, Making)>,
}

/// A function that makes what a pointer leads to, or goes on making it.
struct Candidate {
    name: String,
    making: Making,
    /// It is in the source of the function.
    own: bool,
    /// Other sources can call it.
    visible: bool,
    /// It needs no other objects.
    plain: bool,
}

/// Finds them for a parameter of a function: in the source that defines it, and among those that it `declares`, as tests of it
/// know their names. What the parameter leads to is a structure, or a pointer to one.
pub fn find(
    module: &Module,
    function: &str,
    ty: SourceTypeId,
    declares: &dyn Fn(&str) -> bool,
) -> Constructors {
    let mut found = Constructors::default();
    let ty = held_pointer(module, ty).unwrap_or(ty);
    let entry = module.find_function(function);
    let file = entry
        .and_then(|id| module.function(id).ok())
        .and_then(|it| it.location.file);
    if !may_be_made(module, ty) || file.is_none() {
        return found;
    }
    let (mut makers, mut others) = (Vec::new(), Vec::new());
    for (number, function) in functions_of(module).iter().enumerate() {
        let own = function.location.file == file;
        let called = function.user && !function.is_declaration() && (own || !function.internal);
        if !called || function.variadic || function.name.contains('.') {
            continue;
        }
        let under_test = Some(FunctionId(number as u32)) == entry;
        let Some(parameters) = parameter_types(function) else {
            continue;
        };
        if let Some((making, begins)) = role(module, function, &parameters, ty) {
            let list = match begins {
                true if under_test => continue,
                _ if !own && !declares(&function.name) => continue,
                true => &mut makers,
                false => &mut others,
            };
            list.push(Candidate {
                name: function.name.clone(),
                making,
                own,
                visible: !function.internal,
                plain: is_plain(module, &parameters, making),
            });
        }
    }
    if !is_structure(module, ty) {
        // There are no objects of it in place.
        makers.retain(|it| it.making != Making::Filled);
    }
    // What needs other objects gets raw memory for them, and callers know nothing of what is static.
    prefer(&mut makers, |it| it.plain);
    prefer(&mut makers, |it| it.visible);
    prefer(&mut others, |it| it.visible);
    makers.sort_by_key(|it| !it.own);
    others.sort_by_key(|it| !it.own);
    let named = |it: Candidate| (it.name, it.making);
    found.makers = makers.into_iter().take(MOST_MAKERS).map(named).collect();
    found.others = others.into_iter().take(MOST_OTHERS).map(named).collect();
    // An object in place is what most callers have; what begins plain is tried first.
    found
        .makers
        .sort_by_key(|(_, making)| *making != Making::Filled);
    found
}

/// Leaves only those that are preferred, if there are any.
fn prefer(all: &mut Vec<Candidate>, preferred: impl Fn(&Candidate) -> bool) {
    if all.iter().any(&preferred) {
        all.retain(preferred);
    }
}

/// The type of the pointer to a structure that a pointer leads to (`T **`), if it may be written.
pub fn held_pointer(module: &Module, ty: SourceTypeId) -> Option<SourceTypeId> {
    let SourceType::Pointer { target } = module.source_type(module.resolved_type(ty)) else {
        return None;
    };
    let holds = is_structure(module, *target) && !is_to_constant(module, ty);
    holds.then_some(*target)
}

/// True if what a function is given beside the object that it makes are numbers, texts, bytes with a length and the like.
fn is_plain(module: &Module, parameters: &[SourceTypeId], making: Making) -> bool {
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
fn parameter_types(function: &Function) -> Option<Vec<SourceTypeId>> {
    match function.source_parameters.as_slice() {
        [] => {
            let parameters = function.parameters.iter();
            parameters.map(|it| it.source_type).collect()
        }
        declared => Some(declared.iter().map(|it| it.ty).collect()),
    }
}

/// Whether pointers of that type are made by calls: to structures, or such as have a name of their own.
fn may_be_made(module: &Module, ty: SourceTypeId) -> bool {
    let SourceType::Pointer { target } = module.source_type(module.resolved_type(ty)) else {
        return false;
    };
    let target = module.source_type(module.resolved_type(*target));
    let named =
        pointer_name(module, ty).is_some() && !matches!(target, SourceType::Function { .. });
    named || is_structure(module, ty)
}

/// True for pointers to structures.
fn is_structure(module: &Module, ty: SourceTypeId) -> bool {
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
fn is_handle(module: &Module, one: SourceTypeId, ty: SourceTypeId) -> bool {
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
fn is_to_constant(module: &Module, pointer: SourceTypeId) -> bool {
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
fn role(
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
