//! The program as an [`ir::Program`].

use crate::Program;
use ir::{FileId, Function, FunctionId, Global, LoadError, ObjectModel, SourceType, SourceTypeId};
use std::sync::Arc;

impl ir::Program for Program {
    fn function(&self, id: FunctionId) -> Result<Arc<Function>, LoadError> {
        let entry = &self.functions[id.0 as usize];
        if let Some(body) = entry.body.get() {
            return body.clone();
        }
        let body = self.make_function(id).map(Arc::new);
        entry.body.get_or_init(|| body).clone()
    }

    fn loaded_function(&self, id: FunctionId) -> Option<Arc<Function>> {
        self.functions
            .get(id.0 as usize)?
            .body
            .get()?
            .as_ref()
            .ok()
            .cloned()
    }

    fn function_count(&self) -> u32 {
        self.functions.count() as u32
    }

    fn find_function(&self, name: &str) -> Option<FunctionId> {
        self.function_named(name)
    }

    fn globals(&self) -> &[Global] {
        &[]
    }

    fn file(&self, id: FileId) -> &str {
        &self.files[id.0 as usize]
    }

    fn source_type(&self, _id: SourceTypeId) -> &SourceType {
        &SourceType::Void
    }

    fn objects(&self) -> Option<&dyn ObjectModel> {
        Some(self)
    }
}
