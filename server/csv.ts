import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';

/** A file as the REST door sends it: written while it is read, so that any number of rows needs the same memory. */
export type CsvFile = { fileName: string; chunks: AsyncIterable<string> };

export const csvFileSchema = z.custom<CsvFile>(
  (value) => typeof value === 'object' && value !== null && 'chunks' in value && 'fileName' in value,
  'A file is required',
);

export type CsvCell = string | number | boolean | Date | null | undefined;
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => CsvCell];

/** Spreadsheets take a UTF-8 file for one only with this in front. */
const byteOrderMark = '\uFEFF';

/**
 * Rows as CSV by RFC 4180. A text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or return in
 * front) gets an apostrophe before it. Rows end in CRLF, lines inside a cell in LF, so that rows can be counted.
 */
export function csvFile<Row>(name: string, columns: readonly CsvColumn<Row>[], batches: AsyncIterable<readonly Row[]>): CsvFile {
  const day = new Date().toISOString().slice(0, 10);
  return { fileName: `${name}-${day}.csv`, chunks: write(columns, batches) };
}

async function* write<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + lines([columns.map(([heading]) => heading)]);
  for await (const batch of batches) yield lines(batch.map((row) => columns.map(([, cell]) => plain(cell(row)))));
}

function lines(rows: readonly (string | number)[][]): string {
  return stringify([...rows], { escape_formulas: true, record_delimiter: '\r\n' });
}

function plain(cell: CsvCell): string | number {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return typeof cell === 'string' ? cell.replaceAll('\r\n', '\n') : cell;
}
