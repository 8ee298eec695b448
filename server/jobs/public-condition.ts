import { sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';

/**
 * The one condition that makes a job public: posted, paid for until later than now, company not cancelled. Search, page,
 * apply, sitemap and feed all ask this and nothing else (`product: Drivers and the public side`).
 */
export const isPublic = sql<boolean>`(${jobs.status} = 'POSTED' and ${jobs.expirationDate} > now() and ${jobs.companyId} not in (select ${companies.id} from ${companies} where ${companies.status} = 'Cancelled'))`;

type Standing = { isPublic: boolean; status: JobStatus; postingDate: Date | null; expirationDate: Date | null };

const lapsed: readonly JobStatus[] = ['CLOSED', 'INACTIVE', 'PROCESSING_PAYMENT', 'DECLINED'];

/**
 * Passes a public job. One that was public and is closed or expired is gone (410); one that was disabled, was never up
 * or does not exist is not found (404).
 */
export function assertPublic<Row extends Standing>(standing: Row | undefined): asserts standing is Row {
  if (standing?.isPublic) return;
  const now = new Date();
  if (!standing?.postingDate || standing.postingDate > now) throw notFound('This job');
  const isExpired = standing.status === 'POSTED' && standing.expirationDate !== null && standing.expirationDate <= now;
  if (isExpired || lapsed.includes(standing.status)) throw new AppError('gone', 'This job is closed');
  throw notFound('This job');
}
