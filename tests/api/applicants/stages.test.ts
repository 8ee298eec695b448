import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { tellNotSelected } from '#server/applicants/notify-not-selected.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { notSelectedTime } from '#shared/applicants/stages.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let strangerToken: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;
let jobId: string;

let phones = 0;
/** A phone number of its own for each driver, because the same number means the same person. */
const nextPhone = () => `402555${String((phones += 1)).padStart(4, '0')}`;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db);
  owner = await makeEmployee(db, company.id);
  colleague = await makeEmployee(db, company.id);
  token = await t.createToken(owner);
  strangerToken = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
});
afterAll(() => t.close());

const setTells = async (tells_not_selected: boolean) => {
  const middle = ['reviewed', 'contacted', 'interview', 'offer'].map((stage) => ({ stage }));
  expect((await rest('PATCH', '/applicants/stages', { stages: middle, tells_not_selected })).status).toBe(200);
};

beforeEach(async () => {
  await setTells(true);
  const { db } = t.services;
  driver = await makeDriver(db, { user: { phone: nextPhone(), lastName: `Ibarra ${phones}` } });
  const job = await makeJob(db, company.id);
  jobId = job.id;
  const row = rowOfApplication(job, driver);
  applicantId = row.id ?? '';
  await db.insert(applications).values(row);
});

type Wire = {
  id: string;
  stage: string;
  status: string;
  owner: { id: string } | null;
  job: { id: string };
  stages: { stage: string; name: string | null; applicants: number }[];
  applications: object[];
  possible_duplicates: object[];
  requirements: object[];
  reasons: { points: number }[];
  applicant: { job_matching: number | null };
};

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function rest(method: Method, path: string, body?: object, as = token) {
  const answer = await t.callRest(method, path, { token: as, ...(body && { body }) });
  return { ...answer, data: answer.body.data as Wire, list: answer.body.data as Wire[] };
}
const move = (body: object, as = token) => rest('POST', `/applicants/${applicantId}/stage`, body, as);
const timeline = async () => (await rest('GET', `/applicants/${applicantId}/timeline`)).list;

describe('moving an applicant', () => {
  test('keeps who moved the applicant, when and from which stage', async () => {
    const answer = await move({ stage: 'contacted' });
    expect(answer.body.data).toMatchObject({ stage: 'contacted' });
    const [entry] = await timeline();
    expect(entry).toMatchObject({
      kind: 'stage',
      author: { id: owner.id },
      source: 'rest',
      detail: { from: 'new', to: 'contacted' },
    });
  });

  test('to the same stage writes no entry', async () => {
    await move({ stage: 'reviewed' });
    await move({ stage: 'reviewed' });
    expect(await timeline()).toHaveLength(1);
  });

  test('of two colleagues who move the same applicant, one wins and the other gets a conflict', async () => {
    const as = await t.createToken(colleague);
    const answers = await Promise.all([move({ stage: 'interview', from: 'new' }), move({ stage: 'contacted', from: 'new' }, as)]);
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    const stage = won?.data.stage === 'interview' ? 'Interview' : 'Contacted';
    expect(lost?.body.message).toContain(stage);
  });

  test('not a fit needs a reason, and only then there is one', async () => {
    const refusal = await move({ stage: 'not_a_fit' });
    expect(refusal.status).toBe(422);
    expect(refusal.body.errors[0]?.field).toBe('reason');
    expect((await move({ stage: 'offer', reason: 'pay' })).status).toBe(422);
    await move({ stage: 'not_a_fit', reason: 'distance' });
    expect((await timeline())[0]).toMatchObject({ detail: { reason: 'distance' } });
    await move({ stage: 'reviewed' });
    const [row] = await t.services.db.select().from(applications).where(eq(applications.id, applicantId));
    expect(row?.notAFitReason).toBeNull();
  });

  test('the reason of a not-a-fit can be corrected, and the driver is told only once', async () => {
    await move({ stage: 'not_a_fit', reason: 'distance' });
    const read = async () => (await t.services.db.select().from(applications).where(eq(applications.id, applicantId)))[0];
    const before = await read();
    expect((await move({ stage: 'not_a_fit', reason: 'pay', from: 'not_a_fit' })).status).toBe(200);
    await tellNotSelected(t.services, notSelectedTime(new Date()));
    expect(await read()).toMatchObject({ notAFitReason: 'pay', stageChangedAt: before?.stageChangedAt });
    expect((await timeline())[0]).toMatchObject({ detail: { from: 'not_a_fit', to: 'not_a_fit', reason: 'pay' } });
    const emails = await t.services.db.select().from(outbox).where(eq(outbox.recipient, driver.email));
    expect(emails.filter(({ template }) => template === 'not_selected')).toHaveLength(1);
    await move({ stage: 'not_a_fit', reason: 'pay' });
    expect(await timeline()).toHaveLength(2);
  });

  test('a company cannot withdraw for the driver', async () => {
    expect((await move({ stage: 'withdrawn' })).status).toBe(422);
  });

  test('another company finds nothing', async () => {
    expect((await move({ stage: 'reviewed' }, strangerToken)).status).toBe(404);
    expect((await rest('GET', `/applicants/${applicantId}/timeline`, undefined, strangerToken)).status).toBe(404);
  });
});

describe('what the driver sees', () => {
  const status = async () => {
    const { list } = await rest('GET', '/member/applications', undefined, await t.createToken(driver));
    return list[0];
  };

  test('a softer status, and never a stage, reason or score', async () => {
    expect((await status())?.status).toBe('sent');
    await rest('POST', `/applicants/${applicantId}/viewed`);
    expect((await status())?.status).toBe('viewed');
    await move({ stage: 'interview' });
    expect((await status())?.status).toBe('interview');
    await move({ stage: 'not_a_fit', reason: 'pay' });
    const driverStatus = await status();
    expect(driverStatus?.status).toBe('interview');
    expect(JSON.stringify(driverStatus)).not.toMatch(/not_a_fit|pay|score|stage/);
  });

  test('the same for a rejected and a reviewed application of a closed job', async () => {
    const { db } = t.services;
    await db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, jobId));
    await move({ stage: 'reviewed' });
    const reviewed = (await status())?.status;
    await move({ stage: 'not_a_fit', reason: 'pay' });
    expect((await status())?.status).toBe(reviewed);
  });

  const notSelectedEmails = () =>
    t.services.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.recipient, driver.email), eq(outbox.template, 'not_selected')));
  const tellDue = () => tellNotSelected(t.services, notSelectedTime(new Date()));

  test('not selected from the email three days later on, whatever the company chooses afterward', async () => {
    await move({ stage: 'not_a_fit', reason: 'experience' });
    expect((await status())?.status).toBe('in_review');
    await tellDue();
    expect((await status())?.status).toBe('not_selected');
    await setTells(false);
    expect((await status())?.status).toBe('not_selected');
  });

  test('never not selected without the email, also if the company tells drivers from later on', async () => {
    await setTells(false);
    await move({ stage: 'not_a_fit', reason: 'experience' });
    await tellDue();
    await setTells(true);
    await tellDue();
    expect((await status())?.status).toBe('in_review');
    expect(await notSelectedEmails()).toEqual([]);
  });

  test('an application that is sent again starts again', async () => {
    await move({ stage: 'interview' });
    const driverToken = await t.createToken(driver);
    await t.callRest('DELETE', `/member/applications/${applicantId}`, { token: driverToken });
    await t.services.db
      .update(applications)
      .set({ withdrawnAt: null, stage: 'new', applicationAt: sql`clock_timestamp() + interval '1 second'` })
      .where(eq(applications.id, applicantId));
    expect((await status())?.status).toBe('sent');
  });

  test('an email that says so comes once and three days later, without a reason', async () => {
    await rest('POST', '/applicants/bulk', { ids: [applicantId], stage: 'not_a_fit', reason: 'experience' });
    await tellNotSelected(t.services);
    expect(await notSelectedEmails()).toEqual([]);
    await tellDue();
    await move({ stage: 'reviewed' });
    expect((await status())?.status).toBe('in_review');
    await move({ stage: 'not_a_fit', reason: 'pay' });
    expect((await status())?.status).toBe('not_selected');
    await tellDue();
    const emails = await notSelectedEmails();
    expect(emails).toHaveLength(1);
    expect(JSON.stringify(emails)).not.toMatch(/experience|pay/);
  });

  test.each([
    ['a mistaken move that was undone', () => move({ stage: 'reviewed' })],
    ['a company that does not tell drivers', () => setTells(false)],
  ])('no email after %s', async (_what, act) => {
    await move({ stage: 'not_a_fit', reason: 'pay' });
    await act();
    await tellDue();
    expect(await notSelectedEmails()).toEqual([]);
  });

  test('a withdrawn application shows the company no contact details', async () => {
    await t.callRest('DELETE', `/member/applications/${applicantId}`, { token: await t.createToken(driver) });
    const found = await rest('POST', '/applicants/search', {
      filters: [
        { field: 'stage', operator: 'equals', value: 'withdrawn' },
        { field: 'job', operator: 'equals', value: jobId },
      ],
    });
    expect(found.body.data).toHaveLength(1);
    expect(found.body.data[0]).toMatchObject({ stage: 'withdrawn', phone: null, email: null, message: null });
    expect((await move({ stage: 'reviewed' })).status).toBe(404);
  });

  test('a search, the counts of the board and the file do not reveal the contact details of a withdrawn application', async () => {
    const condition = (field: string, value: string, operator = 'equals') => ({ field, operator, value });
    const isJob = condition('job', jobId);
    const isWithdrawn = condition('stage', 'withdrawn');
    const email = driver.email.toLowerCase();
    const probes = [condition('email', email), condition('email', email.slice(0, 5), 'ilike'), condition('phone', '4', 'ilike')];
    const countFound = async (filters: object[]) => (await rest('POST', '/applicants/search', { filters })).body.pagination.total;
    const countStages = async (filters: object[]) => {
      const { stages } = (await rest('POST', '/applicants/stages/count', { filters })).body.data as {
        stages: { applicants: number }[];
      };
      return stages.reduce((sum, { applicants }) => sum + applicants, 0);
    };
    for (const probe of probes) {
      expect(await countFound([isJob, probe])).toBe(1);
      expect(await countStages([isJob, probe])).toBe(1);
    }
    await t.callRest('DELETE', `/member/applications/${applicantId}`, { token: await t.createToken(driver) });
    expect(await countFound([isJob, isWithdrawn])).toBe(1);
    expect(await countStages([isJob])).toBe(1);
    for (const probe of probes) {
      expect(await countFound([isJob, isWithdrawn, probe])).toBe(0);
      expect(await countStages([isJob, probe])).toBe(0);
      const file = await rest('POST', '/applicants/export', { filters: [isJob, isWithdrawn, probe] });
      expect(JSON.stringify(file.body)).not.toContain(driver.lastName);
    }
    const isUnknown = { field: 'email', operator: 'equals', value: null };
    expect(await countFound([isJob, isWithdrawn, isUnknown])).toBe(1);
  });

  test('only a filter of the stage includes withdrawn applications, not the same word elsewhere', async () => {
    await t.callRest('DELETE', `/member/applications/${applicantId}`, { token: await t.createToken(driver) });
    const countFound = async (filters: object) =>
      (
        await rest('POST', '/applicants/search', {
          filters: { and: [{ field: 'job', operator: 'equals', value: jobId }, filters] },
        })
      ).body.pagination.total;
    const name = { field: 'applicant', operator: 'ilike', value: driver.lastName };
    expect(await countFound({ or: [{ field: 'tag', operator: 'equals', value: 'withdrawn' }, name] })).toBe(0);
    expect(await countFound({ or: [{ field: 'stage', operator: 'in', value: ['hired', 'withdrawn'] }] })).toBe(1);
  });
});

describe('the stages of a company', () => {
  test('can be renamed and reordered, for this company only', async () => {
    const stages = [
      { stage: 'contacted', name: 'Phone screen' },
      { stage: 'reviewed' },
      { stage: 'interview', name: 'Road test' },
      { stage: 'offer' },
    ];
    const saved = await rest('PATCH', '/applicants/stages', { stages, tells_not_selected: false });
    expect(saved.data.stages.map(({ stage }) => stage)).toEqual([
      'new',
      'contacted',
      'reviewed',
      'interview',
      'offer',
      'hired',
      'not_a_fit',
      'withdrawn',
    ]);
    expect(saved.data.stages[1]?.name).toBe('Phone screen');
    const other = await rest('GET', '/applicants/stages', undefined, strangerToken);
    expect(other.data.stages[1]).toEqual({ stage: 'reviewed', name: null });
  });

  test('each middle stage is listed exactly once', async () => {
    const stages = [{ stage: 'reviewed' }, { stage: 'reviewed' }, { stage: 'interview' }, { stage: 'offer' }];
    expect((await rest('PATCH', '/applicants/stages', { stages, tells_not_selected: false })).status).toBe(422);
  });
});

describe('notes, calls and owners', () => {
  test('only the author changes or deletes a note', async () => {
    const { data } = await rest('POST', `/applicants/${applicantId}/notes`, { text: 'Called twice', mentions: [colleague.id] });
    const note = `/applicants/notes/${data.id}`;
    const other = await t.createToken(colleague);
    expect((await rest('PATCH', note, { text: 'Mine now' }, other)).status).toBe(403);
    expect((await rest('DELETE', note, undefined, strangerToken)).status).toBe(404);
    expect((await rest('PATCH', note, { text: 'Called three times' })).status).toBe(200);
    expect((await timeline())[0]).toMatchObject({ kind: 'note', text: 'Called three times', edited_at: expect.any(String) });
    expect((await rest('DELETE', note)).status).toBe(200);
    expect(await timeline()).toEqual([]);
  });

  test('a person of another company cannot be mentioned or own an applicant', async () => {
    const { db } = t.services;
    const stranger = await makeEmployee(db, (await makeCompany(db)).id);
    const note = await rest('POST', `/applicants/${applicantId}/notes`, { text: 'Look', mentions: [stranger.id] });
    expect(note.status).toBe(422);
    const owned = await rest('POST', `/applicants/${applicantId}/owner`, { owner_id: stranger.id });
    expect(owned.status).toBe(422);
    const ownAssignment = await rest('POST', `/applicants/${applicantId}/owner`, { owner_id: colleague.id });
    expect(ownAssignment.data.owner?.id).toBe(colleague.id);
  });

  test('a page can hold a long timeline', async () => {
    const entries = Array.from({ length: 130 }, (_, index) => ({
      applicationId: applicantId,
      companyId: company.id,
      kind: 'note' as const,
      authorId: owner.id,
      text: `Note ${index}`,
    }));
    await t.services.db.insert(applicationEvents).values(entries);
    expect((await rest('GET', `/applicants/${applicantId}/timeline?limit=200`)).list).toHaveLength(130);
  });

  test('a logged call is in the timeline', async () => {
    await rest('POST', `/applicants/${applicantId}/calls`, { outcome: 'left_voicemail', text: 'Asked to call back' });
    expect((await timeline())[0]).toMatchObject({
      kind: 'call',
      detail: { outcome: 'left_voicemail' },
      text: 'Asked to call back',
    });
  });
});

describe('the applicants of all jobs', () => {
  test('are found by job, stage, name and phone, and only the own company’s', async () => {
    await t.services.db
      .update(applications)
      .set({ phone: '4025559876', firstName: 'Marisol' })
      .where(eq(applications.id, applicantId));
    const search = (filters: unknown, as = token) => rest('POST', '/applicants/search', { filters }, as);
    const byPhone = await search([{ field: 'phone', operator: 'ilike', value: '9876' }]);
    expect(byPhone.list.map((row) => row.id)).toEqual([applicantId]);
    expect(byPhone.list[0]?.job).toMatchObject({ id: jobId });
    expect((await search([{ field: 'applicant', operator: 'ilike', value: 'marisol' }])).body.pagination.total).toBe(1);
    expect((await search([{ field: 'applicant', operator: 'ilike', value: 'marisol' }], strangerToken)).body.data).toEqual([]);
  });

  test('are counted by stage', async () => {
    await move({ stage: 'interview' });
    const filters = [{ field: 'job', operator: 'equals', value: jobId }];
    const { data } = await rest('POST', '/applicants/stages/count', { filters });
    expect(data.stages).toContainEqual({ stage: 'interview', applicants: 1 });
    expect(data.stages).toContainEqual({ stage: 'hired', applicants: 0 });
  });
});

describe('one person with several applications', () => {
  test('the page lists them, finds a duplicate account and joins it', async () => {
    const { db } = t.services;
    const second = await makeJob(db, company.id, { title: 'Second job' });
    const sameAccount = rowOfApplication(second, driver);
    const otherAccount = rowOfApplication(second, await makeDriver(db, { user: { phone: driver.phone ?? '' } }));
    await db.insert(applications).values([sameAccount, otherAccount]);
    const before = await rest('GET', `/applicants/${applicantId}`);
    expect(before.data.applications).toHaveLength(2);
    expect(before.data.possible_duplicates).toEqual([
      expect.objectContaining({ applicant_id: otherAccount.id, same_fields: ['phone'] }),
    ]);
    const merged = await rest('POST', `/applicants/${applicantId}/merge`, { duplicate_id: otherAccount.id });
    expect(merged.data.applications).toHaveLength(3);
    expect(merged.data.possible_duplicates).toEqual([]);
    const again = await rest('POST', `/applicants/${applicantId}/merge`, { duplicate_id: otherAccount.id });
    expect(again.status).toBe(409);
  });

  test('the page says how the driver meets the job’s requirements', async () => {
    const { data } = await rest('GET', `/applicants/${applicantId}`);
    expect(data.requirements).toContainEqual(expect.objectContaining({ kind: 'cdl' }));
    const sum = data.reasons.reduce((points, reason) => points + reason.points, 0);
    expect(sum).toBe(Math.round((data.applicant.job_matching ?? 0) * 100));
  });
});

test('saved views are personal', async () => {
  const saved = await rest('POST', '/applicants/views', { name: 'Hot', search: { stage: 'new' } });
  expect(saved.status).toBe(201);
  await rest('POST', '/applicants/views', { name: 'Hot', search: { stage: 'offer' } });
  expect((await rest('GET', '/applicants/views')).body.data).toEqual([
    { id: saved.data.id, name: 'Hot', search: { stage: 'offer' } },
  ]);
  const other = await t.createToken(colleague);
  expect((await rest('GET', '/applicants/views', undefined, other)).body.data).toEqual([]);
  expect((await rest('DELETE', `/applicants/views/${saved.data.id}`, undefined, other)).status).toBe(404);
  expect((await rest('DELETE', `/applicants/views/${saved.data.id}`)).status).toBe(200);
});

test('deleting the account deletes notes and everything else of the timeline', async () => {
  await rest('POST', `/applicants/${applicantId}/notes`, { text: 'Private thoughts' });
  await move({ stage: 'not_a_fit', reason: 'license' });
  await t.callRest('DELETE', '/member', { token: await t.createToken(driver) });
  const { db } = t.services;
  expect(await db.select().from(applicationEvents).where(eq(applicationEvents.applicationId, applicantId))).toEqual([]);
  const [row] = await db.select().from(applications).where(eq(applications.id, applicantId));
  expect(row).toMatchObject({ personId: null, matchScore: null, ownerId: null, notAFitReason: 'other' });
});
