//! The functions, types and implementations of a file, in order.

use crate::syntax::{Token, is_name, tokens};

/// An implementation: its trait, if it has one, and its type.
type Owner<'a> = Option<(Option<&'a str>, &'a str)>;

/// A function, a type, or the head of an implementation.
pub struct Item<'a> {
    /// The kind.
    pub kind: Kind,
    /// The name; of an implementation, that of its type.
    pub name: &'a str,
    /// The implementation that it is, or is in.
    pub owner: Owner<'a>,
    /// The index of the line of its first comment or attribute.
    pub start: usize,
    /// The index of the line of its keyword.
    pub line: usize,
    /// The index of its last line.
    pub end: usize,
    /// The body of a function, from brace to brace.
    pub body: Vec<Token<'a>>,
}

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A function or a method.
    Function,
    /// A struct, an enum or a trait.
    Type,
    /// An implementation.
    Impl,
}

impl Item<'_> {
    /// Returns the trait of the implementation that it is, or is in.
    pub fn of(&self) -> Option<&str> {
        self.owner?.0
    }

    /// Returns the path in the syntax tree: `fetch`, `Queue::get`, `Future for Sleep::poll`, `impl Sleep`.
    pub fn path(&self) -> String {
        let owner = match self.owner {
            Some((Some(of), owner)) => format!("{of} for {owner}"),
            Some((None, owner)) => owner.to_owned(),
            None => String::new(),
        };
        match self.kind {
            Kind::Impl => format!("impl {owner}"),
            Kind::Function if self.owner.is_some() => format!("{owner}::{}", self.name),
            Kind::Function | Kind::Type => self.name.to_owned(),
        }
    }
}

/// Returns the items of `text`, without those inside a function, a trait or a module.
///
/// Code that does not compile has an outline, too: a learner may be in the middle of an exercise.
pub fn outline(text: &str) -> Vec<Item<'_>> {
    let tokens = tokens(text);
    let lines: Vec<_> = text.lines().collect();
    let (mut items, mut at, mut owner) = (Vec::new(), 0, None);
    while let Some(&Token { text, line }) = tokens.get(at) {
        let next = tokens.get(at + 1).map_or("", |token| token.text);
        let (open, end) = (open(&tokens, at), end(&tokens, at));
        let kind = match text {
            "fn" if next.starts_with(is_name) => Kind::Function,
            "struct" | "enum" | "trait" => Kind::Type,
            "impl" => Kind::Impl,
            _ => {
                // What closes here is an implementation, since all other blocks are passed over.
                owner = owner.filter(|_| text != "}");
                // What stands in the braces of a macro such as `pin_project!` is code.
                let is_macro = at > 0 && tokens[at - 1].text == "!";
                at = if text == "{" && !is_macro { end } else { at + 1 };
                continue;
            }
        };
        let (mut name, mut body) = (next, Vec::new());
        match kind {
            Kind::Function => tokens[open..end].clone_into(&mut body),
            Kind::Impl => (name, owner) = head(&tokens[at + 1..open]),
            Kind::Type => {}
        }
        at = if kind == Kind::Impl { open + 1 } else { end };
        let (start, end) = (start(&lines, line), tokens[end - 1].line);
        items.push(Item { kind, name, owner, start, line, end, body });
    }
    items
}

/// Returns where the item that begins at `from` has its `{`, or else its end.
fn open(tokens: &[Token<'_>], from: usize) -> usize {
    let end = end(tokens, from);
    (from..end).find(|&at| tokens[at].text == "{").unwrap_or(end)
}

/// Returns what follows the item that begins at `from`: it ends in `;` or with its block.
fn end(tokens: &[Token<'_>], from: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        depth += token.nesting();
        if depth <= 0 && matches!(token.text, "}" | ";") {
            return at + 1;
        }
    }
    tokens.len()
}

/// Returns the type of `impl<T: Bound> Trait for Type<T>`, and the last name of its trait with it.
fn head<'a>(tokens: &[Token<'a>]) -> (&'a str, Owner<'a>) {
    let (mut depth, mut names, mut of) = (0, Vec::new(), None);
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "<" => depth += 1,
            // The second sign of `->` closes nothing.
            ">" if at > 0 && tokens[at - 1].text != "-" => depth -= 1,
            "where" => break,
            "for" if depth == 0 => of = names.pop(),
            name if depth == 0 && name.starts_with(is_name) => names.push(name),
            _ => {}
        }
    }
    let name = names.pop().unwrap_or_default();
    (name, Some((of, name)))
}

/// Returns the first line of the comments and attributes above `line`.
fn start(lines: &[&str], line: usize) -> usize {
    let above = lines[..line].iter().rev().map(|line| line.trim());
    let belongs = |line: &&str| match line.strip_prefix("//") {
        Some(comment) => !comment.starts_with('!'),
        None => !line.is_empty() && !line.ends_with(['{', '}', ';']),
    };
    line - above.take_while(belongs).count()
}
