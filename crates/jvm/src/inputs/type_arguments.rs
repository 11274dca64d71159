//! Generic types in the objects of generic classes: what their type variables stand for there.

use crate::Program;
use crate::class_file::access;
use crate::generic::{self, Variables};
use crate::program::Linked;
use ir::{ClassId, Field};
use std::cell::Cell;
use std::sync::Arc;

/// The class that stands for a type variable that it may stand for.
const FIRST_ARGUMENT: &str = "java/lang/Integer";
/// Others of the JDK, behind those of the program.
const OTHER_ARGUMENTS: &[&str] = &[
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/util/ArrayList",
    "java/util/concurrent/TimeUnit",
];

impl Program {
    /// Class and generic type of a field in an object of class `object`, whose variable has the
    /// generic type `of`; `None` if the field's descriptor says all.
    pub(crate) fn type_of_field(
        &self,
        field: &Field,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        let declares = self.linked(field.declared_in).ok()?;
        let named = |own: &&crate::class_file::FieldInfo| self.symbols.text(own.name) == field.name;
        let own = declares.file.as_ref()?.fields.iter().find(named)?;
        let ty = self.symbols.text(own.signature?);
        let (class, generic) = self.substituted_type(&declares, ty, object, of)?;
        let ir::FieldType::Reference(erased) = field.ty else {
            return None;
        };
        match of {
            None => Some((erased, generic)),
            Some(_) if self.is_assignable(class, erased) => Some((class, generic)),
            // A file's signatures need not be true.
            Some(_) => Some((erased, None)),
        }
    }

    /// The same for a type that a class declares.
    pub(crate) fn substituted_type(
        &self,
        declares: &Linked,
        ty: &str,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        let known = self
            .variables_of_type(of, declares)
            .or_else(|| {
                let object = self.linked(object).ok()?;
                let known = self.object_variables(&object, of);
                self.variables_above(&object, known, declares.id)
            })
            .unwrap_or_else(|| self.class_variables(declares));
        let bound = generic::substituted(ty, &known)?;
        let class = self.class_named(&generic::class_of(&bound)?);
        let says_more = bound.contains('<');
        Some((class, says_more.then(|| Arc::from(bound))))
    }

    /// What the type variables of a class above that of a type stand for.
    fn variables_of_type(&self, of: Option<&str>, declares: &Linked) -> Option<Variables> {
        let class = self.class_named(&generic::class_of(of?)?);
        let class = self.linked(class).ok()?;
        let known = self.object_variables(&class, of);
        self.variables_above(&class, known, declares.id)
    }

    /// False if the type arguments of two types exclude that an object is of both.
    pub(crate) fn agree(&self, one: &str, other: &str) -> bool {
        self.agree_above(one, other)
            .or_else(|| self.agree_above(other, one))
            .unwrap_or(true)
    }

    /// The same where the class of the second type is above that of the first; `None` if it is not.
    fn agree_above(&self, one: &str, other: &str) -> Option<bool> {
        let class = self
            .linked(self.class_named(&generic::class_of(other)?))
            .ok()?;
        let known = self.variables_of_type(Some(one), &class)?;
        let of_other = self.object_variables(&class, Some(other));
        let argument = |ty: &str| Some(self.class_named(&generic::class_of(ty)?));
        let agree = |((_, one), (_, other)): (&(String, String), &(String, String))| match (
            argument(one),
            argument(other),
        ) {
            (Some(one), Some(other)) => self.may_share_objects(one, other),
            (_, None) | (None, _) => true,
        };
        Some(std::iter::zip(&known, &of_other).all(agree))
    }

    /// False if no object is of both classes.
    fn may_share_objects(&self, one: ClassId, other: ClassId) -> bool {
        if self.is_assignable(one, other) || self.is_assignable(other, one) {
            return true;
        }
        let (Ok(one), Ok(other)) = (self.linked(one), self.linked(other)) else {
            return true;
        };
        let open = |class: &Linked| class.access & access::FINAL == 0;
        (one.is_interface() || other.is_interface()) && open(&one) && open(&other)
    }

    /// A type that one of the classes or interfaces above a class declares, as that class has it.
    pub(crate) fn type_below(&self, declares: &Linked, ty: &str, class: &Linked) -> Option<String> {
        let own = self.class_variables(class).into_iter();
        let own = own.map(|(name, _)| (name.clone(), format!("T{name};")));
        let known = self.variables_above(class, own.collect(), declares.id)?;
        generic::substituted(ty, &known)
    }

    /// What the type variables of a class stand for if nothing is known: their bounds.
    pub(crate) fn class_variables(&self, linked: &Linked) -> Variables {
        let mut known = Variables::new();
        if let Some(signature) = linked.file.as_ref().and_then(|file| file.signature) {
            generic::variables(self.symbols.text(signature), &mut known, &|bounds| {
                self.type_argument(bounds)
            });
        }
        known
    }

    /// The type of a receiver of a class with a type variable for which one class of several stands.
    pub(crate) fn type_with_arguments(&self, linked: &Linked) -> Option<String> {
        let signature = linked.file.as_ref()?.signature?;
        let (mut known, chosen) = (Variables::new(), Cell::new(false));
        generic::variables(self.symbols.text(signature), &mut known, &|bounds| {
            let argument = self.type_argument(bounds);
            chosen.set(chosen.get() || argument.is_some());
            argument
        })?;
        let arguments: String = known.into_iter().map(|(_, stands)| stands).collect();
        let name = self.symbols.text(linked.name);
        chosen.get().then(|| format!("L{name}<{arguments}>;"))
    }

    /// A class, as a descriptor, that may stand for a variable with bounds of these classes, one of which speaks of a
    /// variable, or which are several: one and the same must do for all that is of that variable's type.
    pub(crate) fn type_argument(&self, bounds: &[String]) -> Option<String> {
        let known = self
            .type_arguments
            .read()
            .unwrap_or_else(|e| e.into_inner());
        if let Some(known) = known.get(bounds) {
            return known.clone();
        }
        drop(known);
        let chosen = self.choose_type_argument(bounds);
        let mut known = self
            .type_arguments
            .write()
            .unwrap_or_else(|e| e.into_inner());
        known.insert(bounds.to_vec(), chosen.clone());
        chosen
    }

    fn choose_type_argument(&self, bounds: &[String]) -> Option<String> {
        let bounds = bounds.iter().map(|bound| generic::class_of(bound));
        let bounds: Option<Vec<ClassId>> = bounds
            .map(|class| Some(self.class_named(&class?)))
            .collect();
        let bounds = bounds?;
        let fits = |name: &str| {
            let class = self.class_named(name);
            self.linked(class).is_ok() && bounds.iter().all(|it| self.is_assignable(class, *it))
        };
        let is_plain = |name: &String| {
            let linked = self.linked(self.class_named(name));
            linked.is_ok_and(|linked| {
                let signature = linked.file.as_ref().and_then(|file| file.signature);
                let is_generic = signature.is_some_and(|it| self.symbols.text(it).starts_with('<'));
                self.is_input_class(&linked) && !is_generic
            })
        };
        let first = Some(FIRST_ARGUMENT.to_owned()).filter(|name| fits(name));
        let of_user = || {
            let mut classes = self.class_path.user_classes().into_iter();
            classes.find(|name| is_plain(name) && fits(name))
        };
        let of_jdk = || OTHER_ARGUMENTS.iter().copied().find(|name| fits(name));
        let chosen = first
            .or_else(of_user)
            .or_else(|| of_jdk().map(str::to_owned))?;
        Some(format!("L{chosen};"))
    }

    /// What they stand for in an object whose variable has that type: one of the class itself, or of
    /// a class above it to which it hands on its own variables.
    fn object_variables(&self, object: &Linked, of: Option<&str>) -> Variables {
        let mut known = self.class_variables(object);
        let Some((class, arguments)) = of.and_then(|of| {
            let class = generic::class_of(of)?;
            Some((class, generic::arguments(of)?))
        }) else {
            return known;
        };
        if class == self.symbols.text(object.name) {
            for ((_, stands), argument) in std::iter::zip(&mut known, arguments) {
                if let Some(argument) = argument {
                    *stands = argument;
                }
            }
            return known;
        }
        let itself = known
            .iter()
            .map(|(name, _)| (name.clone(), format!("T{name};")));
        let above = self.variables_above(object, itself.collect(), self.class_named(&class));
        for ((_, stands), argument) in std::iter::zip(above.unwrap_or_default(), arguments) {
            let own = stands
                .strip_prefix('T')
                .and_then(|own| own.strip_suffix(';'));
            let own = known
                .iter_mut()
                .find(|(name, _)| Some(name.as_str()) == own);
            if let (Some((_, stands)), Some(argument)) = (own, argument) {
                *stands = argument;
            }
        }
        known
    }

    /// What the variables of a class above another stand for, given those of the latter.
    fn variables_above(
        &self,
        class: &Linked,
        known: Variables,
        target: ClassId,
    ) -> Option<Variables> {
        if class.id == target {
            return Some(known);
        }
        let types = self.supertypes_of(class, &known).unwrap_or_default();
        for id in class.superclass.iter().chain(&class.interfaces) {
            let Ok(above) = self.linked(*id) else {
                continue;
            };
            if above.supertypes.binary_search(&target).is_err() {
                continue;
            }
            let name = self.symbols.text(above.name);
            let ty = types
                .iter()
                .find(|ty| generic::class_of(ty).as_deref() == Some(name));
            let variables = self.object_variables(&above, ty.map(String::as_str));
            return self.variables_above(&above, variables, target);
        }
        None
    }

    /// The types that a class extends and implements.
    fn supertypes_of(&self, class: &Linked, known: &Variables) -> Option<Vec<String>> {
        let signature = self.symbols.text(class.file.as_ref()?.signature?);
        let rest = generic::variables(signature, &mut Variables::new(), &|_| None)?;
        generic::parameters(&format!("({rest})"), known)
    }
}
