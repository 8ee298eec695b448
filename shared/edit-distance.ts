/**
 * The number of typing errors between two texts: a missing, extra or wrong letter, or two neighboring letters in the wrong
 * order (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(previous, j) + 1,
        at(row, j - 1) + 1,
        at(previous, j - 1) + cost,
        isSwap ? at(beforePrevious, j - 2) + 1 : Infinity,
      );
    }
    [beforePrevious, previous] = [previous, row];
  }
  return at(previous, b.length);
}

const at = (row: readonly number[], index: number) => row[index] ?? Infinity;

/** The maximum number of typing errors in a word of this length, so that a short word does not become another one. */
export const maxErrors = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3);
