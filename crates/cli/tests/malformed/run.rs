//! Runs the program on an input, and measures what it takes.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::corpus::program;
use super::inputs::Input;

/// How a run ended.
#[derive(Debug)]
pub struct Run {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// Seconds of processor time and of the clock, as far as they were seen.
    pub processor: f64,
    pub seconds: f64,
    /// The most bytes in memory.
    pub memory: u64,
    /// It was still running and was ended.
    pub killed: bool,
}

/// What `/proc` says of a process: seconds of processor time, and the most bytes in memory.
fn measure(process: u32) -> Option<(f64, u64)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
    // Ticks are hundredths of a second wherever Linux runs.
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some((ticks / 100.0, kilobytes << 10))
}

/// Runs the program in a folder, for at most some time.
pub fn run(folder: &Path, input: &Input, longest: Duration) -> Run {
    for (name, bytes) in &input.files {
        fs::write(folder.join(name), bytes).expect("a file of the input");
    }
    let output = |name: &str| File::create(folder.join(name)).expect("a file for the output");
    let mut command = Command::new(program());
    command.args(&input.args).current_dir(folder).stdin(Stdio::piped());
    command.stdout(output("stdout.txt")).stderr(output("stderr.txt"));
    let mut child = command.spawn().expect("the program starts");
    if let Some(mut stdin) = child.stdin.take() {
        // It need not read it.
        let _ = stdin.write_all(&input.stdin.as_bytes()[..input.stdin.len().min(30_000)]);
    }
    let mut run = wait(&mut child, longest);
    run.stdout = fs::read(folder.join("stdout.txt")).expect("the output");
    let stderr = fs::read(folder.join("stderr.txt")).expect("the messages");
    run.stderr = String::from_utf8_lossy(&stderr).into_owned();
    for (name, _) in &input.files {
        let _ = fs::remove_file(folder.join(name));
    }
    run
}

fn wait(child: &mut Child, longest: Duration) -> Run {
    let begun = Instant::now();
    let (mut processor, mut memory, mut killed) = (0.0, 0, false);
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        let elapsed = begun.elapsed();
        // Most inputs are refused at once.
        if elapsed > Duration::from_millis(50)
            && let Some((time, bytes)) = measure(child.id())
        {
            (processor, memory) = (time, bytes);
        }
        if elapsed > longest && !killed {
            killed = child.kill().is_ok();
        }
        thread::sleep(Duration::from_millis(if elapsed.as_millis() < 50 { 1 } else { 5 }));
    };
    let (code, seconds) = (status.code(), begun.elapsed().as_secs_f64());
    Run { code, stdout: Vec::new(), stderr: String::new(), processor, seconds, memory, killed }
}
