//! Generic types (JVMS 4.7.9.1), as far as inputs need them: what the elements of a collection are.

/// Type variables with what stands for them: the descriptor of the class that bounds them.
pub type Variables = Vec<(String, String)>;

/// Chooses a type that may stand for the variable of that name, where not every class within its bounds will do: a bound
/// has a variable, or there are several. The bounds have what stands for other variables in their place.
pub type Choice<'a> = &'a dyn Fn(&str, &[String]) -> Option<String>;

/// Types nested deeper are not read: no compiler writes them.
const MOST_NESTED: usize = 255;

/// The type variables that a class's or method's signature declares, behind those known; and what
/// follows them.
pub fn variables<'a>(
    signature: &'a str,
    known: &mut Variables,
    choose: Choice<'_>,
) -> Option<&'a str> {
    let Some(mut rest) = signature.strip_prefix('<') else {
        return Some(signature);
    };
    while !rest.starts_with('>') {
        let (name, mut bounds) = rest.split_once(':')?;
        let mut all = Vec::new();
        let mut has_variable = false;
        let others = known.len();
        known.push((name.to_owned(), format!("T{name};")));
        loop {
            if !bounds.starts_with(':') {
                let end = end_of_type(bounds)?;
                let bound = &bounds[..end];
                has_variable |= bound.starts_with('L') && mentions_variable(bound);
                all.push(substituted(bound, known)?);
                bounds = &bounds[end..];
            }
            match bounds.strip_prefix(':') {
                Some(next) => bounds = next,
                None => break,
            }
        }
        let chosen = match has_variable || all.len() > 1 {
            true => choose(name, &all),
            false => None,
        };
        let bound = || all.first().map(|bound| erased(bound, &known[..others]));
        let stands = chosen.or_else(bound);
        let stands = stands.unwrap_or_else(|| "Ljava/lang/Object;".to_owned());
        known[others].1 = stands;
        rest = bounds;
    }
    Some(&rest[1..])
}

/// True if a type variable that a method's signature declares has several bounds.
pub fn has_several_bounds(signature: &str) -> bool {
    let several = std::cell::Cell::new(false);
    variables(signature, &mut Variables::new(), &|_, bounds| {
        several.set(several.get() || bounds.len() > 1);
        None
    });
    several.get()
}

/// True if a type argument of a type is, or has, a variable.
fn mentions_variable(ty: &str) -> bool {
    // Behind these a type begins.
    let begins = |letter: char| matches!(letter, '<' | ';' | '+' | '-' | '*' | '[');
    let bytes = ty.as_bytes();
    let mut places = ty.char_indices().filter(|(_, letter)| begins(*letter));
    places.any(|(at, _)| bytes.get(at + 1) == Some(&b'T'))
}

/// The types of the parameters of a method's signature, whose type variables are behind us, with
/// what stands for variables in their place.
pub fn parameters(rest: &str, known: &Variables) -> Option<Vec<String>> {
    let mut rest = rest.strip_prefix('(')?;
    let mut all = Vec::new();
    while !rest.starts_with(')') {
        let end = end_of_type(rest)?;
        all.push(substituted(&rest[..end], known)?);
        rest = &rest[end..];
    }
    Some(all)
}

/// The type of the result of a method's signature, whose type variables are behind us.
pub fn result(rest: &str) -> Option<&str> {
    let mut rest = rest.strip_prefix('(')?;
    while !rest.starts_with(')') {
        rest = &rest[end_of_type(rest)?..];
    }
    let result = &rest[1..];
    result.get(..end_of_type(result)?)
}

/// A type with what stands for variables in their place.
pub fn substituted(ty: &str, known: &Variables) -> Option<String> {
    let mut out = String::new();
    let end = substitute(ty, known, 0, &mut out)?;
    (end == ty.len()).then_some(out)
}

/// The class of a type, or its bound's, as a descriptor.
fn erased(ty: &str, known: &[(String, String)]) -> String {
    match ty.strip_prefix('T') {
        Some(name) => {
            let name = name.trim_end_matches(';');
            let found = known.iter().rev().find(|(own, _)| own == name);
            found.map_or_else(
                || "Ljava/lang/Object;".to_owned(),
                |(_, stands)| stands.clone(),
            )
        }
        None => match ty.split_once('<') {
            Some((class, _)) => format!("{class};"),
            None => ty.to_owned(),
        },
    }
}

/// Internal name of the class of a type without variables (the descriptor of an array).
pub fn class_of(ty: &str) -> Option<String> {
    let mut erased = String::new();
    let mut depth = 0;
    for letter in ty.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            // Of an inner class of a generic one.
            '.' if depth == 0 => erased.push('$'),
            letter if depth == 0 => erased.push(letter),
            _ => {}
        }
    }
    match erased.as_bytes().first()? {
        b'L' => Some(erased[1..].strip_suffix(';')?.to_owned()),
        b'[' => Some(erased),
        _ => None,
    }
}

/// The type arguments of a type, without wildcards: the bound of one that has one, `None` for one
/// that has none.
pub fn arguments(ty: &str) -> Option<Vec<Option<String>>> {
    let all = signed_arguments(ty)?.into_iter();
    Some(all.map(|(_, bound)| bound).collect())
}

/// The same with what the file has before the bound: `+` (`extends`), `-` (`super`), or neither.
pub fn signed_arguments(ty: &str) -> Option<Vec<(Option<char>, Option<String>)>> {
    let mut all = Vec::new();
    let Some(inner) = ty.strip_suffix(">;") else {
        return Some(all);
    };
    let mut depth = 0;
    let start = inner.bytes().enumerate().rev().find(|(_, byte)| {
        depth += match byte {
            b'>' => 1,
            b'<' => -1,
            _ => 0,
        };
        depth < 0
    });
    let mut rest = &inner[start?.0 + 1..];
    while !rest.is_empty() {
        if let Some(next) = rest.strip_prefix('*') {
            all.push((None, None));
            rest = next;
            continue;
        }
        let sign = rest.chars().next().filter(|sign| matches!(sign, '+' | '-'));
        rest = rest.trim_start_matches(['+', '-']);
        let end = end_of_type(rest)?;
        all.push((sign, Some(rest.get(..end)?.to_owned())));
        rest = &rest[end..];
    }
    Some(all)
}

/// Where the type ends that a text starts with.
fn end_of_type(text: &str) -> Option<usize> {
    let mut depth = 0;
    let bytes = text.as_bytes();
    let mut at = bytes.iter().position(|byte| *byte != b'[')?;
    if !matches!(bytes[at], b'L' | b'T') {
        return bytes[at].is_ascii().then_some(at + 1);
    }
    loop {
        match bytes.get(at)? {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b';' if depth == 0 => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
}

/// Writes the type that a text starts with, so deep inside others; gives where it ends.
fn substitute(text: &str, known: &Variables, depth: usize, out: &mut String) -> Option<usize> {
    if depth > MOST_NESTED {
        return None;
    }
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'[' => {
            out.push('[');
            Some(1 + substitute(&text[1..], known, depth + 1, out)?)
        }
        b'T' => {
            let end = end_of_type(text)?;
            out.push_str(&erased(&text[..end], known));
            Some(end)
        }
        b'L' => substitute_class(text, known, depth, out),
        primitive if primitive.is_ascii() => {
            out.push(char::from(*primitive));
            Some(1)
        }
        _ => None,
    }
}

/// As [`substitute`], where the type is a class.
fn substitute_class(
    text: &str,
    known: &Variables,
    depth: usize,
    out: &mut String,
) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut written) = (0, 0);
    loop {
        let byte = *bytes.get(at)?;
        at += 1;
        match byte {
            b';' => {
                out.push_str(&text[written..at]);
                return Some(at);
            }
            b'<' => {
                out.push_str(&text[written..at]);
                while *bytes.get(at)? != b'>' {
                    if matches!(bytes[at], b'*' | b'+' | b'-') {
                        out.push(char::from(bytes[at]));
                        at += 1;
                        if bytes[at - 1] == b'*' {
                            continue;
                        }
                    }
                    at += substitute(text.get(at..)?, known, depth + 1, out)?;
                }
                // The bracket comes with what follows it.
                written = at;
                at += 1;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(_: &str, _: &[String]) -> Option<String> {
        Some("Ljava/lang/Integer;".to_owned())
    }

    fn parameters_of(class: &str, method: &str) -> Option<Vec<String>> {
        let mut known = Variables::new();
        variables(class, &mut known, &integer)?;
        let rest = variables(method, &mut known, &integer)?;
        parameters(rest, &known)
    }

    #[test]
    fn any_signature_is_read_or_refused() {
        let texts = [
            "<K:Ljava/lang/Object;>Ljava/lang/Object;",
            "<T::Ljava/lang/Comparable<TT;>;U:TT;>(ILjava/util/Map<TK;+Ljava/util/List<TU;>;>;[TT;J)V",
            "(Lp/\u{dc}ber<[I>.Inn\u{e9}r<TX;+Ljava/util/Set<*>;*-[J>;[[\u{e9})V",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let mut known = Variables::new();
            let rest = variables(&text, &mut known, &integer).unwrap_or(&text);
            let result = result(rest).map(str::to_owned);
            for ty in parameters(rest, &known).into_iter().flatten().chain(result) {
                class_of(&ty);
                arguments(&ty);
            }
        });
    }

    #[test]
    fn names_may_have_any_letters() {
        let ty = "Lp/\u{dc}ber<TX;>.Inn\u{e9}r<[I>;";
        let known = vec![("X".to_owned(), "Lp/\u{e4};".to_owned())];
        let expected = "Lp/\u{dc}ber<Lp/\u{e4};>.Inn\u{e9}r<[I>;";
        assert_eq!(substituted(ty, &known).as_deref(), Some(expected));
    }

    #[test]
    fn type_arguments_are_kept_and_variables_replaced() {
        assert_eq!(
            parameters_of(
                "<K:Ljava/lang/Object;>Ljava/lang/Object;",
                "<T::Ljava/lang/Comparable<TT;>;U:TT;>(ILjava/util/Map<TK;+Ljava/util/List<TU;>;>;[TT;Ljava/util/Set<*>;)V"
            ),
            Some(vec![
                "I".to_owned(),
                "Ljava/util/Map<Ljava/lang/Object;+Ljava/util/List<Ljava/lang/Integer;>;>;"
                    .to_owned(),
                "[Ljava/lang/Integer;".to_owned(),
                "Ljava/util/Set<*>;".to_owned(),
            ])
        );
        assert_eq!(
            substituted(
                "Lp/Outer<[I>.Inner<TX;>;",
                &vec![("X".to_owned(), "Lp/Y;".to_owned())]
            ),
            Some("Lp/Outer<[I>.Inner<Lp/Y;>;".to_owned())
        );
        let inner = "Lp/Outer<[I>.Inner<TX;+Ljava/util/Set<*>;*-[J>;";
        assert_eq!(class_of(inner).as_deref(), Some("p/Outer$Inner"));
        let set = "Ljava/util/Set<*>;".to_owned();
        assert_eq!(
            arguments(inner),
            Some(vec![
                Some("TX;".to_owned()),
                Some(set),
                None,
                Some("[J".to_owned())
            ])
        );
        assert_eq!(arguments("Lp/Y;"), Some(Vec::new()));
        assert_eq!(class_of("[Lp/Y<[I>;").as_deref(), Some("[Lp/Y;"));
        for broken in ["<T", "(Ljava/util/List<", "(T", "(Ljava/util/List<-"] {
            assert_eq!(parameters_of("", broken), None, "{broken}");
        }
    }
}
