import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { throttles } from '#drizzle/schema/accounts.ts';
import { jobs, jobTranslations } from '#drizzle/schema/jobs.ts';
import { chatCompletions } from '#server/ai/chat-completions.ts';
import { makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { type AiServer, aiKey, startAiServer } from '#tests/helpers/ai-server.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Translations of public job pages (`docs/product/jobs.md#translations`). */
let t: TestApp;
let server: AiServer;
let id: string;

const english =
  '<h2>The job</h2><p>You drive a tanker in Omaha for 2 weeks and then you are home. Call Dana Whitfield at 402-555-0142.</p>';

beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
afterEach(() => server.close());
beforeEach(async () => {
  await t.services.db.delete(throttles);
  server = await startAiServer();
  t.services.assistant = chatCompletions({ url: server.url, key: aiKey, model: 'test-model' });
  const company = await makeCompany(t.services.db);
  await makeEmployee(t.services.db, company.id, { firstName: 'Dana', lastName: 'Whitfield' });
  const job = await makeJob(t.services.db, company.id, { descriptionHtml: english });
  id = job.id;
  server.answer = (sent) =>
    `## El empleo\n- Usted maneja <b>pipa</b> en Omaha 2 semanas. ${/\[NAME-A\]|\[NAME-B\]/.exec(sent)?.[0]}: ${/\[PHONE-.\]/.exec(sent)?.[0]}`;
});

const open = async (path: string) => (await t.app.inject({ method: 'GET', url: path })).body;
const translate = async (path: string, headers = {}) => {
  const answer = await t.app.inject({
    method: 'POST',
    url: `${path}/translation`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  return { status: answer.statusCode, location: answer.headers.location };
};

test('a reader of another language gets a translation, which is made once and kept for all readers', async () => {
  const path = `/es/jobs/${id}`;
  expect(await open(path)).toContain(`action="${path}/translation"`);
  expect(await open(`/jobs/${id}`)).not.toContain('/translation"');
  expect(await translate(path)).toEqual({ status: 303, location: `${path}?translated=1#about` });
  const page = await open(`${path}?translated=1`);
  expect(page).toContain('Usted maneja &lt;b&gt;pipa&lt;/b&gt; en Omaha 2 semanas. Dana Whitfield: 402-555-0142');
  expect(page).not.toContain('<p>You drive a tanker in Omaha');
  expect(page).toContain(`href="${path}#about"`);
  const original = await open(path);
  expect(original).toContain('You drive a tanker in Omaha');
  expect(original).toContain(`href="${path}?translated=1#about"`);
  expect((await translate(path)).location).toBe(`${path}?translated=1#about`);
  expect(server.received).toHaveLength(1);
});

test('the service gets no names and contact details', async () => {
  await translate(`/es/jobs/${id}`);
  const sent = JSON.stringify(server.received);
  expect(sent).toContain('You drive a tanker');
  expect(sent).not.toMatch(/Whitfield|402-555-0142/);
});

test('a changed text has no translation until someone asks again', async () => {
  const path = `/es/jobs/${id}`;
  await translate(path);
  const change = { descriptionHtml: english.replace('tanker', 'bus') };
  await t.services.db.update(jobs).set(change).where(eq(jobs.id, id));
  expect(await open(`${path}?translated=1`)).toContain('You drive a bus in Omaha');
  await translate(path);
  expect(server.received).toHaveLength(2);
  expect(await t.services.db.select().from(jobTranslations).where(eq(jobTranslations.jobId, id))).toHaveLength(1);
});

test.each([
  ['an invented number', 'Usted maneja 3 semanas'],
  ['an error', { status: 500 }],
  ['nonsense', { body: 'nonsense' }],
])('with %s the page says so and keeps the original', async (_, answer) => {
  const path = `/es/jobs/${id}`;
  server.answer = answer;
  expect((await translate(path)).location).toBe(`${path}?translated=failed#about`);
  const page = await open(`${path}?translated=failed`);
  expect(page).toContain('role="alert"');
  expect(page).toContain('You drive a tanker in Omaha');
});

test('a Spanish job is translated into English', async () => {
  const { id: companyId } = await makeCompany(t.services.db);
  const spanish = '<p>Usted maneja en Omaha y está en casa cada noche. Se requiere un año de experiencia con la empresa.</p>';
  const job = await makeJob(t.services.db, companyId, { descriptionHtml: spanish });
  server.answer = 'You drive in Omaha and are home every night. One year of experience is required.';
  await translate(`/jobs/${job.id}`);
  expect(await open(`/jobs/${job.id}?translated=1`)).toContain('<p>You drive in Omaha');
});

test('two readers at once cause one call, and readers of other jobs leave the service to employers', async () => {
  server.answer = null;
  const both = [translate(`/es/jobs/${id}`), translate(`/es/jobs/${id}`)];
  await vi.waitFor(() => expect(server.received).toHaveLength(1));
  const { id: companyId } = await makeCompany(t.services.db);
  const others = [
    await makeJob(t.services.db, companyId, { descriptionHtml: english }),
    await makeJob(t.services.db, companyId, { descriptionHtml: english }),
  ];
  const second = translate(`/es/jobs/${others[0]?.id}`);
  await vi.waitFor(() => expect(server.received).toHaveLength(2));
  expect((await translate(`/es/jobs/${others[1]?.id}`)).location).toContain('translated=failed');
  expect(server.received).toHaveLength(2);
  server.close();
  for (const answer of await Promise.all([...both, second])) expect(answer.location).toContain('translated=failed');
});

test('another site’s page cannot ask for a translation, and one address asks for ten jobs an hour', async () => {
  const crossSite = { 'sec-fetch-site': 'cross-site' };
  expect((await translate(`/es/jobs/${id}`, crossSite)).location).toContain('translated=failed');
  expect(server.received).toHaveLength(0);
  server.answer = { status: 500 };
  const { id: companyId } = await makeCompany(t.services.db);
  for (let n = 0; n < 11; n += 1)
    await translate(`/es/jobs/${(await makeJob(t.services.db, companyId, { descriptionHtml: english })).id}`);
  expect(server.received).toHaveLength(10);
});

test('a text that the employer changes while the service works is not translated', async () => {
  const whileWorking = t.services.db
    .update(jobs)
    .set({ descriptionHtml: english.replace('tanker', 'bus') })
    .where(eq(jobs.id, id));
  t.services.assistant = {
    write: async () => {
      await whileWorking;
      return 'Usted maneja';
    },
  };
  expect((await translate(`/es/jobs/${id}`)).location).toContain('translated=failed');
  expect(await t.services.db.select().from(jobTranslations).where(eq(jobTranslations.jobId, id))).toEqual([]);
});

test('a long text is not offered for translation', async () => {
  await t.services.db
    .update(jobs)
    .set({ descriptionHtml: english.repeat(200) })
    .where(eq(jobs.id, id));
  expect(await open(`/es/jobs/${id}`)).not.toContain('/translation"');
});

test('a job is sent to the service three times an hour at most', async () => {
  server.answer = { status: 500 };
  for (let n = 0; n < 5; n += 1) await translate(`/es/jobs/${id}`);
  expect(server.received).toHaveLength(3);
});

test('without an AI service there is no button, and asking all the same changes nothing', async () => {
  t.services.assistant = null;
  const path = `/es/jobs/${id}`;
  expect(await open(path)).not.toContain('/translation"');
  expect((await translate(path)).location).toBe(`${path}?translated=failed#about`);
});

test('a page in the language of the text, and a job that is not public, have no translation', async () => {
  expect((await translate(`/jobs/${id}`)).location).toBe(`/jobs/${id}?translated=failed#about`);
  await t.services.db.update(jobs).set({ status: 'DISABLED' }).where(eq(jobs.id, id));
  expect((await translate(`/es/jobs/${id}`)).status).toBe(404);
  expect(server.received).toHaveLength(0);
});
