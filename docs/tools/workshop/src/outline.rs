//! The functions, types and implementations of a file, in order.

use crate::syntax::{Token, is_name, tokens};

/// A function, a type, or the head of an implementation.
pub struct Item<'a> {
    /// The kind.
    pub kind: Kind,
    /// The name; of an implementation, that of its type.
    pub name: &'a str,
    /// The implementation that it is, or is in: its trait, if it has one, and its type.
    pub owner: Option<(Option<&'a str>, &'a str)>,
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
        let (here, next) = (at, tokens.get(at + 1).map_or("", |token| token.text));
        let (mut name, mut body) = (next, Vec::new());
        let kind = match text {
            "fn" if next.starts_with(is_name) => {
                body = tokens[open(&tokens, at)..end(&tokens, at)].to_vec();
                Some(Kind::Function)
            }
            "struct" | "enum" | "trait" => Some(Kind::Type),
            "impl" => {
                let head = head(&tokens[at + 1..open(&tokens, at)]);
                (name, owner) = (head.1, Some(head));
                Some(Kind::Impl)
            }
            _ => {
                // What closes here is an implementation, since all other blocks are passed over.
                owner = owner.filter(|_| text != "}");
                None
            }
        };
        at = match (kind, text) {
            (Some(Kind::Impl), _) => open(&tokens, at) + 1,
            // What stands in the braces of a macro such as `pin_project!` is code.
            (None, "{") if at > 0 && tokens[at - 1].text == "!" => at + 1,
            (Some(_), _) | (None, "{") => end(&tokens, at),
            (None, _) => at + 1,
        };
        let last = tokens[self::end(&tokens, here) - 1].line;
        let start = start(&lines, line);
        items.extend(kind.map(|kind| Item { kind, name, owner, start, line, end: last, body }));
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

/// Returns the type of `impl<T: Bound> Trait for Type<T>`, and the last token of its trait.
fn head<'a>(tokens: &[Token<'a>]) -> (Option<&'a str>, &'a str) {
    let is = |at: usize, text| tokens.get(at).is_some_and(|token| token.text == text);
    // `for<'a>` belongs to a bound.
    let split = (1..tokens.len()).find(|&at| is(at, "for") && !is(at + 1, "<"));
    let rest = &tokens[split.unwrap_or_else(|| generics(tokens))..];
    let name = rest.iter().map(|token| token.text).find(|text| text.starts_with(char::is_uppercase));
    (split.map(|at| tokens[at - 1].text), name.unwrap_or_default())
}

/// Returns where the `<T: Bound>` ends that `tokens` begin with.
fn generics(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "<" => depth += 1,
            // The second sign of `->` closes nothing.
            ">" if at > 0 && tokens[at - 1].text != "-" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
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
