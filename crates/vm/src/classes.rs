//! What the machine keeps of the program's classes: the same for all states.

use crate::fault::{Fault, Outcome};
use crate::memory::{ObjectInfo, ObjectKind};
use ir::{
    Class, ClassId, FieldType, FunctionId, Location, NO_OBJECTS, ObjectModel, Program, SelectorId,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A class ready to be instantiated.
#[derive(Debug)]
pub(crate) struct ClassInfo {
    pub class: Arc<Class>,
    /// Shared by its objects. The size is that of an instance, for arrays without elements.
    pub objects: Arc<ObjectInfo>,
    /// Shared by its statics.
    pub statics: Arc<ObjectInfo>,
    /// For array classes: type and log of the size of the elements.
    pub element: Option<(FieldType, u32)>,
}

/// Answers of the program that are asked for again and again.
#[derive(Debug, Default)]
pub(crate) struct ClassCache {
    infos: Vec<Option<Arc<ClassInfo>>>,
    subclasses: FxHashMap<(ClassId, ClassId), bool>,
    methods: FxHashMap<(ClassId, SelectorId), FunctionId>,
}

fn info(name: String, size: u64) -> Arc<ObjectInfo> {
    Arc::new(ObjectInfo {
        kind: ObjectKind::Managed,
        name,
        size,
        function: None,
        location: Location::default(),
    })
}

/// The program could not load something.
fn not_loaded(error: &ir::LoadError) -> Box<Fault> {
    Box::new(Fault::Unsupported(error.to_string()))
}

/// The classes of a program; one of a language without classes has none.
pub(crate) fn objects_of(program: &dyn Program) -> &dyn ObjectModel {
    program.objects().unwrap_or(&NO_OBJECTS)
}

impl ClassCache {
    /// A class of which there are objects.
    pub(crate) fn known(&self, id: ClassId) -> Option<&ClassInfo> {
        self.infos.get(id.0 as usize)?.as_deref()
    }

    /// A class of a program.
    pub(crate) fn info(&mut self, program: &dyn Program, id: ClassId) -> Outcome<&Arc<ClassInfo>> {
        let index = id.0 as usize;
        let infos = &mut self.infos;
        if infos.len() <= index {
            infos.resize_with(index + 1, || None);
        }
        if infos[index].is_none() {
            let class = objects_of(program).class(id);
            let class = class.map_err(|error| not_loaded(&error))?;
            let name = &class.name;
            let element = class.element();
            infos[index] = Some(Arc::new(ClassInfo {
                objects: info(name.clone(), u64::from(class.instance_size)),
                statics: info(
                    format!("static fields of {name}"),
                    u64::from(class.statics_size),
                ),
                element: element.map(|ty| (ty, ty.size().trailing_zeros())),
                class,
            }));
        }
        Ok(infos[index].as_ref().expect("made above if it was missing"))
    }

    /// Whether objects of a class can be assigned to variables of another.
    pub(crate) fn is_subclass(
        &mut self,
        program: &dyn Program,
        class: ClassId,
        of: ClassId,
    ) -> bool {
        let known = self.subclasses.entry((class, of));
        *known.or_insert_with(|| objects_of(program).is_subclass(class, of))
    }

    /// The method that a selector means for a class.
    pub(crate) fn method(
        &mut self,
        program: &dyn Program,
        class: ClassId,
        selector: SelectorId,
    ) -> Outcome<FunctionId> {
        if let Some(&known) = self.methods.get(&(class, selector)) {
            return Ok(known);
        }
        let found = objects_of(program).dispatch(class, selector);
        let found = found.map_err(|error| not_loaded(&error))?;
        self.methods.insert((class, selector), found);
        Ok(found)
    }
}
