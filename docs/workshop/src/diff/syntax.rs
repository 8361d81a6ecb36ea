//! What a piece of Rust is, so that it can be coloured: line by line, from a lexer that saw it all.

use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

/// What a piece of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Plain,
    Comment,
    Keyword,
    /// A string, a character or a number.
    Literal,
    /// A type or a lifetime.
    Type,
}

/// So many bytes of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub syntax: Syntax,
    pub len: usize,
}

const KEYWORDS: [&str; 38] = [
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return",
    "self", "Self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while",
];

const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// The spans of each line of `text`, from its start on; none if it is not Rust.
///
/// The text is lexed as a whole: whether a line is in a string or a comment, it does not tell itself.
pub fn lines(path: &str, text: &str) -> Vec<Vec<Span>> {
    if !path.ends_with(".rs") {
        return Vec::new();
    }
    let mut lines = vec![Vec::new()];
    let mut rest = text;
    for token in tokenize(text, FrontmatterAllowed::No) {
        let (code, after) = rest.split_at(token.len as usize);
        rest = after;
        let syntax = syntax(token.kind, code);
        for (index, part) in code.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
            }
            if let Some(line) = lines.last_mut() {
                push(line, Span { syntax, len: part.len() });
            }
        }
    }
    lines
}

/// Spans of one kind that meet are one.
fn push(line: &mut Vec<Span>, span: Span) {
    match line.last_mut() {
        Some(last) if last.syntax == span.syntax => last.len += span.len,
        _ if span.len == 0 => {}
        _ => line.push(span),
    }
}

fn syntax(kind: TokenKind, code: &str) -> Syntax {
    match kind {
        TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => Syntax::Comment,
        TokenKind::Literal { .. } => Syntax::Literal,
        TokenKind::Lifetime { .. } | TokenKind::RawLifetime => Syntax::Type,
        TokenKind::Ident if KEYWORDS.contains(&code) => Syntax::Keyword,
        TokenKind::Ident if is_type(code) => Syntax::Type,
        _ => Syntax::Plain,
    }
}

/// By custom, a type is in camel case, and a constant is not.
fn is_type(name: &str) -> bool {
    let is_constant = name.len() > 1 && !name.contains(char::is_lowercase);
    PRIMITIVES.contains(&name) || name.starts_with(char::is_uppercase) && !is_constant
}
