//! [`WarcRecord`]: a record of a web archive, read by the letter of the standard.

/// A record of a WARC file: its fields, and its block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WarcRecord {
    /// Names and values, in their order.
    pub fields: Vec<(String, String)>,
    /// The bytes between the fields and the end.
    pub block: Vec<u8>,
}

impl WarcRecord {
    /// Takes the first record of `bytes`, which is complete.
    ///
    /// # Panics
    /// If it is not.
    #[track_caller]
    pub fn take(bytes: &mut &[u8]) -> WarcRecord {
        let end = bytes.windows(4).position(|end| end == b"\r\n\r\n").expect("the end of the fields");
        let mut lines = str::from_utf8(&bytes[..end]).expect("UTF-8").split("\r\n");
        assert_eq!(lines.next(), Some("WARC/1.1"));
        let fields = lines.map(|line| line.split_once(": ").expect("a name and a value"));
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let record = WarcRecord { fields, block: Vec::new() };
        let length: usize = record.field("Content-Length").expect("a length").parse().expect("a number");
        let (block, rest) = bytes[end + 4..].split_at(length);
        *bytes = rest.strip_prefix(b"\r\n\r\n").expect("two line breaks behind the block");
        WarcRecord { block: block.to_vec(), ..record }
    }

    /// Returns the records in `bytes`, each of which is complete.
    ///
    /// # Panics
    /// If one is not.
    #[track_caller]
    pub fn all(mut bytes: &[u8]) -> Vec<WarcRecord> {
        let mut records = Vec::new();
        while !bytes.is_empty() {
            records.push(WarcRecord::take(&mut bytes));
        }
        records
    }

    /// Returns the value of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}
