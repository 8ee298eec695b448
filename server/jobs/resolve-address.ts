import type { JobAddress, updateAddressSchema } from '#shared/jobs/job.ts';
import { text } from '#shared/texts/texts.ts';
import { stateCode } from '#shared/places/states.ts';
import { invalid, assertVersion, conflict } from '#server/errors.ts';
import { cellOf, milesBetween, type Point } from '#server/places/cells.ts';
import { findCities } from '#server/places/cities.ts';
import { cityKeys } from '#server/places/read-query.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { cities } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import type * as z from 'zod/mini';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { lockJob } from './move.ts';

/** The address columns of a job. */
export type PlacedAddress = {
  street1: string | null;
  city: string;
  state: string;
  postalCode: string | null;
  country: 'US';
  latitude: number;
  longitude: number;
  cell: number;
};

/** The location of each address: the client's coordinates if given, otherwise looked up. Never call it inside a transaction. */
export function resolveAddresses(places: Places, addresses: readonly JobAddress[]): Promise<PlacedAddress[]> {
  return Promise.all(addresses.map((address, index) => resolveAddress(places, address, `addresses.${index}`)));
}

type Places = Pick<Services, 'db' | 'geocoder'>;

/** No US city reaches farther from its center, except some in Alaska that hardly anyone lives in. */
const maxMilesFromCity = 60;

/**
 * The city that people read and the position that search uses have to agree (`docs/product/jobs.md#position-and-city`). A
 * place that the index does not know is taken as it is.
 * @throws AppError invalid
 */
async function assertNearCity(db: Database, { city, state }: { city: string; state: string }, at: Point, field: string) {
  const knownCities = await findCities(db, and(inArray(cities.key, cityKeys(city)), eq(cities.state, state)));
  if (knownCities.length === 0 || knownCities.some((center) => milesBetween(center, at) <= maxMilesFromCity)) return;
  throw invalid(`${field}.coordinates`, text('errors.positionFarFromCity', { miles: maxMilesFromCity, city }));
}

async function resolveAddress({ db, geocoder }: Places, address: JobAddress, field: string): Promise<PlacedAddress> {
  const { street1 = null, city = null, postalCode = null, coordinates } = address;
  const state = address.state ? stateCode(address.state) : null;
  if (coordinates && city && state) {
    await assertNearCity(db, { city, state }, coordinates, field);
    return placed({ street1, city, state, postalCode, ...coordinates });
  }
  const found = await geocoder.geocode({ street1, city, state, postalCode });
  if (!found) throw invalid(`${field}.city`, text('errors.addressTooVague'));
  return placed({
    street1,
    city: city ?? found.city,
    state: state ?? found.state,
    postalCode: postalCode ?? found.postalCode,
    latitude: coordinates?.latitude ?? found.latitude,
    longitude: coordinates?.longitude ?? found.longitude,
  });
}

function placed(address: Omit<PlacedAddress, 'country' | 'cell'>): PlacedAddress {
  return { ...address, country: 'US', cell: cellOf(address.latitude, address.longitude) };
}

/** Changes a job's address (`docs/product/jobs.md#editing-a-job`). More addresses need a new order. */
export async function editAddress(
  { db, events, geocoder }: Services,
  scope: CompanyScope,
  actor: AuditActor,
  { id, version, addresses }: z.infer<typeof updateAddressSchema>,
): Promise<void> {
  const [address] = await resolveAddresses({ db, geocoder }, addresses);
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, scope, id);
    if (job.status === 'CLOSED') throw conflict(text('errors.youCantEditJobClosed'));
    assertVersion(version, job.version);
    await tx
      .update(jobs)
      .set({ ...address, candidatesDueAt: sql`now()`, version: sql`${jobs.version} + 1` })
      .where(eq(jobs.id, id));
    await audit(tx, actor, { action: 'job.move', subject: { type: 'job', id }, companyId: job.companyId });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
  });
}
