//! A server of its own and requests to it, for the programs that measure and attack it.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Starts a server on the loopback address.
pub fn start(program: &str) -> Result<(Child, SocketAddr), Box<dyn Error>> {
    let mut process =
        Command::new(program).args(["serve", "--port", "0"]).stderr(Stdio::piped()).spawn()?;
    let errors = process.stderr.take().ok_or("no standard error")?;
    let mut line = String::new();
    BufReader::new(errors).read_line(&mut line)?;
    let text = line.split("http://").nth(1).and_then(|rest| rest.split(';').next());
    let address = text.ok_or("it does not say where it listens")?.parse()?;
    Ok((process, address))
}

/// Sends a request; the answer is to be read.
pub fn begin(address: SocketAddr, path: &str, body: &str) -> std::io::Result<TcpStream> {
    let mut stream = connect(address)?;
    let length = body.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    Ok(stream)
}

/// Opens a connection that waits for answers of at most a minute.
pub fn connect(address: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    Ok(stream)
}

/// Asks and returns the whole answer.
pub fn ask(address: SocketAddr, path: &str, body: &str) -> std::io::Result<String> {
    let mut answer = String::new();
    begin(address, path, body)?.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Returns the memory that a process takes now and the most that it took, in kilobytes.
pub fn memory(process: u32) -> [u64; 2] {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    ["VmRSS:", "VmHWM:"].map(|name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
    })
}
