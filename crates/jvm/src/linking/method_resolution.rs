//! Finding methods and fields: resolution (JVMS 5.4.3) and selection (5.4.6).

use crate::class_file::MemberRef;
use crate::program::FunctionKey;
use crate::program::{Linked, LinkedMethod};
use crate::program::{Selector, index_of};
use crate::symbol::Symbol;
use crate::{JvmError, Program};
use ir::{ClassId, FunctionId, LoadError, SelectorId};
use std::sync::Arc;

/// A method found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub class: Arc<Linked>,
    pub index: u32,
}

impl Found {
    pub fn method(&self) -> &LinkedMethod {
        &self.class.methods[self.index as usize]
    }
}

impl Program {
    /// The method that a reference means, if its class exists.
    pub(crate) fn resolve_method(&self, member: &MemberRef) -> Result<Option<Found>, JvmError> {
        let class = self.class_id(member.class);
        self.find_method(class, member.name, member.descriptor)
    }

    /// The method of a name and descriptor in a class, its superclasses or superinterfaces.
    pub(crate) fn find_method(
        &self,
        class: ClassId,
        name: Symbol,
        descriptor: Symbol,
    ) -> Result<Option<Found>, JvmError> {
        let start = self.linked(class)?;
        let mut next = Some(Arc::clone(&start));
        while let Some(linked) = next {
            if let Some(index) = linked.method(name, descriptor) {
                return Ok(Some(Found {
                    class: linked,
                    index,
                }));
            }
            next = linked.superclass.map(|id| self.linked(id)).transpose()?;
        }
        let candidates = self.interface_methods(&start, name, descriptor)?;
        let concrete = candidates
            .iter()
            .find(|found| !found.method().is_abstract());
        Ok(concrete.or(candidates.first()).cloned())
    }

    /// The maximally specific methods of the superinterfaces of a class (JVMS 5.4.3.3), neither
    /// private nor static.
    fn interface_methods(
        &self,
        class: &Linked,
        name: Symbol,
        descriptor: Symbol,
    ) -> Result<Vec<Found>, JvmError> {
        let mut all: Vec<Found> = Vec::new();
        for id in &class.supertypes {
            let linked = self.linked(*id)?;
            if linked.is_interface()
                && let Some(index) = linked.method(name, descriptor)
                && !linked.methods[index as usize].is_private()
                && !linked.methods[index as usize].is_static()
            {
                all.push(Found {
                    class: linked,
                    index,
                });
            }
        }
        let overridden = |found: &Found| {
            let id = found.class.id;
            all.iter().any(|other| {
                other.class.id != id && other.class.supertypes.binary_search(&id).is_ok()
            })
        };
        let mut specific: Vec<Found> = all.iter().filter(|f| !overridden(f)).cloned().collect();
        specific.sort_by_key(|found| self.symbols.text(found.class.name).to_owned());
        Ok(specific)
    }

    /// The field that a reference means: the class that declares it, and its index there.
    pub(crate) fn resolve_field(
        &self,
        class: ClassId,
        member: &MemberRef,
    ) -> Result<Option<(Arc<Linked>, usize)>, JvmError> {
        let linked = self.linked(class)?;
        let declared = linked
            .fields
            .iter()
            .position(|f| f.name == member.name && f.descriptor == member.descriptor);
        if let Some(index) = declared {
            return Ok(Some((linked, index)));
        }
        for interface in &linked.interfaces {
            if let Some(found) = self.resolve_field(*interface, member)? {
                return Ok(Some(found));
            }
        }
        match linked.superclass {
            Some(superclass) => self.resolve_field(superclass, member),
            None => Ok(None),
        }
    }

    /// The selector of calls of a method.
    pub(crate) fn selector_id(&self, found: &Found) -> SelectorId {
        let method = found.method();
        let selector = Selector {
            name: method.name,
            descriptor: method.descriptor,
            declared_in: (method.is_package_private() && !found.class.is_interface())
                .then_some(found.class.id),
        };
        SelectorId(index_of(&self.selector_ids, &selector, || {
            self.selectors.push(selector)
        }))
    }

    /// The function that a virtual call on an object of a class executes.
    pub(crate) fn select_method(
        &self,
        class: ClassId,
        selector: SelectorId,
    ) -> Result<FunctionId, LoadError> {
        let name = || self.java_name(self.class_symbol(class));
        let linked = self
            .linked(class)
            .map_err(|error| self.load_error(name(), &error))?;
        let cached = linked.dispatch.read().unwrap_or_else(|e| e.into_inner());
        if let Some(found) = cached.get(&selector) {
            return found.clone();
        }
        drop(cached);
        let wanted = self.selectors[selector.0 as usize];
        let found = self
            .select_for(&linked, &wanted)
            .map_err(|error| self.load_error(name(), &error));
        let mut cache = linked.dispatch.write().unwrap_or_else(|e| e.into_inner());
        cache.insert(selector, found.clone());
        found
    }

    fn select_for(&self, class: &Arc<Linked>, wanted: &Selector) -> Result<FunctionId, JvmError> {
        let mut next = Some(Arc::clone(class));
        while let Some(linked) = next {
            if let Some(index) = linked.method(wanted.name, wanted.descriptor) {
                let method = &linked.methods[index as usize];
                if !method.is_private()
                    && !method.is_static()
                    && self.overrides(&linked, method, wanted)?
                {
                    return Ok(self.executable(class, &linked, index));
                }
            }
            next = linked.superclass.map(|id| self.linked(id)).transpose()?;
        }
        let found = self.interface_methods(class, wanted.name, wanted.descriptor)?;
        let mut concrete = found.iter().filter(|found| !found.method().is_abstract());
        match (concrete.next(), concrete.next()) {
            (Some(found), None) => Ok(self.method_function(&found.class, found.index)),
            (Some(_), Some(_)) => Ok(self.thrower_like(
                "java/lang/IncompatibleClassChangeError",
                &format!(
                    "Conflicting default methods: {}",
                    found
                        .iter()
                        .map(|f| self.symbols.text(f.class.name).to_owned()
                            + "."
                            + self.symbols.text(wanted.name))
                        .collect::<Vec<_>>()
                        .join(" ")
                ),
                wanted.descriptor,
                true,
            )),
            (None, _) => Ok(self.abstract_thrower(class, wanted)),
        }
    }

    /// The function of a method, or one that says that it is abstract.
    fn executable(&self, receiver: &Linked, declaring: &Arc<Linked>, index: u32) -> FunctionId {
        let method = &declaring.methods[index as usize];
        if method.is_abstract() {
            let wanted = Selector {
                name: method.name,
                descriptor: method.descriptor,
                declared_in: None,
            };
            return self.abstract_thrower(receiver, &wanted);
        }
        self.method_function(declaring, index)
    }

    fn abstract_thrower(&self, receiver: &Linked, wanted: &Selector) -> FunctionId {
        let message = format!(
            "Receiver class {} does not define or inherit an implementation of the resolved method \
             '{}'",
            receiver.ir.name,
            self.method_in_words(wanted.name, wanted.descriptor),
        );
        self.thrower_like(
            "java/lang/AbstractMethodError",
            &message,
            wanted.descriptor,
            true,
        )
    }

    /// True if a method overrides the one a selector means, or is it.
    fn overrides(
        &self,
        class: &Linked,
        method: &LinkedMethod,
        wanted: &Selector,
    ) -> Result<bool, JvmError> {
        let Some(original) = wanted.declared_in else {
            return Ok(true);
        };
        if class.id == original
            || self.package(class.name) == self.package(self.class_symbol(original))
        {
            return Ok(true);
        }
        if method.is_package_private() {
            return Ok(false);
        }
        // By way of a method between that made it visible.
        let mut next = class.superclass.map(|id| self.linked(id)).transpose()?;
        while let Some(linked) = next {
            if linked.id == original {
                return Ok(false);
            }
            if let Some(index) = linked.method(wanted.name, wanted.descriptor) {
                let between = &linked.methods[index as usize];
                if !between.is_private() && !between.is_package_private() {
                    return self.overrides(&linked, between, wanted);
                }
            }
            next = linked.superclass.map(|id| self.linked(id)).transpose()?;
        }
        Ok(false)
    }

    /// Package of a class in internal form.
    pub(crate) fn package(&self, class: Symbol) -> &str {
        let name = self.symbols.text(class);
        name.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// Methods of loaded classes that a selector may mean.
    pub(crate) fn loaded_implementations(&self, selector: SelectorId) -> Vec<FunctionId> {
        let wanted = self.selectors[selector.0 as usize];
        let mut all = Vec::new();
        for id in 0..self.class_count() {
            let Some(linked) = self.linked_already(ClassId(id)) else {
                continue;
            };
            if let Some(index) = linked.method(wanted.name, wanted.descriptor) {
                let method = &linked.methods[index as usize];
                if !method.is_abstract() && !method.is_static() && !method.is_private() {
                    all.push(self.method_function(linked, index));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The function of a method: the model's if there is one.
    pub(crate) fn method_function(&self, class: &Arc<Linked>, index: u32) -> FunctionId {
        let (class, index) = match self.model_of(class, index) {
            Some(found) => (found.class.id, found.index),
            None => (class.id, index),
        };
        self.function_id(FunctionKey::Method(class, index))
    }
}
