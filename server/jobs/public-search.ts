import { eq, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { milesBetween, type Point } from '#server/places/cells.ts';
import type { PageOf } from '#shared/list.ts';
import { type PublicJobCard, type SearchPublicJobs, sortProblem } from '#shared/public-job.ts';
import { cardColumns, cardOf } from './public-columns.ts';
import { publicFilters } from './public-filters.ts';
import { compareOrdered, publicOrder } from './public-order.ts';
import { type PagePart, readElsewhere, readHere } from './public-parts.ts';
import { createSharedReads } from './shared-reads.ts';

/** A page of jobs, and what became of the place that was searched. */
export type FoundJobs = PageOf<PublicJobCard> & {
  /** `Omaha, NE` where the name of the place was completed or corrected. */
  correctedTo: string | null;
  /** The place that was asked for is not known. */
  isUnknownPlace: boolean;
};

/**
 * Jobs of the place that is asked for, and those that hire nationwide, in one order. Without a place there is only the first
 * part, and the database cuts the page; else the two are read up to the end of the page and merged here.
 */
async function readPage(db: Database, input: SearchPublicJobs): Promise<FoundJobs> {
  const { offset, limit, sort, ...asked } = input;
  if (sort === 'nearest' && !(asked.radius && (asked.city || asked.postalCode))) throw invalid('sort', sortProblem);
  const filters = await publicFilters(db, asked);
  const { place, radius, elsewhere } = filters;
  const order = publicOrder(sort ?? (place ? 'nearest' : 'newest'), place);
  const found = { correctedTo: place?.correctedTo ?? null, isUnknownPlace: filters.isUnknown };
  const cardsOf = ({ rows }: PagePart) =>
    publicCards(
      db,
      rows.map(({ id }) => id),
      place,
      radius,
    );
  if (!elsewhere) {
    const here = await readHere(db, { asked, filters, order, page: { offset, limit } });
    return { items: await cardsOf(here), pagination: { offset, limit, total: here.total }, ...found };
  }
  const page = { offset: 0, limit: offset + limit };
  const [here, others] = await Promise.all([
    readHere(db, { asked, filters, order, page }),
    readElsewhere(db, { asked, elsewhere, order, page }),
  ]);
  const rows = [...here.rows, ...others.rows].toSorted(compareOrdered).slice(offset, offset + limit);
  const total = here.total + others.total;
  return { items: await cardsOf({ rows, total }), pagination: { offset, limit, total }, ...found };
}

const ofDatabase = builtOnce((_db, _only: 'searches') => createSharedReads<FoundJobs>());

/** A page of public jobs: {@link readPage}, which many who ask for the same at once share. */
export async function searchPublicJobs(db: Database, input: SearchPublicJobs): Promise<FoundJobs> {
  return ofDatabase(db, 'searches')(JSON.stringify(input), () => readPage(db, input));
}

/** The cards of these jobs in this order, with the miles from a place; of a nationwide job that is farther than the radius, none. */
export async function publicCards(
  db: Database,
  ids: readonly string[],
  center: Point | null,
  radius: number | null = null,
): Promise<PublicJobCard[]> {
  const milesTo = (job: Point & { isGlobal: boolean }) => {
    const miles = center && milesBetween(center, job);
    const isElsewhere = job.isGlobal && radius !== null && miles !== null && miles > radius;
    return miles === null || isElsewhere ? null : Math.round(miles * 100) / 100;
  };
  const rows = ids.length ? await cardsById(db, 'by id').execute({ ids: `{${ids.join(',')}}` }) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [cardOf(row, milesTo(row))] : [];
  });
}

const cardsById = builtOnce((db, _only: 'by id') =>
  db
    .select(cardColumns)
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.companyId))
    .where(sql`${jobs.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('cards_by_id'),
);
