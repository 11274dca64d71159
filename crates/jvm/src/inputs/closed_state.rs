//! Classes whose objects nothing makes or changes but the calls that sequences are made of: only of these it is known
//! that no caller brings about a state which no such sequence does.

use super::call_sequences::Call;
use crate::Program;
use crate::bytecode::Op;
use crate::class_file::{MemberRef, access};
use crate::descriptor::{JavaType, Signature};
use crate::linking::UNCHANGING;
use crate::program::{Body, Linked};
use crate::source::Origin;
use crate::symbol::Symbol;
use ir::ClassKind;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Program {
    /// True if objects of a class are made by `makers` alone, and changed by `calls` that come to their ends.
    pub(super) fn has_closed_state(
        &self,
        linked: &Arc<Linked>,
        makers: &[Call],
        calls: &[Call],
    ) -> bool {
        let Some(line) = self.line_of_user(linked) else {
            return false;
        };
        let own: BTreeSet<_> = line.iter().map(|class| class.name).collect();
        let listed = |class: &Linked, index: u32| {
            let mut all = makers.iter().chain(calls);
            all.any(|call| call.is_of(class, index))
        };
        let fields = line.iter().flat_map(|class| &class.fields);
        let is_own = |flags: u16| flags & access::STATIC == 0;
        let mut fields = fields.filter(|field| is_own(field.access));
        let is_kept = fields.all(|field| {
            let assigned_by_none = field.access & (access::PRIVATE | access::FINAL) != 0;
            assigned_by_none && self.never_changes(self.symbols.text(field.descriptor))
        });
        let methods_are = line.iter().all(|class| {
            (0..class.methods.len() as u32).all(|index| {
                let flags = class.methods[index as usize].access;
                let constructs = class.methods[index as usize].name == self.names.constructor;
                if flags & (access::STATIC | access::SYNTHETIC) != 0 {
                    // Those that make none, and are not given any, are looked at below.
                    return !listed(class, index) || self.keeps_to_itself(class, index, &own);
                }
                // Constructors of classes above it are called by its own.
                let of_above = constructs && class.id != linked.id;
                let is_met = match listed(class, index) {
                    true if constructs || !self.may_change_state(class, index) => true,
                    true => self.changes_at_its_end(class, index),
                    false => {
                        let hidden = flags & access::PRIVATE != 0 || of_above;
                        hidden || !constructs && !self.may_change_state(class, index)
                    }
                };
                let matters = constructs || self.may_change_state(class, index);
                is_met && (!matters || self.keeps_to_itself(class, index, &own))
            })
        });
        // What another class makes depends on what that has been told before.
        let makers_are = (makers.iter()).all(|call| call.is_of_line(&own));
        let defaults_are = self.default_methods(linked).iter().all(|(class, index)| {
            let is_met = listed(class, *index) && self.changes_at_its_end(class, *index);
            !self.may_change_state(class, *index)
                || is_met && self.keeps_to_itself(class, *index, &own)
        });
        let tells = ["java/io/Serializable", "java/lang/Cloneable"];
        let is_copied = tells.into_iter().any(|name| {
            let above = self.class_named(name);
            linked.supertypes.binary_search(&above).is_ok()
        });
        let nests = line
            .iter()
            .all(|class| self.nest_leaves(class, &own, &listed));
        is_kept && makers_are && methods_are && defaults_are && !is_copied && nests
    }

    /// True if a method is given and calls nothing that others may change, and changes nothing but fields.
    fn keeps_to_itself(&self, class: &Linked, index: u32, own: &BTreeSet<Symbol>) -> bool {
        let method = &class.methods[index as usize];
        if matches!(method.body, Body::None) {
            return false;
        }
        let signature = Signature::parse(self.symbols.text(method.descriptor));
        let is_given = signature.is_some_and(|signature| {
            let mut given = signature.parameters.iter();
            given.all(|ty| match ty {
                JavaType::Primitive(_) => true,
                JavaType::Reference(name) => self.never_changes(&format!("L{name};")),
            })
        });
        let Ok(code) = self.decoded(class, index) else {
            return false;
        };
        is_given
            && code.ops.iter().all(|op| match op {
                Op::GetStatic(field) => self.is_constant(field),
                Op::Invoke(_, member) => own.contains(&member.class) || self.only_tells(member),
                Op::ArrayStore(_)
                | Op::PutStatic(_)
                | Op::InvokeDynamic(_)
                | Op::DynamicConstant(_)
                | Op::CallFunction(_)
                | Op::Intrinsic(_)
                | Op::Monitor
                | Op::Jsr(_)
                | Op::Ret(_)
                | Op::Unsupported(_) => false,
                _ => true,
            })
    }

    /// True for methods of the JDK whose results depend on what they are given alone.
    fn only_tells(&self, member: &MemberRef) -> bool {
        let class = self.symbols.text(member.class);
        let name = self.symbols.text(member.name);
        let is_exception = || {
            let throwable = self.class_named("java/lang/Throwable");
            let linked = self.linked(self.class_id(member.class));
            linked.is_ok_and(|it| {
                it.origin != Origin::User && it.supertypes.binary_search(&throwable).is_ok()
            })
        };
        match class {
            "java/lang/Object" => name == "<init>",
            "java/lang/Math" | "java/lang/StrictMath" => name != "random",
            "java/lang/String" => name != "intern",
            _ if UNCHANGING.contains(&format!("L{class};").as_str()) => {
                // Properties of the system.
                !matches!(name, "getInteger" | "getLong" | "getBoolean")
            }
            _ => name == "<init>" && is_exception(),
        }
    }

    /// A class and those of the program that it extends; `None` if a class of the JDK with fields, or methods that call
    /// others of the object, is above it.
    fn line_of_user(&self, linked: &Arc<Linked>) -> Option<Vec<Arc<Linked>>> {
        let mut line = Vec::new();
        let mut next = Some(Arc::clone(linked));
        while let Some(class) = next {
            if class.origin != Origin::User {
                let is_bare = ["java/lang/Object", "java/lang/Record"]
                    .contains(&self.symbols.text(class.name));
                return is_bare.then_some(line);
            }
            next = class.superclass.and_then(|id| self.linked(id).ok());
            line.push(class);
        }
        Some(line)
    }

    /// True for numbers, and for classes whose objects never change.
    fn never_changes(&self, descriptor: &str) -> bool {
        if descriptor.len() == 1 || UNCHANGING.contains(&descriptor) {
            return true;
        }
        let name = descriptor
            .strip_prefix('L')
            .and_then(|it| it.strip_suffix(';'));
        let class = name.and_then(|name| self.linked(self.class_named(name)).ok());
        class.is_some_and(|class| {
            let statics_only = |class: &Linked| class.ir.instance_size <= self.size_of_enum();
            class.ir.kind == ClassKind::Enum && statics_only(&class)
        })
    }

    /// Bytes of a constant of an enumeration that has no fields of its own.
    fn size_of_enum(&self) -> u32 {
        let class = self.linked(self.class_named("java/lang/Enum"));
        class.map_or(0, |class| class.ir.instance_size)
    }

    /// False if a method may end in an exception behind its first change: nobody goes on from that state in a sequence.
    fn changes_at_its_end(&self, class: &Linked, index: u32) -> bool {
        let Ok(code) = self.decoded(class, index) else {
            return false;
        };
        let changes = |op: &Op| match op {
            Op::PutField(_) => true,
            Op::Invoke(how, member) => {
                let mut called = Vec::new();
                !self.called_tells(*how, member, &mut called)
                    || called
                        .iter()
                        .any(|(class, index)| self.may_change_state(class, *index))
            }
            _ => false,
        };
        let Some(first) = code.ops.iter().position(changes) else {
            return true;
        };
        let goes_back = code.ops.iter().enumerate().any(|(at, op)| match op {
            Op::Goto(to) | Op::If(_, to) | Op::IfCompare(_, to) => (*to as usize) <= at,
            Op::IfSame(_, to) | Op::IfNull(_, to) => (*to as usize) <= at,
            Op::Switch(cases, default) => {
                let mut all = cases.iter().map(|(_, to)| to).chain([default]);
                all.any(|to| (*to as usize) <= at)
            }
            _ => false,
        });
        let from = if goes_back { 0 } else { first };
        code.ops[from..].iter().all(|op| match op {
            Op::Throw
            | Op::Divide { .. }
            | Op::ArrayLoad(_)
            | Op::ArrayStore(_)
            | Op::ArrayLength
            | Op::NewArray(_)
            | Op::NewMultiArray(..)
            | Op::CheckCast(_)
            | Op::InvokeDynamic(_)
            | Op::Monitor
            | Op::New(_)
            | Op::GetStatic(_)
            | Op::PutStatic(_)
            | Op::Jsr(_)
            | Op::Ret(_)
            | Op::CallFunction(_)
            | Op::Intrinsic(_)
            | Op::Unsupported(_)
            | Op::DynamicConstant(_) => false,
            Op::Invoke(..) => false,
            Op::GetField(field) | Op::PutField(field) => field.class == class.name,
            _ => true,
        })
    }

    /// True if no other method of the classes that may use its private parts makes or changes an object.
    fn nest_leaves(
        &self,
        linked: &Linked,
        own: &BTreeSet<Symbol>,
        listed: &dyn Fn(&Linked, u32) -> bool,
    ) -> bool {
        let name = self.symbols.text(linked.name);
        let nest = name.split('$').next().unwrap_or(name);
        let is_of_nest = |other: &String| {
            let rest = other.strip_prefix(nest);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        let classes = self.class_path.user_classes().into_iter();
        for other in classes.filter(is_of_nest) {
            let Ok(class) = self.linked(self.class_named(&other)) else {
                return false;
            };
            let is_own = own.contains(&class.name);
            for index in 0..class.methods.len() as u32 {
                let flags = class.methods[index as usize].access;
                let is_method = is_own && flags & (access::STATIC | access::SYNTHETIC) == 0;
                if matches!(class.methods[index as usize].body, Body::None) {
                    continue;
                }
                let Ok(code) = self.decoded(&class, index) else {
                    return false;
                };
                let is_listed = listed(&class, index);
                let is_met = is_method || is_listed;
                let leaves = code.ops.iter().all(|op| match op {
                    Op::PutField(field) => is_met || !own.contains(&field.class),
                    Op::New(made) => is_listed || *made != linked.name,
                    // By a handle, an updater or a function anything may be called and assigned.
                    Op::Invoke(_, member) => {
                        is_met || !own.contains(&member.class) && self.only_tells(member)
                    }
                    Op::InvokeDynamic(_)
                    | Op::DynamicConstant(_)
                    | Op::CallFunction(_)
                    | Op::Intrinsic(_)
                    | Op::Unsupported(_) => is_met,
                    _ => true,
                });
                if !leaves {
                    return false;
                }
            }
        }
        true
    }

    /// True for a static field that is assigned once, or is of the JDK.
    fn is_constant(&self, field: &MemberRef) -> bool {
        let Ok(class) = self.linked(self.class_id(field.class)) else {
            return false;
        };
        let mut fields = class.fields.iter();
        let found = fields.find(|it| it.name == field.name && it.access & access::STATIC != 0);
        class.origin != Origin::User
            || found.is_some_and(|it| {
                it.access & access::FINAL != 0
                    && self.never_changes(self.symbols.text(it.descriptor))
            })
    }
}
