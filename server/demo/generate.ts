import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { rebuildSearchDocuments } from '#server/search/find-jobs.ts';
import { roles } from '#shared/access/access.ts';
import { codes, endorsements, homeTimes, jobTypes, requiredExperiences } from '#shared/catalogues.ts';
import { dayMs, daysAfter } from '#shared/days.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { rowOfApplication, rowOfCompany, rowOfDriver, rowOfJob, rowOfUser, bulkInsert } from './builders.ts';
import { type Random, randomFrom, carrierName, describe, firstNames, lastNames, postings } from './vocabulary.ts';

export type City = { name: string; state: string; latitude: number; longitude: number; zip: string };
export type Amounts = { companies: number; jobs: number; drivers: number; applications: number };

const ago = (days: number) => daysAfter(new Date(), -days);

/** The largest cities of the place index, the largest first. */
export async function biggestCities(db: Database, max: number): Promise<City[]> {
  const rows = await db.execute<City>(
    sql`select name, state, latitude, longitude, zip from cities order by postal_code_count desc, key limit ${max}`,
  );
  return [...rows];
}

/**
 * Generates companies, jobs, drivers and applications, the same for the same seed, and streams them into the database. The
 * first job of the first company gets every twentieth application, so that there is one long list.
 */
export async function generate(
  db: Database,
  amounts: Amounts,
  { seed = 1, passwordHash = null as string | null } = {},
): Promise<void> {
  const random = randomFrom(seed);
  const cities = await biggestCities(db, 400);
  const owners = Array.from({ length: amounts.companies }, (_, n) => owner(random, seed, n, passwordHash));
  await bulkInsert(db, users, owners);
  const carriers = owners.map((user, n) => carrier(random, cities, n, user.id));
  await bulkInsert(db, companies, carriers);
  await bulkInsert(
    db,
    employees,
    carriers.map((company, n) => ({ userId: owners[n]?.id ?? '', companyId: company.id })),
  );
  const jobRows = Array.from({ length: amounts.jobs }, (_, n) =>
    vacancy(random, cities, carriers[n % carriers.length]?.id ?? '', n),
  );
  const people = Array.from({ length: amounts.drivers }, (_, n) => driverRow(random, cities, seed, n, passwordHash));
  // Counted before writing, because updating every row afterward would double the pages of the table.
  for (const { job, applicant } of pairs(jobRows, people, amounts.applications)) {
    job.applicationCount += 1;
    applicant.profile.applicationCount += 1;
  }
  await withoutTriggers(db, () => bulkInsert(db, jobs, jobRows));
  await bulkInsert(
    db,
    users,
    people.map(({ profile: _, ...user }) => user),
  );
  await bulkInsert(
    db,
    drivers,
    people.map(({ profile }) => profile),
  );
  await bulkInsert(db, applications, applied(random, jobRows, people, amounts.applications));
  await db.execute(sql`analyze`);
}

const perJobTriggers = ['jobs_counted_on_insert', 'jobs_search_insert'];

/** Triggers count jobs and write search documents row by row. For many jobs it is faster to do both once at the end. */
async function withoutTriggers(db: Database, insert: () => Promise<unknown>): Promise<void> {
  const set = async (state: 'disable' | 'enable') => {
    for (const name of perJobTriggers) await db.execute(sql.raw(`alter table jobs ${state} trigger ${name}`));
  };
  await set('disable');
  try {
    await insert();
  } finally {
    await set('enable');
  }
  await db.execute(sql`update companies set total_jobs = counted.total, total_active_jobs = counted.active
    from (select company_id, count(*)::int total, (count(*) filter (where status = 'POSTED'))::int active from jobs group by company_id) counted
    where counted.company_id = companies.id`);
  await rebuildSearchDocuments(db);
}

function owner(random: Random, seed: number, n: number, passwordHash: string | null) {
  const at = ago(random.int(40, 900));
  return rowOfUser({
    id: random.id(at),
    email: `owner-${seed}-${n}@generated.example`,
    passwordHash,
    firstName: random.pick(firstNames),
    lastName: random.pick(lastNames),
    roles: [roles.companyAdmin],
    createdAt: at,
  });
}

function carrier(random: Random, cities: readonly City[], n: number, employerId: string) {
  const city = random.pick(cities);
  const at = ago(random.int(30, 900));
  return rowOfCompany({
    id: random.id(at),
    companyName: carrierName(n + 1),
    type: random.chance(0.3) ? 1 : 2,
    billingType: random.chance(0.25) ? 'invoice' : 'card',
    status: random.chance(0.9) ? 'Active' : 'Inactive',
    email: `billing-${n}@generated.example`,
    street1: `${random.int(100, 9900)} Industrial Pkwy`,
    city: city.name,
    state: city.state,
    postalCode: city.zip,
    latitude: city.latitude,
    longitude: city.longitude,
    employerId,
    createdAt: at,
  });
}

/** A job in a real city. Nine in ten are posted, the rest are in another state. */
export function vacancy(random: Random, cities: readonly City[], companyId: string, n: number, status?: JobStatus) {
  const posting = random.pick(postings);
  const city = random.pick(cities);
  const age = random.int(0, 28) + random.next();
  const state = status ?? (random.chance(0.9) ? 'POSTED' : random.pick(['INACTIVE', 'CLOSED', 'SCHEDULED', 'DECLINED'] as const));
  const texts = describe(posting, city.name, city.state, random.int(2022, 2026));
  const hasBeenUp = state === 'POSTED' || state === 'CLOSED';
  const postingDate = hasBeenUp ? ago(age) : null;
  const ends = postingDate ? daysAfter(postingDate, 30) : null;
  const row = rowOfJob(companyId, {
    id: random.id(ago(age)),
    status: state,
    title: n % 3 === 0 ? `${posting.title}, ${city.name}` : posting.title,
    jobType: posting.jobType,
    requiredExperience: random.pick(codes(requiredExperiences)),
    homeTime: random.pick(codes(homeTimes)),
    descriptionHtml: texts.html,
    descriptionText: texts.text,
    driverUnload: random.chance(0.15),
    expectedPayCents: random.int(posting.weekly[0], posting.weekly[1]) * 100,
    signonBonusCents: random.chance(0.3) ? random.int(2, 20) * 500_00 : 0,
    endorsements: posting.jobType === 'tanker' ? ['N', 'H'] : random.some(codes(endorsements), 1),
    street1: `${random.int(100, 9900)} Terminal Rd`,
    city: city.name,
    state: city.state,
    postalCode: city.zip,
    latitude: city.latitude,
    longitude: city.longitude,
    // A closed job does not renew.
    autoRenew: random.chance(0.6) && state !== 'CLOSED',
    postingDate,
    expirationDate: ends,
    nextBillingDate: state === 'CLOSED' ? null : ends,
    // Existing data: the companies have already been told about the coming renewal.
    renewalNoticed: true,
    scheduledAt: state === 'SCHEDULED' ? daysAfter(new Date(), 3) : null,
    promotedUntil: state === 'POSTED' && random.chance(0.02) ? ends : null,
    closedAt: state === 'CLOSED' ? ago(age / 2) : null,
    createdAt: ago(age),
  });
  return { ...row, applicationCount: 0 };
}

/** A driver near a real city with a complete profile. */
export function driverRow(random: Random, cities: readonly City[], seed: number, n: number, passwordHash: string | null) {
  const city = random.pick(cities);
  const at = ago(random.int(1, 700));
  const id = random.id(at);
  const user = rowOfUser({
    id,
    email: `driver-${seed}-${n}@generated.example`,
    passwordHash,
    firstName: random.pick(firstNames),
    lastName: random.pick(lastNames),
    phone: `${random.int(201, 989)}555${String(random.int(0, 9999)).padStart(4, '0')}`,
    roles: [roles.driver],
    createdAt: at,
  });
  const latitude = city.latitude + (random.next() - 0.5);
  const longitude = city.longitude + (random.next() - 0.5);
  const profile = rowOfDriver(id, {
    street1: `${random.int(10, 9900)} Maple St`,
    city: city.name,
    state: city.state,
    postalCode: city.zip,
    latitude,
    longitude,
    birthdate: `${random.int(1960, 2004)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
    cdlStatus: random.chance(0.8) ? 'Class A' : random.pick(['Class B', 'Class C', 'Permit', null] as const),
    yearsOfExperience: random.int(0, 50) / 2,
    workExperiences: random.some(codes(jobTypes), 4),
    endorsements: random.some(codes(endorsements), 3),
    ownerOperator: random.chance(0.85) ? random.chance(0.12) : null,
    homeTime: random.pick(codes(homeTimes)),
    expectedPayCents: random.int(900, 2200) * 100,
  });
  return { ...user, profile: { ...profile, applicationCount: 0 } };
}

type Vacancy = ReturnType<typeof vacancy>;
type Person = ReturnType<typeof driverRow>;

/** Pairs of jobs and applicants. The walk over the jobs never repeats a pair, so each driver applies to a job at most once. */
function* pairs(vacancies: readonly Vacancy[], people: readonly Person[], count: number) {
  const up = vacancies.filter((job) => job.postingDate);
  const [first] = up;
  if (!first || people.length === 0) return;
  let long = 0;
  for (let n = 0; n < count; n += 1) {
    const isLong = n % 20 === 0 && long < people.length;
    const round = Math.floor(n / people.length);
    const applicant = people[isLong ? long : n % people.length];
    const job: Vacancy | undefined = isLong ? first : up[1 + ((n * 7 + round) % Math.max(1, up.length - 1))];
    if (isLong) long += 1;
    if (applicant && job && (isLong || job !== first)) yield { job, applicant };
  }
}

function* applied(random: Random, vacancies: readonly Vacancy[], people: readonly Person[], count: number) {
  for (const { job, applicant } of pairs(vacancies, people, count)) {
    const at = new Date((job.postingDate ?? new Date()).getTime() + random.next() * dayMs);
    yield rowOfApplication(job, applicant, {
      id: random.id(at),
      applicationAt: at > new Date() ? new Date() : at,
      message: null,
      withdrawnAt: null,
      rating: null,
    });
  }
}
