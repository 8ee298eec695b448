import { eq } from 'drizzle-orm';
import { outbox } from '#drizzle/schema/outbox.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import { makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import type { TestApp } from './app.ts';

/** Returns the templates of the emails to a recipient, sent or queued, the oldest first. */
export async function findEmailTemplates({ services: { db } }: TestApp, to: string): Promise<string[]> {
  const rows = await db.select().from(outbox).where(eq(outbox.recipient, to)).orderBy(outbox.id);
  return rows.map(({ template }) => template);
}

/** Creates companies that pay by invoice, and reads their invoices and emails. */
export function createBillingFixture(app: () => TestApp) {
  let orderCount = 0;
  async function createInvoiceCompany(changes: { companyName?: string; email?: string } = {}) {
    const company = await makeCompany(app().services.db, { billingType: 'invoice', ...changes });
    const owner = await makeEmployee(app().services.db, company.id);
    const job = await makeJob(app().services.db, company.id, { title: 'Tanker Driver' });
    return { company, api: await app().createCallerFor(owner), token: await app().createToken(owner), owner, job };
  }

  function createInvoice(companyId: string, jobId: string, lines = [300_00, 100_00]) {
    orderCount += 1;
    const subjectKey = `order-${orderCount}`;
    return app().services.db.transaction((tx) =>
      writeInvoice(tx, {
        companyId,
        purpose: 'new_job',
        subjectKey,
        transaction: null,
        language: null,
        lines: lines.map((amountCents, n) => ({
          description: n === 0 ? '30-day posting: Tanker Driver' : `Promote: Tanker Driver ${n}`,
          jobId,
          addonType: n === 0 ? null : 'promote',
          amountCents,
        })),
      }),
    );
  }

  const findEmailsTo = (email: string) =>
    app()
      .services.db.select({ template: outbox.template, data: outbox.data })
      .from(outbox)
      .where(eq(outbox.recipient, email))
      .orderBy(outbox.id);

  return { contract: createInvoiceCompany, bill: createInvoice, findEmailsTo };
}
