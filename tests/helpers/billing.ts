import { eq } from 'drizzle-orm';
import { outbox } from '#drizzle/schema/outbox.ts';
import { writeInvoice } from '#server/billing/write-invoice.ts';
import { makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import type { TestApp } from './app.ts';

/** The names of the emails to a recipient, sent or queued, the oldest first. */
export async function emailsTo({ services: { db } }: TestApp, to: string): Promise<string[]> {
  const rows = await db.select().from(outbox).where(eq(outbox.recipient, to)).orderBy(outbox.id);
  return rows.map(({ template }) => template);
}

/** Companies that pay on terms, with their bills and emails. */
export function billing(app: () => TestApp) {
  let orders = 0;
  async function contract(changes: { companyName?: string; email?: string } = {}) {
    const company = await makeCompany(app().services.db, { billingType: 'invoice', ...changes });
    const owner = await makeEmployee(app().services.db, company.id);
    const job = await makeJob(app().services.db, company.id, { title: 'Tanker Driver' });
    return { company, api: await app().as(owner), token: await app().tokenOf(owner), owner, job };
  }

  function bill(companyId: string, jobId: string, lines = [300_00, 100_00]) {
    orders += 1;
    const subjectKey = `order-${orders}`;
    return app().services.db.transaction((tx) =>
      writeInvoice(tx, {
        companyId,
        purpose: 'new_job',
        subjectKey,
        transaction: null,
        lines: lines.map((amountCents, n) => ({
          description: n === 0 ? '30-day posting: Tanker Driver' : `Promote: Tanker Driver ${n}`,
          jobId,
          addonType: n === 0 ? null : 'promote',
          amountCents,
        })),
      }),
    );
  }

  const emailTemplatesTo = (email: string) =>
    app()
      .services.db.select({ template: outbox.template, data: outbox.data })
      .from(outbox)
      .where(eq(outbox.recipient, email))
      .orderBy(outbox.id);

  return { contract, bill, mailsTo: emailTemplatesTo };
}
