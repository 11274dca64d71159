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
