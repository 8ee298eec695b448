import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { maxLibraryQuestions } from '#shared/applicants/question-library.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function makeRecruiter() {
  const { db } = t.services;
  const company = await makeCompany(db);
  const recruiter = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
  return { company, recruiter, api: await t.createCallerFor(recruiter) };
}

const ask = (text: string) => ({ type: 'text' as const, text });
const textsOf = (questions: readonly { text: string }[]) => questions.map(({ text }) => text);

it('begins with what the trade asks, in the language of the reader, each valid for a job', async () => {
  const { company, recruiter, api } = await makeRecruiter();
  const library = await api.jobs.questions.list({});
  expect(new Set(library.map(({ type }) => type))).toEqual(new Set(['yes_no', 'number', 'choice', 'text']));
  const job = await makeJob(t.services.db, company.id, { employerId: recruiter.id });
  const picked = library.slice(0, 8);
  await api.jobs.update({ id: job.id, screeningQuestions: picked });
  expect((await api.jobs.get({ id: job.id })).screeningQuestions).toEqual(picked);
  const spanish = await t.callRest('GET', '/screening-questions', {
    token: await t.createToken(recruiter),
    headers: { 'accept-language': 'es' },
  });
  const translated = spanish.body.data as { id: string; text: string }[];
  expect(translated.map(({ id }) => id)).toEqual(library.map(({ id }) => id));
  expect(textsOf(translated).filter((text) => textsOf(library).includes(text))).toEqual([]);
});

it('is changed question by question over REST, and stays as it was first changed', async () => {
  const { company, recruiter, api } = await makeRecruiter();
  const [first, second] = await api.jobs.questions.list({});
  const token = await t.createToken(recruiter);
  const added = await t.callRest('POST', '/screening-questions', {
    token,
    body: { question: { type: 'choice', text: ' Which shift? ', choices: ['Day', 'Night'], knock_out: { answers: ['Day'] } } },
  });
  expect(added.status).toBe(201);
  const { id } = added.body.data as { id: string };
  expect(added.body.data).toEqual({
    id,
    type: 'choice',
    text: 'Which shift?',
    choices: ['Day', 'Night'],
    is_required: false,
    knock_out: { answers: ['Day'], below: null, above: null },
  });
  const edited = await t.callRest('PATCH', `/screening-questions/${first?.id}`, {
    token,
    body: { question: { id, type: 'number', text: 'Months on the road?' } },
  });
  expect(edited).toMatchObject({ status: 200, body: { data: { id: first?.id, text: 'Months on the road?' } } });
  expect(await t.callRest('DELETE', `/screening-questions/${second?.id}`, { token })).toMatchObject({ status: 200 });
  const library = await api.jobs.questions.list({});
  expect(library[0]).toMatchObject({ id: first?.id, text: 'Months on the road?', type: 'number', knockOut: null });
  expect(library.at(-1)?.id).toBe(id);
  expect(library.map((question) => question.id)).not.toContain(second?.id);
  const spanish = await t.callRest('GET', '/screening-questions', { token, headers: { 'accept-language': 'es' } });
  expect(textsOf(spanish.body.data as { text: string }[])).toEqual(textsOf(library));
  const entries = await t.services.db.select().from(auditLog).where(eq(auditLog.companyId, company.id)).orderBy(auditLog.id);
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('question.'))).toEqual([
    'question.add',
    'question.edit',
    'question.delete',
  ]);
});

it('can be emptied, and takes a deleted question back with its id', async () => {
  const { api } = await makeRecruiter();
  const library = await api.jobs.questions.list({});
  for (const { id } of library) await api.jobs.questions.delete({ id });
  expect(await api.jobs.questions.list({})).toEqual([]);
  const [question] = library;
  if (!question) throw new Error('The library is empty');
  await api.jobs.questions.add({ question });
  expect(await api.jobs.questions.list({})).toEqual([question]);
});

it('adds a question before another one, or at the end if that one is gone', async () => {
  const { api } = await makeRecruiter();
  const library = await api.jobs.questions.list({});
  const [first, second] = library;
  if (!first || !second) throw new Error('The library is too small');
  await api.jobs.questions.delete({ id: first.id });
  await api.jobs.questions.add({ question: first, beforeId: second.id });
  expect(await api.jobs.questions.list({})).toEqual(library);
  await api.jobs.questions.delete({ id: second.id });
  await api.jobs.questions.add({ question: ask('Last?'), beforeId: second.id });
  expect(textsOf(await api.jobs.questions.list({})).at(-1)).toBe('Last?');
});

it('keeps what twenty people add at the same time', async () => {
  const { api } = await makeRecruiter();
  const before = await api.jobs.questions.list({});
  const texts = Array.from({ length: 20 }, (_, n) => `Question of person ${n}?`);
  await Promise.all(texts.map((text) => api.jobs.questions.add({ question: ask(text) })));
  const after = textsOf(await api.jobs.questions.list({}));
  expect(after.slice(0, before.length)).toEqual(textsOf(before));
  expect(after.slice(before.length).toSorted()).toEqual(texts.toSorted());
});

it('refuses a question twice, too many questions, and questions that no job could ask', async () => {
  const { api, recruiter } = await makeRecruiter();
  const question = await api.jobs.questions.add({ question: ask('Why us?') });
  await expect(api.jobs.questions.add({ question })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(api.jobs.questions.add({ question: ask('WHY us?') })).rejects.toMatchObject({ code: 'CONFLICT' });
  const other = await api.jobs.questions.add({ question: ask('Why now?') });
  await expect(api.jobs.questions.update({ id: other.id, question: ask('Why us?') })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(api.jobs.questions.update({ id: other.id, question: ask('Why now?') })).resolves.toEqual(other);
  const token = await t.createToken(recruiter);
  const body = { question: { type: 'choice', text: 'Which shift?', choices: ['Day'] } };
  expect(await t.callRest('POST', '/screening-questions', { token, body })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'question.choices' }] },
  });
  const { length } = await api.jobs.questions.list({});
  for (let n = length; n < maxLibraryQuestions; n++) await api.jobs.questions.add({ question: ask(`Question ${n}?`) });
  await expect(api.jobs.questions.add({ question: ask('One more?') })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await api.jobs.questions.list({})).toHaveLength(maxLibraryQuestions);
});

it('changes no job and no answer, and no other company’s library', async () => {
  const { company, recruiter, api } = await makeRecruiter();
  const question = await api.jobs.questions.add({ question: ask('Why us?') });
  const job = await makeJob(t.services.db, company.id, { employerId: recruiter.id, screeningQuestions: [question] });
  const stranger = await makeRecruiter();
  await expect(stranger.api.jobs.questions.update({ id: question.id, question: ask('Why?') })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(stranger.api.jobs.questions.delete({ id: question.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await api.jobs.questions.delete({ id: question.id });
  expect((await api.jobs.get({ id: job.id })).screeningQuestions).toEqual([question]);
  expect(textsOf(await stranger.api.jobs.questions.list({}))).not.toContain('Why us?');
});

it('is open to staff who name a company, and closed to people who may not edit jobs', async () => {
  const { company, api } = await makeRecruiter();
  const { db } = t.services;
  const staff = await t.createCallerFor(await makeUser(db, { roles: [roles.internalUser] }));
  await staff.jobs.questions.add({ companyId: company.id, question: ask('From support?') });
  expect(textsOf(await api.jobs.questions.list({}))).toContain('From support?');
  await expect(staff.jobs.questions.add({ question: ask('Of whom?') })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
  const driver = await t.createCallerFor(await makeDriver(db));
  await expect(driver.jobs.questions.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
