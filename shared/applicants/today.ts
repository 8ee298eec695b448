/** What a company has to do today (`docs/product/applicants-and-matching.md#needs-attention`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import type { Condition } from '#shared/lists/list.ts';
import { addDays } from '#shared/time-zone.ts';

/** Jobs that expire within this many days are shown. */
const daysAhead = 7;

export const todayInput = z.object({ companyId: z.optional(idField) });
/** Counts stop at 10,000. */
export const todaySchema = z.object({
  newApplicants: z.int(),
  /** Conversations in which the driver wrote last. */
  unansweredMessages: z.int(),
  /** Since when the driver who has waited the longest waits for an answer. */
  oldestUnansweredAt: z.nullable(z.date()),
  /** Scheduled interviews, and those for which the driver has not chosen a time. */
  interviews: z.int(),
  /** Those of them that are today, in the reader's time zone. */
  interviewsToday: z.int(),
  /** The reader's open follow-ups that are due today or were due before. For staff, those of everyone. */
  followUpsDue: z.int(),
  /** Posted jobs that expire and do not renew automatically. */
  expiringJobs: z.int(),
  /** Jobs whose last payment was declined. */
  declinedJobs: z.int(),
  /** Posted jobs whose automatic renewal was declined and will be tried again. */
  failingRenewals: z.int(),
});
export type Today = z.infer<typeof todaySchema>;

type ListCount = 'newApplicants' | 'expiringJobs' | 'declinedJobs' | 'failingRenewals';

/** The filters of the lists behind the counts. `today` is the day in the reader's time zone. */
export const todayFilters = (today: string): Record<ListCount, Condition[]> => ({
  newApplicants: [{ field: 'stage', operator: 'equals', value: 'new' }],
  expiringJobs: [
    { field: 'status', operator: 'in', value: ['ACTIVE', 'CANCELED'] },
    { field: 'expiration_date', operator: 'between', value: [today, addDays(today, daysAhead)] },
    { field: 'auto_renew', operator: 'equals', value: false },
  ],
  declinedJobs: [{ field: 'status', operator: 'equals', value: 'DECLINED' }],
  failingRenewals: [{ field: 'renewal_failing', operator: 'equals', value: true }],
});
