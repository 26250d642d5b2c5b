//! The inputs of a run, so that none is overwritten, and the folders where it looks for tables.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::bail;
use same_file::Handle;
use tilebase::puzzle::Shape;

/// A run of a command.
#[derive(Clone, Default)]
pub struct Session {
    inputs: Arc<Mutex<Vec<PathBuf>>>,
    folder: Arc<OnceLock<(PathBuf, bool)>>,
    goal_size: Arc<OnceLock<Shape>>,
}

impl Session {
    /// Sets the folder where tables are looked for, and whether it was named on the command line.
    pub fn look_in(&self, folder: &Path, named: bool) {
        self.folder.get_or_init(|| (folder.to_owned(), named));
    }

    /// The folder where tables were looked for.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.get().map(|(folder, _)| folder.as_path())
    }

    /// That folder, if it was named on the command line: then cures name it, too.
    pub fn named_folder(&self) -> Option<&Path> {
        self.folder.get().filter(|(_, named)| *named).map(|(folder, _)| folder.as_path())
    }

    /// Notes that boards have this size because the goal has it.
    pub fn take_size_of_goal(&self, size: Shape) {
        self.goal_size.get_or_init(|| size);
    }

    /// The size that boards have because the goal has it.
    pub fn goal_size(&self) -> Option<Shape> {
        self.goal_size.get().copied()
    }

    /// Remembers an input of this run, so that it is never an output: a file, the tables in a
    /// folder, or `-` for standard input. Returns whether it is new.
    pub fn remember(&self, path: &Path) -> bool {
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = inputs.iter().all(|input| input != path);
        if is_new {
            inputs.push(path.to_owned());
        }
        is_new
    }

    /// Refuses an output that is an input of this run, under any name.
    pub fn not_an_input(&self, output: &Handle) -> anyhow::Result<()> {
        for input in &*self.inputs.lock().unwrap_or_else(PoisonError::into_inner) {
            if input == Path::new("-") {
                expect_other(output, Handle::stdin().ok(), &"standard input")?;
            }
            expect_other(output, regular_file(input), &input.display())?;
            for table in std::fs::read_dir(input).into_iter().flatten().flatten() {
                let table = table.path();
                if table.extension().is_some_and(|extension| extension == "tbl") {
                    expect_other(output, regular_file(&table), &table.display())?;
                }
            }
        }
        Ok(())
    }
}

fn expect_other(output: &Handle, input: Option<Handle>, name: &dyn Display) -> anyhow::Result<()> {
    if input.is_some_and(|input| input == *output) {
        bail!("{name} is both input and output; expected two files");
    }
    Ok(())
}

/// Identifies the regular file under a name, to compare it with others.
pub fn regular_file(path: &Path) -> Option<Handle> {
    // Opening anything else could block.
    path.is_file().then(|| Handle::from_path(path).ok()).flatten()
}
