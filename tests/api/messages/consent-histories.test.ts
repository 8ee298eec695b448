import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throttles, users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { AppError } from '#server/errors.ts';
import { setTextConsent } from '#server/messages/change-text-consent.ts';
import { receiveText } from '#server/messages/receive-text.ts';
import { sendMessage } from '#server/messages/send-message.ts';
import { changeConsentByPhone } from '#server/sms/consent.ts';
import { deliverTexts } from '#server/sms/deliver-texts.ts';
import { type SmsService, TextRefusedError } from '#server/sms/port.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/**
 * Without a driver's consent no text leaves (`docs/product/messages.md#text-messages`), whatever happened before: random histories
 * of consents, withdrawals, STOP, START, new numbers, refusals of the service, and texts. `CONSENT_HISTORIES=10000` makes it long, and
 * `CONSENT_SEED` chooses other histories.
 */
const histories = Number(process.env['CONSENT_HISTORIES'] ?? 150);
const seed = Number(process.env['CONSENT_SEED'] ?? 20_261_129);

/** The steps, with how often each is taken compared with the others. */
const steps = { agree: 4, withdraw: 1, stop: 1, start: 2, refuse: 1, 'new phone': 1, text: 6, deliver: 3 };
type Step = keyof typeof steps;
const anyStep = fc.oneof(...Object.entries(steps).map(([step, weight]) => ({ weight, arbitrary: fc.constant(step as Step) })));

let t: TestApp;
let company: OwnCompany;
let job: Awaited<ReturnType<typeof makeJob>>;
let recruiter: ActingUser;
let counter = 0;
/** The numbers that the service sent texts to, and those that it refuses. */
let sent: string[] = [];
const refused = new Set<string>();
const service: SmsService = {
  send: ({ id, to }) => {
    if (refused.has(to)) return Promise.reject(new TextRefusedError('The phone’s owner has stopped', { isStopped: true }));
    sent.push(to);
    return Promise.resolve(id);
  },
  findSent: () => Promise.resolve([]),
  isSigned: () => true,
};

const actor = (userId: string, companyId: string | null, role: ActingUser['roles'][number]): ActingUser => ({
  userId,
  companyId,
  roles: [role],
  impersonatorId: null,
  ip: '127.0.0.1',
  language: 'en',
});

beforeAll(async () => {
  t = await startTestApp();
  const { id } = await makeCompany(t.services.db);
  company = { companyId: id } as OwnCompany;
  job = await makeJob(t.services.db, id);
  recruiter = actor((await makeEmployee(t.services.db, id)).id, id, roles.companyUser);
});
afterAll(() => t.close());

/** Noon in the drivers' time zone, after everything that is written until then. */
const noon = new Date(`${new Date(Date.now() + 72 * 60 * 60 * 1000).toISOString().slice(0, 10)}T18:00:00Z`);
const nextPhone = () => `402${String(5_000_000 + (counter += 1))}`;

/** What the rules say: whether the driver agrees now, and to which number each text that waits was written. */
class Model {
  phone = nextPhone();
  consent: 'none' | 'given' | 'stopped' = 'none';
  waiting: string[] = [];
  expected: string[] = [];

  deliver(): void {
    for (const phone of this.waiting) {
      if (this.consent !== 'given' || phone !== this.phone) continue;
      if (refused.has(phone)) this.consent = 'stopped';
      else this.expected.push(phone);
    }
    this.waiting = [];
  }
}

async function live(history: readonly Step[]): Promise<void> {
  const { services } = t;
  const { db } = services;
  const model = new Model();
  sent = [];
  await db.delete(throttles);
  const driver = await makeDriver(db, { user: { phone: model.phone, timezone: 'US/Central' } });
  const application = { ...rowOfApplication(job, driver), id: crypto.randomUUID() };
  await db.insert(applications).values(application);
  const person = actor(driver.id, null, roles.driver);
  const receive = (body: string) => receiveText(services, { id: crypto.randomUUID(), phone: model.phone, body });
  const deliver = async () => {
    while ((await deliverTexts({ ...services, sms: service }, noon)) > 0);
    model.deliver();
  };
  const take: Record<Step, () => Promise<unknown>> = {
    agree: () => {
      model.consent = 'given';
      return setTextConsent(services, person, { hasAgreed: true });
    },
    withdraw: () => {
      model.consent = 'none';
      return setTextConsent(services, person, { hasAgreed: false });
    },
    stop: () => {
      if (model.consent === 'given') model.consent = 'stopped';
      return receive('STOP');
    },
    start: () => {
      if (model.consent === 'stopped') model.consent = 'given';
      return receive('START');
    },
    refuse: () => {
      refused.add(model.phone);
      if (model.consent === 'given') model.consent = 'stopped';
      return changeConsentByPhone(db, model.phone, 'provider');
    },
    'new phone': () => {
      model.phone = nextPhone();
      model.consent = 'none';
      return db.update(users).set({ phone: model.phone }).where(eq(users.id, driver.id));
    },
    text: async () => {
      const message = { applicantId: application.id, body: `Text ${crypto.randomUUID()}`, channel: 'sms' as const };
      const isSent = await sendMessage(services, company, recruiter, message, 'web').then(
        () => true,
        (error: unknown) => (error instanceof AppError && error.status === 409 ? false : Promise.reject(error as Error)),
      );
      expect(isSent).toBe(model.consent === 'given');
      if (isSent) model.waiting.push(model.phone);
    },
    deliver,
  };
  for (const step of history) await take[step]();
  await deliver();
  expect(sent).toEqual(model.expected);
}

test('no consent, no text', { timeout: 60_000 + histories * 200 }, async () => {
  const history = fc.array(anyStep, { minLength: 4, maxLength: 16 });
  let texts = 0;
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      await live(one);
      texts += sent.length;
    }),
    { numRuns: histories, seed },
  );
  expect(texts).toBeGreaterThan(histories / 2);
});
