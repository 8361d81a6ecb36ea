//! What the four stages of the crawler share.

pub mod site;
