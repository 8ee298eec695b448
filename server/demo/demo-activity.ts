import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { auditLog, users } from '#drizzle/schema/accounts.ts';
import { companies, companyTags } from '#drizzle/schema/companies.ts';
import { jobs, jobTags } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import { applications, applicationTags, drivers } from '#drizzle/schema/drivers.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import type { Endorsement, JobType } from '#shared/catalogues.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import { bulkInsert } from './builders.ts';
import { type City, driverRow } from './generate.ts';
import { randomFrom } from './vocabulary.ts';

const driverCount = 48;
type Job = Point & { jobType: JobType; endorsements?: readonly Endorsement[] | undefined };

/**
 * Drivers near a job who have not applied: good and weak matches, near and far, and some who are not eligible. They use
 * their own random numbers, so that the rest of the demo stays the same.
 */
export async function seedDemoCandidates(db: Database, job: Job, passwordHash: string): Promise<void> {
  const random = randomFrom(68102);
  const near = await citiesNear(db, job);
  const people = Array.from({ length: near.length ? driverCount : 0 }, (_, n) => {
    const { profile, ...user } = driverRow(random, near, 0, 1000 + n, passwordHash);
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

/** Larger towns within an applicant's range, minus the half degree by which a person may live away from the town. */
async function citiesNear(db: Database, job: Job): Promise<City[]> {
  const rows = await db.execute<City>(sql`select name, state, latitude, longitude, zip from cities
    where latitude between ${job.latitude - 2} and ${job.latitude + 2} and longitude between ${job.longitude - 2} and ${job.longitude + 2}
    order by postal_code_count desc, key limit 60`);
  return [...rows].filter((city) => milesBetween(city, job) < rangeMiles - 40);
}

const tagTexts = ['Call back', 'Interviewed', 'Road test', 'Priority', 'Regional'];

/** Tags on some jobs, and tags and ratings for some applicants of the first job. */
export async function seedDemoTags(db: Database, companyId: string, vacancies: readonly { id: string }[]): Promise<void> {
  const tags = await db
    .insert(companyTags)
    .values(tagTexts.map((text) => ({ companyId, text })))
    .returning();
  const [first, second] = vacancies;
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
  const tagged = rows
    .filter((_, n) => n % 3 === 0)
    .map((row, n) => ({ applicationId: row.id, tagId: tags[n % 3]?.id ?? priority.id }));
  const rated = rows.filter((_, n) => n % 4 === 1).map(({ id }, n) => ({ id, rating: 5 - (n % 4) }));
  if (rated.length)
    await db.execute(sql`update applications set rating = r.rating
      from json_to_recordset(${JSON.stringify(rated)}::text::json) as r(id uuid, rating int) where r.id = applications.id`);
  if (tagged.length) await db.insert(applicationTags).values(tagged);
}

type Staff = { superadminId: string; employerId: string; companyId: string };

/** The log entries that the demo's companies, jobs and tags would have left, so that neither log is empty. */
export async function seedDemoActivity(db: Database, { superadminId, employerId, companyId }: Staff): Promise<void> {
  const carriers = await db.select().from(companies);
  const posted = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.companyId, companyId), isNotNull(jobs.postingDate)));
  const tags = await db.select().from(companyTags).where(eq(companyTags.companyId, companyId));
  await db.insert(auditLog).values([
    ...carriers.map(({ id, createdAt }) => ({
      at: createdAt,
      actorId: superadminId,
      companyId: id,
      action: 'company.create',
      subjectType: 'company',
      subjectId: id,
    })),
    ...posted.map(({ id, postingDate, createdAt }) => ({
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
