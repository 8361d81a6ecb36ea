//! What a page says: its [`links`](mod@links).

pub mod links;
