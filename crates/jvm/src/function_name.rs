//! Names of methods as functions: `java.lang.String.charAt(I)C`.

/// Class, method and descriptor; none of a name that has none.
pub fn split(name: &str) -> Option<(&str, &str, &str)> {
    let (path, descriptor) = name.split_at(name.find('(')?);
    let (class, method) = path.rsplit_once('.')?;
    Some((class, method, descriptor))
}

/// Class and method, without the descriptor; all of a name that has none.
pub fn path(name: &str) -> &str {
    name.split_once('(').map_or(name, |(path, _)| path)
}

/// The class, of names without descriptors, too.
pub fn class(name: &str) -> Option<&str> {
    path(name).rsplit_once('.').map(|(class, _)| class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_classes_methods_and_descriptors() {
        let name = "p.A$B.f(Ljava/lang/String;)V";
        assert_eq!(split(name), Some(("p.A$B", "f", "(Ljava/lang/String;)V")));
        assert_eq!((path(name), class(name)), ("p.A$B.f", Some("p.A$B")));
        assert_eq!((split("p.A.f"), class("p.A.f")), (None, Some("p.A")));
        assert_eq!((path("main"), class("main")), ("main", None));
    }

    #[test]
    fn any_name_is_taken_apart() {
        let texts = ["p.A$B.f(Ljava/lang/String;)V", "p.A.f", "main"];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let name = &*String::from_utf8_lossy(bytes);
            if let Some((class_of, method, descriptor)) = split(name) {
                assert_eq!(format!("{class_of}.{method}{descriptor}"), name);
                assert_eq!(class(name), Some(class_of));
            }
        });
    }
}
