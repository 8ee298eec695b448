import { getTableName, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { type applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { toMatchJob } from '#server/jobs/job-columns.ts';
import { cellOf, milesBetween } from '#server/places/cells.ts';
import { roles } from '#shared/access/access.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { jobPriceCents, postingDays, toDollars } from '#shared/billing/pricing.ts';
import { codes, requiredExperiences } from '#shared/catalogues.ts';
import { dayMs, daysAfter } from '#shared/days.ts';
import { matchScoreFor } from '#shared/matching/matching.ts';
import { addCalendarDays, platformZone } from '#shared/time-zone.ts';

const batchSize = 2000;

/** Writes many rows quickly, with one JSON parameter per batch. All rows must have the same keys. */
export async function bulkInsert<T extends PgTable>(db: Database, table: T, rows: Iterable<T['$inferInsert']>): Promise<number> {
  let rowCount = 0;
  let batch: Record<string, unknown>[] = [];
  const flush = async () => {
    const [first] = batch;
    if (!first) return;
    const name = getTableName(table);
    const columns = Object.keys(first)
      .map((key) => `"${toSnakeCase(key)}"`)
      .join(', ');
    const records = batch.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [toSnakeCase(key), value])));
    const insertStatement = sql.raw(
      `insert into "${name}" (${columns}) select ${columns} from json_populate_recordset(null::"${name}",`,
    );
    await db.execute(sql`${insertStatement} ${JSON.stringify(records)}::text::json)`);
    rowCount += batch.length;
    batch = [];
  };
  for (const row of rows) {
    batch.push(row);
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return rowCount;
}

/**
 * Builders of complete, valid rows with realistic data, for the demo, the generator and the tests. `rowOf…` returns a row, and
 * `make…` also inserts it. Every column can be overridden.
 */
type UserRow = typeof users.$inferInsert & { id: string };
type CompanyRow = typeof companies.$inferInsert & { id: string };
type JobRow = typeof jobs.$inferInsert & { id: string };
type DriverRow = typeof drivers.$inferInsert;
type ApplicationRow = typeof applications.$inferInsert & { id: string };

/** Moves a date by calendar days, as the rules count them, and by the remaining part of a day. */
export function shiftDays(date: Date, days: number): Date {
  const wholeDays = Math.trunc(days);
  return daysAfter(addCalendarDays(date, wholeDays, platformZone), days - wholeDays);
}

export const daysFromNow = (days: number): Date => shiftDays(new Date(), days);

export function rowOfUser(overrides: Partial<UserRow> = {}): UserRow {
  const id = overrides.id ?? newId();
  return {
    id,
    email: `user-${id}@test.example`,
    emailVerifiedAt: new Date(),
    firstName: 'Dana',
    lastName: 'Whitfield',
    phone: '4025550142',
    roles: [roles.companyAdmin],
    termsAcceptedAt: new Date(),
    termsVersion,
    ...overrides,
  };
}

export async function makeUser(db: Database, overrides: Partial<UserRow> = {}): Promise<UserRow> {
  const row = rowOfUser(overrides);
  await db.insert(users).values(row);
  return row;
}

export function rowOfCompany(overrides: Partial<CompanyRow> = {}): CompanyRow {
  return {
    id: newId(),
    companyName: 'Prairie Freight',
    size: '51-100',
    email: 'billing@test.example',
    emailVerifiedAt: new Date(),
    phone: '4025550100',
    status: 'Active',
    street1: '1414 Harney St',
    city: 'Omaha',
    state: 'NE',
    postalCode: '68102',
    latitude: 41.2587,
    longitude: -95.9378,
    ...overrides,
  };
}

export async function makeCompany(db: Database, overrides: Partial<CompanyRow> = {}): Promise<CompanyRow> {
  const row = rowOfCompany(overrides);
  await db.insert(companies).values(row);
  return row;
}

/** An account that works for the company. */
export async function makeEmployee(db: Database, companyId: string, overrides: Partial<UserRow> = {}): Promise<UserRow> {
  const user = await makeUser(db, overrides);
  await db.insert(employees).values({ userId: user.id, companyId });
  return user;
}

/** A posted job. Override `status` and its dates for another state. */
export function rowOfJob(companyId: string, overrides: Partial<JobRow> = {}): JobRow {
  const requiredExperience = overrides.requiredExperience ?? 'M6';
  const latitude = overrides.latitude ?? 41.2587;
  const longitude = overrides.longitude ?? -95.9378;
  return {
    id: newId(),
    companyId,
    status: 'POSTED',
    title: 'CDL-A Regional Driver',
    jobType: 'dryVan',
    cdlClass: null,
    requiredExperience,
    experienceRank: codes(requiredExperiences).indexOf(requiredExperience),
    homeTime: 'HW',
    descriptionHtml: '<p>Run regional freight out of our Omaha terminal, home every weekend.</p>',
    descriptionText: 'Run regional freight out of our Omaha terminal, home every weekend.',
    expectedPayCents: 1650_00,
    salaryType: 'weekly',
    benefits: ['healthCoverage', 'dentalCoverage'],
    endorsements: [],
    street1: '1414 Harney St',
    city: 'Omaha',
    state: 'NE',
    postalCode: '68102',
    latitude,
    longitude,
    cell: cellOf(latitude, longitude),
    costCents: jobPriceCents,
    postingDate: daysFromNow(-1),
    expirationDate: daysFromNow(postingDays - 1),
    nextBillingDate: daysFromNow(postingDays - 1),
    ...overrides,
  };
}

export async function makeJob(db: Database, companyId: string, overrides: Partial<JobRow> = {}): Promise<JobRow> {
  const row = rowOfJob(companyId, overrides);
  await db.insert(jobs).values(row);
  return row;
}

export function rowOfDriver(userId: string, overrides: Partial<DriverRow> = {}): DriverRow {
  const latitude = overrides.latitude ?? 40.8136;
  const longitude = overrides.longitude ?? -96.7026;
  return {
    userId,
    street1: '201 N 8th St',
    city: 'Lincoln',
    state: 'NE',
    postalCode: '68508',
    latitude,
    longitude,
    cell: cellOf(latitude, longitude),
    birthdate: '1988-04-12',
    cdlStatus: 'Class A',
    yearsOfExperience: 4,
    workExperiences: ['dryVan', 'reefer'],
    endorsements: ['H', 'T'],
    equipment: ['manualTransmission', 'liftgate'],
    ownerOperator: false,
    homeTime: 'HW',
    expectedPayCents: 1500_00,
    shifts: ['day'],
    ...overrides,
  };
}

/** A driver with a complete profile. */
export async function makeDriver(
  db: Database,
  { user = {}, profile = {} }: { user?: Partial<UserRow>; profile?: Partial<DriverRow> } = {},
) {
  const account = await makeUser(db, {
    firstName: 'Marcus',
    lastName: 'Oyelaran',
    phone: '4025550177',
    roles: [roles.driver],
    ...user,
  });
  const row = rowOfDriver(account.id, profile);
  await db.insert(drivers).values(row);
  return { ...account, profile: row };
}

type Applicant = Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'> & { profile: DriverRow };

/** An application with a copy of the driver's current profile. */
export function rowOfApplication(job: JobRow, applicant: Applicant, overrides: Partial<ApplicationRow> = {}): ApplicationRow {
  const { profile } = applicant;
  const hasLocation =
    profile.latitude !== null && profile.latitude !== undefined && profile.longitude !== null && profile.longitude !== undefined;
  const driverLocation = { latitude: profile.latitude ?? 0, longitude: profile.longitude ?? 0 };
  const distance = hasLocation ? Math.round(milesBetween(driverLocation, job) * 100) / 100 : null;
  const workExperiences = profile.workExperiences ?? [];
  const driverEndorsements = profile.endorsements ?? [];
  const matchScore = matchScoreFor(
    toMatchJob({
      ...job,
      cdlClass: job.cdlClass ?? null,
      expectedPayCents: job.expectedPayCents ?? null,
      endorsements: job.endorsements ?? [],
    }),
    {
      distance,
      cdlStatus: profile.cdlStatus ?? null,
      yearsOfExperience: profile.yearsOfExperience ?? null,
      workExperiences,
      endorsements: driverEndorsements,
      ownerOperator: profile.ownerOperator ?? null,
      homeTime: profile.homeTime ?? null,
      expectedPay: profile.expectedPayCents ? toDollars(profile.expectedPayCents) : null,
    },
  );
  return {
    id: newId(),
    jobId: job.id,
    companyId: job.companyId,
    driverId: applicant.id,
    personId: applicant.id,
    matchScore,
    firstName: applicant.firstName,
    lastName: applicant.lastName,
    email: applicant.email,
    phone: applicant.phone ?? null,
    street1: profile.street1 ?? null,
    street2: profile.street2 ?? null,
    city: profile.city ?? null,
    state: profile.state ?? null,
    postalCode: profile.postalCode ?? null,
    distance,
    withinRange: distance === null ? null : distance <= 150,
    isOver21: profile.birthdate ? Date.now() - Date.parse(profile.birthdate) >= 21 * 365.25 * dayMs : null,
    cdlStatus: profile.cdlStatus ?? null,
    yearsOfExperience: profile.yearsOfExperience ?? null,
    workExperiences,
    endorsements: driverEndorsements,
    equipment: profile.equipment ?? [],
    ownerOperator: profile.ownerOperator ?? null,
    shifts: profile.shifts ?? [],
    availableFrom: profile.availableFrom ?? null,
    stage: overrides.withdrawnAt ? 'withdrawn' : 'new',
    ...overrides,
  };
}
