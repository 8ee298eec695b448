import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { throttles } from '#drizzle/schema/accounts.ts';
import { chatCompletions } from '#server/ai/chat-completions.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { type AiServer, aiKey, startAiServer } from '#tests/helpers/ai-server.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Help with job descriptions (`docs/product/jobs.md#write-with-help`). */
let t: TestApp;
let server: AiServer;
let company: { id: string };
let caller: Caller;
let token: string;
const useAssistant = (options: { timeoutMs?: number; maxCalls?: number } = {}) => {
  t.services.assistant = chatCompletions({ url: server.url, key: aiKey, model: 'test-model', ...options });
};

beforeAll(async () => {
  t = await startTestApp();
  server = await startAiServer();
  company = await makeCompany(t.services.db);
  const employee = await makeEmployee(t.services.db, company.id, { firstName: 'Dana', lastName: 'Whitfield' });
  caller = await t.createCallerFor(employee);
  token = await t.createToken(employee);
});
afterAll(async () => {
  server.close();
  await t.close();
});
beforeEach(async () => {
  await t.services.db.delete(throttles);
  server.received = [];
  useAssistant();
});

const facts: Parameters<Caller['jobs']['writing']['draft']>[0] = {
  title: 'Regional driver, call Dana Whitfield at 402-555-0142',
  jobType: 'dryVan',
  homeTime: 'D4',
  expectedPay: 1500,
  salaryType: 'weekly',
  benefits: ['healthCoverage'],
};
const sent = () => server.received.map(({ messages }) => messages.at(-1)?.content).join('\n');

describe('a draft', () => {
  test('comes from the AI service, with the facts of the form only, and contact details come back', async () => {
    server.answer = (text) => `## The job\n${/\[PHONE-A\]/.exec(text)?.[0]} <b>now</b>\n- $1,500 a week, home every 2 weeks`;
    expect(await caller.jobs.writing.draft({ ...facts })).toEqual({
      jobDescription:
        '<h3>The job</h3><p>402-555-0142 &lt;b&gt;now&lt;/b&gt;</p><ul><li><p>$1,500 a week, home every 2 weeks</p></li></ul>',
      source: 'assistant',
    });
    expect(server.received[0]).toMatchObject({ model: 'test-model', messages: [{ role: 'system' }, { role: 'user' }] });
    expect(sent()).toBe(
      'Job title: Regional driver, call [NAME-B] at [PHONE-A]\nJob type: Dry Van\nHome time: Every 2 weeks\n' +
        'Expected pay: $1,500 per week\nBenefits: Health coverage',
    );
  });

  test.each([
    ['an invented number', 'Earn $2,000 a week'],
    ['an invented number in words', 'Three weeks of training'],
    ['an invented benefit', 'Great dental plan'],
    ['a placeholder that was not sent', 'Call [PHONE-Q]'],
    ['an error', { status: 500 }],
    ['a refusal', { status: 429 }],
    ['nonsense', { body: 'nonsense' }],
    ['no text', { body: '{"choices":[{"message":{"content":""}}]}' }],
    ['an unfinished text', { body: '{"choices":[{"message":{"content":"You"},"finish_reason":"length"}]}' }],
    ['an endless text', 'word '.repeat(20_000)],
  ])('with %s is not used, and the template is', async (_, answer) => {
    server.answer = answer;
    const draft = await caller.jobs.writing.draft({ ...facts });
    expect(draft.source).toBe('template');
    expect(draft.jobDescription).toContain('<p>The expected pay is $1,500 per week.</p>');
    expect(server.received).toHaveLength(1);
  });

  test('comes from the template if the service is silent, busy or not set up', async () => {
    server.answer = null;
    useAssistant({ timeoutMs: 500, maxCalls: 1 });
    const waiting = caller.jobs.writing.draft({ ...facts });
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    expect((await caller.jobs.writing.draft({ ...facts })).source).toBe('template');
    expect((await waiting).source).toBe('template');
    expect(server.received).toHaveLength(1);
    server.answer = 'You drive.';
    expect((await caller.jobs.writing.draft({ ...facts })).source).toBe('assistant');
    t.services.assistant = null;
    server.received = [];
    expect(await caller.jobs.writing.help()).toEqual({ hasAssistant: false });
    expect((await caller.jobs.writing.draft({ ...facts })).source).toBe('template');
    expect(server.received).toEqual([]);
  });

  test('is limited for each employee', async () => {
    t.services.assistant = null;
    for (let n = 0; n < 60; n += 1) await caller.jobs.writing.draft({});
    await expect(caller.jobs.writing.draft({})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('belongs to the caller’s company', async () => {
    const other = await makeCompany(t.services.db);
    await expect(caller.jobs.writing.draft({ companyId: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(server.received).toEqual([]);
  });
});

describe('a rewritten description', () => {
  const jobDescription = '<h2>Pay</h2><ul><li>$1,500 a week</li></ul><p>Ask Dana Whitfield, dana@prairie.example</p>';

  test('keeps names and contact details, which the service does not get', async () => {
    server.answer = (text) => `${text}\nApply today.`;
    const { body } = await t.callRest('POST', '/jobs/description/rewrite', { token, body: { job_description: jobDescription } });
    expect(body.data).toEqual({
      job_description:
        '<h3>Pay</h3><ul><li><p>$1,500 a week</p></li></ul><p>Ask Dana Whitfield, dana@prairie.example</p><p>Apply today.</p>',
      source: 'assistant',
    });
    expect(sent()).toBe('## Pay\n- $1,500 a week\nAsk [NAME-B], [EMAIL-A]');
  });

  test('with an invented number is refused, and so is one of a service that fails', async () => {
    server.answer = '$1,600 a week';
    const refused = await t.callRest('POST', '/jobs/description/shorten', { token, body: { job_description: jobDescription } });
    expect(refused).toMatchObject({ status: 502, body: { errors: [{ code: 'provider_failed' }] } });
    server.answer = { status: 503 };
    await expect(caller.jobs.writing.shorten({ jobDescription })).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  });

  test('needs an AI service and a text of a usual length', async () => {
    await expect(caller.jobs.writing.rewrite({ jobDescription: 'word '.repeat(3000) })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    await expect(caller.jobs.writing.rewrite({})).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(server.received).toEqual([]);
    t.services.assistant = null;
    await expect(caller.jobs.writing.rewrite({ jobDescription })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
