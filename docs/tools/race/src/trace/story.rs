//! A trace in the terminal: what happens, a sentence an event, and what is odd.

use common::trace::findings::{findings, still_open};
use common::trace::words::duration;
use common::trace::{Entry, Event};
use textwrap::{Options, WordSplitter};

use super::lanes::{Lane, Lanes};
use super::run::Run;
use super::scene::Scene;

/// The width of the column with the times.
const TIMES: usize = 11;

/// Tasks are indented, so many of them at most.
const LANES: usize = 8;

/// Returns the story: the time, and then what happens, indented by task; in the end what is odd.
pub fn tell(run: &Run, width: usize) -> String {
    let (scene, mut story) = (Scene::new(run), String::new());
    let mut wrap = |text: &str, first: &str, indent: usize| {
        let indent = " ".repeat(indent);
        let options = Options::new(width).word_splitter(WordSplitter::NoHyphenation);
        let options = options.initial_indent(first).subsequent_indent(&indent);
        story += &(textwrap::fill(text, options) + "\n");
    };
    for (entry, sentence) in scene.entries.iter().zip(&scene.sentences) {
        // What a waker is kept for is said when the poll ends.
        if let Some(sentence) = sentence.as_ref().filter(|_| !matches!(entry.event, Event::Cloned { .. })) {
            let lane = 2 * lane(entry, &scene.lanes);
            let first = format!("{:>9}  {}", duration(entry.at), " ".repeat(lane));
            wrap(sentence, &first, TIMES + lane + 2);
        }
    }
    scene.cut.iter().for_each(|cut| wrap(cut, "", 0));
    let end = run.entries.last().map_or(0, |last| last.at);
    let said = [
        ("What is odd:", findings(&run.entries, end)),
        ("What still waits at the end:", still_open(&run.entries, end)),
    ];
    let said = said.into_iter().find(|(_, lines)| !lines.is_empty());
    let (heading, said) = said.unwrap_or(("Nothing is odd.", Vec::new()));
    wrap("", "", 0);
    wrap(heading, "", 0);
    said.iter().for_each(|line| wrap(line, "- ", 2));
    story
}

/// Returns by how much an event is indented: the tasks, threads or fetches in the order in which they come.
fn lane(entry: &Entry, lanes: &Lanes) -> usize {
    let lane = match entry.event {
        Event::Made { task, .. } => lanes.of(&Lane::Task(task)),
        _ => lanes.focus(entry),
    };
    lane.filter(|lane| !matches!(lanes.0[*lane].0, Lane::Loop(_))).map_or(0, |lane| lane % LANES + 1)
}
