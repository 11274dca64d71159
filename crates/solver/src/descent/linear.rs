//! Systems of linear equations.

/// Solves by elimination with pivots; `None` if the matrix is singular.
pub(super) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let magnitude = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..size).max_by(|a, b| magnitude(a).total_cmp(&magnitude(b)))?;
        if matrix[pivot][column] == 0.0 || !matrix[pivot][column].is_finite() {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let head = &above[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / head[column];
            for (entry, value) in row.iter_mut().zip(head).skip(column) {
                *entry -= factor * value;
            }
            right[column + 1 + offset] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|i| matrix[row][i] * right[i]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|x| x.is_finite()).then_some(right)
}

#[cfg(test)]
mod tests {
    use super::solve;

    #[test]
    fn rows_are_exchanged_where_a_pivot_is_zero() {
        let matrix = vec![vec![0.0, 2.0], vec![4.0, 1.0]];
        assert_eq!(solve(matrix, vec![6.0, 11.0]), Some(vec![2.0, 3.0]));
    }

    #[test]
    fn a_singular_matrix_has_no_solution() {
        let matrix = vec![vec![1.0, 2.0], vec![2.0, 4.0]];
        assert_eq!(solve(matrix, vec![1.0, 2.0]), None);
    }
}
