//! What can be said of the user's classes without running anything: which of them users of the program can
//! name, what they look like to others, and what their methods declare to throw.

use crate::class_file::access;
use crate::generic;
use crate::program::Linked;
use crate::source::Origin;
use crate::{JvmError, Method, Program};
use std::fmt::Write as _;

/// A class of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassOutline {
    /// Its name as `Class.getName` gives it.
    pub name: String,
    /// True if code of its package can name it: it, and what it is nested in, is neither private nor local
    /// nor anonymous.
    pub can_be_named: bool,
    /// True if code of any package can: it, and what it is nested in, is public.
    pub is_public: bool,
    /// All that other classes see of it: flags, supertypes, fields, methods; not their code.
    pub shape: String,
}

impl Program {
    /// A class of the user, by its internal name.
    ///
    /// # Errors
    /// If the class cannot be linked.
    pub fn outline(&self, class: &str) -> Result<ClassOutline, JvmError> {
        let linked = self.linked(self.class_named(class))?;
        Ok(ClassOutline {
            name: class.replace('/', "."),
            can_be_named: self.can_be_named(class)?,
            is_public: self.is_nested_in(class, |flags| flags & access::PUBLIC != 0)?,
            shape: self.shape(&linked),
        })
    }

    /// The first class of the user with static variables that calls may have changed: not final, or leading to objects
    /// other than strings. `None` also where no class has any.
    ///
    /// # Errors
    /// If a class cannot be linked.
    pub fn class_with_variables(&self) -> Result<Option<String>, JvmError> {
        for class in self.class_path().user_classes() {
            let linked = self.linked(self.class_named(&class))?;
            let may_change = |field: &crate::program::LinkedField| {
                let descriptor = self.symbols.text(field.descriptor);
                let leads_on = descriptor.len() > 1 && descriptor != "Ljava/lang/String;";
                field.access & access::STATIC != 0
                    && (field.access & access::FINAL == 0 || leads_on)
            };
            if linked.fields.iter().any(may_change) {
                return Ok(Some(class.replace('/', ".")));
            }
        }
        Ok(None)
    }

    /// Classes of exceptions that a method declares, as `Class.getName` gives them.
    pub fn declared_exceptions(&self, method: &Method) -> Vec<String> {
        let Ok(linked) = self.linked(method.class) else {
            return Vec::new();
        };
        let Some(file) = &linked.file else {
            return Vec::new();
        };
        let is_it = |info: &&crate::class_file::MethodInfo| {
            self.symbols.text(info.name) == method.name
                && self.symbols.text(info.descriptor) == method.descriptor
        };
        let found = file.methods.iter().find(is_it);
        let declared = found.map_or(&[][..], |info| &info.exceptions);
        declared
            .iter()
            .map(|class| self.symbols.text(*class).replace('/', "."))
            .collect()
    }

    /// For each parameter `Class<B>` or `Class<? extends B>` of a method the class B, as `Class.getName` gives it. Empty
    /// if the class file does not say so.
    pub fn class_object_bounds(&self, method: &Method) -> Vec<Option<String>> {
        let linked = self.linked(method.class).ok();
        let generic = linked.and_then(|linked| self.generic_parameters(&linked, method.index));
        let bound = |ty: String| {
            let is_class_object = generic::class_of(&ty)? == "java/lang/Class";
            let arguments = generic::arguments(&ty).filter(|_| is_class_object)?;
            let bound = arguments.into_iter().next()??;
            Some(generic::class_of(&bound)?.replace('/', "."))
        };
        generic.unwrap_or_default().into_iter().map(bound).collect()
    }

    /// True if code of its package can name a class of the user: [`ClassOutline::can_be_named`].
    pub(crate) fn can_be_named(&self, class: &str) -> Result<bool, JvmError> {
        self.is_nested_in(class, |flags| {
            flags & (access::PRIVATE | access::SYNTHETIC) == 0
        })
    }

    /// True if the flags of a class, and of all that it is nested in by name, are such.
    fn is_nested_in(&self, class: &str, is_such: impl Fn(u16) -> bool) -> Result<bool, JvmError> {
        let mut next = class.to_owned();
        loop {
            let linked = self.linked(self.class_named(&next))?;
            let Some(file) = linked
                .file
                .as_ref()
                .filter(|_| linked.origin == Origin::User)
            else {
                return Ok(false);
            };
            let flags = file.inner_access.unwrap_or(file.access);
            if !is_such(flags) {
                return Ok(false);
            }
            next = match file.inner {
                None => return Ok(true),
                Some((Some(outer), Some(_))) => self.symbols.text(outer).to_owned(),
                Some(_) => return Ok(false),
            };
        }
    }

    fn shape(&self, class: &Linked) -> String {
        let text = |symbol| self.symbols.text(symbol);
        let mut shape = format!("{} {:x}", class.ir.name, class.access);
        let supertypes = class.superclass.iter().chain(&class.interfaces);
        for above in supertypes.filter_map(|id| self.linked(*id).ok()) {
            let _ = write!(shape, " {}", above.ir.name);
        }
        for field in &class.fields {
            let (name, descriptor) = (text(field.name), text(field.descriptor));
            let _ = write!(shape, "\n{name} {descriptor} {:x}", field.access);
        }
        for method in &class.methods {
            // Bodies of lambda expressions come and go with the code that has them.
            if method.access & access::SYNTHETIC == 0 {
                let (name, descriptor) = (text(method.name), text(method.descriptor));
                let _ = write!(shape, "\n{name}{descriptor} {:x}", method.access);
            }
        }
        shape
    }
}
