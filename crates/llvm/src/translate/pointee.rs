//! What a function takes a pointer to `void` for, as its own code shows: the variable that it is assigned to, the
//! structure whose members are accessed through it, the parameter that it is handed on as, or the pointers and numbers
//! that are read through it.

use super::module::ModuleTranslator;
use crate::debug::{DebugInfo, Node};
use crate::reader::{Ty, TyKind, Value, ValueKind};
use ir::{FloatFormat, SourceTypeId};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashSet;

/// Values that are followed, for each pointer.
const MOST_VALUES: usize = 256;

/// Functions of the library that are given strings.
const OF_STRINGS: [&str; 20] = [
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "strlen",
    "strnlen",
    "strdup",
    "strndup",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strstr",
    "strtol",
    "strtoul",
    "atoi",
    "puts",
];

/// Qualifiers and names of types behind each other; malformed debug information may be cyclic.
const MOST_NAMES: usize = 64;

impl<'m> ModuleTranslator<'m> {
    /// The type behind an argument whose declared type is that debug node, if that is a pointer to `void` and all uses
    /// that tell agree. Bytes tell nothing: whatever is copied is seen as bytes.
    pub fn pointee_by_use(
        &mut self,
        function: &str,
        argument: Value<'m>,
        declared: u32,
    ) -> Option<SourceTypeId> {
        if pointee(&self.debug, declared)?.is_some() {
            return None;
        }
        let node = taken_for(&self.debug, function, vec![argument])?;
        Some(self.source_type(node))
    }
}

/// What uses tell of what pointers lead to.
pub(super) enum Told {
    Nothing,
    /// Several types, or something that may be any.
    Contradictory,
    /// A type, with its qualifiers and names.
    Type(u32),
}

/// What the uses of pointers in a function tell that they lead to: what they are copied to, accessed as and handed on as, not
/// what is read through them.
pub(super) fn told_by_uses<'m>(
    debug: &DebugInfo,
    function: &str,
    pointers: Vec<Value<'m>>,
) -> Told {
    let Some(uses) = Uses::of(debug, function, pointers, true) else {
        return Told::Contradictory;
    };
    let mut read = uses.read.iter();
    let of_bytes = uses.by_bytes || read.any(|it| matches!(it.ty().kind(), TyKind::Int(8)));
    let Some(&(first, named)) = uses.found.first() else {
        return match uses.handed_away || of_bytes {
            true => Told::Contradictory,
            false => Told::Nothing,
        };
    };
    let is_byte = debug.metadata.node(first).is_some_and(|node| {
        node.kind == "DIBasicType" && node.number("size").is_none_or(|bits| bits <= 8)
    });
    let mut others = uses.found.iter();
    let agree = others.all(|(other, _)| debug.is_same(*other, first));
    match agree && !is_byte && !of_bytes && !uses.handed_away {
        true => Told::Type(named),
        false => Told::Contradictory,
    }
}

/// The node of the type that pointers are taken for: what tells more goes before what is read through them.
fn taken_for<'m>(debug: &DebugInfo, function: &str, pointers: Vec<Value<'m>>) -> Option<u32> {
    let uses = Uses::of(debug, function, pointers, false)?;
    if !uses.found.is_empty() {
        return uses.agreed();
    }
    let is_pointer = |read: &&Value<'m>| matches!(read.ty().kind(), TyKind::Ptr);
    let pointers: Vec<Value<'m>> = uses.read.iter().filter(is_pointer).copied().collect();
    if pointers.is_empty() {
        let mut numbers = uses.read.iter().map(|read| read.ty());
        let first = numbers.next()?;
        let agree = numbers.all(|other| other == first);
        return number(debug, first).filter(|_| agree);
    }
    if pointers.len() < uses.read.len() {
        return None;
    }
    let behind = Uses::of(debug, function, pointers, true)?.agreed_plain()?;
    let mut nodes = debug.metadata.nodes();
    let leads_there = |node: &Node| {
        let target = node.reference("baseType").filter(|_| is_pointer_type(node));
        target
            .and_then(|target| plain(debug, target))
            .is_some_and(|(target, _)| target == behind)
    };
    nodes.find_map(|(number, node)| leads_there(node).then_some(number))
}

/// The walk through the uses of one pointer.
struct Uses<'a, 'm> {
    debug: &'a DebugInfo,
    function: &'a str,
    pending: Vec<Value<'m>>,
    seen: FxHashSet<Value<'m>>,
    /// Types that uses tell: nodes without and with qualifiers and names.
    found: Vec<(u32, u32)>,
    /// What is read where the pointer leads.
    read: Vec<Value<'m>>,
    /// Bytes tell something, too: the pointer was read from memory, and not copied.
    characters: bool,
    /// Bytes are looked for behind where it leads.
    by_bytes: bool,
    /// It was handed to a function that takes it for something of which nothing is known, such as text.
    handed_away: bool,
}

/// Functions of the library that take memory of any type.
const OF_ANY: [&str; 12] = [
    "free", "realloc", "memcpy", "memmove", "memset", "memcmp", "fread", "fwrite", "read", "write",
    "bsearch", "qsort",
];

impl<'a, 'm> Uses<'a, 'm> {
    /// The uses of pointers; `None` if they are too many.
    fn of(
        debug: &'a DebugInfo,
        function: &'a str,
        pointers: Vec<Value<'m>>,
        characters: bool,
    ) -> Option<Uses<'a, 'm>> {
        let mut uses = Uses {
            debug,
            function,
            pending: pointers,
            seen: FxHashSet::default(),
            found: Vec::new(),
            read: Vec::new(),
            characters,
            by_bytes: false,
            handed_away: false,
        };
        while let Some(value) = uses.pending.pop() {
            if uses.seen.len() >= MOST_VALUES {
                return None;
            }
            if uses.seen.insert(value) {
                uses.variables(value);
                value.users().for_each(|user| uses.user(value, user));
            }
        }
        Some(uses)
    }

    /// The type that all tell.
    fn agreed(&self) -> Option<u32> {
        self.agreed_plain()?;
        self.found.first().map(|(_, told)| *told)
    }

    /// The same without qualifiers and names.
    fn agreed_plain(&self) -> Option<u32> {
        let (plain, _) = *self.found.first()?;
        let mut others = self.found.iter();
        others.all(|(other, _)| *other == plain).then_some(plain)
    }

    fn user(&mut self, value: Value<'m>, user: Value<'m>) {
        if user.kind() != ValueKind::LLVMInstructionValueKind {
            return;
        }
        match user.opcode() {
            LLVMOpcode::LLVMLoad if user.operand(0) == value => self.read.push(user),
            LLVMOpcode::LLVMStore if user.operand(0) == value => self.stored(user.operand(1)),
            LLVMOpcode::LLVMGetElementPtr if user.operand(0) == value => {
                match user.gep_source().kind() {
                    TyKind::Struct(_) => {
                        let node = self.debug.record(&user.gep_source().print());
                        self.tell(node);
                    }
                    TyKind::Int(8) => self.by_bytes = true,
                    _ => {}
                }
            }
            LLVMOpcode::LLVMBitCast
            | LLVMOpcode::LLVMFreeze
            | LLVMOpcode::LLVMPHI
            | LLVMOpcode::LLVMSelect => self.pending.push(user),
            LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => self.passed(value, user),
            _ => {}
        }
    }

    /// The variables that a pointer is tell; so do those that it leads to, if it is a stack slot.
    fn variables(&mut self, pointer: Value<'m>) -> bool {
        let before = self.found.len();
        let name = pointer.name();
        let debug = self.debug;
        for ty in debug
            .variables(self.function, &name)
            .filter(|_| !name.is_empty())
        {
            self.tell(pointee(debug, ty).flatten());
        }
        self.found.len() > before
    }

    /// What is loaded from a variable goes on, unless its type tells.
    fn stored(&mut self, to: Value<'m>) {
        if to.is_local_variable() && !self.variables(to) {
            let loads = to
                .users()
                .filter(|user| user.opcode() == LLVMOpcode::LLVMLoad);
            self.pending.extend(loads);
        }
    }

    /// An argument is what the parameter says.
    fn passed(&mut self, value: Value<'m>, call: Value<'m>) {
        let callee = call.callee().name();
        let parameters = self.debug.parameters(&callee);
        let arguments = call.arguments();
        if parameters.is_empty() && OF_STRINGS.contains(&callee.as_str()) {
            let character = self.debug.named("char");
            self.found.extend(character.map(|node| (node, node)));
        }
        if parameters.len() != arguments.len() {
            let known = callee.starts_with("llvm.") || OF_ANY.contains(&callee.as_str());
            let among = arguments.contains(&value);
            self.handed_away |= among && !known && !callee.is_empty();
            return;
        }
        for (argument, parameter) in arguments.iter().zip(parameters) {
            if *argument == value {
                let target = parameter.ty.and_then(|ty| pointee(self.debug, ty));
                self.tell(target.flatten());
            }
        }
    }

    fn tell(&mut self, node: Option<u32>) {
        let Some(node) = node else { return };
        let Some((plain, ty)) = plain(self.debug, node) else {
            return;
        };
        // Streams are the library's own, and of an incomplete type there is no object.
        let is_stream = ty.text("name").is_some_and(|name| name == "_IO_FILE");
        let is_known = match ty.kind.as_str() {
            "DIBasicType" if self.characters => true,
            "DIBasicType" => ty.number("size").is_some_and(|bits| bits > 8),
            "DICompositeType" => ty.number("size").is_some_and(|bits| bits > 0),
            _ => is_pointer_type(ty),
        };
        if is_known && !is_stream {
            self.found.push((plain, node));
        }
    }
}

/// The basic type that numbers of a type are read as. Bytes tell nothing.
fn number(debug: &DebugInfo, ty: Ty<'_>) -> Option<u32> {
    let name = match ty.kind() {
        TyKind::Int(16) => "short",
        TyKind::Int(32) => "int",
        TyKind::Int(64) => "long",
        TyKind::Float(FloatFormat::Single) => "float",
        TyKind::Float(FloatFormat::Double) => "double",
        _ => return None,
    };
    debug.named(name)
}

/// What a type points to, if it is a pointer; within, `None` for `void`.
fn pointee(debug: &DebugInfo, ty: u32) -> Option<Option<u32>> {
    let (_, pointer) = plain(debug, ty)?;
    if !is_pointer_type(pointer) {
        return None;
    }
    let target = pointer.reference("baseType");
    Some(target.filter(|&target| plain(debug, target).is_some()))
}

fn is_pointer_type(node: &Node) -> bool {
    node.raw("tag") == Some("DW_TAG_pointer_type")
}

/// A type without qualifiers and names; `None` for `void`.
fn plain(debug: &DebugInfo, mut ty: u32) -> Option<(u32, &Node)> {
    for _ in 0..MOST_NAMES {
        let node = debug.metadata.node(ty)?;
        let is_name = matches!(
            node.raw("tag"),
            Some(
                "DW_TAG_typedef"
                    | "DW_TAG_const_type"
                    | "DW_TAG_volatile_type"
                    | "DW_TAG_restrict_type"
            )
        );
        if !is_name {
            return Some((ty, node));
        }
        ty = node.reference("baseType")?;
    }
    None
}
