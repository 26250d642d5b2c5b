//! Bounds proved by parts of a search: lines of JSON, from this run or others.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use tilebase::Moves;
use tilebase::puzzle::{Metric, SmallBoard};
use tilebase::solver::Part;
use tilebase::text::{Notation, json_flaw};

use crate::report::note;

/// The result of the search of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PartRecord {
    board: String,
    goal: String,
    /// The most moves of a solution that was searched for.
    within: u32,
    part: String,
    /// The first such solution in the part, if there is one.
    moves: Option<String>,
    generated: u64,
    /// The CRC-32 of the line with this field empty, so that no damage passes for a proof.
    crc: String,
}

impl PartRecord {
    /// The record of a part that was searched.
    pub fn new(
        (board, goal): (&SmallBoard, &SmallBoard),
        (within, part): (u32, Part),
        found: Option<&Moves>,
        generated: u64,
    ) -> PartRecord {
        let (board, goal, part) = (board.to_string(), goal.to_string(), part.to_string());
        let (moves, crc) = (found.map(Moves::to_string), String::new());
        let mut record = PartRecord { board, goal, within, part, moves, generated, crc };
        record.crc = record.checksum();
        record
    }

    fn checksum(&self) -> String {
        let line = PartRecord { crc: String::new(), ..self.clone() }.line();
        format!("{:08x}", crc32fast::hash(line.as_bytes()))
    }

    /// True if a solution was found.
    pub const fn is_found(&self) -> bool {
        self.moves.is_some()
    }

    /// The line of the record, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are JSON")
    }
}

/// The parts of a bound that were searched: their number, and the result of each.
#[derive(Debug, Default)]
struct Bound {
    of: u32,
    found: BTreeMap<u32, Option<Moves>>,
    generated: u64,
}

impl Bound {
    fn is_excluded(&self) -> bool {
        self.found.len() == self.of as usize && self.found.values().all(Option::is_none)
    }
}

/// All that is proved of a board.
#[derive(Debug)]
pub struct ProofRecord {
    board: SmallBoard,
    goal: SmallBoard,
    bounds: BTreeMap<u32, Bound>,
}

impl ProofRecord {
    pub fn new(board: &SmallBoard, goal: &SmallBoard) -> ProofRecord {
        ProofRecord { board: *board, goal: *goal, bounds: BTreeMap::new() }
    }

    /// Reads what a file says. A file that does not exist says nothing. A last line that was cut
    /// short, because the program that wrote it was killed, proves nothing and is removed.
    pub fn read(board: &SmallBoard, goal: &SmallBoard, file: &Path) -> anyhow::Result<ProofRecord> {
        let mut proof = ProofRecord::new(board, goal);
        // Other programs may append to it, and it is read again.
        let is_other = file.metadata().is_ok_and(|found| !found.is_file());
        if is_other || file == Path::new("-") {
            bail!("--state {}: expected the name of a regular file", file.display());
        }
        let mut bytes = match fs::read(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(proof),
            bytes => bytes.with_context(|| format!("cannot read {}", file.display()))?,
        };
        let mut locked = None;
        if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            // Another program may be writing the rest of the line.
            bytes.clear();
            let opened = OpenOptions::new().read(true).write(true).open(file);
            let read = opened.and_then(|mut file| {
                lock(&file);
                file.read_to_end(&mut bytes)?;
                Ok(file)
            });
            locked = Some(read.with_context(|| format!("cannot write {}", file.display()))?);
        }
        // `prove` never writes a line that is not UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let ended = line.strip_suffix('\n');
            let added = match &mut locked {
                Some(locked) if ended.is_none() => proof.add_without_end(line, number > 1, locked),
                _ => proof.add_line(ended.unwrap_or(line)).map(|()| true),
            };
            let place = || format!("{}: line {number}", file.display());
            if !added.with_context(place)? {
                note!("{} was cut short, and is removed", place());
            }
        }
        Ok(proof)
    }

    /// Adds the last line of a file, which has no end, and writes the end. Of a line that was cut
    /// short nothing is added: it is removed, if this is what `prove` writes of the board. Returns
    /// whether it was added.
    fn add_without_end(
        &mut self,
        line: &str,
        is_behind_others: bool,
        file: &mut File,
    ) -> anyhow::Result<bool> {
        if self.add_line(line).is_ok() {
            file.write_all(b"\n")?;
            return Ok(true);
        }
        let start = format!(r#"{{"board":"{}","goal":"{}","within":"#, self.board, self.goal);
        // A few letters alone in a file could be anyone's.
        let is_own = line.starts_with(&start) || is_behind_others && start.starts_with(line);
        ensure!(is_own, "not what `prove` writes: it has no end; remove it, or name another file");
        let end = file.stream_position()? - line.len() as u64;
        file.set_len(end)?;
        Ok(false)
    }

    fn add_line(&mut self, line: &str) -> anyhow::Result<()> {
        if line.trim_ascii().is_empty() {
            bail!("an empty line; remove it, or name another file");
        }
        let record: PartRecord = serde_json::from_str(line).map_err(|why| {
            let why = json_flaw(&why);
            anyhow!("not what `prove` writes: {why}; remove the line, or name another file")
        })?;
        let (found, expected) = (&record.crc, record.checksum());
        ensure!(
            *found == expected,
            "damaged: its checksum is {found}, expected {expected}; remove the line, and the same \
             command searches its part again"
        );
        self.add(&record)
    }

    /// Adds what a part has proved.
    pub fn add(&mut self, record: &PartRecord) -> anyhow::Result<()> {
        let (board, goal) = (&self.board, &self.goal);
        for (what, is, expected) in [("board", &record.board, board), ("goal", &record.goal, goal)]
        {
            ensure!(*is == expected.to_string(), "another {what}: {is}; expected {expected}");
        }
        let mut moves = None;
        if let Some(text) = &record.moves {
            let read = Notation::Blank.parse_on(text, Metric::Single, board).context("moves")?;
            let is_solution = read.len() <= record.within as usize;
            let is_solution = is_solution && board.after(&read) == Some(*goal);
            ensure!(is_solution, "the moves are no solution of at most {}", record.within);
            moves = Some(read);
        }
        let part: Part = record.part.parse()?;
        let bound = self.bounds.entry(record.within).or_default();
        ensure!(
            bound.of == 0 || bound.of == part.of(),
            "one of {} parts; expected one of {}, as in the lines before for at most {} moves; \
             keep the lines of one of these numbers",
            part.of(),
            bound.of,
            record.within
        );
        bound.of = part.of();
        if bound.found.insert(part.number(), moves).is_none() {
            bound.generated += record.generated;
        }
        Ok(())
    }

    /// No solution is shorter than this, as far as the parts prove. It is 0 if they prove nothing.
    pub fn at_least(&self) -> u32 {
        let mut excluded = self.bounds.iter().rev().filter(|(_, bound)| bound.is_excluded());
        excluded.next().map_or(0, |(within, _)| within + 1)
    }

    /// The shortest solution that was found.
    pub fn best(&self) -> Option<&Moves> {
        let all = self.bounds.values().flat_map(|bound| bound.found.values().flatten());
        all.min_by_key(|moves| moves.len())
    }

    /// The canonical solution, if no solution is shorter than `at_least` and all parts before the
    /// first one that has a solution of this length were searched.
    pub fn canonical(&self, at_least: u32) -> Option<&Moves> {
        let bound = self.bounds.get(&at_least)?;
        let before = (1..).zip(&bound.found).take_while(|(number, (part, _))| number == *part);
        let mut before = before.map(|(_, (_, moves))| moves);
        before.find_map(Option::as_ref).filter(|moves| moves.len() == at_least as usize)
    }

    /// The parts still to be searched for solutions of at most `within` moves, in order. If none
    /// was searched yet, there are `of`.
    pub fn missing(&self, within: u32, of: u32) -> Vec<Part> {
        let bound = self.bounds.get(&within);
        let of = bound.map_or(of, |bound| bound.of);
        let parts = (1..=of).filter_map(|number| Part::new(number, of));
        let Some(bound) = bound else { return parts.collect() };
        let first = bound.found.iter().find(|(_, moves)| moves.is_some());
        // Parts after a solution do not matter.
        let end = first.map_or(of + 1, |(&number, _)| number);
        parts.filter(|it| it.number() < end && !bound.found.contains_key(&it.number())).collect()
    }

    /// The number of boards that the parts of the last whole bound generated.
    pub fn last_generated(&self) -> u64 {
        let mut whole = self.bounds.values().rev().filter(|bound| bound.is_excluded());
        whole.next().map_or(0, |bound| bound.generated)
    }
}

/// Adds a text to a file, which is made if there is none. Several programs may do so at once. No
/// text checks that the file can be written.
pub fn append(file: &Path, text: &str) -> anyhow::Result<()> {
    let opened = OpenOptions::new().read(true).append(true).create(true).open(file);
    let written = opened.and_then(|mut file| {
        lock(&file);
        // A program may have been killed in the middle of its line.
        let mut last = [b'\n'];
        if file.seek(SeekFrom::End(-1)).is_ok() {
            file.read_exact(&mut last)?;
        }
        let end = if last == *b"\n" { "" } else { "\n" };
        file.write_all(format!("{end}{text}").as_bytes())?;
        file.sync_data()
    });
    written.with_context(|| format!("cannot write {}", file.display()))
}

/// Waits until no other `prove` writes to the file. Some file systems have no locks: without one,
/// it takes two programs at the same moment to damage a line, and that is found.
fn lock(file: &File) {
    let _ = file.lock();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A proof of a board that is two moves away, in two parts, and its lines.
    fn lines() -> (ProofRecord, Vec<String>) {
        let goal = SmallBoard::goal("3x3".parse().unwrap());
        let board: SmallBoard = "1 2 3 4 5 6 x 7 8".parse().unwrap();
        let moves: Moves = "rr".parse().unwrap();
        let mut lines = Vec::new();
        for (within, part, found) in
            [(0, "2/2", None), (0, "1/2", None), (2, "1/2", None), (2, "2/2", Some(&moves))]
        {
            let part = (within, part.parse().unwrap());
            lines.push(PartRecord::new((&board, &goal), part, found, 77).line());
        }
        (ProofRecord::new(&board, &goal), lines)
    }

    #[test]
    fn the_canonical_solution_is_known_when_all_before_it_is_searched() {
        let (mut proof, lines) = lines();
        assert_eq!((proof.at_least(), proof.canonical(2)), (0, None));
        for (line, at_least, is_known) in
            [(0, 0, false), (1, 1, false), (3, 1, false), (3, 1, false), (2, 1, true)]
        {
            proof.add_line(&lines[line]).unwrap();
            let rr = is_known.then(|| "rr".parse().unwrap());
            assert_eq!((proof.at_least(), proof.canonical(2)), (at_least, rr.as_ref()));
        }
        assert_eq!((proof.missing(2, 9), proof.last_generated()), (Vec::new(), 154));
        assert_eq!(proof.missing(4, 9).len(), 9);
    }

    /// If any byte of a line is damaged, the line means the same as before or nothing.
    #[test]
    fn damage_is_no_proof() {
        let (empty, lines) = lines();
        for line in lines {
            let right = PartRecord { ..serde_json::from_str(&line).unwrap() };
            for at in 0..line.len() {
                for byte in 0..=127 {
                    let mut damaged = line.clone().into_bytes();
                    damaged[at] = byte;
                    let damaged = String::from_utf8(damaged).unwrap();
                    let mut proof = ProofRecord::new(&empty.board, &empty.goal);
                    if proof.add_line(&damaged).is_ok() {
                        assert_eq!(serde_json::from_str::<PartRecord>(&damaged).unwrap(), right);
                    }
                }
                assert!(ProofRecord::new(&empty.board, &empty.goal).add_line(&line[..at]).is_err());
            }
        }
    }
}
