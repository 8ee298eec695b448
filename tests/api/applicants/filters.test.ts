import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companyTags } from '#drizzle/schema/companies.ts';
import { applications, applicationTags, drivers } from '#drizzle/schema/drivers.ts';
import { listApplicants } from '#server/applicants/list-query.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { makeCompany, makeDriver, makeJob, rowOfApplication, rowOfDriver, rowOfUser, bulkInsert } from '#server/demo/builders.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { roles } from '#shared/access/access.ts';
import { applicationSources, stages } from '#shared/applicants/stages.ts';
import { cdlStatuses, codes, endorsements, equipment, jobTypes, shifts } from '#shared/catalogues.ts';
import type { ListedApplicantField } from '#shared/drivers/applicant-fields.ts';
import type { Filter, Order } from '#shared/lists/list.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';
import {
  arbitraryCondition,
  arbitraryFilter,
  matchesFilter,
  getOperators,
  type OracleField,
  wildcardWord,
} from '#tests/helpers/filter-oracle.ts';
import { dateFilter } from '#web/ui/grid/filter-values.ts';

/** Every field and operator of a job's applicants, compared with their meaning. The table also has other jobs' applicants. */
const hourMs = 60 * 60 * 1000;
/** Around the two nights of 2026 on which most US clocks change, including the last and first milliseconds. */
const nights = [Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1)];
const instant = fc
  .tuple(fc.constantFrom(...nights), fc.integer({ min: -40, max: 60 }), fc.constantFrom(-1, 0, 1, 30 * 60_000))
  .map(([night, hours, aside]) => new Date(night + hours * hourMs + aside));
const tagTexts = ['Call back', 'Hired', '100%', 'under_score'];
const person = fc.record({
  firstName: wildcardWord,
  lastName: wildcardWord,
  applicationAt: instant,
  distance: fc.option(fc.integer({ min: 0, max: 40_000 }).map((n) => n / 100)),
  yearsOfExperience: fc.option(fc.integer({ min: 0, max: 12 }).map((n) => n / 2)),
  withinRange: fc.option(fc.boolean()),
  ownerOperator: fc.option(fc.boolean()),
  workExperiences: fc.subarray(codes(jobTypes).slice(0, 4), { maxLength: 3 }),
  endorsements: fc.subarray(codes(endorsements).slice(0, 4), { maxLength: 3 }),
  equipment: fc.subarray(codes(equipment).slice(0, 4), { maxLength: 3 }),
  shifts: fc.subarray(codes(shifts), { maxLength: 2 }),
  rating: fc.option(fc.integer({ min: 1, max: 5 })),
  stage: fc.constantFrom(...codes(stages)),
  source: fc.constantFrom(...codes(applicationSources)),
  matchScore: fc.option(fc.integer({ min: 0, max: 4 }).map((n) => n / 4)),
  cdlStatus: fc.option(fc.constantFrom(...codes(cdlStatuses))),
  isFlagged: fc.boolean(),
  phone: fc.option(fc.constantFrom('4025550177', '4025550100')),
  email: fc.option(fc.constantFrom('ana@example.com', 'BO@example.com')),
  tags: fc.subarray(tagTexts, { maxLength: 2 }),
});
type Applicant = Omit<ReturnType<typeof rowOfApplication>, 'tags'> & { tags: string[] };

const name = ({ firstName, lastName }: Applicant) => `${firstName} ${lastName}`;
const flag = fc.constantFrom(true, false, 'Yes', 'No', 'true', 'false');
const fields: Record<ListedApplicantField, OracleField<Applicant>> = {
  applicant: {
    kind: 'text',
    getValue: name,
    values: fc.oneof(
      wildcardWord,
      fc.tuple(wildcardWord, wildcardWord).map((two) => two.join(' ')),
    ),
  },
  last_name: { kind: 'text', getValue: ({ lastName }) => lastName, values: wildcardWord },
  application_at: {
    kind: 'date',
    openRange: 'now',
    getValue: ({ applicationAt }) => applicationAt ?? null,
    values: fc.oneof(
      instant.map((at) => at.toISOString()),
      instant.map((at) => at.toISOString().replace('Z', '+00:00')),
      instant.map((at) => at.toISOString().slice(0, 10)),
    ),
  },
  distance: {
    kind: 'number',
    getValue: ({ distance }) => distance ?? null,
    values: fc.oneof(fc.integer({ min: -1, max: 401 }), fc.constantFrom(9.25, '150', '150.5', 0.01)),
  },
  years_of_experience: {
    kind: 'number',
    getValue: ({ yearsOfExperience }) => yearsOfExperience ?? null,
    values: fc.oneof(fc.integer({ min: -1, max: 7 }), fc.constantFrom(0.5, 2.5, '3', '1.5', 2.25)),
  },
  within_range: { kind: 'flag', getValue: ({ withinRange }) => withinRange ?? null, values: flag },
  owner_operator: { kind: 'flag', getValue: ({ ownerOperator }) => ownerOperator ?? null, values: flag },
  is_flagged: { kind: 'flag', getValue: ({ isFlagged }) => isFlagged ?? false, values: flag },
  job_type: {
    kind: 'enum',
    getValue: (row) => row.workExperiences ?? [],
    values: fc.constantFrom(...codes(jobTypes).slice(0, 5)),
  },
  endorsements: {
    kind: 'enum',
    getValue: (row) => row.endorsements ?? [],
    values: fc.constantFrom(...codes(endorsements).slice(0, 5)),
  },
  equipment: {
    kind: 'enum',
    getValue: (row) => row.equipment ?? [],
    values: fc.constantFrom(...codes(equipment).slice(0, 5)),
  },
  shifts: { kind: 'enum', getValue: (row) => row.shifts ?? [], values: fc.constantFrom(...codes(shifts)) },
  tag: { kind: 'tag', getValue: ({ tags }) => tags, values: fc.constantFrom(...tagTexts, 'HIRED', 'anonymous', '%') },
  rating: { kind: 'number', getValue: ({ rating }) => rating ?? null, values: fc.integer({ min: 0, max: 6 }) },
  stage: { kind: 'enum', getValue: ({ stage }) => stage ?? 'new', values: fc.constantFrom(...codes(stages)) },
  source: { kind: 'enum', getValue: ({ source }) => source ?? 'direct', values: fc.constantFrom(...codes(applicationSources)) },
  match_score: {
    kind: 'number',
    getValue: ({ matchScore }) => matchScore ?? null,
    values: fc.constantFrom(0, 0.25, 0.5, '0.75', 2),
  },
  cdl_status: { kind: 'enum', getValue: ({ cdlStatus }) => cdlStatus ?? null, values: fc.constantFrom(...codes(cdlStatuses)) },
  phone: { kind: 'text', getValue: ({ phone }) => phone ?? null, values: fc.constantFrom('4025550177', '0177', '555') },
  email: { kind: 'text', getValue: ({ email }) => email ?? null, values: fc.constantFrom('ANA@example.com', 'bo@', '@example') },
  job: { kind: 'tag', getValue: (row) => [row.jobId], values: fc.constantFrom('00000000-0000-4000-8000-000000000000', 'no id') },
  owner: { kind: 'tag', getValue: () => [], values: fc.constantFrom('00000000-0000-4000-8000-000000000000', 'no id') },
};

let database: OpenDatabase;
let jobId: string;
let companyId: string;
let scope: CompanyScope;
let rows: Applicant[];

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const company = await makeCompany(db);
  companyId = company.id;
  scope = { companyId } as CompanyScope;
  const job = await makeJob(db, company.id);
  const otherJob = await makeJob(db, company.id);
  jobId = job.id;
  const created = fc
    .sample(person, { numRuns: 700, seed: 11 })
    .map((one) => ({ one, user: rowOfUser({ roles: [roles.driver] }) }));
  await bulkInsert(
    db,
    users,
    created.map(({ user }) => user),
  );
  await bulkInsert(
    db,
    drivers,
    created.map(({ user }) => rowOfDriver(user.id)),
  );
  const sent = created.map(({ one: { tags, ...one }, user }, n) => {
    const profile = rowOfDriver(user.id);
    const row = rowOfApplication(
      n % 10 === 9 ? otherJob : job,
      { ...user, profile },
      { withdrawnAt: null, notAFitReason: one.stage === 'not_a_fit' ? 'other' : null, ...one },
    );
    return { ...row, tags, withdrawnAt: n % 10 === 8 ? new Date() : null };
  });
  await bulkInsert(
    db,
    applications,
    sent.map(({ tags: _, ...row }) => row),
  );
  const tags = tagTexts.map((text) => ({ id: newId(), companyId: company.id, text }));
  await bulkInsert(db, companyTags, tags);
  const stuck = sent.flatMap((row) =>
    row.tags.map((text) => ({ applicationId: row.id, tagId: tags.find((tag) => tag.text === text)?.id ?? '' })),
  );
  await bulkInsert(db, applicationTags, stuck);
  rows = sent.filter((row) => row.jobId === jobId && row.withdrawnAt === null);
});
afterAll(() => database.close());

async function find(filters: Filter, orders?: Order[], timeZone?: string) {
  const page = { id: jobId, offset: 0, limit: 10_000, filters, timeZone };
  const { items, pagination } = await listApplicants(database.db, scope, orders ? { ...page, orders } : page);
  return { ids: items.map(({ id }) => id), total: pagination.total };
}

async function expectSameAsOracle(filter: Filter): Promise<void> {
  const expected = rows.filter((row) => matchesFilter(fields, row, filter)).map(({ id }) => id);
  const { ids, total } = await find(filter);
  expect(ids.toSorted()).toEqual(expected.toSorted());
  expect(total).toBe(expected.length);
}

const applicantFields = Object.keys(fields) as ListedApplicantField[];

describe('a job’s applicants by filter', () => {
  const each = applicantFields.flatMap((field) => getOperators(fields[field]).map((operator) => [field, operator] as const));
  test.for(each)('%s %s', async ([field, operator]) => {
    const condition = arbitraryCondition(field, operator, fields[field].values);
    await fc.assert(
      fc.asyncProperty(condition, (one) => expectSameAsOracle({ and: [one] })),
      { numRuns: 6 },
    );
  });

  test('joined and nested', () => fc.assert(fc.asyncProperty(arbitraryFilter(fields), expectSameAsOracle), { numRuns: 40 }));
});

describe('by order', () => {
  const unsortable = ['tag', 'job_type', 'endorsements', 'equipment', 'shifts', 'job', 'owner'];
  const sortable = applicantFields.filter((field) => !unsortable.includes(field));
  test.for(sortable)('of %s, in both directions, the unknown last', async (field) => {
    for (const direction of ['asc', 'desc'] as const) {
      const { ids } = await find({ and: [] }, [{ field, direction }]);
      const found = ids.map((id) => fields[field].getValue(rows.find((row) => row.id === id)!));
      const values = found.filter((value) => value !== null).map((value) => (value instanceof Date ? value.getTime() : value));
      expect(found.slice(values.length).every((value) => value === null)).toBe(true);
      expect(new Set(ids).size).toBe(rows.length);
      if (typeof values[0] === 'string') continue;
      const signed = values.map((value) => Number(value) * (direction === 'asc' ? 1 : -1));
      expect(signed).toEqual(signed.toSorted((a, b) => a - b));
    }
  });
});

test('by last name, and by first name within a family', async () => {
  const { db } = database;
  const job = await makeJob(db, companyId);
  const names = ['Zoe Adams', 'al baker', 'Álvaro Adams', 'Bo Cole'].map((fullName) => fullName.split(' '));
  for (const [firstName = '', lastName = ''] of names) {
    const driver = await makeDriver(db, { user: { firstName, lastName } });
    await bulkInsert(db, applications, [rowOfApplication(job, driver)]);
  }
  const page = { id: job.id, offset: 0, limit: 10, filters: { and: [] } };
  const orderedNames = async (direction: 'asc' | 'desc') => {
    const { items } = await listApplicants(db, scope, { ...page, orders: [{ field: 'last_name', direction }] });
    return items.map(({ firstName }) => firstName);
  };
  expect(await orderedNames('asc')).toEqual(['Álvaro', 'Zoe', 'al', 'Bo']);
  expect(await orderedNames('desc')).toEqual(['Bo', 'al', 'Zoe', 'Álvaro']);
});

describe('by the days of the reader', () => {
  const zones = ['US/Eastern', 'US/Central', 'US/Arizona', 'US/Pacific', 'US/Hawaii', 'UTC'];
  /** Also zones whose clocks change at midnight or are half an hour off. */
  const others = ['Asia/Beirut', 'America/Havana', 'Australia/Adelaide', 'Pacific/Auckland'];
  const days = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02'];

  test.for([...zones, ...others])('%s: what the grid asks for is what it shows as that day', async (timeZone) => {
    const local = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    const dayOfRow = ({ applicationAt }: Applicant) => local.format(applicationAt);
    let found = 0;
    for (const [from, to] of [...days.map((day) => [day, day] as const), [days[1]!, ''] as const, ['', days[4]!] as const]) {
      const [field, operator, value] = dateFilter('application_at', [from, to])!;
      // A missing bound means now.
      const isAfter = (row: Applicant) => (from ? dayOfRow(row) >= from : Number(row.applicationAt) >= Date.now());
      const isBefore = (row: Applicant) => (to ? dayOfRow(row) <= to : Number(row.applicationAt) <= Date.now());
      const expected = rows.filter((row) => isAfter(row) && isBefore(row));
      const { ids } = await find({ and: [{ field, operator, value }] }, undefined, timeZone);
      expect(ids.toSorted(), `${from} to ${to}`).toEqual(expected.map(({ id }) => id).toSorted());
      found += ids.length;
    }
    expect(found).toBeGreaterThan(rows.length);
  });
});
