import { and, eq, isNull, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';

/**
 * The columns of an application that the company answers (`docs/product/applicants-and-matching.md#answer-times`). Only the first answer
 * counts.
 */
export const answeredColumns = {
  answeredAt: sql`coalesce(${applications.answeredAt}, clock_timestamp())`,
  remindAnswerAt: null,
};

/** Records that the company answered with a message or an interview. A move to another stage sets the columns itself. */
export async function markAnswered(tx: Database, applicationId: string): Promise<void> {
  await tx
    .update(applications)
    .set(answeredColumns)
    .where(and(eq(applications.id, applicationId), isNull(applications.answeredAt)));
}
