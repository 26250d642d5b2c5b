//! A set of tables: those embedded in the program, those in a folder, and those inserted by the
//! caller.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use super::Oracle;
use super::kept_oracles::KeptOracles;
use super::source::Source;
use crate::board::Board;
use crate::costs::TileCosts;
use crate::embedded;
use crate::error::{Error, Result};
use crate::generate::Generator;
use crate::labelled_board::LabelledBoard;
use crate::labels::{GoalSearch, LabelTable};
use crate::multi::LabelSearch;
use crate::puzzle::{
    Class, Labelling, LabellingSize, MAX_CELLS, Metric, Orbit, Pattern, Puzzle, SmallBoard,
    SmallShape,
};
use crate::solver::{
    Partition, PartitionSize, PartitionTables, PatternSearch, PatternTable, further_partitions,
    small_tables,
};
use crate::table::Table;
use crate::threads::{Threads, lock};

/// The entries of a table, shared.
struct SharedEntries(Arc<Table>);

impl AsRef<[u8]> for SharedEntries {
    fn as_ref(&self) -> &[u8] {
        self.0.entries()
    }
}

/// The tables that answers come from. Each table is opened, or made, when it is first needed.
///
/// Clones share their tables. Open a tablebase once, and keep it: pattern tables that are made in
/// memory are made once for all oracles that come from it.
///
/// ```
/// use tilebase::{Board, Tablebase};
/// let tables = Tablebase::embedded();
/// let oracle = tables.oracle("1 2 3 8 x 4 7 6 5".parse::<Board>()?)?;
/// assert_eq!(oracle.distance("2 8 3 1 x 4 7 6 5".parse::<Board>()?)?, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tablebase {
    tables: Arc<SharedTables>,
    threads: Threads,
    /// Clones share them.
    oracles: Arc<KeptOracles>,
}

/// The state that clones share, and that oracles keep.
#[derive(Debug, Default)]
struct SharedTables {
    folder: Option<PathBuf>,
    /// Inserted tables, and tables of the folder that were opened.
    tables: Mutex<Vec<Arc<Table>>>,
    /// Pattern tables that were opened and checked, or made. Oracles for goals of an orbit share
    /// them.
    patterns: Mutex<Vec<PatternTable>>,
    /// Held while tables are made in memory, so that no two threads make the same.
    making: Mutex<()>,
}

impl Tablebase {
    /// The tables in the program alone. They hold every board of up to nine cells. Boards of larger
    /// shapes are searched for, with small pattern tables that are in the program or made in
    /// memory.
    pub fn embedded() -> Tablebase {
        Tablebase::default()
    }

    /// The embedded tables and those in a folder, under the names given by
    /// [`file_name`](Self::file_name). The folder need not exist.
    #[cfg(feature = "mmap")]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Tablebase {
        let folder = Some(folder.into());
        let tables = Arc::new(SharedTables { folder, ..SharedTables::default() });
        Tablebase { tables, ..Tablebase::default() }
    }

    /// Sets the number of threads that make and check tables; 0 means 1. By default it is the
    /// number of processors. Oracles have a number of their own for what they search.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase};
    /// let tables = Tablebase::embedded().threads(1);
    /// let board: Board = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 x 15".parse()?;
    /// let goal = Board::goal("4x4".parse()?)?;
    /// assert_eq!(tables.oracle(&goal)?.threads(1).distance(&board)?, 1);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    #[must_use]
    pub fn threads(self, threads: usize) -> Tablebase {
        Tablebase { threads: Threads::new(threads), ..self }
    }

    /// The same tables for an oracle to keep, without the oracles, of which it may be one: they
    /// would keep each other in memory for ever.
    fn for_oracle(&self) -> Tablebase {
        Tablebase { oracles: Arc::default(), ..self.clone() }
    }

    /// The folder of the user's tables: `$TILEBASE_DATA`, or else `tilebase` in the user's data
    /// folder. It need not exist. `None` if the system has no data folder for the user.
    #[cfg(feature = "mmap")]
    pub fn user_folder() -> Option<PathBuf> {
        let named = std::env::var_os("TILEBASE_DATA").filter(|folder| !folder.is_empty());
        named.map(PathBuf::from).or_else(|| {
            let base = etcetera::choose_base_strategy().ok()?;
            Some(etcetera::BaseStrategy::data_dir(&base).join("tilebase"))
        })
    }

    /// The file name of a puzzle's table in a folder of tables.
    ///
    /// ```
    /// use tilebase::{Tablebase, puzzle::{Metric, Orbit}};
    /// let corner = Orbit::new("3x4".parse()?, 11)?;
    /// assert_eq!(Tablebase::file_name(corner.into()), "4x3-11.tbl");
    /// # Ok::<(), tilebase::puzzle::ShapeError>(())
    /// ```
    pub fn file_name(puzzle: Puzzle) -> String {
        format!("{puzzle}.tbl")
    }

    /// The puzzle that a file's name says it has the table of.
    ///
    /// ```
    /// use tilebase::Tablebase;
    /// let puzzle = Tablebase::puzzle_of_file("tables/4x3-11.tbl");
    /// assert_eq!(puzzle.map(Tablebase::file_name).as_deref(), Some("4x3-11.tbl"));
    /// assert_eq!(Tablebase::puzzle_of_file("notes.txt"), None);
    /// ```
    pub fn puzzle_of_file(path: impl AsRef<Path>) -> Option<Puzzle> {
        path.as_ref().file_name()?.to_str()?.strip_suffix(".tbl")?.parse().ok()
    }

    /// Inserts a table. It takes precedence over an embedded one and over one in the folder, for
    /// oracles that are created from now on.
    pub fn insert(&self, table: impl Into<Arc<Table>>) {
        let table = table.into();
        self.oracles.clear();
        let mut tables = lock(&self.tables.tables);
        tables.retain(|other| other.puzzle() != table.puzzle());
        if let Puzzle::Pattern(pattern) = table.puzzle() {
            let mut patterns = lock(&self.tables.patterns);
            patterns.retain(|other| other.pattern() != pattern);
        }
        tables.push(table);
    }

    /// The inserted tables, the embedded ones, and those found in the folder, each with the result
    /// of opening it.
    pub fn iter(&self) -> impl Iterator<Item = Result<Arc<Table>>> {
        let inserted = lock(&self.tables.tables).clone();
        let puzzles: Vec<Puzzle> = inserted.iter().map(|table| table.puzzle()).collect();
        let is_new = move |puzzle: Puzzle| !puzzles.contains(&puzzle);
        let mut in_folder = self.in_folder_not_embedded();
        in_folder.retain(|&puzzle| is_new(puzzle));
        let in_folder = in_folder.into_iter();
        let in_folder = in_folder.filter_map(|puzzle| self.open(puzzle).transpose());
        let embedded = embedded::all().filter(move |table| is_new(table.puzzle()));
        inserted.into_iter().chain(embedded).map(Ok).chain(in_folder)
    }

    /// The table of a puzzle, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Any error from opening a table in the folder, and [`Error::OtherTable`] if it is for another
    /// puzzle.
    pub fn get(&self, puzzle: Puzzle) -> Result<Option<Arc<Table>>> {
        let tables = lock(&self.tables.tables);
        if let Some(table) = tables.iter().find(|table| table.puzzle() == puzzle) {
            return Ok(Some(Arc::clone(table)));
        }
        drop(tables);
        match embedded::table(puzzle) {
            Some(table) => Ok(Some(table)),
            None => self.open(puzzle),
        }
    }

    /// The oracle for a goal of any size in the single-tile metric. See
    /// [`oracle_in`](Self::oracle_in).
    ///
    /// # Errors
    ///
    /// As for [`oracle_in`](Self::oracle_in).
    pub fn oracle(&self, goal: impl Into<Board>) -> Result<Oracle> {
        self.oracle_in(goal, Metric::Single)
    }

    /// The oracle for a goal of any size in a metric. The last ones are kept, so that asking for
    /// the same goal again costs nothing: up to 64 that look boards up, and of those that search
    /// and keep their memory, four, unless there are more tables for them now.
    ///
    /// It looks boards up if there is a table of all boards. Otherwise it searches, with small
    /// tables that are made in memory, and with large ones if they were generated: in the
    /// single-tile metric of patterns, which a hard board opens, and in the multi-tile metric of
    /// labels. Boards of more than 25 cells get good solutions. For a goal with free cells or equal
    /// tiles, a table of all boards that it distinguishes is made in memory. If they are more than
    /// 20 million, it searches in the single-tile metric.
    ///
    /// ```
    /// use tilebase::puzzle::Metric;
    /// use tilebase::{Board, Tablebase};
    /// let tables = Tablebase::embedded();
    /// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let goal = Board::goal(board.shape())?;
    /// for (metric, expected) in [(Metric::Single, "rr"), (Metric::Multi, "r2")] {
    ///     let oracle = tables.oracle_in(&goal, metric)?;
    ///     assert_eq!(oracle.solution(&board)?.to_string(), expected);
    /// }
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any error from opening a table in the folder, [`Error::Memory`] if there is no memory for
    /// small tables, [`Error::Shape`] if a side is longer than
    /// [`Shape::MAX_SIDE`](crate::Shape::MAX_SIDE), and in the multi-tile metric
    /// [`Error::TooLarge`] for more than 16 cells and [`Error::NoTable`] if there is no table
    /// for 10 to 12. [`Error::TooManyStates`] if a goal with free cells or equal tiles tells more
    /// than 20 million boards apart in the multi-tile metric.
    pub fn oracle_in(&self, goal: impl Into<Board>, metric: Metric) -> Result<Oracle> {
        let goal = &goal.into();
        if let Some(kept) = self.kept_oracle(goal, metric) {
            return Ok(kept);
        }
        let oracle = match goal.labelled() {
            Some(labelled) => self.of_several(goal, labelled, metric)?,
            None => self.of_one(goal, metric)?,
        };
        let tables = if oracle.table().is_none() { self.tables_for(goal, metric) } else { 0 };
        self.oracles.keep(&oracle, tables);
        Ok(oracle)
    }

    /// The oracle for a goal that is several boards. Its tables are made in memory.
    fn of_several(
        &self,
        goal: &Board,
        labelled: &Arc<LabelledBoard>,
        metric: Metric,
    ) -> Result<Oracle> {
        goal.shape().expect_at_most(MAX_CELLS, "a goal with free cells or equal tiles")?;
        let _one_at_a_time = self.making();
        // Another thread may have made it meanwhile.
        if let Some(kept) = self.kept_oracle(goal, metric) {
            return Ok(kept);
        }
        let source = match LabelTable::new(labelled, &[], metric) {
            Err(Error::TooManyStates { .. }) if metric.slides_one_tile() => {
                Source::GoalSearch(GoalSearch::new(labelled, self.threads.count())?)
            }
            table => Source::Goals(Arc::new(table?)),
        };
        let oracle = Oracle::from_source(goal.clone(), source);
        self.oracles.keep(&oracle, 0);
        Ok(oracle)
    }

    /// The oracle for a goal that is one board.
    fn of_one(&self, goal: &Board, metric: Metric) -> Result<Oracle> {
        let class = Class::of(goal.shape(), metric)?;
        Ok(match (goal.small(), metric) {
            (None, _) => Oracle::of_any_size(goal)?,
            (Some(goal), _) if class == Class::Tabled => self.tabled(goal, metric)?,
            (Some(goal), Metric::Single) => self.searching_oracle(goal)?,
            (Some(goal), Metric::Multi) => {
                let tables = self.label_tables(Orbit::from(goal))?;
                let source = Source::Labels(LabelSearch::new(&tables, goal)?);
                Oracle::from_source(goal.into(), source)
            }
        })
    }

    /// The oracle for a goal of a size for which a table of all boards can be made.
    fn tabled(&self, goal: &SmallBoard, metric: Metric) -> Result<Oracle> {
        let (shape, goal_blank) = (goal.shape(), goal.blank_cell());
        match (self.get(Puzzle::of_all_boards(Orbit::from(goal), metric))?, metric) {
            (Some(table), _) => Oracle::from_table(table, goal, metric),
            (None, Metric::Single) => self.searching_oracle(goal),
            (None, Metric::Multi) => Err(Error::NoTable { shape, goal_blank, metric }),
        }
    }

    /// The number of tables that were generated for a goal, so far.
    fn tables_for(&self, goal: &Board, metric: Metric) -> usize {
        let Some(orbit) = goal.small().map(Orbit::from) else { return 0 };
        let puzzles = [Tablebase::puzzles_of(orbit, metric), Tablebase::puzzles_for_proofs(orbit)];
        puzzles.concat().into_iter().filter(|&puzzle| self.may_have(puzzle)).count()
    }

    /// The oracle for a goal if it is kept, and there are no more tables for it than before.
    /// Otherwise, [`oracle_in`](Self::oracle_in) may have to make tables.
    pub fn kept_oracle(&self, goal: &Board, metric: Metric) -> Option<Oracle> {
        self.oracles.get(goal, metric, None, || self.tables_for(goal, metric))
    }

    /// The oracle that finds the cheapest solutions of boards of up to 25 cells. See
    /// [`costs`](crate::costs). It is kept as one that searches.
    ///
    /// Up to ten cells it looks all up, once it is made, which takes 10 ms for 3x3 and half a
    /// second for 2x5. Beyond, it searches for each board, and generates at most 2 million boards,
    /// unless it is [limited](Oracle::limited) otherwise.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for a larger goal, [`Error::Unsuitable`] if a tile has no cost, and
    /// [`Error::Memory`].
    pub fn oracle_with_costs(&self, goal: impl Into<Board>, costs: &TileCosts) -> Result<Oracle> {
        let goal = goal.into();
        if let Some(kept) = self.oracles.get(&goal, Metric::Single, Some(costs), || 0) {
            return Ok(kept);
        }
        let oracle = Oracle::with_costs(goal, costs)?;
        self.oracles.keep(&oracle, 0);
        Ok(oracle)
    }

    /// The oracle for a goal that searches with pattern tables, even if there is a table of all
    /// boards.
    ///
    /// ```
    /// use tilebase::puzzle::SmallBoard;
    /// use tilebase::{Board, Tablebase};
    /// let (tables, goal) = (Tablebase::embedded(), SmallBoard::goal("3x3".parse()?));
    /// let board: Board = "2 3 4 1 5 x 7 6 8".parse()?;
    /// let (search, table) = (tables.searching_oracle(&goal)?, tables.oracle(&goal)?);
    /// assert_eq!(search.solution(&board)?, table.solution(&board)?);
    /// assert!(search.lower_bound(&board)? <= table.distance(&board)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is no memory for small pattern tables.
    pub fn searching_oracle(&self, goal: &SmallBoard) -> Result<Oracle> {
        let orbit = Orbit::from(goal);
        if orbit.shape().class() >= Class::Bounded {
            let of_inverse = self.for_oracle();
            let search = PatternSearch::new(goal, &self.ready_tables(orbit)?)?
                .with_inverse(self.threads.count(), move |orbit| of_inverse.ready_tables(orbit));
            let further = Tablebase::puzzles_for_proofs(orbit);
            // Without files there are none, and the page goes without the code that uses them.
            let has_files = cfg!(feature = "mmap") && !further.is_empty();
            if !has_files || !further.into_iter().all(|puzzle| self.may_have(puzzle)) {
                return Ok(Oracle::searching(search));
            }
            let (of_proofs, large) = (self.for_oracle(), PartitionSize::Large);
            let partitions = [large.partitions(orbit), further_partitions(orbit)].concat();
            let open = move || of_proofs.tables_of(&partitions);
            return Ok(Oracle::searching(search.with_proofs(open)));
        }
        let search = PatternSearch::new(goal, &self.small_tables(orbit)?)?;
        let puzzles = Tablebase::puzzles_of(orbit, Metric::Single);
        if !puzzles.into_iter().all(|puzzle| self.may_have(puzzle)) {
            return Ok(Oracle::searching(search));
        }
        let tables = self.for_oracle();
        let large = PartitionSize::Large.partitions(orbit);
        Ok(Oracle::searching(search.with_large(move || tables.tables_of(&large))))
    }

    /// The large pattern tables for an orbit if they were generated, or else small ones. Making
    /// small ones takes longer than checking large ones.
    fn ready_tables(&self, orbit: Orbit) -> Result<PartitionTables> {
        let large = self.tables_of(&PartitionSize::Large.partitions(orbit))?;
        large.map_or_else(|| self.small_tables(orbit), Ok)
    }

    /// Locks the making of tables in memory.
    fn making(&self) -> MutexGuard<'_, ()> {
        lock(&self.tables.making)
    }

    /// The small pattern tables for an orbit, which are made if they have not been yet.
    fn small_tables(&self, orbit: Orbit) -> Result<PartitionTables> {
        let partitions = PartitionSize::Small.partitions(orbit);
        let _one_at_a_time = self.making();
        let known = |partition: &Partition| {
            let patterns = partition.iter();
            patterns.map(|&pattern| self.known_pattern(pattern)).collect::<Option<Vec<_>>>()
        };
        if let Some(known) = partitions.iter().map(known).collect() {
            return Ok(known);
        }
        let made = small_tables(orbit, self.threads.count())?;
        let mut patterns = lock(&self.tables.patterns);
        for table in made.iter().flatten() {
            if !patterns.iter().any(|other| other.pattern() == table.pattern()) {
                patterns.push(table.clone());
            }
        }
        Ok(made)
    }

    /// The large tables of boards with labels that were generated, one or several, or else the
    /// small ones, which are made if they have not been yet.
    fn label_tables(&self, orbit: Orbit) -> Result<Vec<(Arc<Table>, Labelling)>> {
        let mut tables = Vec::new();
        for labelling in Labelling::all(orbit, LabellingSize::Large) {
            let table = self.get(Puzzle::Labelled(labelling))?;
            tables.extend(table.map(|table| (table, labelling)));
        }
        if !tables.is_empty() {
            return Ok(tables);
        }
        let _one_at_a_time = self.making();
        for labelling in Labelling::all(orbit, LabellingSize::Small) {
            let puzzle = Puzzle::Labelled(labelling);
            let table = match self.get(puzzle)? {
                Some(table) => table,
                None => self.make_and_keep(puzzle)?,
            };
            tables.push((table, labelling));
        }
        Ok(tables)
    }

    /// Makes a table in memory, which clones and later oracles share.
    fn make_and_keep(&self, puzzle: Puzzle) -> Result<Arc<Table>> {
        let generator = Generator::new(puzzle).threads(self.threads.count());
        let new = generator.table(|_| ControlFlow::Continue(()))?;
        let table = Arc::new(Table::try_from(new)?);
        self.insert(Arc::clone(&table));
        Ok(table)
    }

    /// The generated tables of some partitions, or `None` if one is missing.
    fn tables_of(&self, partitions: &[Partition]) -> Result<Option<PartitionTables>> {
        let mut found = Vec::new();
        for partition in partitions {
            let mut tables = Vec::new();
            for &pattern in partition {
                let Some(table) = self.pattern_table(pattern)? else { return Ok(None) };
                tables.push(table);
            }
            found.push(tables);
        }
        Ok(Some(found))
    }

    /// The table of a pattern that was opened or made before.
    fn known_pattern(&self, pattern: Pattern) -> Option<PatternTable> {
        let patterns = lock(&self.tables.patterns);
        patterns.iter().find(|table| table.pattern() == pattern).cloned()
    }

    /// The table of a pattern, checked as a whole, because a search reads all parts of it.
    fn pattern_table(&self, pattern: Pattern) -> Result<Option<PatternTable>> {
        if let Some(known) = self.known_pattern(pattern) {
            return Ok(Some(known));
        }
        let Some(table) = self.get(pattern.into())? else { return Ok(None) };
        table.check_unread(self.threads.count())?;
        let table = PatternTable::new(pattern, SharedEntries(table))?;
        let mut patterns = lock(&self.tables.patterns);
        // If several threads opened it at once, all use the first.
        if let Some(known) = patterns.iter().find(|other| other.pattern() == pattern) {
            return Ok(Some(known.clone()));
        }
        patterns.push(table.clone());
        Ok(Some(table))
    }

    /// Keeps an opened table. If several threads opened it at once, all use the first.
    #[cfg(feature = "mmap")]
    fn keep(&self, table: Table) -> Arc<Table> {
        let mut tables = lock(&self.tables.tables);
        if let Some(kept) = tables.iter().find(|other| other.puzzle() == table.puzzle()) {
            return Arc::clone(kept);
        }
        let table = Arc::new(table);
        tables.push(Arc::clone(&table));
        table
    }

    /// True if there is a table of a puzzle, opened or as a file. The file may turn out damaged.
    fn may_have(&self, puzzle: Puzzle) -> bool {
        let tables = lock(&self.tables.tables);
        tables.iter().any(|table| table.puzzle() == puzzle)
            || self.file(puzzle).is_some_and(|path| path.exists())
    }

    /// The path of a puzzle's table in the folder.
    fn file(&self, puzzle: Puzzle) -> Option<PathBuf> {
        self.tables.folder.as_ref().map(|folder| folder.join(Tablebase::file_name(puzzle)))
    }

    /// Opens the table of a puzzle in the folder, if there is one.
    #[cfg(feature = "mmap")]
    fn open(&self, puzzle: Puzzle) -> Result<Option<Arc<Table>>> {
        let Some(path) = self.file(puzzle) else { return Ok(None) };
        let table = match Table::open(path) {
            Err(Error::Io { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(error) => return Err(error),
            Ok(table) => table,
        };
        table.expect_puzzle(puzzle)?;
        Ok(Some(self.keep(table)))
    }

    #[cfg(not(feature = "mmap"))]
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "with `mmap` it can fail")]
    fn open(&self, _: Puzzle) -> Result<Option<Arc<Table>>> {
        Ok(None)
    }

    /// The puzzles that have no embedded table but may have one in the folder.
    fn in_folder_not_embedded(&self) -> Vec<Puzzle> {
        if self.tables.folder.is_none() {
            return Vec::new();
        }
        let shapes = SmallShape::all(MAX_CELLS).filter(|shape| shape.rows() >= shape.cols());
        let orbits: Vec<Orbit> = shapes.flat_map(Orbit::all).collect();
        let single = orbits.iter().flat_map(|&orbit| {
            let of_all = Tablebase::puzzles_of(orbit, Metric::Single);
            [of_all, Tablebase::puzzles_for_proofs(orbit)].concat()
        });
        let (of_all_boards, patterns): (Vec<_>, Vec<_>) =
            single.partition(|puzzle| matches!(puzzle, Puzzle::Sliding(_)));
        let multi = orbits.iter().flat_map(|&orbit| Tablebase::puzzles_of(orbit, Metric::Multi));
        let all = of_all_boards.into_iter().chain(multi).chain(patterns);
        all.filter(|&puzzle| embedded::table(puzzle).is_none()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Budget, Limits};
    use crate::oracle::Ask;
    use crate::solver::BoardSearch;

    /// Oracles that open tables later do not keep what keeps them.
    #[test]
    fn tables_are_freed_with_the_last_oracle() {
        let tables = Tablebase::embedded();
        let goal = Board::from(SmallBoard::goal("3x6".parse().unwrap()));
        let oracle = tables.oracle(&goal).unwrap();
        let kept = Arc::downgrade(&tables.tables);
        drop(tables);
        assert!(kept.upgrade().is_some());
        drop(oracle);
        assert!(kept.upgrade().is_none());
    }

    /// A searching oracle is kept until a table is made that answers instead.
    #[test]
    #[cfg(feature = "mmap")]
    fn tables_made_later_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let tables = Tablebase::in_folder(folder.path());
        let goal = SmallBoard::goal("2x5".parse().unwrap());
        let is_searching = || {
            let oracle = tables.oracle(goal).unwrap();
            oracle.table().is_none()
        };
        assert!(is_searching() && is_searching());
        let puzzle = Puzzle::from(Orbit::from(&goal));
        let path = folder.path().join(Tablebase::file_name(puzzle));
        let made = crate::generate::Generator::new(puzzle);
        made.table(|_| std::ops::ControlFlow::Continue(())).unwrap().save(&path).unwrap();
        assert!(!is_searching());
    }

    #[test]
    fn a_search_is_not_stopped_for_large_tables_that_nobody_made() {
        let goal = SmallBoard::goal("4x4".parse().unwrap());
        let board: SmallBoard = "x 11 15 3 / 10 4 14 1 / 6 7 13 2 / 8 12 9 5".parse().unwrap();
        let tables = Tablebase::embedded();
        let oracle = tables.searching_oracle(&goal).unwrap().threads(1);
        let answer = oracle.answer(board, Ask::SOLUTION).unwrap().known().unwrap();
        let small = tables.small_tables(Orbit::from(&goal)).unwrap();
        let budget = Budget::new(&Limits::default());
        PatternSearch::new(&goal, &small).unwrap().solution(&board, 1, &budget).unwrap();
        assert!(budget.generated() > 1 << 21, "too easy a board: {}", budget.generated());
        assert_eq!(answer.cost().generated, budget.generated());
    }
}
