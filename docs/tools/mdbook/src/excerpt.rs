//! `{{#item PATH ITEM}}`: pieces of a source, found in its syntax tree. With the path of a wrong answer: the function as it
//! is then.

use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use regex::Regex;
use workshop::exercises::FOLDER;
use workshop::outline::{Item, Kind, outline};

use crate::chapter::Chapter;
use crate::pattern::pattern;
use crate::solution::fold;
use crate::source;

/// The arguments `PATH ITEM, ITEM from "TEXT" to "TEXT" with docs`.
static ARGUMENTS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"^(\S+) (.+?)(?: from "(.+)" to "(.+)")?( with docs)?$"#));

/// Returns one or more items of a source, as one excerpt with a caption.
pub fn item(chapter: &Chapter<'_>, arguments: &str) -> Result<String> {
    let parts = ARGUMENTS.captures(arguments).context("it has to be `PATH ITEM`")?;
    let (path, with_docs) = (&parts[1], parts.get(5).is_some());
    let is_answer = path.starts_with(FOLDER) && path.contains("/wrong/");
    let text = match is_answer {
        true => chapter.material.answered(path, &parts[2])?,
        false => chapter.material.read(path)?,
    };
    let items = outline(&text);
    let (mut code, mut captions, mut shown) = (Vec::new(), Vec::new(), Vec::new());
    for name in parts[2].split(", ") {
        let item = find(&items, name).with_context(|| path.to_owned())?;
        let from = if with_docs { item.start } else { item.line };
        // The empty line between two items counts as the second one's first.
        shown.extend((!code.is_empty()).then_some(from).into_iter().chain(from..=item.end));
        code.push(lines(&text, from, item.end));
        captions.push(caption(item));
    }
    let mut code = code.join("\n");
    let mut caption = captions.join(", ");
    if let (Some(from), Some(to)) = (parts.get(3), parts.get(4)) {
        let (first, last) = part(&code, from.as_str(), to.as_str())?;
        (code, shown) = (lines(&code, first, last), shown[first..=last].to_vec());
        caption = format!("a part of {caption}");
    }
    // The file of a wrong answer has other lines.
    let first = shown.first().filter(|_| !is_answer);
    let link = source::link(chapter, path, first.map(|line| line + 1));
    let code = code.trim_end();
    let excerpt =
        format!("<div class=\"excerpt\">\n\n[{path}]({link}): {caption}\n\n```rust\n{code}\n```\n\n</div>\n");
    fold(chapter, &[(path, &shown)], &caption, excerpt)
}

/// Finds an item by its path in the syntax tree.
fn find<'a, 'b>(items: &'b [Item<'a>], path: &str) -> Result<&'b Item<'a>> {
    let found: Vec<_> = items.iter().filter(|item| item.path() == path).collect();
    if let [item] = found[..] {
        return Ok(item);
    }
    let name = path.rsplit("::").next().unwrap_or(path);
    let near: Vec<_> = items.iter().map(Item::path).filter(|path| path.contains(name)).collect();
    bail!("{} items are called `{path}`; there are: {}", found.len(), near.join(", "))
}

/// Returns what an item is, made from the syntax tree.
fn caption(item: &Item<'_>) -> String {
    let name = item.name;
    match (item.kind, item.owner) {
        (Kind::Function, Some((Some(of), owner))) => format!("`{name}`, in `impl {of} for {owner}`"),
        (Kind::Function, Some((None, owner))) => format!("`{owner}::{name}`"),
        _ => format!("`{}`", item.path()),
    }
}

/// Returns the lines of `text`, without their indentation.
fn lines(text: &str, first: usize, last: usize) -> String {
    let lines = text.lines().skip(first).take(last + 1 - first);
    textwrap::dedent(&lines.map(|line| format!("{line}\n")).collect::<String>())
}

/// Returns the indices of the only line that contains `from`, and of the next one that contains `to`.
pub fn part(text: &str, from: &str, to: &str) -> Result<(usize, usize)> {
    let lines: Vec<_> = text.lines().collect();
    let found: Vec<_> = (0..lines.len()).filter(|&at| lines[at].contains(from)).collect();
    let [first] = found[..] else { bail!("{} lines contain `{from}`; it has to be one", found.len()) };
    let last = (first..lines.len()).find(|&at| lines[at].contains(to));
    Ok((first, last.with_context(|| format!("no line below `{from}` contains `{to}`"))?))
}
