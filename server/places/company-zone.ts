import { eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { zoneColumns, zoneOfPlace } from '#server/places/place-zone.ts';
import { text } from '#shared/texts/texts.ts';
import type { TimeZone } from '#shared/time-zone.ts';

/**
 * The time zone of the company's address.
 * @throws not found
 */
export async function readCompanyZone(db: Database, companyId: string): Promise<TimeZone> {
  const [company] = await db.select(zoneColumns(companies)).from(companies).where(eq(companies.id, companyId));
  if (!company) throw notFound(text('errors.companyNotFound'));
  return zoneOfPlace(company);
}
