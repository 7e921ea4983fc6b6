//! Changes of evidence as JSON: at random, and aimed at what a claim rests on.

use ludex_base::Random;
use serde_json::{Value, json};

/// Texts and parts of evidence, for use in other places.
pub struct Pool {
    texts: Vec<String>,
    lists: Vec<Value>,
}

impl Pool {
    /// Collects the parts of several pieces of evidence.
    pub fn of(files: &[Value]) -> Pool {
        let texts = vec![String::new(), "0".into(), "1/2".into()];
        let mut pool = Pool { texts, lists: vec![Value::Array(Vec::new())] };
        files.iter().for_each(|file| pool.add(file));
        pool
    }

    fn add(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.texts.push(text.clone()),
            Value::Array(list) => {
                self.lists.push(value.clone());
                list.iter().for_each(|part| self.add(part));
            }
            Value::Object(fields) => fields.values().for_each(|part| self.add(part)),
            _ => {}
        }
    }

    fn text(&self, random: &mut Random) -> Value {
        Value::from(self.texts[random.below(self.texts.len())].clone())
    }
}

/// Changes one thing.
pub fn mutate(random: &mut Random, file: &mut Value, pool: &Pool) {
    match random.below(3) {
        0 => aim(random, file, pool),
        _ => {
            let paths = paths(file);
            let path = paths[random.below(paths.len())].clone();
            if let Some(part) = file.pointer_mut(&path) {
                change(random, part, pool);
            }
        }
    }
}

/// Returns the places of all parts of a value, as JSON pointers.
fn paths(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Array(list) => {
                open.extend(list.iter().enumerate().map(|(i, part)| (format!("{path}/{i}"), part)));
            }
            Value::Object(fields) => {
                open.extend(fields.iter().map(|(name, part)| (format!("{path}/{name}"), part)));
            }
            _ => {}
        }
        found.push(path);
    }
    found
}

/// Changes a part of any kind.
fn change(random: &mut Random, part: &mut Value, pool: &Pool) {
    match part {
        Value::Null => *part = pool.text(random),
        Value::Bool(truth) => *truth ^= true,
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            let others = [
                number.wrapping_add(1),
                number.saturating_sub(1),
                0,
                random.below(12) as u64,
                u64::MAX,
            ];
            *part = json!(others[random.below(others.len())]);
        }
        Value::String(text) => *part = changed_text(random, text, pool),
        Value::Array(list) => change_list(random, list, pool),
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = names.get(random.below(names.len().max(1))).cloned().unwrap_or_default();
            match random.below(3) {
                0 => _ = fields.remove(&name),
                1 => _ = fields.insert("more".to_owned(), pool.text(random)),
                _ => _ = fields.insert(name, Value::Null),
            }
        }
    }
}

fn changed_text(random: &mut Random, text: &str, pool: &Pool) -> Value {
    match random.below(6) {
        0 => Value::from(format!("{text} ")),
        1 => Value::from(text.replacen(|c: char| c.is_ascii_digit(), "1", 1)),
        2 => Value::from(text.replace("true", "false")),
        // The lines of witnesses are JSON themselves.
        3 if text.starts_with('{') => match serde_json::from_str::<Value>(text) {
            Ok(mut line) => {
                let paths = paths(&line);
                let path = paths[random.below(paths.len())].clone();
                line.pointer_mut(&path).into_iter().for_each(|part| change(random, part, pool));
                Value::from(line.to_string())
            }
            Err(_) => pool.text(random),
        },
        _ => pool.text(random),
    }
}

fn change_list(random: &mut Random, list: &mut Vec<Value>, pool: &Pool) {
    if list.is_empty() {
        return list.push(pool.text(random));
    }
    let (place, other) = (random.below(list.len()), random.below(list.len()));
    match random.below(6) {
        0 => _ = list.remove(place),
        1 => list.insert(other, list[place].clone()),
        2 => list.swap(place, other),
        3 => list.truncate(place),
        4 => list[place] = list[other].clone(),
        _ => {
            *list =
                pool.lists[random.below(pool.lists.len())].as_array().cloned().unwrap_or_default()
        }
    }
}

/// Changes what is claimed, or exchanges the evidence for it.
fn aim(random: &mut Random, file: &mut Value, pool: &Pool) {
    let names =
        ["holds", "outcome", "value", "values", "formula", "query", "agent", "position", "mix"];
    let name = names[random.below(names.len())];
    let aimed: Vec<String> =
        paths(file).into_iter().filter(|path| path.ends_with(&format!("/{name}"))).collect();
    // The claim's own fields come with the shortest paths.
    let Some(path) = aimed.iter().min_by_key(|path| path.len()) else {
        return swap_bounds(file);
    };
    let part = file.pointer_mut(&path.clone()).expect("it was just found");
    match part {
        Value::String(_) if random.chance(80) => *part = pool.text(random),
        Value::Array(list) if !list.is_empty() => {
            let place = random.below(list.len());
            change(random, &mut list[place], pool);
        }
        other => change(random, other, pool),
    }
}

/// Presents the strategy of one side as that of the other.
fn swap_bounds(file: &mut Value) {
    if let Some(claim) = file.pointer_mut("/claim").and_then(Value::as_object_mut) {
        for bounds in claim.values_mut() {
            let (low, high) = (bounds["low"].clone(), bounds["high"].clone());
            if let Some(bounds) = bounds.as_object_mut().filter(|b| b.contains_key("low")) {
                bounds.insert("low".to_owned(), high);
                bounds.insert("high".to_owned(), low);
            }
        }
    }
}
