import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import type { Endorsement, JobType } from '#shared/catalogues.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import { bulkInsert } from './builders.ts';
import { type City, person } from './generate.ts';
import { randomFrom } from './random.ts';

const wanted = 48;
type Job = Point & { jobType: JobType; endorsements?: readonly Endorsement[] | undefined };

/**
 * Drivers around a job who have not applied: good matches and weak ones, near and far, and some who do not qualify. By a
 * chance of their own, so that the rest of the demo stays what it is.
 */
export async function seedDemoCandidates(db: Database, job: Job, passwordHash: string): Promise<void> {
  const random = randomFrom(68102);
  const near = await citiesAround(db, job);
  const people = Array.from({ length: near.length ? wanted : 0 }, (_, n) => {
    const { profile, ...user } = person(random, near, 0, 1000 + n, passwordHash);
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

/** Bigger towns within an applicant's range, less the half degree that a person lives aside. */
async function citiesAround(db: Database, job: Job): Promise<City[]> {
  const rows = await db.execute<City>(sql`select name, state, latitude, longitude, zip from cities
    where latitude between ${job.latitude - 2} and ${job.latitude + 2} and longitude between ${job.longitude - 2} and ${job.longitude + 2}
    order by postal_code_count desc, key limit 60`);
  return [...rows].filter((city) => milesBetween(city, job) < rangeMiles - 40);
}
