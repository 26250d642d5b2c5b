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
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    // What is free of the limit would not include cached files.
    let in_group = system
        .cgroup_limits()
        .map_or(u64::MAX, |limits| limits.total_memory.saturating_sub(limits.rss));
    Some(system.available_memory().min(in_group)).filter(|&bytes| bytes > 0)
}
