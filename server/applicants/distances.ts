import { count, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import type { Reader } from '#server/lists/filter.ts';
import { listWhere } from '#server/lists/read-page.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type Distances, distanceSteps, type ExportApplicants } from '#shared/drivers/applicant.ts';
import { applicantList } from './list-query.ts';

const steps = `{${distanceSteps.join(',')}}`;

/** How many applicants of a job of the scope live how far from it; every band is there. @throws not found */
export async function applicantDistances(
  db: Database,
  scope: CompanyScope,
  input: ExportApplicants & Reader,
): Promise<Distances> {
  const list = await applicantList(db, scope, input.id);
  const rows = await db
    .select({
      band: sql<number | null>`width_bucket(${applications.distance}, ${steps}::float8[])`,
      applicants: count(),
    })
    .from(applications)
    .where(listWhere(list, input))
    .groupBy(sql`1`);
  const applicantsIn = (wanted: number | null) => rows.find(({ band }) => band === wanted)?.applicants ?? 0;
  const bands = [0, ...distanceSteps].map((from, band) => ({
    from,
    to: distanceSteps[band] ?? null,
    applicants: applicantsIn(band),
  }));
  return { bands, unknown: applicantsIn(null) };
}
