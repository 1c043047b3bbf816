//! The eight points around a move, and whether they make it a good one beside the last.

use std::sync::LazyLock;

use super::around::{Around, Ground};
use super::points::Point;
use super::stones::Stones;
use crate::game::Player;

/// Moves that are often good for either player, at the star: in rows from the top, `X` and `O`
/// stones of the one and the other, `.` empty, `#` off the board, `x` no X, `o` no O, `?`
/// whatever. They hold turned, mirrored, and with colours changed.
const SHAPES: [&str; 13] = [
    // around a stone's head
    "XOX/.*./???",
    "XO./.*./?.?",
    "XO?/X*./x.?",
    ".O./X*./...",
    // cutting, and keeping from being cut
    "XO?/O*o/?o?",
    "XO?/O*X/???",
    "?X?/O*O/ooo",
    "OX?/o*O/???",
    // on the edge
    "X.?/O*?/###",
    "OX?/X*O/###",
    "?X?/x*O/###",
    "?XO/x*x/###",
    "?OX/X*O/###",
];

static GOOD: LazyLock<Box<[bool; Around::ALL]>> = LazyLock::new(|| {
    let mut good = Box::new([false; Around::ALL]);
    for shape in SHAPES {
        let drawn: Vec<u8> = shape.bytes().filter(|sign| *sign != b'/').collect();
        for turned in symmetries(&drawn) {
            let wanted = AROUND.map(|at| turned[at]);
            fill(&wanted, &mut [Ground::Empty; 8], 0, &mut good);
        }
    }
    good
});

/// Where the points of [`ring`](super::points::ring) stand in a drawing.
const AROUND: [usize; 8] = [1, 3, 5, 7, 0, 2, 6, 8];

/// The eight ways to see a drawing, in both colours.
fn symmetries(drawn: &[u8]) -> Vec<Vec<u8>> {
    let mut seen = vec![drawn.to_vec()];
    for _ in 0..3 {
        let last = &seen[seen.len() - 1];
        seen.push((0..9).map(|at| last[at % 3 * 3 + 2 - at / 3]).collect());
    }
    let mirrored: Vec<_> = seen.iter().map(|rows| rows.rchunks(3).flatten().copied().collect()).collect();
    seen.extend(mirrored);
    let changed = seen.iter().map(|drawn| drawn.iter().map(|sign| other_colour(*sign)).collect());
    let changed: Vec<_> = changed.collect();
    seen.extend(changed);
    seen
}

fn other_colour(sign: u8) -> u8 {
    match sign {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        sign => sign,
    }
}

/// Marks all that a drawing allows, from the point with this number on.
fn fill(wanted: &[u8; 8], grounds: &mut [Ground; 8], number: usize, good: &mut [bool; Around::ALL]) {
    let Some(sign) = wanted.get(number) else {
        good[Around::of(*grounds).index()] = true;
        return;
    };
    for (drawn, ground) in SIGNS {
        let fits = match sign {
            b'?' => true,
            b'x' => drawn != b'X',
            b'o' => drawn != b'O',
            sign => *sign == drawn,
        };
        if fits {
            grounds[number] = ground;
            fill(wanted, grounds, number + 1, good);
        }
    }
}

const SIGNS: [(u8, Ground); 4] = [
    (b'.', Ground::Empty),
    (b'X', Ground::Stone(Player::First)),
    (b'O', Ground::Stone(Player::Second)),
    (b'#', Ground::Border),
];

/// Whether the points around a move make it one that is often good.
pub(super) fn is_shape(stones: &Stones, point: Point) -> bool {
    GOOD[stones.around(point).index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::Go;
    use crate::games::go::points::at;
    use crate::notation::Notation;

    fn is_good(rows: &str, x: u8, y: u8) -> bool {
        is_shape(&Go::parse(&format!("5x5 komi 0 B: {rows}")).unwrap().stones, at(x, y))
    }

    #[test]
    fn a_shape_is_known_turned_mirrored_and_in_both_colours() {
        for rows in [
            "...../.XOX./...../...../.....",
            "...../.OXO./...../...../.....",
            "...../...X./...O./...X./.....",
            "...../.O.../.X.../.O.../.....",
            "...../...../...../.XOX./.....",
        ] {
            assert!(is_good(rows, 2, 2), "{rows}");
        }
    }

    #[test]
    fn the_edge_has_shapes_of_its_own() {
        assert!(is_good("...../...../...../..XO./.....", 2, 4));
        assert!(!is_good("...../...../...../..X../.....", 2, 4));
    }

    #[test]
    fn emptiness_is_no_shape() {
        assert!(!is_good("...../...../...../...../.....", 2, 2));
        assert!(!is_good("...../...../...../...../.....", 2, 4));
    }
}
