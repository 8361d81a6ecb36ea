//! The order of the report: natural, so that `/strip/2` comes before `/strip/10`.

use std::cmp::Ordering;
use std::iter::zip;

use url::Url;

/// Compares two URLs in natural order: a run of digits counts as a number.
///
/// The frontier calls this for each link of each page, so a common start is skipped eight bytes at a time.
pub fn report_order(a: &Url, b: &Url) -> Ordering {
    natural(a.as_str().as_bytes(), b.as_str().as_bytes()).then_with(|| a.cmp(b))
}

fn natural(mut a: &[u8], mut b: &[u8]) -> Ordering {
    loop {
        let common = common_prefix(a, b);
        // A number may begin in the common part and continue after it.
        let start = common - a[..common].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        (a, b) = (&a[start..], &b[start..]);
        let [digits_a, digits_b] = [a, b].map(|text| count(text, |byte| byte.is_ascii_digit()));
        if digits_a == 0 || digits_b == 0 {
            return a.cmp(b);
        }
        let ((number_a, rest_a), (number_b, rest_b)) = (a.split_at(digits_a), b.split_at(digits_b));
        let [x, y] = [number_a, number_b].map(|number| &number[count(number, |byte| byte == b'0')..]);
        match x.len().cmp(&y.len()).then_with(|| x.cmp(y)) {
            Ordering::Equal => (a, b) = (rest_a, rest_b),
            order => return order,
        }
    }
}

/// Returns the length of the common start of both.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let (chunks_a, chunks_b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    let start = 8 * zip(chunks_a, chunks_b).take_while(|(a, b)| a == b).count();
    start + zip(&a[start..], &b[start..]).take_while(|(a, b)| a == b).count()
}

/// Returns how many bytes at the start of `text` pass the test.
fn count(text: &[u8], test: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|byte| test(**byte)).count()
}
