// @engine both
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import { sendTogether } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const left = async (recipient: string) =>
  (await t.services.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.recipient, recipient))).length;
const sampleTexts = { firstName: 'Ann', title: 'Night tanker', company: 'Prairie Freight', place: 'Omaha, NE' };

describe('statements that go out together', () => {
  it('go out in the order given, however each is written, and answer each in its place', async () => {
    const next = sql<number>`nextval('turns')::int`;
    const answers = await t.services.db.transaction(async (tx) => {
      await tx.execute(sql`create temporary sequence turns`);
      const nextValue = async () => (await tx.execute<{ n: number }>(sql`select ${next} as n`))[0]?.n;
      return sendTogether([
        () => tx.select({ n: next }).from(sql`(select 1) one`),
        nextValue,
        null,
        () => tx.execute<{ n: number }>(sql`select ${next} as n`),
        nextValue,
      ]);
    });
    const [first, second, none, third, fourth] = answers;
    expect([first[0]?.n, second, none, third[0]?.n, fourth]).toEqual([1, 2, null, 3, 4]);
  });

  it('leave nothing behind when one fails, not even what is sent after it failed', async () => {
    const recipient = 'together@haulboard.example';
    const work = t.services.db.transaction((tx) => {
      const expectRefusal = async () => {
        throw new Error('Refused before any answer came');
      };
      const late = async () => {
        await mail(tx, recipient, 'application_sent', sampleTexts, null);
        await mail(tx, recipient, 'application_sent', sampleTexts, null);
      };
      return sendTogether([expectRefusal, late]);
    });
    await expect(work).rejects.toThrow('Refused before any answer came');
    expect(await left(recipient)).toBe(0);
  });

  it('say what failed first, not that the transaction is aborted', async () => {
    const work = t.services.db.transaction((tx) => {
      const late = async () => {
        await tx.execute(sql`select 1`);
        await tx.execute(sql`select 2`);
      };
      return sendTogether([late, () => tx.execute(sql`select 1 / 0`), () => tx.execute(sql`select 3`)]);
    });
    await expect(work).rejects.toMatchObject({ cause: { code: '22012' } });
  });
});
