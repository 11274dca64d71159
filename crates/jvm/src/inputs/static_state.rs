//! State that a method under test finds as class initialisers leave it, though methods of the program change it.

use super::Method;
use crate::Program;
use crate::class_file::access;
use ir::{ClassId, ClassKind};
use std::collections::BTreeSet;

impl Program {
    /// Names of the static variables, and of the fields of constants of enumerations, that some of these methods may
    /// read and methods of the program may set.
    pub fn state_set_elsewhere(&self, methods: &[Method]) -> Vec<String> {
        let mut read: BTreeSet<(ClassId, u32)> = BTreeSet::new();
        for method in methods {
            let effects = self.effects_of_method((method.class, method.index));
            read.extend(effects.reads.fields.iter().copied());
        }
        read.retain(|&cell| !self.names_of(cell).is_empty());
        if read.is_empty() {
            return Vec::new();
        }
        let mut set: BTreeSet<(ClassId, u32)> = BTreeSet::new();
        for name in self.class_path.user_classes() {
            let Ok(class) = self.linked(self.class_named(&name)) else {
                continue;
            };
            for (index, method) in class.methods.iter().enumerate() {
                let initialises = [self.names.class_initialiser, self.names.constructor];
                if !initialises.contains(&method.name) {
                    let own = self.own_effects((class.id, index as u32));
                    set.extend(own.effects.writes.fields.intersection(&read));
                }
            }
        }
        set.into_iter()
            .flat_map(|cell| self.names_of(cell))
            .collect()
    }

    /// The variables that a cell is, if they are there before any call; a static one may be at the offset of another.
    fn names_of(&self, (class, offset): (ClassId, u32)) -> Vec<String> {
        let Ok(class) = self.linked(class) else {
            return Vec::new();
        };
        let is_enum = class.ir.kind == ClassKind::Enum;
        let lasts =
            |flags: u16| flags & access::FINAL == 0 && (is_enum || flags & access::STATIC != 0);
        let fields = class
            .fields
            .iter()
            .filter(|it| it.offset == offset && lasts(it.access));
        fields
            .map(|field| format!("{}.{}", class.ir.name, self.symbols.text(field.name)))
            .collect()
    }
}
