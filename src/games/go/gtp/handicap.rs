//! Stones that Black is given in advance.

use crate::games::go::points::{Point, at};

/// Where the protocol wants so many stones on a board of this size; none where it does not say.
pub(super) fn fixed(size: u8, stones: usize) -> Option<Vec<Point>> {
    (2..=most(size)).contains(&stones).then(|| places(size, stones))
}

/// Where we want so many stones, or fewer where there are not so many good places; one alone is none.
pub(super) fn free(size: u8, stones: usize) -> Option<Vec<Point>> {
    (stones >= 2).then(|| places(size, stones.min(most(size).max(2))))
}

fn places(size: u8, stones: usize) -> Vec<Point> {
    let edge = match size {
        0..4 => 0,
        4..7 => 1,
        7..13 => 2,
        _ => 3,
    };
    let (near, middle, far) = (edge, size / 2, size - 1 - edge);
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, far), (middle, near)];
    let centre = (stones > 4 && stones % 2 == 1).then_some((middle, middle));
    let at_sides = (stones / 2 * 2).saturating_sub(4);
    let places = corners.into_iter().take(stones).chain(sides.into_iter().take(at_sides)).chain(centre);
    places.map(|(x, y)| at(x, y)).collect()
}

/// The largest handicap that has its places.
fn most(size: u8) -> usize {
    match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handicap_has_as_many_stones_as_it_says() {
        for size in 2..=19 {
            for stones in 0..=10 {
                for (points, least) in [(fixed(size, stones), stones), (free(size, stones), 2)] {
                    let Some(mut points) = points else { continue };
                    points.sort_unstable();
                    points.dedup();
                    assert!((least..=stones).contains(&points.len()), "{stones} on {size}");
                    assert!(points.len() < usize::from(size).pow(2), "a full board");
                }
            }
        }
        assert!((2..=19).all(|size| free(size, 2).is_some() && free(size, 1).is_none()));
        assert!(fixed(19, 9).is_some() && fixed(8, 5).is_none() && fixed(6, 2).is_none());
    }
}
