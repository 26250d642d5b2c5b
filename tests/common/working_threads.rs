//! Counts the threads of another process on Linux.

use std::collections::HashMap;
use std::process::Child;
use std::time::Duration;
use std::{fs, thread};

/// The threads that a process has at a time.
#[derive(Debug, Default)]
pub struct ThreadCounts {
    pub most: usize,
    /// Those that have worked for more than a moment.
    pub most_working: usize,
}

/// Watches a process until it ends.
pub fn count(mut process: Child) -> ThreadCounts {
    let (mut counts, mut first_times) = (ThreadCounts::default(), HashMap::new());
    while process.try_wait().unwrap().is_none() {
        let tasks = fs::read_dir(format!("/proc/{}/task", process.id()));
        let tasks: Vec<_> = tasks.into_iter().flatten().flatten().map(|task| task.path()).collect();
        let times = tasks.iter().filter_map(|task| {
            let stat = fs::read_to_string(task.join("stat")).ok()?;
            // After the name: the state, ten fields, and the time in hundredths of a second.
            let time: u64 = stat.rsplit_once(") ")?.1.split(' ').nth(11)?.parse().ok()?;
            Some(time - *first_times.entry(task.clone()).or_insert(time))
        });
        let working = times.filter(|&time| time >= 2).count();
        counts.most = counts.most.max(tasks.len());
        counts.most_working = counts.most_working.max(working);
        thread::sleep(Duration::from_millis(1));
    }
    counts
}
