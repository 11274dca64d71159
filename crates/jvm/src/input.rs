//! How input objects are made: of which classes, and by fields or by calls.

use crate::Program;
use crate::class::Linked;
use crate::class_file::access;
use crate::class_path::Origin;
use crate::generic::{self, Variables};
use ir::{ClassId, ClassKind, Field, InputMaking};
use std::sync::Arc;

/// Classes of the JDK whose objects are filled by `add` (false) or `put` (true); the first ones are
/// also the inputs for variables of the interfaces and abstract classes that they extend.
const COLLECTIONS: &[(&str, bool)] = &[
    ("java/util/ArrayList", false),
    ("java/util/HashSet", false),
    ("java/util/HashMap", true),
    ("java/util/ArrayDeque", false),
    ("java/util/TreeSet", false),
    ("java/util/TreeMap", true),
    ("java/util/LinkedList", false),
    ("java/util/LinkedHashSet", false),
    ("java/util/LinkedHashMap", true),
    ("java/util/PriorityQueue", false),
    ("java/util/Vector", false),
    ("java/util/Stack", false),
    ("java/util/Hashtable", true),
];

/// Other classes of the JDK that are the input for variables of its interfaces and abstract classes.
const VALUES: &[&str] = &["java/lang/String", "java/lang/Integer"];

/// Classes of the JDK whose objects have fields that do not depend on each other.
const PLAIN: &[&str] = &[
    "java/lang/Object",
    "java/lang/Number",
    "java/lang/Record",
    "java/lang/Enum",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/String",
];

impl Program {
    /// Classes of which an input for a variable of that class may be an instance.
    pub(crate) fn subclasses_for_inputs(&self, class: ClassId) -> Vec<ClassId> {
        let Ok(linked) = self.linked(class) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        if self.is_input_class(&linked) {
            all.push(class);
        }
        for name in self.class_path.user_classes() {
            let id = self.class_named(&name);
            if id != class
                && let Ok(candidate) = self.linked(id)
                && self.is_input_class(&candidate)
                && candidate.supertypes.binary_search(&class).is_ok()
            {
                all.push(id);
            }
        }
        let abstract_of_jdk = linked.origin == Origin::Jdk && !self.is_input_class(&linked);
        if abstract_of_jdk {
            let collections = COLLECTIONS.iter().map(|(name, _)| *name);
            let mut known = collections.chain(VALUES.iter().copied());
            all.extend(known.find_map(|name| {
                let id = self.class_named(name);
                let candidate = self.linked(id).ok()?;
                let fits = candidate.supertypes.binary_search(&class).is_ok();
                fits.then_some(id)
            }));
        }
        let key = |id: &ClassId| {
            self.linked(*id)
                .map(|c| (!c.ir.user, c.ir.name.clone()))
                .ok()
        };
        all.sort_by_cached_key(key);
        all
    }

    fn is_input_class(&self, linked: &Linked) -> bool {
        match linked.ir.kind {
            ClassKind::Instance | ClassKind::Array { .. } => true,
            // The body of a constant is a class of its own, which its enumeration stands for.
            ClassKind::Enum => linked.superclass == Some(self.class_named("java/lang/Enum")),
            ClassKind::Abstract | ClassKind::Interface | ClassKind::Primitive(_) => false,
        }
    }

    /// True for a class of the JDK that others of it may extend.
    pub(crate) fn is_open_in_jdk(&self, class: ClassId) -> bool {
        self.linked(class).is_ok_and(|linked| {
            linked.origin == Origin::Jdk
                && linked.access & access::FINAL == 0
                && match linked.ir.kind {
                    ClassKind::Instance | ClassKind::Abstract | ClassKind::Interface => true,
                    ClassKind::Enum | ClassKind::Array { .. } | ClassKind::Primitive(_) => false,
                }
        })
    }

    /// How input objects of exactly that class are made.
    pub(crate) fn making_of_inputs(&self, class: ClassId) -> InputMaking {
        let Ok(linked) = self.linked(class) else {
            return InputMaking::Unknown;
        };
        if matches!(linked.ir.kind, ClassKind::Array { .. } | ClassKind::Enum) {
            return InputMaking::Fields;
        }
        let name = self.symbols.text(linked.name);
        if let Some((_, entries)) = COLLECTIONS.iter().find(|(known, _)| *known == name) {
            return InputMaking::Calls {
                function: self.model_function("wayfarer/Built", "make", "(I)V"),
                entries: *entries,
            };
        }
        let mut next = Some(linked);
        while let Some(linked) = next {
            let name = self.symbols.text(linked.name);
            if linked.origin != Origin::User && !PLAIN.contains(&name) {
                return InputMaking::Unknown;
            }
            next = linked.superclass.and_then(|id| self.linked(id).ok());
        }
        InputMaking::Fields
    }

    /// Generic type of a field, if it has type arguments.
    pub(crate) fn generic_type_of(&self, field: &Field) -> Option<Arc<str>> {
        let linked = self.linked(field.declared_in).ok()?;
        let file = linked.file.as_ref()?;
        let named = |own: &&crate::class_file::FieldInfo| self.symbols.text(own.name) == field.name;
        let signature = file.fields.iter().find(named)?.signature?;
        let known = self.class_variables(&linked);
        let ty = generic::substituted(self.symbols.text(signature), &known)?;
        ty.contains('<').then(|| Arc::from(ty))
    }

    fn class_variables(&self, linked: &Linked) -> Variables {
        let mut known = Variables::new();
        if let Some(signature) = linked.file.as_ref().and_then(|file| file.signature) {
            generic::variables(self.symbols.text(signature), &mut known);
        }
        known
    }

    /// Generic types of the parameters of a method, in order; those without type arguments as they
    /// are. `None` if the class file does not have them all.
    pub(crate) fn generic_parameters(&self, linked: &Linked, index: u32) -> Option<Vec<String>> {
        let method = linked.file.as_ref()?.methods.get(index as usize)?;
        let mut known = self.class_variables(linked);
        let rest = generic::variables(self.symbols.text(method.signature?), &mut known)?;
        generic::parameters(rest, &known)
    }
}
