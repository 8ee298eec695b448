import { type SQL, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import type { Applicant } from '#shared/drivers/applicant.ts';
import type { Tag } from '#shared/companies/tag.ts';

/** Written out, because a select of one table names its columns without it. */
const tags: SQL<Tag[]> = sql`coalesce((select json_agg(json_build_object('id', t.id, 'text', t.text) order by t.text, t.id)
  from application_tags stuck join company_tags t on t.id = stuck.tag_id where stuck.application_id = applications.id), '[]'::json)`;

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
  rating: applications.rating,
  tags,
};

type Row = Omit<Applicant, 'birthdate'>;

/** The birth date never leaves the server (`product: Drivers and the public side`). */
export function asApplicant(row: Row): Applicant {
  return { ...row, birthdate: null };
}
