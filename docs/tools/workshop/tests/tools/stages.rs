//! Four made-up stages, and the crawl that comes after them.

use super::{Tree, stdout};

/// The stages of the course.
pub const STAGES: [&str; 4] = ["stage1-blocking", "stage2-callbacks", "stage3-futures", "stage4-async"];

impl Tree {
    /// Makes a workspace with four stages and the package `work`, which differ in nothing but their names.
    pub fn stages(test: &str) -> Tree {
        let tree = Tree::empty(test);
        for stage in STAGES.into_iter().chain(["docs/work"]) {
            let name = stage.trim_start_matches("docs/").replace('-', "_");
            tree.write(&format!("{stage}/src/main.rs"), &format!("fn main() {{\n    {name}::crawl()\n}}\n"));
            tree.write(
                &format!("{stage}/src/crawl.rs"),
                "pub fn crawl() {}\n\nfn put() {}\n\nfn work() {}\n",
            );
            tree.write(
                &format!("{stage}/src/fetch.rs"),
                "pub fn fetch() {}\n\nfn connect() {}\n\nfn send() {}\n",
            );
            tree.write(
                &format!("{stage}/tests/whole/contract.rs"),
                &format!("contract::contract!({name}::crawl);\n"),
            );
        }
        tree
    }

    /// Returns what `cargo workshop diff` prints.
    pub fn diff(&self, arguments: &[&str]) -> String {
        self.shown(&[&["diff"], arguments].concat())
    }

    /// Returns what `cargo workshop diff` prints in a terminal of so many columns.
    pub fn wide(&self, columns: usize, arguments: &[&str]) -> String {
        let mut command = self.command(&[&["diff"], arguments].concat());
        stdout(command.env("COLUMNS", columns.to_string()).output().unwrap())
    }

    /// Returns the page that `cargo workshop diff` makes, which must say where it is.
    pub fn page(&self, arguments: &[&str]) -> String {
        let path = self.path("page.html");
        let path = path.to_str().unwrap();
        assert!(self.diff(&[arguments, &["--html", path]].concat()).contains(path));
        self.read("page.html")
    }
}
