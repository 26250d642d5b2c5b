//! The hint that larger tables would make answers faster: when it is due, and its text.

use std::time::{Duration, Instant};

use tilebase::generate::Generator;
use tilebase::puzzle::{Class, Metric, Puzzle};
use tilebase::table::byte_size;
use tilebase::{Board, Tablebase};

use crate::cures;
use crate::session::Session;

/// The time spent on searches after which the hint about tables is given.
const HINT_AFTER: Duration = Duration::from_secs(1);

/// When the hint about tables is due: once, when searches have taken long. The time that they took
/// is measured between calls.
#[derive(Default)]
pub struct HintDue {
    last: Option<Instant>,
    spent: Duration,
    is_given: bool,
}

impl HintDue {
    /// A search calls more often than this. A longer pause lies between two questions: the next
    /// one was still to be typed.
    const PAUSE: Duration = Duration::from_millis(250);

    /// True if it is due now, by this clock.
    pub fn at(&mut self, clock: fn() -> Instant) -> bool {
        if self.is_given {
            return false;
        }
        self.is_given = self.spent_until(clock()) > HINT_AFTER;
        self.is_given
    }

    /// The time spent until this call, `now`.
    fn spent_until(&mut self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.last.unwrap_or(now));
        if since <= HintDue::PAUSE {
            self.spent += since;
        }
        self.last = Some(now);
        self.spent
    }
}

/// The factor by which generated tables speed up searches of random boards of 4x4: see
/// `docs/benchmarks.md`.
const PATTERNS_TIMES: u32 = 12;
const LABELS_TIMES: u32 = 17;

fn faster(times: u32) -> String {
    format!("larger tables make this about {times} times as fast; make them")
}

/// Which tables would make answers faster, with their cost. `None` if they are all there.
pub fn hint(goal: &Board, metric: Metric, tables: &Tablebase, session: &Session) -> Option<String> {
    let goal = goal.small()?;
    let (shape, blank) = (goal.shape(), goal.blank_cell());
    let mut missing = Tablebase::puzzles_to_generate(shape, blank, metric, false).ok()?;
    let tables = missing.iter().map(|&puzzle| tables.get(puzzle).ok());
    let mut are_there = tables.collect::<Option<Vec<_>>>()?.into_iter();
    missing.retain(|_| are_there.next().flatten().is_none());
    let gain = match missing.first()? {
        _ if goal.shape().class() == Class::Bounded => {
            "larger tables find shorter solutions in the same time; make them".to_owned()
        }
        Puzzle::Pattern(_) => faster(PATTERNS_TIMES),
        Puzzle::Labelled(_) => faster(LABELS_TIMES),
        _ => "a table of all boards answers at once; make it".to_owned(),
    };
    let (mut memory, mut disk) = (0, 0);
    for puzzle in missing {
        let generator = Generator::new(puzzle);
        memory = memory.max(generator.table_memory().ok()?);
        disk += generator.table_len();
    }
    Some(format!(
        "{gain} once with: {}{} ({} of disk, {} of memory to make it)",
        cures::generate(goal.shape(), goal.blank_cell(), session),
        cures::in_metric(metric),
        byte_size(disk),
        byte_size(memory)
    ))
}

#[cfg(test)]
mod tests {
    use tilebase::puzzle::named;

    use super::*;

    #[test]
    fn a_hint_says_how_to_make_the_tables_that_are_missing() {
        let (folder, session) = (tempfile::tempdir().unwrap(), Session::default());
        session.look_in(folder.path(), true);
        let tables = Tablebase::in_folder(folder.path());
        let data = folder.path().to_str().unwrap();
        for (size, blank, of, gain) in [
            ("4x4", 15, "", "about 12 times as fast"),
            ("4x4", 14, " --goal 14", "about 12 times as fast"),
            ("2x5", 9, "", "answers at once"),
        ] {
            let cell = blank.to_string();
            let goal = Board::parse_goal(cell.as_bytes(), size.parse().ok()).unwrap();
            let hint = hint(&goal, Metric::Single, &tables, &session).unwrap();
            let cure = format!("with: tilebase generate --size {size}{of} --data {data} (");
            assert!(hint.contains(gain) && hint.contains(&cure), "{hint}");
        }
        let goal = Board::parse_goal(b"last", "4x4".parse().ok()).unwrap();
        let metric = named("multi", Metric::NAMES).unwrap();
        let multi = hint(&goal, metric, &tables, &session).unwrap();
        assert!(multi.contains(&format!("--data {data} --metric multi (")), "{multi}");
        let small = Board::parse_goal(b"last", "3x3".parse().ok()).unwrap();
        assert_eq!(hint(&small, Metric::Single, &tables, &session), None);
    }

    #[test]
    fn the_time_between_questions_is_not_spent_on_them() {
        let (begin, mut due) = (Instant::now(), HintDue::default());
        // Each question takes 40 ms, and 5 s pass until the next one is asked.
        for question in 0..10 {
            for call in 0..5 {
                due.spent_until(begin + Duration::from_millis(5000 * question + 10 * call));
            }
        }
        assert_eq!(due.spent, Duration::from_millis(400));
        let searching = (1..=100).map(|call| Duration::from_millis(46_000 + 10 * call));
        let total = searching.map(|time| due.spent_until(begin + time)).last();
        assert_eq!(total, Some(Duration::from_millis(400 + 990)));
    }
}
