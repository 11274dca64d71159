//! Finding the methods that a user means.

use crate::class_file::access;
use crate::descriptor::{JavaType, Signature};
use crate::program::FunctionKey;
use crate::program::Linked;
use crate::{JvmError, Program};
use ir::{ClassId, FunctionId};
use std::sync::Arc;

/// A method as users see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its class.
    pub class: ClassId,
    /// Name of the class as `Class.getName` gives it.
    pub class_name: String,
    /// Its name; `<init>` for a constructor.
    pub name: String,
    /// Its descriptor, as in `(I)V`.
    pub descriptor: String,
    /// Parameters in order, without the receiver.
    pub parameters: Vec<Parameter>,
    /// Type of its result as the source has it; `void` if there is none.
    pub result: String,
    /// True for a static method.
    pub is_static: bool,
    /// True for a private method.
    pub is_private: bool,
    /// True for a public method.
    pub is_public: bool,
    /// Its function.
    pub function: FunctionId,
    /// Its number in the class file.
    pub(crate) index: u32,
}

/// A parameter of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, or `argN` (from 0) where the class file has none.
    pub name: String,
    /// Its type as the source has it, with the full name of a class: `int`, `java.lang.String`,
    /// `com.acme.Foo[]`; nested classes as `com.acme.Foo$Bar`.
    pub java_type: String,
    /// Its descriptor.
    pub descriptor: String,
}

impl Method {
    /// The text that selects it: `com.acme.Foo.bar(int,Foo)`.
    pub fn spec(&self) -> String {
        let types: Vec<&str> = self
            .parameters
            .iter()
            .map(|p| p.java_type.as_str())
            .collect();
        format!("{}.{}({})", self.class_name, self.name, types.join(","))
    }
}

impl Program {
    /// The methods that `com.acme.Foo` (all its methods with code), `com.acme.Foo.bar` or
    /// `com.acme.Foo.bar(int,Foo)` means. Types of parameters may be given without their packages;
    /// nested classes with `.` or `$`.
    ///
    /// # Errors
    /// If there is no such class or method, or if a name without parameters means several methods.
    pub fn select(&self, spec: &str) -> Result<Vec<Method>, JvmError> {
        let spec = spec.trim();
        let (path, parameters) = match spec.split_once('(') {
            Some((path, rest)) => {
                let rest = rest.strip_suffix(')').ok_or_else(|| {
                    JvmError::NoMethod(format!("{spec}: the parameters end with a parenthesis"))
                })?;
                (path.trim(), Some(rest))
            }
            None => (spec, None),
        };
        if parameters.is_none()
            && let Some(class) = self.class_of_user(path)?
        {
            return Ok(self.own_methods(&class));
        }
        let no_class = |name: &str| JvmError::NoClass {
            class: name.to_owned(),
            hint: self.class_path.hint(&name.replace('.', "/")),
        };
        let (class_name, name) = path.rsplit_once('.').ok_or_else(|| no_class(path))?;
        let class = self.class_of_user(class_name)?.ok_or_else(|| {
            no_class(if parameters.is_some() {
                class_name
            } else {
                path
            })
        })?;
        let simple = class_name.rsplit(['.', '$']).next();
        let name = if Some(name) == simple { "<init>" } else { name };
        self.methods_named(&class, name, parameters, spec)
    }

    fn methods_named(
        &self,
        class: &Arc<Linked>,
        name: &str,
        parameters: Option<&str>,
        spec: &str,
    ) -> Result<Vec<Method>, JvmError> {
        let mut all: Vec<Method> = Vec::new();
        let mut next = Some(Arc::clone(class));
        while let Some(linked) = next {
            for method in self.all_methods(&linked) {
                let hidden =
                    |m: &Method| m.name == method.name && m.descriptor == method.descriptor;
                if method.name == name && !all.iter().any(hidden) {
                    all.push(method);
                }
            }
            // Constructors are not inherited.
            let above = linked.superclass.filter(|_| name != "<init>");
            next = above.map(|id| self.linked(id)).transpose()?;
        }
        let found: Vec<Method> = match parameters {
            None => all.clone(),
            Some(parameters) => {
                let wanted: Vec<String> = split_types(parameters);
                let fits = |method: &&Method| {
                    method.parameters.len() == wanted.len()
                        && std::iter::zip(&method.parameters, &wanted)
                            .all(|(parameter, wanted)| same_type(&parameter.java_type, wanted))
                };
                all.iter().filter(fits).cloned().collect()
            }
        };
        match found.len() {
            1 => Ok(found),
            0 if all.is_empty() => {
                let mut known: Vec<String> =
                    self.own_methods(class).iter().map(Method::spec).collect();
                known.sort();
                Err(JvmError::NoMethod(format!(
                    "class {} has no method {name} with code; it has:{}",
                    class.ir.name,
                    known.iter().map(|m| format!("\n  {m}")).collect::<String>()
                )))
            }
            0 => Err(JvmError::NoMethod(format!(
                "no method {name} of {} has these parameters; choose one of:{}",
                class.ir.name,
                all.iter()
                    .map(|m| format!("\n  {}", m.spec()))
                    .collect::<String>()
            ))),
            _ => Err(JvmError::Ambiguous {
                spec: spec.to_owned(),
                choices: found.iter().map(Method::spec).collect(),
            }),
        }
    }

    /// The class of a name with dots; nested classes with `.` or `$`.
    fn class_of_user(&self, name: &str) -> Result<Option<Arc<Linked>>, JvmError> {
        let mut internal = name.replace('.', "/");
        loop {
            match self.linked(self.class_named(&internal)) {
                Ok(linked) => return Ok(Some(linked)),
                Err(JvmError::NoClass { class, .. }) if class == internal.replace('/', ".") => {}
                Err(error) => return Err(error),
            }
            // A.B.C may be the class C in the class A.B.
            let Some(slash) = internal.rfind('/') else {
                return Ok(None);
            };
            internal.replace_range(slash..=slash, "$");
        }
    }

    /// Methods of a class that its source has, with code.
    fn own_methods(&self, class: &Arc<Linked>) -> Vec<Method> {
        let mut all = self.all_methods(class);
        all.retain(|method| {
            let flags = class.methods[method.index as usize].access;
            flags & access::SYNTHETIC == 0
        });
        all
    }

    fn all_methods(&self, class: &Arc<Linked>) -> Vec<Method> {
        (0..class.methods.len() as u32)
            .filter_map(|index| self.method_for_user(class, index))
            .collect()
    }

    pub(super) fn method_for_user(&self, class: &Arc<Linked>, index: u32) -> Option<Method> {
        let method = &class.methods[index as usize];
        let crate::program::Body::File(info) = &method.body else {
            return None;
        };
        // Nobody makes objects of an abstract class, or of an enumeration beyond its constants.
        let unmade = access::ABSTRACT | access::ENUM;
        if method.name == self.names.class_initialiser
            || method.name == self.names.constructor && class.access & unmade != 0
        {
            return None;
        }
        let signature = Signature::parse(self.symbols.text(method.descriptor))?;
        let mut slot = u16::from(!method.is_static());
        let mut parameters = Vec::new();
        for (number, ty) in signature.parameters.iter().enumerate() {
            let variable = info
                .variables
                .iter()
                .find(|variable| variable.index == slot && variable.start == 0);
            let name = variable.map(|v| self.symbols.text(v.name).to_owned());
            parameters.push(Parameter {
                name: name.unwrap_or_else(|| format!("arg{number}")),
                java_type: ty.source(),
                descriptor: ty.descriptor(),
            });
            slot += ty.kind().slots();
        }
        Some(Method {
            class: class.id,
            class_name: class.ir.name.clone(),
            name: self.symbols.text(method.name).to_owned(),
            descriptor: self.symbols.text(method.descriptor).to_owned(),
            parameters,
            result: signature.result.map_or("void".to_owned(), JavaType::source),
            is_static: method.is_static(),
            is_private: method.is_private(),
            is_public: method.access & access::PUBLIC != 0,
            function: self.function_id(FunctionKey::Method(class.id, index)),
            index,
        })
    }
}

/// Types between commas, without their type arguments.
fn split_types(text: &str) -> Vec<String> {
    let mut types = vec![String::new()];
    let mut depth = 0;
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            ',' if depth == 0 => types.push(String::new()),
            letter if depth > 0 || letter.is_whitespace() => {}
            letter => types.last_mut().expect("it starts with one").push(letter),
        }
    }
    if types == [""] {
        return Vec::new();
    }
    types
        .into_iter()
        .map(|ty| ty.replace("...", "[]"))
        .collect()
}

/// True if a type of a descriptor may be written so.
fn same_type(full: &str, written: &str) -> bool {
    let (full, written) = (full.replace('$', "."), written.replace('$', "."));
    full == written
        || full
            .strip_suffix(&written)
            .is_some_and(|package| package.ends_with('.'))
}
