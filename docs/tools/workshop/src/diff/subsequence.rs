//! What two sequences have in common, in order.

/// Returns the pairs of the common subsequence of the greatest weight, as early as possible.
///
/// A pair of no weight has no part in it.
pub fn heaviest(old: usize, new: usize, weight: impl Fn(usize, usize) -> usize) -> Vec<(usize, usize)> {
    let mut best = vec![vec![0; new + 1]; old + 1];
    for i in (0..old).rev() {
        for j in (0..new).rev() {
            let paired = weight(i, j) + best[i + 1][j + 1];
            best[i][j] = paired.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < old && j < new {
        let own = weight(i, j);
        if own > 0 && best[i][j] == own + best[i + 1][j + 1] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[i][j] == best[i + 1][j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Counts the lines that two texts have in common, in order.
pub fn common_lines(old: &str, new: &str) -> usize {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    heaviest(old.len(), new.len(), |i, j| usize::from(old[i] == new[j])).len()
}
