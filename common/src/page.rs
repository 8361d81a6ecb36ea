//! What a page contains: its [`links`](mod@links).

pub mod links;
