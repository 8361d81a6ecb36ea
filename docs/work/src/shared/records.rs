//! [`Records`]: the stream of records, read and folded as far as it has come.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use common::Services;
use web::pace::Pacer;

use super::entry::Entry;
use super::fault::Fault;
use super::fold::{Change, Fold};
use super::queue::{HEADER, Piece, Queue};

/// What a crawl has come to.
pub struct Records {
    services: Arc<Services>,
    /// Keeps the delays that a robots.txt asks for.
    pub pacer: Pacer,
    queue: Queue,
    /// The id of the last record that was folded.
    last: String,
    /// By name and number, the pieces of entries of which others have not come. What was written twice does no harm: the fold
    /// ignores an entry, and a piece of one that is whole already stays here.
    pieces: HashMap<String, BTreeMap<usize, Vec<u8>>>,
    /// What the entries come to.
    pub fold: Fold,
}

impl Records {
    /// Begins before the first record.
    pub fn new(queue: &Queue, services: &Arc<Services>) -> Records {
        let pacer = Pacer::default();
        Records {
            services: Arc::clone(services),
            fold: Fold::new(&services.options, &pacer),
            pacer,
            queue: queue.clone(),
            last: HEADER.to_owned(),
            pieces: HashMap::new(),
        }
    }

    /// Returns the services of the crawl.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// Begins anew, because Redis has lost records that were folded.
    pub fn rewind(&mut self) {
        *self = Records::new(&self.queue, &self.services);
    }

    /// Folds the next records, and lets `then` follow each change. Waits for the first one, for the time `wait` at most. Returns how
    /// many there were.
    ///
    /// # Errors
    /// If Redis has lost records that were folded.
    pub async fn fold_next(
        &mut self,
        wait: Option<Duration>,
        mut then: impl FnMut(&Fold, Change),
    ) -> Result<usize, Fault> {
        // It awaits nothing else, so a record that was read is folded.
        let records = self.queue.records(&self.last, wait).await?;
        let count = records.len();
        for (id, piece) in records {
            if let Some(packed) = self.whole(piece) {
                let damaged = || Fault::Damaged(format!("a record that is none: {id}"));
                let entry = Entry::unpack(&packed).ok_or_else(damaged)?;
                if let Some(change) = self.fold.add(&id, entry) {
                    then(&self.fold, change);
                }
            }
            self.last = id;
        }
        Ok(count)
    }

    /// Folds all records that are there, and lets `then` follow each change.
    ///
    /// # Errors
    /// If Redis has lost records that were folded.
    pub async fn catch_up(&mut self, mut then: impl FnMut(&Fold, Change)) -> Result<(), Fault> {
        while self.fold_next(None, &mut then).await? > 0 {}
        Ok(())
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

    /// Returns the bytes of an entry, if no other piece of it is missing.
    fn whole(&mut self, piece: Piece) -> Option<Vec<u8>> {
        let pieces = self.pieces.entry(piece.of.clone()).or_default();
        pieces.insert(piece.number, piece.bytes);
        if pieces.len() < piece.count {
            return None;
        }
        Some(self.pieces.remove(&piece.of)?.into_values().collect::<Vec<_>>().concat())
    }
}
