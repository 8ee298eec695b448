import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { chatCompletions } from '#server/ai/chat-completions.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { type AiServer, aiKey, startAiServer } from '#tests/helpers/ai-server.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Suggested messages to drivers (`docs/product/messages.md#suggested-replies`). */
let t: TestApp;
let server: AiServer;
let company: Caller;
let stranger: Caller;
let applicantId: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;

beforeAll(async () => {
  t = await startTestApp();
  server = await startAiServer();
  const { db } = t.services;
  const { id } = await makeCompany(db);
  company = await t.createCallerFor(await makeEmployee(db, id, { firstName: 'Dana', lastName: 'Whitfield' }));
  stranger = await t.createCallerFor(await makeEmployee(db, (await makeCompany(db)).id));
  driver = await makeDriver(db, { user: { firstName: 'Marcus', lastName: 'Webb', phone: '4025550177' } });
  const row = rowOfApplication(await makeJob(db, id, { title: 'Regional driver' }), driver);
  await db.insert(applications).values(row);
  applicantId = row.id ?? '';
});
afterAll(async () => {
  server.close();
  await t.close();
});
beforeEach(() => {
  server.received = [];
  t.services.assistant = null;
});
const useAssistant = () => {
  t.services.assistant = chatCompletions({ url: server.url, key: aiKey, model: 'test-model' });
};

test('without an AI service it follows the stage and who wrote last, and sends nothing', async () => {
  const first = await company.messages.suggestReply({ applicantId });
  expect(first).toMatchObject({ source: 'template', body: expect.stringContaining('Marcus') as string });
  expect(first.body).toContain('Regional driver');
  await company.hiring.moveStage({ applicantId, stage: 'offer' });
  expect((await company.messages.suggestReply({ applicantId })).body).not.toBe(first.body);
  await company.hiring.moveStage({ applicantId, stage: 'new' });
  expect(await t.services.db.select().from(messages)).toEqual([]);
  expect(await t.services.db.select().from(outbox).where(eq(outbox.recipient, driver.email))).toEqual([]);
});

test('the AI service gets the conversation without names and contact details, which come back', async () => {
  useAssistant();
  await company.messages.send({ applicantId, body: 'Hi Marcus, Dana here. Call me at 402-555-0142.' });
  const [conversation] = (await company.messages.conversations({ offset: 0, limit: 1 })).items;
  const api = await t.createCallerFor(driver);
  await api.messages.reply({
    id: conversation?.id ?? '',
    body: `This is Marcus Webb, ${driver.email} or (402) 555-0177. Is it $1,500 a week?`,
  });
  server.answer = (text) => `Hi ${/driver: (\[NAME-[A-Z]+\])/.exec(text)?.[1]}, I will find out about the $1,500.`;
  expect(await company.messages.suggestReply({ applicantId })).toEqual({
    body: 'Hi Marcus, I will find out about the $1,500.',
    source: 'assistant',
  });
  const sent = JSON.stringify(server.received);
  expect(sent).toContain('Is it $1,500 a week?');
  for (const secret of ['Marcus', 'Webb', 'Dana', 'Whitfield', driver.email, '555-0142', '555-0177'])
    expect(sent).not.toContain(secret);
});

test('of a message with files only, the AI service learns that files came', async () => {
  useAssistant();
  await company.messages.send({ applicantId, body: 'Send your CDL' });
  const { db } = t.services;
  const [conversation] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.driverId, driver.id));
  await db.insert(messages).values({ conversationId: conversation?.id ?? '', sender: 'driver', channel: 'email', body: '' });
  server.answer = () => 'Thank you.';
  await company.messages.suggestReply({ applicantId });
  expect(JSON.stringify(server.received)).toContain('driver: (sent files)');
});

test.each([
  ['an invented number', 'You earn $1,800.'],
  ['an error', { status: 500 }],
  ['a long text', 'word '.repeat(300)],
])('with %s the template is used', async (_, answer) => {
  useAssistant();
  server.answer = answer;
  expect((await company.messages.suggestReply({ applicantId })).source).toBe('template');
});

test('another company does not find the applicant, and nothing is suggested for a deleted account', async () => {
  await expect(stranger.messages.suggestReply({ applicantId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await t.services.db.delete(users).where(eq(users.id, driver.id));
  await expect(company.messages.suggestReply({ applicantId })).rejects.toMatchObject({ code: 'CONFLICT' });
});
