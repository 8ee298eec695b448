import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { rebuildSearchDocuments } from '#server/search/find-jobs.ts';
import { roles } from '#shared/access/access.ts';
import { codes, endorsements, equipment, homeTimes, jobTypes, requiredExperiences, shifts } from '#shared/catalogues.ts';
import { dayMs, daysAfter } from '#shared/days.ts';
import type { JobStatus } from '#shared/jobs/jobs.ts';
import { localDay, platformZone } from '#shared/time-zone.ts';
import { rowOfApplication, rowOfCompany, rowOfDriver, rowOfJob, rowOfUser, bulkInsert } from './builders.ts';
import { type Random, randomFrom, carrierName, describePosting, firstNames, lastNames, postings } from './vocabulary.ts';

export type City = { name: string; state: string; latitude: number; longitude: number; zip: string };
export type Amounts = { companies: number; jobs: number; drivers: number; applications: number };

const daysAgo = (days: number) => daysAfter(new Date(), -days);

/** The largest cities of the place index, the largest first. */
export async function biggestCities(db: Database, max: number): Promise<City[]> {
  const rows = await db.execute<City>(
    sql`select name, state, latitude, longitude, zip from cities order by postal_code_count desc, key limit ${max}`,
  );
  return [...rows];
}

/**
 * Generates companies, jobs, drivers and applications, and streams them into the database. The same seed gives the same data.
 * The first posted job gets every twentieth application, so that there is one long list.
 */
export async function generate(
  db: Database,
  amounts: Amounts,
  { seed = 1, passwordHash = null as string | null } = {},
): Promise<void> {
  const random = randomFrom(seed);
  const cities = await biggestCities(db, 400);
  const owners = Array.from({ length: amounts.companies }, (_, n) => generateOwner(random, seed, n, passwordHash));
  await bulkInsert(db, users, owners);
  const carriers = owners.map((user, n) => generateCompany(random, cities, n, user.id));
  await bulkInsert(db, companies, carriers);
  await bulkInsert(
    db,
    employees,
    carriers.map((company, n) => ({ userId: owners[n]?.id ?? '', companyId: company.id })),
  );
  const jobRows = Array.from({ length: amounts.jobs }, (_, n) =>
    generateJob(random, cities, carriers[n % carriers.length]?.id ?? '', n),
  );
  const people = Array.from({ length: amounts.drivers }, (_, n) => generateDriver(random, cities, seed, n, passwordHash));
  // Applications are counted before the rows are written, because updating every row afterward would double the pages of the
  // table.
  for (const { job, applicant } of generatePairs(jobRows, people, amounts.applications)) {
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
  await bulkInsert(db, applications, generateApplications(random, jobRows, people, amounts.applications));
  await db.execute(sql`analyze`);
}

const perJobTriggers = ['jobs_counted_on_insert', 'jobs_search_insert'];

/** Triggers count jobs and write search documents row by row. For many jobs, it is faster to do both once at the end. */
async function withoutTriggers(db: Database, insert: () => Promise<unknown>): Promise<void> {
  const setTriggers = async (state: 'disable' | 'enable') => {
    for (const name of perJobTriggers) await db.execute(sql.raw(`alter table jobs ${state} trigger ${name}`));
  };
  await setTriggers('disable');
  try {
    await insert();
  } finally {
    await setTriggers('enable');
  }
  await db.execute(sql`update companies set total_jobs = counted.total, total_active_jobs = counted.active
    from (select company_id, count(*)::int total, (count(*) filter (where status = 'POSTED'))::int active from jobs group by company_id) counted
    where counted.company_id = companies.id`);
  await rebuildSearchDocuments(db);
}

function generateOwner(random: Random, seed: number, n: number, passwordHash: string | null) {
  const at = daysAgo(random.int(40, 900));
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

function generateCompany(random: Random, cities: readonly City[], n: number, employerId: string) {
  const city = random.pick(cities);
  const at = daysAgo(random.int(30, 900));
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

/** A job in a real city. Nine out of ten are posted, and the others have another status. */
export function generateJob(random: Random, cities: readonly City[], companyId: string, n: number, status?: JobStatus) {
  const posting = random.pick(postings);
  const city = random.pick(cities);
  const age = random.int(0, 28) + random.next();
  const jobStatus =
    status ?? (random.chance(0.9) ? 'POSTED' : random.pick(['INACTIVE', 'CLOSED', 'SCHEDULED', 'DECLINED'] as const));
  const texts = describePosting(posting, city.name, city.state, random.int(2022, 2026));
  const wasPosted = jobStatus === 'POSTED' || jobStatus === 'CLOSED';
  const postingDate = wasPosted ? daysAgo(age) : null;
  const endDate = postingDate ? daysAfter(postingDate, 30) : null;
  const row = rowOfJob(companyId, {
    id: random.id(daysAgo(age)),
    status: jobStatus,
    title: n % 3 === 0 ? `${posting.title}, ${city.name}` : posting.title,
    jobType: posting.jobType,
    requiredExperience: random.pick(codes(requiredExperiences)),
    homeTime: random.pick(codes(homeTimes)),
    descriptionHtml: texts.html,
    descriptionText: texts.text,
    driverUnload: random.chance(0.15),
    expectedPayCents: random.int(posting.weekly[0], posting.weekly[1]) * 100,
    signonBonusCents: random.chance(0.3) ? random.int(2, 20) * 500_00 : 0,
    endorsements: posting.jobType === 'tanker' ? ['N', 'H'] : random.pickSome(codes(endorsements), 1),
    street1: `${random.int(100, 9900)} Terminal Rd`,
    city: city.name,
    state: city.state,
    postalCode: city.zip,
    latitude: city.latitude,
    longitude: city.longitude,
    // A closed job does not renew.
    autoRenew: random.chance(0.6) && jobStatus !== 'CLOSED',
    postingDate,
    expirationDate: endDate,
    nextBillingDate: jobStatus === 'CLOSED' ? null : endDate,
    // The companies count as already notified of the next renewal, so that generated data sends no emails.
    renewalNoticed: true,
    // Nor are they new for saved searches.
    searchesMatchedAt: postingDate,
    scheduledAt: jobStatus === 'SCHEDULED' ? daysAfter(new Date(), 3) : null,
    promotedUntil: jobStatus === 'POSTED' && random.chance(0.02) ? endDate : null,
    closedAt: jobStatus === 'CLOSED' ? daysAgo(age / 2) : null,
    createdAt: daysAgo(age),
  });
  return { ...row, applicationCount: 0 };
}

/** They come from the driver's number, so that the random numbers of everything else stay the same. */
const generateWishes = (n: number) => ({
  equipment: codes(equipment).filter((_, index) => (n + 3 * index) % 5 === 0),
  shifts: codes(shifts).filter((_, index) => (n + index) % 3 === 0),
  availableFrom: n % 3 === 0 ? localDay(platformZone, daysAfter(new Date(), (n % 40) - 10)) : null,
});

/** A driver near a real city with a complete profile. */
export function generateDriver(random: Random, cities: readonly City[], seed: number, n: number, passwordHash: string | null) {
  const city = random.pick(cities);
  const at = daysAgo(random.int(1, 700));
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
    workExperiences: random.pickSome(codes(jobTypes), 4),
    endorsements: random.pickSome(codes(endorsements), 3),
    ownerOperator: random.chance(0.85) ? random.chance(0.12) : null,
    homeTime: random.pick(codes(homeTimes)),
    expectedPayCents: random.int(900, 2200) * 100,
    ...generateWishes(n),
  });
  return { ...user, profile: { ...profile, applicationCount: 0 } };
}

type GeneratedJob = ReturnType<typeof generateJob>;
type GeneratedDriver = ReturnType<typeof generateDriver>;

/** Pairs jobs with applicants. The order of the jobs never repeats a pair, so each driver applies to a job at most once. */
function* generatePairs(jobRows: readonly GeneratedJob[], people: readonly GeneratedDriver[], count: number) {
  const postedJobs = jobRows.filter((job) => job.postingDate);
  const [first] = postedJobs;
  if (!first || people.length === 0) return;
  let longListCount = 0;
  for (let n = 0; n < count; n += 1) {
    const isForLongList = n % 20 === 0 && longListCount < people.length;
    const round = Math.floor(n / people.length);
    const applicant = people[isForLongList ? longListCount : n % people.length];
    const job: GeneratedJob | undefined = isForLongList
      ? first
      : postedJobs[1 + ((n * 7 + round) % Math.max(1, postedJobs.length - 1))];
    if (isForLongList) longListCount += 1;
    if (applicant && job && (isForLongList || job !== first)) yield { job, applicant };
  }
}

function* generateApplications(
  random: Random,
  jobRows: readonly GeneratedJob[],
  people: readonly GeneratedDriver[],
  count: number,
) {
  for (const { job, applicant } of generatePairs(jobRows, people, count)) {
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
