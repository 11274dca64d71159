//! Operations of the machine that a program can call: a table for every language, and one for each
//! source language.

use crate::{FloatFormat, Type};

/// Types of an intrinsic's arguments and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntrinsicSignature {
    /// Argument types in order.
    pub parameters: &'static [Type],
    /// Result type.
    pub result: Option<Type>,
}

/// A table: each operation with its name, the types of its arguments and that of its result.
macro_rules! intrinsics {
    (
        $(#[$table_doc:meta])* $table:ident:
        $($(#[$doc:meta])* $variant:ident = $name:literal ($($p:expr),*) $(-> $r:expr)?;)*
    ) => {
        $(#[$table_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $table { $($(#[$doc])* $variant,)* }

        impl $table {
            /// Every operation of the table.
            pub const ALL: &[$table] = &[$($table::$variant,)*];

            /// See [`crate::Intrinsic::name`].
            pub fn name(self) -> &'static str {
                match self { $($table::$variant => $name,)* }
            }

            /// Argument and result types.
            pub fn signature(self) -> $crate::IntrinsicSignature {
                match self {
                    $($table::$variant => $crate::IntrinsicSignature {
                        parameters: &[$($p),*],
                        result: intrinsics!(@result $($r)?),
                    },)*
                }
            }
        }
    };
    (@result) => { None };
    (@result $r:expr) => { Some($r) };
}

mod c;
mod core;
mod java;

pub use c::CIntrinsic;
pub use core::CoreIntrinsic;
pub use java::JavaIntrinsic;

const I32: Type = Type::Int(32);
const I64: Type = Type::Int(64);
const PTR: Type = Type::Ptr;
const F64: Type = Type::Float(FloatFormat::Double);

/// An operation of the machine. Programs declare it as a function, in C as `wf__NAME`; the front end
/// turns calls of such a declaration into [`crate::InstructionKind::CallIntrinsic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Intrinsic {
    /// For every language.
    Core(CoreIntrinsic),
    /// For C.
    C(CIntrinsic),
    /// For Java.
    Java(JavaIntrinsic),
}

impl Intrinsic {
    /// Every intrinsic.
    pub fn all() -> impl Iterator<Item = Intrinsic> {
        let core = CoreIntrinsic::ALL.iter().copied().map(Intrinsic::Core);
        let c = CIntrinsic::ALL.iter().copied().map(Intrinsic::C);
        let java = JavaIntrinsic::ALL.iter().copied().map(Intrinsic::Java);
        core.chain(c).chain(java)
    }

    /// The intrinsic of that name.
    pub fn find(name: &str) -> Option<Intrinsic> {
        Intrinsic::all().find(|intrinsic| intrinsic.name() == name)
    }

    /// Name in the textual form, which no other intrinsic has.
    pub fn name(self) -> &'static str {
        match self {
            Intrinsic::Core(operation) => operation.name(),
            Intrinsic::C(operation) => operation.name(),
            Intrinsic::Java(operation) => operation.name(),
        }
    }

    /// Argument and result types.
    pub fn signature(self) -> IntrinsicSignature {
        match self {
            Intrinsic::Core(operation) => operation.signature(),
            Intrinsic::C(operation) => operation.signature(),
            Intrinsic::Java(operation) => operation.signature(),
        }
    }
}

impl From<CoreIntrinsic> for Intrinsic {
    fn from(operation: CoreIntrinsic) -> Intrinsic {
        Intrinsic::Core(operation)
    }
}

impl From<CIntrinsic> for Intrinsic {
    fn from(operation: CIntrinsic) -> Intrinsic {
        Intrinsic::C(operation)
    }
}

impl From<JavaIntrinsic> for Intrinsic {
    fn from(operation: JavaIntrinsic) -> Intrinsic {
        Intrinsic::Java(operation)
    }
}

#[cfg(test)]
mod tests {
    use super::Intrinsic;
    use std::collections::HashSet;

    #[test]
    fn names_are_of_one_intrinsic_each() {
        let names: HashSet<&str> = Intrinsic::all().map(Intrinsic::name).collect();
        assert_eq!(names.len(), Intrinsic::all().count());
        for intrinsic in Intrinsic::all() {
            assert_eq!(Intrinsic::find(intrinsic.name()), Some(intrinsic));
        }
    }
}
