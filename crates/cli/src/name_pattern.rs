//! Names with `*` in them, which stands for any characters.

/// True if a name fits a pattern, in which `*` stands for any characters.
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        for (pattern, name) in [
            ("lex", "lex"),
            ("le*", "lex"),
            ("*x", "lex"),
            ("*", ""),
            ("a*b*c", "abbc"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("lex", "lexer"), ("le*r", "lex"), ("a*bc*c", "abc")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    /// As the definition has it.
    fn fits(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern, name) {
            ([], name) => name.is_empty(),
            ([b'*', rest @ ..], name) => (0..=name.len()).any(|at| fits(rest, &name[at..])),
            ([first, rest @ ..], [letter, name @ ..]) => first == letter && fits(rest, name),
            (_, []) => false,
        }
    }

    #[test]
    fn any_pattern_fits_what_it_says() {
        let texts = [
            "a*b*c abbc",
            "p.A*.f(I)V p.Aa.f(I)V",
            "*ab*ab* ababab",
            "é*ü éaü",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let (pattern, name) = text.split_once(' ').unwrap_or((&text, "abc"));
            let fitting = matches(pattern, name);
            if pattern.matches('*').count() < 5 && name.len() < 40 {
                assert_eq!(
                    fitting,
                    fits(pattern.as_bytes(), name.as_bytes()),
                    "{text:?}"
                );
            }
        });
    }
}
