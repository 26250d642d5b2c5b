//! Answering a block of lines.

use tilebase::bulk::Lines;
use tilebase::{Board, Error};

use super::batches::Batches;
use super::cures;
use super::formats;
use super::report::TOLD;
use super::tables::Tables;

/// How many boards are looked up together: their solutions stay in the processor's nearest cache.
const RUN: usize = 512;

/// Answers blocks of lines, on any number of threads.
pub struct Bulk<'t> {
    batches: Batches<'t>,
    format: Box<dyn formats::Write>,
}

/// Some whole lines, and how many bytes of input were read when they were there.
#[derive(Default)]
pub struct Block {
    pub lines: Vec<u8>,
    pub end: u64,
}

/// The answers of a block.
#[derive(Default)]
pub struct Answers {
    /// The lines to write.
    pub text: Vec<u8>,
    /// How many lines were read.
    pub lines: u64,
    /// How many of them were invalid.
    pub invalid: u64,
    /// The first invalid lines, counted from 0 in the block, and why they are.
    pub told: Vec<(u64, String)>,
    /// How many bytes of input were read up to the end of the block.
    pub end: u64,
    /// The line at which answering failed, and why. The lines before it are answered.
    pub failure: Option<(u64, Error)>,
}

impl Answers {
    fn clear(&mut self) {
        self.text.clear();
        self.told.clear();
        (self.lines, self.invalid, self.failure) = (0, 0, None);
    }
}

impl<'t> Bulk<'t> {
    pub fn new(tables: &'t Tables, format: Box<dyn formats::Write>) -> Bulk<'t> {
        Bulk { batches: Batches::new(tables), format }
    }

    /// Answers a block: a line for each line.
    pub fn answer(&self, block: &Block, answers: &mut Answers) {
        answers.clear();
        answers.end = block.end;
        let mut run = Vec::with_capacity(RUN);
        let mut lines = Lines::new(&block.lines);
        loop {
            if run.is_empty() {
                lines.advance(self.plain_lines(lines.rest(), answers));
            }
            let Some(line) = lines.next().filter(|_| answers.failure.is_none()) else { break };
            let board = match line {
                Ok(line) => {
                    self.batches.tables().board(line).map_err(|why| (line, why.to_string()))
                }
                Err(why) => Err((&b""[..], why.to_string())),
            };
            match board {
                Ok(board) => {
                    if run.first().is_some_and(|first: &Board| first.shape() != board.shape()) {
                        self.run(&mut run, answers);
                    }
                    run.push(board);
                    if run.len() == RUN {
                        self.run(&mut run, answers);
                    }
                }
                Err((line, why)) => {
                    self.run(&mut run, answers);
                    self.invalid(line, why, answers);
                }
            }
        }
        self.run(&mut run, answers);
    }

    /// Answers lines that need no parser, if there are any, and tells how many bytes they have.
    fn plain_lines(&self, lines: &[u8], answers: &mut Answers) -> usize {
        let shape = self.batches.tables().shape().unwrap_or_default();
        // If there is no table or it is damaged, the line itself will be told so.
        let Ok(batch) = self.batches.of(shape) else { return 0 };
        let before = answers.text.len();
        match self.format.plain_lines(batch, lines, &mut answers.text) {
            Ok((count, bytes)) => {
                answers.lines += count;
                bytes
            }
            Err(_) => {
                answers.text.truncate(before);
                0
            }
        }
    }

    /// Answers boards of one shape, and takes them away.
    fn run(&self, boards: &mut Vec<Board>, answers: &mut Answers) {
        let Some(shape) = boards.first().map(Board::shape).filter(|_| answers.failure.is_none())
        else {
            return;
        };
        let batch = match self.batches.of(shape) {
            Ok(batch) => batch,
            // A line may show a shape that there is no table for.
            Err(why @ (Error::TooLarge { .. } | Error::NoTable { .. })) => {
                let why = cures::with_cure_of(&why);
                boards.drain(..).for_each(|board| {
                    self.invalid(board.to_string().as_bytes(), why.clone(), answers)
                });
                return;
            }
            Err(error) => {
                answers.failure = Some((answers.lines, error));
                return;
            }
        };
        let before = answers.text.len();
        if self.format.boards(batch, boards, &mut answers.text).is_ok() {
            answers.lines += boards.len() as u64;
        } else {
            // Damage: once more, one by one, as far as there are answers.
            answers.text.truncate(before);
            for board in &*boards {
                if let Err(error) = self.format.boards(batch, &[*board], &mut answers.text) {
                    answers.failure = Some((answers.lines, error));
                    break;
                }
                answers.lines += 1;
            }
        }
        boards.clear();
    }

    fn invalid(&self, line: &[u8], why: String, answers: &mut Answers) {
        self.format.invalid(line, &why, &mut answers.text);
        if answers.invalid < TOLD {
            answers.told.push((answers.lines, why));
        }
        answers.invalid += 1;
        answers.lines += 1;
    }
}
