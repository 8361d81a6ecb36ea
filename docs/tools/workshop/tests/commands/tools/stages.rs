//! Four made-up stages, and the crawl that comes after them.

use workshop::elsewhere::STAGES;

use super::Tree;

impl Tree {
    /// Makes a workspace with four stages and the package `work`, which differ in nothing but their names.
    pub fn stages() -> Tree {
        let tree = Tree::empty();
        for stage in STAGES.into_iter().chain(["docs/work"]) {
            let name = stage.trim_start_matches("docs/").replace('-', "_");
            let write = |file: &str, text: &str| tree.write(&format!("{stage}/{file}"), text);
            write("src/main.rs", &format!("fn main() {{\n    {name}::crawl()\n}}\n"));
            write("src/crawl.rs", "pub fn crawl() {}\n\nfn put() {}\n\nfn work() {}\n");
            write("src/fetch.rs", "pub fn fetch() {}\n\nfn connect() {}\n\nfn send() {}\n");
            write("tests/whole/contract.rs", &format!("contract::contract!({name}::crawl);\n"));
        }
        tree
    }

    /// Returns what `cargo workshop diff` prints.
    pub fn diff(&self, words: &str) -> String {
        self.shown(&format!("diff {words}"))
    }

    /// Returns the page that `cargo workshop diff` makes, which must say where it is.
    pub fn page(&self, words: &str) -> String {
        let path = self.path("page.html").display().to_string();
        assert!(self.diff(&format!("{words} --html {path}")).contains(&path));
        self.read("page.html")
    }
}
