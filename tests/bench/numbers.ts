export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Returns the value below which the given share (0 to 1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export type Row = (string | number)[];

/** Formats a text table with right-aligned numbers. */
export function formatTable(head: string[], rows: readonly Row[]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const isNumberColumn = head.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number' || /^[\d.,≥≤< ]*$/.test(String(row[column]))),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (isNumberColumn[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  );
  return [lines[0] ?? '', widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

export const formatVerdict = (isMet: boolean): string => (isMet ? 'PASS' : 'MISS');
export const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
