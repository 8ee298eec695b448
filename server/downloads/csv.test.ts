import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvCell, csvFile } from './csv.ts';

async function toCsvText(cells: CsvCell[][]): Promise<string> {
  async function* batches() {
    for (const row of cells) yield [row];
  }
  const width = Math.max(0, ...cells.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, n) => [{ key: `c${n}` }, (row: CsvCell[]) => row[n]] as const);
  let text = '';
  for await (const chunk of csvFile({ name: 'rows', columns, timeZone: 'US/Pacific' }, batches()).chunks) text += chunk;
  return text;
}

/** A strict parser of RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    let cell = '';
    if (text[position] === '"') {
      for (position += 1; !(text[position] === '"' && text[position + 1] !== '"'); position += 1) {
        if (text[position] === '"') position += 1;
        cell += text[position] ?? '';
      }
      position += 1;
    } else while (position < text.length && !/[,"\r\n]/.test(text[position] ?? '')) cell += text[position++] ?? '';
    row.push(cell);
    if (text[position] === ',') position += 1;
    else {
      rows.push(row);
      row = [];
      position += 2;
    }
  }
  return rows;
}

const formula = /^[=+\-@\t\r]/;

test('any text survives the round trip, except the apostrophe before formulas', async () => {
  const character = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ',', '\n', "'", ' ', 'a', 'é', '漢', ';', '0');
  const text = fc.oneof(
    fc.string(),
    fc.array(character, { maxLength: 8 }).map((signs) => signs.join('')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), async (rows) => {
      const csvText = await toCsvText(rows);
      expect(csvText.startsWith('\uFEFFc0,c1\r\n')).toBe(true);
      const parsedRows = parse(csvText.slice(1)).slice(1);
      const expected = rows.map((cells) =>
        cells.map((cell) => cell.replaceAll('\r\n', '\n')).map((cell) => (formula.test(cell) ? `'${cell}` : cell)),
      );
      expect(parsedRows).toEqual(expected);
      for (const cell of parsedRows.flat()) expect(cell).not.toMatch(formula);
    }),
    { numRuns: 500 },
  );
});

test('numbers, dates, yes and no, and nothing', async () => {
  const at = new Date('2026-11-21T07:00:00Z');
  expect(await toCsvText([[-12.5, at, true, false, null, undefined]])).toBe(
    '\uFEFFc0,c1,c2,c3,c4,c5\r\n-12.5,2026-11-20 23:00,Yes,No,,\r\n',
  );
});

test('a file carries its day in its name', () => {
  async function* noRows() {
    yield [];
  }
  expect(csvFile({ name: 'companies', columns: [] }, noRows()).fileName).toMatch(/^companies-\d{4}-\d{2}-\d{2}\.csv$/);
});

test('the heading of times names their zone', async () => {
  async function* batches() {
    yield [new Date('2026-07-01T05:30:00Z')];
  }
  const table = { name: 'log', columns: [[{ key: 'When' }, (at: Date) => at, 'time'] as const] };
  const texts = await Promise.all(
    ['US/Central', 'US/Arizona'].map(async (timeZone) =>
      (await Array.fromAsync(csvFile({ ...table, timeZone }, batches()).chunks)).join(''),
    ),
  );
  expect(texts).toEqual([
    '\uFEFFWhen (Central time)\r\n2026-07-01 00:30\r\n',
    '\uFEFFWhen (Arizona time)\r\n2026-06-30 22:30\r\n',
  ]);
});
