//! What a page contains: its [`links`](mod@links); and what it is, if its server does not say: [`sniff`].

pub mod links;
pub mod sniff;
