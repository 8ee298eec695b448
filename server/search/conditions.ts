import { and, gt, gte, lte, type SQL, sql } from 'drizzle-orm';
import { jobSearchDocuments as documents } from '#drizzle/schema/job-search-documents.ts';
import { type Point, boxAround } from '#server/places/cells.ts';

import { codes, requiredExperiences } from '#shared/catalogues.ts';
import { coveredEndorsements } from '#shared/drivers/driver.ts';
import { toCents } from '#shared/billing/pricing.ts';
import type { SearchPublicJobs } from '#shared/jobs/public-job.ts';
import { stateCode } from '#shared/places/states.ts';
import { allOf, anyOf, facet, searchWords, wordsExpression } from './expression.ts';

export type Circle = { center: Point; miles: number };
type Filters = Omit<SearchPublicJobs, 'offset' | 'limit' | 'sort'>;

/**
 * The documents that match every filter but the place. Filters mean what the driver has: endorsements held, experience at
 * most, pay at least.
 */
export function filterCondition(filters: Filters): SQL {
  const { query = '', jobType, homeTime, secondChance, requiredExperience, payMin, endorsements } = filters;
  const words = allOf([
    wordsExpression(query),
    jobType?.length ? anyOf(jobType.map((type) => facet(`type:${type}`))) : null,
    homeTime?.length ? anyOf(homeTime.map((home) => facet(`home:${home}`))) : null,
    secondChance ? facet('second-chance') : null,
  ]);
  const rank = requiredExperience === undefined ? -1 : codes(requiredExperiences).indexOf(requiredExperience);
  const held = endorsements?.length ? coveredEndorsements(endorsements) : null;
  return (
    and(
      gt(documents.expiresAt, sql`now()`),
      words ? contains(words) : undefined,
      rank >= 0 ? lte(documents.experienceRank, rank) : undefined,
      payMin ? gte(documents.weeklyPay, toCents(payMin)) : undefined,
      held ? sql`${documents.endorsements} <@ ${`{${held.join(',')}}`}::text[]` : undefined,
    ) ?? sql`true`
  );
}

/**
 * Where jobs are searched: in a circle, or by the names in the filters when there is no radius or when the place index does not
 * know the place (`isUnknown`).
 */
export type Place = { circle: Circle | null; isUnknown: boolean };

/** Jobs at the place that was named, and jobs that hire nationwide; null when no place was named. */
export function placeCondition({ city, state, postalCode }: Filters, { circle, isUnknown }: Place): SQL | null {
  if (circle) return sql`(${documents.isNationwide} or ${isWithin(circle)})`;
  const code = state ? stateCode(state) : null;
  const place = allOf([
    code ? facet(`state:${code}`) : null,
    city ? facet(`city:${searchWords(city).join(' ')}`) : null,
    postalCode ? facet(`zip:${postalCode}`) : null,
  ]);
  return place === null ? null : contains(isUnknown ? place : anyOf([place, facet('nationwide')]));
}

/** Miles from the center of the circle; null for a nationwide job outside of it. */
export function milesWithin(circle: Circle): SQL {
  const miles = milesTo(circle.center);
  return sql`case when ${miles} <= ${circle.miles} then ${miles} end`;
}

/** The box is answered by an index, and the exact distance is measured only inside it. */
export function isWithin({ center, miles }: Circle): SQL {
  const { south, north, west, east } = boxAround(center, miles);
  const position = sql`point(${documents.longitude}, ${documents.latitude})`;
  const box = sql`box(point(${east}::float8, ${north}::float8), point(${west}::float8, ${south}::float8))`;
  return sql`(${position} <@ ${box} and ${milesTo(center)} <= ${miles})`;
}

const milesTo = ({ latitude, longitude }: Point): SQL =>
  sql`miles_between(${documents.latitude}, ${documents.longitude}, ${latitude}::float8, ${longitude}::float8)`;

const contains = (expression: string): SQL => sql`${documents.words} @@ ${expression}::tsquery`;
