use super::*;
use crate::entry::sweep;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, SystemTime};

/// A compiler that counts how often it has compiled, and a source with a header.
struct Place {
    directory: tempfile::TempDir,
    compiler: String,
}

impl Place {
    fn new() -> Place {
        let directory = tempfile::tempdir().expect("a directory");
        let compiler = directory.path().join("compiler");
        let script = "#!/bin/sh\ncase \"$*\" in *-E*) ;; *) echo >> \"$(dirname \"$0\")/count\" ;; esac\n\
                      exec clang-19 \"$@\"\n";
        std::fs::write(&compiler, script).expect("a script");
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&compiler, executable).expect("it can be executed");
        let place = Place {
            compiler: compiler.display().to_string(),
            directory,
        };
        place.write("a.h", "#define N 1\n");
        place.write(
            "a.c",
            "#include \"a.h\"\nint f(void) { int unused; return N; }\n",
        );
        place
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.directory.path().join(name), text).expect("a file");
    }

    fn compile(&self, flags: &[&str]) -> (Compiled, Vec<u8>) {
        let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        let [source, object] = ["a.c", "a.o"].map(|name| self.directory.path().join(name));
        let compilation = Compilation {
            compiler: &self.compiler,
            flags: &flags,
            source: &source,
            object: &object,
        };
        let compiled = self
            .cache()
            .compile(&compilation)
            .expect("the compiler runs");
        let bytes = std::fs::read(&object).unwrap_or_default();
        let _ = std::fs::remove_file(&object);
        (compiled, bytes)
    }

    fn cache(&self) -> ObjectCache {
        ObjectCache::in_directory(self.entries())
    }

    fn entries(&self) -> PathBuf {
        self.directory.path().join("cache")
    }

    fn times(&self) -> usize {
        let count = std::fs::read_to_string(self.directory.path().join("count"));
        count.unwrap_or_default().lines().count()
    }
}

#[test]
fn the_same_is_compiled_once_and_said_each_time() {
    let place = Place::new();
    let (first, object) = place.compile(&["-c", "-g", "-Wall"]);
    assert!(
        first.is_made() && first.said.contains("unused"),
        "{first:?}"
    );
    let (second, same) = place.compile(&["-c", "-g", "-Wall", "-I/nowhere"]);
    assert_eq!((second.said, same), (first.said, object));
    assert_eq!(place.times(), 1);
    // Nothing of this is the same.
    place.compile(&["-c", "-g", "-Wall", "-O2"]);
    assert_eq!(place.times(), 2);
    place.write("a.h", "#define N 1 // a comment\n");
    place.compile(&["-c", "-g", "-Wall"]);
    assert_eq!(place.times(), 3);
}

#[test]
fn what_is_as_it_was_is_not_preprocessed_again() {
    let place = Place::new();
    let script = "#!/bin/sh\ncase \"$*\" in *-E*) echo >> \"$(dirname \"$0\")/count\" ;; esac\nexec clang-19 \"$@\"\n";
    place.write("compiler", script);
    let [source, headers, first] =
        ["source", "headers", "first"].map(|name| place.directory.path().join(name));
    for directory in [&source, &headers] {
        std::fs::create_dir(directory).expect("a directory");
    }
    place.write("source/a.c", "#include <a.h>\nint f(void) { return N; }\n");
    place.write("headers/a.h", "#define N 1\n");
    let flags = [
        "-c".to_owned(),
        format!("-I{}", first.display()),
        format!("-I{}", headers.display()),
    ];
    let object = place.directory.path().join("a.o");
    let compile = || {
        let compilation = Compilation {
            compiler: &place.compiler,
            flags: &flags,
            source: &source.join("a.c"),
            object: &object,
        };
        assert!(
            place
                .cache()
                .compile(&compilation)
                .expect("the compiler runs")
                .is_made()
        );
        std::fs::read(&object).expect("an object")
    };
    // What is new may change unseen, until a second has passed.
    let made = compile();
    let times = place.times();
    assert!(compile() == made && place.times() > times);
    std::thread::sleep(Duration::from_millis(1_100));
    compile();
    let times = place.times();
    assert!(compile() == made);
    assert_eq!(place.times(), times, "it is preprocessed again");
    // A header of that name where headers are looked for before.
    std::fs::create_dir(&first).expect("a directory");
    place.write("first/a.h", "#define N 2\n");
    assert!(compile() != made && place.times() > times);
}

#[test]
fn headers_in_directories_of_directories_are_looked_for_as_well() {
    let place = Place::new();
    let around = place.directory.path();
    for directory in ["source", "later/a/b/c", "first/a/b/c"] {
        std::fs::create_dir_all(around.join(directory)).expect("a directory");
    }
    place.write(
        "source/a.c",
        "#include <a/b/c/n.h>\nint f(void) { return N; }\n",
    );
    place.write("later/a/b/c/n.h", "#define N 1\n");
    // In words of their own, the second one of a directory that is not there yet.
    let flags = [
        "-c".to_owned(),
        "-isystem".to_owned(),
        around.join("absent").display().to_string(),
        "-isystem".to_owned(),
        around.join("first").display().to_string(),
        format!("-isystem{}", around.join("later").display()),
    ];
    let compile = || {
        let object = around.join("a.o");
        let compilation = Compilation {
            compiler: "clang-19",
            flags: &flags,
            source: &around.join("source/a.c"),
            object: &object,
        };
        let compiled = place.cache().compile(&compilation);
        assert!(compiled.expect("the compiler runs").is_made());
        std::fs::read(&object).expect("an object")
    };
    std::thread::sleep(Duration::from_millis(1_100));
    let first = compile();
    assert!(compile() == first);
    place.write("first/a/b/c/n.h", "#define N 2\n");
    let second = compile();
    assert!(second != first);
    std::thread::sleep(Duration::from_millis(1_100));
    assert!(compile() == second);
    std::fs::create_dir_all(around.join("absent/a/b/c")).expect("a directory");
    place.write("absent/a/b/c/n.h", "#define N 3\n");
    assert!(compile() != second);
}

#[test]
fn what_does_not_compile_says_why_each_time() {
    let place = Place::new();
    place.write("a.c", "int f(void) { return absent; }\n");
    for times in 1..3 {
        let (compiled, object) = place.compile(&["-c"]);
        assert!(!compiled.is_made() && compiled.said.contains("absent"));
        assert!(object.is_empty());
        assert_eq!(place.times(), times);
    }
}

#[test]
fn what_depends_on_more_than_files_is_not_kept() {
    let place = Place::new();
    for text in [
        "const char *f(void) { return __TIME__; }\n",
        "__asm__(\".incbin \\\"/dev/null\\\"\");\n",
    ] {
        place.write("a.c", text);
        let before = place.times();
        for _ in 0..2 {
            assert!(place.compile(&["-c"]).0.is_made());
        }
        assert_eq!(place.times(), before + 2, "{text}");
    }
}

#[test]
fn damaged_entries_are_made_again() {
    let place = Place::new();
    let (_, object) = place.compile(&["-c"]);
    let entries = std::fs::read_dir(place.entries()).expect("the cache");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let path = names
        .max_by_key(|path| std::fs::metadata(path).map_or(0, |it| it.len()))
        .expect("an entry");
    let whole = std::fs::read(&path).expect("an entry");
    for damaged in [&whole[..0], &whole[..20], &whole[..whole.len() - 1]] {
        std::fs::write(&path, damaged).expect("it is damaged");
        let before = place.times();
        assert_eq!(place.compile(&["-c"]).1, object);
        assert_eq!(place.times(), before + 1);
    }
}

#[test]
fn without_room_for_entries_it_compiles() {
    let place = Place::new();
    place.write("cache", "not a directory");
    assert!(place.compile(&["-c"]).0.is_made());
}

#[test]
fn the_least_recently_used_entries_go_first() {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, age) in [("old", 30), ("older", 60), ("new", 10)] {
        let path = directory.path().join(name);
        std::fs::write(&path, [0; 100]).expect("an entry");
        let file = std::fs::File::options()
            .append(true)
            .open(&path)
            .expect("it opens");
        let time = SystemTime::now() - Duration::from_secs(age);
        file.set_modified(time).expect("its time is set");
    }
    sweep(directory.path(), 200).expect("entries are looked through");
    let left = |name| directory.path().join(name).exists();
    assert!(left("new") && left("old") && !left("older"));
}

#[test]
fn a_text_is_made_once_of_what_a_file_holds() {
    let place = Place::new();
    let file = place.directory.path().join("a.h");
    let text = |kind: &str, made: &str| place.cache().text(kind, &file, || made.to_owned());
    assert_eq!(text("one", "a"), "a");
    assert_eq!(text("one", "b"), "a");
    assert_eq!(text("other", "c"), "c");
    place.write("a.h", "#define N 2\n");
    assert_eq!(text("one", "d"), "d");
    let gone = place.directory.path().join("b.h");
    let text = place.cache().text("one", &gone, || "e".to_owned());
    assert_eq!(text, "e", "a file that cannot be read has none");
}
