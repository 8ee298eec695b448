import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages, textMessages } from '#drizzle/schema/messages.ts';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { routes } from '#server/rest/routes.ts';
import { largeLogo, smallLogo, smallLogoOf } from '#shared/companies/logo.ts';
import { jobStatuses } from '#shared/jobs/jobs.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createCardToken } from '#tests/helpers/test-cards.ts';

/** The promises of `docs/product/running.md#demo-data`, checked as a client of the REST facade. */
let t: TestApp;
let employer: string;
let admin: string;
beforeAll(async () => {
  t = await startTestApp();
  await seedDemo(t.services);
  employer = await signIn('companyadmin', 'employer');
  admin = await signIn('superadmin', 'admin');
});
afterAll(() => t.close());

async function signIn(name: string, role: string): Promise<string> {
  const body = { email: `${name}@demo.example`, password: 'Demo#2026', device_id: 'demodata', role };
  const answer = await t.callRest('POST', '/auth/login', { body });
  return (answer.body as { data: { accessToken: string } }).data.accessToken;
}

type List<Item> = { data: Item[]; pagination: { total: number } };
async function list<Item>(method: 'GET' | 'POST', path: string, token: string): Promise<List<Item>> {
  const { status, body } = await t.callRest(method, path, { token, ...(method === 'POST' ? { body: {} } : {}) });
  expect(status).toBe(200);
  return body;
}
type Job = { id: string; status: string; renewable: boolean; total_applicants: number };
const jobs = async () => (await list<Job>('POST', '/jobs/search?limit=100', employer)).data;

it('has jobs of Prairie Freight in every state, which the background work leaves as they are', async () => {
  expect(new Set((await jobs()).map(({ status }) => status))).toEqual(new Set(jobStatuses));
  await t.worker.runOnce();
  expect(new Set((await jobs()).map(({ status }) => status))).toEqual(new Set(jobStatuses));
});

it('has at least 40 applicants on one job, tags, paid and open invoices', async () => {
  expect(Math.max(...(await jobs()).map((job) => job.total_applicants))).toBeGreaterThanOrEqual(40);
  expect((await list('GET', '/companies/tags', employer)).data.length).toBeGreaterThan(0);
  for (const status of ['paid', 'open'])
    expect((await list('GET', `/payment/company/invoice?status=${status}`, employer)).pagination.total).toBeGreaterThan(0);
});

it('has read and unread notifications in the bells of Prairie Freight and of the driver', async () => {
  type Notification = { read_at: string | null; path: string };
  for (const token of [employer, await signIn('driver', 'employer')]) {
    const { data } = await list<Notification>('GET', '/notifications?limit=100', token);
    expect(new Set(data.map(({ read_at: readAt }) => readAt === null))).toEqual(new Set([true, false]));
  }
});

it('has a company with an answer time, and an application of the driver without an answer', async () => {
  const job = (await jobs()).find(({ status }) => status === 'POSTED');
  const { body } = await t.callRest('GET', `/public/jobs/${job?.id}`);
  expect((body as { data: { answers_within_days: number } }).data.answers_within_days).toBeGreaterThan(0);
  const own = await list<{ reminded_at: string | null }>('GET', '/member/applications', await signIn('driver', 'employer'));
  expect(own.data.filter(({ reminded_at: remindedAt }) => remindedAt !== null)).toHaveLength(1);
});

it('has an answer by email with a PDF, also after another start', async () => {
  await seedDemo(t.services);
  const { data } = await list<{ applicant_id: string; last_body: string }>('GET', '/messages?limit=100', employer);
  const conversation = data.find(({ last_body: body }) => body.includes('attached'));
  type Message = { attachments: { name: string; url: string }[] };
  const thread = await list<Message>('GET', `/applicants/${conversation?.applicant_id}/messages`, employer);
  const files = thread.data.flatMap(({ attachments }) => attachments);
  expect(files).toMatchObject([{ name: 'CDL copy.pdf' }]);
  const headers = { authorization: `Bearer ${employer}` };
  const { rawPayload } = await t.app.inject({ method: 'GET', url: files[0]?.url ?? '', headers });
  expect(rawPayload.toString('latin1')).toMatch(/^%PDF-1\.\d[\s\S]+%%EOF\s*$/);
});

it('has a job of Prairie Freight whose paid days have passed, for its company to renew', async () => {
  const isLapsed = ({ status, renewable }: Job) => status === 'INACTIVE' && renewable;
  const [job, ...others] = (await jobs()).filter(isLapsed);
  expect([job, others]).toEqual([expect.anything(), []]);
  expect(await t.callRest('GET', `/jobs/${job?.id}`, { token: employer })).toMatchObject({
    body: { data: { decline_reason: expect.any(String), order_id: null } },
  });
  const history = await list<{ id: string }>('GET', '/payment/company/history?limit=100', employer);
  expect(history.data.filter(({ id }) => id === job?.id)).toHaveLength(1);
  const card = await createCardToken(t.simulator.url);
  const body = { job_id: job?.id, card_token: card };
  expect(await t.callRest('POST', '/payment/invoice/renewal', { token: employer, body })).toMatchObject({ status: 200 });
  expect((await jobs()).filter(isLapsed)).toEqual([]);
});

it('has a job with screening questions, and applicants with answers, some of them flagged', async () => {
  type Questioned = { data: { screening_questions: { id: string }[] } };
  type Answered = { is_flagged: boolean; screening_answers: { question_id: string }[] };
  const applicants = (await list<Answered>('POST', '/applicants/search?limit=100', employer)).data;
  const answered = applicants.filter(({ screening_answers: answers }) => answers.length > 0);
  expect(new Set(answered.map(({ is_flagged: isFlagged }) => isFlagged))).toEqual(new Set([true, false]));
  const details = await Promise.all((await jobs()).map(({ id }) => t.callRest('GET', `/jobs/${id}`, { token: employer })));
  const asked = details.map(({ body }) => (body as Questioned).data.screening_questions).filter(({ length }) => length > 0);
  expect(asked.map((questions) => questions.map(({ id }) => id))).toEqual([
    answered[0]?.screening_answers.map(({ question_id: id }) => id),
  ]);
});

it('has a driver who was texted and answered by text, and one who answered by email', async () => {
  const rows = await t.services.db
    .select({ sender: messages.sender, channel: messages.channel, state: textMessages.state })
    .from(messages)
    .leftJoin(textMessages, eq(textMessages.messageId, messages.id));
  expect(rows).toContainEqual({ sender: 'company', channel: 'sms', state: 'delivered' });
  expect(rows).toContainEqual({ sender: 'driver', channel: 'sms', state: null });
  expect(rows).toContainEqual({ sender: 'driver', channel: 'email', state: null });
});

it('shows a company at work: applicants in all stages, sources, unread answers and interviews', async () => {
  type Applicant = { stage: string };
  const applicants = (await list<Applicant>('POST', '/applicants/search?limit=100', employer)).data;
  const shown = new Set(applicants.map(({ stage }) => stage));
  expect([...shown].toSorted()).toEqual(['contacted', 'hired', 'interview', 'new', 'not_a_fit', 'offer', 'reviewed']);
  const report = await t.callRest('GET', '/reports/hiring', { token: employer });
  const { sources } = (report.body as { data: { sources: { source: string; applicants: number }[] } }).data;
  expect(sources.filter(({ applicants: count }) => count > 0).length).toBeGreaterThanOrEqual(5);
  type Interview = { kind: string; status: string; taken_times: string[] };
  const upcoming = (await list<Interview>('GET', '/interviews?limit=100', employer)).data;
  const past = (await list<Interview>('GET', '/interviews?show=past&limit=100', employer)).data;
  expect(new Set(upcoming.map(({ kind }) => kind))).toEqual(new Set(['phone', 'video', 'in_person', 'road_test', 'orientation']));
  expect(new Set(upcoming.map(({ status }) => status))).toEqual(new Set(['proposed', 'scheduled']));
  expect(upcoming.some(({ taken_times }) => taken_times.length > 0)).toBe(true);
  const unplanned = (await list<Interview>('GET', '/interviews?show=unplanned', employer)).data;
  expect(unplanned.map(({ status }) => status)).toContain('declined');
  expect(new Set(past.map(({ status }) => status))).toEqual(new Set(['over', 'no_show']));
  const unread = await t.callRest('GET', '/messages/unread', { token: employer });
  expect((unread.body as { data: { count: number } }).data.count).toBeGreaterThan(0);
});

it('has unread messages for the driver, and open questions for the administrators', async () => {
  const driver = await signIn('driver', 'employer');
  const unread = await t.callRest('GET', '/member/messages/unread', { token: driver });
  expect((unread.body as { data: { count: number } }).data.count).toBe(1);
  const threads = await list<{ status: string }>('GET', '/contact', admin);
  expect(threads.data.filter(({ status }) => status === 'Open').length).toBeGreaterThanOrEqual(3);
});

it('refuses to close what is being paid', async () => {
  const job = (await jobs()).find(({ status }) => status === 'PROCESSING_PAYMENT');
  expect(await t.callRest('POST', `/jobs/${job?.id}/close`, { token: employer })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'conflict' }] },
  });
});

it('has companies with a logo in both sizes, and some without', async () => {
  type Card = { company_name: string; company_logo: string | null };
  const { data } = await list<Card>('GET', '/public/jobs?limit=100', employer);
  expect(data.find((job) => job.company_name === 'Prairie Freight')?.company_logo).toEqual(expect.any(String));
  const logos = new Set(data.map((job) => job.company_logo));
  expect(logos.delete(null)).toBe(true);
  for (const logo of logos) {
    if (logo === null) continue;
    for (const [url, size] of [
      [logo, largeLogo],
      [smallLogoOf(logo), smallLogo],
    ] as const)
      expect(await sharp((await t.app.inject({ method: 'GET', url })).rawPayload).metadata()).toMatchObject(size);
  }
  expect(logos.size).toBeGreaterThan(5);
});

it('has two news channels with posts, three ads and 200 public jobs', async () => {
  const channels = await list<{ posts: number }>('POST', '/news/channels/search', admin);
  expect(channels.data.map(({ posts }) => posts > 0)).toEqual([true, true]);
  expect((await list('POST', '/ads/search', admin)).pagination.total).toBe(3);
  expect((await list('GET', '/public/jobs', admin)).pagination.total).toBeGreaterThanOrEqual(200);
});

const exports = routes.filter(({ options }) => options.download === 'csv').map(({ path }) => path);

it.each(exports)('%s is a table with texts in its cells, never JSON', async (path) => {
  const busiest = (await jobs()).toSorted((one, other) => other.total_applicants - one.total_applicants)[0];
  const [ad] = (await list<{ id: string }>('POST', '/ads/search', admin)).data;
  const filledPath = path.replace(':id', (path.startsWith('/ads') ? ad?.id : busiest?.id) ?? '');
  const answers = await Promise.all([employer, admin].map((token) => t.callRest('POST', filledPath, { token, body: {} })));
  const files = answers.flatMap(({ status, body }: { status: number; body: unknown }) =>
    status === 200 && typeof body === 'string' ? [body] : [],
  );
  expect(files, answers.map(({ body }) => JSON.stringify(body)).join(' ')).not.toEqual([]);
  for (const csv of files) expect(csv).not.toMatch(/(?:^|,)"?\s*[{[]|\[object/m);
  expect(Math.max(...files.map((csv) => csv.trimEnd().split('\r\n').length))).toBeGreaterThan(1);
});
