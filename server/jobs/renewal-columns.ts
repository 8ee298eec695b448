import { sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import type { JobChanges } from './move.ts';

/** Not billed again. Days of grace were for the tries of a renewal, which end with this. */
export const renewalOff = (): JobChanges => ({
  autoRenew: false,
  nextBillingDate: null,
  expirationDate: sql`coalesce(${jobs.unpaidSince}, ${jobs.expirationDate})`,
  unpaidSince: null,
  renewalFailures: 0,
});

/** Billed again at the end of its days; takes a cancellation back. */
export function renewalOn({ status, expirationDate }: { status: JobStatus; expirationDate: Date | null }): JobChanges {
  const isUp = status === 'POSTED' || status === 'SCHEDULED' || status === 'DISABLED';
  return {
    autoRenew: true,
    renewalCanceledAt: null,
    renewalCancellationReason: null,
    ...(isUp && { nextBillingDate: expirationDate }),
  };
}
