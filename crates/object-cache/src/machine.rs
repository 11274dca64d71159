//! For which machine a compiler is told to compile: that of 64 bits, or that of 32 (`-m32`).

/// True if the flags of a compiler say that the machine has 32 bits.
pub fn is_narrow(flags: &[String]) -> bool {
    let mut said = flags.iter().rev();
    let last = said.find(|flag| matches!(flag.as_str(), "-m32" | "-m64"));
    last.is_some_and(|flag| flag == "-m32")
}

/// Flags for a machine of 32 bits beside those that are there: floats are computed in the precision of their types,
/// as those of 64 bits do, unless something else is said.
pub fn float_flags(flags: &[String]) -> &'static [&'static str] {
    let told = ["-msse", "-mno-sse", "-mfpmath", "-march", "-mcpu"];
    let is_told = |flag: &String| told.iter().any(|start| flag.starts_with(start));
    match is_narrow(flags) && !flags.iter().any(is_told) {
        true => &["-msse2", "-mfpmath=sse"],
        false => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_last_word_counts() {
        assert!(is_narrow(&flags("-DX -m32")));
        assert!(is_narrow(&flags("-m64 -m32 -O2")));
        assert!(!is_narrow(&flags("-m32 -m64")));
        assert!(!is_narrow(&[]));
    }

    #[test]
    fn what_is_said_of_floats_stays() {
        assert_eq!(float_flags(&flags("-m32")), ["-msse2", "-mfpmath=sse"]);
        assert!(float_flags(&flags("-m32 -mno-sse")).is_empty());
        assert!(float_flags(&flags("-O2")).is_empty());
    }
}
