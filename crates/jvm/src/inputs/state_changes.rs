//! Which methods may change anything that was there before the call. Told by their code, and that of
//! what they call: whatever is not known to leave everything as it is may change it.

use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::class_file::MemberRef;
use crate::program::{Body, Linked};
use crate::source::Origin;
use ir::ClassId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Methods that are looked at for one answer, at the most.
const MOST_METHODS: usize = 200;

/// Methods of the JDK's own values, collections and strings that only tell of them, by name. (Those of
/// collections ask their elements, whose own methods of these names are taken to tell, too.)
pub(super) const TELLING: &[&str] = &[
    "charAt",
    "compareTo",
    "contains",
    "containsKey",
    "containsValue",
    "endsWith",
    "equals",
    "equalsIgnoreCase",
    "get",
    "getClass",
    "hashCode",
    "indexOf",
    "intValue",
    "isEmpty",
    "isPresent",
    "lastIndexOf",
    "length",
    "longValue",
    "doubleValue",
    "booleanValue",
    "name",
    "ordinal",
    "size",
    "startsWith",
    "substring",
    "toString",
    "trim",
    "valueOf",
];

/// Packages whose methods of these names only tell.
const PACKAGES: &[&str] = &["java/lang/", "java/util/"];

impl Program {
    /// True unless a method leaves everything that was there before a call of it as it is.
    pub(super) fn may_change_state(&self, declares: &Arc<Linked>, index: u32) -> bool {
        let mut seen: BTreeSet<(ClassId, u32)> = BTreeSet::new();
        let mut open = vec![(Arc::clone(declares), index)];
        while let Some((class, index)) = open.pop() {
            if !seen.insert((class.id, index)) {
                continue;
            }
            if seen.len() > MOST_METHODS || !self.tells_only(&class, index, &mut open) {
                return true;
            }
        }
        false
    }

    /// False if the code of a method itself may change anything; adds what it calls.
    fn tells_only(&self, class: &Linked, index: u32, open: &mut Vec<(Arc<Linked>, u32)>) -> bool {
        let method = &class.methods[index as usize];
        if !matches!(method.body, Body::File(_)) {
            return false;
        }
        let Ok(code) = self.decoded(class, index) else {
            return false;
        };
        let constructs = method.name == self.names.constructor;
        code.ops.iter().all(|op| match op {
            // What a constructor assigns are the fields of a new object, but for rare cases, which
            // it is told from by what it is called on.
            Op::PutField(field) => constructs && field.class == class.name,
            Op::PutStatic(_)
            | Op::ArrayStore(_)
            | Op::InvokeDynamic(_)
            | Op::DynamicConstant(_)
            | Op::CallFunction(_)
            | Op::Intrinsic(_)
            | Op::Jsr(_)
            | Op::Ret(_)
            | Op::Monitor
            | Op::Unsupported(_) => false,
            Op::Invoke(how, member) => self.called_tells(*how, member, open),
            _ => true,
        })
    }

    /// False if a call may change anything and no method of the program is known that it calls.
    pub(super) fn called_tells(
        &self,
        how: Invoke,
        member: &MemberRef,
        open: &mut Vec<(Arc<Linked>, u32)>,
    ) -> bool {
        let name = self.symbols.text(member.class);
        let Ok(class) = self.linked(self.class_id(member.class)) else {
            return false;
        };
        if class.origin != Origin::User {
            let constructs_object = member.name == self.names.constructor
                && (name == "java/lang/Object" || self.is_exception(&class));
            let tells = TELLING.contains(&self.symbols.text(member.name))
                && PACKAGES.iter().any(|package| name.starts_with(package));
            return constructs_object || tells;
        }
        let Ok(Some(found)) = self.find_method(class.id, member.name, member.descriptor) else {
            return false;
        };
        open.push((Arc::clone(&found.class), found.index));
        if matches!(how, Invoke::Static | Invoke::Special) {
            return true;
        }
        // Any class of the program below it may have its own.
        for name in self.class_path.user_classes() {
            let id = self.class_named(&name);
            if let Ok(below) = self.linked(id)
                && below.supertypes.binary_search(&class.id).is_ok()
                && let Some(index) = below.method(member.name, member.descriptor)
            {
                open.push((Arc::clone(&below), index));
            }
        }
        true
    }

    fn is_exception(&self, class: &Linked) -> bool {
        let throwable = self.class_named("java/lang/Throwable");
        class.supertypes.binary_search(&throwable).is_ok()
    }
}
