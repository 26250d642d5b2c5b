//! The command `tilebase`. The code is in `cli`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
