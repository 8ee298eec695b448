import { sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';

/** The tables are named in words, because Drizzle leaves the names out of a query of one table. */
const hasPublicJob = sql`exists (select from ${jobs} where ${jobs}.company_id = ${companies}.id
  and ${jobs}.status = 'POSTED' and ${jobs}.expiration_date > now())`;

/** The company has, or had, a job that everyone could see. */
export const hadPublicJob = sql<boolean>`(${hasPublicJob} or exists (select from ${jobs} where ${jobs}.company_id = ${companies}.id
  and ${jobs}.status in ('POSTED', 'CLOSED') and ${jobs}.posting_date <= now()))`;

/**
 * The condition for a company's page (`docs/product/companies.md#public-page`): an active company has or had a public job, an
 * inactive one has one now.
 */
export const hasPage = sql<boolean>`(${companies}.status = 'Active' and ${hadPublicJob}
  or ${companies}.status = 'Inactive' and ${hasPublicJob})`;
