// @engine both
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, jobSearchDocuments, postingOrders } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, makeJob, makeUser } from '#server/demo/builders.ts';
import { rebuildSearchDocuments } from '#server/search/find-jobs.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** A search document is written in the transaction that changes its job or company, so that they never differ. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const documents = () => t.services.db.select().from(jobSearchDocuments).orderBy(jobSearchDocuments.jobId);

async function expectNoDrift(): Promise<void> {
  const before = await documents();
  await t.services.db.delete(jobSearchDocuments);
  await rebuildSearchDocuments(t.services.db);
  expect(before).toEqual(await documents());
}

test('every change of a job and of its company reaches the document', async () => {
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Prairie Freight' });
  const job = await makeJob(db, company.id, { title: 'Night Tanker Driver' });
  const find = async (query: string) => {
    const page = await (await t.createCallerFor(null)).public.search({ query, offset: 0, limit: 10 });
    return page.items.map(({ id }) => id);
  };
  const change = (values: Partial<typeof jobs.$inferInsert>) => db.update(jobs).set(values).where(eq(jobs.id, job.id));
  expect(await find('prairie tanker')).toEqual([job.id]);

  await change({ title: 'Day Flatbed Driver' });
  expect(await find('prairie flatbed')).toEqual([job.id]);
  await change({ descriptionText: 'No touch freight', city: 'Reno', state: 'NV' });
  expect(await find('no touch nevada')).toEqual([job.id]);
  await change({ jobType: 'dryVan' });
  expect(await find('class a')).toEqual([job.id]);
  await change({ cdlClass: 'Class B' });
  expect([await find('class a'), await find('class b')]).toEqual([[], [job.id]]);
  await change({ endorsements: ['H'] });
  expect(await find('hazmat')).toEqual([job.id]);
  await db.update(companies).set({ companyName: 'Sierra Lines', secondChanceCompany: true }).where(eq(companies.id, company.id));
  expect(await find('sierra')).toEqual([job.id]);
  expect(await find('second chance')).toEqual([job.id]);
  await change({ promotedUntil: daysFromNow(3), boostUntil: daysFromNow(2), expectedPayCents: 99_00, isGlobal: true });
  await expectNoDrift();

  await db.update(companies).set({ status: 'Cancelled' }).where(eq(companies.id, company.id));
  expect(await find('sierra')).toEqual([]);
  await db.update(companies).set({ status: 'Active' }).where(eq(companies.id, company.id));
  expect(await find('sierra')).toEqual([job.id]);
  await change({ status: 'CLOSED' });
  expect(await documents()).toEqual([]);
  await expectNoDrift();
});

const tables = { jobs, companies };
type Column<Table extends 'jobs' | 'companies'> = Exclude<keyof (typeof tables)[Table]['$inferInsert'], 'id'>;

/** A value for each column that differs from the one that `makeJob` writes. A new column does not compile until it is here. */
const changedJob = ({ companyId, orderId, userId, jobId }: Record<'companyId' | 'orderId' | 'userId' | 'jobId', string>) =>
  ({
    companyId,
    orderId,
    employerId: userId,
    status: 'CLOSED',
    declineReason: 'Duplicate',
    title: 'Ice Road Driver',
    jobType: 'tanker',
    cdlClass: 'Class B',
    requiredExperience: 'Y5',
    experienceRank: 5,
    additionalExperience: 'Chains',
    requisiteNumber: 'R-7',
    homeTime: 'HD',
    descriptionHtml: '<p>Frozen lakes</p>',
    descriptionDoc: { type: 'doc' },
    descriptionText: 'Frozen lakes',
    driverUnload: true,
    expectedPayCents: 3100_00,
    salaryType: 'monthly',
    signonBonusCents: 500_00,
    startingBonusCents: 600_00,
    benefits: ['visionCoverage'],
    endorsements: ['X'],
    street1: '1 Ice Road',
    city: 'Nome',
    state: 'AK',
    postalCode: '99762',
    country: 'CA',
    latitude: 64.5,
    longitude: -165.4,
    cell: 9,
    costCents: 1,
    autoRenew: false,
    postingDate: daysFromNow(-9),
    expirationDate: daysFromNow(9),
    nextBillingDate: daysFromNow(8),
    scheduledAt: daysFromNow(7),
    renewalCanceledAt: daysFromNow(-1),
    renewalCancellationReason: 'Hired',
    promotedUntil: daysFromNow(5),
    boostUntil: daysFromNow(4),
    boostMailedUntil: daysFromNow(4),
    isGlobal: true,
    videoUrl: '/media/ice.mp4',
    screeningQuestions: [],
    duplicateOf: jobId,
    closedAt: daysFromNow(-1),
    applicationCount: 3,
    candidateCount: 4,
    candidatesDueAt: daysFromNow(1),
    searchesMatchedAt: daysFromNow(1),
    unpaidSince: daysFromNow(-1),
    renewalFailures: 1,
    renewalNoticed: true,
    purchases: 2,
    leaseUntil: daysFromNow(1),
    version: 9,
    createdAt: daysFromNow(-30),
    updatedAt: daysFromNow(1),
  }) satisfies Record<Column<'jobs'>, unknown>;

const changedCompany = (userId: string) =>
  ({
    companyName: 'Glacier Lines',
    size: '1-10',
    type: 1,
    billingType: 'invoice',
    status: 'Cancelled',
    email: 'other@test.example',
    emailToVerify: 'next@test.example',
    emailVerifiedAt: daysFromNow(-3),
    slug: 'glacier-freight',
    phone: '4025550111',
    phoneExtension: '7',
    street1: '1 Ice Road',
    street2: 'Dock 2',
    city: 'Nome',
    state: 'AK',
    postalCode: '99762',
    country: 'CA',
    latitude: 64.5,
    longitude: -165.4,
    logo: 'logo.png',
    colorTemplate: 'red',
    enableRequisiteNumbers: true,
    experiencedDriverFilter: true,
    secondChanceCompany: true,
    tellsNotSelected: false,
    answersWithinDays: 3,
    answerTimeDueAt: daysFromNow(1),
    salesRef: 'S-1',
    employerId: userId,
    closedAt: daysFromNow(-1),
    erasedAt: daysFromNow(-1),
    totalJobs: 5,
    totalActiveJobs: 4,
    version: 9,
    createdAt: daysFromNow(-30),
    updatedAt: daysFromNow(1),
  }) satisfies Record<Column<'companies'>, unknown>;

test('a change of any column of a job or its company leaves no outdated document', async () => {
  const { db } = t.services;
  const user = await makeUser(db);
  const otherCompany = await makeCompany(db, { companyName: 'Glacier Lines' });
  const original = await makeJob(db, otherCompany.id, { status: 'CLOSED' });
  const documentOf = async (id: string) => {
    const [document] = await db.select().from(jobSearchDocuments).where(eq(jobSearchDocuments.jobId, id));
    return document ?? null;
  };
  /** Changes each column alone. Returns those that a document shows, and those whose change it missed. */
  async function changeEach(table: 'jobs' | 'companies', values: Record<string, unknown>) {
    const found: { shown: string[]; missed: string[] } = { shown: [], missed: [] };
    for (const [column, value] of Object.entries(values)) {
      const company = await makeCompany(db);
      const job = await makeJob(db, company.id);
      const before = await documentOf(job.id);
      const changed = tables[table];
      await db
        .update(changed)
        .set({ [column]: value })
        .where(eq(changed.id, table === 'jobs' ? job.id : company.id));
      const after = await documentOf(job.id);
      await db.execute(sql`select refresh_job_search_documents(array[${job.id}::uuid])`);
      const refreshed = await documentOf(job.id);
      if (!isDeepStrictEqual(refreshed, before)) found.shown.push(column);
      if (!isDeepStrictEqual(refreshed, after)) found.missed.push(column);
    }
    return found;
  }

  const [order] = await db
    .insert(postingOrders)
    .values({ companyId: otherCompany.id, createdBy: user.id, orderToken: 'any', totalCents: 1 })
    .returning({ id: postingOrders.id });
  const values = changedJob({ companyId: otherCompany.id, orderId: order?.id ?? '', userId: user.id, jobId: original.id });
  expect(await changeEach('jobs', values)).toEqual({
    missed: [],
    shown: [
      'companyId',
      'status',
      'title',
      'jobType',
      'cdlClass',
      'requiredExperience',
      'experienceRank',
      'additionalExperience',
      'homeTime',
      'descriptionText',
      'expectedPayCents',
      'salaryType',
      'endorsements',
      'city',
      'state',
      'postalCode',
      'latitude',
      'longitude',
      'cell',
      'postingDate',
      'expirationDate',
      'promotedUntil',
      'boostUntil',
      'isGlobal',
    ],
  });
  expect(await changeEach('companies', changedCompany(user.id))).toEqual({
    missed: [],
    shown: ['companyName', 'status', 'secondChanceCompany'],
  });
});

test('a job and its company that change at the same time leave a document with both changes', async () => {
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Before' });
  const job = await makeJob(db, company.id, { title: 'Before' });
  for (let round = 1; round <= 10; round += 1) {
    await Promise.all([
      db.transaction(async (tx) => {
        await tx
          .update(jobs)
          .set({ title: `Title ${round}` })
          .where(eq(jobs.id, job.id));
        await tx.execute(sql`select 1`);
      }),
      db.transaction(async (tx) => {
        await tx
          .update(companies)
          .set({ companyName: `Carrier ${round}` })
          .where(eq(companies.id, company.id));
        await tx.execute(sql`select 1`);
      }),
    ]);
    await expectNoDrift();
  }
});

test('a change that is rolled back changes no document', async () => {
  const { db } = t.services;
  const company = await makeCompany(db);
  const job = await makeJob(db, company.id);
  const before = await documents();
  await expect(
    db.transaction(async (tx) => {
      await tx.update(jobs).set({ title: 'Never written' }).where(eq(jobs.id, job.id));
      throw new Error('Rolled back');
    }),
  ).rejects.toThrow('Rolled back');
  expect(await documents()).toEqual(before);
});

test('documents of an earlier version have the class after its migration', async () => {
  const { db } = t.services;
  const migration = readFileSync(new URL('../../../drizzle/migrations/0030_job-cdl-class.sql', import.meta.url), 'utf8');
  // The migration expects jobs without a class.
  await db.update(jobs).set({ status: 'CLOSED' });
  const company = await makeCompany(db);
  for (const jobType of ['bus', 'dumpTruck'] as const) await makeJob(db, company.id, { jobType });
  const before = await documents();
  await db.execute(
    sql`update job_search_documents set words = ts_delete(words, array['#cdl:bus', '#cdl:dumpTruck', '#cdl:dryVan'])`,
  );
  expect(await documents()).not.toEqual(before);
  await db.execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''));
  expect(await documents()).toEqual(before);
});

test('documents of an earlier version have their cell and promotions after the migration', async () => {
  const { db } = t.services;
  const migration = readFileSync(new URL('../../../drizzle/migrations/0036_search-speed.sql', import.meta.url), 'utf8');
  const company = await makeCompany(db);
  await makeJob(db, company.id);
  await makeJob(db, company.id, { promotedUntil: daysFromNow(3) });
  await makeJob(db, company.id, { boostUntil: daysFromNow(-2) });
  const before = await documents();
  await db.execute(sql`update job_search_documents set words = ts_delete(words, array['#promoted', '#boosted']), cell = 0`);
  expect(await documents()).not.toEqual(before);
  const statements = migration.split('--> statement-breakpoint');
  await db.execute(sql.raw(statements.find((statement) => statement.includes('UPDATE job_search_documents')) ?? ''));
  expect(await documents()).toEqual(before);
});
