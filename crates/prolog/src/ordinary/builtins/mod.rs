//! The built-in predicates that are written in Rust: those that have at most one answer.

mod atoms;
mod clauses;
mod format;
mod lists;
mod output;
mod terms;

use super::engine::{Done, Engine};
use crate::terms::Cell;

/// A built-in predicate. Its arguments are in the first registers.
pub struct Builtin {
    pub name: &'static str,
    pub arity: usize,
    pub run: fn(&mut Engine) -> Done,
}

macro_rules! builtins {
    ($($name:literal / $arity:literal => $run:path),* $(,)?) => {
        /// All of them.
        pub const ALL: &[Builtin] =
            &[$(Builtin { name: $name, arity: $arity, run: $run }),*];
    };
}

builtins! {
    "functor" / 3 => terms::functor,
    "$arg" / 3 => terms::arg,
    "=.." / 2 => terms::univ,
    "copy_term" / 2 => terms::copy_term,
    "term_variables" / 2 => terms::term_variables,
    "compare" / 3 => terms::compare,
    "@<" / 2 => terms::less,
    "@>" / 2 => terms::greater,
    "@=<" / 2 => terms::at_most,
    "@>=" / 2 => terms::at_least,
    "\\=" / 2 => terms::not_unifiable,
    "unify_with_occurs_check" / 2 => terms::unify_checked,
    "<>" / 2 => terms::different,
    "ground" / 1 => terms::ground,
    "halt" / 0 => terms::halt,
    "halt" / 1 => terms::halt_with,
    "throw" / 1 => terms::throw,
    "nb_setval" / 2 => terms::set_global,
    "b_setval" / 2 => terms::set_global,
    "nb_getval" / 2 => terms::get_global,
    "b_getval" / 2 => terms::get_global,
    "$free_variables" / 4 => terms::free_variables,
    "succ" / 2 => terms::succ,
    "plus" / 3 => terms::plus,
    "=" / 2 => terms::unify,
    "==" / 2 => terms::identical,
    "\\==" / 2 => terms::not_identical,
    "is" / 2 => terms::is,
    "<" / 2 => terms::number_less,
    ">" / 2 => terms::number_greater,
    "=<" / 2 => terms::number_at_most,
    ">=" / 2 => terms::number_at_least,
    "=:=" / 2 => terms::number_equal,
    "=\\=" / 2 => terms::number_unequal,
    "var" / 1 => terms::is_var,
    "nonvar" / 1 => terms::is_nonvar,
    "atom" / 1 => terms::is_atom,
    "number" / 1 => terms::is_number,
    "integer" / 1 => terms::is_integer,
    "float" / 1 => terms::is_float,
    "atomic" / 1 => terms::is_atomic,
    "compound" / 1 => terms::is_compound,
    "callable" / 1 => terms::is_callable,
    "true" / 0 => terms::truth,
    "fail" / 0 => terms::falsity,
    "false" / 0 => terms::falsity,
    "garbage_collect" / 0 => terms::truth,
    "is_list" / 1 => lists::is_list,
    "$skip_list" / 3 => lists::skip_list,
    "$make_list" / 2 => lists::make_list,
    "msort" / 2 => lists::msort,
    "sort" / 2 => lists::sort,
    "sort" / 4 => lists::sort_by,
    "keysort" / 2 => lists::keysort,
    "$collect" / 0 => lists::collect,
    "$add" / 1 => lists::add,
    "$collected" / 2 => lists::collected,
    "$group" / 2 => lists::group,
    "numlist" / 3 => lists::numlist,
    "sum_list" / 2 => lists::sum,
    "sumlist" / 2 => lists::sum,
    "atom_length" / 2 => atoms::length,
    "atom_codes" / 2 => atoms::codes,
    "atom_chars" / 2 => atoms::chars,
    "char_code" / 2 => atoms::char_code,
    "number_codes" / 2 => atoms::number_codes,
    "number_chars" / 2 => atoms::number_chars,
    "atom_number" / 2 => atoms::atom_number,
    "$sub_atoms" / 3 => atoms::sub_atoms,
    "$sub_atom" / 4 => atoms::sub_atom,
    "$require_atom" / 1 => atoms::require_atom,
    "$join" / 3 => atoms::join,
    "atomic_list_concat" / 2 => atoms::concat_list,
    "atomic_list_concat" / 3 => atoms::concat_with,
    "upcase_atom" / 2 => atoms::upcase,
    "downcase_atom" / 2 => atoms::downcase,
    "term_to_atom" / 2 => atoms::term_to_atom,
    "assertz" / 1 => clauses::assertz,
    "assert" / 1 => clauses::assertz,
    "asserta" / 1 => clauses::asserta,
    "$moment" / 1 => clauses::moment,
    "$next_clause" / 7 => clauses::next_clause,
    "$erase" / 2 => clauses::erase,
    "$dynamic" / 1 => clauses::dynamic,
    "abolish" / 1 => clauses::abolish,
    "$operators" / 1 => clauses::operators,
    "op" / 3 => clauses::op,
    "$predicates" / 1 => clauses::predicates,
    "set_prolog_flag" / 2 => clauses::set_flag,
    "write" / 1 => output::write,
    "print" / 1 => output::writeq,
    "writeln" / 1 => output::writeln,
    "writeq" / 1 => output::writeq,
    "write_canonical" / 1 => output::write_canonical,
    "write_term" / 2 => output::write_term,
    "nl" / 0 => output::nl,
    "tab" / 1 => output::tab,
    "put_char" / 1 => output::put_char,
    "$redirect" / 0 => output::redirect,
    "$redirected" / 1 => output::redirected,
    "format" / 1 => format::format,
    "format" / 2 => format::format_with,
    "format" / 3 => format::format_to,
}

/// Returns an argument of the running predicate.
fn argument(engine: &Engine, number: usize) -> Cell {
    engine.heap.deref(engine.registers[number])
}
