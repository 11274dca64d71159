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
}
