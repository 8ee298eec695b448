import { inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs.ts';
import { codes, jobTypes } from '#shared/catalogues.ts';
import { listedStatusesOf, storedStatus } from '#shared/jobs/jobs.ts';
import type { Condition } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/operators.ts';
import { asFlag, type ListFields } from '#server/lists/filter.ts';

/** What an employer's job list filters and sorts by (`rest: Jobs and applicants`). */
export const jobListFields: ListFields = {
  title: {
    kind: 'text',
    column: jobs.title,
    lower: jobs.searchTitle,
    order: jobs.searchTitle,
    isRequired: true,
  },
  status: {
    kind: 'enum',
    column: jobs.status,
    accepts: (value) => listedStatusesOf(value).length > 0,
    isRequired: true,
    match: matchStatus,
  },
  job_type: { kind: 'enum', column: jobs.jobType, values: codes(jobTypes), isRequired: true },
  city: { kind: 'text', column: jobs.city, lower: jobs.searchCity, order: jobs.searchCity, isRequired: true },
  state: { kind: 'text', column: jobs.state, isCapital: true, isRequired: true },
  requisite_number: { kind: 'text', column: jobs.requisiteNumber },
  posting_date: { kind: 'date', column: jobs.postingDate },
  expiration_date: { kind: 'date', column: jobs.expirationDate },
  next_billing_date: { kind: 'date', column: jobs.nextBillingDate },
  tag: { kind: 'tag', column: jobs.id, order: null, match: matchTag },
  auto_renew: { kind: 'flag', column: jobs.autoRenew, isRequired: true },
  boost_active: { kind: 'flag', column: jobs.boostUntil, match: matchBoost },
  created_at: { kind: 'date', column: jobs.createdAt, isRequired: true },
};

/** Active and Canceled jobs are both POSTED; what tells them apart is whether the renewal was canceled. */
function matchStatus(_operator: Operator, value: Condition['value']): SQL {
  const listed = new Set([value].flat().flatMap((one) => listedStatusesOf(String(one))));
  const stored = [...new Set([...listed].map(storedStatus))];
  if (stored.length === 0) return sql`false`;
  const hasStatus = inArray(jobs.status, stored);
  if (listed.has('ACTIVE') === listed.has('CANCELED')) return hasStatus;
  const renewal = listed.has('ACTIVE') ? isNull(jobs.renewalCanceledAt) : isNotNull(jobs.renewalCanceledAt);
  return sql`(${hasStatus} and (${jobs.status} <> 'POSTED' or ${renewal}))`;
}

/** By the tag's words without case, or by its id. */
function matchTag(operator: Operator, value: Condition['value']): SQL {
  if (operator === 'equals' && value === null) return sql`not exists (select from job_tags jt where jt.job_id = jobs.id)`;
  const wanted = (Array.isArray(value) ? value : [value]).map((one) => String(one).toLowerCase());
  if (wanted.length === 0) return sql`false`;
  const list = sql.join(
    wanted.map((one) => sql`${one}`),
    sql`, `,
  );
  return sql`exists (select from job_tags jt join company_tags t on t.id = jt.tag_id
    where jt.job_id = jobs.id and (lower(t.text) in (${list}) or t.id::text in (${list})))`;
}

function matchBoost(_operator: Operator, value: Condition['value']): SQL {
  const active = sql`(${jobs.status} = 'POSTED' and ${jobs.boostUntil} > now())`;
  return asFlag(value) ? active : sql`(${active}) is not true`;
}
