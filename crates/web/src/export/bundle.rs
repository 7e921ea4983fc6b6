//! Modules of the page as one script: each module becomes a function that returns what it exports.

use ludex::InputError;

use crate::assets;

/// Returns a script with a module and all that it imports.
pub(super) fn script(entry: &str) -> Result<String, InputError> {
    let (mut out, mut done) = (String::new(), Vec::new());
    add(entry, &mut out, &mut done)?;
    Ok(out)
}

fn add(name: &str, out: &mut String, done: &mut Vec<String>) -> Result<(), InputError> {
    if done.iter().any(|known| known == name) {
        return Ok(());
    }
    done.push(name.to_string());
    let text = assets::text(name).ok_or_else(|| missing(name))?;
    let (imports, body) = split_imports(text);
    let mut head = String::new();
    for import in &imports {
        let (names, from) = import.split_once(" from \"./").ok_or_else(|| missing(import))?;
        let from = from.trim_end_matches("\";");
        add(from, out, done)?;
        head += &format!("const {names} = {};\n", variable(from));
    }
    let exported = exported_names(body);
    let body: Vec<&str> =
        body.lines().map(|line| line.strip_prefix("export ").unwrap_or(line)).collect();
    let (variable, body) = (variable(name), body.join("\n"));
    *out +=
        &format!("const {variable} = (() => {{\n{head}{body}\nreturn {{ {exported} }};\n}})();\n");
    Ok(())
}

/// Returns the imports of a module, each as `{ names } from "./file.js";`, and the rest.
fn split_imports(text: &str) -> (Vec<String>, &str) {
    let (mut imports, mut rest) = (Vec::new(), text);
    while let Some(start) = rest.find("\nimport ") {
        let Some(end) = rest[start..].find(';').map(|end| start + end + 1) else { break };
        imports.push(
            rest[start + "\nimport ".len()..end].split_whitespace().collect::<Vec<_>>().join(" "),
        );
        rest = &rest[end..];
    }
    (imports, rest)
}

/// Returns the names that a module exports, separated by commas.
fn exported_names(body: &str) -> String {
    let name = |line: &str| {
        let rest = line.strip_prefix("export ")?;
        let rest = rest.strip_prefix("async ").unwrap_or(rest);
        let kinds = ["function ", "class ", "const ", "let "];
        let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        Some(rest[..end].to_string())
    };
    body.lines().filter_map(name).collect::<Vec<_>>().join(", ")
}

/// Returns the name of the variable that holds what a module exports.
fn variable(file: &str) -> String {
    let stem = file.trim_end_matches(".js");
    format!("module_{}", stem.replace(|c: char| !c.is_alphanumeric(), "_"))
}

fn missing(what: &str) -> InputError {
    InputError::new(format!("the program has no module for {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions() {
        let script = script("exported.js").expect("the module is there");
        assert!(!script.contains("\nimport ") && !script.contains("\nexport "));
        assert!(script.contains("const module_dom = (() => {"));
        assert!(
            script.find("module_dom").expect("there")
                < script.find("module_exported").expect("there")
        );
    }

    #[test]
    fn exports_are_found() {
        let body = "export function a(x) {}\nexport const b = 1;\nexport async function c() {}\nfunction d() {}";
        assert_eq!(exported_names(body), "a, b, c");
        let (imports, rest) = split_imports("// top\n\nimport { x,\n  y } from \"./z.js\";\nrest");
        assert_eq!((imports, rest), (vec!["{ x, y } from \"./z.js\";".to_string()], "\nrest"));
    }
}
