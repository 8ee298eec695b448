import { eq, inArray, isNull } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { followUps, interviews } from '#drizzle/schema/hiring.ts';
import { digestCounts, digests, notifications } from '#drizzle/schema/notifications.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { daysFromNow, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { dayMs } from '#shared/days.ts';
import { localDay, platformZone } from '#shared/time-zone.ts';
import { openCrashFixture } from '#tests/helpers/crash-world.ts';
import type { RunningServer } from '#tests/helpers/server.ts';

/**
 * A node is killed in the middle of reminders of interviews, of follow-ups and of applications without an answer, and of daily emails.
 * Each time, the database holds one of the emails up, so that the node dies inside the transaction that writes it. This needs a second
 * connection to the database, which the embedded engine does not offer.
 */
const people = 10;
/** Any number for an advisory lock of the database. */
const lock = 4711;

type Crashing = { kind: string; recipients: string[] };
let fixture: Awaited<ReturnType<typeof openCrashFixture>>;
let db: Database;
let sql: ReturnType<typeof postgres>;
let close: () => Promise<void>;
let drivers: string[];
let employees: { id: string; email: string }[];

async function planReminders(companyId: string): Promise<void> {
  const job = await makeJob(db, companyId);
  const dueAt = new Date(Date.now() - 1000);
  const startsAt = new Date(Date.now() + dayMs);
  for (let n = 0; n < people; n += 1) {
    const driver = await makeDriver(db);
    drivers.push(driver.email);
    const { id: ownerId, email } = await makeEmployee(db, companyId);
    employees.push({ id: ownerId, email });
    const waiting = { applicationAt: daysFromNow(-6), remindAnswerAt: dueAt, ownerId };
    const row = { ...rowOfApplication(job, driver, waiting), id: crypto.randomUUID() };
    await db.insert(applications).values(row);
    const ids = { companyId, applicationId: row.id };
    const times = { times: [startsAt], startsAt, remindAt: dueAt };
    await db.insert(interviews).values({ ...ids, status: 'scheduled', kind: 'phone', minutes: 30, ...times });
    const dueOn = localDay(platformZone, Date.now());
    await db.insert(followUps).values({ ...ids, ownerId, task: 'Call', dueOn, remindAt: dueAt });
    const [digest] = await db.insert(digests).values({ userId: ownerId, companyId, dueAt }).returning({ id: digests.id });
    await db.insert(digestCounts).values({ digestId: digest?.id ?? '', kind: 'new_application', jobId: job.id });
  }
}

describe.skipIf(inject('server') === null)('a node that is killed', () => {
  beforeAll(async () => {
    [drivers, employees] = [[], []];
    fixture = await openCrashFixture();
    const database = await openDatabase({ ...fixture.database, runMigrations: false });
    db = database.db;
    sql = postgres(fixture.database.url ?? '', { max: 1, onnotice: () => undefined });
    close = async () => {
      await sql.end();
      await database.close();
      await fixture.close();
    };
    await planReminders(fixture.employer.companyId);
    await sql.unsafe(`create table held_up (template text, recipient text);
      create function hold_up() returns trigger language plpgsql as $$ begin
        if exists (select from held_up h where h.template = new.template and h.recipient = new.recipient) then
          perform pg_advisory_xact_lock(${lock});
        end if;
        return new;
      end $$;
      create trigger hold_up before insert on outbox for each row execute function hold_up();`);
  });
  afterAll(() => close());

  /** Starts a node, and kills it while it writes the email of one of the recipients. */
  async function killInTheMiddle({ kind, recipients }: Crashing): Promise<void> {
    await sql`select pg_advisory_lock(${lock})`;
    await sql`insert into held_up values (${kind}, ${recipients[Math.floor(people / 2)] ?? ''})`;
    const server = await fixture.start();
    const waiting = () => sql`select pid from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted`;
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 30_000, interval: 50 });
    const [backend] = await waiting();
    await server.kill();
    await sql`delete from held_up`;
    await sql`select pg_advisory_unlock(${lock})`;
    // The database notices the lost connection and rolls back.
    const isAlive = () => sql`select from pg_stat_activity where pid = ${backend?.['pid'] as number}`;
    await vi.waitFor(async () => expect(await isAlive()).toHaveLength(0), { timeout: 30_000, interval: 50 });
  }

  test('in the middle of reminders and daily emails sends each exactly once', async () => {
    const recipients = employees.map(({ email }) => email);
    let server: RunningServer | undefined;
    try {
      await killInTheMiddle({ kind: 'interview_reminder', recipients: drivers });
      await killInTheMiddle({ kind: 'follow_ups_due', recipients });
      await killInTheMiddle({ kind: 'applicants_unanswered', recipients });
      await killInTheMiddle({ kind: 'daily_digest', recipients });
      server = await fixture.start();
      const isWaiting = async () => [
        ...(await db.select({ id: digests.id }).from(digests)),
        ...(await db.select({ id: outbox.id }).from(outbox).where(isNull(outbox.sentAt))),
      ];
      await vi.waitFor(async () => expect(await isWaiting()).toEqual([]), { timeout: 60_000, interval: 100 });
      await server.stop();
    } finally {
      await server?.kill();
    }
    const sentTo = async (template: string) => {
      const rows = await db.select({ to: outbox.recipient }).from(outbox).where(eq(outbox.template, template));
      return rows.map(({ to }) => to).toSorted();
    };
    expect(await sentTo('interview_reminder')).toEqual(drivers.toSorted());
    expect(await sentTo('follow_ups_due')).toEqual(recipients.toSorted());
    expect(await sentTo('applicants_unanswered')).toEqual(recipients.toSorted());
    expect(await sentTo('daily_digest')).toEqual(recipients.toSorted());
    const bells = await db
      .select({ kind: notifications.kind })
      .from(notifications)
      .where(inArray(notifications.kind, ['interview_reminder', 'follow_up', 'unanswered']));
    expect(Object.groupBy(bells, ({ kind }) => kind)).toMatchObject({
      interview_reminder: { length: people },
      follow_up: { length: people },
      unanswered: { length: people },
    });
  }, 180_000);
});
