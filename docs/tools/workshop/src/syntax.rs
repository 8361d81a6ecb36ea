//! What a piece of Rust is: for its colour line by line, and without comments for its structure.

use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

/// A name, some spaces, or a single sign.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'a> {
    /// The code.
    pub text: &'a str,
    /// Its kind, as its class on a page: `comment`, `keyword`, `literal` or `type`; none for other code.
    pub class: Option<&'static str>,
    /// Whether the line beside it has something else there.
    pub differs: bool,
}

/// A token of code: neither white space nor a comment.
#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    /// The code.
    pub text: &'a str,
    /// The index of its line.
    pub line: usize,
}

impl Token<'_> {
    /// Returns by how much the code behind the token is nested deeper.
    pub fn nesting(&self) -> isize {
        match self.text {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        }
    }
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

/// Returns the pieces of each line of `text`.
///
/// The whole text is lexed at once, because a line does not tell whether it is inside a string or a comment.
pub fn lines(text: &str) -> Vec<Vec<Piece<'_>>> {
    let mut lines = vec![Vec::new()];
    for (kind, code) in lexed(text) {
        let class = class(kind, code);
        for (index, part) in code.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
            }
            if let Some(line) = lines.last_mut() {
                line.extend(pieces(part, class));
            }
        }
    }
    // A text that ends in a line break has no line behind it.
    lines.pop_if(|line| line.is_empty());
    lines
}

/// Returns the tokens of `text`, without white space and comments.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut line = 0;
    let mut tokens = Vec::new();
    for (kind, text) in lexed(text) {
        if kind != TokenKind::Whitespace && class(kind, text) != Some("comment") {
            tokens.push(Token { text, line });
        }
        line += text.matches('\n').count();
    }
    tokens
}

/// Tells whether `char` is part of a name.
pub fn is_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

fn lexed(text: &str) -> impl Iterator<Item = (TokenKind, &str)> {
    let mut rest = text;
    tokenize(text, FrontmatterAllowed::No).map(move |token| {
        let (code, after) = rest.split_at(token.len as usize);
        rest = after;
        (token.kind, code)
    })
}

fn pieces<'a>(mut rest: &'a str, class: Option<&'static str>) -> impl Iterator<Item = Piece<'a>> {
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first {
            _ if is_name(first) => rest.find(|char| !is_name(char)),
            _ if first.is_whitespace() => rest.find(|char: char| !char.is_whitespace()),
            _ => Some(first.len_utf8()),
        };
        let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(Piece { text, class, differs: false })
    })
}

fn class(kind: TokenKind, code: &str) -> Option<&'static str> {
    match kind {
        TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => Some("comment"),
        TokenKind::Literal { .. } => Some("literal"),
        TokenKind::Lifetime { .. } | TokenKind::RawLifetime => Some("type"),
        TokenKind::Ident if KEYWORDS.contains(&code) => Some("keyword"),
        TokenKind::Ident if is_type(code) => Some("type"),
        _ => None,
    }
}

/// Tells whether a name is that of a type. By custom, a type is in camel case, and a constant is not.
fn is_type(name: &str) -> bool {
    let is_constant = name.len() > 1 && !name.contains(char::is_lowercase);
    PRIMITIVES.contains(&name) || name.starts_with(char::is_uppercase) && !is_constant
}
