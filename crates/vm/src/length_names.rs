//! Names that say that a number is a length.

/// Words for a number of things, which are not the characters of a text.
const COUNTS: [&str; 5] = ["count", "cnt", "num", "nmemb", "nelem"];

/// True for the name of a number of elements; of characters, if they are those of a text.
pub(crate) fn is_length(name: &str, text: bool) -> bool {
    let name = name.to_ascii_lowercase();
    let words = ["len", "length", "size", "n", "sz"];
    let mut parts = name.split('_');
    let is_one = |part| words.contains(&part) || !text && COUNTS.contains(&part);
    let mut ends = ["len", "size", "length"].iter();
    parts.any(is_one) || ends.any(|word| name.ends_with(word)) || !text && name.ends_with("count")
}

/// Words for one of the elements of something, and for where a part of it begins.
const PLACES: [&str; 14] = [
    "index", "idx", "ix", "i", "j", "k", "pos", "position", "offset", "off", "start", "at", "from",
    "first",
];

/// True for the name of a place in what something else leads to, which is no number of its elements.
pub(crate) fn is_place(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let mut ends = ["index", "idx", "offset", "position"].iter();
    name.split('_').any(|part| PLACES.contains(&part)) || ends.any(|word| name.ends_with(word))
}

/// True for the name of a pointer behind the last element of an array to whose beginning a pointer of that other name
/// leads: `end`, `buf_end`, `dataEnd`, `p` and `pe`.
pub(crate) fn is_end_of(end: &str, begin: &str) -> bool {
    let behind = end.strip_prefix(begin).filter(|_| !begin.is_empty());
    let short = matches!((begin, end), ("s" | "b" | "p", "e"));
    let word = end == "end" || end.ends_with("_end") || end.ends_with("End");
    word || short || matches!(behind, Some("end" | "e"))
}

/// True for the name of the length of what has that other name: `slen`, `name_size`, `bufferLength`.
pub(crate) fn is_length_of(length: &str, name: &str) -> bool {
    let rest = length.strip_prefix(name).filter(|_| !name.is_empty());
    let rest = rest.map(|rest| rest.trim_start_matches('_').to_ascii_lowercase());
    let words = ["len", "length", "size", "sz", "n", "count"];
    rest.is_some_and(|rest| words.contains(&rest.as_str()))
}

/// When a place in an array comes before others of it: what is read from before what is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlaceOrder {
    /// No later than the late ones.
    Early,
    Late,
}

/// Words for the place in an array behind the last of its elements that are used.
const LATE: [&str; 8] = [
    "last", "tail", "top", "write", "wp", "used", "fill", "filled",
];

/// When a place of that name comes.
pub(crate) fn place_order(name: &str) -> PlaceOrder {
    let name = name.to_ascii_lowercase();
    match name.split('_').any(|part| LATE.contains(&part)) {
        true => PlaceOrder::Late,
        false => PlaceOrder::Early,
    }
}

/// For the name of a member that is the end of an array, what it shares with that of the beginning: `buf_` of `buf_end`.
pub(crate) fn ends_range(name: &str) -> Option<&str> {
    let ends = ["end", "End", "limit", "Limit", "stop"];
    let stem = ends.iter().find_map(|end| name.strip_suffix(end));
    stem.filter(|stem| {
        let at_case = name[stem.len()..].starts_with(char::is_uppercase);
        stem.is_empty() || stem.ends_with('_') || at_case
    })
}

/// Words for the beginning of an array.
const BEGINS: [&str; 9] = [
    "start", "begin", "beg", "base", "bottom", "first", "buf", "buffer", "data",
];

/// True for the name of a member that is the beginning of an array of whose end that is the stem.
pub(crate) fn begins_range(name: &str, stem: &str) -> bool {
    let own = match stem.is_empty() {
        true => name,
        false => match name.strip_prefix(stem) {
            Some(rest) => rest,
            None => return name == stem.trim_end_matches('_'),
        },
    };
    BEGINS.contains(&own.to_ascii_lowercase().as_str())
}
