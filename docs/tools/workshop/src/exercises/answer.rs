//! [`WrongAnswer`]: the misconception behind it, and the test that fails.

use std::fs;
use std::io;
use std::path::Path;

use super::exercise::not_as_it_should_be;
use super::hole;
use crate::root;

/// A wrong answer to an exercise.
#[derive(Debug)]
pub struct WrongAnswer {
    /// The name of its file.
    pub name: String,
    /// The misconception.
    pub belief: String,
    /// Why it is wrong.
    pub why: String,
    /// The test that fails.
    pub dies: String,
    /// A part of the test's message.
    pub says: String,
    /// Paths of holes, each with the body that fills it.
    pub bodies: Vec<(String, String)>,
}

/// Reads the wrong answers in a folder, in the order of their names.
pub(super) fn read_all(folder: &Path) -> io::Result<Vec<WrongAnswer>> {
    let entries = fs::read_dir(folder).map_err(|error| root::about(folder, &error))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    let read = |path: &Path| {
        let text = root::read(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        WrongAnswer::parse(&name, &text).map_err(|what| not_as_it_should_be(path, what))
    };
    paths.iter().map(|path| read(path)).collect()
}

impl WrongAnswer {
    fn parse(name: &str, text: &str) -> Result<WrongAnswer, &'static str> {
        let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
        let doc = lines.collect::<Vec<_>>().join("\n");
        let parts = doc.split_once("\nDies:").and_then(|(text, promise)| {
            let (belief, why) = text.split_once("\n\n")?;
            let (dies, says) = promise.split_once("\nSays:")?;
            Some([belief, why, dies, says].map(|part| part.trim().replace('\n', " ")))
        });
        let missing = "it has to begin with the misconception, why it is wrong, `Dies: test`, and `Says: part of the message`";
        let [belief, why, dies, says] = parts.ok_or(missing)?;
        let bodies: Vec<_> =
            hole::bodies(text).into_iter().map(|(path, body)| (path, text[body].to_owned())).collect();
        if bodies.is_empty() {
            return Err("it has no function");
        }
        Ok(WrongAnswer { name: name.to_owned(), belief, why, dies, says, bodies })
    }
}
