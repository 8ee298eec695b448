import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { cards, invoices } from '#drizzle/schema/billing.ts';
import { cardAge, cardName, nextCardNotice } from '#shared/cards.ts';
import { companies } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { dayMs, daysAfter } from '#shared/days.ts';
import { billedCompanies } from './contacts.ts';
import { mailReceipt } from './mail-receipts.ts';
import { receiptsOf } from './receipts.ts';

/** Days from the due day on which a company is reminded; below zero: before. After the last, people take over. */
const reminderDays = [-3, 1, 7, 14, 30];
const batch = 20;

/** When an open invoice is next reminded of; null: never again. */
export function nextReminder(dueAt: Date, after: Date): Date | null {
  const days = reminderDays.map((day) => daysAfter(dueAt, day));
  return days.find((day) => day > after) ?? null;
}

/** Reminds of open invoices whose day comes or has passed. Each once, whatever the number of nodes. */
export async function remindOfInvoices(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const now = new Date();
    const due = await tx
      .select({ id: invoices.id, dueAt: invoices.dueAt })
      .from(invoices)
      .where(and(eq(invoices.status, 'open'), lte(invoices.remindAt, now)))
      .orderBy(asc(invoices.remindAt))
      .limit(batch)
      .for('update', { skipLocked: true });
    const told = await receiptsOf(
      tx,
      due.map(({ id }) => id),
    );
    for (const { id, dueAt } of due) {
      const receipt = told.get(id);
      const daysLate = dueAt ? Math.floor((now.getTime() - dueAt.getTime()) / dayMs) : 0;
      if (receipt) await mailReceipt(tx, 'invoice_reminder', receipt, { daysLate });
      const next = { remindAt: dueAt && nextReminder(dueAt, now), reminders: sql`${invoices.reminders} + 1` };
      await tx.update(invoices).set(next).where(eq(invoices.id, id));
    }
    return due.length;
  });
}

/** Tells companies whose stored card ends soon or has ended, while they pay by card. */
export async function noticeCards(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const now = new Date();
    const due = await tx
      .select()
      .from(cards)
      .where(lte(cards.noticeDueAt, now))
      .orderBy(asc(cards.noticeDueAt))
      .limit(batch)
      .for('update', { skipLocked: true });
    const told = await billedCompanies(
      tx,
      due.map(({ companyId }) => companyId),
    );
    for (const card of due) {
      const company = told.get(card.companyId);
      const [payer] = await tx.select({ by: companies.billingType }).from(companies).where(eq(companies.id, card.companyId));
      const data = { companyName: company?.name ?? '', card: cardName(card), expires: card.expirationDate };
      if (payer?.by === 'CELERO')
        for (const recipient of company?.recipients ?? [])
          await mail(tx, recipient, 'card_expiring', { ...data, isOver: cardAge(card.expirationDate) === 'expired' });
      await tx
        .update(cards)
        .set({ noticeDueAt: nextCardNotice(card.expirationDate, now) })
        .where(eq(cards.id, card.id));
    }
    return due.length;
  });
}
