//! Addresses of variables as terms: a variable's address is a free value, its *base*, and two bases are
//! never of the same object.

use ir::{FunctionId, GlobalId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Op, Pool, Sort, Term};

/// The bases.
#[derive(Default)]
pub(crate) struct AddressSpace {
    globals: FxHashMap<GlobalId, Term>,
    functions: FxHashMap<FunctionId, Term>,
    bases: FxHashSet<Term>,
    /// Bases into whose objects nothing points of which it is not known.
    private: FxHashSet<Term>,
    /// Globals that others may point into.
    escaped: Rc<FxHashSet<GlobalId>>,
    /// Variables that hold addresses somewhere behind a base.
    behind: FxHashMap<Term, Term>,
}

impl AddressSpace {
    /// The base of a global.
    pub(crate) fn global(&mut self, pool: &mut Pool, global: GlobalId) -> Term {
        let base = self.globals.entry(global);
        let base = *base.or_insert_with(|| pool.input(&format!("g{}", global.0), Sort::BitVec(64)));
        self.bases.insert(base);
        if !self.escaped.contains(&global) {
            self.private.insert(base);
        }
        base
    }

    /// With these globals that others may point into.
    pub(crate) fn with_escaped(escaped: Rc<FxHashSet<GlobalId>>) -> AddressSpace {
        AddressSpace {
            escaped,
            ..AddressSpace::default()
        }
    }

    /// True if nothing points into the object of a base of which that is not known.
    pub(crate) fn is_private(&self, base: Term) -> bool {
        self.private.contains(&base)
    }

    /// The global that a base is of.
    pub(crate) fn global_of(&self, base: Term) -> Option<GlobalId> {
        let mut globals = self.globals.iter();
        globals.find_map(|(&global, &known)| (known == base).then_some(global))
    }

    /// The bases of globals.
    pub(crate) fn globals(&self) -> impl Iterator<Item = (Term, GlobalId)> {
        self.globals.iter().map(|(&global, &base)| (base, global))
    }

    /// The addresses of functions.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (Term, FunctionId)> {
        let functions = self.functions.iter();
        functions.map(|(&function, &address)| (address, function))
    }

    /// The address of a function.
    pub(crate) fn function(&mut self, pool: &mut Pool, function: FunctionId) -> Term {
        let address = self.functions.entry(function);
        *address.or_insert_with(|| pool.input(&format!("f{}", function.0), Sort::BitVec(64)))
    }

    /// A register that always holds the address of a variable of its function is a base.
    pub(crate) fn add(&mut self, base: Term, private: bool) {
        self.bases.insert(base);
        if private {
            self.private.insert(base);
        }
    }

    /// A register always holds an address somewhere behind a base.
    pub(crate) fn point(&mut self, register: Term, base: Term) {
        self.behind.insert(register, base);
    }

    /// The base of an address and, if it is constant, what is added to it.
    pub(crate) fn base(&self, pool: &Pool, address: Term) -> Option<(Term, Option<u64>)> {
        let mut base = None;
        let mut offset = Some(0_u64);
        let mut addends = vec![address];
        while let Some(addend) = addends.pop() {
            if pool.op(addend) == Op::Add {
                addends.extend(pool.arguments(addend));
            } else if self.bases.contains(&addend) {
                if base.replace(addend).is_some() {
                    return None;
                }
            } else if let Some(&known) = self.behind.get(&addend) {
                offset = None;
                if base.replace(known).is_some() {
                    return None;
                }
            } else if let Some(constant) = pool.constant_u64(addend) {
                offset = offset.map(|offset| offset.wrapping_add(constant));
            } else {
                let inputs = pool.inputs_of(addend);
                let mut inputs = inputs.iter().map(|&input| pool.input_term(input));
                if inputs
                    .any(|input| self.bases.contains(&input) || self.behind.contains_key(&input))
                {
                    return None;
                }
                offset = None;
            }
        }
        base.map(|base| (base, offset))
    }
}

/// How far an address is behind another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distance {
    /// They are never of the same object.
    OtherObject,
    /// So many bytes, modulo 2^64.
    Bytes(u64),
    /// That depends.
    Unknown,
}

impl Distance {
    /// From `origin` to `address`. What is added to a base leads to the same object or to an error: no
    /// access at one base meets one at another.
    pub(crate) fn between(
        pool: &mut Pool,
        addresses: &AddressSpace,
        address: Term,
        origin: Term,
    ) -> Distance {
        match (addresses.base(pool, address), addresses.base(pool, origin)) {
            (Some((a, _)), Some((b, _))) if a != b => return Distance::OtherObject,
            (Some((known, _)), None) | (None, Some((known, _))) if addresses.is_private(known) => {
                return Distance::OtherObject;
            }
            _ => {}
        }
        let difference = pool.sub(address, origin);
        match pool.constant_u64(difference) {
            Some(bytes) => Distance::Bytes(bytes),
            None => Distance::Unknown,
        }
    }
}
