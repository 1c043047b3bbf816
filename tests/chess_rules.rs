//! Chess held against a second implementation of its rules, shakmaty, over seeded random play.

use bestmove::dice::Dice;
use bestmove::game::{Game, leaves};
use bestmove::games::chess::Chess;
use bestmove::notation::{Notation, Sheet};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, EnPassantMode, FromSetup, Position, PositionErrorKinds};

fn one_of<T: Copy>(all: &[T], dice: &mut Dice) -> T {
    all[dice.below(all.len())]
}

fn ours(fen: &str) -> Chess {
    Chess::parse(fen).unwrap_or_else(|fault| panic!("{fen}: {}", fault.detail))
}

fn theirs(fen: &str) -> shakmaty::Chess {
    let setup: Fen = fen.parse().unwrap_or_else(|_| panic!("{fen}"));
    setup.into_position(CastlingMode::Chess960).unwrap_or_else(|flaw| panic!("{fen}: {flaw}"))
}

fn written(position: &shakmaty::Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Chess960's start position of a number drawn at random, or the usual one.
fn opening(dice: &mut Dice, seed: u64) -> Chess {
    if seed.is_multiple_of(2) {
        Chess::start()
    } else {
        let board = cozy_chess::Board::chess960_startpos(dice.below(960) as u32);
        Chess::on(board).in_chess960()
    }
}

#[test]
fn perft_of_two_hundred_positions_is_the_same_by_both_rules() {
    for seed in 0..200 {
        let mut dice = Dice::seeded(seed + 1);
        let mut position = opening(&mut dice, seed);
        for _ in 0..seed / 2 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.apply(one_of(&moves, &mut dice));
        }
        let fen = position.write();
        let depth = if position.legal_moves().len() > 24 { 2 } else { 3 };
        assert_eq!(leaves(&position, depth), shakmaty::perft(&theirs(&fen), depth), "{fen}");
    }
}

#[test]
fn positions_and_moves_are_written_alike_through_two_thousand_games() {
    let mut moves_read = 0;
    for seed in 0..2_000 {
        let mut dice = Dice::seeded(seed + 1_000);
        let mut position = opening(&mut dice, seed);
        let mut twin = theirs(&position.write());
        for ply in 0..80 {
            let moves = position.legal_moves();
            assert_eq!(moves.len(), twin.legal_moves().len(), "{}", position.write());
            if moves.is_empty() {
                break;
            }
            let chosen = one_of(&moves, &mut dice);
            let uci: shakmaty::uci::UciMove = chosen.to_string().parse().unwrap();
            let played = uci.to_move(&twin).unwrap();
            let san = SanPlus::from_move(twin.clone(), played).to_string();
            let here = || format!("{} {san}", position.write());
            assert_eq!(position.move_text(chosen), san, "{}", here());
            for text in [&san, &position.write_move(chosen)] {
                assert_eq!(position.parse_move(text), Ok(chosen), "{}", here());
            }
            moves_read += 1;
            position.apply(chosen);
            twin.play_unchecked(played);
            if ply % 8 == 0 {
                assert_eq!(theirs(&position.write()), twin, "{}", position.write());
                assert_eq!(ours(&written(&twin)), position, "{}", written(&twin));
            }
        }
    }
    assert!(moves_read > 100_000);
}

#[test]
fn every_move_of_a_position_is_written_differently_and_read_back() {
    for seed in 0..60 {
        let mut dice = Dice::seeded(seed + 9_000);
        let mut position = opening(&mut dice, seed);
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let texts: std::collections::HashSet<_> = moves.iter().map(|m| position.move_text(*m)).collect();
            assert_eq!(texts.len(), moves.len(), "{}", position.write());
            for m in &moves {
                for text in [position.move_text(*m), position.write_move(*m), m.to_string()] {
                    assert_eq!(position.parse_move(&text), Ok(*m), "{} {text}", position.write());
                }
            }
            position.apply(one_of(&moves, &mut dice));
        }
    }
}

/// A board of few pieces anywhere, with castling and en passant fields that may be nonsense.
fn scattered(dice: &mut Dice) -> String {
    let mut cells = ['.'; 64];
    for king in ['k', 'K'] {
        let home = if king == 'k' { dice.below(8) } else { 56 + dice.below(8) };
        let square = if dice.below(2) == 0 { home } else { dice.below(64) };
        cells[square] = king;
    }
    for _ in 0..dice.below(12) {
        let square = dice.below(64);
        if cells[square] == '.' {
            cells[square] =
                one_of(&['p', 'P', 'p', 'P', 'n', 'N', 'b', 'B', 'r', 'R', 'r', 'R', 'q', 'Q'], dice);
        }
    }
    let rows: Vec<String> =
        cells.chunks(8).map(|row| row.iter().collect::<String>().replace('.', "1")).collect();
    let side = one_of(&["w", "b"], dice);
    let castling = one_of(&["-", "-", "KQkq", "K", "Qk", "q", "HAha", "Gb"], dice);
    let passing = one_of(&["-", "-", "-", "e3", "d6", "c3", "f6"], dice);
    format!("{} {side} {castling} {passing} {} {}", rows.join("/"), dice.below(120), 1 + dice.below(200))
}

#[test]
fn every_position_that_is_legal_by_the_other_rules_is_read_and_written_back() {
    let mut dice = Dice::seeded(77);
    let mut legal = 0;
    for _ in 0..60_000 {
        let text = scattered(&mut dice);
        let setup = text.parse::<Fen>().unwrap_or_else(|_| panic!("{text}")).into_setup();
        let mut read = shakmaty::Chess::from_setup(setup.clone(), CastlingMode::Chess960);
        if read.is_err() {
            // Both drop an en passant square that cannot be.
            let without = shakmaty::Setup { ep_square: None, ..setup };
            read = shakmaty::Chess::from_setup(without, CastlingMode::Chess960);
        }
        match read {
            Ok(twin) => {
                legal += 1;
                let position = ours(&text);
                assert_eq!(theirs(&position.write()), twin, "{text}");
                assert_eq!(ours(&position.write()), position, "{text}");
                assert_eq!(ours(&written(&twin)), position, "{text}");
            }
            // Nothing is let in that the other rules turn away.
            Err(flaw) if flaw.kinds() != PositionErrorKinds::TOO_MUCH_MATERIAL => {
                assert!(Chess::parse(&text).is_err(), "{text}: {flaw}");
            }
            Err(_) => {}
        }
    }
    assert!(legal > 5_000, "{legal}");
}

#[test]
fn a_thousand_games_are_read_from_one_pgn_as_they_were_played() {
    let mut text = String::new();
    let mut played = Vec::new();
    for seed in 0..1_000 {
        let mut dice = Dice::seeded(seed + 40_000);
        let mut position = shakmaty::Chess::default();
        let mut moves = Vec::new();
        text.push_str(&format!("[Event \"{seed}\"]\n\n"));
        for ply in 0..dice.below(60) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = one_of(&legal, &mut dice);
            let san = SanPlus::from_move_and_play_unchecked(&mut position, chosen);
            let number = if ply % 2 == 0 { format!("{}.", ply / 2 + 1) } else { String::new() };
            let aside = one_of(
                &["", " {a (remark}", " $3", " ; to the end\n", " (1... Nonsense (at) all)", "\n"],
                &mut dice,
            );
            text.push_str(&format!("{number}{san}{aside} "));
            moves.push(san.to_string());
        }
        text.push_str(one_of(&["1-0\n", "1/2-1/2\n\n", "*\n"], &mut dice));
        played.push(moves);
    }
    let games = Sheet::games::<Chess>(&text).unwrap();
    assert_eq!(games.len(), played.len());
    for (game, sans) in games.iter().zip(&played) {
        let mut position = Chess::begun(&game.heading).unwrap().into_end();
        let mut read = Vec::new();
        for word in &game.words {
            let chosen = position.parse_move(word).unwrap();
            read.push(position.move_text(chosen));
            position.apply(chosen);
        }
        assert_eq!(&read, sans);
    }
}
