//! What each feature of a position is worth: the list of features, and their weights, which
//! are learnt (`examples/learn_chess`) and kept in `weights.txt`.

use std::fmt::Write as _;
use std::ops::Index;
use std::sync::LazyLock;

use super::tapered::Tapered;

/// A run of features of one kind, such as "mobility of a knight with 0 to 8 squares".
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub start: usize,
    pub len: usize,
    /// As it is headed in `weights.txt`.
    pub name: &'static str,
    /// Which term of the evaluation it is told under.
    pub term: &'static str,
}

impl Block {
    /// The number of this block's feature `i` among all features.
    #[inline]
    #[must_use]
    pub const fn at(self, i: usize) -> usize {
        debug_assert!(i < self.len);
        self.start + i
    }
}

macro_rules! layout {
    ($($(#[$doc:meta])* $name:ident, $len:expr, $head:literal, $term:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name),* }
        const LENGTHS: &[usize] = &[$($len),*];
        const fn start_of(place: usize) -> usize {
            let (mut sum, mut i) = (0, 0);
            while i < place {
                sum += LENGTHS[i];
                i += 1;
            }
            sum
        }
        $($(#[$doc])* pub const $name: Block =
            Block { start: start_of(Place::$name as usize), len: $len, name: $head, term: $term };)*
        /// Every kind of feature, in order.
        pub const BLOCKS: &[Block] = &[$($name),*];
        /// How many features there are.
        pub const FEATURES: usize = start_of(LENGTHS.len());
    };
}

/// Regions in which a king can stand, for the tables relative to it.
pub const REGIONS: usize = 8;
const TABLES: usize = REGIONS * 6 * 64;

layout! {
    /// Pawn, knight, bishop, rook, queen.
    MATERIAL, 5, "material", "material";
    /// Where a piece stands, by the region of its own king, mirrored so that it stands on files a to d.
    BY_OWN_KING, TABLES, "by-own-king", "piece placement";
    /// The same by the region of the enemy's king.
    BY_ENEMY_KING, TABLES, "by-enemy-king", "piece placement";
    /// The right to move.
    TEMPO, 1, "tempo", "tempo";
    /// By how many squares it reaches in safety.
    KNIGHT_MOBILITY, 9, "knight-mobility", "mobility";
    BISHOP_MOBILITY, 14, "bishop-mobility", "mobility";
    ROOK_MOBILITY, 15, "rook-mobility", "mobility";
    QUEEN_MOBILITY, 28, "queen-mobility", "mobility";
    BISHOP_PAIR, 1, "bishop-pair", "bishop pair";
    /// For each own pawn on the colour of the bishop; blocked ones in the centre count in the second.
    BISHOP_PAWNS, 2, "bishop-pawns", "pieces and pawns";
    /// For each own pawn: knight, rook.
    PIECE_WITH_PAWNS, 2, "piece-with-pawns", "pieces and pawns";
    /// A pawn shields a knight or bishop from in front.
    SHIELDED_MINOR, 1, "shielded-minor", "pieces and pawns";
    /// Held by a pawn where no enemy pawn will ever attack it: knight, bishop; a knight that can get there.
    OUTPOST, 3, "outpost", "outpost knights";
    /// Half open, open.
    ROOK_FILE, 2, "rook-file", "open files";
    ROOK_SEVENTH, 1, "rook-on-seventh", "rooks on the seventh";
    /// With a neighbour in the way of the enemy's pawns; on a half open file.
    ISOLATED, 2, "isolated-pawn", "pawn structure";
    DOUBLED, 1, "doubled-pawn", "pawn structure";
    BACKWARD, 2, "backward-pawn", "pawn structure";
    /// Defended by a pawn, by rank.
    CHAIN, 8, "pawn-chain", "pawn chains";
    /// Side by side, by rank.
    PHALANX, 8, "pawn-phalanx", "pawn chains";
    /// By rank.
    PASSED, 8, "passed-pawn", "passed pawns";
    /// It can become one, by rank.
    CANDIDATE, 8, "passed-candidate", "passed pawns";
    /// Something of the enemy's stands before it.
    PASSED_BLOCKED, 8, "passed-blocked", "passed pawns";
    /// The next square is safe.
    PASSED_PUSH, 8, "passed-push", "passed pawns";
    /// All squares before it are safe.
    PASSED_PATH, 8, "passed-path", "passed pawns";
    /// By distance to the square before it, times the ranks beyond the third.
    PASSED_OWN_KING, 8, "passed-own-king", "passed pawns";
    PASSED_ENEMY_KING, 8, "passed-enemy-king", "passed pawns";
    /// Rook behind it: ours, theirs.
    PASSED_ROOK, 2, "passed-rook", "passed pawns";
    /// Nobody can catch it.
    PASSED_RUNNER, 1, "passed-runner", "passed pawns";
    /// What a pawn attacks: pawn, knight, bishop, rook, queen.
    PAWN_THREAT, 5, "pawn-threat", "threats";
    MINOR_THREAT, 5, "minor-threat", "threats";
    ROOK_THREAT, 5, "rook-threat", "threats";
    KING_THREAT, 1, "king-threat", "threats";
    /// Attacked and not defended: pawn, piece.
    HANGING, 2, "hanging", "threats";
    /// A safe step of a pawn would attack a piece.
    PUSH_THREAT, 1, "push-threat", "threats";
    /// Squares that the enemy reaches and we contest.
    CONTESTED, 1, "contested", "threats";
    /// Safe squares behind our pawns in the centre, times pieces.
    SPACE, 1, "space", "space";
    /// Distance of the own pawn before the king, by file from the edge and rank; rank 0: none.
    SHELTER, 32, "shelter", "king safety";
    /// The same of the enemy's pawn.
    STORM, 32, "storm", "king safety";
    /// Danger is not added up but squared: everything from here on.
    DANGER, 1, "danger", "king safety";
    DANGER_ATTACKERS, 5, "danger-attackers", "king safety";
    DANGER_ATTACKS, 1, "danger-attacks", "king safety";
    DANGER_WEAK, 1, "danger-weak", "king safety";
    /// Safe checks by knight, bishop, rook, queen.
    DANGER_CHECKS, 4, "danger-checks", "king safety";
    DANGER_UNSAFE_CHECKS, 1, "danger-unsafe-checks", "king safety";
    DANGER_NO_QUEEN, 1, "danger-no-queen", "king safety";
    DANGER_PINNED, 1, "danger-pinned", "king safety";
    /// Squares of the king's wing: attacked by us, attacked twice, defended.
    DANGER_FLANK, 3, "danger-flank", "king safety";
    DANGER_SHELTER, 32, "danger-shelter", "king safety";
    DANGER_STORM, 32, "danger-storm", "king safety";
}

/// Whether a feature counts towards danger instead of directly.
#[must_use]
pub fn is_danger(feature: usize) -> bool {
    feature >= DANGER.start
}

/// The worth of every feature.
#[derive(Clone, PartialEq)]
pub struct Weights(Box<[Tapered; FEATURES]>);

impl Weights {
    /// The weights that the program plays with.
    #[must_use]
    pub fn learnt() -> &'static Weights {
        static LEARNT: LazyLock<Weights> = LazyLock::new(|| {
            Weights::parse(include_str!("weights.txt"))
                .expect("the embedded weights can be read (a test reads them)")
        });
        &LEARNT
    }

    #[must_use]
    pub fn new(weight: impl Fn(usize) -> Tapered) -> Weights {
        let all: Vec<Tapered> = (0..FEATURES).map(weight).collect();
        Weights(all.into_boxed_slice().try_into().expect("as many weights as features"))
    }

    /// Reads the form that [`write`](Weights::write) gives.
    pub fn parse(text: &str) -> Result<Weights, String> {
        let mut all = [Tapered::ZERO; FEATURES];
        let mut words =
            text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).peekable();
        for block in BLOCKS {
            if words.next() != Some(block.name) {
                return Err(format!("`{}` is missing, or not in its place", block.name));
            }
            for weight in &mut all[block.start..block.start + block.len] {
                let word = words.next().unwrap_or_default();
                let pair = word.split_once('/').and_then(|(m, e)| Some((m.parse().ok()?, e.parse().ok()?)));
                let Some((middle, end)) = pair else {
                    return Err(format!("`{word}` in `{}` is not a weight like 12/-7", block.name));
                };
                *weight = Tapered::new(middle, end);
            }
        }
        match words.next() {
            Some(word) => Err(format!("`{word}` after the last weight")),
            None => Ok(Weights::new(|i| all[i])),
        }
    }

    /// Middlegame/endgame pairs under the name of their block, eight a line.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::from("# middlegame/endgame, in centipawns; written by examples/learn_chess\n");
        for block in BLOCKS {
            let _ = writeln!(text, "{}", block.name);
            for row in self.0[block.start..block.start + block.len].chunks(8) {
                let row: Vec<String> = row.iter().map(|w| format!("{}/{}", w.middle(), w.end())).collect();
                let _ = writeln!(text, " {}", row.join(" "));
            }
        }
        text
    }
}

impl Index<usize> for Weights {
    type Output = Tapered;
    #[inline]
    fn index(&self, feature: usize) -> &Tapered {
        &self.0[feature]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_weights_are_read_and_written_alike() {
        let learnt = Weights::learnt();
        assert!(Weights::parse(&learnt.write()).is_ok_and(|read| read == *learnt));
    }

    #[test]
    fn a_weight_out_of_place_is_named() {
        let broken = Weights::learnt().write().replace("outpost\n", "outposts\n");
        assert_eq!(
            Weights::parse(&broken).err().as_deref(),
            Some("`outpost` is missing, or not in its place")
        );
    }
}
