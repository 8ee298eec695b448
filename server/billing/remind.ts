import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { cards, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { cardValidity, nextCardNotice } from '#shared/billing/cards.ts';
import { addCalendarDays, daysBetween, localDay, platformZone, type TimeZone } from '#shared/time-zone.ts';
import { billedCompanies } from './contacts.ts';
import { mailReceipt, getReceipts } from './receipts.ts';

/** The days before and after the due date on which a company is reminded. After the last reminder, staff takes over. */
const reminderDays = [-3, 1, 7, 14, 30];
const batchSize = 20;

/** The next time to remind the company, in whose zone the days count, of an open invoice. Null after the last reminder. */
export function nextReminder(dueAt: Date, after: Date, timeZone: TimeZone): Date | null {
  const days = reminderDays.map((day) => addCalendarDays(dueAt, day, timeZone));
  return days.find((day) => day > after) ?? null;
}

export const dueReminders: DueRows = {
  table: invoices,
  at: invoices.remindAt,
  when: (now) => and(sql`${invoices.status} = 'open'`, lte(invoices.remindAt, now)),
};

/** Sends reminders for open invoices that are due soon or overdue. Each is sent once, even if several servers run this. */
export async function remindOfInvoices(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const now = new Date();
    const ids = (await claimDue(tx, dueReminders, now, batchSize)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const dueInvoices = await tx
      .select({ id: invoices.id, dueAt: invoices.dueAt })
      .from(invoices)
      .where(inArray(invoices.id, ids));
    const receipts = await getReceipts(tx, ids);
    for (const { id, dueAt } of dueInvoices) {
      const receipt = receipts.get(id);
      const timeZone = receipt?.receipt.timeZone ?? platformZone;
      const daysLate = dueAt ? daysBetween(localDay(timeZone, dueAt), localDay(timeZone, now)) : 0;
      if (receipt) await mailReceipt(tx, 'invoice_reminder', receipt, { daysLate }, null);
      const changes = { remindAt: dueAt && nextReminder(dueAt, now, timeZone), reminders: sql`${invoices.reminders} + 1` };
      await tx.update(invoices).set(changes).where(eq(invoices.id, id));
    }
    return dueInvoices.length;
  });
}

export const dueCardNotices: DueRows = {
  table: cards,
  at: cards.noticeDueAt,
  when: (now) => lte(cards.noticeDueAt, now),
};

/** Emails companies that pay by card and whose stored card expires soon or has expired. */
export async function sendCardNotices(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const now = new Date();
    const ids = (await claimDue(tx, dueCardNotices, now, batchSize)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const dueCards = await tx.select().from(cards).where(inArray(cards.id, ids));
    const companiesById = await billedCompanies(
      tx,
      dueCards.map(({ companyId }) => companyId),
    );
    for (const card of dueCards) {
      const company = companiesById.get(card.companyId);
      const [payer] = await tx.select({ by: companies.billingType }).from(companies).where(eq(companies.id, card.companyId));
      const data = {
        companyName: company?.name ?? '',
        card: { cardType: card.cardType, maskedNumber: card.maskedNumber },
        expires: card.expirationDate,
      };
      if (payer?.by === 'card')
        for (const recipient of company?.recipients ?? [])
          await mail(tx, recipient, 'card_expiring', { ...data, isOver: cardValidity(card.expirationDate) === 'expired' }, null);
      await tx
        .update(cards)
        .set({ noticeDueAt: nextCardNotice(card.expirationDate, now) })
        .where(eq(cards.id, card.id));
    }
    return dueCards.length;
  });
}
