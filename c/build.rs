//! Names the shared library for its users: a program that is linked with its path finds it by name.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_VENDOR", "apple") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libtilebase_c.dylib");
    } else if is("CARGO_CFG_TARGET_FAMILY", "unix") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtilebase_c.so");
    }
}
