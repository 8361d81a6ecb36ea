//! [`Records`]: the stream of records, read and folded as far as it has come.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use common::Services;
use futures::future::try_join;
use tokio::task::spawn_blocking;
use web::pace::Pacer;

use super::entry::Entry;
use super::fault::Fault;
use super::fold::{Change, Fold};
use super::queue::{HEADER, Queue};
use super::tasks::joined;

/// The most bytes of a piece. A larger entry comes in pieces, so that no call and no answer of Redis is large.
pub const PIECE: usize = 32 * 1024;

/// Fewer bytes are unpacked on the thread that reads them.
const SMALL: usize = 16 * 1024;

/// What a crawl has come to.
pub struct Records {
    services: Arc<Services>,
    /// Keeps the delays that a robots.txt asks for.
    pub pacer: Pacer,
    reader: Reader,
    /// What the entries that were read come to.
    pub fold: Fold,
}

impl Records {
    /// Returns the services of the crawl.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// Begins before the first record.
    pub fn new(queue: &Queue, services: &Arc<Services>) -> Records {
        let pacer = Pacer::default();
        let fold = Fold::new(&services.options, &pacer);
        Records { services: Arc::clone(services), pacer, reader: Reader::new(queue.clone()), fold }
    }

    /// Begins anew, because Redis has lost records that were folded.
    pub fn rewind(&mut self) {
        *self = Records::new(&self.reader.queue, &self.services);
    }

    /// Folds the next records, and lets `then` follow each change. Waits for the first one, for this time at most. Returns how many
    /// entries were whole.
    ///
    /// # Errors
    /// If Redis has lost records that were folded.
    pub async fn fold_next(
        &mut self,
        wait: Duration,
        then: impl FnMut(&Fold, Change),
    ) -> Result<usize, Fault> {
        let (reader, entries) = self.reader.clone().read(Some(wait)).await?;
        let count = entries.as_ref().map_or(0, Vec::len);
        self.fold_all(reader, entries.unwrap_or_default(), then);
        Ok(count)
    }

    /// Folds all records that are there, and lets `then` follow each change.
    ///
    /// # Errors
    /// If Redis has lost records that were folded.
    pub async fn catch_up(&mut self, mut then: impl FnMut(&Fold, Change)) -> Result<(), Fault> {
        let read = |reader: Reader| tokio::spawn(reader.read(None));
        let mut reading = read(self.reader.clone());
        loop {
            let (reader, Some(entries)) = joined(reading.await)? else { return Ok(()) };
            // Another thread reads the next ones meanwhile.
            reading = read(reader.clone());
            self.fold_all(reader, entries, &mut then);
        }
    }

    /// Folds all records that are there, even if Redis has lost some that were folded.
    pub async fn read_all(&mut self) -> Result<(), Fault> {
        while let Err(fault) = self.catch_up(|_, _| {}).await {
            match fault {
                Fault::Rewound => self.rewind(),
                fault => return Err(fault),
            }
        }
        Ok(())
    }

    fn fold_all(
        &mut self,
        reader: Reader,
        entries: Vec<(String, Entry)>,
        mut then: impl FnMut(&Fold, Change),
    ) {
        for (id, entry) in entries {
            if let Some(change) = self.fold.add(&id, entry) {
                then(&self.fold, change);
            }
        }
        self.reader = reader;
    }
}

/// Reads entries, and puts those together that come in pieces. What was written twice does no harm: the fold ignores an entry, and a
/// piece of one that is whole already stays here.
#[derive(Clone)]
struct Reader {
    queue: Queue,
    /// The id of the last entry that was read.
    last: String,
    /// The pieces of entries of which others have not come.
    pieces: HashMap<String, BTreeMap<usize, Arc<[u8]>>>,
}

impl Reader {
    fn new(queue: Queue) -> Reader {
        Reader { queue, last: HEADER.to_owned(), pieces: HashMap::new() }
    }

    /// Reads the next entries, with their ids, or returns `None` if none comes in this time.
    async fn read(mut self, wait: Option<Duration>) -> Result<(Reader, Option<Vec<(String, Entry)>>), Fault> {
        let entries = self.queue.ledger().records(&self.last, wait).await?;
        let Some((last, _)) = entries.last() else { return Ok((self, None)) };
        last.clone_into(&mut self.last);
        let bytes: usize = entries.iter().flat_map(|(_, fields)| fields).flatten().map(Vec::len).sum();
        let mut packed = Vec::new();
        for (id, fields) in entries {
            let mut fields = fields.unwrap_or_default().into_iter();
            let (name, bytes) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            if let Some(whole) = self.whole(&String::from_utf8_lossy(&name), bytes) {
                packed.push((id, whole));
            }
        }
        if bytes < SMALL {
            return Ok((self, Some(unpack(packed)?)));
        }
        // This takes longer than to fold them, so two threads do it.
        let rest = packed.split_off(packed.len() / 2);
        let [first, rest] = [packed, rest].map(|packed| spawn_blocking(|| unpack(packed)));
        let (first, rest) = joined(try_join(first, rest).await);
        let mut read = first?;
        read.extend(rest?);
        Ok((self, Some(read)))
    }

    /// Returns the bytes of an entry, if these are all of it, or if they are the last piece.
    fn whole(&mut self, name: &str, bytes: Vec<u8>) -> Option<Vec<u8>> {
        if name.is_empty() {
            return Some(bytes);
        }
        let [name, number, count] = name.split(' ').collect::<Vec<_>>()[..] else { return None };
        let pieces = self.pieces.entry(name.to_owned()).or_default();
        pieces.insert(number.parse().ok()?, bytes.into());
        if pieces.len() < count.parse().ok()? {
            return None;
        }
        Some(self.pieces.remove(name)?.into_values().collect::<Vec<_>>().concat())
    }
}

fn unpack(packed: Vec<(String, Vec<u8>)>) -> Result<Vec<(String, Entry)>, Fault> {
    let unpack = |(id, packed): (String, Vec<u8>)| match Entry::unpack(&packed) {
        Some(entry) => Ok((id, entry)),
        None => Err(Fault::Damaged(format!("a record that is none: {id}"))),
    };
    packed.into_iter().map(unpack).collect()
}

/// Cuts a large packed entry into the fields of several entries of Redis. No other entry has this `name`.
pub fn pieces(name: &str, packed: &[u8]) -> Vec<(String, Vec<u8>)> {
    let pieces = packed.chunks(PIECE);
    let count = pieces.len();
    pieces.enumerate().map(|(number, piece)| (format!("{name} {number} {count}"), piece.to_vec())).collect()
}
