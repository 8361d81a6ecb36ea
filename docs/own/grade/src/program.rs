//! [`Program`]: one of the programs that a learner writes, as docs/own describes it.

use std::io;
use std::path::{Path, PathBuf, absolute};

use workshop::root::{not_found, read};

/// The programs, in the order of the stages that they follow.
pub const NAMES: [&str; 4] = ["pool", "loop", "runtime", "client"];

/// A program: its text, by level.
#[derive(Debug)]
pub struct Program {
    /// Its name, as in `cargo workshop own NAME`.
    pub name: String,
    /// What it is, in a few words, and with the functions that the tests call.
    pub title: String,
    pub face: String,
    /// What must hold, level by level: a title and a text, as Markdown.
    pub levels: Vec<(String, String)>,
    /// The course, and the program's folder in it.
    pub root: PathBuf,
    pub folder: PathBuf,
}

impl Program {
    /// Reads the text of a program, if there is one of this name.
    pub fn read(root: &Path, name: &str) -> io::Result<Program> {
        if !NAMES.contains(&name) {
            return Err(not_found(format!("there is no program `{name}`; there are: {}", NAMES.join(", "))));
        }
        let folder = root.join("docs/own").join(name);
        let text = read(&folder.join("README.md"))?;
        let mut parts = text.split("\n## Level ");
        let (title, face) = parts.next().unwrap_or_default().split_once('\n').unwrap_or_default();
        let levels = parts.map(|part| {
            let (head, text) = part.split_once('\n').unwrap_or((part, ""));
            let title = head.split_once(": ").map_or(head, |(_number, title)| title);
            (title.to_owned(), text.trim().to_owned())
        });
        let (title, face) = (title.trim_start_matches("# ").to_owned(), face.trim().to_owned());
        let (name, root, levels) = (name.to_owned(), root.to_owned(), levels.collect());
        Ok(Program { name, title, face, levels, root, folder })
    }

    /// Returns a manifest of its folder for a package in another one. `COURSE` in it stands for the path of the course.
    pub fn manifest(&self, file: &str, package: &Path) -> io::Result<String> {
        Ok(read(&self.folder.join(file))?.replace("COURSE", &self.course_from(package)))
    }

    /// Returns the path of the course from a folder. Within the course it is relative, so that all may move.
    pub fn course_from(&self, folder: &Path) -> String {
        let absolute = |path: &Path| absolute(path).unwrap_or_else(|_| path.to_owned());
        match absolute(folder).strip_prefix(absolute(&self.root)) {
            Ok(inner) => vec![".."; inner.components().count()].join("/"),
            // A backslash would begin an escape.
            Err(_) => absolute(&self.root).display().to_string().replace('\\', "/"),
        }
    }

    /// Returns our solution with the marks of its levels.
    pub fn source(&self) -> io::Result<String> {
        read(&self.folder.join("solution.rs"))
    }
}

/// Returns a source without the regions of higher levels: from a line `// level 3` to the next mark.
pub fn up_to(text: &str, level: usize) -> String {
    let mut is_left_out = false;
    let lines = text.lines().filter(|line| {
        let line = line.trim();
        let number = line.strip_prefix("// level ").and_then(|number| number.parse::<usize>().ok());
        let is_mark = number.is_some() || line == "// end";
        is_left_out = number.map_or(is_left_out && line != "// end", |number| number > level);
        !is_mark && !is_left_out
    });
    lines.map(|line| format!("{line}\n")).collect()
}
