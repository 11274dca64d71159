//! Generic types in the objects of generic classes: what their type variables stand for there.

use crate::Program;
use crate::class_file::access;
use crate::generic::{self, Variables};
use crate::program::{ByType, Linked};
use crate::source::Origin;
use ir::{ClassId, Field};
use std::cell::Cell;
use std::sync::Arc;

/// The class that stands for a type variable that it may stand for.
const FIRST_ARGUMENT: &str = "java/lang/Integer";
/// Others of the JDK, behind those of the program.
const OTHER_ARGUMENTS: &[&str] = &[
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/util/concurrent/TimeUnit",
];
/// The bound of what has none.
const OBJECT: &str = "java/lang/Object";
/// One that has a type argument.
const LIST: &str = "java/util/ArrayList";

/// What a table has of a class and a type, found if it is not known yet.
fn known_by_type<V: Clone>(
    program: &Program,
    table: &ByType<V>,
    (class, of): (ClassId, &str),
    find: impl Fn() -> V,
) -> V {
    let known = table.read().unwrap_or_else(|e| e.into_inner());
    if let Some(known) = known.get(&class).and_then(|types| types.get(of)) {
        return known.clone();
    }
    drop(known);
    // What was found while types turned out to stand for variables is found once more.
    let count = || {
        program
            .stand_ins
            .read()
            .unwrap_or_else(|e| e.into_inner())
            .len()
    };
    let found = loop {
        let before = count();
        let found = find();
        if count() == before {
            break found;
        }
    };
    let mut known = table.write().unwrap_or_else(|e| e.into_inner());
    let types = known.entry(class).or_default();
    types.insert(of.to_owned(), found.clone());
    found
}

/// The names of the classes in a generic type.
fn classes_in(ty: &str) -> impl Iterator<Item = &str> {
    let pieces = ty.split(['<', '>', ';']);
    pieces.filter_map(|piece| {
        piece
            .trim_start_matches(['+', '-', '*', '['])
            .strip_prefix('L')
    })
}

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
        // A class without type variables says what those above it stand for.
        let is_known = || {
            let object = self.linked(object);
            object.is_ok_and(|object| self.class_variables(&object).is_empty())
        };
        match of {
            None if !is_known() => Some((erased, generic)),
            _ if self.is_assignable(class, erased) => Some((class, generic)),
            // A file's signatures need not be true.
            _ => Some((erased, None)),
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

    /// Classes of which an input for a variable of a class may be an instance, if that has a generic type.
    pub(crate) fn subclasses_for_type(&self, class: ClassId, of: Option<&str>) -> Vec<ClassId> {
        match of {
            Some(of) => known_by_type(self, &self.typed_input_classes, (class, of), || {
                self.find_subclasses_for_type(class, of)
            }),
            None => self.subclasses_for_inputs(class),
        }
    }

    fn find_subclasses_for_type(&self, class: ClassId, of: &str) -> Vec<ClassId> {
        let mut all = self.subclasses_for_inputs(class);
        let before = all.len();
        all.retain(|id| self.fits(*id, of));
        if !all.is_empty() || before == 0 {
            return all;
        }
        // With other type arguments the interface is for others to implement. A class is not.
        let function = self.linked(class).ok();
        match function.and_then(|linked| self.function_class(&linked)) {
            Some(function) => vec![function],
            None => self.subclasses_for_inputs(class),
        }
    }

    /// These types stand for type variables.
    pub(super) fn note_stand_ins(&self, known: &Variables) {
        known
            .iter()
            .for_each(|(_, stands)| self.note_stand_in(stands));
    }

    /// A type stands for a type variable, about which it says nothing.
    fn note_stand_in(&self, ty: &str) {
        for class in classes_in(ty) {
            let known = self.stand_ins.read().unwrap_or_else(|e| e.into_inner());
            let is_known = known.contains(class);
            drop(known);
            if !is_known {
                let mut known = self.stand_ins.write().unwrap_or_else(|e| e.into_inner());
                known.insert(class.to_owned());
                drop(known);
                // What was told of types that seemed to say something may be wrong.
                let typed = self.typed_input_classes.write();
                typed.unwrap_or_else(|e| e.into_inner()).clear();
                let fitting = self.fitting_types.write();
                fitting.unwrap_or_else(|e| e.into_inner()).clear();
            }
        }
    }

    /// True if a type, or a part of it, may stand for a type variable.
    fn may_stand_for_variable(&self, ty: &str) -> bool {
        let known = self.stand_ins.read().unwrap_or_else(|e| e.into_inner());
        ty.trim_start_matches('[').starts_with('T')
            || classes_in(ty).any(|class| class == OBJECT || known.contains(class))
    }

    /// False if no object of exactly that class is of a generic type.
    pub(crate) fn fits(&self, class: ClassId, of: &str) -> bool {
        known_by_type(self, &self.fitting_types, (class, of), || {
            let linked = self.linked(class);
            linked.map_or(true, |linked| self.may_be_of_type(&linked, of))
        })
    }

    /// False if the types that a class extends and implements exclude that an object of it is of a generic type.
    fn may_be_of_type(&self, class: &Linked, of: &str) -> bool {
        let (Some(above), Some(wanted)) = (generic::class_of(of), generic::signed_arguments(of))
        else {
            return true;
        };
        if wanted.is_empty() {
            return true;
        }
        let own = self.class_variables(class).into_iter();
        let own = own.map(|(name, _)| (name.clone(), format!("T{name};")));
        let Some(has) = self.variables_above(class, own.collect(), self.class_named(&above)) else {
            return true;
        };
        std::iter::zip(&has, &wanted).all(|((_, has), (sign, wanted))| {
            let Some(wanted) = wanted else { return true };
            let says_nothing = |ty| self.may_stand_for_variable(ty);
            says_nothing(has) || says_nothing(wanted) || self.is_argument_within(has, *sign, wanted)
        })
    }

    /// False if a type argument cannot be what a parameter of a type asks for.
    fn is_argument_within(&self, has: &str, sign: Option<char>, wanted: &str) -> bool {
        let id = |ty: &str| {
            let is_class = ty.starts_with(['L', '[']);
            is_class.then(|| Some(self.class_named(&generic::class_of(ty)?)))?
        };
        let (Some(one), Some(other)) = (id(has), id(wanted)) else {
            return true;
        };
        match sign {
            Some('-') => self.is_assignable(other, one),
            _ if one == other => self.agree(has, wanted),
            _ => self.is_assignable(one, other),
        }
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
            generic::variables(self.symbols.text(signature), &mut known, &|name, bounds| {
                self.type_argument(name, bounds)
            });
        }
        // What stands for one in the JDK's own code is asked for by none of the program's.
        if linked.origin == Origin::User {
            self.note_stand_ins(&known);
        }
        known
    }

    /// The type of a receiver of a class with a type variable for which one class of several stands.
    pub(crate) fn type_with_arguments(&self, linked: &Linked) -> Option<String> {
        let signature = linked.file.as_ref()?.signature?;
        let (mut known, chosen) = (Variables::new(), Cell::new(false));
        generic::variables(self.symbols.text(signature), &mut known, &|name, bounds| {
            let argument = self.type_argument(name, bounds);
            chosen.set(chosen.get() || argument.is_some());
            argument
        })?;
        let arguments: String = known.into_iter().map(|(_, stands)| stands).collect();
        let name = self.symbols.text(linked.name);
        chosen.get().then(|| format!("L{name}<{arguments}>;"))
    }

    /// A type that may stand for the variable of that name with these bounds, one of which has a variable, or which are
    /// several: one and the same must do for all that is of that variable's type.
    pub(crate) fn type_argument(&self, name: &str, bounds: &[String]) -> Option<String> {
        let key: Vec<String> = [name.to_owned()]
            .into_iter()
            .chain(bounds.to_vec())
            .collect();
        let known = self
            .type_arguments
            .read()
            .unwrap_or_else(|e| e.into_inner());
        if let Some(known) = known.get(&key) {
            return known.clone();
        }
        drop(known);
        let note = |chosen: &Option<String>| {
            let mut known = self
                .type_arguments
                .write()
                .unwrap_or_else(|e| e.into_inner());
            known.insert(key.clone(), chosen.clone());
        };
        // What a candidate extends may have the same variable.
        note(&None);
        let chosen = self.choose_type_argument(name, bounds);
        note(&chosen);
        chosen
    }

    fn choose_type_argument(&self, name: &str, bounds: &[String]) -> Option<String> {
        let variable = format!("T{name};");
        if let [bound] = bounds
            && !bound.contains(&variable)
        {
            // Whatever is within it will do, with its type arguments.
            return Some(bound.clone());
        }
        let fits = |class: &str, argument: &str| {
            let known = vec![(name.to_owned(), argument.to_owned())];
            bounds.iter().all(|bound| {
                let bound = generic::substituted(bound, &known);
                bound.is_some_and(|bound| self.is_within(class, argument, &bound))
            })
        };
        let plain = |class: &str| Some(format!("L{class};")).filter(|it| fits(class, it));
        let is_plain = |name: &String| {
            let linked = self.linked(self.class_named(name));
            linked.is_ok_and(|linked| {
                let signature = linked.file.as_ref().and_then(|file| file.signature);
                let is_generic = signature.is_some_and(|it| self.symbols.text(it).starts_with('<'));
                self.is_input_class(&linked) && !is_generic
            })
        };
        let of_user = || {
            let classes = self.class_path.user_classes().into_iter();
            classes.filter(is_plain).find_map(|name| plain(&name))
        };
        let of_jdk = || OTHER_ARGUMENTS.iter().find_map(|name| plain(name));
        let list = || {
            let mut arguments = bounds.iter().filter_map(|bound| generic::arguments(bound));
            let element = arguments.find_map(|all| all.into_iter().next().flatten())?;
            Some(format!("L{LIST}<{element}>;")).filter(|it| fits(LIST, it))
        };
        plain(FIRST_ARGUMENT)
            .or_else(of_user)
            .or_else(of_jdk)
            .or_else(list)
    }

    /// True if a class, with the type arguments that a type of it has, is within a bound without variables.
    fn is_within(&self, class: &str, ty: &str, bound: &str) -> bool {
        let (Some(above), Some(wanted)) =
            (generic::class_of(bound), generic::signed_arguments(bound))
        else {
            return false;
        };
        let (class, above) = (self.class_named(class), self.class_named(&above));
        let Ok(linked) = self.linked(class) else {
            return false;
        };
        if !self.is_assignable(class, above) {
            return false;
        }
        if wanted.is_empty() {
            return true;
        }
        let own = self
            .class_variables(&linked)
            .into_iter()
            .map(|(name, _)| name);
        let given = generic::arguments(ty).unwrap_or_default().into_iter();
        let known = own
            .zip(given)
            .filter_map(|(name, argument)| Some((name, argument?)));
        let Some(has) = self.variables_above(&linked, known.collect(), above) else {
            return false;
        };
        let id = |ty: &str| Some(self.class_named(&generic::class_of(ty)?));
        has.len() == wanted.len()
            && has.iter().zip(&wanted).all(|((_, has), (sign, wanted))| {
                let Some(wanted) = wanted else { return true };
                match (id(has), id(wanted), sign) {
                    (Some(has), Some(wanted), Some('+')) => self.is_assignable(has, wanted),
                    (Some(has), Some(wanted), Some('-')) => self.is_assignable(wanted, has),
                    (Some(has), Some(wanted), _) => has == wanted,
                    _ => false,
                }
            })
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
        if object.origin == Origin::User {
            let signed = of.and_then(generic::signed_arguments);
            let of_wildcards = signed
                .into_iter()
                .flatten()
                .filter(|(sign, _)| sign.is_some());
            let bounds = of_wildcards.filter_map(|(_, bound)| bound);
            bounds.for_each(|bound| self.note_stand_in(&bound));
        }
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
        let rest = generic::variables(signature, &mut Variables::new(), &|_, _| None)?;
        generic::parameters(&format!("({rest})"), known)
    }
}
