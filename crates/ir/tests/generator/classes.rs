//! Random classes, selectors and string constants.

use super::{Random, name};
use ir::{
    Class, ClassId, ClassKind, Field, FieldType, FunctionId, MirrorLayout, Module, ModuleClass,
    Primitive, SelectorId, StringLayout, ThrowableLayout, WellKnown,
};
use std::sync::Arc;

/// Gives a module classes, selectors and string constants that mention `functions` functions.
pub fn fill(random: &mut Random, module: &mut Module, functions: usize) {
    let selectors = random.below(4);
    module.objects.selectors = (0..selectors).map(|i| name(random, "s", i)).collect();
    for index in 0..random.below(4) {
        let text = name(random, "text", index);
        let mut units: Vec<u16> = text.encode_utf16().collect();
        if random.chance(1, 2) {
            units.push(0xD800 + random.below(0x800) as u16);
        }
        module.objects.literals.push(units.into());
    }
    let count = random.below(5);
    for index in 0..count {
        let class = class(random, index, count);
        let methods = (0..if functions > 0 && selectors > 0 {
            random.below(3)
        } else {
            0
        })
            .map(|_| {
                let selector = SelectorId(random.below(selectors) as u32);
                (selector, FunctionId(random.below(functions) as u32))
            })
            .collect();
        let initialiser = (functions > 0 && random.chance(1, 3))
            .then(|| FunctionId(random.below(functions) as u32));
        module.objects.classes.push(ModuleClass {
            class: Arc::new(class),
            methods,
            initialiser,
        });
    }
    module.objects.well_known = roles(random, &module.objects.classes, functions);
}

/// Some of the roles that the classes can have.
fn roles(random: &mut Random, classes: &[ModuleClass], functions: usize) -> WellKnown {
    let any = |random: &mut Random| {
        let class = (!classes.is_empty()).then(|| ClassId(random.below(classes.len()) as u32));
        class.filter(|_| random.chance(1, 2))
    };
    let roomy = |random: &mut Random| {
        any(random).filter(|id| classes[id.0 as usize].class.instance_size >= 24)
    };
    WellKnown {
        object: any(random),
        string: roomy(random).map(|class| StringLayout {
            class,
            bytes: class,
            value: 8,
            coder: 16 + random.below(8) as u32,
        }),
        mirror: roomy(random).map(|class| MirrorLayout { class, id: 12 }),
        throwable: roomy(random).map(|class| ThrowableLayout {
            class,
            backtrace: 16,
        }),
        ints: any(random),
        stack_overflow: (functions > 0 && random.chance(1, 3))
            .then(|| FunctionId(random.below(functions) as u32)),
    }
}

/// A class whose superclass, interfaces and elements come before it, so that it is finite.
fn class(random: &mut Random, index: usize, count: usize) -> Class {
    let any = |random: &mut Random| ClassId(random.below(count) as u32);
    let earlier = |random: &mut Random| ClassId(random.below(index) as u32);
    let kind = match random.below(8) {
        0 => ClassKind::Abstract,
        1 => ClassKind::Interface,
        2 => ClassKind::Enum,
        3 => ClassKind::Array {
            element: FieldType::Primitive(*random.pick(&Primitive::ALL)),
        },
        4 if index > 0 => ClassKind::Array {
            element: FieldType::Reference(earlier(random)),
        },
        5 => {
            let primitive = *random.pick(&Primitive::ALL);
            ClassKind::Primitive(random.chance(3, 4).then_some(primitive))
        }
        _ => ClassKind::Instance,
    };
    let mut sizes = [8, 8];
    let fields = (0..random.below(4))
        .map(|field| {
            let ty = if random.chance(1, 2) {
                FieldType::Reference(any(random))
            } else {
                FieldType::Primitive(*random.pick(&Primitive::ALL))
            };
            let is_static = random.chance(1, 3);
            let size = &mut sizes[usize::from(is_static)];
            let offset = *size;
            *size += 8;
            Field {
                name: name(random, "field", field),
                declared_in: any(random),
                offset,
                ty,
                is_static,
                is_final: random.chance(1, 3),
                is_private: random.chance(1, 3),
            }
        })
        .collect();
    Class {
        name: name(random, "C", index),
        superclass: (index > 0 && random.chance(1, 2)).then(|| earlier(random)),
        interfaces: (0..if index > 0 { random.below(3) } else { 0 })
            .map(|_| earlier(random))
            .collect(),
        kind,
        instance_size: sizes[0],
        statics_size: sizes[1],
        fields,
        user: random.chance(1, 2),
        modifiers: 0,
    }
}
