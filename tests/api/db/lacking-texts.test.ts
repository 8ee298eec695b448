import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { listCompanies } from '#server/company/company-list.ts';
import { knowLacking } from '#server/db/lacking-texts.ts';
import type { ListFields } from '#server/db/list.ts';
import { rowOfCompany } from '#server/demo/builders.ts';
import { bulkInsert } from '#server/demo/bulk.ts';
import type { Page, Search } from '#shared/list.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';
import { type OracleFields, trickyWord } from '#tests/helpers/filter-oracle.ts';
import { everyPage, type OracleKeys } from '#tests/helpers/list-oracle.ts';

/** What nearly all rows hold, most of them near their beginning: companies of few first words, phones of one exchange or none. */

type Row = typeof companies.$inferSelect;
/** The last letter of all, what comes before and after others in bytes but not in words, and one that begins another. */
const heads = [
  'Freight line ',
  'FREIGHT Line',
  'Éa freight ',
  'freight\u{10FFFF}',
  '\u{10FFFF}freight',
  'a_freight %',
  'Fr\u{1F69A}eight',
];
const many = 6_000;
const tails = fc.sample(trickyWord, { numRuns: many, seed: 7 });
const places = new Map<string, number>();

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let rows: Row[];

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const made = tails.map((tail, n) =>
    rowOfCompany({
      companyName: `${heads[n % 50 === 0 ? n % heads.length : 0]}${tail}`,
      phone: n % 2 === 0 ? null : n % 1999 === 0 ? '4020001111' : `${402 + (n % 9)}555${String(n % 100).padStart(4, '0')}`,
    }),
  );
  await bulkInsert(db, companies, made);
  rows = await db.select().from(companies);
  const texts = await db.execute<{ text: string; place: number }>(sql`
    select text, (dense_rank() over (order by text))::int as place
    from (select search_name as text from companies union select phone from companies where phone is not null) t`);
  for (const { text, place } of texts) places.set(text, place);
}, 60_000);
afterAll(() => database.close());

const fields: OracleFields<Row> = {
  company_name: {
    kind: 'text',
    of: (row) => row.companyName,
    values: fc.oneof(trickyWord, fc.constantFrom('e', 'F', 'freight', 'line', 'É', '\u{10FFFF}', '\u{1F69A}', 't l', '')),
  },
  phone: { kind: 'text', of: (row) => row.phone, values: fc.constantFrom('5', '555', '4', '0', '402', '11', '555000') },
};
const placeOf = (text: string | null) => (text === null ? null : (places.get(text) ?? null));
const keys: OracleKeys<Row> = {
  company_name: (row) => placeOf(row.searchName),
  phone: (row) => placeOf(row.phone),
};

test('any filter finds what it says, no more and no less, in the order asked for', { timeout: 120_000 }, async () => {
  const read = (search: Search & Page) => listCompanies(database.db, search);
  await expect(everyPage(fields, keys, rows, read)).resolves.toBeUndefined();
});

const searched: ListFields = {
  name: {
    kind: 'text',
    column: companies.companyName,
    search: { lower: companies.searchName, isInByteOrder: true },
    isRequired: true,
  },
  phone: { kind: 'text', column: companies.phone, search: { lower: companies.phone, isInByteOrder: true } },
};
const lackingOf = async (field: string, text: string) => {
  const filters = { and: [{ field, operator: 'not_ilike', value: text }] };
  return (await knowLacking(database.db, { table: companies, fields: searched }, filters))[field]?.lacking?.get(text);
};

test.each([
  ['phone', '555'],
  ['phone', '5'],
  ['phone', '4'],
  ['name', 'freight'],
  ['name', 'e'],
  ['name', 'IGHT'],
  ['name', ''],
])('the few texts of %s that do not hold "%s" are found', async (field, text) => {
  const held = rows.flatMap((row) => (field === 'phone' ? (row.phone ?? []) : row.searchName));
  const lacking = new Set(held.filter((one) => !one.includes(text.toLowerCase())));
  expect(new Set(await lackingOf(field, text))).toEqual(lacking);
});

test('many texts are not', async () => {
  expect(await lackingOf('name', 'no company holds this')).toBeUndefined();
  expect(await lackingOf('phone', '99')).toBeUndefined();
});
