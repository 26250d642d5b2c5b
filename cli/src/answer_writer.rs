//! Writes the answers of `solve`, in the order of the boards.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, bail};
use tilebase::bulk::{Answers, Bulk, NoteKind, in_blocks};
use tilebase::puzzle::plural;

use crate::Ending;
use crate::arguments::several_boards;
use crate::boards::{BoardBlock, BoardReader};
use crate::output::Output;
use crate::progress::{InputProgress, clear_spinners};
use crate::report::{InputPosition, Invalid, error, note};

/// Writes answers, and reports problems along the way.
pub struct AnswerWriter {
    out: Output,
    /// The header, until it is written.
    head: Option<String>,
    /// The names of the kept columns that were written before it.
    kept_head: Option<Vec<u8>>,
    invalid: Invalid,
    /// Begins messages on an input, if there are several.
    pub file: String,
    /// The number of lines answered, and of bytes read of inputs that have ended.
    lines: u64,
    bytes: u64,
    progress: InputProgress,
    /// The kinds of notes that were printed: each is printed once, but for costs.
    noted: Vec<NoteKind>,
    /// The number of notes that were not.
    unnoted: u64,
    /// The sign of the blank in drawings, if it is another one.
    pub blank: Option<String>,
    /// True if all answers are to be proved, and how many are not.
    pub is_proof: bool,
    unproved: u64,
    /// When the first board was read, if a note will give the time.
    pub since: Option<Instant>,
}

impl AnswerWriter {
    /// Writes answers to `out`, after a header if the format has one. If the fields of the input
    /// are kept, the header waits for them.
    pub fn new(
        out: Output,
        bulk: &Bulk,
        is_keeping: bool,
        progress: InputProgress,
    ) -> anyhow::Result<AnswerWriter> {
        let mut writer = AnswerWriter {
            out,
            head: Some(bulk.head()),
            kept_head: None,
            invalid: Invalid::default(),
            file: String::new(),
            lines: 0,
            bytes: 0,
            progress,
            noted: Vec::new(),
            unnoted: 0,
            blank: None,
            is_proof: false,
            unproved: 0,
            since: None,
        };
        if !is_keeping {
            writer.write_head(None)?;
        }
        Ok(writer)
    }

    /// Writes the header, unless it was written.
    fn write_head(&mut self, kept: Option<Vec<u8>>) -> anyhow::Result<()> {
        if let Some(head) = self.head.take() {
            self.out.write_all(kept.as_deref().unwrap_or_default())?;
            self.out.write_all(head.as_bytes())?;
            self.kept_head = kept;
        } else if kept.is_some() && kept != self.kept_head {
            bail!(
                "{}--keep: its columns are not those before it; answer it by itself, or use \
                 --format jsonl",
                self.file
            );
        }
        Ok(())
    }

    /// Writes the answers to a block of lines, and reports the notes on them. `place` locates a
    /// line of the block.
    fn write(
        &mut self,
        answers: &Answers,
        place: impl Fn(u64) -> InputPosition,
    ) -> anyhow::Result<()> {
        clear_spinners();
        let failed =
            answers.notes.iter().filter(|note| note.kind == NoteKind::Failed).count() as u64;
        self.invalid.count(answers.failed - failed);
        self.unproved += answers.unproved;
        for note in &answers.notes {
            let place = format!("{}{}", self.file, place(note.line));
            self.progress.aside(|| match note.kind {
                NoteKind::Failed => self.invalid.report(place, &note.text),
                NoteKind::Cost => note!("{place}: {}", note.text),
                kind if self.noted.contains(&kind) => self.unnoted += 1,
                kind => {
                    note!("{place}: {}", note.text);
                    self.noted.push(kind);
                }
            });
        }
        match &self.blank {
            Some(blank) => {
                let text = String::from_utf8_lossy(&answers.text).replace('x', blank);
                self.out.write_all(text.as_bytes())?;
            }
            None => self.out.write_all(&answers.text)?,
        }
        // A program that writes a board may be waiting for its answer.
        self.out.flush()?;
        if self.out.is_terminal && answers.text == b"\n" {
            note!("{}{}: the board is the goal", self.file, place(0));
        }
        Ok(())
    }

    /// Answers all boards of an input, this many at a time.
    pub fn answer_input(
        &mut self,
        bulk: &Bulk,
        at_a_time: usize,
        input: &mut BoardReader,
    ) -> anyhow::Result<()> {
        let (mut lines, mut bytes) = (0, 0);
        let answered = in_blocks(
            at_a_time,
            |most, block: &mut BoardBlock| Ok(input.read(most, block)?),
            |block, answered: &mut BlockAnswers, parts| {
                let BlockAnswers { answers, are_lines, kept_head } = answered;
                *are_lines = block.lines().is_some();
                kept_head.clone_from(&block.kept_head);
                // The number of boards of the block whose answers are written.
                let mut before = 0;
                let part = &mut |part: &mut Answers| {
                    if !parts.is_due() {
                        return ControlFlow::Continue(());
                    }
                    locate(part, block, before);
                    before += part.lines;
                    let (answers, kept_head) = (std::mem::take(part), kept_head.clone());
                    parts.write(&mut BlockAnswers { answers, are_lines: *are_lines, kept_head })
                };
                match block.lines() {
                    Some(lines) => bulk.answer_lines(lines, answers, part),
                    None => bulk.answer_texts(block.boards(), answers, part),
                }
                locate(answers, block, before);
            },
            |BlockAnswers { answers, are_lines, kept_head }| {
                if kept_head.is_some() || self.head.is_some() {
                    self.write_head(kept_head.take())?;
                }
                let before = if *are_lines { lines + 1 } else { 0 };
                self.write(answers, |line| InputPosition::Line(before + line))?;
                if let Some((line, error)) = answers.failure.take() {
                    let place = InputPosition::Line(before + line);
                    return Err(error).context(format!("{}{place}", self.file));
                }
                (lines, bytes) = (lines + answers.lines, answers.position);
                self.progress.at(self.bytes + bytes, self.lines + lines);
                Ok(())
            },
        );
        (self.lines, self.bytes) = (self.lines + lines, self.bytes + bytes);
        answered?;
        if self.head.is_some()
            && let Some(head) = input.kept_head()
        {
            self.write_head(Some(head))?;
        }
        Ok(())
    }

    /// Answers a board that is a word of the command line.
    pub fn answer_word(&mut self, bulk: &Bulk, word: &[u8], number: u64) -> anyhow::Result<()> {
        let mut answers = Answers::default();
        bulk.answer_one(word, &mut answers);
        if answers.failed > 0
            && let Some(text) = several_boards(&String::from_utf8_lossy(word))
            && let [note] = &mut answers.notes[..]
        {
            note.text = text;
        }
        let place = InputPosition::Argument(number);
        self.write(&answers, |_| place)?;
        let failure = answers.failure.take();
        failure.map_or(Ok(()), |(_, error)| Err(error).with_context(|| place.to_string()))
    }

    /// Finishes the output and returns the outcome.
    pub fn finish(mut self) -> anyhow::Result<Ending> {
        self.write_head(None)?;
        drop(self.progress);
        self.out.finish()?;
        if self.unnoted > 0 {
            note!(
                "{} more like these; --format csv or jsonl has the reasons and bounds",
                self.unnoted
            );
        }
        if let Some(since) = self.since {
            note!("all in {:.3} seconds", since.elapsed().as_secs_f64());
        }
        let ending = self.invalid.finish();
        if self.is_proof && self.unproved > 0 {
            error!("--optimal: {} not proved", plural(self.unproved, "answer"));
            return Ok(Ending::Failed);
        }
        Ok(ending)
    }
}

/// The answers to a block of boards.
#[derive(Default)]
struct BlockAnswers {
    answers: Answers,
    /// True if the boards are the lines of the block.
    are_lines: bool,
    /// The names of the columns kept.
    kept_head: Option<Vec<u8>>,
}

/// Replaces the numbers of boards of a block by those of their lines in the input. The first
/// `before` boards of the block were written already.
fn locate(answers: &mut Answers, block: &BoardBlock, before: u64) {
    answers.position = block.position;
    if block.lines().is_some() {
        return;
    }
    for note in &mut answers.notes {
        note.line = block.line_of(before + note.line);
    }
    if let Some((line, _)) = &mut answers.failure {
        *line = block.line_of(before + *line);
    }
}
