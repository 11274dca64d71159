//! Hashes of lines by which GitHub's code scanning knows a result again when lines above it have come or gone.

use std::collections::HashMap;

/// Characters that a hash is of, from the beginning of the line on.
const CHARACTERS: usize = 100;
/// Base of the hash, which is a polynomial modulo 2^64 (Karp and Rabin 1987).
const BASE: u64 = 37;
/// What stands for the end of the file.
const END: u64 = 65535;

/// `primaryLocationLineHash` of each line of a text, as GitHub's upload action computes it: a hash of the
/// hundred UTF-16 units from the beginning of the line on, without spaces, tabs, and with one line end for all
/// kinds; and behind a colon how many lines with that hash there were so far.
pub fn line_hashes(text: &str) -> Vec<String> {
    let (units, starts) = significant(text);
    let mut counts: HashMap<u64, u32> = HashMap::new();
    let hashes = starts.iter().map(|&start| {
        let hash = units[start..]
            .iter()
            .chain(std::iter::repeat(&0))
            .take(CHARACTERS)
            .fold(0u64, |hash, &unit| {
                hash.wrapping_mul(BASE).wrapping_add(unit)
            });
        let count = counts.entry(hash).or_default();
        *count += 1;
        format!("{hash:x}:{count}")
    });
    hashes.collect()
}

/// The units that count, the last of which is the end, and where among them lines begin.
fn significant(text: &str) -> (Vec<u64>, Vec<usize>) {
    const LINE_FEED: u16 = 10;
    const RETURN: u16 = 13;
    let (mut units, mut starts) = (Vec::new(), Vec::new());
    let mut begins = true;
    let mut behind_return = false;
    for unit in text.encode_utf16() {
        let is_second = behind_return && unit == LINE_FEED;
        behind_return = false;
        if is_second || unit == u16::from(b' ') || unit == u16::from(b'\t') {
            continue;
        }
        if begins {
            starts.push(units.len());
        }
        behind_return = unit == RETURN;
        begins = behind_return || unit == LINE_FEED;
        units.push(u64::from(if begins { LINE_FEED } else { unit }));
    }
    if begins {
        starts.push(units.len());
    }
    units.push(END);
    (units, starts)
}

#[cfg(test)]
mod tests {
    use super::line_hashes;

    #[test]
    fn hashes_are_those_of_code_scanning() {
        assert_eq!(line_hashes(""), ["c129715d7a2bc9a3:1"]);
        let expected = [
            "271789c17abda88f:1",
            "54703d4cd895b18:1",
            "180aee12dab6264:1",
            "a23a3dc5e078b07b:1",
        ];
        for text in [
            " a\nb\n  \t\tc\n d",
            " a\r\nb\r\n  \t\tc\r\n d",
            " a\rb\r  \t\tc\r d",
        ] {
            assert_eq!(line_hashes(text), expected, "{text:?}");
        }
    }

    #[test]
    fn lines_above_change_nothing_and_alike_lines_are_counted() {
        let line = "x = 1; // ".to_owned() + &"y".repeat(120) + "\n";
        let below = line_hashes(&format!("a\nb\n{line}{line}"));
        let alone = line_hashes(&format!("{line}{line}"));
        assert_eq!(below[2..4], alone[..2]);
        assert!(alone[0].ends_with(":1") && alone[1].ends_with(":2"));
    }

    #[test]
    fn lines_of_any_text_have_hashes() {
        let texts = [" a\r\nb\n  \t\tc\r d", "int x = 1; // ü\n\nreturn x;\n"];
        mutants::check(&mutants::texts(&texts), 3_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let breaks = text.replace("\r\n", "\n").matches(['\r', '\n']).count();
            assert_eq!(line_hashes(&text).len(), breaks + 1);
        });
    }
}
