//! Objects of a path as data: for tests that build them again, and for what users are shown.

mod common;
mod inputs;
mod objects;

use crate::{Machine, State};
pub use common::keep_common;
use ir::Primitive;
use ir::observed::NOTHING;
use objects::Imager;
use serde::{Deserialize, Serialize};

/// Objects that refer to each other, under the model of their path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapImage {
    /// The objects; [`ImageValue::Object`] is an index.
    pub objects: Vec<ImageObject>,
    /// For input objects: the references that the program asked for, by name, in order.
    pub roots: Vec<(String, ImageValue)>,
}

impl HeapImage {
    /// True if objects beyond the limit are missing ([`ImageValue::Cut`]).
    pub fn is_cut(&self) -> bool {
        self.has(ImageValue::Cut)
    }

    /// False if it has an input that nobody can make ([`ImageValue::Unmade`]).
    pub fn can_be_made(&self) -> bool {
        !self.has(ImageValue::Unmade)
    }

    fn has(&self, wanted: ImageValue) -> bool {
        let mut roots = self.roots.iter().map(|(_, value)| value);
        roots.any(|value| *value == wanted)
            || self.objects.iter().any(|object| match &object.contents {
                ImageContents::Fields(fields) => fields.iter().any(|field| field.value == wanted),
                ImageContents::Elements(values) | ImageContents::Collection(values) => {
                    values.contains(&wanted)
                }
                ImageContents::Map(entries) => entries
                    .iter()
                    .any(|(key, value)| [key, value].contains(&&wanted)),
                ImageContents::Made(call) => call.arguments.contains(&wanted),
                ImageContents::Sequence(calls) => {
                    calls.iter().any(|call| call.arguments.contains(&wanted))
                }
                ImageContents::Function { results, .. } => results.contains(&wanted),
                ImageContents::Text(_)
                | ImageContents::EnumConstant(_)
                | ImageContents::ClassObject(_) => false,
            })
    }
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageObject {
    /// Name of its class, as [`ir::Class::name`].
    pub class: String,
    /// What it holds.
    pub contents: ImageContents,
    /// Where it is in memory, by which an object is known in all images of a path; 0 for one that
    /// the path never had.
    pub at: u64,
}

/// What an object holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageContents {
    /// Fields of an instance, inherited ones first.
    Fields(Vec<ImageField>),
    /// Elements of an array.
    Elements(Vec<ImageValue>),
    /// What calls put into a collection, in order.
    Collection(Vec<ImageValue>),
    /// Keys and values that calls put into a map, in order.
    Map(Vec<(ImageValue, ImageValue)>),
    /// What a call made, or a constant.
    Made(ImageCall),
    /// What the first call made, after the others were made on it; see [`ir::CallSequences`].
    Sequence(Vec<ImageCall>),
    /// A function as a lambda expression makes one: name of the interface, the method and its
    /// descriptor, and what its calls return, in order; see [`ir::InterfaceMethod`].
    Function {
        /// The interface.
        interface: String,
        /// The method.
        method: String,
        /// Its descriptor.
        descriptor: String,
        /// The results; none for a method that returns nothing.
        results: Vec<ImageValue>,
    },
    /// A string.
    Text(Vec<u16>),
    /// The constant of that name of an enumeration.
    EnumConstant(String),
    /// The class object of the class of that name.
    ClassObject(String),
}

/// A call that made or changed an object; see [`ir::Construction`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageCall {
    /// The class that has it.
    pub class: String,
    /// Its name.
    pub member: String,
    /// Its descriptor.
    pub descriptor: String,
    /// True if the first argument is the object that it was called on.
    pub on_first: bool,
    /// True if what it returned is the object from then on.
    #[serde(default)]
    pub takes_result: bool,
    /// The arguments.
    pub arguments: Vec<ImageValue>,
}

/// A field with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageField {
    /// Name of the class that declares it.
    pub declared_in: String,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: ImageValue,
}

/// A value of a field, element or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImageValue {
    /// A number: its bits, those above its size zero.
    Primitive(Primitive, u64),
    /// The null reference.
    Null,
    /// The object at that index of the image.
    Object(u32),
    /// A reference that the path never looked at.
    Any,
    /// A reference to an object beyond [`crate::Options::result_objects`].
    Cut,
    /// A reference to an input object of a class of which nobody but its own code can make one
    /// ([`ir::InputConstruction::Unknown`]): no test can take the path.
    Unmade,
}

/// A value that the code under test told of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observed {
    /// The letter of a primitive's descriptor, or one of [`ir::observed`].
    pub kind: char,
    /// The value; `None` if there is none.
    pub value: Option<ImageValue>,
    /// The objects that a reference leads to, as they were at the end of the path.
    pub image: HeapImage,
}

impl Machine {
    /// What the code under test told of on a path, in order, under its model.
    pub fn observed(&mut self, state: &State) -> Vec<Observed> {
        let values: Vec<_> = state.observed.to_vec().into_iter().copied().collect();
        let mut all = Vec::with_capacity(values.len());
        for observed in values {
            let kind = observed.kind;
            let mut imager = Imager::new(self, state);
            let primitive = Primitive::ALL.into_iter().find(|p| p.letter() == kind);
            let value = match (kind, primitive) {
                (NOTHING, _) => None,
                (_, Some(primitive)) => {
                    let bits = imager.bits(observed.value);
                    let mask = u64::MAX >> (64 - 8 * primitive.size());
                    Some(ImageValue::Primitive(primitive, bits & mask))
                }
                (_, None) => Some(imager.whole_reference(observed.value)),
            };
            let image = imager.image;
            all.push(Observed { kind, value, image });
        }
        all
    }
}
