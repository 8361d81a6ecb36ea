//! A trace in the terminal: what happens, a sentence an event, and what is odd.

use textwrap::{Options, WordSplitter};
use trace::Event::{Cloned, Made};
use trace::findings::{findings, still_open};
use trace::words::duration;

use super::lanes::LOOP;
use super::recording::{Recording, Scene};

/// The width of the column with the times, and how many tasks are indented at most.
const TIMES: usize = 11;
const LANES: usize = 8;

/// Returns the story: the time, and then what happens, indented by task; in the end what is odd.
pub fn tell(run: &Recording, width: usize) -> String {
    let (scene, mut story) = (Scene::new(run), String::new());
    let mut wrap = |text: &str, first: &str, indent: usize| {
        let indent = " ".repeat(indent);
        let options = Options::new(width).word_splitter(WordSplitter::NoHyphenation);
        let options = options.initial_indent(first).subsequent_indent(&indent);
        story += &(textwrap::fill(text, options) + "\n");
    };
    for (entry, sentence) in scene.entries.iter().zip(&scene.sentences) {
        // What a waker is kept for is said when the poll ends.
        let Some(sentence) = sentence.as_ref().filter(|_| !matches!(entry.event, Cloned { .. })) else {
            continue;
        };
        let lane = match entry.event {
            Made { task, .. } => scene.lanes.of(&format!("task {task}")),
            _ => scene.lanes.focus(entry),
        };
        // The tasks, threads or fetches are indented in the order in which they come, but not the loop.
        let lane =
            lane.filter(|lane| scene.lanes.0[*lane].1 != LOOP).map_or(0, |lane| 2 * (lane % LANES + 1));
        wrap(sentence, &format!("{:>9}  {}", duration(entry.at), " ".repeat(lane)), TIMES + lane + 2);
    }
    scene.cut.iter().for_each(|cut| wrap(cut, "", 0));
    let end = run.entries.last().map_or(0, |last| last.at);
    let nothing = run.end.map(|end| format!("{} {end}. The trace shows nothing else that is odd.", run.name));
    let nothing = nothing.unwrap_or("Nothing is odd.".to_owned());
    let (mut heading, mut lines) = ("What is odd:", findings(&run.entries, end));
    if lines.is_empty() {
        lines = still_open(&run.entries, end);
        heading = if lines.is_empty() { &nothing } else { "What still waits at the end:" };
    }
    wrap("", "", 0);
    wrap(heading, "", 0);
    lines.iter().for_each(|line| wrap(line, "- ", 2));
    story
}
