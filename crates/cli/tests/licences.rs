//! The notices of third-party software come with the program, and are those of Cargo.lock.

use std::path::Path;

use assert_cmd::Command;

/// Returns the packages of others in Cargo.lock, as `tools/notices` lists them.
fn locked(lock: &str) -> Vec<String> {
    let field = |block: &str, name: &str| {
        let start = format!("{name} = \"");
        let line = block.lines().find_map(|line| line.strip_prefix(&start));
        line.map(|rest| rest.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]").skip(1).filter(|block| field(block, "source").is_some());
    let name =
        |block| format!("{} {}", field(block, "name").unwrap(), field(block, "version").unwrap());
    let mut names: Vec<String> = blocks.map(name).collect();
    names.sort();
    names
}

#[test]
fn the_notices_are_those_of_the_packages_in_use() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).expect("Cargo.lock");
    let output = Command::cargo_bin("ludex").expect("it is built").arg("licences").output();
    let notices = String::from_utf8(output.expect("it runs").stdout).expect("text");
    let digest = ludex_base::digest(locked(&lock).join("\n").as_bytes());
    assert!(notices.contains(&digest), "Cargo.lock has changed: run tools/notices");
    for text in ["cozy-chess ", "Permission is hereby granted, free of charge", "Apache License"] {
        assert!(notices.contains(text), "{text}");
    }
}
