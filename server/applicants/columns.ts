import { eq, inArray } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import type { Applicant, Tag } from '#shared/applicant.ts';

/** Everything an employer may read of an application. */
export const applicantColumns = {
  id: applications.id,
  firstName: applications.firstName,
  lastName: applications.lastName,
  phone: applications.phone,
  email: applications.email,
  applicationAt: applications.applicationAt,
  yearsOfExperience: applications.yearsOfExperience,
  distance: applications.distance,
  cdlStatus: applications.cdlStatus,
  workExperiences: applications.workExperiences,
  endorsements: applications.endorsements,
  isOver21: applications.isOver21,
  street1: applications.street1,
  street2: applications.street2,
  city: applications.city,
  state: applications.state,
  postalCode: applications.postalCode,
  withinRange: applications.withinRange,
  ownerOperator: applications.ownerOperator,
  message: applications.message,
};

type Row = Omit<Applicant, 'tags' | 'birthdate'>;

/** The rows with their tags; the birth date never leaves the server (`product: Drivers and the public side`). */
export async function withTags(db: Database, rows: readonly Row[]): Promise<Applicant[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const stuck = await db
    .select({ applicationId: applicationTags.applicationId, id: companyTags.id, text: companyTags.text })
    .from(applicationTags)
    .innerJoin(companyTags, eq(companyTags.id, applicationTags.tagId))
    .where(inArray(applicationTags.applicationId, ids))
    .orderBy(companyTags.text, companyTags.id);
  const tags = new Map<string, Tag[]>(ids.map((id) => [id, []]));
  for (const { applicationId, ...tag } of stuck) tags.get(applicationId)?.push(tag);
  return rows.map((row) => ({ ...row, birthdate: null, tags: tags.get(row.id) ?? [] }));
}
