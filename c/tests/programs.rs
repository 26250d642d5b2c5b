//! The examples, compiled with the system's compilers and run. What is not on the machine is not
//! tried, and the test says so.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tilebase::Tablebase;
use tilebase::known::known;
use tilebase::puzzle::{Orbit, SmallBoard, SmallShape};

/// The folder in which cargo has put the libraries: that of the tests.
fn libraries() -> PathBuf {
    let tests = env::current_exe().expect("a test");
    tests.parent().expect("a folder").to_owned()
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name)
}

/// Whether a program is on this machine and runs.
fn runs(program: &str) -> bool {
    let option = if program == "luajit" { "-v" } else { "--version" };
    let output = Command::new(program).arg(option).output();
    let runs = output.is_ok_and(|output| output.status.success());
    if !runs {
        eprintln!("not tried: there is no {program}");
    }
    runs
}

/// What is tried only with the compilers of Unix, whose options these are.
fn compiles(compiler: &str) -> bool {
    cfg!(unix) && runs(compiler)
}

/// How an example is compiled.
struct Build<'b> {
    compiler: &'b str,
    options: &'b [&'b str],
    /// Whether it has the library in itself.
    is_static: bool,
}

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"];
const C: Build = Build { compiler: "cc", options: &["-std=c11"], is_static: false };
const CPP: Build =
    Build { compiler: "c++", options: &["-x", "c++", "-std=c++17"], is_static: true };
const SANITIZED: Build = Build {
    compiler: "cc",
    options: &["-std=c11", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    is_static: true,
};

impl Build<'_> {
    /// Compiles an example, or says why that failed.
    fn compile(&self, source: &Path, program: &Path) -> Result<(), String> {
        let mut compiler = Command::new(self.compiler);
        compiler.args(WARNINGS).args(self.options).arg("-I").arg(env!("CARGO_MANIFEST_DIR"));
        compiler.arg("-o").arg(program).arg(source);
        if self.is_static {
            // What follows is no source.
            compiler.args(["-x", "none"]).arg(libraries().join("libtilebase_c.a"));
        } else {
            let folder = libraries();
            compiler.arg("-L").arg(&folder).arg("-ltilebase_c");
            compiler.arg(format!("-Wl,-rpath,{}", folder.display()));
        }
        let output = compiler.args(["-lpthread", "-lm"]).output().map_err(|why| why.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(said) }
    }

    /// Compiles and runs an example, and returns what it prints.
    fn run(&self, name: &str, arguments: &[&str], input: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("program");
        self.compile(&example(name), &program).expect(name);
        printed(&program, arguments, input)
    }
}

/// What a program prints, which must succeed.
fn printed(program: impl AsRef<OsStr>, arguments: &[&str], input: &str) -> String {
    let mut program = Command::new(program);
    program.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = program.spawn().expect("the program starts");
    let mut stdin = running.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("the program reads");
    drop(stdin);
    let output = running.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The compilers, with and without sanitizers, as far as they are there.
fn builds() -> Vec<Build<'static>> {
    let mut builds: Vec<_> = [C, CPP].into_iter().filter(|it| compiles(it.compiler)).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("empty.c");
    fs::write(&source, "int main(void) { return 0; }\n").expect("a file");
    if compiles("cc") {
        match SANITIZED.compile(&source, &folder.path().join("empty")) {
            Ok(()) => builds.push(SANITIZED),
            Err(why) => eprintln!("not tried: sanitizers: {why}"),
        }
    }
    builds
}

/// A board, a hint, moves that are legal and not, and back; then along hints to the end.
#[test]
fn a_quiz_at_the_console() {
    for build in builds() {
        let said = build.run("quiz.c", &["3x3", "1"], "hint\nz\nundo\nnew\nquit\n");
        let lines: Vec<_> = said.lines().collect();
        assert_eq!(lines[0], "4 5 2 x 7 1 6 8 3", "{said}");
        assert!(lines[1].ends_with(": then 18 more"), "{said}");
        assert!(lines[3].contains("move 1") && lines[4] == lines[0], "{said}");
        assert!(!said.contains("solved"), "{said}");
        // Move by move along a solution.
        let (goal, board) = (
            SmallBoard::goal(SmallShape::default()),
            lines[0].parse::<SmallBoard>().expect("a board"),
        );
        let oracle = Tablebase::embedded().oracle(&goal).expect("embedded");
        let way = oracle.solution(&board).expect("solvable");
        let typed: String = way.to_string().chars().map(|mv| format!("{mv}\n")).collect();
        let said = build.run("quiz.c", &["3x3", "1"], &typed);
        assert!(said.contains(&format!("\nsolved in {}\n", way.len())), "{said}");
        // A board whose distance is not known within the limit still has a hint.
        for size in ["5x5", "6x6"] {
            let said = build.run("quiz.c", &[size, "1"], "hint\n");
            assert!(said.lines().nth(1).is_some_and(|hint| hint.contains(", tile ")), "{said}");
        }
    }
}

/// The program in the README.
#[test]
fn the_first_program() {
    let readme = include_str!("../README.md");
    let program = readme.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("first.c");
    fs::write(&source, program.expect("a program")).expect("a file");
    for build in builds() {
        let program = folder.path().join("first");
        build.compile(&source, &program).expect("the README's program");
        let said = printed(&program, &[], "");
        assert_eq!(said, "slide tile 8, and 18 moves are left\n");
        assert!(readme.contains(said.trim_end()));
    }
}

#[test]
fn every_board_at_once() {
    let goal = SmallBoard::goal(SmallShape::default());
    let known = known(Orbit::from(&goal).into()).expect("published");
    let mut expected: String =
        (0..).zip(known.counts).map(|(at, count): (u8, _)| format!("{at} {count}\n")).collect();
    expected.push_str("unsolvable 181440\n");
    for build in builds() {
        assert_eq!(build.run("batch.c", &["362880"], ""), expected);
        assert_eq!(build.run("batch.c", &["0"], ""), "unsolvable 0\n");
    }
}

#[test]
fn two_threads_on_a_handle() {
    let mut all = Vec::new();
    for build in builds() {
        let said = build.run("threads.c", &[], "");
        let [first, second] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
        assert!(first.ends_with("stopped 0"), "{said}");
        assert_eq!(first.split(',').next(), second.split(',').next(), "{said}");
        all.push(said);
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
}

/// The library that languages load while they run.
fn shared() -> String {
    let name = format!("{}tilebase_c{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    libraries().join(name).to_str().expect("UTF-8").to_owned()
}

/// The bindings of other languages, which ask about the same board. They are short.
#[test]
fn languages_that_call_c() {
    let is_expected = |said: &str| {
        let words: Vec<_> = said.split_whitespace().collect();
        assert_eq!(words.join(" "), "19 19 dlurullddrurdllurdr d 8 18 l 5 18 u 4 18");
    };
    for (interpreter, name) in [("python3", "ask.py"), ("luajit", "ask.lua")] {
        let program = example(name).to_str().expect("UTF-8").to_owned();
        if runs(interpreter) {
            is_expected(&printed(interpreter, &[&program, &shared()], ""));
        }
    }
    if runs("mcs") && runs("mono") {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("ask.exe");
        let compiled = Command::new("mcs")
            .arg(format!("-out:{}", program.display()))
            .arg(example("Ask.cs"))
            .status();
        assert!(compiled.expect("the compiler starts").success());
        let mut mono = Command::new("mono");
        mono.arg(program).env("LD_LIBRARY_PATH", libraries());
        is_expected(&String::from_utf8(mono.output().expect("it runs").stdout).expect("UTF-8"));
    }
    for name in ["ask.py", "ask.lua", "Ask.cs"] {
        let source = fs::read_to_string(example(name)).expect("the example");
        assert!(source.lines().count() <= 60, "{name}");
    }
}

/// A program that was linked with the path of the library, as CMake does it, finds it by its name
/// elsewhere.
#[test]
fn the_shared_library_has_a_name() {
    if !cfg!(target_os = "linux") || !runs("cc") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [built, program, moved] = ["built", "program", "moved"].map(|it| folder.path().join(it));
    fs::create_dir_all(&built).expect("a folder");
    let library = built.join("libtilebase_c.so");
    fs::copy(shared(), &library).expect("the library");
    let mut compiler = Command::new("cc");
    compiler.arg("-I").arg(env!("CARGO_MANIFEST_DIR")).arg(example("batch.c"));
    assert!(compiler.arg(&library).arg("-o").arg(&program).status().expect("cc").success());
    fs::rename(&built, &moved).expect("another folder");
    let said = Command::new(&program).arg("0").env("LD_LIBRARY_PATH", &moved).output();
    assert_eq!(said.expect("it runs").stdout, b"unsolvable 0\n");
}

/// The lines for CMake in the README, with the library where it installs it.
#[test]
fn a_program_of_cmake() {
    if !cfg!(target_os = "linux") || ["cmake", "pkg-config", "cc"].iter().any(|it| !runs(it)) {
        return;
    }
    let prefix = tempfile::tempdir().expect("a folder");
    let place = |name: &str| prefix.path().join(name);
    for folder in ["include", "lib/pkgconfig", "game"] {
        fs::create_dir_all(place(folder)).expect("a folder");
    }
    let own = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = |name: &str| fs::read_to_string(own(name)).expect(name);
    fs::copy(own("tilebase.h"), place("include/tilebase.h")).expect("the header");
    fs::copy(shared(), place("lib/libtilebase_c.so")).expect("the library");
    fs::copy(example("quiz.c"), place("game/quiz.c")).expect("the game");
    let described = text("tilebase.pc.in").replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    let described = described.replace("@PREFIX@", prefix.path().to_str().expect("UTF-8"));
    fs::write(place("lib/pkgconfig/tilebase.pc"), described).expect("a file");
    let readme = text("README.md");
    let lines = readme.split("```cmake\n").nth(1).and_then(|rest| rest.split("```").next());
    let head = "cmake_minimum_required(VERSION 3.18)\nproject(quiz C)\n";
    fs::write(place("game/CMakeLists.txt"), head.to_owned() + lines.expect("lines")).expect("file");
    let (game, built) = (place("game"), place("built"));
    for arguments in [
        vec!["-S".as_ref(), game.as_os_str(), "-B".as_ref(), built.as_os_str()],
        vec!["--build".as_ref(), built.as_os_str()],
    ] {
        let mut cmake = Command::new("cmake");
        cmake.args(arguments).env("PKG_CONFIG_PATH", place("lib/pkgconfig"));
        let output = cmake.output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let said = printed(built.join("quiz"), &["3x3", "1"], "quit\n");
    assert_eq!(said.lines().next().map(|board| board.split(' ').count()), Some(9), "{said}");
}
