import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoices, refunds } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { revenueMonths } from '#shared/billing/invoices.ts';
import { localDay, startOfDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

let numbers = 0;
async function bill(companyId: string, amountCents: number, changes: Partial<typeof invoices.$inferInsert> = {}) {
  numbers += 1;
  const invoiceCustomId = `INV-1998-${String(numbers).padStart(6, '0')}`;
  const paid = { paymentMethod: 'card', status: 'paid', transactionId: 'tx' } as const;
  const row = { invoiceCustomId, companyId, purpose: 'new_job', subjectKey: newId(), amountCents, ...paid, ...changes } as const;
  const [made] = await t.services.db.insert(invoices).values(row).returning();
  return made!;
}

it('is what every company was billed, by the month of the invoice in the reader’s zone, less what went back', async () => {
  const { db } = t.services;
  const [one, other] = [await makeCompany(db), await makeCompany(db, { companyName: 'Other' })];
  const now = new Date();
  const zone = 'US/Pacific';
  const [year = 0, thisMonth = 0] = localDay(zone, now).split('-').map(Number);
  const nameOf = (back: number) => new Date(Date.UTC(year, thisMonth - 1 - back, 1)).toISOString().slice(0, 7);
  const month = (back: number) => startOfDay(`${nameOf(back)}-01`, zone);
  const endOfMonth = new Date(month(1).getTime() - 1);
  const open = { paymentMethod: 'invoice', status: 'open', transactionId: null } as const;
  const returned = await bill(one.id, 50_000);
  await db.insert(refunds).values({
    companyId: one.id,
    invoiceId: returned.id,
    number: 1,
    kind: 'card',
    amountCents: 12_345,
    status: 'done',
    reason: 'x',
  });
  await bill(other.id, 30_010, { ...open });
  await bill(other.id, 99_900, { ...open, status: 'void', voidedAt: now });
  await bill(one.id, 20_000, { billingDate: month(1) });
  await bill(one.id, 10_000, { billingDate: endOfMonth });
  await bill(one.id, 70_000, { billingDate: month(revenueMonths) });

  const admin = await t.createCallerFor(await makeUser(db, { roles: [roles.admin], timezone: zone }));
  const { months } = await admin.billing.revenue();
  expect(months.map((line) => line.month)).toEqual(
    Array.from({ length: revenueMonths }, (_, n) => nameOf(revenueMonths - 1 - n)),
  );
  const none = { invoices: 0, paid: 0, open: 0, refunded: 0 };
  expect(months.map(({ month: _, ...line }) => line)).toEqual([
    ...Array.from({ length: revenueMonths - 3 }, () => none),
    { ...none, invoices: 1, paid: 100 },
    { ...none, invoices: 1, paid: 200 },
    { invoices: 2, paid: 376.55, open: 300.1, refunded: 123.45 },
  ]);
});

it('is for administrators only', async () => {
  const { db } = t.services;
  const employee = await t.createCallerFor(await makeEmployee(db, (await makeCompany(db)).id));
  await expect(employee.billing.revenue()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const internal = await t.createCallerFor(await makeUser(db, { roles: [roles.internalUser] }));
  await expect(internal.billing.revenue()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
