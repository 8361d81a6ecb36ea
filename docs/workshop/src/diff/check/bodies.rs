//! The `async fn` of stage 4 that stands as a comment above each state machine of stage 3.

use super::super::stages::Stage;
use crate::outline::{Item, Kind, outline};

/// Each future in this file has its `async fn` above it, unless its documentation calls it a leaf.
const MACHINES: &str = "src/fetch.rs";

const ASYNC: Kind = Kind::Function { is_async: true, is_required: false };

/// An `async fn` in a comment.
struct Comment {
    /// The index of its first line in the file.
    line: usize,
    /// Its code.
    text: String,
}

/// Names the comments that differ from stage 4, and the state machines that have none.
pub fn faults(by_hand: &Stage, compiled: &Stage) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, text) in &by_hand.files {
        let place = |line: usize| format!("{}/{path}, line {}", by_hand.name, line + 1);
        let comments = comments(text);
        if path == MACHINES {
            faults.extend(bare(text, &comments).map(|item| {
                format!(
                    "{}: above `{}` stands no `async fn`, and it is not called a leaf",
                    place(item.line),
                    item.name
                )
            }));
        }
        let differing = comments.iter().filter_map(|comment| {
            let (line, difference) = difference(comment, path, compiled)?;
            Some(format!("{}: {difference}", place(comment.line + line)))
        });
        faults.extend(differing);
    }
    faults
}

/// Returns the futures without an `async fn` above them.
fn bare<'a>(text: &'a str, comments: &[Comment]) -> impl Iterator<Item = Item<'a>> {
    let items = outline(text);
    let lines: Vec<_> = text.lines().collect();
    let futures = items.iter().filter(|item| item.kind == Kind::Impl { of_future: true });
    let futures: Vec<_> = futures.map(|item| item.name).collect();
    let types = items.into_iter().filter(move |item| item.kind == Kind::Type && futures.contains(&item.name));
    types.filter(move |item| {
        let above = item.start..item.line;
        let is_leaf =
            lines[above.clone()].iter().any(|line| line.starts_with("///") && line.contains("leaf"));
        !is_leaf && !comments.iter().any(|comment| above.contains(&comment.line))
    })
}

/// Returns the comments that hold an `async fn`, each from there to its end.
fn comments(text: &str) -> Vec<Comment> {
    let code = |line: &str| {
        line.trim_start().strip_prefix("//").filter(|code| !code.starts_with(['/', '!'])).map(str::to_owned)
    };
    let lines: Vec<_> = text.lines().map(code).collect();
    let begins = |code: &str| {
        let code = code.trim_start();
        let code = code.strip_prefix("pub(crate) ").or_else(|| code.strip_prefix("pub ")).unwrap_or(code);
        code.starts_with("async fn ")
    };
    let starts = (0..lines.len()).filter(|&line| lines[line].as_deref().is_some_and(begins));
    let comment = |line: usize| {
        let code: Vec<_> = lines[line..].iter().map_while(Option::as_deref).collect();
        Comment { line, text: code.join("\n") }
    };
    starts.map(comment).collect()
}

/// Says where a comment differs from its function in stage 4, if it does: the line in the comment, and how.
fn difference(comment: &Comment, path: &str, compiled: &Stage) -> Option<(usize, String)> {
    let by_hand = outline(&comment.text).into_iter().next()?;
    let name = by_hand.name;
    let here = compiled.files.iter().filter(|(other, _)| other == path);
    let elsewhere = compiled.files.iter().filter(|(other, _)| other != path);
    let mut functions = here.chain(elsewhere).filter_map(|(path, text)| {
        let is_it = |item: &Item<'_>| item.name == name && item.kind == ASYNC;
        Some((path, text, outline(text).into_iter().find(is_it)?))
    });
    let Some((path, text, function)) = functions.next() else {
        return Some((by_hand.line, format!("{} has no `async fn {name}`", compiled.name)));
    };
    let tokens = by_hand.body.iter().zip(&function.body);
    let alike = tokens.take_while(|(own, other)| own.text == other.text).count();
    if alike == by_hand.body.len() && alike == function.body.len() {
        return None;
    }
    let line =
        |item: &Item<'_>| item.body.get(alike).or(item.body.last()).map_or(item.line, |token| token.line);
    let says = |text: &str, line| text.lines().nth(line).unwrap_or_default().trim().to_owned();
    let (own, other) = (line(&by_hand), line(&function));
    let (own_says, other_says) = (says(&comment.text, own), says(text, other));
    let (stage, other) = (&compiled.name, other + 1);
    Some((
        own,
        format!("the comment says `{own_says}`, but {stage}/{path}, line {other}, says `{other_says}`"),
    ))
}
