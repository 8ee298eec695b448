import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { dayIn, localTimeIn, platformZone, type TimeZone, zoneName } from '#shared/time-zone.ts';
import type { Reader } from '#server/lists/filter.ts';

/** A file as the REST door sends it: written while it is read, so that any number of rows needs the same memory. */
export type CsvFile = { fileName: string; chunks: AsyncIterable<string> };

export const csvFileSchema = z.custom<CsvFile>(
  (value) => typeof value === 'object' && value !== null && 'chunks' in value && 'fileName' in value,
  'A file is required',
);

export type CsvCell = string | number | boolean | Date | null | undefined;
/** The heading of a `time` names the zone that its dates are written in. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => CsvCell, kind?: 'time'];

/** Spreadsheets take a UTF-8 file for one only with this in front. */
const byteOrderMark = '\uFEFF';

type Table<Row> = { name: string; columns: readonly CsvColumn<Row>[] } & Reader;

/**
 * Rows as CSV by RFC 4180. A text that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or return in
 * front) gets an apostrophe before it. Rows end in CRLF, lines inside a cell in LF, so that rows can be counted.
 */
export function csvFile<Row>(
  { name, columns, timeZone = platformZone }: Table<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvFile {
  return { fileName: `${name}-${dayIn(timeZone, Date.now())}.csv`, chunks: write(columns, timeZone, batches) };
}

async function* write<Row>(
  columns: readonly CsvColumn<Row>[],
  timeZone: TimeZone,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + lines([columns.map(([heading, , kind]) => (kind ? `${heading} (${zoneName(timeZone)})` : heading))]);
  for await (const batch of batches) yield lines(batch.map((row) => columns.map(([, cell]) => plain(cell(row), timeZone))));
}

function lines(rows: readonly (string | number)[][]): string {
  return stringify([...rows], { escape_formulas: true, record_delimiter: '\r\n' });
}

function plain(cell: CsvCell, timeZone: TimeZone): string | number {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return localTimeIn(timeZone, cell).replace('T', ' ');
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return typeof cell === 'string' ? cell.replaceAll('\r\n', '\n') : cell;
}
