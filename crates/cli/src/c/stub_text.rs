//! A function without body in C: by its type alone, as it stands in a source that knows none of the program's types.

use ir::{Global, Module, Program, SourceMember, SourceType, SourceTypeId};
use std::fmt::Write;

/// Elements of an array that is written, and members that are written through a pointer, at the most.
pub const MOST_PARTS: u64 = 256;
/// Pointers on the way to memory that is made for a pointer which is returned or written.
const MOST_DEPTH: u32 = 2;

/// The function that says of each path that there are such variables.
pub const VARIABLES: &str = "wf_stubbed_variables";

/// What the functions need.
const HEAD: &str = "/* Functions that the program only declares: they return anything, and write anything behind their pointers. */
#include <wayfarer.h>
/* Not by their headers, which may declare the functions below as what they are not. */
extern void *malloc(size_t size);
extern void *calloc(size_t count, size_t size);
extern void *memcpy(void *to, const void *from, size_t size);
extern void wf_stubbed(void);
extern unsigned long wf_room_behind(const void *pointer, unsigned long wish);

/* Some bytes behind a pointer, as many as there is room for; of a text the last one ends it. */
static inline void wf_write(void *to, unsigned long most, int text, const char *count,
                            const char *name) {
  unsigned long wish, room, size = 0;
  if (!to)
    return;
  wish = wf_ulong(count);
  room = wf_room_behind(to, wish);
  if (room > most)
    room = most;
  wf_assume(wish == room);
  while (size < room)
    size++;
  if (size)
    wf_symbolic(to, size, name);
  if (size && text)
    ((char *)to)[size - 1] = 0;
}

static inline void *wf_text(const char *is_null, const char *name) {
  char *text;
  if (wf_bool(is_null))
    return NULL;
  text = malloc(9);
  if (!text)
    return NULL;
  wf_symbolic(text, 8, name);
  text[8] = 0;
  return text;
}
";

/// A function without body.
pub struct StubbedFunction {
    pub name: String,
    /// True if it writes something.
    pub writes: bool,
    /// True if it writes only a part of what its types say.
    pub is_cut: bool,
    text: String,
}

/// The source that defines them.
pub fn stub_source(stubs: &[StubbedFunction], variables: &[&Global]) -> String {
    let mut text = String::new();
    if !stubs.is_empty() {
        text.push_str(HEAD);
        text.extend(stubs.iter().map(|stub| stub.text.as_str()));
    }
    if !variables.is_empty() {
        // They may hold anything else in the whole program: each path says so.
        let _ = write!(
            text,
            "/* Variables that the program only declares. */\nextern void wf_stubbed(void);\n\
             __attribute__((constructor)) static void {VARIABLES}(void) {{ wf_stubbed(); }}\n"
        );
    }
    for variable in variables {
        let Global {
            name, size, align, ..
        } = variable;
        let align = (*align).max(1);
        let _ = writeln!(
            text,
            "char {name}[{size}] __attribute__((aligned({align})));"
        );
    }
    text
}

impl StubbedFunction {
    /// The function of that type; `None` if it cannot be written without the program's types.
    pub fn of(
        module: &Module,
        name: &str,
        ty: SourceTypeId,
        writes: bool,
    ) -> Option<StubbedFunction> {
        let SourceType::Function {
            result,
            parameters,
            variadic,
        } = module.source_type(module.resolved_type(ty))
        else {
            return None;
        };
        let mut writer = Writer {
            module,
            body: String::new(),
            names: 0,
            parts: 0,
            pointers: writes,
        };
        let mut declared = Vec::new();
        for (number, &parameter) in parameters.iter().enumerate() {
            declared.push(format!("{}a{number}", passed(module, parameter)?));
        }
        match (declared.is_empty(), variadic) {
            (true, false) => declared.push("void".to_owned()),
            (false, true) => declared.push("...".to_owned()),
            _ => {}
        }
        if writes {
            for (number, &parameter) in parameters.iter().enumerate() {
                let next = parameters.get(number + 1).copied();
                writer.behind(name, number, parameter, next);
            }
        }
        let written = !writer.body.is_empty();
        let result = match module.source_type(module.resolved_type(*result)) {
            SourceType::Void => "void ".to_owned(),
            SourceType::Pointer { target } => {
                let value = match writes {
                    true => writer.fresh(name, *target, 0),
                    false => "(void *)wf_ulong(\"{}\")".replace("{}", name),
                };
                let _ = writeln!(writer.body, "  return {value};");
                "void *".to_owned()
            }
            _ => {
                let (ty, ask) = scalar(module, *result)?;
                let _ = writeln!(writer.body, "  return {ask}({});", quoted(name));
                format!("{ty} ")
            }
        };
        let (parameters, body) = (declared.join(", "), &writer.body);
        Some(StubbedFunction {
            name: name.to_owned(),
            writes: written,
            is_cut: writer.parts > MOST_PARTS,
            text: format!("\n{result}{name}({parameters}) {{\n  wf_stubbed();\n{body}}}\n"),
        })
    }
}

/// How a parameter of a type is declared, up to its name.
fn passed(module: &Module, ty: SourceTypeId) -> Option<String> {
    match module.source_type(module.resolved_type(ty)) {
        SourceType::Pointer { .. } => Some("void *".to_owned()),
        _ => scalar(module, ty).map(|(ty, _)| format!("{ty} ")),
    }
}

/// A scalar as C has it everywhere, and the function that asks for one.
fn scalar(module: &Module, ty: SourceTypeId) -> Option<(&'static str, &'static str)> {
    let ty = module.source_type(module.resolved_type(ty));
    Some(match ty {
        _ if ty.is_bool() => ("_Bool", "wf_bool"),
        SourceType::Int { width, signed, .. } | SourceType::Enum { width, signed, .. } => {
            match (width, signed) {
                (8, true) => ("signed char", "wf_schar"),
                (8, false) => ("unsigned char", "wf_uchar"),
                (16, true) => ("short", "wf_short"),
                (16, false) => ("unsigned short", "wf_ushort"),
                (32, true) => ("int", "wf_int"),
                (32, false) => ("unsigned int", "wf_uint"),
                (64, true) => ("long", "wf_long"),
                (64, false) => ("unsigned long", "wf_ulong"),
                _ => return None,
            }
        }
        SourceType::Float { name, .. } => match name.as_str() {
            "float" => ("float", "wf_float"),
            "double" => ("double", "wf_double"),
            "long double" => ("long double", "wf_longdouble"),
            _ => return None,
        },
        _ => return None,
    })
}

fn quoted(text: &str) -> String {
    suite::c_string_literal(text)
}

/// The body of a function.
struct Writer<'a> {
    module: &'a Module,
    body: String,
    /// Variables so far.
    names: u32,
    /// Parts that are written so far.
    parts: u64,
    /// Pointers lead somewhere.
    pointers: bool,
}

impl Writer<'_> {
    /// Writes what lies behind a parameter, if the function may; the next one may say how many bytes that are.
    fn behind(&mut self, name: &str, number: usize, ty: SourceTypeId, next: Option<SourceTypeId>) {
        let module = self.module;
        let SourceType::Pointer { target } = module.source_type(module.resolved_type(ty)) else {
            return;
        };
        if is_constant(module, *target) {
            return;
        }
        let resolved = module.resolved_type(*target);
        let size = module.size_of_type(resolved).unwrap_or(0);
        let place = format!("{name} *{}", number + 1);
        let length = next.filter(|it| {
            let ty = module.source_type(module.resolved_type(*it));
            matches!(ty, SourceType::Int { width: 16.., .. })
        });
        let most = match length {
            Some(_) => format!("a{0} > 0 ? (unsigned long)a{0} : 0", number + 1),
            None => "(unsigned long)-1".to_owned(),
        };
        let is_text = is_text(module, *target);
        let ty = module.source_type(resolved);
        if ty.is_byte() || matches!(ty, SourceType::Void) {
            // Nothing says how much an untyped pointer leads to, unless a number is with it.
            if length.is_some() || is_text {
                let (count, bytes) = (quoted(&format!("{place}: bytes")), quoted(&place));
                let text = u8::from(is_text);
                let _ = writeln!(
                    self.body,
                    "  wf_write(a{number}, {most}, {text}, {count}, {bytes});"
                );
            }
        } else if size > 0 {
            let before = std::mem::take(&mut self.body);
            self.value(&format!("(char *)a{number}"), 0, &place, resolved, 0);
            let written = std::mem::replace(&mut self.body, before);
            if !written.is_empty() {
                let _ = writeln!(self.body, "  if (a{number}) {{\n{written}  }}");
            }
        }
    }

    /// Writes a value of a type at an offset behind an address.
    fn value(&mut self, base: &str, at: u64, place: &str, ty: SourceTypeId, depth: u32) {
        let module = self.module;
        self.parts += 1;
        if self.parts > MOST_PARTS || is_constant(module, ty) {
            return;
        }
        let id = module.resolved_type(ty);
        match module.source_type(id) {
            SourceType::Pointer { target } => {
                let made = self.fresh(place, *target, depth + 1);
                self.names += 1;
                let name = format!("p{}", self.names);
                let _ = writeln!(
                    self.body,
                    "    void *{name} = {made};\n    memcpy({base} + {at}, &{name}, sizeof {name});"
                );
            }
            SourceType::Array { element, count } => {
                let each = module.size_of_type(*element).unwrap_or(0);
                let is_byte = module.source_type(module.resolved_type(*element)).is_byte();
                if is_byte || count.saturating_mul(each) > MOST_PARTS * 8 {
                    return self.bytes(base, at, place, count.saturating_mul(each));
                }
                for number in 0..*count {
                    let place = format!("{place}[{number}]");
                    self.value(base, at + number * each, &place, *element, depth);
                }
            }
            SourceType::Record {
                union: false,
                members,
                ..
            } => {
                for member in members {
                    self.member(base, at, place, member, depth);
                }
            }
            SourceType::Record { size, .. } => self.bytes(base, at, place, *size),
            _ => {
                let Some((ty, ask)) = scalar(module, id) else {
                    return;
                };
                self.names += 1;
                let (name, place) = (format!("v{}", self.names), quoted(place));
                let _ = writeln!(
                    self.body,
                    "    {ty} {name} = {ask}({place});\n    memcpy({base} + {at}, &{name}, sizeof {name});"
                );
            }
        }
    }

    fn member(&mut self, base: &str, at: u64, place: &str, member: &SourceMember, depth: u32) {
        let place = match member.name.is_empty() {
            true => place.to_owned(),
            false => format!("{place}.{}", member.name),
        };
        match member.bit_width {
            None => self.value(base, at + member.bit_offset / 8, &place, member.ty, depth),
            Some(width) => {
                let first = member.bit_offset / 8;
                let end = (member.bit_offset + u64::from(width)).div_ceil(8);
                self.bytes(base, at + first, &place, end - first);
            }
        }
    }

    fn bytes(&mut self, base: &str, at: u64, place: &str, size: u64) {
        if size > 0 {
            let place = quoted(place);
            let _ = writeln!(
                self.body,
                "    wf_symbolic({base} + {at}, {size}, {place});"
            );
        }
    }

    /// The expression of a pointer to something of a type: null, or memory that is made for it.
    fn fresh(&mut self, place: &str, target: SourceTypeId, depth: u32) -> String {
        let module = self.module;
        let is_null = quoted(&format!("{place} is null"));
        if !self.pointers || depth > MOST_DEPTH {
            return "NULL".to_owned();
        }
        if is_text(module, target) {
            return format!("wf_text({is_null}, {})", quoted(&format!("*({place})")));
        }
        let target = module.resolved_type(target);
        let size = module.size_of_type(target).unwrap_or(0);
        let ty = module.source_type(target);
        let is_object = !matches!(ty, SourceType::Void | SourceType::Function { .. });
        if size == 0 || !is_object {
            return "NULL".to_owned();
        }
        self.names += 1;
        let name = format!("o{}", self.names);
        let _ = writeln!(
            self.body,
            "    void *{name} = wf_bool({is_null}) ? NULL : calloc(1, {size});\n    if ({name}) {{"
        );
        self.value(
            &format!("(char *){name}"),
            0,
            &format!("*({place})"),
            target,
            depth,
        );
        self.body.push_str("    }\n");
        name
    }
}

/// True for `const` types.
fn is_constant(module: &Module, mut ty: SourceTypeId) -> bool {
    // Types are nested no deeper.
    for _ in 0..64 {
        ty = match module.source_type(ty) {
            SourceType::Qualified { qualifier, target } => match qualifier == "const" {
                true => return true,
                false => *target,
            },
            SourceType::Typedef { target, .. } => *target,
            _ => return false,
        };
    }
    false
}

/// True for `char`.
fn is_text(module: &Module, ty: SourceTypeId) -> bool {
    let ty = module.source_type(module.resolved_type(ty));
    matches!(ty, SourceType::Int { name, .. } if name == "char")
}
