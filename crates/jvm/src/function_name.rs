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
}
