//! Learns what boards of 2048 promise from games that the program plays by itself.
//!
//! ```text
//! cargo run --release --example learn_2048 -- --minutes 10
//! ```
//!
//! What a board promises when a slide is done is corrected by what the best slide after the next tile
//! gains and promises. Each weight learns the more slowly the less its errors agree. Late boards are
//! rare in games from the start, so most games begin where earlier ones have come to.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bestmove::dice::Dice;
use bestmove::game::{Chance, Game};
use bestmove::games::twenty_forty_eight::shapes::{IMAGES, Shapes};
use bestmove::games::twenty_forty_eight::{Slide, TwentyFortyEight};
use clap::Parser;

/// Learns what boards of 2048 promise.
#[derive(Parser)]
struct Settings {
    /// How long to learn.
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// Games differ with it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the weights are written.
    #[arg(long, default_value = "src/games/twenty_forty_eight/weights.bin")]
    weights: PathBuf,
}

/// One in so many games begins at the beginning.
const FROM_THE_START: usize = 3;
/// Boards are kept by the sum of their tiles, in steps of so much, and so many of each.
const STEP: u32 = 1024;
const KEPT: usize = 2000;

/// What is learnt.
struct Learner {
    weights: Vec<f32>,
    /// What the errors of each weight come to, and what their sizes do.
    errors: Vec<[f32; 2]>,
}

impl Learner {
    fn new(weights: Vec<f32>) -> Learner {
        Learner { errors: vec![[0.0; 2]; weights.len()], weights }
    }

    fn promises(&self, board: &TwentyFortyEight) -> f32 {
        Shapes::get().seen(board).iter().map(|weight| self.weights[*weight as usize]).sum()
    }

    /// The best slide by what it gains and promises, and how much that is; none if the game is over.
    fn best(&self, board: &TwentyFortyEight) -> Option<(Slide, f32)> {
        let slides = Slide::ALL.into_iter();
        let values = slides.filter_map(|slide| {
            let (after, points) = board.slide(slide)?;
            Some((slide, points as f32 + self.promises(&after)))
        });
        values.max_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// A board promised too little by so much.
    fn learn(&mut self, board: &TwentyFortyEight, error: f32) {
        let error = error / IMAGES as f32;
        for weight in Shapes::get().seen(board) {
            let [sum, size] = &mut self.errors[weight as usize];
            let rate = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
            self.weights[weight as usize] += rate * error;
            *sum += error;
            *size += error.abs();
        }
    }

    /// Plays a game to its end, learns from it, and shows every board to `meet`.
    fn play(
        &mut self,
        mut board: TwentyFortyEight,
        dice: &mut Dice,
        mut meet: impl FnMut(&TwentyFortyEight),
    ) {
        let mut before: Option<TwentyFortyEight> = None;
        loop {
            let best = self.best(&board);
            if let Some(before) = before {
                let error = best.map_or(0.0, |(_, value)| value) - self.promises(&before);
                self.learn(&before, error);
            }
            let Some((slide, _)) = best else { return };
            board.apply(slide);
            before = Some(board);
            come(&mut board, dice);
            meet(&board);
        }
    }
}

/// Chance places the tiles that are awaited.
fn come(board: &mut TwentyFortyEight, dice: &mut Dice) {
    let mut tiles = Vec::new();
    while board.awaits_tile() {
        tiles.clear();
        board.events(&mut tiles);
        board.happen(dice.draw(&tiles).expect("there is room"));
    }
}

fn started(dice: &mut Dice) -> TwentyFortyEight {
    let mut board = TwentyFortyEight::empty(4, 4);
    come(&mut board, dice);
    board
}

/// Boards to begin games with, by the sum of their tiles.
#[derive(Default)]
struct Boards(Vec<Vec<TwentyFortyEight>>);

impl Boards {
    fn keep(&mut self, board: TwentyFortyEight, dice: &mut Dice) {
        let step = (board.total() / STEP) as usize;
        if self.0.len() <= step {
            self.0.resize_with(step + 1, Vec::new);
        }
        let boards = &mut self.0[step];
        if boards.len() < KEPT { boards.push(board) } else { boards[dice.below(KEPT)] = board }
    }

    /// Any of them, each sum as likely as another.
    fn draw(&self, dice: &mut Dice) -> Option<TwentyFortyEight> {
        let steps: Vec<_> = self.0.iter().filter(|boards| !boards.is_empty()).collect();
        let boards = steps.get(dice.below(steps.len().max(1)))?;
        Some(boards[dice.below(boards.len())])
    }
}

fn main() -> std::io::Result<()> {
    let settings = Settings::parse();
    let (began, time) = (Instant::now(), Duration::from_secs(60 * settings.minutes));
    let mut dice = Dice::seeded(settings.seed);
    let mut learner = Learner::new(vec![0.0; Shapes::get().weights()]);
    let (mut boards, mut games) = (Boards::default(), 0u64);
    while began.elapsed() < time {
        let later = if dice.below(FROM_THE_START) > 0 { boards.draw(&mut dice) } else { None };
        let first = later.unwrap_or_else(|| started(&mut dice));
        let mut step = first.total() / STEP;
        let mut met = Dice::seeded(dice.bits());
        learner.play(first, &mut dice, |board| {
            if board.total() / STEP > step {
                step = board.total() / STEP;
                boards.keep(*board, &mut met);
            }
        });
        games += 1;
    }
    println!("{games} games");
    let bytes: Vec<u8> =
        learner.weights.iter().flat_map(|weight| (weight.round() as i16).to_le_bytes()).collect();
    std::fs::write(&settings.weights, bytes)
}
