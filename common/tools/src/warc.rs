//! [`WarcRecord`]: a record of a web archive, read by the letter of the standard.

use std::collections::BTreeMap;

/// A record of a WARC file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WarcRecord {
    /// The values of its fields, by their names.
    pub fields: BTreeMap<String, String>,
    /// The bytes between the fields and the end.
    pub block: Vec<u8>,
}

impl WarcRecord {
    /// Returns the records in `bytes`, each of which is complete.
    ///
    /// # Panics
    /// If one is not.
    #[track_caller]
    pub fn all(mut bytes: &[u8]) -> Vec<WarcRecord> {
        let mut records = Vec::new();
        while !bytes.is_empty() {
            let end = bytes.windows(4).position(|end| end == b"\r\n\r\n").expect("the end of the fields");
            let mut lines = str::from_utf8(&bytes[..end]).expect("UTF-8").split("\r\n");
            assert_eq!(lines.next(), Some("WARC/1.1"));
            let fields = lines.map(|line| line.split_once(": ").expect("a name and a value"));
            let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let fields = fields.collect::<BTreeMap<_, _>>();
            let length = fields["Content-Length"].parse().expect("a number");
            let (block, rest) = bytes[end + 4..].split_at(length);
            bytes = rest.strip_prefix(b"\r\n\r\n").expect("two line breaks behind the block");
            records.push(WarcRecord { fields, block: block.to_vec() });
        }
        records
    }

    /// Returns the value of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }
}
