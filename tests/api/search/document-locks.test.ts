import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, jobSearchDocuments } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('renaming a company does not wait for a locked job, whose transaction may need the company', async () => {
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Prairie Freight' });
  const job = await makeJob(db, company.id);
  await db.transaction(async (buyer) => {
    await buyer.select().from(jobs).where(eq(jobs.id, job.id)).for('update');
    await db.transaction(async (administrator) => {
      await administrator.execute(sql`set local lock_timeout = '5s'`);
      await administrator.update(companies).set({ companyName: 'Sierra Lines' }).where(eq(companies.id, company.id));
    });
  });
  const [document] = await db.select().from(jobSearchDocuments).where(eq(jobSearchDocuments.jobId, job.id));
  expect(document?.words).toContain('sierra');
});
