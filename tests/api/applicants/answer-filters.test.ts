// @engine both
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import type { AnswerValue, Question } from '#shared/applicants/screening.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

const question = { choices: [], isRequired: false, knockOut: null };
const id = (n: number) => `0192f0c1-7a5e-7c3a-9f6e-0000000000a${n}`;
const twic: Question = { ...question, id: id(1), type: 'yes_no', text: 'TWIC?' };
const months: Question = { ...question, id: id(2), type: 'number', text: 'Months?' };
const shift: Question = { ...question, id: id(3), type: 'choice', text: 'Shift?', choices: ['Day', 'Night', 'Either'] };
const reason: Question = { ...question, id: id(4), type: 'text', text: 'Why us?' };

let t: TestApp;
let api: Awaited<ReturnType<TestApp['createCallerFor']>>;
let companyId: string;
let jobId: string;
let token: string;
/** The applications by the driver's first name. */
const applications = new Map<string, string>();
const drivers = new Map<string, Awaited<ReturnType<typeof makeDriver>>>();

async function send(name: string, job: string, values: Record<string, AnswerValue>) {
  const driver = await makeDriver(t.services.db, { user: { firstName: name, lastName: 'Answers' } });
  const driverApi = await t.createCallerFor(driver);
  const screeningAnswers = Object.entries(values).map(([questionId, value]) => ({ questionId, value }));
  const { id: applicationId } = await driverApi.drivers.applyTo({ id: job, screeningAnswers });
  applications.set(name, applicationId);
  drivers.set(name, driver);
}

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const company = await makeCompany(db);
  companyId = company.id;
  const owner = await makeEmployee(db, company.id);
  api = await t.createCallerFor(owner);
  token = await t.createToken(owner);
  const job = await makeJob(db, company.id, {
    employerId: owner.id,
    screeningQuestions: [twic, months, shift, reason],
    createdAt: new Date('2026-01-01'),
  });
  const newer = await makeJob(db, company.id, {
    employerId: owner.id,
    screeningQuestions: [
      { ...twic, text: 'A TWIC card?', knockOut: { answers: [false], below: null, above: null } },
      { ...shift, choices: ['Tag', 'Night'] },
    ],
    createdAt: new Date('2026-02-01'),
  });
  const silent = await makeJob(db, company.id, { employerId: owner.id });
  jobId = job.id;
  await send('Ana', jobId, { [twic.id]: true, [months.id]: 12, [shift.id]: 'Day', [reason.id]: 'Más cerca de casa' });
  await send('Ben', jobId, { [twic.id]: false, [months.id]: 3, [shift.id]: 'Night', [reason.id]: 'Better pay, 100%' });
  await send('Cal', jobId, { [months.id]: 0 });
  await send('Dee', newer.id, { [twic.id]: true });
  await send('Eve', silent.id, {});
  await send('Guy', jobId, { [twic.id]: true, [months.id]: 12, [shift.id]: 'Day', [reason.id]: 'Pay' });
  const withdrawn = drivers.get('Guy');
  if (withdrawn) await (await t.createCallerFor(withdrawn)).drivers.withdraw({ id: applications.get('Guy') ?? '' });
});
afterAll(() => t.close());

/** The first names of the applicants whom a filter finds. */
async function found(asked: Question, operator: string, value: unknown) {
  const filters = { field: `answer.${asked.id}`, operator, value } as never;
  const { items } = await api.hiring.search({ filters });
  return items.map(({ firstName }) => firstName).toSorted();
}

describe('a filter by the answer to a question', () => {
  it.each([
    [twic, 'equals', true, ['Ana', 'Dee']],
    [twic, 'equals', false, ['Ben']],
    [twic, 'equals', null, ['Cal']],
    [twic, 'not_equals', true, ['Ben', 'Cal', 'Eve']],
    [months, 'equals', 12, ['Ana']],
    [months, 'between', [3, 12], ['Ana', 'Ben']],
    [months, 'between', [null, 3], ['Ben', 'Cal']],
    [months, 'between', [4, null], ['Ana']],
    [months, 'between', [null, null], ['Ana', 'Ben', 'Cal', 'Dee', 'Eve']],
    [months, 'greater_than', 3, ['Ana']],
    [months, 'less_than', 3, ['Cal']],
    [months, 'in', [0, 3], ['Ben', 'Cal']],
    [shift, 'in', ['DAY', 'Either'], ['Ana']],
    [shift, 'in', ['Day', 12, true], ['Ana']],
    [shift, 'in', ['Day', 'Night'], ['Ana', 'Ben']],
    [shift, 'in', [], []],
    [shift, 'equals', 'night', ['Ben']],
    [reason, 'ilike', 'mas CERCA', ['Ana']],
    [reason, 'ilike', '100%', ['Ben']],
    [reason, 'ilike', '%', ['Ben']],
    [reason, 'not_ilike', 'pay', ['Ana', 'Cal', 'Dee', 'Eve']],
    [{ ...twic, id: id(9) }, 'equals', true, []],
    // An answer of another type is another answer.
    [twic, 'equals', 'true', []],
    [months, 'equals', '12', []],
    [shift, 'greater_than', 0, []],
  ])('%#: finds the applicants with that answer', async (asked, operator, value, names) => {
    expect(await found(asked, operator, value)).toEqual(names);
  });

  it('is joined with other filters, counts the stages, and selects for a file, over REST too', async () => {
    const filters = {
      and: [
        { field: `answer.${months.id}`, operator: 'greater_than', value: 1 },
        { field: `answer.${twic.id.toUpperCase()}`, operator: 'equals', value: false },
      ],
    };
    const rows = await t.callRest('POST', '/applicants/search', { token, body: { filters } });
    expect((rows.body.data as { id: string }[]).map((row) => row.id)).toEqual([applications.get('Ben')]);
    const counts = await api.hiring.stageCounts({ filters });
    expect(counts.stages.find(({ stage }) => stage === 'new')?.applicants).toBe(1);
    const ofJob = await api.applicants.list({ id: jobId, filters });
    expect(ofJob.items.map((row) => row.id)).toEqual([applications.get('Ben')]);
    const file = await t.callRest('POST', '/applicants/export', { token, body: { filters } });
    const content: unknown = file.body;
    expect(
      String(content)
        .trim()
        .split('\r\n')
        .filter((line) => line.includes('Answers,')),
    ).toHaveLength(1);
  });

  it('finds nothing that a withdrawn driver took back', async () => {
    const filters = {
      and: [
        { field: 'stage', operator: 'equals', value: 'withdrawn' },
        { field: `answer.${twic.id}`, operator: 'equals', value: true },
      ],
    };
    expect((await api.hiring.search({ filters })).items).toEqual([]);
    const [stage] = filters.and;
    expect((await api.hiring.search({ filters: stage })).items.map(({ firstName }) => firstName)).toEqual(['Guy']);
  });

  it.each([
    ['answer', 'equals', true],
    ['answer.', 'equals', true],
    ['answer.tanker', 'equals', true],
    [`answer.${twic.id}.x`, 'equals', true],
    [`stage.${twic.id}`, 'equals', 'new'],
    [`answer.${months.id}`, 'greater_than', 'three'],
    [`answer.${months.id}`, 'greater_than', null],
    [`answer.${months.id}`, 'between', ['a', 'b']],
    [`answer.${months.id}`, 'between', 3],
    [`answer.${reason.id}`, 'ilike', 3],
    [`answer.${reason.id.toUpperCase()}`, 'ilike', 3],
    [`answer.${shift.id}`, 'in', [null]],
  ])('names the wrong field or value: %s %s %j', async (field, operator, value) => {
    const body = { filters: { field, operator, value } };
    expect(await t.callRest('POST', '/applicants/search', { token, body })).toMatchObject({
      status: 422,
      body: { errors: [{ field: field.toLowerCase() }] },
    });
  });

  it('does not work as an order', async () => {
    const body = { orders: [{ field: `answer.${months.id}`, direction: 'asc' }] };
    expect(await t.callRest('POST', '/applicants/search', { token, body })).toMatchObject({ status: 422 });
  });
});

describe('the questions to filter by', () => {
  it('are those of all jobs, the most asked first, as the newest job asks them and without their rules', async () => {
    const questions = await api.hiring.questions({});
    expect(questions.map(({ text }) => text)).toEqual(['A TWIC card?', 'Shift?', 'Months?', 'Why us?']);
    expect(questions[1]?.choices).toEqual(['Tag', 'Night', 'Day', 'Either']);
    expect(Object.keys(questions[0] ?? {}).toSorted()).toEqual(['choices', 'id', 'isRequired', 'text', 'type']);
  });

  it('are those of one job in its order', async () => {
    const answer = await t.callRest('GET', `/applicants/questions?job_id=${jobId}`, { token });
    expect((answer.body.data as { text: string }[]).map(({ text }) => text)).toEqual(['TWIC?', 'Months?', 'Shift?', 'Why us?']);
  });

  it('do not exist for another company', async () => {
    const { db } = t.services;
    const stranger = await t.createCallerFor(await makeEmployee(db, (await makeCompany(db)).id));
    expect(await stranger.hiring.questions({})).toEqual([]);
    await expect(stranger.hiring.questions({ jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.hiring.questions({ companyId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const staff = await t.createCallerFor(await makeUser(db, { roles: [roles.internalUser] }));
    expect(await staff.hiring.questions({ jobId })).toHaveLength(4);
    await expect(staff.hiring.questions({ jobId, companyId: (await makeCompany(db)).id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const filters = { field: `answer.${twic.id}`, operator: 'equals', value: true };
    expect((await stranger.hiring.search({ filters })).items).toEqual([]);
  });
});
