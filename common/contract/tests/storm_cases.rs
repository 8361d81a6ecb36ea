//! The random cases of the storm.

use contract::outcomes_at_random;

#[test]
fn random_cases_have_every_outcome() {
    let outcomes = outcomes_at_random(500);
    let wanted =
        ["reset", "closed", "truncated", "timeout", "too-large", "bad-response", "200", "204", "302", "404"];
    for outcome in wanted {
        let often = outcomes.get(outcome).copied().unwrap_or_default();
        assert!(often >= 10, "{outcome} occurs {often} times: {outcomes:?}");
    }
}

#[test]
fn most_pages_of_random_cases_are_reached() {
    let outcomes = outcomes_at_random(500);
    let pages: usize = outcomes.values().sum();
    assert!(pages > 4 * 500, "{outcomes:?}");
}
