import { eq, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks, companyProfiles } from '#drizzle/schema/company-pages.ts';
import { hasPage } from '#server/access/company-page.ts';
import { readProfile } from '#server/access/company-profile.ts';
import { audit } from '#server/audit/audit.ts';
import { assertVersion } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type CompanyPage, companyPath, type UpdateCompanyPage } from '#shared/companies/company-page.ts';
import { changedFields } from '#shared/resource.ts';
import { endCheck, toCheck } from './check-carrier.ts';
import { findCompany, lockCompany } from './company-query.ts';
import { locateTerminals, writeTerminals } from './resolve-terminals.ts';
import { findPhotos, writePhotos } from './upload-photos.ts';

/** What the company wrote for its public page, with the newest check of its USDOT number. */
export async function readCompanyPage(
  { db, registry }: Pick<Services, 'db' | 'registry'>,
  scope: CompanyScope,
  companyId: string | undefined,
): Promise<CompanyPage> {
  const { id, companyName, slug } = await findCompany(db, scope, companyId);
  const { profile, version } = await readProfile(db, id);
  const [check] = await db.select().from(carrierChecks).where(eq(carrierChecks.companyId, id));
  const [page] = await db.select({ hasPage }).from(companies).where(eq(companies.id, id));
  return {
    id,
    companyName,
    ...profile,
    version,
    path: page?.hasPage ? companyPath(slug) : null,
    check: check ? toCheck(check, companyName) : null,
    registry: registry?.source ?? null,
  };
}

const withoutUrl = ({ url: _url, ...photo }: CompanyPage['photos'][number]) => photo;

/**
 * Changes the fields that are present, and replaces the lists that are present. A changed number ends the check of the old one
 * (`docs/product/companies.md#carrier-check`).
 * @throws edit_conflict for an outdated version
 * @throws invalid for a terminal that is not found, and for a photo that the company did not upload
 * @throws too_many after 200 new or moved terminals in an hour
 */
export async function updateCompanyPage(
  services: Pick<Services, 'db' | 'registry' | 'geocoder'>,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId, version, terminals: terminalInputs, photos: photoInputs, ...input }: UpdateCompanyPage,
): Promise<CompanyPage> {
  const { db, registry } = services;
  const before = await readCompanyPage(services, scope, companyId);
  const { id } = before;
  assertVersion(version, before.version);
  const terminals = terminalInputs && (await locateTerminals(services, id, before.terminals, terminalInputs));
  const photos = photoInputs && (await findPhotos(db, actor, id, photoInputs));
  const { usdotNumber, mcNumber, ...rest } = input;
  const values = {
    ...rest,
    ...(usdotNumber === undefined ? {} : { usdotNumber: usdotNumber || null }),
    ...(mcNumber === undefined ? {} : { mcNumber: mcNumber || null }),
  };
  await db.transaction(async (tx) => {
    await lockCompany(tx, scope, id);
    const current = await readCompanyPage({ db: tx, registry }, scope, id);
    assertVersion(version, current.version);
    const fields = changedFields<Record<string, unknown>>(
      { ...current, photos: current.photos.map(withoutUrl) },
      {
        ...values,
        terminals,
        photos,
      },
    );
    if (fields.length === 0) return;
    await tx
      .insert(companyProfiles)
      .values({ companyId: id, ...values })
      .onConflictDoUpdate({
        target: companyProfiles.companyId,
        set: { ...values, version: sql`${companyProfiles.version} + 1`, updatedAt: new Date() },
      });
    if (terminals) await writeTerminals(tx, id, terminals);
    if (photos) await writePhotos(tx, id, photos);
    if (fields.includes('usdotNumber') || fields.includes('mcNumber')) await endCheck(tx, id);
    const subject = { type: 'company' as const, id };
    await audit(tx, actor, { action: 'company_page.update', subject, companyId: id, detail: { fields } });
  });
  return readCompanyPage(services, scope, id);
}
