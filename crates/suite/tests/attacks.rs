//! The programs of `tests/attacks` try what no test may do to the machine it runs on. Each says in its
//! first comments what comes of it. `make attacks` prints the table of docs/sandbox.md.

mod attacks_in;

use attacks_in::{Attack, Language, Victims, outcome};

#[test]
fn attacks_in_c_get_nothing() {
    check(Language::C);
}

#[test]
fn attacks_in_java_get_nothing() {
    check(Language::Java);
}

fn check(language: Language) {
    let Some(place) = attacks_in::prepare(language) else {
        return;
    };
    let mut wrong = Vec::new();
    for attack in Attack::all(language) {
        let victims = Victims::new();
        let ended = attack.run(&place, &victims);
        wrong.extend(attack.judge(&ended));
        wrong.extend(
            victims
                .harm()
                .map(|harm| format!("{}: {harm}", attack.name)),
        );
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What each attack got, as rows of a table: by this user, and if that is root by another one, too.
#[test]
#[ignore = "prints a table"]
fn table() {
    for language in [Language::C, Language::Java] {
        let Some(place) = attacks_in::prepare(language) else {
            continue;
        };
        for attack in Attack::all(language) {
            let victims = Victims::new();
            let ended = attack.run(&place, &victims);
            let harm = victims.harm().map(|harm| format!("; {harm}"));
            println!(
                "| {} | {} | {} | {}{} |",
                attack.description,
                language.name(),
                attacks_in::user(),
                outcome(&ended),
                harm.unwrap_or_default()
            );
        }
    }
    if attacks_in::user() == "root" {
        attacks_in::again_as_nobody("table");
    }
}
