import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import type { jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { keysOf } from '#tests/api/rest/wire.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';

type Account = Awaited<ReturnType<typeof makeEmployee>>;
type Wire = Record<string, unknown>;
let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let owner: Account;
let stranger: Account;
beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db);
  owner = await makeEmployee(db, company.id);
  stranger = await makeEmployee(db, (await makeCompany(db)).id);
});
afterAll(() => t.close());

const id = (n: number) => `0192f0c1-7a5e-7c3a-9f6e-00000000000${n}`;
const noRule = { answers: [], below: null, above: null };
const tanker = {
  id: id(1),
  type: 'yes_no' as const,
  text: 'Do you have tanker experience?',
  choices: [],
  isRequired: true,
  knockOut: { ...noRule, answers: [false] },
};
const accidents = {
  id: id(2),
  type: 'number' as const,
  text: 'How many accidents in 3 years?',
  choices: [],
  isRequired: false,
  knockOut: { ...noRule, above: 2 },
};

/** A public job that asks these questions. */
async function askingJob(screeningQuestions = [tanker, accidents] as (typeof jobs.$inferInsert)['screeningQuestions']) {
  return makeJob(t.services.db, company.id, { screeningQuestions, employerId: owner.id });
}

async function applyTo(jobId: string, screeningAnswers: { questionId: string; value: boolean | number | string }[]) {
  const driver = await makeDriver(t.services.db);
  const api = await t.createCallerFor(driver);
  const { id: applicantId } = await api.drivers.applyTo({ id: jobId, screeningAnswers });
  return { applicantId, driver };
}

const yes = { questionId: tanker.id, value: true };
const no = { questionId: tanker.id, value: false };

describe('the questions of a job', () => {
  it('are created, read and replaced over REST, and a new question gets an id', async () => {
    const token = await t.createToken(owner);
    const created = await t.callRest('POST', '/jobs', {
      token,
      body: {
        title: 'Tanker driver',
        job_type: 'tanker',
        required_experience: 'Y1',
        home_time: 'HW',
        job_description: 'Run fuel.',
        salary_type: 'weekly',
        addresses: [{ city: 'Omaha', state: 'NE', coordinates: { latitude: 41.2587, longitude: -95.9378 } }],
        screening_questions: [
          { type: 'yes_no', text: 'Tanker?', is_required: true, knock_out: { answers: [false] } },
          { type: 'choice', text: 'Shift?', choices: ['Day', 'Night'] },
        ],
      },
    });
    expect(created.status).toBe(201);
    const [{ id: jobId }] = (created.body.data as { jobs: [{ id: string }] }).jobs;
    const read = await t.callRest('GET', `/jobs/${jobId}`, { token });
    const { screening_questions: questions } = read.body.data as { screening_questions: Wire[] };
    expect(questions).toMatchObject([
      {
        type: 'yes_no',
        text: 'Tanker?',
        is_required: true,
        choices: [],
        knock_out: { answers: [false], below: null, above: null },
      },
      { type: 'choice', text: 'Shift?', is_required: false, choices: ['Day', 'Night'], knock_out: null },
    ]);
    expect(questions[0]?.['id']).toMatch(/^[0-9a-f-]{36}$/);
    const reversed = await t.callRest('PATCH', `/jobs/${jobId}`, {
      token,
      body: { screening_questions: questions.toReversed() },
    });
    expect(reversed.status).toBe(200);
    const again = await t.callRest('GET', `/jobs/${jobId}`, { token });
    expect((again.body.data as { screening_questions: Wire[] }).screening_questions).toEqual(questions.toReversed());
  });

  it('are refused with the name of the wrong field', async () => {
    const job = await askingJob([]);
    const token = await t.createToken(owner);
    const refused = (screening_questions: unknown[]) =>
      t.callRest('PATCH', `/jobs/${job.id}`, { token, body: { screening_questions } });
    expect(await refused([{ type: 'choice', text: 'Shift?', choices: ['Day'] }])).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'screening_questions.0.choices', message: 'Enter at least 2 choices' }] },
    });
    expect(await refused(Array.from({ length: 9 }, () => ({ type: 'text', text: 'Why?' })))).toMatchObject({
      status: 422,
      body: { errors: [{ message: 'Ask at most 8 questions' }] },
    });
  });

  it('are copied with the job', async () => {
    const job = await askingJob();
    const api = await t.createCallerFor(owner);
    const copy = await api.jobs.duplicate({ id: job.id });
    expect((await api.jobs.get({ id: copy.id })).screeningQuestions).toEqual([tanker, accidents]);
  });

  it('are asked by each job of an order', async () => {
    const api = await t.createCallerFor(owner);
    const { jobs: created } = await api.checkout.placeOrder(
      makeJobRequest({ screeningQuestions: [{ type: 'text', text: 'Why us?' }] }),
    );
    const stored = await Promise.all(created.map((job) => api.jobs.get({ id: job.id })));
    expect(stored.map(({ screeningQuestions }) => screeningQuestions.map(({ text }) => text))).toEqual([
      ['Why us?'],
      ['Why us?'],
    ]);
  });

  it('are shown to drivers without the rules', async () => {
    const job = await askingJob();
    const api = await t.createCallerFor(null);
    const { screeningQuestions } = await api.public.job({ id: job.id });
    const { knockOut: _rule, ...question } = tanker;
    expect(screeningQuestions[0]).toEqual(question);
    const answer = await t.callRest('GET', `/public/jobs/${job.id}`);
    expect(answer.status).toBe(200);
    expect(keysOf(answer.body.data)).toContain('screening_questions');
    const driver = await makeDriver(t.services.db);
    for (const read of [answer, await t.callRest('GET', `/public/jobs/${job.id}`, { token: await t.createToken(driver) })])
      expect(JSON.stringify(read.body)).not.toMatch(/knock|above|below|flag/i);
    const page = await t.app.inject({ url: `/jobs/${job.id}` });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/knock.?out|is_?flagged/i);
  });
});

describe('answers', () => {
  it('are stored with the question as it was asked, and flagged by the rule', async () => {
    const job = await askingJob();
    const { applicantId } = await applyTo(job.id, [no, { questionId: accidents.id, value: 1 }]);
    const api = await t.createCallerFor(owner);
    await api.jobs.update({ id: job.id, screeningQuestions: [{ ...tanker, text: 'Tankers?', knockOut: null }] });
    const applicant = await api.applicants.get({ id: applicantId });
    expect(applicant).toMatchObject({ isFlagged: true, stage: 'new' });
    expect(applicant.screeningAnswers).toEqual([
      { questionId: tanker.id, type: 'yes_no', text: tanker.text, value: false, isFlagged: true },
      { questionId: accidents.id, type: 'number', text: accidents.text, value: 1, isFlagged: false },
    ]);
    const { applicantId: later } = await applyTo(job.id, [no]);
    expect(await api.applicants.get({ id: later })).toMatchObject({
      isFlagged: false,
      screeningAnswers: [{ text: 'Tankers?', value: false, isFlagged: false }],
    });
  });

  it('are required where the question is, over tRPC and REST, and nothing is sent without them', async () => {
    const job = await askingJob();
    const driver = await makeDriver(t.services.db);
    const api = await t.createCallerFor(driver);
    await expect(api.drivers.applyTo({ id: job.id })).rejects.toMatchObject({ message: 'Answer this question' });
    const token = await t.createToken(driver);
    const send = (screening_answers?: unknown) =>
      t.callRest('POST', `/jobs/${job.id}/apply`, { token, body: screening_answers === undefined ? {} : { screening_answers } });
    const field = `screening_answers.${tanker.id}`;
    expect(await send()).toMatchObject({ status: 422, body: { errors: [{ field, message: 'Answer this question' }] } });
    expect(await send([{ question_id: tanker.id, value: null }])).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    expect(await send([{ question_id: tanker.id, value: 'yes' }])).toMatchObject({
      status: 422,
      body: { errors: [{ field, message: 'Answer yes or no' }] },
    });
    expect(await send([{ question_id: tanker.id, value: { yes: true } }])).toMatchObject({ status: 422 });
    expect(
      await send([
        { question_id: tanker.id, value: true },
        { question_id: id(9), value: 'What?' },
      ]),
    ).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'screening_answers', message: expect.stringContaining('have changed') }] },
    });
    expect(await t.services.db.select().from(applications).where(eq(applications.jobId, job.id))).toEqual([]);
    expect(await send([{ question_id: tanker.id, value: true }])).toMatchObject({ status: 201 });
  });

  it('are in the applicants list, which finds flagged applicants, and in its file', async () => {
    const job = await askingJob();
    const flagged = await applyTo(job.id, [no]);
    const other = await applyTo(job.id, [yes]);
    const api = await t.createCallerFor(owner);
    const found = async (value: boolean) => {
      const filters = { field: 'is_flagged', operator: 'equals', value };
      const { items } = await api.applicants.list({ id: job.id, filters });
      return items.map((item) => item.id);
    };
    expect(await found(true)).toEqual([flagged.applicantId]);
    expect(await found(false)).toEqual([other.applicantId]);
    const token = await t.createToken(owner);
    const wire = await t.callRest('POST', '/applicants/search', {
      token,
      body: { filters: { and: [{ field: 'is_flagged', operator: 'equals', value: true }] } },
    });
    expect((wire.body.data as Wire[]).map((row) => row['id'])).toContain(flagged.applicantId);
    expect((wire.body.data as Wire[]).map((row) => row['id'])).not.toContain(other.applicantId);
    const file = await t.callRest('POST', `/jobs/${job.id}/applicants/export`, { token, body: {} });
    const content: unknown = file.body;
    const fileText = String(content);
    expect(fileText).toContain('Flagged answers,Screening answers');
    expect(fileText).toContain('"Do you have tanker experience?: No\nHow many accidents in 3 years?: Not answered"');
  });

  it('do not exist for another company', async () => {
    const job = await askingJob();
    const { applicantId } = await applyTo(job.id, [no]);
    const api = await t.createCallerFor(stranger);
    await expect(api.applicants.get({ id: applicantId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(api.jobs.get({ id: job.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(api.jobs.update({ id: job.id, screeningQuestions: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await api.hiring.search({ filters: { field: 'is_flagged', operator: 'equals', value: true } })).items).toEqual([]);
  });

  it('never tell the driver about flags', async () => {
    const job = await askingJob();
    const { driver } = await applyTo(job.id, [no]);
    const answer = await t.callRest('GET', '/member/applications', { token: await t.createToken(driver) });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/flag/i);
  });

  it('are hidden after the driver withdrew, replaced when the driver applies again, and erased with the account', async () => {
    const job = await askingJob();
    const { applicantId, driver } = await applyTo(job.id, [no]);
    const row = async () => {
      const [one] = await t.services.db.select().from(applications).where(eq(applications.id, applicantId));
      return { answers: one?.screeningAnswers.map(({ value }) => value), isFlagged: one?.isFlagged };
    };
    const driverApi = await t.createCallerFor(driver);
    await driverApi.drivers.withdraw({ id: applicantId });
    const api = await t.createCallerFor(owner);
    const { items } = await api.hiring.search({
      filters: [
        { field: 'stage', operator: 'equals', value: 'withdrawn' },
        { field: 'job', operator: 'equals', value: job.id },
      ],
    });
    expect(items).toMatchObject([{ id: applicantId, screeningAnswers: [] }]);
    await driverApi.drivers.applyTo({ id: job.id, screeningAnswers: [yes] });
    expect(await row()).toEqual({ answers: [true, null], isFlagged: false });
    await driverApi.drivers.withdraw({ id: applicantId });
    await driverApi.drivers.applyTo({ id: job.id, screeningAnswers: [no] });
    expect((await t.callRest('DELETE', '/member', { token: await t.createToken(driver) })).status).toBe(200);
    expect(await row()).toEqual({ answers: [], isFlagged: false });
  });
});
