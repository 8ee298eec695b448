import { type SQL, sql } from 'drizzle-orm';
import { noticeUntil, dueUntil } from '#shared/renewal.ts';
import type { Database } from '#server/db/open.ts';

/**
 * The soonest row that waits for a task at a moment, or null; all are asked in one query, each by its index of due rows. The
 * least of them, not whether there is one: nothing is due as a rule, and a scan that hopes to meet the first row soon then
 * reads the table from end to end.
 */
type Watch = (now: SQL) => SQL;

const instant = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;
const free = (now: SQL): SQL => sql`(lease_until is null or lease_until <= ${now})`;
const renewing = sql.raw('(auto_renew and next_billing_date is not null and next_billing_date <= expiration_date)');

/** Tasks that are looked after each second. The others are run in every round (`worker.ts`). */
export const watched = {
  charges: (now) => sql`select min(due_at) from charges where due_at <= ${now} and ${free(now)}`,
  refunds: (now) => sql`select min(due_at) from refunds where due_at <= ${now} and ${free(now)}`,
  schedule: (now) => sql`select min(scheduled_at) from jobs where status = 'SCHEDULED' and scheduled_at <= ${now}`,
  renewals: (now) => sql`select min(next_billing_date) from jobs where status = 'POSTED'
    and next_billing_date <= ${instant(dueUntil(new Date()))} and auto_renew and ${free(now)}`,
  expiry: (now) => sql`select min(expiration_date) from jobs where status = 'POSTED' and expiration_date <= ${now}
    and not ${renewing}`,
  'renewal notices': (now) => sql`select min(next_billing_date) from jobs where status = 'POSTED' and not renewal_noticed
    and auto_renew and next_billing_date > ${now} and next_billing_date <= ${instant(noticeUntil(new Date()))}
    and company_id in (select id from companies where status = 'Active')`,
  candidates: (now) => sql`select min(candidates_due_at) from jobs where status = 'POSTED' and candidates_due_at <= ${now}`,
  boosts: (now) => sql`select min(boost_until) from jobs where status = 'POSTED' and boost_until > ${now}
    and boost_mailed_until is distinct from boost_until`,
  resets: () => sql`select 1 from reset_requests limit 1`,
  mail: (now) => sql`select min(due_at) from outbox where sent_at is null and failed_at is null and due_at <= ${now}
    and ${free(now)}`,
  news: (now) => sql`select min(scheduled_at) from posts where scheduled_at <= ${now} and deleted_at is null`,
} as const satisfies Record<string, Watch>;

/** The watched tasks that have something to do now. */
export async function dueTasks(db: Database, now = new Date()): Promise<string[]> {
  const at = instant(now);
  const asked = Object.entries(watched).map(([name, watch]) => sql`case when (${watch(at)}) is not null then ${name}::text end`);
  const [row] = await db.execute<{ due: string }>(sql`select concat_ws(',', ${sql.join(asked, sql`, `)}) as due`);
  return row?.due ? row.due.split(',') : [];
}
