import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Transport } from '#server/mail/transport.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** No email is sent twice, whatever happens between sending it and recording that. */
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let sent: string[] = [];
const recordingTransport = (before: (to: string) => Promise<unknown> = async () => undefined): Transport => ({
  send: async ({ to }) => {
    await before(to);
    sent.push(to);
  },
  close: () => undefined,
});
const deliver = (transport: Transport, db: Database = database.db) => deliverMail(db, transport, 'https://jobs.test.example');
const write = (to: string) => mail(database.db, to, 'email_taken', { firstName: 'Dana' }, null);

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  sent = [];
  await database.db.delete(outbox);
});
afterEach(() => void vi.useRealTimers());

it('a node whose clock is ten minutes ahead does not take what another is sending', async () => {
  await write('one@test.example');
  const sending = Promise.withResolvers<void>();
  const first = deliver(recordingTransport(() => sending.promise));
  await vi.waitFor(async () => expect((await database.db.select().from(outbox))[0]?.attempts).toBe(1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  expect(await deliver(recordingTransport())).toBe(0);
  vi.useRealTimers();
  sending.resolve();
  await first;
  expect(sent).toEqual(['one@test.example']);
});

it('a mail server that is slow does not make another node send the rest of the batch', async () => {
  const addresses = ['a@test.example', 'b@test.example', 'c@test.example'];
  for (const address of addresses) await write(address);
  const others: number[] = [];
  // While the first email is sent, the leases of the others expire and another server looks for work.
  const slow = recordingTransport(async (to) => {
    if (others.length > 0) return;
    await database.sql`update outbox set lease_until = now() - interval '1 second' where recipient <> ${to}`;
    others.push(await deliver(recordingTransport()));
  });
  await deliver(slow);
  expect(others).toEqual([2]);
  expect(sent.toSorted()).toEqual(addresses);
});

it('the outcome of each email in a batch is stored once the database is back, and none is sent twice', async () => {
  const addresses = ['a@test.example', 'b@test.example', 'c@test.example'];
  for (const address of addresses) await write(address);
  let failures = 0;
  const flaky = new Proxy(database.db, {
    get: (target, name, receiver) => {
      if (name === 'with' && failures < sent.length * 2) {
        failures += 1;
        const code = failures % 2 ? 'CONNECTION_CLOSED' : '40P01';
        throw Object.assign(new Error('Away'), { code, cause: { code } });
      }
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  await deliver(recordingTransport(), flaky);
  expect(failures).toBe(4);
  expect(await database.db.select().from(outbox)).toMatchObject(addresses.map(() => ({ attempts: 1, sentAt: expect.any(Date) })));
  expect(await deliver(recordingTransport())).toBe(0);
  expect(sent.toSorted()).toEqual(addresses);
});

it('an outcome is stored when the database is back after an outage', async () => {
  await write('one@test.example');
  let failures = 0;
  const flaky = new Proxy(database.db, {
    get: (target, name, receiver) => {
      if (name === 'update' && sent.length > 0 && failures < 3) {
        failures += 1;
        throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' });
      }
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  await deliver(recordingTransport(), flaky);
  expect(failures).toBe(3);
  expect(await database.db.select().from(outbox)).toMatchObject([{ attempts: 1, lastError: null, sentAt: expect.any(Date) }]);
  expect(await deliver(recordingTransport())).toBe(0);
  expect(sent).toEqual(['one@test.example']);
});

it('a mail server that is down delays mails and loses none', async () => {
  for (const address of ['a@test.example', 'b@test.example']) await write(address);
  const down = recordingTransport(() =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  );
  expect(await deliver(down)).toBe(2);
  expect(await deliver(recordingTransport())).toBe(0);
  await database.db.update(outbox).set({ dueAt: new Date(Date.now() - 1000) });
  expect(await deliver(recordingTransport())).toBe(2);
  expect(sent.toSorted()).toEqual(['a@test.example', 'b@test.example']);
});
