import { asc, eq } from 'drizzle-orm';
import { companyPhotos, companyProfiles, companyTerminals } from '#drizzle/schema/company-pages.ts';
import type { Database } from '#server/db/open.ts';
import { mediaUrl } from '#server/media/serve.ts';
import type { CompanyProfile } from '#shared/companies/company-page.ts';

/** `version` is 0 and `updatedAt` null until something is saved. */
type SavedProfile = { profile: CompanyProfile; version: number; updatedAt: Date | null };

/** Reads what the company wrote for its page (`docs/product/companies.md#public-page`). */
export async function readProfile(db: Database, companyId: string): Promise<SavedProfile> {
  const [[row], terminals, photos] = await Promise.all([
    db.select().from(companyProfiles).where(eq(companyProfiles.companyId, companyId)),
    db.select().from(companyTerminals).where(eq(companyTerminals.companyId, companyId)).orderBy(asc(companyTerminals.position)),
    db.select().from(companyPhotos).where(eq(companyPhotos.companyId, companyId)).orderBy(asc(companyPhotos.position)),
  ]);
  const profile = {
    about: row?.about ?? '',
    website: row?.website ?? null,
    fleetSize: row?.fleetSize ?? null,
    foundedYear: row?.foundedYear ?? null,
    usdotNumber: row?.usdotNumber ?? null,
    mcNumber: row?.mcNumber ?? null,
    terminals: terminals.map(({ name, city, state, postalCode, latitude, longitude }) => ({
      name,
      city,
      state,
      postalCode,
      coordinates: { latitude, longitude },
    })),
    photos: photos.map(({ fileName, alt, width, height }) => ({ fileName, url: mediaUrl(fileName), alt, width, height })),
  };
  return { profile, version: row?.version ?? 0, updatedAt: row?.updatedAt ?? null };
}
