//! What the images of two runs of one path have in common.

use super::{ImageContents, ImageField, ImageObject, ImageValue, Observed};
use std::collections::HashMap;

/// Keeps of what a path told of only what it told in the same way when it ran in other surroundings:
/// numbers and texts that differ become unknown, objects that correspond are the same.
pub fn keep_common(observed: &mut [Observed], others: &[Observed]) {
    for (index, one) in observed.iter_mut().enumerate() {
        match others.get(index) {
            Some(other) if other.kind == one.kind => keep_common_of(one, other),
            Some(_) | None => one.value = None,
        }
    }
}

fn keep_common_of(one: &mut Observed, other: &Observed) {
    let (Some(value), Some(with)) = (one.value, other.value) else {
        return;
    };
    let classes = |objects: &[ImageObject]| objects.iter().map(|o| o.class.clone()).collect();
    let mut pairs = Pairs {
        classes: [classes(&one.image.objects), classes(&other.image.objects)],
        of_one: HashMap::new(),
        of_other: HashMap::new(),
        todo: Vec::new(),
    };
    let common = pairs.common(value, with);
    one.value = (common != ImageValue::Cut).then_some(common);
    while let Some((own, with)) = pairs.todo.pop() {
        let with = &other.image.objects[with as usize];
        let object = &mut one.image.objects[own as usize];
        if object.at != with.at {
            // Not for sure the same input object.
            object.at = 0;
        }
        object.contents = pairs.common_contents(&object.contents, &with.contents);
    }
}

/// Contents of which nothing is known.
const UNKNOWN: ImageContents = ImageContents::Fields(Vec::new());

/// Objects of the two images that correspond.
struct Pairs {
    classes: [Vec<String>; 2],
    of_one: HashMap<u32, u32>,
    of_other: HashMap<u32, u32>,
    todo: Vec<(u32, u32)>,
}

impl Pairs {
    /// What two values have in common; [`ImageValue::Cut`] if they differ.
    fn common(&mut self, one: ImageValue, other: ImageValue) -> ImageValue {
        let (ImageValue::Object(own), ImageValue::Object(with)) = (one, other) else {
            return if one == other { one } else { ImageValue::Cut };
        };
        match (self.of_one.get(&own), self.of_other.get(&with)) {
            (Some(&known), Some(&back)) if known == with && back == own => one,
            (None, None) if self.classes[0][own as usize] == self.classes[1][with as usize] => {
                self.of_one.insert(own, with);
                self.of_other.insert(with, own);
                self.todo.push((own, with));
                one
            }
            (Some(_) | None, _) => ImageValue::Cut,
        }
    }

    fn common_contents(&mut self, one: &ImageContents, other: &ImageContents) -> ImageContents {
        match (one, other) {
            (ImageContents::Fields(own), ImageContents::Fields(with)) => {
                // Those that differed before are not there any more.
                let fields = own.iter().filter_map(|own| {
                    let same = |with: &&ImageField| {
                        with.name == own.name && with.declared_in == own.declared_in
                    };
                    let with = with.iter().find(same)?;
                    let value = self.common(own.value, with.value);
                    let name = own.name.clone();
                    let declared_in = own.declared_in.clone();
                    (value != ImageValue::Cut).then_some(ImageField {
                        declared_in,
                        name,
                        value,
                    })
                });
                ImageContents::Fields(fields.collect())
            }
            (ImageContents::Elements(own), ImageContents::Elements(with))
                if own.len() == with.len() =>
            {
                let elements = std::iter::zip(own, with);
                let elements = elements.map(|(own, with)| self.common(*own, *with));
                ImageContents::Elements(elements.collect())
            }
            (one, other) if one == other => one.clone(),
            _ => UNKNOWN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::HeapImage;
    use ir::Primitive;

    fn object(contents: ImageContents) -> ImageObject {
        ImageObject {
            class: "A".to_owned(),
            contents,
            at: 64,
        }
    }

    fn observed(objects: Vec<ImageObject>) -> Observed {
        Observed {
            kind: 'L',
            value: Some(ImageValue::Object(0)),
            image: HeapImage {
                objects,
                roots: Vec::new(),
            },
        }
    }

    fn fields(values: &[ImageValue]) -> ImageContents {
        let field = |(number, value): (usize, &ImageValue)| ImageField {
            declared_in: "A".to_owned(),
            name: number.to_string(),
            value: *value,
        };
        let fields = values.iter().enumerate().map(field);
        let known = fields.filter(|field| field.value != ImageValue::Cut);
        ImageContents::Fields(known.collect())
    }

    #[test]
    fn what_differs_is_unknown() {
        let number = |value| ImageValue::Primitive(Primitive::Int, value);
        let of = |hash, text: &[u16], order: [u32; 2]| {
            observed(vec![
                object(fields(&[number(1), number(hash), ImageValue::Object(1)])),
                object(ImageContents::Elements(vec![
                    ImageValue::Object(order[0]),
                    ImageValue::Object(order[1]),
                    ImageValue::Object(2),
                ])),
                object(ImageContents::Text(text.to_vec())),
                object(fields(&[number(5)])),
            ])
        };
        let mut one = [of(7, &[1], [2, 3])];
        let same = one.clone();
        keep_common(&mut one, &same);
        assert_eq!(one, same);
        keep_common(&mut one, &[of(8, &[2], [2, 3])]);
        let image = &one[0].image.objects;
        let known = fields(&[number(1), ImageValue::Cut, ImageValue::Object(1)]);
        assert_eq!(image[0].contents, known);
        assert_eq!(image[2].contents, UNKNOWN);
        assert_eq!(image[3], same[0].image.objects[3]);
        // What is known already stays known.
        keep_common(&mut one, &[of(9, &[3], [2, 3])]);
        assert_eq!(one[0].image.objects[0].contents, known);
        // The third element is the first in one order, the second in the other.
        keep_common(&mut one, &[of(7, &[1], [3, 2])]);
        let elements = vec![
            ImageValue::Object(2),
            ImageValue::Object(3),
            ImageValue::Cut,
        ];
        assert_eq!(
            one[0].image.objects[1].contents,
            ImageContents::Elements(elements)
        );
    }

    #[test]
    fn numbers_that_differ_are_not_told() {
        let told = |bits| Observed {
            kind: 'I',
            value: Some(ImageValue::Primitive(Primitive::Int, bits)),
            image: HeapImage::default(),
        };
        let mut all = [told(1), told(2)];
        keep_common(&mut all, &[told(1), told(3)]);
        assert_eq!([all[0].value, all[1].value], [told(1).value, None]);
    }
}
