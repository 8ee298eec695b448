import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvCell, csvFile } from './csv.ts';

async function textOf(cells: CsvCell[][]): Promise<string> {
  async function* batches() {
    for (const row of cells) yield [row];
  }
  const width = Math.max(0, ...cells.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, n) => [{ key: `c${n}` }, (row: CsvCell[]) => row[n]] as const);
  let text = '';
  for await (const chunk of csvFile({ name: 'rows', columns, timeZone: 'US/Pacific' }, batches()).chunks) text += chunk;
  return text;
}

/** A strict reader of RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; !(text[at] === '"' && text[at + 1] !== '"'); at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at] ?? '';
      }
      at += 1;
    } else while (at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at)) cell += text[at++] ?? '';
    row.push(cell);
    if (text[at] === ',') at += 1;
    else {
      rows.push(row);
      row = [];
      at += 2;
    }
  }
  return rows;
}

const formula = /^[=+\-@\t\r]/;

test('any texts come back as they were, but for the apostrophe before formulas', async () => {
  const sign = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ',', '\n', "'", ' ', 'a', 'é', '漢', ';', '0');
  const text = fc.oneof(
    fc.string(),
    fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), async (rows) => {
      const written = await textOf(rows);
      expect(written.startsWith('\uFEFFc0,c1\r\n')).toBe(true);
      const read = parse(written.slice(1)).slice(1);
      const expected = rows.map((cells) =>
        cells.map((cell) => cell.replaceAll('\r\n', '\n')).map((cell) => (formula.test(cell) ? `'${cell}` : cell)),
      );
      expect(read).toEqual(expected);
      for (const cell of read.flat()) expect(cell).not.toMatch(formula);
    }),
    { numRuns: 500 },
  );
});

test('numbers, dates, yes and no, and nothing', async () => {
  const at = new Date('2026-11-21T07:00:00Z');
  expect(await textOf([[-12.5, at, true, false, null, undefined]])).toBe(
    '\uFEFFc0,c1,c2,c3,c4,c5\r\n-12.5,2026-11-20 23:00,Yes,No,,\r\n',
  );
});

test('a file carries its day in its name', () => {
  async function* none() {
    yield [];
  }
  expect(csvFile({ name: 'companies', columns: [] }, none()).fileName).toMatch(/^companies-\d{4}-\d{2}-\d{2}\.csv$/);
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
