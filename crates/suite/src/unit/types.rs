//! The types of the source, as they are spelled and laid out.

use ir::{SourceMember, SourceType, SourceTypeId};

/// The types of a plan. What a damaged plan refers to in vain is `void`.
#[derive(Clone, Copy)]
pub(super) struct Types<'a>(pub &'a [SourceType]);

/// Types are nested no deeper; those of a damaged plan may be circles.
const MAX_NESTING: u32 = 64;

/// Size of a pointer.
pub(super) const POINTER: u64 = 8;

impl<'a> Types<'a> {
    pub(super) fn get(self, id: SourceTypeId) -> &'a SourceType {
        self.0.get(id.0 as usize).unwrap_or(&SourceType::Void)
    }

    /// A type behind its `typedef`s and qualifiers.
    pub(super) fn resolved(self, id: SourceTypeId) -> &'a SourceType {
        let mut id = id;
        for _ in 0..MAX_NESTING {
            match self.get(id) {
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    id = *target;
                }
                ty => return ty,
            }
        }
        &SourceType::Void
    }

    /// A type without the qualifiers that stand before it, but for `_Atomic`, with which it is another type.
    pub(super) fn unqualified(self, id: SourceTypeId) -> SourceTypeId {
        let mut id = id;
        for _ in 0..MAX_NESTING {
            match self.get(id) {
                SourceType::Qualified { qualifier, target } if qualifier != "_Atomic" => {
                    id = *target;
                }
                _ => break,
            }
        }
        id
    }

    /// True if a value of the type may not be written.
    pub(super) fn is_constant(self, id: SourceTypeId) -> bool {
        let mut id = id;
        for _ in 0..MAX_NESTING {
            match self.get(id) {
                SourceType::Qualified { qualifier, .. } if qualifier == "const" => return true,
                SourceType::Qualified { target, .. } | SourceType::Typedef { target, .. } => {
                    id = *target;
                }
                _ => return false,
            }
        }
        false
    }

    /// Size in bytes; 0 for what has none.
    pub(super) fn size(self, id: SourceTypeId) -> u64 {
        let (mut id, mut factor) = (id, 1_u64);
        for _ in 0..MAX_NESTING {
            match self.resolved(id) {
                SourceType::Int { width, .. } | SourceType::Enum { width, .. } => {
                    return factor.saturating_mul(u64::from(*width).div_ceil(8));
                }
                SourceType::Float { size, .. } | SourceType::Record { size, .. } => {
                    return factor.saturating_mul(*size);
                }
                SourceType::Pointer { .. } => return factor.saturating_mul(POINTER),
                SourceType::Array { element, count } => {
                    factor = factor.saturating_mul(*count);
                    id = *element;
                }
                _ => return 0,
            }
        }
        0
    }

    /// True for `char`, of which texts are made.
    pub(super) fn is_character(self, id: SourceTypeId) -> bool {
        matches!(self.resolved(id), SourceType::Int { name, width: 8, .. } if name == "char")
    }

    /// True for `wchar_t`, of which wide texts are made.
    pub(super) fn is_wide_character(self, id: SourceTypeId) -> bool {
        let mut id = id;
        for _ in 0..MAX_NESTING {
            match self.get(id) {
                SourceType::Typedef { name, .. } if name == "wchar_t" => return self.size(id) == 4,
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    id = *target;
                }
                _ => return false,
            }
        }
        false
    }

    /// True for integers of a byte.
    pub(super) fn is_byte(self, id: SourceTypeId) -> bool {
        matches!(self.resolved(id), SourceType::Int { name, width: 8, .. } if !matches!(&**name, "bool" | "_Bool"))
    }

    /// True for a pointer that a `typedef` names.
    pub(super) fn is_named_pointer(self, id: SourceTypeId) -> bool {
        matches!(self.get(self.unqualified(id)), SourceType::Typedef { .. })
    }

    /// What a pointer points to.
    pub(super) fn target(self, id: SourceTypeId) -> Option<SourceTypeId> {
        match self.resolved(id) {
            SourceType::Pointer { target } => Some(*target),
            _ => None,
        }
    }

    /// True if a pointer to the one is one to the other, so that it needs no cast.
    pub(super) fn is_same(self, one: SourceTypeId, other: SourceTypeId) -> bool {
        self.is_same_within(one, other, 0)
    }

    fn is_same_within(self, one: SourceTypeId, other: SourceTypeId, depth: u32) -> bool {
        if one == other {
            return true;
        }
        let same = |a: &SourceTypeId, b: &SourceTypeId| self.is_same_within(*a, *b, depth + 1);
        match (self.resolved(one), self.resolved(other)) {
            _ if depth > MAX_NESTING => false,
            (SourceType::Pointer { target: a }, SourceType::Pointer { target: b }) => {
                self.is_constant(*a) == self.is_constant(*b) && same(a, b)
            }
            (
                SourceType::Array { element, count },
                SourceType::Array {
                    element: other,
                    count: of_other,
                },
            ) => count == of_other && same(element, other),
            (
                SourceType::Function {
                    result,
                    parameters,
                    variadic,
                },
                SourceType::Function {
                    result: other,
                    parameters: of_other,
                    variadic: other_variadic,
                },
            ) => {
                let pairs = || std::iter::zip(parameters, of_other);
                variadic == other_variadic
                    && parameters.len() == of_other.len()
                    && same(result, other)
                    && pairs().all(|(a, b)| same(a, b))
            }
            (a, b) => a == b,
        }
    }

    /// The declaration of something of the type; `None` if C has no words for it (a structure without
    /// a name).
    pub(super) fn declare(self, id: SourceTypeId, name: &str) -> Option<String> {
        self.declaration(id, name.to_owned(), 0)
            .map(|text| text.trim_end().to_owned())
    }

    /// The declaration of a pointer to something of the type.
    pub(super) fn declare_pointer(self, target: SourceTypeId, name: &str) -> Option<String> {
        self.declare(target, &self.behind(target, name))
    }

    /// The declarator of a pointer.
    fn behind(self, target: SourceTypeId, inner: &str) -> String {
        match self.get(self.unqualified(target)) {
            SourceType::Array { .. } | SourceType::Function { .. } => format!("(*{inner})"),
            _ => format!("*{inner}"),
        }
    }

    /// The flexible array that a structure ends with: its offset, member and element.
    pub(super) fn flexible(self, id: SourceTypeId) -> Option<(u64, &'a str, SourceTypeId)> {
        let SourceType::Record {
            union: false,
            members,
            ..
        } = self.resolved(id)
        else {
            return None;
        };
        let last = members.last()?;
        match self.resolved(last.ty) {
            SourceType::Array { element, count: 0 } => {
                Some((last.bit_offset / 8, &last.name, *element))
            }
            _ => None,
        }
    }

    /// The type alone, for a cast.
    pub(super) fn spell(self, id: SourceTypeId) -> Option<String> {
        self.declare(id, "")
    }

    fn declaration(self, id: SourceTypeId, inner: String, depth: u32) -> Option<String> {
        if depth > MAX_NESTING {
            return None;
        }
        let named = |keyword: &str, name: &Option<String>| {
            let name = name.as_ref()?;
            Some(format!("{keyword} {name} {inner}"))
        };
        match self.get(id) {
            SourceType::Void => Some(format!("void {inner}")),
            SourceType::Int { name, .. } | SourceType::Float { name, .. } => {
                Some(format!("{name} {inner}"))
            }
            SourceType::Typedef { name, .. } => Some(format!("{name} {inner}")),
            SourceType::Record { name, union, .. } => {
                named(if *union { "union" } else { "struct" }, name)
            }
            SourceType::Enum { name, .. } => named("enum", name),
            SourceType::Pointer { target } => {
                self.declaration(*target, self.behind(*target, &inner), depth + 1)
            }
            SourceType::Array { element, count } => {
                self.declaration(*element, format!("{inner}[{count}]"), depth + 1)
            }
            SourceType::Qualified { qualifier, target } => {
                match self.get(self.unqualified(*target)) {
                    SourceType::Pointer { .. } => {
                        self.declaration(*target, format!("{qualifier} {inner}"), depth + 1)
                    }
                    _ => {
                        let rest = self.declaration(*target, inner, depth + 1)?;
                        Some(format!("{qualifier} {rest}"))
                    }
                }
            }
            SourceType::Function {
                result,
                parameters,
                variadic,
            } => {
                let mut all = Vec::new();
                for parameter in parameters {
                    let text = self.declaration(*parameter, String::new(), depth + 1)?;
                    all.push(text.trim_end().to_owned());
                }
                if *variadic {
                    all.push("...".to_owned());
                }
                if all.is_empty() {
                    all.push("void".to_owned());
                }
                self.declaration(*result, format!("{inner}({})", all.join(", ")), depth + 1)
            }
        }
    }

    /// The place of a scalar in a variable of a type, in C: `.list[2].next` behind `base`. `None` if
    /// there is no such scalar, or several.
    pub(super) fn path(
        self,
        id: SourceTypeId,
        offset: u64,
        base: Place,
    ) -> Option<(String, SourceTypeId)> {
        let (mut id, mut offset, mut place) = (id, offset, base);
        for _ in 0..MAX_NESTING {
            match self.resolved(id) {
                SourceType::Record {
                    union: false,
                    members,
                    ..
                } => {
                    let starts = |member: &&SourceMember| member.bit_offset / 8 <= offset;
                    let member = members.iter().rfind(starts)?;
                    if member.bit_width.is_some() {
                        return None;
                    }
                    offset -= member.bit_offset / 8;
                    place = place.member(&member.name);
                    id = member.ty;
                }
                SourceType::Array { element, count } => {
                    let size = self.size(*element);
                    let index = offset.checked_div(size).filter(|index| index < count)?;
                    offset -= index * size;
                    place = place.element(index);
                    id = *element;
                }
                SourceType::Int { .. }
                | SourceType::Enum { .. }
                | SourceType::Float { .. }
                | SourceType::Pointer { .. } => {
                    return (offset == 0).then(|| (place.text(), id));
                }
                _ => return None,
            }
        }
        None
    }
}

/// An expression for something in memory.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A value: `list`.
    Value(String),
    /// What an expression points to: `*list`.
    Behind(String),
}

impl Place {
    /// The thing itself.
    pub(super) fn text(&self) -> String {
        match self {
            Place::Value(text) => text.clone(),
            Place::Behind(text) => format!("*{text}"),
        }
    }

    /// A member of it; those of an anonymous member count as its own.
    pub(super) fn member(&self, name: &str) -> Place {
        if name.is_empty() {
            return self.clone();
        }
        Place::Value(match self {
            Place::Value(text) => format!("{text}.{name}"),
            Place::Behind(text) => format!("{text}->{name}"),
        })
    }

    /// An element of an array.
    pub(super) fn element(&self, index: u64) -> Place {
        Place::Value(match self {
            Place::Value(text) => format!("{text}[{index}]"),
            Place::Behind(text) => format!("(*{text})[{index}]"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types() -> Vec<SourceType> {
        let id = SourceTypeId;
        let member = |name: &str, ty, bit_offset| SourceMember {
            name: name.to_owned(),
            ty,
            bit_offset,
            bit_width: None,
        };
        vec![
            SourceType::Int {
                name: "int".to_owned(),
                width: 32,
                signed: true,
            },
            SourceType::Pointer { target: id(0) },
            SourceType::Qualified {
                qualifier: "const".to_owned(),
                target: id(1),
            },
            SourceType::Array {
                element: id(1),
                count: 3,
            },
            SourceType::Function {
                result: id(1),
                parameters: vec![id(0), id(2)],
                variadic: false,
            },
            SourceType::Pointer { target: id(4) },
            SourceType::Record {
                name: Some("node".to_owned()),
                union: false,
                encapsulated: false,
                size: 32,
                members: vec![member("value", id(0), 0), member("links", id(3), 64)],
            },
            SourceType::Record {
                name: None,
                union: false,
                encapsulated: false,
                size: 4,
                members: vec![member("value", id(0), 0)],
            },
            SourceType::Qualified {
                qualifier: "const".to_owned(),
                target: id(0),
            },
            SourceType::Pointer { target: id(8) },
        ]
    }

    #[test]
    fn declarations_are_those_of_c() {
        let all = types();
        let types = Types(&all);
        let declare = |number, name| types.declare(SourceTypeId(number), name);
        assert_eq!(declare(1, "p").as_deref(), Some("int *p"));
        assert_eq!(declare(2, "p").as_deref(), Some("int *const p"));
        assert_eq!(declare(3, "p").as_deref(), Some("int *p[3]"));
        assert_eq!(
            declare(5, "f").as_deref(),
            Some("int *(*f)(int, int *const)")
        );
        assert_eq!(declare(6, "").as_deref(), Some("struct node"));
        assert_eq!(declare(7, "x"), None);
        assert_eq!(declare(9, "p").as_deref(), Some("const int *p"));
    }

    #[test]
    fn types_are_the_same_behind_qualifiers_but_for_those_of_what_pointers_lead_to() {
        let mut all = types();
        all.push(SourceType::Function {
            result: SourceTypeId(2),
            parameters: vec![SourceTypeId(8), SourceTypeId(1)],
            variadic: false,
        });
        all.push(SourceType::Function {
            result: SourceTypeId(9),
            parameters: vec![SourceTypeId(0), SourceTypeId(1)],
            variadic: false,
        });
        let types = Types(&all);
        let same = |one, other| types.is_same(SourceTypeId(one), SourceTypeId(other));
        assert!(same(1, 2) && same(4, 10) && !same(1, 9) && !same(4, 11) && !same(4, 5));
    }

    #[test]
    fn places_are_found_by_offset() {
        let all = types();
        let types = Types(&all);
        let path = |offset, base| {
            types
                .path(SourceTypeId(6), offset, base)
                .map(|(text, _)| text)
        };
        assert_eq!(
            path(16, Place::Value("n".to_owned())).as_deref(),
            Some("n.links[1]")
        );
        assert_eq!(
            path(0, Place::Behind("n".to_owned())).as_deref(),
            Some("n->value")
        );
        assert_eq!(path(4, Place::Value("n".to_owned())), None);
        assert_eq!(path(40, Place::Value("n".to_owned())), None);
    }
}
