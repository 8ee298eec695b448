import { inArray, isNotNull, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import { textConsents, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { batchRecipients, messages, textMessages } from '#drizzle/schema/messages.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { sendMany } from '#server/messages/batch.ts';
import { readSettings } from '#server/settings/env.ts';
import type { OwnCompany } from '#server/trpc.ts';
import { roles } from '#shared/access/access.ts';
import { textingTime } from '#shared/messages/text-message.ts';
import { openCrashFixture } from '#tests/helpers/crash-world.ts';
import type { RunningServer } from '#tests/helpers/server.ts';
import { startTextServer, twilioAccount } from '#tests/helpers/twilio.ts';

const recipients = 200;
/** A zone in which texts may be sent now and for another half an hour. The server uses the real clock. */
const dayZone = ['US/Central', 'US/Hawaii', 'UTC', 'Asia/Tokyo'].find((zone) =>
  [0, 30].every((minutes) => {
    const time = new Date(Date.now() + minutes * 60_000);
    return textingTime(zone, time) === time;
  }),
);

/** Adds drivers who agreed to texts, and plans an email and a text to all of them. */
async function planMessages(db: Database, { userId, companyId }: { userId: string; companyId: string }) {
  const job = await makeJob(db, companyId);
  const people = Array.from({ length: recipients }, (_, n) => ({ n, id: newId(), phone: `4025${String(n).padStart(6, '0')}` }));
  const account = ({ n, id, phone }: (typeof people)[number]) => ({
    id,
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    roles: [roles.driver],
    phone,
    email: `bulk-${n}@test.example`,
    emailVerifiedAt: new Date(),
    timezone: dayZone as 'US/Central',
  });
  await db.insert(users).values(people.map(account));
  await db.insert(drivers).values(people.map(({ id }) => ({ userId: id })));
  await db.insert(textConsents).values(people.map(({ id, phone }) => ({ userId: id, phone, version: 'test' })));
  const rows = people.map((one) => rowOfApplication(job, { ...account(one), profile: { userId: one.id } }));
  await db.insert(applications).values(rows);
  const actor = {
    userId,
    companyId,
    impersonatorId: null,
    ip: '127.0.0.1',
    roles: [roles.companyAdmin],
    language: 'en' as const,
  };
  const settings = readSettings({ NODE_ENV: 'test' });
  for (const channel of ['app', 'sms'] as const)
    await sendMany({ db, settings }, { companyId } as OwnCompany, actor, {
      ids: rows.flatMap(({ id }) => id ?? []),
      body: 'Hi {{first_name}}',
      channel,
      key: newId(),
      timeZone: 'US/Central',
      language: 'en',
    });
  await db.update(batchRecipients).set({ dueAt: new Date() });
}

test('a node that is killed in the middle of messages to many sends each person exactly one email and one text', async () => {
  let server: RunningServer | undefined;
  /** Kills the server, which then has not got the answer, when so many have been taken. */
  const kills = { texts: [90], emails: [130] };
  let dead = Promise.withResolvers<void>();
  const killAt = (count: number, counts: number[]) => {
    if (count !== counts[0]) return;
    counts.shift();
    void server?.kill().then(() => dead.resolve());
  };
  const texts = await startTextServer({ onText: (count) => killAt(count, kills.texts) });
  const emails: { to: string; id: string }[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        emails.push({ to: session.envelope.rcptTo[0]?.address ?? '', id: /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? '' });
        killAt(emails.length, kills.emails);
        done();
      });
    },
  });
  // A killed client resets its connection.
  smtp.on('error', () => undefined);
  const smtpPort = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
  });
  const fixture = await openCrashFixture({
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMS_URL: texts.url,
    SMS_ACCOUNT: twilioAccount.account,
    SMS_TOKEN: twilioAccount.token,
    SMS_FROM: twilioAccount.from,
  });
  const withDatabase = async (work: (db: Database) => Promise<unknown>) => {
    const database = await openDatabase({ ...fixture.database, runMigrations: false });
    await work(database.db).finally(() => database.close());
  };
  try {
    await withDatabase((db) => planMessages(db, fixture.employer));
    for (let killed = 0; killed < 2; killed += 1) {
      dead = Promise.withResolvers();
      server = await fixture.start();
      await dead.promise;
      // Instead of waiting until the leases of the killed node expire.
      await withDatabase(async (db) => {
        await db
          .update(outbox)
          .set({ leaseUntil: sql`now()` })
          .where(isNotNull(outbox.leaseUntil));
        await db
          .update(textMessages)
          .set({ leaseUntil: sql`now()` })
          .where(isNotNull(textMessages.leaseUntil));
      });
    }
    server = await fixture.start();
    const countOf = (ids: string[]) => new Set(ids).size;
    await vi.waitFor(
      () => {
        expect(countOf(texts.received.map(({ to }) => to))).toBe(recipients);
        expect(countOf(emails.map(({ to }) => to))).toBe(recipients);
      },
      { timeout: 60_000, interval: 100 },
    );
    await server.stop();
    expect(texts.received).toHaveLength(recipients);
    // A kill came between the mail server's acceptance and our record. Such an email is sent again with its Message-ID,
    // by which the recipient's mail server drops it.
    expect(countOf(emails.map(({ id }) => id))).toBe(recipients);
    expect(emails.length).toBeLessThanOrEqual(recipients + 1);
    await withDatabase(async (db) => {
      expect(await db.select().from(messages)).toHaveLength(2 * recipients);
      expect(
        await db
          .select()
          .from(textMessages)
          .where(inArray(textMessages.state, ['waiting', 'failed'])),
      ).toEqual([]);
    });
  } finally {
    await server?.kill();
    await fixture.close();
    texts.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
  }
}, 180_000);
