//! `wayfarer explain-strategy`.

use crate::arguments::ExplainStrategy;
use crate::{Usage, exit};
use explore::strategy::{DEFAULT, STRATEGIES, StrategyDescription};

/// Says how search orders choose and when each serves.
pub fn run(options: &ExplainStrategy) -> anyhow::Result<u8> {
    let Some(name) = &options.name else {
        for known in STRATEGIES {
            say!("{}\n", explanation(known));
        }
        say!(
            "The default is {DEFAULT}. Orders take turns: `a,b`, or `a:3,b` for three turns of `a` \
             to each of `b`."
        );
        return Ok(exit::NOTHING_FOUND);
    };
    // Whoever misspells it is told the names.
    if let Err(error) = explore::strategy::parse(name) {
        return Err(Usage(error.to_string()).into());
    }
    for part in name.split(',') {
        let part = part.split(':').next().unwrap_or(part);
        if let Some(known) = STRATEGIES.iter().find(|known| known.name == part) {
            say!("{}", explanation(known));
        }
    }
    Ok(exit::NOTHING_FOUND)
}

fn explanation(known: &StrategyDescription) -> String {
    let serves = format!("Serves for: {}.", known.purpose);
    format!(
        "{}\n{}\n{}",
        known.name,
        indented(&serves),
        indented(known.method)
    )
}

/// Lines of at most 80 characters.
fn indented(text: &str) -> String {
    let mut lines = vec![String::from("   ")];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.len() + 1 + word.len() > 80 {
            lines.push(format!("    {word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n")
}
