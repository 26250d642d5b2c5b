//! How much memory is free.

/// How many bytes of memory are free: for this process, if its group has a limit, and including
/// what the system can drop, such as files that it keeps in memory. `None` where the system does
/// not tell.
///
/// ```
/// let free = tilebase::table::free_memory();
/// assert!(free.is_none_or(|bytes| bytes > 0));
/// ```
#[must_use]
pub fn free_memory() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    let in_group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    Some(system.available_memory().min(in_group)).filter(|&bytes| bytes > 0)
}
