import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Filling in an application from an earlier one (`docs/product/drivers.md#filling-in-from-an-earlier-application`). */
let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let owner: Awaited<ReturnType<typeof makeEmployee>>;
beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db, { companyName: 'Prairie Freight' });
  owner = await makeEmployee(t.services.db, company.id);
});
afterAll(() => t.close());

type Question = NonNullable<(typeof jobs.$inferInsert)['screeningQuestions']>[number];
let sequence = 0;
const question = (fields: Partial<Question>): Question => ({
  id: `0192f0c1-7a5e-7c3a-9f6e-${String(++sequence).padStart(12, '0')}`,
  type: 'yes_no',
  text: 'Do you have tanker experience?',
  choices: [],
  isRequired: false,
  knockOut: null,
  ...fields,
});
const accidents = { type: 'number', text: 'How many accidents in 3 years?' } as const;
const start = { type: 'choice' as const, text: 'When can you start?', choices: ['Now', 'Later'] };
const rule = { answers: [true], below: null, above: null };

const askingJob = (screeningQuestions: Question[]) =>
  makeJob(t.services.db, company.id, { screeningQuestions, employerId: owner.id });

type Answers = { question: Question; value: boolean | number | string }[];

async function apply(token: string, answers: Answers, message?: string) {
  const job = await askingJob(answers.map((answer) => answer.question));
  const screening_answers = answers.map(({ question: { id }, value }) => ({ question_id: id, value }));
  const { status, body } = await t.callRest('POST', `/jobs/${job.id}/apply`, { token, body: { message, screening_answers } });
  expect(status, JSON.stringify(body)).toBe(201);
  return { jobId: job.id, applicationId: (body.data as { id: string }).id };
}

const read = async (token: string, jobId: string) =>
  t.callRest('GET', `/member/applications/earlier-answers?job_id=${jobId}`, { token });
const newDriver = async () => t.createToken(await makeDriver(t.services.db));

describe('earlier answers', () => {
  test('are those to questions in the same words, of the same type, with the same choices', async () => {
    const token = await newDriver();
    await apply(
      token,
      [
        { question: question({ knockOut: rule }), value: true },
        { question: question(accidents), value: 0 },
        { question: question(start), value: 'Now' },
        { question: question({ type: 'text', text: 'Home ZIP code?' }), value: '68102' },
      ],
      'I can start Monday.',
    );
    const asked = [
      question({ text: ' do you have TANKER experience? ' }),
      question({ ...accidents, type: 'text' }),
      question({ ...start, choices: ['Later', 'Now'] }),
      question({ type: 'text', text: 'Home ZIP code' }),
    ];
    const { status, body } = await read(token, (await askingJob(asked)).id);
    expect([status, body.data]).toEqual([
      200,
      {
        company_name: 'Prairie Freight',
        answers: [
          { question_id: asked[0]?.id, value: true },
          { question_id: asked[2]?.id, value: 'Now' },
        ],
        message: 'I can start Monday.',
      },
    ]);
  });

  test('leave out a choice among other choices', async () => {
    const token = await newDriver();
    await apply(token, [{ question: question(start), value: 'Now' }]);
    const job = await askingJob([question({ ...start, choices: ['Now', 'Later', 'Never'] })]);
    expect((await read(token, job.id)).body.data).toBeNull();
  });

  test('are the latest ones, also of a withdrawn application', async () => {
    const token = await newDriver();
    await apply(token, [{ question: question(accidents), value: 1 }]);
    const { applicationId } = await apply(token, [{ question: question(accidents), value: 2 }]);
    await t.callRest('DELETE', `/member/applications/${applicationId}`, { token });
    await apply(token, [{ question: question({}), value: false }], 'Hello');
    const job = await askingJob([question(accidents)]);
    expect((await read(token, job.id)).body.data).toMatchObject({ answers: [{ value: 2 }], message: null });
  });

  test('can be a message alone', async () => {
    const token = await newDriver();
    await apply(token, [], 'Hello');
    const { body } = await read(token, (await askingJob([])).id);
    expect(body.data).toEqual({ company_name: 'Prairie Freight', answers: [], message: 'Hello' });
  });

  test('are never those of another driver', async () => {
    await apply(await newDriver(), [{ question: question(accidents), value: 1 }], 'Hello');
    const job = await askingJob([question(accidents)]);
    expect((await read(await newDriver(), job.id)).body.data).toBeNull();
  });

  test('need a public job and a driver', async () => {
    const job = await makeJob(t.services.db, company.id, { status: 'DECLINED', postingDate: null });
    expect((await read(await newDriver(), job.id)).status).toBe(404);
    expect((await read(await newDriver(), 'unknown')).status).toBe(404);
    expect((await read(await t.createToken(owner), job.id)).status).toBe(403);
  });
});
