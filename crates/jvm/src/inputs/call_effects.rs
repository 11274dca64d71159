//! Which cells of objects methods read and write, with all that they call, told by their code: what the order
//! in which calls of sequences are tried goes by.

use super::state_changes::TELLING;
use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::class_file::MemberRef;
use crate::program::{FunctionKey, Linked, MethodKey, MethodsByName, OwnEffects};
use crate::source::Origin;
use ir::{CallEffects, ClassId, FunctionId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Methods of the program that are looked at for one answer, at the most.
const MOST_METHODS: usize = 2000;

/// Classes of the JDK whose objects never change.
const VALUES: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Number",
    "java/lang/Object",
    "java/lang/Record",
    "java/lang/Short",
    "java/lang/String",
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/util/Objects",
    "java/util/Optional",
];

impl Program {
    /// What a call of a function may do to objects, if that is a method.
    pub(crate) fn effects_of_function(&self, function: FunctionId) -> Option<Arc<CallEffects>> {
        let entry = self.functions.get(function.0 as usize)?;
        let FunctionKey::Method(class, index) = entry.key else {
            return None;
        };
        Some(self.effects_of_method((class, index)))
    }

    /// What a call of a method may do to objects.
    pub(super) fn effects_of_method(&self, method: MethodKey) -> Arc<CallEffects> {
        let known = self.call_effects.read().unwrap_or_else(|e| e.into_inner());
        if let Some(known) = known.get(&method) {
            return Arc::clone(known);
        }
        drop(known);
        let effects = Arc::new(self.find_effects(method));
        let mut known = self.call_effects.write().unwrap_or_else(|e| e.into_inner());
        Arc::clone(known.entry(method).or_insert(effects))
    }

    fn find_effects(&self, method: MethodKey) -> CallEffects {
        let mut effects = CallEffects::default();
        let mut seen: BTreeSet<MethodKey> = BTreeSet::new();
        let mut open = vec![method];
        while let Some((class, index)) = open.pop() {
            if !seen.insert((class, index)) {
                continue;
            }
            if seen.len() > MOST_METHODS {
                return CallEffects::anything();
            }
            let own = self.own_effects((class, index));
            effects.add(&own.effects);
            open.extend(&own.calls);
        }
        effects
    }

    /// What the code of a method does itself.
    pub(super) fn own_effects(&self, method: MethodKey) -> Arc<OwnEffects> {
        let known = self.own_effects.read().unwrap_or_else(|e| e.into_inner());
        if let Some(known) = known.get(&method) {
            return Arc::clone(known);
        }
        drop(known);
        let own = Arc::new(self.find_own_effects(method));
        let mut known = self.own_effects.write().unwrap_or_else(|e| e.into_inner());
        Arc::clone(known.entry(method).or_insert(own))
    }

    fn find_own_effects(&self, (class, index): MethodKey) -> OwnEffects {
        let mut own = OwnEffects::default();
        let Ok(class) = self.linked(class) else {
            own.effects = CallEffects::anything();
            return own;
        };
        if class.origin != Origin::User {
            let name = self.symbols.text(class.methods[index as usize].name);
            self.add_library_call(&class, name, &mut own.effects);
        } else if let Ok(code) = self.decoded(&class, index) {
            for op in &code.ops {
                self.add_effects(op, &class, (&mut own.effects, &mut own.calls));
            }
        }
        own
    }

    /// Adds what an instruction of a method of a class does, and the methods that it calls.
    fn add_effects(
        &self,
        op: &Op,
        of: &Arc<Linked>,
        (effects, open): (&mut CallEffects, &mut Vec<MethodKey>),
    ) {
        match op {
            Op::GetField(member) => effects.reads.fields.extend(self.cell(member)),
            Op::PutField(member) => effects.writes.fields.extend(self.cell(member)),
            Op::GetStatic(member) => {
                effects.reads.fields.extend(self.cell(member));
                self.add_initialiser(member, open);
            }
            Op::PutStatic(member) => {
                effects.writes.fields.extend(self.cell(member));
                self.add_initialiser(member, open);
            }
            Op::ArrayLoad(_) => effects.reads.elements = true,
            Op::ArrayStore(_) => effects.writes.elements = true,
            Op::Invoke(how, member) => self.add_called(*how, member, (effects, open)),
            // Who is handed a lambda expression may call it.
            Op::InvokeDynamic(_) => {
                let bodies = of.methods.iter().enumerate();
                let bodies =
                    bodies.filter(|(_, it)| self.symbols.text(it.name).starts_with("lambda$"));
                open.extend(bodies.map(|(index, _)| (of.id, index as u32)));
            }
            _ => {}
        }
    }

    /// The cell that a field is.
    fn cell(&self, member: &MemberRef) -> Option<(ClassId, u32)> {
        let found = self.resolve_field(self.class_id(member.class), member);
        let (declares, index) = found.ok()??;
        Some((declares.id, declares.fields[index].offset))
    }

    /// Adds the initialiser of a class that is used.
    fn add_initialiser(&self, member: &MemberRef, open: &mut Vec<MethodKey>) {
        let Ok(class) = self.linked(self.class_id(member.class)) else {
            return;
        };
        if class.origin == Origin::User
            && let Some(index) =
                class.method(self.names.class_initialiser, self.names.no_parameters)
        {
            open.push((class.id, index));
        }
    }

    fn add_called(
        &self,
        how: Invoke,
        member: &MemberRef,
        (effects, open): (&mut CallEffects, &mut Vec<MethodKey>),
    ) {
        let Ok(class) = self.linked(self.class_id(member.class)) else {
            return;
        };
        if matches!(how, Invoke::Static) {
            self.add_initialiser(member, open);
        }
        if class.origin != Origin::User {
            self.add_library_call(&class, self.symbols.text(member.name), effects);
        }
        if let Ok(Some(found)) = self.find_method(class.id, member.name, member.descriptor) {
            open.push((found.class.id, found.index));
        }
        if matches!(how, Invoke::Static | Invoke::Special) || class.origin != Origin::User {
            return;
        }
        let named = self.user_methods().get(&(member.name, member.descriptor));
        let below = named.into_iter().flatten().filter(|(other, _)| {
            let other = self.linked(*other);
            other.is_ok_and(|other| other.supertypes.binary_search(&class.id).is_ok())
        });
        open.extend(below);
    }

    /// The methods of all classes of the user, by name and descriptor.
    fn user_methods(&self) -> &MethodsByName {
        self.user_methods.get_or_init(|| {
            let mut all = MethodsByName::default();
            for name in self.class_path.user_classes() {
                if let Ok(class) = self.linked(self.class_named(&name)) {
                    for (index, method) in class.methods.iter().enumerate() {
                        let named = all.entry((method.name, method.descriptor));
                        named.or_default().push((class.id, index as u32));
                    }
                }
            }
            all
        })
    }

    /// Adds what a method of the JDK does, as far as its name tells.
    fn add_library_call(&self, class: &Linked, method: &str, effects: &mut CallEffects) {
        let name = self.symbols.text(class.name);
        if VALUES.contains(&name) {
            return;
        }
        effects.reads.library = true;
        effects.writes.library |= method != "<init>" && !TELLING.contains(&method);
    }
}
