import { type SQL, sql } from 'drizzle-orm';
import { noticeUntil, dueUntil } from '#shared/renewal.ts';
import type { Database } from '#server/db/open.ts';

/** When there is something to do for a task, at a moment; all are asked in one query, each by its index of due rows. */
type Watch = (now: SQL) => SQL;

const instant = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;
const free = (now: SQL): SQL => sql`(lease_until is null or lease_until <= ${now})`;
const renewing = sql.raw('(auto_renew and next_billing_date is not null and next_billing_date <= expiration_date)');

/** Tasks that are looked after each second. The others are run in every round (`worker.ts`). */
export const watched = {
  charges: (now) => sql`select from charges where due_at <= ${now} and ${free(now)}`,
  refunds: (now) => sql`select from refunds where due_at <= ${now} and ${free(now)}`,
  schedule: (now) => sql`select from jobs where status = 'SCHEDULED' and scheduled_at <= ${now}`,
  renewals: (now) => sql`select from jobs where status = 'POSTED' and next_billing_date <= ${instant(dueUntil(new Date()))}
    and auto_renew and ${free(now)}`,
  expiry: (now) => sql`select from jobs where status = 'POSTED' and expiration_date <= ${now} and not ${renewing}`,
  'renewal notices': (now) => sql`select from jobs where status = 'POSTED' and not renewal_noticed and auto_renew
    and next_billing_date > ${now} and next_billing_date <= ${instant(noticeUntil(new Date()))}`,
  candidates: (now) => sql`select from jobs where status = 'POSTED' and candidates_due_at <= ${now}`,
  boosts: (now) => sql`select from jobs where status = 'POSTED' and boost_until > ${now}
    and boost_mailed_until is distinct from boost_until`,
  resets: () => sql`select from reset_requests`,
  mail: (now) => sql`select from outbox where sent_at is null and failed_at is null and due_at <= ${now} and ${free(now)}`,
  news: (now) => sql`select from posts where scheduled_at <= ${now} and deleted_at is null`,
} as const satisfies Record<string, Watch>;

/** The watched tasks that have something to do now. */
export async function dueTasks(db: Database, now = new Date()): Promise<string[]> {
  const at = instant(now);
  const asked = Object.entries(watched).map(([name, watch]) => sql`case when exists (${watch(at)}) then ${name}::text end`);
  const [row] = await db.execute<{ due: string }>(sql`select concat_ws(',', ${sql.join(asked, sql`, `)}) as due`);
  return row?.due ? row.due.split(',') : [];
}
