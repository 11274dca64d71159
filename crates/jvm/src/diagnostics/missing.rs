//! Classes that the user's name and that are nowhere: what is wrong is the class path, not the program.

use crate::class_file::{ClassFile, PoolConstant};
use crate::descriptor::{JavaType, Signature};
use crate::symbol::Symbol;
use crate::{JvmError, Program};
use std::collections::{BTreeMap, BTreeSet};

impl Program {
    /// The classes that these name and that are neither on the class path nor in the JDK, each with the first that
    /// names it. All are internal names; a class that cannot be read names nothing.
    ///
    /// # Errors
    /// If the class path cannot be read.
    pub fn missing_classes(
        &self,
        classes: &BTreeSet<String>,
    ) -> Result<BTreeMap<String, String>, JvmError> {
        let mut known: BTreeSet<Symbol> = BTreeSet::new();
        let mut missing = BTreeMap::new();
        for class in classes {
            let Ok(linked) = self.linked(self.class_named(class)) else {
                continue;
            };
            let Some(file) = &linked.file else { continue };
            for name in self.named_in(file) {
                if !known.insert(name) {
                    continue;
                }
                let name = self.symbols.text(name);
                if self.class_path.class(name)?.is_none() {
                    missing.insert(name.to_owned(), class.clone());
                }
            }
        }
        Ok(missing)
    }

    /// Names of the classes that a class file speaks of: in its constants, and in the types of its members.
    fn named_in(&self, file: &ClassFile) -> BTreeSet<Symbol> {
        let mut names = BTreeSet::new();
        for index in 1..file.constants() {
            match file.constant(index, &self.symbols) {
                Ok(PoolConstant::Class(name)) => self.add_named_class(name, &mut names),
                Ok(PoolConstant::Member(member)) => self.add_types(member.descriptor, &mut names),
                Ok(PoolConstant::MethodType(descriptor)) => self.add_types(descriptor, &mut names),
                Ok(PoolConstant::Dynamic(it) | PoolConstant::InvokeDynamic(it)) => {
                    self.add_types(it.descriptor, &mut names);
                }
                Ok(
                    PoolConstant::MethodHandle(_)
                    | PoolConstant::Integer(_)
                    | PoolConstant::Float(_)
                    | PoolConstant::Long(_)
                    | PoolConstant::Double(_)
                    | PoolConstant::String(_),
                )
                | Err(_) => {}
            }
        }
        let fields = file.fields.iter().map(|field| field.descriptor);
        for descriptor in fields.chain(file.methods.iter().map(|method| method.descriptor)) {
            self.add_types(descriptor, &mut names);
        }
        names
    }

    /// Adds the classes of a descriptor.
    fn add_types(&self, descriptor: Symbol, names: &mut BTreeSet<Symbol>) {
        let text = self.symbols.text(descriptor);
        let types = match Signature::parse(text) {
            Some(signature) => signature
                .parameters
                .into_iter()
                .chain(signature.result)
                .collect(),
            None => Vec::from_iter(JavaType::of_field(text)),
        };
        for ty in types {
            if let JavaType::Reference(name) = ty {
                self.add_named_class(self.symbols.intern(name), names);
            }
        }
    }

    /// Adds a class, or the one that an array class is of.
    fn add_named_class(&self, name: Symbol, names: &mut BTreeSet<Symbol>) {
        let ty = JavaType::Reference(self.symbols.text(name));
        if let JavaType::Reference(class) = ty.innermost()
            && !class.starts_with('[')
        {
            names.insert(self.symbols.intern(class));
        }
    }
}
