//! Debug type nodes to `ir` source types.

use super::{Metadata, Node};
use ir::{FloatFormat, SourceMember, SourceType, SourceTypeId};
use rustc_hash::FxHashMap;

/// Source types made so far. Types may be cyclic: an id is given first, its type is filled in
/// when its turn comes.
pub struct SourceTypes {
    types: Vec<SourceType>,
    ids: FxHashMap<u32, SourceTypeId>,
    pending: Vec<(u32, SourceTypeId)>,
}

/// Deepest nesting that is looked into; malformed debug information may be cyclic.
const MAX_NESTING: usize = 64;

/// The `void` type is always the first.
const VOID: SourceTypeId = SourceTypeId(0);

impl SourceTypes {
    pub fn new() -> SourceTypes {
        SourceTypes {
            types: vec![SourceType::Void],
            ids: FxHashMap::default(),
            pending: Vec::new(),
        }
    }

    /// The source type of a debug node.
    pub fn of(&mut self, metadata: &Metadata, node: u32) -> SourceTypeId {
        let id = self.id(Some(node));
        while let Some((number, id)) = self.pending.pop() {
            let ty = match metadata.node(number) {
                Some(node) => self.convert(metadata, node),
                None => SourceType::Void,
            };
            self.types[id.0 as usize] = ty;
        }
        id
    }

    /// The scalar of that width at an offset of a type: how it is reached from a variable of the
    /// type, and what it is; a union of that width stands for its members. `None` where there is neither.
    pub fn part(
        &self,
        whole: SourceTypeId,
        offset: u64,
        bits: u64,
    ) -> Option<(String, SourceTypeId)> {
        let (mut id, mut offset, mut path) = (whole, offset, String::new());
        for _ in 0..MAX_NESTING {
            match self.types.get(id.0 as usize)? {
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    id = *target;
                }
                SourceType::Record {
                    union: false,
                    members,
                    ..
                } => {
                    let starts = |member: &&SourceMember| member.bit_offset <= offset * 8;
                    let member = members.iter().rfind(starts)?;
                    if member.bit_width.is_some() {
                        return None;
                    }
                    if !member.name.is_empty() {
                        path.push('.');
                        path.push_str(&member.name);
                    }
                    offset -= member.bit_offset / 8;
                    id = member.ty;
                }
                SourceType::Array { element, count } => {
                    let size = self.scalar_bits(*element)? / 8;
                    let index = offset.checked_div(size).filter(|index| index < count)?;
                    path.push_str(&format!("[{index}]"));
                    offset -= index * size;
                    id = *element;
                }
                SourceType::Int { .. }
                | SourceType::Enum { .. }
                | SourceType::Float { .. }
                | SourceType::Pointer { .. } => {
                    let fits = offset == 0 && self.scalar_bits(id) == Some(bits);
                    return fits.then_some((path, id));
                }
                SourceType::Record {
                    union: true, size, ..
                } => {
                    let fits = offset == 0 && size.checked_mul(8) == Some(bits);
                    return fits.then_some((path, id));
                }
                SourceType::Void | SourceType::Function { .. } => {
                    return None;
                }
            }
        }
        None
    }

    /// True for a union.
    pub fn is_union(&self, ty: SourceTypeId) -> bool {
        let found = self.types.get(ty.0 as usize);
        matches!(found, Some(SourceType::Record { union: true, .. }))
    }

    /// Has a member of a structure lead to a type, if it is a pointer to `void`, or an array of such: in all structures that are
    /// it, as each translation unit has its own. One without a name (`typedef struct { … } list;`) stands for itself.
    pub fn set_void_pointee(&mut self, record: SourceTypeId, offset: u64, target: SourceTypeId) {
        let named = match self.types.get(record.0 as usize) {
            Some(SourceType::Record { name, size, .. }) => name.clone().map(|name| (name, *size)),
            _ => return,
        };
        for number in 0..self.types.len() {
            let SourceType::Record { name, size, .. } = &self.types[number] else {
                continue;
            };
            let is_it = match &named {
                Some((wanted, bytes)) => name.as_ref() == Some(wanted) && size == bytes,
                None => number == record.0 as usize,
            };
            let record = SourceTypeId(number as u32);
            if let Some((member, count)) = self.void_member(record, offset).filter(|_| is_it) {
                let mut told = self.push(SourceType::Pointer { target });
                if let Some(count) = count {
                    let element = told;
                    told = self.push(SourceType::Array { element, count });
                }
                if let SourceType::Record { members, .. } = &mut self.types[number] {
                    members[member].ty = told;
                }
            }
        }
    }

    /// Where the member of a structure begins that has what stands at an offset, if it is a pointer to `void` or an array of such.
    pub fn beginning_of_void_member(&self, record: SourceTypeId, offset: u64) -> Option<u64> {
        let (member, _) = self.void_member(record, offset)?;
        match self.types.get(record.0 as usize)? {
            SourceType::Record { members, .. } => Some(members.get(member)?.bit_offset / 8),
            _ => None,
        }
    }

    /// The number of that member; with the length, if it is an array.
    fn void_member(&self, record: SourceTypeId, offset: u64) -> Option<(usize, Option<u64>)> {
        let SourceType::Record { members, .. } = self.types.get(record.0 as usize)? else {
            return None;
        };
        let starts = members
            .iter()
            .enumerate()
            .filter(|(_, member)| member.bit_width.is_none() && member.bit_offset / 8 <= offset);
        let (number, member) = starts.max_by_key(|(_, member)| member.bit_offset)?;
        let count = self.void_pointers(member.ty)?;
        Some((number, count))
    }

    /// For pointers to `void` nothing, for arrays of such their length.
    fn void_pointers(&self, ty: SourceTypeId) -> Option<Option<u64>> {
        let (mut ty, mut count) = (ty, None);
        for _ in 0..MAX_NESTING {
            match self.types.get(ty.0 as usize)? {
                SourceType::Array { element, count: of } if count.is_none() => {
                    count = Some(*of);
                    ty = *element;
                }
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    ty = *target;
                }
                SourceType::Pointer { target } => return self.is_void(*target).then_some(count),
                _ => return None,
            }
        }
        None
    }

    fn is_void(&self, mut ty: SourceTypeId) -> bool {
        for _ in 0..MAX_NESTING {
            match self.types.get(ty.0 as usize) {
                Some(SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. }) => {
                    ty = *target;
                }
                other => return matches!(other, Some(SourceType::Void)),
            }
        }
        false
    }

    /// Width of a scalar type.
    fn scalar_bits(&self, mut id: SourceTypeId) -> Option<u64> {
        for _ in 0..MAX_NESTING {
            match self.types.get(id.0 as usize)? {
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    id = *target;
                }
                SourceType::Int { width, .. } | SourceType::Enum { width, .. } => {
                    return Some(u64::from(*width));
                }
                SourceType::Float { size, .. } => return Some(size * 8),
                SourceType::Pointer { .. } => return Some(64),
                _ => return None,
            }
        }
        None
    }

    /// All types.
    pub fn finish(self) -> Vec<SourceType> {
        debug_assert!(self.pending.is_empty());
        self.types
    }

    fn id(&mut self, node: Option<u32>) -> SourceTypeId {
        let Some(node) = node else { return VOID };
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = self.push(SourceType::Void);
        self.ids.insert(node, id);
        self.pending.push((node, id));
        id
    }

    fn push(&mut self, ty: SourceType) -> SourceTypeId {
        self.types.push(ty);
        SourceTypeId(self.types.len() as u32 - 1)
    }

    fn convert(&mut self, metadata: &Metadata, node: &Node) -> SourceType {
        match node.kind.as_str() {
            "DIBasicType" => self.basic(node),
            "DIDerivedType" => self.derived(node),
            "DICompositeType" => self.composite(metadata, node),
            "DISubroutineType" => self.function(metadata, node),
            _ => SourceType::Void,
        }
    }

    fn basic(&mut self, node: &Node) -> SourceType {
        let name = node.text("name").unwrap_or_default();
        let bits = node.number("size").unwrap_or(0);
        match node.raw("encoding").unwrap_or("") {
            "DW_ATE_float" => float(name, bits),
            "DW_ATE_complex_float" => {
                // All complex types have one name in debug information.
                let part = match bits {
                    64 => "float",
                    128 => "double",
                    _ => "long double",
                };
                let element = self.push(float(part.to_owned(), bits / 2));
                SourceType::Array { element, count: 2 }
            }
            encoding => {
                let signed = matches!(encoding, "DW_ATE_signed" | "DW_ATE_signed_char");
                match u32::try_from(bits) {
                    Ok(width) if width > 0 => SourceType::Int {
                        name,
                        width,
                        signed,
                    },
                    _ => SourceType::Void,
                }
            }
        }
    }

    fn derived(&mut self, node: &Node) -> SourceType {
        let target = self.id(node.reference("baseType"));
        let qualified = |qualifier: &str| SourceType::Qualified {
            qualifier: qualifier.to_owned(),
            target,
        };
        match node.raw("tag").unwrap_or("") {
            // A reference is a pointer that is never null.
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => {
                SourceType::Pointer { target }
            }
            "DW_TAG_typedef" => SourceType::Typedef {
                name: node.text("name").unwrap_or_default(),
                target,
            },
            "DW_TAG_const_type" => qualified("const"),
            "DW_TAG_volatile_type" => qualified("volatile"),
            "DW_TAG_restrict_type" => qualified("restrict"),
            "DW_TAG_atomic_type" => qualified("_Atomic"),
            _ => SourceType::Void,
        }
    }

    fn composite(&mut self, metadata: &Metadata, node: &Node) -> SourceType {
        let bits = node.number("size").unwrap_or(0);
        let elements = elements(metadata, node, "elements");
        match node.raw("tag").unwrap_or("") {
            "DW_TAG_array_type" => self.array(metadata, node, &elements),
            "DW_TAG_enumeration_type" => enumeration(metadata, node, &elements, bits),
            tag @ ("DW_TAG_structure_type" | "DW_TAG_union_type" | "DW_TAG_class_type") => {
                let parts: Vec<&Node> = elements
                    .iter()
                    .filter_map(|part| metadata.node((*part)?))
                    .collect();
                let members = parts.iter().filter(|part| is_member(part));
                let union = tag == "DW_TAG_union_type";
                SourceType::Record {
                    name: node.text("name"),
                    union,
                    encapsulated: !union && is_encapsulated(node, &parts),
                    size: bits / 8,
                    members: members.map(|member| self.member(member)).collect(),
                }
            }
            _ => SourceType::Void,
        }
    }

    fn member(&mut self, node: &Node) -> SourceMember {
        let bit_field = node
            .raw("flags")
            .is_some_and(|flags| flags.contains("DIFlagBitField"));
        let width = node
            .number("size")
            .and_then(|bits| u32::try_from(bits).ok());
        SourceMember {
            name: node.text("name").unwrap_or_default(),
            ty: self.id(node.reference("baseType")),
            bit_offset: node.number("offset").unwrap_or(0),
            bit_width: width.filter(|_| bit_field),
        }
    }

    /// Dimensions are nested from the last to the first.
    fn array(&mut self, metadata: &Metadata, node: &Node, ranges: &[Option<u32>]) -> SourceType {
        let element = self.id(node.reference("baseType"));
        let counts: Vec<u64> = ranges
            .iter()
            .map(|range| {
                let range = range.and_then(|number| metadata.node(number));
                range.and_then(|range| range.number("count")).unwrap_or(0)
            })
            .collect();
        let Some((&first, rest)) = counts.split_first() else {
            return SourceType::Array { element, count: 0 };
        };
        let inner = rest.iter().rev().fold(element, |element, &count| {
            self.push(SourceType::Array { element, count })
        });
        SourceType::Array {
            element: inner,
            count: first,
        }
    }

    fn function(&mut self, metadata: &Metadata, node: &Node) -> SourceType {
        let types = elements(metadata, node, "types");
        let (result, mut rest) = match types.split_first() {
            Some((result, rest)) => (*result, rest),
            None => (None, &[][..]),
        };
        // A null among the parameters stands for `...`.
        let variadic = rest.last() == Some(&None);
        if variadic {
            rest = &rest[..rest.len() - 1];
        }
        SourceType::Function {
            result: self.id(result),
            parameters: rest.iter().map(|parameter| self.id(*parameter)).collect(),
            variadic,
        }
    }
}

/// True for what a record has in itself: members, and bases. Where a virtual base is, only an object knows.
fn is_member(part: &Node) -> bool {
    let flags = part.raw("flags").unwrap_or("");
    match part.raw("tag") {
        Some("DW_TAG_member") => !flags.contains("DIFlagStaticMember"),
        Some("DW_TAG_inheritance") => !flags.contains("DIFlagVirtual"),
        _ => false,
    }
}

/// True for a class of C++ with constructors, virtual functions or bases, or members that others do not see.
fn is_encapsulated(class: &Node, parts: &[&Node]) -> bool {
    let name = class.text("name").unwrap_or_default();
    let constructor = name.split('<').next().unwrap_or(&name);
    let others_see = match class.raw("tag") {
        Some("DW_TAG_class_type") => "DIFlagPublic",
        _ => "",
    };
    parts.iter().any(|part| {
        let flags = part.raw("flags").unwrap_or("");
        let own = part.text("name").unwrap_or_default();
        match part.kind.as_str() {
            // One that clang has declared is artificial.
            "DISubprogram" => own == constructor && !flags.contains("DIFlagArtificial"),
            _ if part.raw("tag") == Some("DW_TAG_inheritance") => flags.contains("DIFlagVirtual"),
            _ => {
                let hidden = flags.contains("DIFlagPrivate") || flags.contains("DIFlagProtected");
                is_member(part)
                    && (hidden || own.starts_with("_vptr$") || !flags.contains(others_see))
            }
        }
    })
}

fn elements(metadata: &Metadata, node: &Node, key: &str) -> Vec<Option<u32>> {
    let tuple = node.reference(key).and_then(|number| metadata.node(number));
    tuple
        .map(|tuple| tuple.elements.clone())
        .unwrap_or_default()
}

fn float(name: String, bits: u64) -> SourceType {
    let format = match bits {
        16 => FloatFormat::Half,
        32 => FloatFormat::Single,
        64 => FloatFormat::Double,
        _ if name.contains("128") => FloatFormat::Quad,
        _ => FloatFormat::X87,
    };
    SourceType::Float {
        name,
        format,
        size: bits / 8,
    }
}

fn enumeration(
    metadata: &Metadata,
    node: &Node,
    elements: &[Option<u32>],
    bits: u64,
) -> SourceType {
    let values: Vec<(String, i64)> = elements
        .iter()
        .filter_map(|element| metadata.node((*element)?))
        .filter_map(|element| {
            let value = element.raw("value")?;
            let value = value
                .parse::<i64>()
                .ok()
                .or_else(|| Some(value.parse::<u64>().ok()? as i64))?;
            Some((element.text("name")?, value))
        })
        .collect();
    SourceType::Enum {
        name: node.text("name"),
        width: u32::try_from(bits).unwrap_or(32),
        signed: values.iter().any(|(_, value)| *value < 0),
        values,
    }
}
