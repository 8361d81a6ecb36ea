//! Text for people: times, sizes and counts, and what comes from outside the program, made safe for a terminal and for one line of a report.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Returns `text` with escapes in place of line breaks, control characters and invisible characters,
/// such as marks that change the direction of writing.
///
/// All text from a server is printed like this. A URL needs no escapes: it is ASCII and percent-encoded.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_harmless = |char: char| char.escape_debug().len() == 1 || matches!(char, '\'' | '"' | '\\');
    if text.chars().all(is_harmless) {
        return Cow::Borrowed(text);
    }
    let mut printable = String::with_capacity(text.len());
    for char in text.chars() {
        if is_harmless(char) { printable.push(char) } else { printable.extend(char.escape_debug()) }
    }
    Cow::Owned(printable)
}

/// Returns the first `most` characters of `text`, printable, and `…` if there are more.
pub fn excerpt(text: &str, most: usize) -> String {
    let (start, rest) = text.split_at(text.char_indices().nth(most).map_or(text.len(), |(at, _)| at));
    format!("{}{}", printable(start), if rest.is_empty() { "" } else { "…" })
}

/// Returns such an excerpt of what may be a URL, [without a user](without_user).
pub(crate) fn url_excerpt(text: &str, most: usize) -> String {
    excerpt(&without_user(text), most)
}

/// Removes the user and the password from what may be a URL, perhaps an invalid one: everything between its scheme and its
/// last `@`, and everything from `pass=` on, which the URL of a Unix socket may have.
pub fn without_user(text: &str) -> String {
    let text = text.split("pass=").next().unwrap_or_default();
    let Some((start, rest)) = text.rsplit_once('@') else { return text.to_owned() };
    let is_of_a_name = |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '-' | '.');
    let is_scheme = |text: &str| text.strip_suffix(':').is_some_and(|name| name.chars().all(is_of_a_name));
    let scheme = start.split_once("//").filter(|(scheme, _)| scheme.is_empty() || is_scheme(scheme));
    scheme.map_or(String::new(), |(scheme, _)| format!("{scheme}//")) + rest
}

/// Returns the message of a panic.
pub fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Returns each name once, with its count: `404 (1), timeout (2)`.
pub fn counted(names: Vec<String>) -> String {
    let mut counts = BTreeMap::<String, usize>::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let counts = counts.iter().map(|(name, count)| format!("{name} ({count})"));
    counts.collect::<Vec<_>>().join(", ")
}

/// Returns a count with its noun: `1 page`, `2 pages`.
pub fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Returns a time with its unit: `1.3 ns`, `57 µs`, `150 ms`, `120 s`.
pub fn time(nanoseconds: f64) -> String {
    let (number, unit) = match nanoseconds {
        // The clock of some systems ticks so coarsely that short times are none.
        0.0 => return "0 ms".to_owned(),
        ..999.5 => (nanoseconds, "ns"),
        ..999_500.0 => (nanoseconds / 1e3, "µs"),
        ..99.95e9 => (nanoseconds / 1e6, "ms"),
        _ => return format!("{:.0} s", nanoseconds / 1e9),
    };
    format!("{} {unit}", count(number))
}

/// Returns a size with its unit: `960 B`, `4.2 KiB`, `15 MiB`.
pub fn size(bytes: f64) -> String {
    let (number, unit) = match bytes / 1024.0 {
        _ if bytes < 999.5 => return format!("{bytes:.0} B"),
        kib if kib < 999.5 => (kib, "KiB"),
        kib if kib < 999.5 * 1024.0 => (kib / 1024.0, "MiB"),
        kib => (kib / 1024.0 / 1024.0, "GiB"),
    };
    format!("{} {unit}", count(number))
}

/// Returns two numbers, with the unit of both once if it is the same: `254–267 ms`.
pub fn range(least: &str, most: &str) -> String {
    match (least.split_once(' '), most.split_once(' ')) {
        _ if least == most => most.to_owned(),
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{most}"),
        _ => format!("{least}–{most}"),
    }
}

/// Returns a number with two digits at least, and not more than three significant ones: `1.3`, `57`, `1,230`.
fn count(number: f64) -> String {
    if number < 9.95 {
        return format!("{number:.1}");
    }
    let magnitude = 10_f64.powf((number.log10().floor() - 2.0).max(0.0));
    grouped(&format!("{:.0}", (number / magnitude).round() * magnitude))
}

/// Returns a whole number, to its last digit: `10,002`.
pub fn whole(number: usize) -> String {
    grouped(&number.to_string())
}

/// Sets thousands apart.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{count, size, time};

    #[test]
    fn a_number_has_the_unit_that_fits() {
        let times = [0.0, 0.31, 1.26, 999.6, 1500.0, 999_501.0, 150e6, 2e9, 120e9].map(time);
        let shown = ["0 ms", "0.3 ns", "1.3 ns", "1.0 µs", "1.5 µs", "1.0 ms", "150 ms", "2,000 ms", "120 s"];
        assert_eq!(times, shown);
        let sizes = [0.0, 999.0, 1000.0, 4300.0, 3.5e6, 2e9].map(size);
        assert_eq!(sizes, ["0 B", "999 B", "1.0 KiB", "4.2 KiB", "3.3 MiB", "1.9 GiB"]);
        let numbers = [0.0, 9.94, 9.96, 999.4, 1000.0, 1_234_567.0];
        assert_eq!(numbers.map(count), ["0.0", "9.9", "10", "999", "1,000", "1,230,000"]);
    }
}
