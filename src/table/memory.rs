//! The amount of free memory.

/// The number of bytes of memory that this process can still use. This respects a limit on the
/// process's group, and includes what the system can drop, such as cached files. `None` if the
/// system does not provide the number.
///
/// ```
/// let free = tilebase::table::free_memory();
/// assert!(free.is_none_or(|bytes| bytes > 0));
/// ```
pub fn free_memory() -> Option<u64> {
    system::available().filter(|&bytes| bytes > 0)
}

/// Linux has the numbers in files.
#[cfg(target_os = "linux")]
mod system {
    use std::fs::read_to_string;

    /// The limits on the memory of the process's group, and the counts of its own memory. (The free
    /// part of a limit would not include cached files.) The first two are those of version 1.
    const GROUPS: [[&str; 3]; 2] = [
        [
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.stat",
            "total_rss",
        ],
        ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.stat", "anon"],
    ];

    pub(super) fn available() -> Option<u64> {
        let kib = number(&read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
        let in_group = GROUPS.iter().find_map(|[limit, counts, own]| {
            // Without a limit, version 2 has a word there.
            let limit: u64 = read_to_string(limit).ok()?.trim_end().parse().ok()?;
            Some(limit.saturating_sub(number(&read_to_string(counts).ok()?, own)?))
        });
        Some(kib.saturating_mul(1024).min(in_group.unwrap_or(u64::MAX)))
    }

    /// The number after a name, in a file of names and numbers.
    pub(super) fn number(text: &str, name: &str) -> Option<u64> {
        let mut words = text.split_whitespace().skip_while(|&word| word != name);
        words.nth(1)?.parse().ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn available() -> Option<u64> {
        let mut system = sysinfo::System::new().ok()?;
        system.refresh_memory();
        Some(system.available_memory())
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn numbers_stand_after_their_names() {
        use super::system::number;
        let text = "MemFree:  7 kB\nMemAvailable:   1234 kB\nanon 5\nanon_thp 6\nlast";
        assert_eq!(number(text, "MemAvailable:"), Some(1234));
        assert_eq!(number(text, "anon"), Some(5));
        assert_eq!(number(text, "thp"), None);
        assert_eq!(number(text, "last"), None);
        assert!(super::free_memory().is_some());
    }
}
