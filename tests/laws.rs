//! Laws that every game keeps, whatever it is: checked by random play through the registry's
//! door, for a game from the moment it is registered.

use std::collections::HashSet;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

#[path = "../fuzz/sound.rs"]
mod sound;

use bestmove::dice::Dice;
use bestmove::games::chess;
use bestmove::notation::{Nature, Setup};
use bestmove::registry::answer::Answer;
use bestmove::registry::position::{PlayedMove, PositionView};
use bestmove::registry::{Ask, Glance, Means, Naming, Registry, Room, Written};
use bestmove::search::memories::Memories;
use bestmove::search::{Budget, Stop, StoppedBy, one_or_more};
use proptest::prelude::*;
use sound::is_refused_or_sound;

/// Games that remember: the same position may have other moves or another end, by its history. Of
/// all others the canonical form tells the whole future.
const REMEMBERING: [&str; 4] = ["chess", "checkers", "go", "kriegspiel"];
/// Random games for each law and game; where the card has more beginnings, the rest are begun from, too.
const GAMES: usize = 3;
/// Plies after which a random game is left.
const LONGEST: usize = 60;
/// And one of the rest, which is there for its beginning.
const LONGEST_OF_THE_REST: usize = 12;
/// Plies of a game that is reviewed.
const REVIEWED: usize = 12;

/// A look at all that was played.
const WHOLE: Glance = Glance { played: true, roll: None };

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::standard);
/// The same games, with room to remember them.
static MINDFUL: LazyLock<Registry> =
    LazyLock::new(|| Registry::furnished(chess::Knowledge::default(), Memories::of_bytes(64 << 20)));

/// A position of a random game in which a player is to move or the game is over.
struct Met {
    room: &'static dyn Room,
    naming: Naming,
    view: PositionView,
    /// Plies since the game's beginning.
    ply: usize,
}

/// Random games of every room, from the start and from the card's examples; the same for all laws.
static MET: LazyLock<Vec<Met>> = LazyLock::new(|| {
    let longest = |number| if number < GAMES { LONGEST } else { LONGEST_OF_THE_REST };
    let games = |room: &'static dyn Room| {
        let all = 0..GAMES.max(room.card().examples.len() + 1);
        all.flat_map(move |number| game(room, number as u64, longest(number)))
    };
    REGISTRY.iter().flat_map(games).collect()
});

fn game(room: &'static dyn Room, seed: u64, longest: usize) -> Vec<Met> {
    let mut dice = Dice::seeded(seed);
    let examples = room.card().examples;
    let mut naming = match seed as usize % (examples.len() + 1) {
        0 => Naming::default(),
        number => Naming::of(examples[number - 1]),
    };
    let mut met = Vec::new();
    for ply in 0..longest {
        let mut view =
            room.position(&naming).unwrap_or_else(|fault| panic!("{} {naming:?}: {fault:?}", room.card().id));
        if view.status.awaits.is_some() {
            view = room
                .look(
                    &Written::Moves(naming.clone()),
                    Glance { roll: Some(dice.bits()), ..Glance::default() },
                )
                .unwrap();
            naming.moves = view.moves.take().expect("a roll lists the moves");
        }
        let next = view.legal_moves.get(dice.below(view.legal_moves.len()));
        let next = next.map(|legal| one_later(&naming, &legal.r#move));
        met.push(Met { room, naming, view, ply });
        match next {
            Some(next) => naming = next,
            None => break,
        }
    }
    met
}

fn in_random_games(mut law: impl FnMut(&dyn Room, &Naming, &PositionView, usize)) {
    for Met { room, naming, view, ply } in MET.iter() {
        law(*room, naming, view, *ply);
    }
}

fn one_later(naming: &Naming, played: &str) -> Naming {
    let mut next = naming.clone();
    next.moves.push(played.to_owned());
    next
}

fn answer(room: &dyn Room, ask: &Ask) -> Answer {
    let work = room.best_move(ask).unwrap_or_else(|fault| panic!("{ask:?}: {fault:?}"));
    work(&Stop::new(), &mut drop)
}

/// A small budget that every engine understands.
fn shallow(depth: u32) -> Budget {
    Budget { nodes: Some(2000), ..Budget::depth(depth) }
}

#[test]
fn a_card_says_how_its_game_is_played_and_where_it_may_begin() {
    for room in REGISTRY.iter() {
        let card = room.card();
        assert!(card.rules.split_whitespace().count() > 8 && card.rules.ends_with('.'), "{}", card.id);
        let begin = |naming| room.position(&naming).unwrap_or_else(|fault| panic!("{}: {fault:?}", card.id));
        let usual = begin(Naming::default()).position;
        let starts: Vec<_> =
            card.starts.iter().map(|start| begin(Naming::of(start.position)).position).collect();
        assert!(starts.first().is_none_or(|first| *first == usual), "{}: {starts:?}", card.id);
        assert_eq!(starts.iter().collect::<HashSet<_>>().len(), starts.len(), "{}: {starts:?}", card.id);
    }
}

#[test]
fn the_canonical_form_names_the_same_position() {
    in_random_games(|room, naming, view, _| {
        let id = room.card().id;
        let read_with = |turn: Option<&str>| {
            let setup = Setup { turn: turn.map(str::to_owned), ..Setup::of(&view.position) };
            let again = Naming { setup, moves: Vec::new() };
            room.position(&again).unwrap_or_else(|f| panic!("{id} {naming:?}: {f:?}"))
        };
        // Where the notation leaves the turn open, the request can say it.
        let alone = read_with(None);
        let read = if alone.turn == view.turn { alone } else { read_with(Some(view.turn)) };
        assert_eq!(read.position, view.position, "{id} {naming:?}");
        assert_eq!((read.turn, &read.board), (view.turn, &view.board), "{id} {naming:?}");
        if !REMEMBERING.contains(&id) {
            assert_eq!(
                (&read.status, &read.legal_moves),
                (&view.status, &view.legal_moves),
                "{id} {naming:?}"
            );
        }
    });
}

#[test]
fn every_legal_move_is_accepted_as_it_is_told() {
    in_random_games(|room, naming, view, _| {
        for legal in &view.legal_moves {
            let canonical = room.position(&one_later(naming, &legal.r#move));
            let text = room.position(&one_later(naming, &legal.text));
            assert!(canonical.is_ok(), "{} {naming:?}: {legal:?}: {canonical:?}", room.card().id);
            assert_eq!(canonical, text, "{} {naming:?}: {legal:?}", room.card().id);
        }
    });
}

#[test]
fn a_game_that_was_written_down_is_read_with_its_tags_and_its_result() {
    in_random_games(|room, naming, view, ply| {
        if ply % 4 != 0 {
            return;
        }
        let told = room.look(&Written::Moves(naming.clone()), WHOLE).unwrap();
        let (start, played) = (told.start.unwrap(), told.played.unwrap());
        let entry = |(n, played): (usize, &PlayedMove)| match n % 2 {
            0 => format!("{}. {}, ", n / 2 + 1, played.r#move),
            _ => format!("{}, ", played.r#move),
        };
        let moves: String = played.iter().enumerate().map(entry).collect();
        let text = format!("[Event \"A \\\"law\\\"\"]\n[Position \"{start}\"]\n\n{moves}1/2-1/2\n");
        let read =
            room.look(&Written::Pgn(text.clone()), WHOLE).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        assert_eq!((read.position, read.status), (view.position.clone(), view.status.clone()), "{text}");
        // A start may be a game itself.
        assert!(read.played.is_some_and(|all| all.ends_with(&played)), "{text}");
        let written = read.written.unwrap();
        let tags = [("Event", "A \"law\""), ("Position", &start)].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(
            (&written.tags[..], written.result, written.games),
            (&tags[..], Some("1/2-1/2"), 1),
            "{text}"
        );
    });
}

#[test]
fn a_position_that_was_written_down_is_read_with_the_moves_it_brings() {
    for room in REGISTRY.iter() {
        // To write nothing is to write no game, though it may be a position.
        for example in room.card().examples.iter().filter(|example| !example.is_empty()) {
            let named = room.look(&Written::Moves(Naming::of(example)), WHOLE).unwrap();
            let read = room.look(&Written::Pgn(format!("\n{example} ")), WHOLE);
            let read = read.unwrap_or_else(|fault| panic!("{example}: {fault:?}"));
            assert!(read.written.as_ref().is_some_and(|told| told.games == 1), "{example}");
            assert_eq!(PositionView { written: None, ..read }, named, "{example}");
        }
    }
}

#[test]
fn a_game_is_told_as_it_can_be_played_again() {
    in_random_games(|room, naming, view, ply| {
        if ply % 4 != 0 {
            return;
        }
        let told = room.look(&Written::Moves(naming.clone()), WHOLE).unwrap();
        let (start, played) = (told.start.unwrap(), told.played.unwrap());
        assert!(played.len() >= naming.moves.len(), "{} {naming:?}: {played:?}", room.card().id);
        let texts: [Vec<_>; 2] =
            [played.iter().map(|m| m.r#move.clone()).collect(), played.into_iter().map(|m| m.text).collect()];
        for moves in texts {
            let again = Naming { setup: Setup::of(&start), moves };
            let again =
                room.position(&again).unwrap_or_else(|f| panic!("{} {again:?}: {f:?}", room.card().id));
            let same = (again.position, again.status, again.legal_moves);
            let expected = (view.position.clone(), view.status.clone(), view.legal_moves.clone());
            assert_eq!(same, expected, "{} {naming:?}", room.card().id);
        }
    });
}

#[test]
fn a_game_is_over_where_nobody_can_move() {
    in_random_games(|room, naming, view, _| {
        assert_eq!(view.status.over, view.legal_moves.is_empty(), "{} {naming:?}", room.card().id);
        assert_eq!(view.status.over, view.status.reason.is_some(), "{} {naming:?}", room.card().id);
    });
}

#[test]
fn what_chance_may_bring_is_told_with_its_odds_and_can_be_played() {
    let of_chance = |room: &dyn Room| !room.card().nature.deterministic && room.card().nature.observable;
    let mut brought = HashSet::new();
    in_random_games(|room, naming, view, ply| {
        if !of_chance(room) || ply % 4 != 0 {
            return;
        }
        for legal in view.legal_moves.iter().take(4) {
            let (id, moved) = (room.card().id, one_later(naming, &legal.r#move));
            let waiting = room.position(&moved).unwrap();
            if waiting.status.awaits.is_none() {
                continue;
            }
            let read = room.position(&Naming::of(&waiting.position)).unwrap();
            assert_eq!(
                (&read.position, &read.status),
                (&waiting.position, &waiting.status),
                "{id} {moved:?}"
            );
            let tree = room.tree(&moved, &Budget::depth(1)).unwrap()(&Stop::new(), &mut drop);
            let odds: f64 = tree.root.children.iter().filter_map(|event| event.probability).sum();
            assert!((odds - 1.0).abs() < 1e-9, "{id} {moved:?}: {odds} in all");
            for event in tree.root.children {
                let come = room.position(&one_later(&moved, &event.r#move.unwrap())).unwrap();
                assert_eq!(come.position, event.position, "{id} {moved:?}");
                brought.insert(id);
            }
        }
    });
    let games: HashSet<_> =
        REGISTRY.iter().filter(|room| of_chance(*room)).map(|room| room.card().id).collect();
    assert!(!games.is_empty() && games == brought, "{games:?}: {brought:?}");
}

#[test]
fn moves_are_told_once_and_in_the_same_order() {
    in_random_games(|room, naming, view, _| {
        let moves: Vec<_> = view.legal_moves.iter().map(|legal| &legal.r#move).collect();
        assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{} {naming:?}", room.card().id);
        assert_eq!(room.position(naming).unwrap().legal_moves, view.legal_moves);
        let counted = room.perft(naming, 1).unwrap();
        assert_eq!(counted.iter().map(|(text, _)| text).collect::<Vec<_>>(), moves, "{}", room.card().id);
        assert!(counted.iter().all(|(_, leaves)| *leaves == 1), "{} {naming:?}", room.card().id);
    });
}

#[test]
fn moves_touch_cells_of_the_board() {
    in_random_games(|room, naming, view, _| {
        let board = &view.board;
        let ids: HashSet<_> = board.cells.iter().map(|cell| &cell.id).collect();
        assert_eq!(ids.len(), board.cells.len(), "{}: two cells share an id", room.card().id);
        for cell in &board.cells {
            let inside = cell.x + cell.width <= board.width && cell.y + cell.height <= board.height;
            assert!(inside, "{}: {cell:?} stands off the board", room.card().id);
        }
        let others = || view.legal_moves.iter().filter_map(|legal| legal.or_touches.as_ref());
        for touched in view.legal_moves.iter().map(|legal| &legal.touches).chain(others()).flatten() {
            assert!(ids.contains(touched), "{} {naming:?}: no cell {touched}", room.card().id);
        }
        for other in others() {
            let meant = view.legal_moves.iter().find(|legal| legal.touches == *other);
            assert_eq!(meant, None, "{} {naming:?}: {other:?} means two moves", room.card().id);
        }
    });
}

#[test]
fn the_best_move_is_legal_and_so_is_what_is_expected_to_follow() {
    in_random_games(|room, naming, view, ply| {
        if view.status.over || ply % 4 != 0 {
            return;
        }
        for depth in [1, 2] {
            let told = answer(room, &Ask::new(naming.clone(), shallow(depth)));
            let id = room.card().id;
            assert!(
                view.legal_moves.iter().any(|legal| legal.r#move == told.r#move),
                "{id} {naming:?}: {told:?}"
            );
            assert_eq!(told.pv.first(), Some(&told.r#move), "{id} {naming:?}");
            let after = room.position(&one_later(naming, &told.r#move)).unwrap();
            assert_eq!((&told.position, &told.status), (&after.position, &after.status), "{id} {naming:?}");
            let mut line = naming.clone();
            line.moves.extend(told.pv.iter().cloned());
            assert!(room.position(&line).is_ok(), "{id}: {line:?}");
            assert!((0.0..=1.0).contains(&told.score.win_probability), "{id} {naming:?}: {told:?}");
        }
    });
}

#[test]
fn the_same_question_gets_the_same_answer() {
    in_random_games(|room, naming, view, ply| {
        if view.status.over || ply % 10 != 0 {
            return;
        }
        let ask = Ask::new(naming.clone(), shallow(3));
        let [one, two] = [(), ()].map(|()| Answer { nps: 0, time_ms: 0, ..answer(room, &ask) });
        assert_eq!(one, two, "{} {naming:?}", room.card().id);
    });
}

/// One position has one value, whichever way one asks for it.
#[test]
fn where_a_tree_ends_it_says_what_an_evaluation_says() {
    let mut compared = 0;
    in_random_games(|room, naming, view, ply| {
        if view.status.over || ply % 10 != 0 {
            return;
        }
        let id = room.card().id;
        let value = |naming: &Naming| room.evaluate(naming).unwrap().total;
        let tree = |depth| room.tree(naming, &Budget::depth(depth)).unwrap()(&Stop::new(), &mut drop).root;
        assert_eq!(tree(0).value, value(naming), "{id} {naming:?}");
        for child in tree(1).children.into_iter().filter(|child| child.outcome.is_none()) {
            // What is earned on the way counts, too: it is nobody's loss.
            let played = child.r#move.as_ref().expect("a child was played");
            let told = value(&one_later(naming, played));
            let (us, alone) =
                (if child.turn == view.turn { told } else { -told }, room.card().nature.agents == 1);
            assert!(
                child.value == us || alone && child.value > us,
                "{id} {naming:?} {played}: {told} {child:?}"
            );
            compared += 1;
        }
    });
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_review_says_of_each_position_what_the_best_move_there_says() {
    let mut compared = 0;
    in_random_games(|room, naming, _, ply| {
        if ply != REVIEWED {
            return;
        }
        let id = room.card().id;
        let work = room.review(&Written::Moves(naming.clone())).unwrap().by(Means::of(shallow(2)));
        // A position that is a game itself has moves before those that are named.
        let unnamed = room
            .look(&Written::Moves(naming.clone()), WHOLE)
            .unwrap()
            .played
            .map_or(0, |played| played.len() - naming.moves.len());
        let mut review = work(&Stop::new(), &mut drop).moves.into_iter().skip(unnamed);
        for played in 0..naming.moves.len() {
            let before = Naming { moves: naming.moves[..played].to_vec(), ..naming.clone() };
            if room.position(&before).unwrap().status.awaits.is_some() {
                continue;
            }
            let told = answer(room, &Ask { book: false, ..Ask::new(before.clone(), shallow(2)) });
            let reviewed = review.next().expect("every move is reviewed");
            match reviewed.better {
                Some(better) => {
                    assert_eq!(
                        (better.r#move, reviewed.score.before),
                        (told.r#move, told.score),
                        "{id} {before:?}"
                    );
                    compared += 1;
                }
                None => assert_eq!(reviewed.loss, 0, "{id} {before:?}: {reviewed:?}"),
            }
        }
        assert!(review.next().is_none(), "{id} {naming:?}");
    });
    assert!(compared > 100, "{compared}");
}

#[test]
fn only_the_moves_asked_for_are_answered_and_lines_are_different_moves() {
    in_random_games(|room, naming, view, ply| {
        if view.status.over || ply % 10 != 0 {
            return;
        }
        let last = view.legal_moves.last().unwrap();
        let only = Ask { search_moves: vec![last.text.clone()], ..Ask::new(naming.clone(), shallow(2)) };
        assert_eq!(answer(room, &only).r#move, last.r#move, "{} {naming:?}", room.card().id);

        let three = answer(room, &Ask { lines: one_or_more(3), ..Ask::new(naming.clone(), shallow(2)) });
        let moves: HashSet<_> = three.lines.iter().map(|line| &line.r#move).collect();
        assert_eq!(moves.len(), three.lines.len(), "{} {naming:?}", room.card().id);
        assert_eq!(moves.len(), view.legal_moves.len().min(3), "{} {naming:?}", room.card().id);
        assert_eq!(three.lines[0].r#move, three.r#move);
    });
}

#[test]
fn what_is_remembered_proves_nothing_else() {
    let mut agreed = 0;
    in_random_games(|room, naming, view, ply| {
        let Nature { deterministic, observable, .. } = room.card().nature;
        if view.status.over || !deterministic || !observable || ply % 4 > 2 {
            return;
        }
        let id = room.card().id;
        let ask = |budget| Ask { book: false, ..Ask::new(naming.clone(), budget) };
        // Only who has time alone goes on with what is remembered. There is time to spare, and the search is
        // stopped at a depth after which it has visited some positions: the same on every machine.
        let spare = Instant::now() + Duration::from_secs(10);
        let spare = ask(Budget { memory: Some(256 << 10), ..Budget::until(spare) });
        let stop = Stop::new();
        let work = MINDFUL.room(id).unwrap().best_move(&spare).unwrap();
        let remembered = work(&stop, &mut |so_far| {
            if so_far.nodes >= 256 {
                stop.cancel();
            }
        });
        assert_ne!(remembered.stopped_by, StoppedBy::Time, "{id} {naming:?}");
        assert!(view.legal_moves.iter().any(|legal| legal.r#move == remembered.r#move), "{id} {naming:?}");
        let Some(outcome) = remembered.score.outcome else { return };
        let anew = answer(room, &ask(Budget::nodes(20_000)));
        if let Some(other) = anew.score.outcome {
            assert_eq!(outcome, other, "{id} {naming:?}");
            agreed += 1;
        }
    });
    assert!(agreed > 100, "{agreed}");
    assert!(MINDFUL.memories().tally().recalled > 100);
}

/// Of the last positions of a game, most look better to whoever has won it in the end: a sign that is
/// wrong plays badly, but legally.
#[test]
fn an_estimate_favours_who_wins_in_the_end() {
    let seen_by_both = |room: &&dyn Room| room.card().nature.agents > 1 && room.card().nature.observable;
    for room in REGISTRY.iter().filter(seen_by_both) {
        let (mut won, mut favours) = (0, 0);
        for seed in 0..12 {
            let game = game(room, seed, 300);
            let Some(winner) = game.last().and_then(|last| last.view.status.winner) else { continue };
            won += 1;
            for Met { naming, view, .. } in game.iter().rev().skip(1).take(6) {
                let total = room.evaluate(naming).unwrap().total.signum();
                favours += if view.turn == winner { total } else { -total };
            }
        }
        assert!(favours > 0, "{}: {favours} in {won} games", room.card().id);
    }
}

#[test]
fn a_move_like_the_first_on_the_card_is_played() {
    for room in REGISTRY.iter() {
        let (id, example) = (room.card().id, room.card().move_examples[0]);
        let can_be_played = |met: &Met| room.position(&one_later(&met.naming, example)).is_ok();
        assert!(
            MET.iter().filter(|met| met.room.card().id == id).any(can_be_played),
            "{id}: {example} is legal nowhere"
        );
    }
}

#[test]
fn a_card_is_true_to_its_game() {
    for room in REGISTRY.iter() {
        let (card, described) = (room.card(), room.describe());
        assert_eq!(REGISTRY.iter().filter(|other| other.card().id == card.id).count(), 1, "{}", card.id);
        assert!(!card.examples.is_empty() && !card.move_examples.is_empty(), "{}", card.id);
        for example in card.examples {
            let named = Naming::of(example);
            room.position(&named).unwrap_or_else(|fault| panic!("{} {example}: {fault:?}", card.id));
            is_refused_or_sound(room, &named);
        }
        let start = room.position(&Naming::default()).unwrap();
        assert_eq!((described.start, described.board), (start.position, start.board), "{}", card.id);
    }
}

/// What is a position or a move of no game.
const NONSENSE: [&str; 11] = [
    "nonsense",
    "?",
    "-1",
    "99999999999999999999",
    "{}",
    "\0",
    "<b>",
    "e4 e5 \u{265e}",
    // Letters of more bytes than one, where squares are looked for.
    "\u{118a9}",
    "\u{e9}5",
    "z9z9",
];

#[test]
fn nonsense_is_refused() {
    for room in REGISTRY.iter() {
        for text in NONSENSE {
            let moved = Naming { moves: vec![text.to_owned()], ..Naming::default() };
            for naming in [Naming::of(text), moved] {
                let id = room.card().id;
                let fault = room.position(&naming).err().unwrap_or_else(|| panic!("{id} accepts {naming:?}"));
                assert!(!fault.detail.is_empty() && fault.hint.is_some(), "{id} {naming:?}: {fault:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_refused_or_sound(text in "\\PC{0,80}", played in "\\PC{0,12}") {
        for room in REGISTRY.iter() {
            is_refused_or_sound(room, &Naming::of(&text));
            is_refused_or_sound(room, &Naming { moves: vec![played.clone()], ..Naming::default() });
            let setup = Setup { turn: Some(played.clone()), ..Setup::of(&text) };
            is_refused_or_sound(room, &Naming { setup, moves: Vec::new() });
        }
    }

    #[test]
    fn a_position_with_misprints_is_refused_or_sound(
        example in any::<prop::sample::Index>(),
        misprints in prop::collection::vec((any::<prop::sample::Index>(), "[ -~]?"), 1..4),
    ) {
        for room in REGISTRY.iter() {
            let mut letters: Vec<String> = example.get(room.card().examples).chars().map(String::from).collect();
            letters.push(String::new()); // so that something can be added at the end
            for (place, letter) in &misprints {
                *place.get_mut(&mut letters) = letter.clone();
            }
            is_refused_or_sound(room, &Naming::of(&letters.concat()));
        }
    }
}
