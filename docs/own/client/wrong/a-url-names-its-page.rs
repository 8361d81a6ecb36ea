//! A URL names its page, so results are kept by URL.
//!
//! A list may have a URL twice, and then one of its places has no result.
//!
//! Dies: level1::a_url_that_stands_twice_has_two_results
//! Says: a URL does not name a place

// in place of
    let mut batch = Batch::new(net, urls, options);
    while batch.turn().await {}
    batch.done.into_values().collect()
// stands
    let mut batch = Batch::new(net, urls.clone(), options);
    while batch.turn().await {}
    urls.iter().filter_map(|url| batch.done.remove(url)).collect()
// end of block

// in place of
    place: usize,
    url: String,
// stands
    url: String,
// end of block

// in place of
    done: BTreeMap<usize, Fetched>,
// stands
    done: BTreeMap<String, Fetched>,
// end of block

// in place of
                .map(|(place, url)| Page {
                    place,
                    url,
// stands
                .map(|(_, url)| Page {
                    url,
// end of block

// in place of
        let (place, fetched) = self.done.pop_first()?;
        Some((self.left.remove(&place)?, fetched))
// stands
        let (url, fetched) = self.done.pop_first()?;
        self.left.retain(|_, left| *left != url);
        Some((url, fetched))
// end of block

// in place of
        self.done.insert(page.place, fetched);
// stands
        self.done.insert(page.url, fetched);
// end of block
