//! The table of the methods of the JDK that library models replace.

use crate::Program;
use crate::program::FunctionKey;
use crate::source::{ClassPath, Origin};

impl Program {
    /// The methods of the JDK in use that library models replace, in order of their classes: the
    /// name of each, and whether it was called in this program.
    pub fn modelled_methods(&self) -> Vec<(String, bool)> {
        let mut all = Vec::new();
        for model in ClassPath::models() {
            let name = model.strip_prefix("wayfarer/").unwrap_or(model);
            let Ok(class) = self.linked(self.class_named(name)) else {
                continue;
            };
            if class.origin != Origin::Jdk {
                continue;
            }
            for (index, method) in class.methods.iter().enumerate() {
                if let Some(found) = self.model_of(&class, index as u32) {
                    let name = self.function_name(&class, method.name, method.descriptor);
                    let key = FunctionKey::Method(found.class.id, found.index);
                    all.push((name, self.was_called(&key)));
                }
            }
        }
        all
    }

    fn was_called(&self, key: &FunctionKey) -> bool {
        let ids = self.function_ids.read().unwrap_or_else(|e| e.into_inner());
        let entry = ids.get(key).and_then(|id| self.functions.get(*id as usize));
        entry.is_some_and(|entry| entry.body.get().is_some())
    }
}
