//! The arguments of a test: variables with initialisers, one for each object that pointers lead to.

use super::given;
use super::initialiser::{FUNCTION_CAST, Initialiser, LITERAL, Reference};
use super::types::{Place, Types};
use super::variables;
use crate::format_value::string_literal;
use crate::{Entry, FreeVariable, LeftState, Plan, Pointer, Region};
use ir::{SourceType, SourceTypeId};
use std::collections::BTreeSet;

/// How a test has an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A variable: `node`.
    Value(String),
    /// An array, or a pointer to allocated memory.
    Array(String),
    /// An array of one element of which no byte may be used: the object is behind it.
    Empty(String),
    /// A string in place.
    Literal(String),
    /// A function, of this type if that is known.
    Function(String, Option<SourceTypeId>),
}

/// Larger objects are no local variables, in bytes.
const LARGE: u64 = 16 << 10;

/// Makes the variables of a test.
pub(super) struct Arrangement<'a> {
    types: Types<'a>,
    entry: &'a Entry,
    plan: &'a Plan,
    /// How each object is there; `None` before it is, and while it is made.
    pub forms: Vec<Option<Form>>,
    begun: Vec<bool>,
    names: Names,
    /// Declarations and assignments.
    pub lines: Vec<String>,
    /// Pointers that are set when all objects are there: object, pointer.
    later: Vec<(usize, Pointer)>,
}

/// Names of variables of a test.
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    pub(super) fn new(taken: BTreeSet<String>) -> Names {
        Names { taken }
    }

    /// A name that no other variable has, and that reads like what is called so in the suite.
    pub(super) fn choose(&mut self, wish: &str) -> String {
        let mut name = String::new();
        for c in wish.trim_start_matches(['*', '(']).chars() {
            match c {
                c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
                _ if name.ends_with('_') || name.is_empty() => {}
                _ => name.push('_'),
            }
        }
        let name = name.trim_end_matches('_');
        let name = match name.bytes().next() {
            None => "value".to_owned(),
            Some(b'0'..=b'9') => format!("value{name}"),
            Some(_) => name.to_owned(),
        };
        let mut chosen = name.clone();
        let mut number = 2;
        while !self.taken.insert(chosen.clone()) {
            chosen = format!("{name}_{number}");
            number += 1;
        }
        chosen
    }
}

/// An object that is to be declared.
struct Declared<'e> {
    number: usize,
    name: String,
    region: &'e Region,
    bytes: Vec<u8>,
    /// Type of its elements, if C can spell it, and how many it has.
    element: Option<(SourceTypeId, u64)>,
}

impl<'a> Arrangement<'a> {
    pub(super) fn new(
        types: Types<'a>,
        (entry, plan): (&'a Entry, &'a Plan),
        names: Names,
    ) -> Arrangement<'a> {
        Arrangement {
            types,
            entry,
            plan,
            forms: vec![None; entry.objects.len()],
            begun: vec![false; entry.objects.len()],
            names,
            lines: Vec::new(),
            later: Vec::new(),
        }
    }

    /// A name for another variable.
    pub(super) fn name(&mut self, wish: &str) -> String {
        self.names.choose(wish)
    }

    /// The expression of an argument with these bytes, and the variables that it needs. `None` if C has
    /// no words for it.
    pub(super) fn argument(
        &mut self,
        name: &str,
        ty: SourceTypeId,
        bytes: &[u8],
        pointers: &[Pointer],
    ) -> Option<String> {
        let in_place = match self.types.resolved(ty) {
            SourceType::Record { .. } => false,
            SourceType::Array { .. } => return None,
            _ => true,
        };
        let types = self.types;
        let is_parameter = in_place;
        let mut refer = |pointer: &Pointer, target| {
            self.object(pointer.object, Some(target), is_parameter)?;
            self.address(pointer, target).map(Reference::Now)
        };
        let mut made = Initialiser::new(types, bytes, pointers, &mut refer);
        let text = made.whole(ty)?;
        if in_place {
            return Some(text);
        }
        let name = self.names.choose(name);
        let declared = types.declare(types.unqualified(ty), &name)?;
        self.lines.push(format!("{declared} = {text};"));
        Some(name)
    }

    /// Sets the pointers that could not be set before. `None` if C has no words for one.
    pub(super) fn finish(&mut self) -> Option<()> {
        for (object, pointer) in std::mem::take(&mut self.later) {
            let place = self.place_of_pointer(object, &pointer);
            let line = match place {
                Some((place, ty)) => {
                    let target = self.types.target(ty)?;
                    format!("{place} = {};", self.address(&pointer, target)?)
                }
                None => {
                    let at = self.byte_address(object, pointer.offset)?;
                    let to = self.byte_address(pointer.object, pointer.target)?;
                    format!("wf_set_pointer({at}, {to});")
                }
            };
            self.lines.push(line);
        }
        Some(())
    }

    /// The variable that a pointer in an object is.
    fn place_of_pointer(&self, object: usize, pointer: &Pointer) -> Option<(String, SourceTypeId)> {
        let (element, _) = self.element(object)?;
        let each = self.types.size(element).max(1);
        let (index, offset) = (pointer.offset / each, pointer.offset % each);
        let place = self.place(object, index)?;
        let (text, ty) = self.types.path(element, offset, place)?;
        self.types.target(ty).map(|_| (text, ty))
    }

    /// The expression for an element of an object.
    pub(super) fn place(&self, object: usize, index: u64) -> Option<Place> {
        let single = self.element(object).is_none_or(|(_, count)| count == 1);
        match self.forms.get(object)?.as_ref()? {
            Form::Value(name) => Some(Place::Value(name.clone())),
            Form::Array(name) if single && index == 0 => Some(Place::Behind(name.clone())),
            Form::Array(name) => Some(Place::Value(format!("{name}[{index}]"))),
            Form::Empty(_) | Form::Literal(_) | Form::Function(..) => None,
        }
    }

    /// Type of the elements of an object and how many there are, if it is made of them.
    pub(super) fn element(&self, object: usize) -> Option<(SourceTypeId, u64)> {
        let region = self.entry.objects.get(object)?;
        let element = self.types.unqualified(SourceTypeId(region.element?));
        let each = self.types.size(element);
        let count = match self.types.flexible(element) {
            Some((offset, _, _)) => u64::from(region.size >= each.max(offset)),
            None => match region.size.checked_rem(each) {
                Some(0) => region.size / each,
                _ => 0,
            },
        };
        (count > 0 && self.types.spell(element).is_some()).then_some((element, count))
    }

    /// Makes the variable of an object, after those that it points to.
    fn object(
        &mut self,
        number: usize,
        target: Option<SourceTypeId>,
        is_parameter: bool,
    ) -> Option<()> {
        let region = self.entry.objects.get(number)?;
        if std::mem::replace(self.begun.get_mut(number)?, true) {
            return Some(());
        }
        if let Some(function) = &region.function {
            let given = &self.plan.given_functions;
            let known = given.iter().find(|given| given.name == *function);
            let ty = known.and_then(|given| given.ty);
            self.forms[number] = Some(Form::Function(given::word(given, function), ty));
            return Some(());
        }
        if let Some(symbol) = &region.variable {
            let variables = &self.plan.free_variables;
            let variable = variables::named(self.types, variables, symbol)?;
            return self.variable_of_program(number, variable);
        }
        let declared = Declared {
            number,
            name: self.names.choose(&region.name),
            region,
            bytes: region.contents(),
            element: self.element(number),
        };
        if region.size == 0 {
            return self.empty(&declared, target);
        }
        if is_parameter && let Some(text) = self.in_place(&declared, target) {
            self.forms[number] = Some(Form::Literal(text));
            return Some(());
        }
        let flexible = declared
            .element
            .and_then(|(element, _)| self.types.flexible(element));
        let typed = match flexible {
            Some(flexible) => self.flexible(&declared, flexible),
            None => self.typed(&declared),
        };
        match typed {
            Some(()) => Some(()),
            None => self.raw(&declared),
        }
    }

    /// Sets the variables of the program that are inputs. `None` if C has no words for one.
    pub(super) fn variables(&mut self) -> Option<()> {
        for number in 0..self.entry.objects.len() {
            if self.entry.objects[number].variable.is_some() {
                self.object(number, None, false)?;
            }
        }
        Some(())
    }

    /// Sets a variable of the program.
    fn variable_of_program(&mut self, number: usize, variable: &FreeVariable) -> Option<()> {
        let region = self.entry.objects.get(number)?;
        let (types, name, bytes) = (self.types, &variable.name, region.contents());
        self.forms[number] = Some(match variable.array {
            true => Form::Array(name.clone()),
            false => Form::Value(name.clone()),
        });
        let element = self.element(number);
        let mut refer = |pointer: &Pointer, target| {
            self.object(pointer.object, Some(target), false)?;
            match self.address(pointer, target) {
                Some(text) => Some(Reference::Now(text)),
                None if self.forms[pointer.object].is_none() => Some(Reference::Later),
                None => None,
            }
        };
        let mut made = Initialiser::new(types, &bytes, &region.pointers, &mut refer);
        let text = element.and_then(|(element, count)| match variable.array {
            true => made.array(element, count),
            false => made.whole(element),
        });
        let later = std::mem::take(&mut made.later);
        let line = element.zip(text).and_then(|((element, count), text)| {
            Some(match variable.array {
                true => {
                    let spelled = types.declare(element, &format!("[{count}]"))?;
                    let text = match text.starts_with('{') {
                        true => text,
                        false => format!("{{{text}}}"),
                    };
                    format!("memcpy((void *){name}, ({spelled}){text}, sizeof {name});")
                }
                false if !text.starts_with('{') => format!("{name} = {text};"),
                false => {
                    let spelled = types.spell(element)?;
                    match variables::is_assignable(types, element, 0) {
                        true => format!("{name} = ({spelled}){text};"),
                        false => {
                            format!("memcpy((void *)&{name}, &({spelled}){text}, sizeof {name});")
                        }
                    }
                }
            })
        });
        let Some(line) = line else {
            return self.raw_variable(number, variable);
        };
        self.lines.push(line);
        let later = later.into_iter().map(|pointer| (number, pointer));
        self.later.extend(later);
        Some(())
    }

    /// Sets a variable of the program byte by byte.
    fn raw_variable(&mut self, number: usize, variable: &FreeVariable) -> Option<()> {
        let region = self.entry.objects.get(number)?;
        for pointer in &region.pointers {
            self.object(pointer.object, None, false)?;
        }
        let (bytes, size) = (region.contents(), region.size);
        let at = format!("(void *)&{}", variable.name);
        if region.bytes.is_empty() {
            self.lines.push(format!("memset({at}, 0, {size});"));
        } else {
            let text = string_literal(&bytes);
            self.lines.push(format!("memcpy({at}, {text}, {size});"));
        }
        let pointers = region.pointers.iter();
        self.later
            .extend(pointers.map(|pointer| (number, *pointer)));
        Some(())
    }

    /// A constant string that nothing but the argument knows of is written in its place.
    fn in_place(&self, declared: &Declared, target: Option<SourceTypeId>) -> Option<String> {
        let (element, _) = declared.element?;
        let target = target?;
        let text = self.types.is_character(element)
            && self.types.is_character(target)
            && self.types.is_constant(target);
        let bytes = &declared.bytes;
        let zero = bytes.iter().position(|&byte| byte == 0)? + 1 == bytes.len();
        let left = self.entry.left(declared.number);
        let kept = left.is_some_and(|left| left.state == LeftState::Unchanged);
        let once = self.references(declared.number) == 1;
        (text && zero && kept && once && bytes.len() <= LITERAL)
            .then(|| string_literal(&bytes[..bytes.len() - 1]))
    }

    /// How many pointers lead to an object, before and behind the call.
    fn references(&self, object: usize) -> usize {
        let before = self.entry.parameters.iter().chain(&self.entry.objects);
        let before = before.flat_map(|region| &region.pointers);
        let after = self.entry.after.iter();
        let after = after.flat_map(|after| after.objects.iter().chain(&after.result));
        let after = after.flat_map(|left| &left.pointers);
        before
            .chain(after)
            .filter(|pointer| pointer.object == object)
            .count()
    }

    /// An object without bytes is what lies behind another.
    fn empty(&mut self, declared: &Declared, target: Option<SourceTypeId>) -> Option<()> {
        let spelled = target.map(|target| self.types.unqualified(target));
        let spelled = spelled.filter(|&target| self.types.size(target) > 0);
        let array = format!("{}[1]", declared.name);
        let text = spelled.and_then(|target| self.types.declare(target, &array));
        let text = text.unwrap_or_else(|| format!("unsigned char {array}"));
        let zero = "{0}";
        self.lines
            .push(format!("{text} = {zero}; /* nothing of it may be used */"));
        self.forms[declared.number] = Some(Form::Empty(declared.name.clone()));
        Some(())
    }

    /// An object as a variable of its type, with an initialiser.
    fn typed(&mut self, declared: &Declared) -> Option<()> {
        let (element, count) = declared.element?;
        let types = self.types;
        let freed = self.entry.left(declared.number);
        let freed = freed.is_some_and(|left| left.state == LeftState::Freed)
            // Whether an object that an error is about may be freed depends on its place.
            || self.entry.after.is_none();
        let allocated = declared.region.size > LARGE || freed;
        let single = count == 1 && !types.is_character(element);
        let form = match single && !allocated {
            true => Form::Value(declared.name.clone()),
            false => Form::Array(declared.name.clone()),
        };
        let number = declared.number;
        let mut refer = |pointer: &Pointer, target| {
            if pointer.object == number && !allocated {
                // A variable may have its own address in its initialiser.
                self.forms[number] = Some(form.clone());
                let text = self.address(pointer, target);
                self.forms[number] = None;
                return text.map(Reference::Now);
            }
            self.object(pointer.object, Some(target), false)?;
            match self.address(pointer, target) {
                Some(text) => Some(Reference::Now(text)),
                None if self.forms[pointer.object].is_none() => Some(Reference::Later),
                None => None,
            }
        };
        let pointers = &declared.region.pointers;
        let mut made = Initialiser::new(types, &declared.bytes, pointers, &mut refer);
        let text = match single {
            true => made.whole(element),
            false => made.array(element, count),
        };
        let later = std::mem::take(&mut made.later);
        let text = text?;
        let line = match allocated {
            true => self.allocation(declared, (element, count), &text)?,
            false => self.variable(declared, &form, (element, count), &text)?,
        };
        self.lines.push(line);
        self.forms[number] = Some(form);
        self.later
            .extend(later.into_iter().map(|pointer| (number, pointer)));
        Some(())
    }

    /// A structure with a flexible array behind it: allocated, and assigned.
    fn flexible(
        &mut self,
        declared: &Declared,
        (offset, member, item): (u64, &str, SourceTypeId),
    ) -> Option<()> {
        let (types, name) = (self.types, &declared.name);
        let (element, _) = declared.element?;
        let spelled = types.spell(element)?;
        let mut refer = |pointer: &Pointer, target| {
            self.object(pointer.object, Some(target), false)?;
            self.address(pointer, target).map(Reference::Now)
        };
        let pointers = &declared.region.pointers;
        let mut made = Initialiser::new(types, &declared.bytes, pointers, &mut refer);
        let head = made.part(element, 0)?;
        let each = types.size(item);
        let count = (declared.region.size - offset).checked_div(each)?;
        let mut items = Vec::new();
        for index in 0..count {
            let at = offset + index * each;
            // The first ones lie in the padding of the structure, which an assignment may change.
            let in_padding = head != "{0}" && at < types.size(element);
            if in_padding || !made.is_zero(at, each) {
                items.push((index, made.part(item, at)?));
            }
        }
        if !made.is_complete() {
            return None;
        }
        let pointer = types.declare_pointer(element, name)?;
        let size = declared.region.size;
        self.lines.push(format!("{pointer} = wf_room({size});"));
        if head != "{0}" {
            self.lines.push(format!("*{name} = ({spelled}){head};"));
        }
        for (index, text) in items {
            let text = match text.starts_with('{') {
                true => format!("({}){text}", types.spell(item)?),
                false => text,
            };
            self.lines
                .push(format!("{name}->{member}[{index}] = {text};"));
        }
        self.forms[declared.number] = Some(Form::Array(name.clone()));
        Some(())
    }

    /// A local variable.
    fn variable(
        &self,
        declared: &Declared,
        form: &Form,
        (element, count): (SourceTypeId, u64),
        text: &str,
    ) -> Option<String> {
        let name = &declared.name;
        let zeros = declared.bytes.iter().filter(|&&byte| byte == 0).count();
        let declarator = match form {
            Form::Array(_) if text.starts_with('"') && zeros == 1 => format!("{name}[]"),
            Form::Array(_) => format!("{name}[{count}]"),
            Form::Value(_) | Form::Empty(_) | Form::Literal(_) | Form::Function(..) => name.clone(),
        };
        Some(format!(
            "{} = {text};",
            self.types.declare(element, &declarator)?
        ))
    }

    /// Allocated memory.
    fn allocation(
        &self,
        declared: &Declared,
        (element, count): (SourceTypeId, u64),
        text: &str,
    ) -> Option<String> {
        let types = self.types;
        let name = &declared.name;
        let pointer = types.declare_pointer(element, name)?;
        let is_record = matches!(types.resolved(element), SourceType::Record { .. });
        let (literal, size) = match count == 1 && is_record {
            true => {
                let spelled = types.spell(element)?;
                (format!("&({spelled}){text}"), format!("sizeof({spelled})"))
            }
            false => {
                let spelled = types.declare(element, &format!("[{count}]"))?;
                // A scalar, or a text, is put in braces.
                let text = match text.starts_with('{') {
                    true => text.to_owned(),
                    false => format!("{{{text}}}"),
                };
                (format!("({spelled}){text}"), format!("sizeof({spelled})"))
            }
        };
        Some(format!("{pointer} = wf_new({literal}, {size});"))
    }

    /// An object as allocated bytes.
    fn raw(&mut self, declared: &Declared) -> Option<()> {
        let name = &declared.name;
        for pointer in &declared.region.pointers {
            self.object(pointer.object, None, false)?;
        }
        let pointer = match declared.element {
            Some((element, _)) => self.types.declare_pointer(element, name)?,
            None => format!("unsigned char *{name}"),
        };
        let size = declared.region.size;
        if declared.region.bytes.is_empty() {
            self.lines.push(format!("{pointer} = wf_room({size});"));
        } else if size <= LITERAL as u64 {
            let text = string_literal(&declared.bytes);
            self.lines
                .push(format!("{pointer} = wf_new({text}, {size});"));
        } else {
            let bytes: Vec<String> = declared.region.bytes.iter().map(u8::to_string).collect();
            let bytes = match bytes.is_empty() {
                true => "0".to_owned(),
                false => bytes.join(", "),
            };
            let array = self.names.choose(&format!("{name}_bytes"));
            self.lines.push(format!(
                "static const unsigned char {array}[{size}] = {{{bytes}}};"
            ));
            self.lines
                .push(format!("{pointer} = wf_new({array}, {size});"));
        }
        self.forms[declared.number] = Some(Form::Array(name.clone()));
        let pointers = declared.region.pointers.iter();
        self.later
            .extend(pointers.map(|pointer| (declared.number, *pointer)));
        Some(())
    }

    /// The expression of a pointer to something of a type.
    pub(super) fn address(&self, pointer: &Pointer, target: SourceTypeId) -> Option<String> {
        let types = self.types;
        let form = self.forms.get(pointer.object)?.as_ref()?;
        if let Form::Function(name, ty) = form {
            let is_function = matches!(types.resolved(target), SourceType::Function { .. });
            return match ty.is_none_or(|ty| types.is_same(ty, target)) {
                _ if !is_function => None,
                true => Some(name.clone()),
                false => {
                    let cast = types.declare_pointer(types.unqualified(target), "")?;
                    Some(format!("({cast}){FUNCTION_CAST}{name}"))
                }
            };
        }
        let element = self.element(pointer.object);
        let any = matches!(types.resolved(target), SourceType::Void);
        let alike = |(element, _): &(SourceTypeId, u64)| {
            let spelled = |ty| types.spell(types.unqualified(ty));
            any || spelled(target) == spelled(*element)
                || types.resolved(target) == types.resolved(*element)
        };
        let text = match (form, element.filter(alike)) {
            (Form::Literal(text), _) => return (pointer.target == 0).then(|| text.clone()),
            (Form::Empty(name), _) => Some(format!("{name} + 1")),
            (Form::Value(name), Some(_)) if pointer.target == 0 => Some(format!("&{name}")),
            (Form::Value(name), Some((element, _))) if pointer.target == types.size(element) => {
                Some(format!("&{name} + 1"))
            }
            (Form::Array(name), Some(_)) if pointer.target == 0 => Some(name.clone()),
            (Form::Array(name), Some((element, _))) => {
                let each = types.size(element);
                pointer
                    .target
                    .is_multiple_of(each)
                    .then(|| format!("{name} + {}", pointer.target / each))
            }
            _ => None,
        };
        let (bytes, is_cast) = match text {
            Some(text) => (text, matches!(form, Form::Empty(_))),
            None => (self.byte_address(pointer.object, pointer.target)?, true),
        };
        if !is_cast || any {
            return Some(bytes);
        }
        let cast = types.declare_pointer(types.unqualified(target), "")?;
        let empty_of_type = matches!(form, Form::Empty(_)) && types.size(target) > 0;
        Some(match empty_of_type {
            true => bytes,
            false => format!("({cast})(void *)({bytes})"),
        })
    }

    /// The address of a byte of an object.
    fn byte_address(&self, object: usize, offset: u64) -> Option<String> {
        let text = match self.forms.get(object)?.as_ref()? {
            Form::Value(name) => format!("(char *)&{name}"),
            Form::Array(name) => format!("(char *){name}"),
            Form::Empty(name) => format!("(char *)({name} + 1)"),
            Form::Literal(_) | Form::Function(..) => return None,
        };
        Some(match offset {
            0 => text,
            offset => format!("{text} + {offset}"),
        })
    }
}
