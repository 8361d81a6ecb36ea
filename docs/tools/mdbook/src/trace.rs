//! `{{#trace NAME}}`: a recorded trace as a picture that one steps through. `NAME NAME2` shows two on one clock.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use anyhow::{Context, Result, ensure};
use maud::html;
use regex::{Captures, Regex};
use serde_json::Value;

use crate::directive::{Place, pattern};
use crate::material::Material;

/// The folder of the traces: `NAME.txt` has the command, `NAME.jsonl` what it recorded.
pub const TRACES: &str = "docs/book/traces";

/// How often a command is traced at most: on a busy machine, wake-ups may come in another order.
const TRIES: usize = 10;

/// Returns the picture of one or more traces.
///
/// # Errors
/// If there is no such trace.
pub fn show(place: &Place<'_>, names: &str) -> Result<String> {
    let mut commands = Vec::new();
    for name in names.split(' ') {
        let trace = place.material.traces.get(name);
        commands.push(&trace.with_context(|| format!("there is no trace `{name}` in {TRACES}"))?.command);
        place.material.shown.borrow_mut().insert(format!("{TRACES}/{name}"));
    }
    place.material.traced.borrow_mut().insert(names.to_owned());
    let page = format!("{}{}", place.to_root(), page(names));
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
    Ok(format!("{}\n", figure.into_string()))
}

/// Returns the page of some traces, relative to the folder of the book.
fn page(names: &str) -> String {
    format!("traces/{}.html", names.replace(' ', "-"))
}

/// Writes a page for each picture that the chapters have shown, into the folder of the book.
///
/// # Errors
/// If a page cannot be made.
pub fn write_pages(material: &Material, book: &Path) -> Result<()> {
    fs::create_dir_all(book.join("traces"))?;
    let style = material.read("docs/book/theme/trace.css")?;
    for names in &*material.traced.borrow() {
        let page = book.join(page(names));
        let mut command = Command::new("cargo");
        command.args(["workshop", "trace", "--html"]).arg(&page).current_dir(&material.root);
        command.args(names.split(' ').map(|name| format!("--from={TRACES}/{name}.jsonl")));
        ensure!(command.status()?.success(), "no page of the trace `{names}`");
        let text =
            fs::read_to_string(&page)?.replacen("</head>", &format!("<style>{style}</style></head>"), 1);
        fs::write(&page, text)?;
    }
    Ok(())
}

/// Records a trace anew. Keeps it, or returns how it differs from the one that the book shows.
///
/// # Errors
/// If the command cannot be run or leaves no trace, or if a file cannot be read or written.
pub fn record(material: &Material, name: &str, keeps: bool) -> Result<Option<String>> {
    let kept = material.root.join(TRACES).join(format!("{name}.jsonl"));
    let new = std::env::temp_dir().join(format!("{name}-{}.jsonl", std::process::id()));
    let mut differs = None;
    for _ in 0..TRIES {
        // What a program that hangs prints on stderr is not the trace's.
        let mut words = material.traces[name].command.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words.by_ref().take(2)).arg("--json").arg(&new).args(words).current_dir(&material.root);
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        ensure!(status.success(), "`{}` leaves no trace", material.traces[name].command);
        let text = fs::read_to_string(&new)?;
        fs::remove_file(&new)?;
        if keeps {
            fs::write(&kept, text).with_context(|| kept.display().to_string())?;
            return Ok(None);
        }
        differs = difference(&fs::read_to_string(&kept).unwrap_or_default(), &text)?;
        if differs.is_none() {
            break;
        }
    }
    Ok(differs)
}

/// Compares what happens in two traces: for each task, fetch or thread the events in order, with their lines, and without
/// numbers or times. Returns the first difference.
///
/// # Errors
/// If one is no trace.
pub fn difference(old: &str, new: &str) -> Result<Option<String>> {
    let (old, new) = (lanes(old)?, lanes(new)?);
    let event = |lanes: &BTreeMap<String, Vec<String>>, lane: &String, index: usize| {
        lanes.get(lane).and_then(|lane| lane.get(index)).map_or("nothing", String::as_str).to_owned()
    };
    for lane in old.keys().chain(new.keys()) {
        for index in 0..=old.get(lane).map_or(0, Vec::len) {
            let (old, new) = (event(&old, lane, index), event(&new, lane, index));
            if old != new {
                return Ok(Some(format!("event {} of {lane} is {new}, and was {old}", index + 1)));
            }
        }
    }
    Ok(None)
}

/// The pattern of a number. That of a line counts: the page marks it.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\.rs:\d+|\d+"));

/// Returns what happens in each lane.
fn lanes(trace: &str) -> Result<BTreeMap<String, Vec<String>>> {
    let mut lanes = BTreeMap::<_, Vec<_>>::new();
    for line in trace.lines() {
        let mut entry: Value = serde_json::from_str(line)?;
        let [task, polling, url, thread, place] = ["/task", "/polling", "/url", "/thread", "/places/0"]
            .map(|path| entry.pointer(path).cloned().unwrap_or_default());
        let lane = [&task, &polling, &url].into_iter().find(|lane| !lane.is_null()).unwrap_or(&thread);
        let place = format!("{}:{}", place["file"].as_str().unwrap_or_default(), place["line"]);
        let fields = entry.as_object_mut().context("an event is an object")?;
        for varies in ["at", "places", "timeout_ms"] {
            fields.remove(varies);
        }
        let mask = |number: &Captures<'_>| {
            if number[0].starts_with('.') { number[0].into() } else { "#".to_owned() }
        };
        let lane = if lane.is_number() {
            format!("task {lane}")
        } else {
            NUMBER.replace_all(&lane.to_string(), mask).into_owned()
        };
        lanes
            .entry(lane)
            .or_default()
            .push(NUMBER.replace_all(&format!("{entry} at {place}"), mask).into_owned());
    }
    Ok(lanes)
}
