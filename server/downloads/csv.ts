import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { Reader } from '#server/lists/conditions.ts';
import { type Field, fieldText, yesOrNo } from '#shared/resource.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';
import { writerIn } from '#shared/texts/write-text.ts';
import { localDay, localTimeIn, platformZone, type TimeZone, zoneName } from '#shared/time-zone.ts';

/** A CSV file that is sent while its rows are being read, so that memory use does not depend on the number of rows. */
export type CsvFile = { fileName: string; chunks: AsyncIterable<string> };

export const csvFileSchema = z.custom<CsvFile>(
  (value) => typeof value === 'object' && value !== null && 'chunks' in value && 'fileName' in value,
  'errors.fileRequired',
);

export type CsvCell = string | number | boolean | Date | null | undefined;
/** The heading of a `time` column names the zone of its times. */
export type CsvColumn<Row> = readonly [heading: Text, cell: (row: Row, write: TextWriter) => CsvCell, kind?: 'time'];

type FieldCell<Row> = (row: Row, write: TextWriter) => CsvCell;
/** The fields whose values are neither a cell nor codes of a catalogue, such as a list of tags. */
type FieldWithoutText<Row, Fields extends Record<string, Field>> = {
  [Name in keyof Fields & keyof Row]: Row[Name] extends CsvCell
    ? never
    : Fields[Name] extends { catalogue: object }
      ? never
      : Name;
}[keyof Fields & keyof Row];
type FieldCells<Row, Fields extends Record<string, Field>> = Partial<Record<keyof Fields, FieldCell<Row>>> &
  Record<FieldWithoutText<Row, Fields>, FieldCell<Row>>;

/**
 * A column for each field, in the order of the fields. Codes become labels. `cells` overrides the text of single fields, and has
 * the text of each field whose value is an object or a list without a catalogue.
 */
export function csvColumns<Row extends Record<keyof Fields, unknown>, Fields extends Record<string, Field>>(
  fields: Fields,
  cells: FieldCells<Row, Fields>,
): CsvColumn<Row>[] {
  const overrides: Partial<Record<string, FieldCell<Row>>> = cells;
  return Object.entries(fields).map(([name, field]) => {
    const { label, heading = label, catalogue, list } = field;
    const cell: FieldCell<Row> =
      overrides[name] ?? ((row, write) => (catalogue ? fieldText(field, row[name], write) : (row[name] as CsvCell)));
    return list?.kind === 'date' ? [heading, cell, 'time'] : [heading, cell];
  });
}

/** The details of a log entry as `path: auth.login; code: too_many`. */
export function detailText(detail: Record<string, unknown> | null): string {
  const parts = Object.entries(detail ?? {}).map(([name, value]) => `${name}: ${valueText(value)}`);
  return parts.join('; ');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object') return `(${detailText({ ...value })})`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Spreadsheets recognize UTF-8 only with this mark at the start. */
const byteOrderMark = '\uFEFF';

type Table<Row> = { name: string; columns: readonly CsvColumn<Row>[] } & Reader;

/**
 * Rows as CSV by RFC 4180. A text that a spreadsheet could run as a formula (one that starts with `=`, `+`, `-`, `@`, a tab
 * or a return) gets an apostrophe in front. Rows end in CRLF and lines inside a cell in LF, so that rows can be counted.
 */
export function csvFile<Row>(
  { name, columns, timeZone = platformZone, language = 'en' }: Table<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvFile {
  return {
    fileName: `${name}-${localDay(timeZone, Date.now())}.csv`,
    chunks: chunksOf({ columns, timeZone, write: writerIn(language) }, batches),
  };
}

type CsvLayout<Row> = { columns: readonly CsvColumn<Row>[]; timeZone: TimeZone; write: TextWriter };

async function* chunksOf<Row>(
  { columns, timeZone, write }: CsvLayout<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void, undefined> {
  const zone = write(zoneName(timeZone));
  const headings = columns.map(([heading, , kind]) =>
    kind ? write(text('files.inTimeZone', { heading: write(heading), zone })) : write(heading),
  );
  yield byteOrderMark + formatLines([headings]);
  const toPlain = toPlainCell(timeZone, write);
  for await (const batch of batches) yield formatLines(batch.map((row) => columns.map(([, cell]) => toPlain(cell(row, write)))));
}

function formatLines(rows: readonly (string | number)[][]): string {
  return stringify([...rows], { escape_formulas: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

const toPlainCell =
  (timeZone: TimeZone, write: TextWriter) =>
  (cell: CsvCell): string | number => {
    if (cell === null || cell === undefined) return '';
    if (cell instanceof Date) return localTimeIn(timeZone, cell).replace('T', ' ');
    if (typeof cell === 'boolean') return write(yesOrNo(cell));
    return typeof cell === 'string' ? cell.replaceAll('\r\n', '\n') : cell;
  };
