// @engine both
import { readFileSync } from 'node:fs';
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { makeUser } from '#server/demo/builders.ts';
import { toOneSpelling } from '#shared/email-address.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** The migration of email addresses to one spelling, on rows as they were before it. */

const migration = new URL('../../../drizzle/migrations/0026_one-spelling-of-emails.sql', import.meta.url);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The migration knows a table by its earlier name. */
const earlierNames = [
  'alter table recommendations rename to invitations',
  'alter table invitations rename column recommender_id to inviter_id',
];
const laterNames = [
  'alter table invitations rename column inviter_id to recommender_id',
  'alter table invitations rename to recommendations',
];

async function migrate(): Promise<void> {
  await database.db.transaction(async (tx) => {
    const statements = readFileSync(migration, 'utf8').split('--> statement-breakpoint');
    for (const statement of [...earlierNames, ...statements, ...laterNames]) await tx.execute(sql.raw(statement));
  });
}

test('addresses get the spelling in which new ones are stored', async () => {
  const addresses = [
    'dana@bücher.com',
    'dana@mañana-Freight.com',
    'José@例え.xn--zckzah',
    'x@München-Ost.straße.de',
    'a@правда.net',
    'a@他们为什么不说中文.com',
    'a@почемужеонинеговорятпорусски.com',
    'Plain@Prairie.example',
  ];
  const created = [];
  for (const email of addresses) created.push(await makeUser(database.db, { email }));
  const ids = created.map(({ id }) => id);
  await migrate();
  const rows = await database.db.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, ids));
  const emailById = new Map(rows.map(({ id, email }) => [id, email]));
  expect(ids.map((id) => emailById.get(id))).toEqual(addresses.map(toOneSpelling));
});

test('two accounts of one mailbox keep their addresses', async () => {
  const emails = ['eva@señor.com', 'eva@xn--seor-hqa.com'];
  for (const email of emails) await makeUser(database.db, { email });
  await migrate();
  const rows = await database.db.select({ email: users.email }).from(users).where(inArray(users.email, emails));
  expect(rows).toHaveLength(2);
});
