import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { together } from '#server/db/together.ts';
import { mail } from '#server/mail/outbox.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const left = async (recipient: string) =>
  (await t.services.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.recipient, recipient))).length;
const words = { firstName: 'Ann', title: 'Night tanker', company: 'Prairie Freight', place: 'Omaha, NE' };

describe('statements that go out together', () => {
  it('answer each in its place, in the order given', async () => {
    const numbers = await t.services.db.transaction((tx) =>
      together([tx.execute<{ n: number }>(sql`select 1 as n`), null, tx.execute<{ n: number }>(sql`select 2 as n`)]),
    );
    expect([numbers[0][0]?.n, numbers[1], numbers[2][0]?.n]).toEqual([1, null, 2]);
  });

  it('leave nothing behind when one fails, not even what is sent after it failed', async () => {
    const recipient = 'together@haulboard.example';
    const late = async (tx: Parameters<typeof mail>[0]) => {
      await mail(tx, recipient, 'application_sent', words);
      await mail(tx, recipient, 'application_sent', words);
    };
    const refused = async () => {
      throw new Error('Refused before any answer came');
    };
    const work = t.services.db.transaction((tx) => together([refused(), late(tx)]));
    await expect(work).rejects.toThrow('Refused before any answer came');
    expect(await left(recipient)).toBe(0);
  });

  it('say the first failure, not that the transaction is aborted', async () => {
    const work = t.services.db.transaction((tx) =>
      together([tx.execute(sql`select 1`), tx.execute(sql`select 1 / 0`), tx.execute(sql`select 2`)]),
    );
    await expect(work).rejects.toMatchObject({ cause: { code: '22012' } });
  });
});
