//! How drawn boards are written: as lines, with their answers, or as the input of a judge.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tilebase::bulk::{Answers, Bulk};
use tilebase::judge::{Judge, Layout};
use tilebase::oracle::{Ask, Outcome};
use tilebase::puzzle::SmallBoard;
use tilebase::text::Notation;
use tilebase::{Board, Error, Limits, Oracle, Tablebase};

use crate::output::Output;
use crate::session::Session;

/// The form in which boards are written.
pub enum Writer {
    Boards {
        are_grids: bool,
        blank: String,
    },
    /// The moves from this goal to each board, in a notation.
    Moves(Oracle, Board, Notation),
    Answers(Bulk),
    Judge(Layout),
    Files(Files),
}

/// An input of a judge for each board, with the answer beside it: `01.in` and `01.out`.
pub struct Files {
    layout: Layout,
    judge: &'static Judge,
    folder: PathBuf,
    session: Session,
    /// The tables that answer, which stay open from one board to the next.
    tables: Tablebase,
    digits: usize,
    written: u64,
}

impl Files {
    /// Writes files of `count` boards into a folder.
    pub fn new(
        layout: Layout,
        judge: &'static Judge,
        folder: &Path,
        count: u64,
        session: &Session,
    ) -> Files {
        let digits = count.max(1).ilog10().max(1) as usize + 1;
        let (folder, session) = (folder.to_owned(), session.clone());
        let tables = Tablebase::embedded();
        Files { layout, judge, folder, session, tables, digits, written: 0 }
    }

    /// Makes the folder.
    fn begin(&self) -> anyhow::Result<()> {
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))
    }

    fn write(&mut self, board: &SmallBoard) -> anyhow::Result<()> {
        self.written += 1;
        let (number, digits) = (self.written, self.digits);
        let create = |end| {
            let name = format!("{number:0digits$}.{end}");
            Output::create(Some(&self.folder.join(name)), &self.session)
        };
        let input = self.layout.head(1)? + &self.layout.case(board);
        let (mut inputs, mut answers) = (create("in")?, create("out")?);
        inputs.write_all(input.as_bytes())?;
        self.judge.answer(
            &self.tables,
            &Limits::default(),
            input.as_bytes(),
            |answer| -> anyhow::Result<()> { Ok(answers.write_all(answer.as_bytes())?) },
        )?;
        inputs.finish()?;
        answers.finish()
    }
}

impl Writer {
    /// Writes what comes before `count` boards.
    pub fn head(&self, count: u64, out: &mut Output) -> anyhow::Result<()> {
        let head = match self {
            Writer::Boards { .. } | Writer::Moves(..) => String::new(),
            Writer::Files(files) => return files.begin(),
            Writer::Answers(bulk) => bulk.head(),
            Writer::Judge(layout) => layout.head(count).map_err(|why| match why {
                Error::Judge { .. } => anyhow!("{why}; -o FOLDER/ writes a file for each board"),
                why => why.into(),
            })?,
        };
        Ok(out.write_all(head.as_bytes())?)
    }

    pub fn write(&mut self, boards: &[Board], out: &mut Output) -> anyhow::Result<()> {
        match self {
            Writer::Files(files) => {
                boards.iter().try_for_each(|board| files.write(board.expect_small("a judge")?))?;
            }
            Writer::Boards { are_grids, blank } => {
                for board in boards {
                    let text = if *are_grids { format!("{board:#}\n") } else { board.to_string() };
                    writeln!(out, "{}", text.replace('x', blank))?;
                }
            }
            Writer::Moves(source, goal, notation) => {
                for board in boards {
                    let moves = match source.answer(board, Ask::SOLUTION)? {
                        Outcome::Bounded(stopped) if stopped.best.is_some() => stopped.best,
                        found => found.into_result()?.moves,
                    };
                    let scramble = moves.unwrap_or_default().inverted();
                    writeln!(out, "{}", notation.format_on(&scramble, source.metric(), goal)?)?;
                }
            }
            Writer::Judge(layout) => {
                for board in boards {
                    write!(out, "{}", layout.case(board.expect_small("a judge")?))?;
                }
            }
            Writer::Answers(bulk) => {
                let mut answers = Answers::default();
                bulk.answer_boards(boards.iter().cloned(), &mut answers);
                out.write_all(&answers.text)?;
                if let Some((_, error)) = answers.failure {
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }
}
