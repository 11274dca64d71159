//! The canonical constructors of records.

use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::descriptor::{JavaType, Kind};
use crate::program::Linked;
use crate::source::Origin;
use crate::symbol::Symbol;
use ir::{Construction, ConstructionArgument};

/// Types of objects that never change, and that nobody can extend.
pub(crate) const UNCHANGING: &[&str] = &[
    "Ljava/lang/String;",
    "Ljava/lang/Boolean;",
    "Ljava/lang/Byte;",
    "Ljava/lang/Character;",
    "Ljava/lang/Short;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Float;",
    "Ljava/lang/Double;",
];

impl Program {
    /// The call that makes the objects of a record of the program; `None` if it does nothing but
    /// assign what it is given (any fields make an object then), or if the class is no record.
    pub(crate) fn canonical_constructor(&self, linked: &Linked) -> Option<Construction> {
        let components = linked.file.as_ref()?.record.as_ref()?;
        if linked.origin != Origin::User {
            return None;
        }
        let types = components.iter().map(|(_, ty)| self.symbols.text(*ty));
        let descriptor = format!("({})V", types.collect::<String>());
        let constructor =
            linked.method(self.names.constructor, self.symbols.intern(&descriptor))?;
        if self.only_assigns(linked, constructor) {
            return None;
        }
        let argument = |(name, ty): &(Symbol, Symbol)| {
            Some(match JavaType::of_field(self.symbols.text(*ty))? {
                JavaType::Primitive(primitive) => ConstructionArgument::Primitive(primitive),
                JavaType::Reference(_) => {
                    let mut fields = linked.file.as_ref()?.fields.iter();
                    let field = fields.find(|field| field.name == *name)?;
                    let ty = field.signature.unwrap_or(*ty);
                    ConstructionArgument::Reference(self.symbols.text(ty).to_owned())
                }
            })
        };
        let arguments = components.iter().map(argument);
        let arguments: Vec<ConstructionArgument> = arguments.collect::<Option<_>>()?;
        // What may change after the constructor looked at it has states that none accepts.
        let unchanging = |of: &ConstructionArgument| match of {
            ConstructionArgument::Primitive(_) => true,
            ConstructionArgument::Reference(ty) => UNCHANGING.contains(&ty.as_str()),
            ConstructionArgument::Object(_) | ConstructionArgument::Nullable => false,
        };
        Some(Construction {
            class: linked.ir.name.clone(),
            member: "<init>".to_owned(),
            covers_all_states: arguments.iter().all(unchanging),
            arguments,
            on_first: false,
            takes_result: false,
            descriptor,
            may_throw: true,
        })
    }

    /// Name of a component of a record.
    pub(crate) fn component_name(&self, linked: &Linked, index: usize) -> Option<&str> {
        let components = linked.file.as_ref()?.record.as_ref()?;
        let (name, _) = components.get(index)?;
        Some(self.symbols.text(*name))
    }

    /// True if the code of a canonical constructor is that which the compiler makes where the
    /// source has none.
    fn only_assigns(&self, linked: &Linked, constructor: u32) -> bool {
        let Ok(code) = self.decoded(linked, constructor) else {
            return false;
        };
        let components = linked.file.as_ref().and_then(|file| file.record.as_ref());
        let Some(components) = components else {
            return false;
        };
        let mut ops = code.ops.iter();
        let calls_super = matches!(
            (ops.next(), ops.next()),
            (
                Some(Op::Load(Kind::Reference, 0)),
                Some(Op::Invoke(Invoke::Special, _))
            )
        );
        let mut slot = 1;
        let assigned = components.iter().all(|(name, ty)| {
            let Some(ty) = JavaType::of_field(self.symbols.text(*ty)) else {
                return false;
            };
            let own = slot;
            slot += ty.kind().slots();
            matches!(
                (ops.next(), ops.next(), ops.next()),
                (
                    Some(Op::Load(Kind::Reference, 0)),
                    Some(Op::Load(_, from)),
                    Some(Op::PutField(field)),
                ) if *from == own && field.name == *name
            )
        });
        calls_super && assigned && matches!(ops.next(), Some(Op::Return(None)))
    }
}
