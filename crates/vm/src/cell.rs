//! What a register holds.

use term::Term;

/// A register: either a concrete value or a term, never both.
///
/// `term` is 0 for a concrete value of at most 64 bits, which is then `bits` (bits above the
/// register's width are zero). Otherwise it is the raw handle of a bit-vector term and `bits` is
/// meaningless. Values wider than 64 bits are always terms, constant ones where they are concrete,
/// except the cell [`Cell::ZERO`], which is the zero of every width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cell {
    /// Concrete value.
    pub bits: u64,
    /// Raw term, or 0.
    pub term: u32,
}

impl Cell {
    /// Zero of any width.
    pub const ZERO: Cell = Cell { bits: 0, term: 0 };

    /// A concrete value of at most 64 bits.
    #[inline(always)]
    pub fn concrete(bits: u64) -> Cell {
        Cell { bits, term: 0 }
    }

    /// A cell that holds a term as it is; constants of at most 64 bits should go through
    /// [`Cell::from_term`].
    pub fn symbolic(term: Term) -> Cell {
        Cell {
            bits: 0,
            term: term.to_raw(),
        }
    }

    /// A cell for a bit-vector term: concrete where the term is a constant of at most 64 bits.
    pub fn from_term(pool: &term::Pool, term: Term) -> Cell {
        match pool.constant_u64(term) {
            Some(bits) => Cell::concrete(bits),
            None => Cell::symbolic(term),
        }
    }

    /// The term it holds, if it holds one.
    #[inline(always)]
    pub fn as_term(self) -> Option<Term> {
        Term::from_raw(self.term)
    }

    /// A value of some other width as one of `width` bits: cut off, or with zeros in front.
    #[inline]
    pub fn resized(self, pool: &mut term::Pool, width: u32) -> Cell {
        let Some(term) = self.as_term() else {
            return match width {
                0..64 => Cell::concrete(self.bits & ((1 << width) - 1)),
                64 => self,
                _ if self == Cell::ZERO => self,
                _ => {
                    let term = pool.bv(64, self.bits);
                    Cell::symbolic(pool.zero_extend(term, width))
                }
            };
        };
        let own = pool.width(term);
        if own == width {
            return self;
        }
        let term = match own < width {
            true => pool.zero_extend(term, width),
            false => pool.extract(term, width - 1, 0),
        };
        Cell::from_term(pool, term)
    }

    /// The cell as a bit-vector term of `width` bits.
    pub fn to_term(self, pool: &mut term::Pool, width: u32) -> Term {
        match self.as_term() {
            Some(term) => term,
            None => pool.bv(width, self.bits),
        }
    }
}
