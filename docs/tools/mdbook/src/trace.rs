//! `{{#trace NAME}}`: a recorded trace, as a page to step through. `NAME NAME2` shows two on one clock.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use maud::html;
use trace_page::Recording;

use crate::chapter::Chapter;
use crate::material::{Material, TRACES};
use crate::output::Output;
use crate::pattern::pattern;

/// How often a check records a trace at most: on a busy machine, wake-ups may come in another order.
const TRIES: usize = 10;

/// Returns the frame of some traces.
///
/// # Errors
/// If there is no such trace.
pub fn show(chapter: &Chapter<'_>, names: &str) -> Result<String> {
    let mut commands = Vec::new();
    for name in names.split(' ') {
        commands.push(&chapter.material.show(TRACES, name)?.command);
    }
    chapter.material.traced.borrow_mut().insert(names.to_owned());
    let page = format!("{}{}", chapter.to_root(), page(names));
    let figure = html! {
        figure.trace {
            iframe class=[names.contains(' ').then_some("several")] src=(page) loading="lazy" title={ "What runs: " (names) } {}
            figcaption {
                "Recorded by " @for (index, command) in commands.iter().enumerate() {
                    @if index > 0 { " and " } code { (command) }
                } ". " a href=(page) target="_blank" { "Open it alone" } "."
            }
        }
    };
    Ok(figure.into_string() + "\n")
}

/// Returns the page of some traces, relative to the folder of the book.
fn page(names: &str) -> String {
    format!("traces/{}.html", names.replace(' ', "-"))
}

/// Writes a page for each frame that the chapters have, into the folder of the book.
///
/// # Errors
/// If a trace or a page cannot be read or written.
pub fn write_pages(material: &Material, book: &Path) -> Result<()> {
    fs::create_dir_all(book.join("traces"))?;
    let style = format!("<style>{}</style></head>", material.read("docs/book/theme/trace.css")?);
    for names in &*material.traced.borrow() {
        let read = |name| Recording::read(&material.root.join(format!("{TRACES}/{name}.jsonl")));
        let recordings = names.split(' ').map(read).collect::<Result<Vec<_>, _>>()?;
        let text = trace_page::page(&recordings, |source| material.read(source).ok());
        fs::write(book.join(page(names)), text.replacen("</head>", &style, 1))?;
    }
    // mdBook adapts links to the page that has all chapters, but not frames.
    let all = book.join("print.html");
    fs::write(&all, fs::read_to_string(&all)?.replace("src=\"../traces/", "src=\"traces/"))?;
    Ok(())
}

/// Records a trace anew. Keeps it, or returns how it differs from the one that the book shows.
///
/// # Errors
/// If the command cannot be run or fails, or if a file cannot be read or written.
pub fn record(material: &Material, path: &str, old: &Output, keeps: bool) -> Result<Option<String>> {
    let kept = format!("{path}.jsonl");
    let new = if keeps { &kept } else { &format!("{path}.new") };
    let command = old.command.replacen("trace", &format!("trace --json {new}"), 1);
    let mut differs = None;
    for _ in 0..TRIES {
        let ran = Output::of(&command, &material.root)?;
        // The book shows what is wrong with some programs, which fail.
        ensure!(ran.exit == 0 || ran.text.contains(" did not succeed ("), "{}", ran.text);
        differs = difference(&material.read(&kept)?, &material.read(new)?);
        if differs.is_none() {
            break;
        }
    }
    if !keeps {
        fs::remove_file(material.root.join(new))?;
    }
    Ok(differs)
}

/// Returns an event that only one of two traces has. Neither their order nor numbers count.
pub fn difference(old: &str, new: &str) -> Option<String> {
    // The number of a line does, because the page marks it.
    let number = pattern(r#"("line":\d+)|\d+"#);
    let [old, new] = [old, new].map(|trace| {
        let events = trace.lines().map(|event| number.replace_all(event, "$1").into_owned());
        events.collect::<BTreeSet<_>>()
    });
    old.symmetric_difference(&new).next().cloned()
}
