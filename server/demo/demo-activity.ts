import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { companies, companyTags } from '#drizzle/schema/companies.ts';
import { applications, applicationTags, drivers } from '#drizzle/schema/drivers.ts';
import { jobs, jobTags } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import type { Endorsement, JobType } from '#shared/catalogues.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import { bulkInsert } from './builders.ts';
import { type City, generateDriver } from './generate.ts';
import { randomFrom } from './vocabulary.ts';

const driverCount = 48;
type Job = Point & { jobType: JobType; endorsements?: readonly Endorsement[] | undefined };

/**
 * Adds drivers near a job who have not applied: good and weak matches, near and far, and some who are not eligible. They use
 * their own random numbers, so that the rest of the demo stays the same.
 */
export async function seedDemoCandidates(db: Database, job: Job, passwordHash: string): Promise<void> {
  const random = randomFrom(68102);
  const nearbyCities = await citiesNear(db, job);
  const people = Array.from({ length: nearbyCities.length ? driverCount : 0 }, (_, n) => {
    const { profile, ...user } = generateDriver(random, nearbyCities, 0, 1000 + n, passwordHash);
    const isQualified = n % 8 !== 7;
    const experiences = random.chance(0.6) ? [job.jobType] : [];
    return {
      user,
      profile: {
        ...profile,
        cdlStatus: isQualified ? ('Class A' as const) : ('Permit' as const),
        endorsements: [...new Set([...(isQualified ? (job.endorsements ?? []) : []), ...(profile.endorsements ?? [])])],
        workExperiences: [...new Set([...experiences, ...(profile.workExperiences ?? [])])],
      },
    };
  });
  await bulkInsert(
    db,
    users,
    people.map(({ user }) => user),
  );
  await bulkInsert(
    db,
    drivers,
    people.map(({ profile }) => profile),
  );
}

/**
 * The larger towns within an applicant's range. The limit is 40 miles lower, because a generated driver lives up to half a
 * degree away from the town.
 */
async function citiesNear(db: Database, job: Job): Promise<City[]> {
  const rows = await db.execute<City>(sql`select name, state, latitude, longitude, zip from cities
    where latitude between ${job.latitude - 2} and ${job.latitude + 2} and longitude between ${job.longitude - 2} and ${job.longitude + 2}
    order by postal_code_count desc, key limit 60`);
  return [...rows].filter((city) => milesBetween(city, job) < rangeMiles - 40);
}

const tagTexts = ['Call back', 'Interviewed', 'Road test', 'Priority', 'Regional'];

/** Adds tags to some jobs, and tags and ratings to some applicants of the first job. */
export async function seedDemoTags(db: Database, companyId: string, jobRows: readonly { id: string }[]): Promise<void> {
  const tags = await db
    .insert(companyTags)
    .values(tagTexts.map((text) => ({ companyId, text })))
    .returning();
  const [first, second] = jobRows;
  const priority = tags[3];
  if (!first || !priority) return;
  await db
    .insert(jobTags)
    .values(
      [first, second ?? first]
        .filter((job, n, all) => all.indexOf(job) === n)
        .map((job) => ({ jobId: job.id, tagId: priority.id })),
    );
  const rows = await db
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.jobId, first.id)))
    .orderBy(applications.id);
  const applicantTagRows = rows
    .filter((_, n) => n % 3 === 0)
    .map((row, n) => ({ applicationId: row.id, tagId: tags[n % 3]?.id ?? priority.id }));
  const ratedApplicants = rows.filter((_, n) => n % 4 === 1).map(({ id }, n) => ({ id, rating: 5 - (n % 4) }));
  if (ratedApplicants.length)
    await db.execute(sql`update applications set rating = r.rating
      from json_to_recordset(${JSON.stringify(ratedApplicants)}::text::json) as r(id uuid, rating int) where r.id = applications.id`);
  if (applicantTagRows.length) await db.insert(applicationTags).values(applicantTagRows);
}

type Staff = { superadminId: string; employerId: string; companyId: string };

/**
 * Adds the log entries that creating the demo's companies, jobs and tags would have left, so that the logs of the
 * administrators and of the company are not empty.
 */
export async function seedDemoActivity(db: Database, { superadminId, employerId, companyId }: Staff): Promise<void> {
  const companyRows = await db.select().from(companies);
  const postedJobs = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.companyId, companyId), isNotNull(jobs.postingDate)));
  const tags = await db.select().from(companyTags).where(eq(companyTags.companyId, companyId));
  await db.insert(auditLog).values([
    ...companyRows.map(({ id, createdAt }) => ({
      at: createdAt,
      actorId: superadminId,
      companyId: id,
      action: 'company.create',
      subjectType: 'company',
      subjectId: id,
    })),
    ...postedJobs.map(({ id, postingDate, createdAt }) => ({
      at: postingDate ?? createdAt,
      actorId: employerId,
      companyId,
      action: 'job.post',
      subjectType: 'job',
      subjectId: id,
    })),
    ...tags.map(({ id, text, createdAt }) => ({
      at: createdAt,
      actorId: employerId,
      companyId,
      action: 'tag.create',
      subjectType: 'tag',
      subjectId: id,
      detail: { text },
    })),
  ]);
}
