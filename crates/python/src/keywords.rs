//! Requests as keywords: the arguments of a call become a request of the library. Which there are,
//! the request says itself, so that an option that the library gets needs no line here.

use ludex::{InputError, parse_memory};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::error::input_error;

/// What is called otherwise here than in requests.
const RENAMED: &[(&str, &str)] = &[
    ("seconds", "max_seconds"),
    ("nodes", "max_nodes"),
    ("memory", "max_memory"),
    ("define", "definitions"),
];

/// The arguments of a call, by their names.
pub struct Keywords<'py>(Bound<'py, PyDict>);

impl<'py> Keywords<'py> {
    /// Takes the arguments of a call; `names` are those that may be given by their place.
    pub fn new(
        names: &[&str],
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Keywords<'py>> {
        let given = keywords.map_or_else(|| Ok(PyDict::new(args.py())), |given| given.copy())?;
        if args.len() > names.len() {
            let message = format!("{} arguments by place, where {} are", args.len(), names.len());
            return Err(PyTypeError::new_err(message));
        }
        for (name, value) in names.iter().zip(args) {
            if given.contains(name)? {
                return Err(PyTypeError::new_err(format!("`{name}` is given twice")));
            }
            given.set_item(name, value)?;
        }
        Ok(Keywords(given))
    }

    /// Adds an argument.
    pub fn with(self, name: &str, value: impl IntoPyObject<'py>) -> PyResult<Keywords<'py>> {
        self.0.set_item(name, value)?;
        Ok(self)
    }

    /// Takes an argument out, which is not for the request; `None` is as good as nothing.
    pub fn take(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(value) = self.0.get_item(name)? else { return Ok(None) };
        self.0.del_item(name)?;
        Ok(Some(value).filter(|value| !value.is_none()))
    }

    /// Makes the request that the arguments describe.
    pub fn read<R: Default + Serialize + DeserializeOwned>(self) -> PyResult<R> {
        let known = json!(R::default());
        let mut request = Map::new();
        for (name, value) in &self.0 {
            let name: String = name.extract()?;
            let place = place(&known, &name).map_err(|error| input_error(value.py(), error))?;
            if value.is_none() {
                continue;
            }
            let json = json_of(&name, &value)?;
            if let Some(expected) = senseless(&name, &json) {
                return Err(refused(&name, &value, expected));
            }
            let entry = place.entry(json);
            if let Err(error) = serde_json::from_value::<R>(Value::Object(entry.clone())) {
                return Err(refused(&name, &value, &error.to_string()));
            }
            merge(&mut request, entry);
        }
        let read = serde_json::from_value(Value::Object(request));
        Ok(read.expect("every entry was read alone"))
    }
}

/// Where an argument stands in a request: among its limits or beside them.
struct Place<'n> {
    key: &'n str,
    is_limit: bool,
}

impl Place<'_> {
    /// Returns a request with nothing but a value at this place.
    fn entry(&self, value: Value) -> Map<String, Value> {
        let entry = Map::from_iter([(self.key.to_string(), value)]);
        match self.is_limit {
            true => Map::from_iter([("limits".to_string(), Value::Object(entry))]),
            false => entry,
        }
    }
}

/// Adds the entries of a request to those of another.
fn merge(request: &mut Map<String, Value>, entry: Map<String, Value>) {
    for (key, value) in entry {
        match (request.get_mut(&key), value) {
            (Some(Value::Object(limits)), Value::Object(more)) => limits.extend(more),
            (_, value) => _ = request.insert(key, value),
        }
    }
}

/// Returns the place of an argument in a request that has the entries `known`.
fn place<'n>(known: &Value, name: &'n str) -> Result<Place<'n>, InputError> {
    let renamed = RENAMED.iter().find(|(python, _)| *python == name);
    let key = renamed.map_or(name, |(_, key)| key);
    let is_known = |entries: &Value| entries.get(key).is_some_and(|_| key != "limits");
    match (is_known(known), known.get("limits").is_some_and(is_known)) {
        (true, _) => Ok(Place { key, is_limit: false }),
        (false, true) => Ok(Place { key, is_limit: true }),
        (false, false) => {
            let names = names(known);
            let error = InputError::about("option", name, format!("there is no option `{name}`"));
            Err(error.help(match ludex_game::nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the options are {}", names.join(", ")),
            }))
        }
    }
}

/// Returns the names of all arguments of a request.
fn names(known: &Value) -> Vec<&str> {
    let limits = known.get("limits").and_then(Value::as_object);
    let entries = known.as_object().into_iter().chain(limits).flatten();
    let python =
        |key: &'_ str| RENAMED.iter().find(|(_, named)| *named == key).map(|(name, _)| *name);
    let keys = entries.map(|(key, _)| key.as_str()).filter(|&key| key != "limits");
    keys.map(|key| python(key).unwrap_or(key)).collect()
}

/// Converts an argument.
fn json_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = value.py();
    match (name, value.extract::<String>()) {
        ("memory", Ok(text)) => {
            let bytes = parse_memory(&text);
            let bytes = bytes.map_err(|why| InputError::about(name, &text, why));
            Ok(json!(bytes.map_err(|error| input_error(py, error))?))
        }
        ("define", Ok(text)) => Ok(json!({ "name": name, "text": text })),
        // Agents of games written in Python are any values.
        ("agent", _) => Ok(json!(value.str()?.to_string())),
        (_, Ok(text)) => Ok(json!(text)),
        (_, Err(error)) if value.is_instance_of::<PyString>() => Err(error),
        (_, Err(_)) => other_json_of(name, value),
    }
}

/// Converts an argument that is no text.
fn other_json_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(json!(truth.is_true()));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(json!(number));
    }
    if let Ok(number) = value.extract::<u64>() {
        return Ok(json!(number));
    }
    if let Ok(number) = value.extract::<f64>().map(|number| json!(number))
        && !number.is_null()
    {
        return Ok(number);
    }
    match value.extract::<std::path::PathBuf>() {
        Ok(path) if path.to_str().is_some() => Ok(json!(path)),
        _ => Err(refused(name, value, "a text, a finite number or a truth value")),
    }
}

/// Returns what is expected instead of a number that makes no sense.
fn senseless(name: &str, value: &Value) -> Option<&'static str> {
    let number = value.as_f64()?;
    match name {
        "seconds" if !(0.0..=1e9).contains(&number) => {
            Some("a number of seconds, such as 0.5 or 60,")
        }
        "threads" | "rounds" if number == 0.0 => Some("a number that is at least 1"),
        _ => None,
    }
}

/// Makes the error for an argument of the wrong kind, of what serde says about it.
fn refused(name: &str, value: &Bound<'_, PyAny>, why: &str) -> PyErr {
    let shown = value.repr().map_or_else(|_| "something".to_string(), |text| text.to_string());
    let expected = why.rsplit_once("expected ").map_or(why, |(_, expected)| expected);
    let expected = match expected {
        "u64" | "u32" | "usize" => "a whole number that is not negative",
        "f64" => "a number",
        "path string" => "the name of a file",
        other => other,
    };
    let error = InputError::new(format!("`{name}` is {shown}"));
    input_error(value.py(), error.help(format!("{expected} is expected")))
}
