import { eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, assertVersion, conflict } from '#server/errors.ts';
import { cellOf, type Point } from '#server/places/cells.ts';
import { findZipProblem, isNearCity, maxMilesFromCity } from '#server/places/check-address.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { JobAddress, updateAddressSchema } from '#shared/jobs/job.ts';
import { stateCode } from '#shared/places/states.ts';
import { text } from '#shared/texts/texts.ts';
import { lockJob } from './move.ts';

/** The address columns of a job. */
export type ResolvedAddress = {
  street1: string | null;
  city: string;
  state: string;
  postalCode: string | null;
  country: 'US';
  latitude: number;
  longitude: number;
  cell: number;
};

/**
 * Resolves each address to a location. The client's coordinates are used if the address has them. It may call the maps
 * service, so never call it inside a transaction.
 */
export function resolveAddresses(services: GeocodingServices, addresses: readonly JobAddress[]): Promise<ResolvedAddress[]> {
  return Promise.all(addresses.map((address, index) => resolveAddress(services, address, `addresses.${index}`)));
}

type GeocodingServices = Pick<Services, 'db' | 'geocoder'>;

/**
 * Checks that the coordinates are near the city, because people read the city and the search uses the coordinates
 * (`docs/product/jobs.md#position-and-city`). A city that is not in the index is not checked.
 * @throws AppError invalid
 */
async function assertNearCity(db: Database, { city, state }: { city: string; state: string }, position: Point, field: string) {
  if (await isNearCity(db, city, state, position)) return;
  throw invalid(`${field}.coordinates`, text('errors.positionFarFromCity', { miles: maxMilesFromCity, city }));
}

async function resolveAddress({ db, geocoder }: GeocodingServices, address: JobAddress, field: string): Promise<ResolvedAddress> {
  const { street1 = null, city = null, postalCode = null, coordinates } = address;
  const state = address.state ? stateCode(address.state) : null;
  const zipProblem = await findZipProblem(db, { city, state, postalCode });
  if (zipProblem) throw invalid(`${field}.postalCode`, zipProblem);
  if (coordinates && city && state) {
    await assertNearCity(db, { city, state }, coordinates, field);
    return toResolvedAddress({ street1, city, state, postalCode, ...coordinates });
  }
  const match = await geocoder.geocode({ street1, city, state, postalCode });
  if (!match) throw invalid(`${field}.city`, text('errors.addressTooVague'));
  return toResolvedAddress({
    street1,
    city: city ?? match.city,
    state: state ?? match.state,
    postalCode: postalCode ?? match.postalCode,
    latitude: coordinates?.latitude ?? match.latitude,
    longitude: coordinates?.longitude ?? match.longitude,
  });
}

function toResolvedAddress(address: Omit<ResolvedAddress, 'country' | 'cell'>): ResolvedAddress {
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
    if (job.status === 'CLOSED') throw conflict(text('errors.cannotEditClosedJob'));
    assertVersion(version, job.version);
    await tx
      .update(jobs)
      .set({ ...address, candidatesDueAt: new Date(), version: sql`${jobs.version} + 1` })
      .where(eq(jobs.id, id));
    await audit(tx, actor, { action: 'job.move', subject: { type: 'job', id }, companyId: job.companyId });
    await events.publish(tx, { type: 'job', companyId: job.companyId, jobId: id });
  });
}
