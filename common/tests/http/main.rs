//! HTTP: what a request says, and what an answer means, whatever bytes a server sends.

mod bodies;
mod body;
#[cfg(feature = "gzip")]
mod coding;
mod content_type;
mod decoder;
mod generated;
mod head;
mod persistent;
mod request;
mod retry_after;
