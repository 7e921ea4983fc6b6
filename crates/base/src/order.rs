//! Sorting without knowing what is sorted: a generic sort is compiled anew for every type and every
//! function that compares, which is a lot of code for lists of a few moves.

/// Returns the places of the keys, from the least key to the greatest. Equal keys keep their order.
///
/// ```
/// assert_eq!(ludex_base::order_by_key(&[30, 10, 20, 10]), [1, 3, 2, 0]);
/// ```
pub fn order_by_key(keys: &[u64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..keys.len()).collect();
    places.sort_by_key(|&place| keys[place]);
    places
}
