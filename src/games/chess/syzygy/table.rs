//! One file: what stands at its head, and where its values lie.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use cozy_chess::{Board, Color, Piece};

use super::Ruling;
use super::index::{Lead, Numbering, Standing, foremost};
use super::material::Material;
use super::pairs::{Pairs, Section};
use super::source::{Cursor, Source};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Outcome,
    Distance,
}

impl Kind {
    /// The first bytes of the file.
    fn magic(self) -> [u8; 4] {
        match self {
            Kind::Outcome => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Distance => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }

    /// Whether a file can be read, and begins as one of this kind does.
    pub fn recognise(self, path: &Path) -> io::Result<()> {
        let mut head = [0; 4];
        fs::File::open(path)?.read_exact(&mut head)?;
        match head == self.magic() {
            true => Ok(()),
            false => Err(io::Error::other("this is no Syzygy table")),
        }
    }
}

/// Marks at the head of the file.
const TWO_SIDED: u8 = 1;
const WITH_PAWNS: u8 = 2;
/// Marks at the head of a part.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;
const ALL_ALIKE: u8 = 128;

#[derive(Debug)]
pub(super) struct Table {
    source: Source,
    kind: Kind,
    material: Material,
    /// Four with pawns, one a file of the first; else one. In each, one or two by who moves.
    parts: Vec<Vec<Part>>,
}

/// The positions with the first pawn on one file and one side to move.
#[derive(Debug)]
struct Part {
    numbering: Numbering,
    marks: u8,
    pairs: Pairs,
    /// What the values of a table of distances stand for, most frequent first: one list each for
    /// wins, losses, spoilt wins and saved losses. None: themselves.
    meanings: Option<[Vec<u16>; 4]>,
}

impl Table {
    /// Opens the table of an ending. None: the file cannot be read, or is none.
    pub fn open(path: &Path, material: Material, kind: Kind) -> Option<Table> {
        let source = Source::open(path)?;
        let parts = Table::read(&source, material, kind)?;
        Some(Table { source, kind, material, parts })
    }

    fn read(source: &Source, material: Material, kind: Kind) -> Option<Vec<Vec<Part>>> {
        let mut from = source.cursor(0);
        for byte in kind.magic() {
            (from.u8()? == byte).then_some(())?;
        }
        let marks = from.u8()?;
        let symmetric = material == material.turned();
        let as_named = (marks & WITH_PAWNS != 0) == material.has_pawns()
            && (marks & TWO_SIDED != 0) != symmetric
            && material.men() as usize <= super::index::MOST_MEN;
        as_named.then_some(())?;

        let sides = if kind == Kind::Outcome && !symmetric { 2 } else { 1 };
        let files = if material.has_pawns() { 4 } else { 1 };
        let lead = lead(material);
        let mut numberings: Vec<Vec<Numbering>> = Vec::new();
        for file in 0..files {
            let opposed = matches!(lead, Lead::Pawns { opposed: true, .. });
            let first = from.u8()?;
            let second = if opposed { from.u8()? } else { 0xff };
            let men = (0..material.men()).map(|_| from.u8()).collect::<Option<Vec<u8>>>()?;
            let of_side = |side: usize| {
                let own = |byte: u8| if side == 0 { byte & 15 } else { byte >> 4 };
                let men = men.iter().map(|man| own(*man)).collect();
                Numbering::new(lead, men, [own(first), own(second)], file)
            };
            numberings.push((0..sides).map(of_side).collect::<Option<_>>()?);
        }
        from.align(2);

        let mut parts: Vec<Vec<Part>> = Vec::new();
        for numberings in numberings {
            let mut part = Vec::new();
            for numbering in numberings {
                let marks = from.u8()?;
                let pairs = Pairs::read(&mut from, marks & ALL_ALIKE != 0, numbering.size)?;
                part.push(Part { numbering, marks, pairs, meanings: None });
            }
            parts.push(part);
        }
        if kind == Kind::Distance {
            for part in parts.iter_mut().flatten().filter(|part| part.marks & MAPPED != 0) {
                part.meanings = Some(meanings(&mut from, part.marks & WIDE != 0)?);
            }
            from.align(2);
        }
        for section in [Section::Index, Section::Lengths, Section::Blocks] {
            for part in parts.iter_mut().flatten() {
                part.pairs.lay_out(section, &mut from);
            }
        }
        Some(parts)
    }

    /// What stands in the table. `turned`: it is named with the colours exchanged. Nothing inside,
    /// where it speaks of the other side to move.
    pub fn value(&self, board: &Board, turned: bool) -> Option<Option<u16>> {
        let (standing, black_to_move) = self.as_named(board, turned);
        let part = self.part(&standing, black_to_move)?;
        let one_sided = self.kind == Kind::Distance;
        let indifferent = self.material == self.material.turned() && !self.material.has_pawns();
        if one_sided && !indifferent && (part.marks & BLACK_TO_MOVE != 0) != black_to_move {
            return Some(None);
        }
        part.pairs.value(&self.source, part.numbering.number(&standing)?).map(Some)
    }

    /// Plies that a value in a table of distances stands for.
    pub fn plies(&self, board: &Board, turned: bool, value: u16, ruling: Ruling) -> Option<i32> {
        let (standing, black_to_move) = self.as_named(board, turned);
        let part = self.part(&standing, black_to_move)?;
        let (list, in_plies) = match ruling {
            Ruling::Win => (0, part.marks & WINS_IN_PLIES != 0),
            Ruling::Loss => (1, part.marks & LOSSES_IN_PLIES != 0),
            Ruling::SpoiltWin => (2, false),
            Ruling::SavedLoss => (3, false),
            Ruling::Draw => return None,
        };
        let meant = match &part.meanings {
            Some(meanings) => *meanings[list].get(usize::from(value))?,
            None => value,
        };
        Some(i32::from(meant) * if in_plies { 1 } else { 2 } + 1)
    }

    /// The men as the table sees them: as it is named, and White to move where both are alike.
    fn as_named(&self, board: &Board, turned: bool) -> (Vec<Standing>, bool) {
        let black = board.side_to_move() == Color::Black;
        let symmetric = self.material == self.material.turned();
        let turn = turned || symmetric && black;
        let mut standing = Vec::with_capacity(super::index::MOST_MEN);
        for color in Color::ALL {
            let seen = if turn { !color } else { color };
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    let square = square as u8 ^ if turn { 56 } else { 0 };
                    standing.push(Standing { man: numbered(seen, piece), square });
                }
            }
        }
        (standing, black != turn)
    }

    fn part(&self, standing: &[Standing], black_to_move: bool) -> Option<&Part> {
        let file = match lead(self.material) {
            Lead::Pawns { .. } => {
                let first = self.parts.first()?.first()?.numbering.first_man();
                foremost(standing.iter().filter(|s| s.man == first).map(|s| s.square))
            }
            Lead::Three | Lead::Kings => 0,
        };
        let sides = self.parts.get(file)?;
        sides.get(if sides.len() == 2 { usize::from(black_to_move) } else { 0 })
    }
}

/// Pawns lead: if both sides have some, those of whom there are fewer, White's if as many.
fn lead(material: Material) -> Lead {
    let [white, black] = Color::ALL.map(|color| material.count(color, Piece::Pawn) as usize);
    match (white, black) {
        (0, 0) if material.has_single() => Lead::Three,
        (0, 0) => Lead::Kings,
        (count, 0) | (0, count) => Lead::Pawns { count, opposed: false },
        (white, black) => Lead::Pawns { count: white.min(black), opposed: true },
    }
}

fn numbered(color: Color, piece: Piece) -> u8 {
    1 + piece as u8 + if color == Color::White { 0 } else { 8 }
}

fn meanings(from: &mut Cursor<'_>, wide: bool) -> Option<[Vec<u16>; 4]> {
    let mut lists: [Vec<u16>; 4] = Default::default();
    if wide {
        from.align(2);
    }
    let mut number = || if wide { from.u16() } else { from.u8().map(u16::from) };
    for list in &mut lists {
        let len = number()?;
        *list = (0..len).map(|_| number()).collect::<Option<_>>()?;
    }
    Some(lists)
}
