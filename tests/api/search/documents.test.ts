// @engine both
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, jobSearchDocuments } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, makeJob } from '#server/demo/builders.ts';
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
