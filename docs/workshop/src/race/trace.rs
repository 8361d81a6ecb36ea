//! From what the site logged to what a picture can show.

use std::time::Duration;

use super::results::{Lane, Trace};

/// More lanes than this nobody tells apart; more points than this no screen shows.
const MOST_LANES: usize = 300;
const MOST_POINTS: usize = 500;

/// The trace of a run: the connections, and how much memory was resident when.
pub fn trace(visits: Vec<Lane>, memory: &[(Duration, u64)]) -> Trace {
    let memory: Vec<_> = memory.iter().map(|(time, bytes)| (time.as_micros() as f64 / 1e3, *bytes)).collect();
    Trace {
        connections: visits.len(),
        in_flight: highest(&in_flight(&visits)),
        memory: highest(&memory),
        lanes: some(visits),
    }
}

/// How many requests were open, from each time on at which the number changed.
fn in_flight(visits: &[Lane]) -> Vec<(f64, usize)> {
    let opened = visits.iter().filter_map(|lane| lane.requested);
    // An answer that is cut short ends with its connection.
    let closed = visits.iter().filter(|lane| lane.requested.is_some());
    let closed = closed.filter_map(|lane| lane.answered.or(lane.ended));
    let mut changes: Vec<(f64, i64)> = opened.map(|time| (time, 1)).collect();
    changes.extend(closed.map(|time| (time, -1)));
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut steps: Vec<(f64, usize)> = Vec::new();
    let mut open = 0_i64;
    for (time, change) in changes {
        open += change;
        // At one and the same time one may close before it opens: only the sum counts.
        let number = usize::try_from(open).unwrap_or(0);
        match steps.last_mut() {
            Some(last) if last.0 == time => last.1 = number,
            _ => steps.push((time, number)),
        }
    }
    steps
}

/// Of each stretch of points the highest, and the last of all: peaks and the end are what matters.
fn highest<N: Copy + Ord>(points: &[(f64, N)]) -> Vec<(f64, N)> {
    let stretch = points.len().div_ceil(MOST_POINTS).max(1);
    let stretches = points.chunks(stretch).filter_map(|chunk| chunk.iter().max_by_key(|point| point.1));
    let mut kept: Vec<(f64, N)> = stretches.copied().collect();
    if let (Some(last), Some(end)) = (kept.last(), points.last())
        && last.0 < end.0
    {
        kept.push(*end);
    }
    kept
}

/// All lanes, or evenly chosen ones of too many.
fn some(visits: Vec<Lane>) -> Vec<Lane> {
    let count = visits.len();
    if count <= MOST_LANES {
        return visits;
    }
    let chosen = |index: &usize| index * MOST_LANES / count != (index + 1) * MOST_LANES / count;
    visits.into_iter().enumerate().filter(|(index, _)| chosen(index)).map(|(_, lane)| lane).collect()
}

#[cfg(test)]
mod tests {
    use super::super::results::Lane;
    use super::{MOST_LANES, MOST_POINTS, trace};

    fn lane(requested: f64, answered: Option<f64>, ended: f64) -> Lane {
        Lane { requested: Some(requested), answered, ended: Some(ended), ..Lane::default() }
    }

    #[test]
    fn a_request_is_open_until_its_answer_or_its_connection_ends() {
        let visits = vec![lane(1.0, Some(4.0), 9.0), lane(2.0, None, 6.0), lane(4.0, Some(5.0), 5.0)];
        let open = trace(visits, &[]).in_flight;
        assert_eq!(open, [(1.0, 1), (2.0, 2), (4.0, 2), (5.0, 1), (6.0, 0)]);
    }

    #[test]
    fn a_connection_without_a_request_is_a_lane_and_nothing_in_flight() {
        let silent = Lane { ended: Some(3.0), ..Lane::default() };
        let trace = trace(vec![silent], &[]);
        assert_eq!((trace.lanes.len(), trace.in_flight), (1, vec![]));
    }

    #[test]
    fn of_many_some_are_chosen_evenly_and_the_peak_stays() {
        let visits = (0..5000).map(|number| lane(f64::from(number), Some(9999.0), 9999.0)).collect();
        let trace = trace(visits, &[]);
        assert_eq!((trace.connections, trace.lanes.len()), (5000, MOST_LANES));
        assert!(trace.in_flight.len() <= MOST_POINTS + 1);
        assert!(trace.in_flight.contains(&(4999.0, 5000)));
        assert_eq!(trace.in_flight.last(), Some(&(9999.0, 0)));
        let times: Vec<f64> = trace.lanes.iter().filter_map(|lane| lane.requested).collect();
        assert!(times.windows(2).all(|pair| (16.0..=17.0).contains(&(pair[1] - pair[0]))));
    }
}
