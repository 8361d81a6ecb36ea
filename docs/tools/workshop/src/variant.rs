//! [`Variant`]: the solution, as one writes it with a wrong belief. `wrong/NAME.md` of an exercise, or of a program that
//! learners write, has the belief and the lines that differ.

use std::fs;
use std::io;
use std::path::Path;

use crate::outline::outline;
use crate::root;

/// A solution with a wrong belief in it, and the test that fails.
#[derive(Debug)]
pub struct Variant {
    /// The name of its file.
    pub name: String,
    /// The belief.
    pub belief: String,
    /// Why it is wrong.
    pub why: String,
    /// The test that fails, such as `queue_moments::every_joiner_is_woken`.
    pub dies: String,
    /// A part of the test's message.
    pub says: String,
    /// What differs from the solution.
    pub blocks: Vec<Block>,
}

/// Lines of a function or a type that differ from the solution.
#[derive(Debug)]
pub struct Block {
    /// The path of the function or the type in the syntax tree, such as `Queue::join`.
    pub item: String,
    /// The lines of the solution, and those in their place. Both have the lines around them that do not differ.
    old: String,
    new: String,
}

/// Reads the variants in a folder, in the order of their names.
///
/// # Errors
/// If a file cannot be read, or is not as it should be.
pub fn read_all(folder: &Path) -> io::Result<Vec<Variant>> {
    let entries = fs::read_dir(folder).map_err(|error| root::about(folder, &error))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().map(|path| Variant::read(path)).collect()
}

impl Variant {
    /// Reads a variant from its file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not as it should be.
    pub fn read(path: &Path) -> io::Result<Variant> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let what = "it has to be `# The belief`, why it is wrong, `Dies: test`, `Says: part of the message`, and a block \
                    `diff` with the lines that differ, below `@@ Type::function @@`";
        Variant::parse(&name, &root::read(path)?).ok_or_else(|| root::not_as_it_should_be(path, what))
    }

    fn parse(name: &str, text: &str) -> Option<Variant> {
        let (text, diff) = text.strip_prefix("# ")?.split_once("\n\n```diff\n@@")?;
        let (belief, text) = text.split_once("\n\n")?;
        let (why, promise) = text.split_once("\n\nDies: ")?;
        let (dies, says) = promise.split_once("\nSays: ")?;
        let [belief, why, dies, says] = [belief, why, dies, says].map(|part| part.trim().replace('\n', " "));
        let blocks = diff.strip_suffix("\n```\n")?.split("\n@@").map(Block::parse).collect::<Option<_>>()?;
        Some(Variant { name: name.to_owned(), belief, why, dies, says, blocks })
    }

    /// Returns the solution with this belief.
    ///
    /// # Errors
    /// If the solution does not have the lines of a block, or has them more than once.
    pub fn apply(&self, solution: &str) -> io::Result<String> {
        self.apply_to(solution, |_| true)
    }

    /// Returns the solution with this belief in the functions and types whose paths are chosen.
    ///
    /// # Errors
    /// If the solution does not have the lines of a block, or has them more than once.
    pub fn apply_to(&self, solution: &str, is_chosen: impl Fn(&str) -> bool) -> io::Result<String> {
        let mut chosen = self.blocks.iter().filter(|block| is_chosen(&block.item));
        chosen.try_fold(solution.to_owned(), |text, block| {
            let Block { item, old, .. } = block;
            let what =
                || format!("the solution has to have these lines of {} once, in `{item}`:\n{old}", self.name);
            block.apply(&text).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, what()))
        })
    }
}

impl Block {
    /// Parses what follows the `@@` with which it begins.
    fn parse(text: &str) -> Option<Block> {
        let (item, lines) = text.split_once("@@\n")?;
        let (mut old, mut new) = (String::new(), String::new());
        for line in lines.lines() {
            // An empty line may have lost its blank.
            let (mark, code) = line.split_at_checked(1).unwrap_or((" ", ""));
            match mark {
                "-" => old.extend([code, "\n"]),
                "+" => new.extend([code, "\n"]),
                " " => [&mut old, &mut new].into_iter().for_each(|text| text.extend([code, "\n"])),
                _ => return None,
            }
        }
        (old != new).then(|| Block { item: item.trim().to_owned(), old, new })
    }

    /// Returns `text` with its lines in place of those of the solution, which must be there once.
    fn apply(&self, text: &str) -> Option<String> {
        let [lines, old] = [text, &self.old].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
        let item = outline(text).into_iter().find(|item| item.path() == self.item)?;
        let found: Vec<_> =
            (item.start..=item.end).filter(|&at| lines[at..=item.end].starts_with(&old)).collect();
        let [at] = found[..] else { return None };
        Some([&lines[..at], &[self.new.as_str()], &lines[at + old.len()..]].concat().concat())
    }
}
