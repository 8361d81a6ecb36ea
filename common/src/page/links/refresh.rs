//! [`url_of_refresh`]: where a page leads that refreshes itself, `<meta http-equiv=refresh content="0; url=/next">`.

/// Returns the URL in the `content` of a refresh; `None` if it has none, or is malformed (WHATWG HTML, section 4.2.5.3, "shared
/// declarative refresh steps").
pub fn url_of_refresh(content: &[u8]) -> Option<&[u8]> {
    let content = content.trim_ascii_start();
    let after_time = trim_start(content, |byte| byte.is_ascii_digit() || byte == b'.');
    if after_time.len() == content.len() {
        return None;
    }
    let rest = after_time.trim_ascii_start();
    let rest = match rest.split_first()? {
        (b';' | b',', rest) => rest.trim_ascii_start(),
        _ if rest.len() < after_time.len() => rest,
        _ => return None,
    };
    let value = without_name(rest).unwrap_or(rest);
    match value.split_first() {
        Some((quote @ (b'"' | b'\''), value)) => value.split(|byte| byte == quote).next(),
        _ if rest.is_empty() => None,
        _ => Some(value),
    }
}

/// Returns what follows `url=`, in any case.
fn without_name(text: &[u8]) -> Option<&[u8]> {
    let (name, rest) = text.split_at_checked("url".len())?;
    let rest = rest.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    name.eq_ignore_ascii_case(b"url").then_some(rest)
}

fn trim_start(text: &[u8], is_trimmed: impl Fn(u8) -> bool) -> &[u8] {
    let length = text.iter().take_while(|byte| is_trimmed(**byte)).count();
    &text[length..]
}
