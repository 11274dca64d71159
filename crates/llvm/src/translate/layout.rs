//! How LLVM types fall apart into scalars.

use super::{Result, Unsupported};
use crate::reader::{Module, Ty, TyKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Most scalars a value may fall apart into.
const MAX_LEAVES: usize = 1 << 16;

/// Deepest nesting of types.
const MAX_DEPTH: usize = 256;

/// A scalar of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its type.
    pub ty: ir::Type,
    /// Its offset in memory in bytes (meaningless in a packed layout).
    pub offset: u64,
}

/// A type as a list of scalars.
#[derive(Debug)]
pub struct Layout {
    /// Scalars in order.
    pub leaves: Vec<Leaf>,
    /// For a vector of elements that are no whole bytes (`<8 x i1>`): in memory it is one integer
    /// of this many bits, the first element in the lowest bits.
    pub packed: Option<u32>,
}

impl Layout {
    /// Types of the scalars.
    pub fn types(&self) -> impl Iterator<Item = ir::Type> + '_ {
        self.leaves.iter().map(|leaf| leaf.ty)
    }
}

/// Layouts of the types of a module, computed once each.
pub struct Layouts<'m> {
    module: &'m Module<'m>,
    /// Bits of a pointer in memory.
    pointer_bits: u32,
    known: FxHashMap<Ty<'m>, Rc<Layout>>,
}

impl<'m> Layouts<'m> {
    pub fn new(module: &'m Module<'m>) -> Layouts<'m> {
        let pointer_bits = match module.has_narrow_pointers() {
            true => 32,
            false => 64,
        };
        Layouts {
            module,
            pointer_bits,
            known: FxHashMap::default(),
        }
    }

    /// Scalars of a type; none for `void`.
    pub fn of(&mut self, ty: Ty<'m>) -> Result<Rc<Layout>> {
        if let Some(layout) = self.known.get(&ty) {
            return Ok(layout.clone());
        }
        let mut layout = Layout {
            leaves: Vec::new(),
            packed: None,
        };
        self.collect(ty, 0, 0, &mut layout)?;
        let layout = Rc::new(layout);
        self.known.insert(ty, layout.clone());
        Ok(layout)
    }

    /// Recursion is bounded by `MAX_DEPTH`.
    fn collect(&self, ty: Ty<'m>, offset: u64, depth: usize, into: &mut Layout) -> Result<()> {
        if depth > MAX_DEPTH || into.leaves.len() > MAX_LEAVES {
            return Err(Unsupported(format!(
                "a value of the type {}",
                shorten(&ty.print())
            )));
        }
        match ty.kind() {
            TyKind::Void => {}
            TyKind::Int(width) => into.leaves.push(Leaf {
                ty: ir::Type::Int(width),
                offset,
            }),
            TyKind::Float(format) => into.leaves.push(Leaf {
                ty: ir::Type::Float(format),
                offset,
            }),
            TyKind::Ptr => into.leaves.push(Leaf {
                ty: ir::Type::Ptr,
                offset,
            }),
            TyKind::Struct(members) => {
                for index in 0..members {
                    let at = offset + ty.member_offset(self.module, index);
                    self.collect(ty.member(index), at, depth + 1, into)?;
                }
            }
            TyKind::Array(element, count) => {
                let stride = element.alloc_size(self.module);
                if count > MAX_LEAVES as u64 {
                    return Err(Unsupported(format!("a value of the type {}", ty.print())));
                }
                for index in 0..count {
                    self.collect(element, offset + index * stride, depth + 1, into)?;
                }
            }
            TyKind::Vector(element, count) => {
                self.vector(ty, element, count, offset, depth, into)?
            }
            TyKind::Function | TyKind::Metadata | TyKind::Other => {
                return Err(Unsupported(format!("the type {}", shorten(&ty.print()))));
            }
        }
        Ok(())
    }

    fn vector(
        &self,
        ty: Ty<'m>,
        element: Ty<'m>,
        count: u32,
        offset: u64,
        depth: usize,
        into: &mut Layout,
    ) -> Result<()> {
        let element = match element.kind() {
            TyKind::Int(width) => ir::Type::Int(width),
            TyKind::Float(format) => ir::Type::Float(format),
            TyKind::Ptr => ir::Type::Ptr,
            _ => return Err(Unsupported(format!("the type {}", shorten(&ty.print())))),
        };
        let bits = match element {
            ir::Type::Ptr => self.pointer_bits,
            ir::Type::Int(_) | ir::Type::Float(_) => element.width(),
        };
        if bits % 8 != 0 {
            if depth > 0 {
                let what = format!("the vector {} inside another type", ty.print());
                return Err(Unsupported(what));
            }
            into.packed = Some(bits * count);
        }
        for index in 0..u64::from(count) {
            let offset = offset + index * u64::from(bits) / 8;
            into.leaves.push(Leaf {
                ty: element,
                offset,
            });
        }
        Ok(())
    }

    /// The scalars that an index path of `extractvalue` selects: first one and how many.
    pub fn path(&mut self, ty: Ty<'m>, indices: &[u32]) -> Result<(usize, usize, Ty<'m>)> {
        let mut start = 0;
        let mut current = ty;
        for &index in indices {
            match current.kind() {
                TyKind::Struct(_) => {
                    for before in 0..index {
                        start += self.of(current.member(before))?.leaves.len();
                    }
                    current = current.member(index);
                }
                TyKind::Array(element, _) => {
                    start += self.of(element)?.leaves.len() * index as usize;
                    current = element;
                }
                _ => return Err(Unsupported(format!("an index into {}", current.print()))),
            }
        }
        let length = self.of(current)?.leaves.len();
        Ok((start, length, current))
    }
}

/// Type names of generated code can be very long.
fn shorten(text: &str) -> String {
    const LIMIT: usize = 80;
    if text.len() <= LIMIT {
        return text.to_owned();
    }
    let end = (0..=LIMIT)
        .rev()
        .find(|&i| text.is_char_boundary(i))
        .unwrap_or(0);
    format!("{}…", &text[..end])
}
