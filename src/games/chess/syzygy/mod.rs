//! Syzygy tables: how every endgame of few men ends, worked out backwards from the mates.
//!
//! Two files an ending. One tells the outcome (`.rtbw`), the other how many plies it takes until
//! a capture or a pawn move sets the clock of the fifty-move rule back, or mate is given
//! (`.rtbz`). Both are read as they are asked, nothing is unpacked beforehand.
//!
//! - [`Tables`] here answers for a position; it looks at captures itself, for a table may say
//!   anything about a position in which the best move is one;
//! - `material` is what a file is named after; `index` numbers the positions of an ending;
//! - `table` reads a file, and `pairs` the compressed values in it; `source` is where the bytes come from.

mod index;
mod material;
mod pairs;
mod source;
mod table;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Neg;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cozy_chess::{Board, Color, GameStatus, Move, Piece};

use material::Material;
use table::{Kind, Table};

use super::draws::FIFTY_MOVES;
use super::exchange::captures;

/// How a position ends with best play, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ruling {
    Loss,
    /// Lost, but for the fifty-move rule.
    SavedLoss,
    Draw,
    /// Won, but for the fifty-move rule.
    SpoiltWin,
    Win,
}

impl Ruling {
    /// The distance of a position in which a capture or pawn move brings this about.
    fn at_once(self) -> i32 {
        match self {
            Ruling::Loss => -1,
            Ruling::SavedLoss => -1 - i32::from(FIFTY_MOVES),
            Ruling::Draw => 0,
            Ruling::SpoiltWin => 1 + i32::from(FIFTY_MOVES),
            Ruling::Win => 1,
        }
    }
}

/// What is good for one player is bad for the other.
impl Neg for Ruling {
    type Output = Ruling;
    fn neg(self) -> Ruling {
        match self {
            Ruling::Loss => Ruling::Win,
            Ruling::SavedLoss => Ruling::SpoiltWin,
            Ruling::Draw => Ruling::Draw,
            Ruling::SpoiltWin => Ruling::SavedLoss,
            Ruling::Win => Ruling::Loss,
        }
    }
}

/// The tables of some folders.
#[derive(Debug)]
pub struct Tables {
    endings: HashMap<Material, Files>,
    most: u32,
    flaws: Vec<String>,
}

/// Both tables of an ending, each opened when it is first asked.
#[derive(Debug)]
struct Files {
    outcome: File,
    distance: Option<File>,
}

#[derive(Debug)]
struct File {
    path: PathBuf,
    table: OnceLock<Option<Table>>,
}

impl File {
    fn at(path: PathBuf) -> File {
        File { path, table: OnceLock::new() }
    }

    /// A file that is not what its name says counts as absent.
    fn table(&self, material: Material, kind: Kind) -> Option<&Table> {
        let open = || {
            let table = Table::open(&self.path, material, kind);
            if table.is_none() {
                tracing::warn!(path = %self.path.display(), "this table is damaged; it is not asked");
            }
            table
        };
        self.table.get_or_init(open).as_ref()
    }
}

impl Tables {
    /// The tables in these folders, but those that cannot be read: see [`flaws`](Tables::flaws). The error is
    /// one line, ready to be shown.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Tables, String> {
        let mut endings: HashMap<Material, Files> = HashMap::new();
        let mut distances: HashMap<Material, PathBuf> = HashMap::new();
        let mut flaws = Vec::new();
        for folder in folders.iter().map(AsRef::as_ref) {
            let shown = folder.display();
            let unread = |error| format!("cannot read the tables in {shown}: {error}");
            let mut empty = true;
            for entry in std::fs::read_dir(folder).map_err(unread)? {
                let path = entry.map_err(unread)?.path();
                let Some((material, kind)) = named(&path) else { continue };
                empty = false;
                if let Err(flaw) = kind.recognise(&path) {
                    flaws.push(format!("{}: {flaw}", path.display()));
                    continue;
                }
                match kind {
                    Kind::Outcome => {
                        let files = Files { outcome: File::at(path), distance: None };
                        endings.entry(material).or_insert(files);
                    }
                    Kind::Distance => {
                        distances.entry(material).or_insert(path);
                    }
                }
            }
            if empty {
                return Err(format!("there are no Syzygy tables (KQvK.rtbw and the like) in {shown}"));
            }
        }
        if let (true, true, Some(flaw)) = (endings.is_empty(), distances.is_empty(), flaws.first()) {
            return Err(format!("no table can be read: {flaw}"));
        }
        if endings.is_empty() && !distances.is_empty() {
            return Err("there are .rtbz tables alone: name the folder of the .rtbw tables, too".to_owned());
        }
        for (material, files) in &mut endings {
            files.distance = distances.remove(material).map(File::at);
        }
        let most = endings.keys().map(|material| material.men()).max().unwrap_or(0);
        Ok(Tables { endings, most, flaws })
    }

    /// What is wrong with the files that cannot be read, a line each.
    #[must_use]
    pub fn flaws(&self) -> &[String] {
        &self.flaws
    }

    /// How many endings they tell of.
    #[must_use]
    pub fn len(&self) -> usize {
        self.endings.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.endings.is_empty()
    }

    /// How many files may come to be open.
    #[must_use]
    pub fn count_files(&self) -> usize {
        self.endings.values().map(|files| 1 + usize::from(files.distance.is_some())).sum()
    }

    /// Tells sets of tables apart: by the endings that they tell of, and how much of each.
    pub fn identify(&self, hasher: &mut impl Hasher) {
        let mut told: Vec<_> =
            self.endings.iter().map(|(material, files)| (material, files.distance.is_some())).collect();
        told.sort_unstable();
        told.hash(hasher);
    }

    /// Men on the board, kings included, of the largest ending.
    #[must_use]
    pub fn most_men(&self) -> u32 {
        self.most
    }

    /// How the position ends, if nothing was played since the last capture or pawn move.
    #[must_use]
    pub fn ruling(&self, board: &Board) -> Option<Ruling> {
        self.reach(board).then(|| self.best(board, false).map(|found| found.ruling)).flatten()
    }

    /// Whether the position can be in the tables at all.
    fn reach(&self, board: &Board) -> bool {
        let castles = Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        });
        board.occupied().len() <= self.most && !castles
    }

    /// The best of the captures, and of the pawn moves too if they are asked for, beside what the
    /// table says.
    fn best(&self, board: &Board, pawns: bool) -> Option<Found> {
        let mut best = Found { ruling: Ruling::Loss, at_once: true };
        let (mut all, mut tried, mut lost_track) = (0, 0, false);
        each_move(board, |chosen| {
            all += 1;
            if !(captures(board, chosen) || pawns && moves_pawn(board, chosen)) {
                return true;
            }
            tried += 1;
            match self.best(&after(board, chosen), false) {
                Some(found) => best.ruling = best.ruling.max(-found.ruling),
                None => lost_track = true,
            }
            !lost_track && best.ruling < Ruling::Win
        });
        if lost_track {
            return None;
        }
        if best.ruling == Ruling::Win || tried > 0 && tried == all {
            return Some(best);
        }
        let told = self.outcome_told(board)?;
        if tried > 0 && best.ruling >= told {
            return Some(Found { ruling: best.ruling, at_once: best.ruling > Ruling::Draw });
        }
        Some(Found { ruling: told, at_once: false })
    }

    /// Plies until the winner takes, moves a pawn or mates, negative if that is the opponent;
    /// 0 in a draw. Beyond a hundred where the fifty-move rule makes it one. A ply more may be
    /// needed: some tables count moves.
    fn distance(&self, board: &Board) -> Option<i32> {
        let Found { ruling, at_once } = self.best(board, true)?;
        if ruling == Ruling::Draw {
            return Some(0);
        }
        if at_once {
            return Some(ruling.at_once());
        }
        if let Some(plies) = self.distance_told(board, ruling)? {
            let spoilt = matches!(ruling, Ruling::SavedLoss | Ruling::SpoiltWin);
            let plies = plies + if spoilt { i32::from(FIFTY_MOVES) } else { 0 };
            return Some(plies * ruling.at_once().signum());
        }
        // Told for the other side only: the best of what can be moved.
        let (mut best, mut lost_track) = (None, false);
        each_move(board, |chosen| {
            let Some(plies) = self.distance_after(board, chosen) else {
                lost_track = true;
                return false;
            };
            if plies.signum() == ruling.at_once().signum() {
                best = Some(best.map_or(plies, |best: i32| best.min(plies)));
            }
            true
        });
        // Without a move, it is mate.
        if lost_track { None } else { Some(best.unwrap_or(-1)) }
    }

    /// The distance before a move, if it is the one that is played.
    fn distance_after(&self, board: &Board, chosen: Move) -> Option<i32> {
        let next = after(board, chosen);
        if captures(board, chosen) || moves_pawn(board, chosen) {
            return self.best(&next, false).map(|found| (-found.ruling).at_once());
        }
        if !next.checkers().is_empty() && next.status() == GameStatus::Won {
            return Some(1);
        }
        let plies = -self.distance(&next)?;
        Some(plies + plies.signum())
    }

    /// Every legal move with the distance before it, if it is played; the opponent's is negative.
    #[must_use]
    pub fn moves(&self, board: &Board) -> Option<Vec<(Move, i32)>> {
        if !self.reach(board) {
            return None;
        }
        let mut told = Vec::new();
        let mut whole = true;
        each_move(board, |chosen| {
            match self.distance_after(board, chosen) {
                Some(plies) => told.push((chosen, plies)),
                None => whole = false,
            }
            whole
        });
        whole.then_some(told)
    }

    fn outcome_told(&self, board: &Board) -> Option<Ruling> {
        let material = Material::of(board);
        if material.men() == 2 {
            return Some(Ruling::Draw);
        }
        let (files, named, turned) = self.files(material)?;
        let table = files.outcome.table(named, Kind::Outcome)?;
        match table.value(board, turned)?? {
            0 => Some(Ruling::Loss),
            1 => Some(Ruling::SavedLoss),
            2 => Some(Ruling::Draw),
            3 => Some(Ruling::SpoiltWin),
            4 => Some(Ruling::Win),
            _ => None,
        }
    }

    /// What the table of distances says; nothing inside, where it speaks of the other side to move.
    fn distance_told(&self, board: &Board, ruling: Ruling) -> Option<Option<i32>> {
        let (files, named, turned) = self.files(Material::of(board))?;
        let table = files.distance.as_ref()?.table(named, Kind::Distance)?;
        let Some(value) = table.value(board, turned)? else { return Some(None) };
        table.plies(board, turned, value, ruling).map(Some)
    }

    /// The files of an ending, what they are named after, and whether colours are exchanged there.
    fn files(&self, material: Material) -> Option<(&Files, Material, bool)> {
        let as_named = |named, turned| self.endings.get(&named).map(|files| (files, named, turned));
        as_named(material, false).or_else(|| as_named(material.turned(), true))
    }
}

/// The ruling on a position, and whether a capture or pawn move brings it about.
struct Found {
    ruling: Ruling,
    at_once: bool,
}

/// What a file tells, by its name.
fn named(path: &Path) -> Option<(Material, Kind)> {
    let kind = match path.extension()?.to_str()? {
        "rtbw" => Kind::Outcome,
        "rtbz" => Kind::Distance,
        _ => return None,
    };
    Some((path.file_stem()?.to_str()?.parse().ok()?, kind))
}

/// Visits the legal moves until one is enough.
fn each_move(board: &Board, mut go_on: impl FnMut(Move) -> bool) {
    board.generate_moves(|moves| !moves.into_iter().all(&mut go_on));
}

fn after(board: &Board, chosen: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(chosen);
    next
}

fn moves_pawn(board: &Board, chosen: Move) -> bool {
    board.pieces(Piece::Pawn).has(chosen.from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: &str = "tests/data/syzygy";

    /// Position, outcome from -2 to 2, and distance, as another program reads them.
    fn positions() -> Vec<(Board, i32, i32)> {
        let text = std::fs::read_to_string(format!("{FOLDER}/positions.txt")).unwrap();
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        let read = rows.map(|row| {
            let [fen, outcome, distance] = row.split(';').collect::<Vec<_>>()[..] else { panic!("{row}") };
            (fen.parse().unwrap(), outcome.parse().unwrap(), distance.parse().unwrap())
        });
        read.collect()
    }

    #[test]
    fn every_position_is_told_as_another_reader_tells_it() {
        let tables = Tables::open(&[FOLDER]).unwrap();
        assert_eq!((tables.len(), tables.count_files(), tables.most_men()), (7, 14, 4));
        for (board, outcome, distance) in positions() {
            assert_eq!(tables.ruling(&board).map(|ruling| ruling as i32 - 2), Some(outcome), "{board}");
            assert_eq!(tables.distance(&board), Some(distance), "{board}");
            let moves = tables.moves(&board).unwrap();
            let sign = distance.signum();
            let best = moves.iter().map(|(_, plies)| *plies).filter(|plies| plies.signum() == sign).min();
            assert!(moves.is_empty() || best == Some(distance), "{board}: {moves:?}");
        }
    }

    #[test]
    fn what_they_do_not_tell_is_not_known() {
        let tables = Tables::open(&[FOLDER]).unwrap();
        for fen in [
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            let board = fen.parse().unwrap();
            assert!(tables.ruling(&board).is_none() && tables.moves(&board).is_none(), "{fen}");
        }
        assert!(Tables::open::<&str>(&[]).unwrap().is_empty());
    }

    #[test]
    fn a_folder_without_tables_is_refused() {
        for folder in ["src", "no/such/folder"] {
            let wrong = Tables::open(&[folder]).unwrap_err();
            assert!(wrong.contains(folder) && !wrong.contains('\n'), "{wrong}");
        }
    }

    #[test]
    fn outcomes_and_distances_may_lie_in_folders_of_their_own() {
        let temporary = std::env::temp_dir().join(format!("bestmove-folders-{}", std::process::id()));
        let [outcomes, distances] = ["rtbw", "rtbz"].map(|kind| {
            let folder = temporary.join(kind);
            std::fs::create_dir_all(&folder).unwrap();
            let name = format!("KQvK.{kind}");
            std::fs::copy(format!("{FOLDER}/{name}"), folder.join(name)).unwrap();
            folder
        });
        let board: Board = "K7/8/8/8/4k3/8/6q1/8 b - - 0 1".parse().unwrap();
        for folders in [[&outcomes, &distances], [&distances, &outcomes]] {
            assert_eq!(Tables::open(&folders).unwrap().distance(&board), Some(7));
        }
        assert_eq!(Tables::open(&[&outcomes, &outcomes]).unwrap().len(), 1);
        let wrong = Tables::open(&[&distances]).unwrap_err();
        assert!(wrong.contains(".rtbw") && !wrong.contains('\n'), "{wrong}");
        std::fs::remove_dir_all(&temporary).unwrap();
    }

    #[test]
    fn a_file_that_is_no_table_is_told_of_and_the_others_are_asked() {
        let folder = std::env::temp_dir().join(format!("bestmove-flaws-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("KRvK.rtbw"), "no table").unwrap();
        let wrong = Tables::open(&[&folder]).unwrap_err();
        assert!(wrong.contains("KRvK.rtbw") && !wrong.contains('\n'), "{wrong}");
        std::fs::copy(format!("{FOLDER}/KQvK.rtbw"), folder.join("KQvK.rtbw")).unwrap();
        let tables = Tables::open(&[&folder]).unwrap();
        assert_eq!((tables.len(), tables.flaws().len()), (1, 1));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_that_is_damaged_tells_nothing_or_something_wrong_but_always_ends() {
        let folder = std::env::temp_dir().join(format!("bestmove-tables-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let whole = |name: &str| std::fs::read(format!("{FOLDER}/{name}")).unwrap();
        let (outcome, distance) = (whole("KQvK.rtbw"), whole("KQvK.rtbz"));
        let positions: Vec<Board> =
            positions().into_iter().map(|(board, ..)| board).filter(|b| b.occupied().len() == 3).collect();
        for damage in 0..160usize {
            let spoil = |mut bytes: Vec<u8>| {
                match damage {
                    0..80 => bytes[damage] ^= 0x55,
                    _ => bytes.truncate(damage - 80),
                }
                bytes
            };
            std::fs::write(folder.join("KQvK.rtbw"), spoil(outcome.clone())).unwrap();
            std::fs::write(folder.join("KQvK.rtbz"), spoil(distance.clone())).unwrap();
            let Ok(tables) = Tables::open(&[&folder]) else { continue };
            for board in &positions {
                let _ = (tables.ruling(board), tables.distance(board));
            }
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
