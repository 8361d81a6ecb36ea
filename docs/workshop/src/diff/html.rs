//! The comparison as one web page: it needs no network, no script, and no eye for colours.

mod code;

use self::code::{code, escape};
use super::compare::{Comparison, FileDiff};
use super::fold::{Piece, fold};
use super::row::{Line, Mark, Row, Side};
use super::terminal::shown_in_brief;

/// How the page looks, in light and in dark.
const STYLE: &str = include_str!("page.css");

/// The page for all of `comparisons`.
pub fn page(comparisons: &[Comparison]) -> String {
    let title = match comparisons {
        [one] => escape(&format!("{} and {}", one.old, one.new)),
        _ => "The stages side by side".into(),
    };
    let contents: String = comparisons.iter().map(contents).collect();
    let sections: String = comparisons.iter().map(section).collect();
    format!(
        r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{STYLE}</style>
</head>
<body>
<a class="skip" href="#differences">Skip to the differences</a>
<header>
<h1>{title}</h1>
<ul class="legend">
<li class="removed"><b>-</b> removed</li>
<li class="added"><b>+</b> added</li>
<li class="changed"><b>~</b> changed, <u>here</u></li>
<li class="moved"><b>&lt; &gt;</b> moved, unchanged</li>
</ul>
</header>
<nav id="files" aria-label="Files" tabindex="-1">
{contents}</nav>
<main id="differences" tabindex="-1">
{sections}</main>
</body>
</html>
"##
    )
}

fn contents(comparison: &Comparison) -> String {
    let files: String = comparison.files.iter().map(|file| content(comparison, file)).collect();
    let (old, new) = (escape(&comparison.old), escape(&comparison.new));
    format!("<h2>{old} and {new}: files</h2>\n<ul>\n{files}</ul>\n")
}

fn content(comparison: &Comparison, file: &FileDiff) -> String {
    let path = escape(&file.path);
    if shown_in_brief(comparison, file) {
        let (word, outline) = (alone(file), escape(&file.outline()));
        return format!("<li><b class=\"{word}\">{word}</b>: <code>{path}</code>, {outline}</li>\n");
    }
    let (id, verdict) = (id(comparison, file), file.verdict());
    format!("<li><a href=\"#{id}\"><code>{path}</code></a>: {verdict}</li>\n")
}

fn section(comparison: &Comparison) -> String {
    let files: Vec<_> = comparison.files.iter().filter(|file| !shown_in_brief(comparison, file)).collect();
    let mut section =
        format!("<h2>{} and {}: differences</h2>\n", escape(&comparison.old), escape(&comparison.new));
    for (index, file) in files.iter().enumerate() {
        let path = escape(&file.path);
        let link = |file: &&FileDiff, word| {
            let (id, path) = (id(comparison, file), escape(&file.path));
            format!("<a href=\"#{id}\">{word}: {path}</a>\n")
        };
        let before = index.checked_sub(1).map(|before| link(&files[before], "Before")).unwrap_or_default();
        let after = files.get(index + 1).map(|after| link(after, "Next")).unwrap_or_default();
        section += &format!(
            "<section aria-labelledby=\"{id}\">\n<h3 id=\"{id}\" tabindex=\"-1\"><code>{path}</code></h3>\n\
             <p class=\"links\">{verdict} {before}{after}<a href=\"#files\">All files</a></p>\n{table}</section>\n",
            id = id(comparison, file),
            verdict = file.verdict(),
            table = table(comparison, file),
        );
    }
    section
}

fn table(comparison: &Comparison, file: &FileDiff) -> String {
    let (path, old, new) = (escape(&file.path), escape(&comparison.old), escape(&comparison.new));
    if file.is_same() {
        return String::new();
    }
    let piece = |piece: &Piece<'_>| match piece {
        Piece::Row(row) => table_row(row),
        Piece::Folded(lines) => {
            format!("<tr class=\"folded\"><td colspan=\"6\">{lines} lines alike</td></tr>\n")
        }
    };
    let rows: String = fold(&file.rows).iter().map(piece).collect();
    format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{path}, side by side\" tabindex=\"0\">\n<table>\n\
         <colgroup><col class=\"n\"><col class=\"s\"><col><col class=\"n\"><col class=\"s\"><col></colgroup>\n\
         <thead><tr><th colspan=\"3\" scope=\"colgroup\">{old}</th>\
         <th colspan=\"3\" scope=\"colgroup\">{new}</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

fn table_row(row: &Row) -> String {
    let mut html = String::new();
    if [&row.old, &row.new].into_iter().flatten().any(|line| line.note.is_some()) {
        let note = |side| {
            let note = row.line(side).and_then(|line| line.note.as_deref()).unwrap_or_default();
            format!("<td colspan=\"3\">{}</td>", escape(note))
        };
        html += &format!("<tr class=\"note\">{}{}</tr>\n", note(Side::Old), note(Side::New));
    }
    let cells = |side| match row.line(side) {
        Some(line) => cells(line, side),
        None => format!("<td class=\"none {}\" colspan=\"3\"></td>", column(side)),
    };
    html + &format!("<tr>{}{}</tr>\n", cells(Side::Old), cells(Side::New))
}

fn cells(line: &Line, side: Side) -> String {
    let (sign, word) = line.mark.sign(side);
    let class = match (line.mark, side) {
        (Mark::Changed, Side::Old) => "changed old",
        (Mark::Changed, Side::New) => "changed new",
        _ => word,
    };
    let sign = match line.mark {
        Mark::Same => String::new(),
        _ => format!(
            "<span aria-hidden=\"true\">{}</span><span class=\"said\">{word}</span>",
            escape(&sign.to_string())
        ),
    };
    format!(
        "<td class=\"n {column} {class}\">{}</td><td class=\"s {class}\">{sign}</td><td class=\"code {class}\">{}</td>",
        line.number,
        code(line, side),
        column = column(side),
    )
}

fn column(side: Side) -> &'static str {
    if side == Side::Old { "left" } else { "right" }
}

/// The word, and the class, for a file of one stage alone.
fn alone(file: &FileDiff) -> &'static str {
    if file.only_in == Some(Side::Old) { "removed" } else { "added" }
}

/// What links lead to: unique on the page, and the same the next time.
fn id(comparison: &Comparison, file: &FileDiff) -> String {
    let id = format!("{}-{}-{}", comparison.old, comparison.new, file.path);
    id.chars().map(|char| if char.is_ascii_alphanumeric() { char } else { '-' }).collect()
}
