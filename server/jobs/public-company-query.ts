import { and, asc, count, desc, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import {
  carrierChecks,
  companyPhotos,
  companyProfiles,
  companyTerminals,
  formerCompanySlugs,
} from '#drizzle/schema/company-pages.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { hadPublicJob, hasPage } from '#server/access/company-page.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import { mediaUrl } from '#server/media/serve.ts';
import type { PublicCompany } from '#shared/companies/company-page.ts';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';
import { isPublic } from './public-columns.ts';
import { publicCards } from './public-search.ts';

const companyColumns = {
  id: companies.id,
  slug: companies.slug,
  companyName: companies.companyName,
  logo: companies.logo,
  companyColor: companies.colorTemplate,
  city: companies.city,
  state: companies.state,
  secondChance: companies.secondChanceCompany,
  answersWithinDays: companies.answersWithinDays,
  updatedAt: companies.updatedAt,
  hasPage,
  hadPublicJob,
};

const slugPattern = /^[a-z0-9-]{1,100}$/;

async function findBySlug(db: Database, slug: string) {
  const [current] = await db.select(companyColumns).from(companies).where(eq(companies.slug, slug));
  if (current) return current;
  const [former] = await db
    .select(companyColumns)
    .from(formerCompanySlugs)
    .innerJoin(companies, eq(companies.id, formerCompanySlugs.companyId))
    .where(eq(formerCompanySlugs.slug, slug));
  return former;
}

/**
 * The public page of a company with a page of its public jobs, the newest first. An earlier slug finds the company too.
 * @throws 410 if the company had a page and has none now
 * @throws 404 if it never had one or does not exist
 */
export async function getPublicCompany(db: Database, slug: string, page: Page): Promise<PublicCompany> {
  const row = slugPattern.test(slug) ? await findBySlug(db, slug) : undefined;
  if (!row?.hasPage)
    throw row?.hadPublicJob ? new AppError('gone', text('companyPage.closed')) : notFound(text('companyPage.notFound'));
  const { id, hasPage: _, hadPublicJob: __, logo, updatedAt, ...company } = row;
  const [[profile], [check], terminals, photos, companyJobs] = await Promise.all([
    db.select().from(companyProfiles).where(eq(companyProfiles.companyId, id)),
    db
      .select()
      .from(carrierChecks)
      .where(and(eq(carrierChecks.companyId, id), eq(carrierChecks.state, 'verified'))),
    listTerminals(db, id),
    db.select().from(companyPhotos).where(eq(companyPhotos.companyId, id)).orderBy(asc(companyPhotos.position)),
    listCompanyJobs(db, id, page),
  ]);
  return {
    ...company,
    companyLogo: logo ? mediaUrl(logo) : null,
    about: profile?.about ?? '',
    website: profile?.website ?? null,
    fleetSize: profile?.fleetSize ?? null,
    foundedYear: profile?.foundedYear ?? null,
    usdotNumber: profile?.usdotNumber ?? null,
    mcNumber: profile?.mcNumber ?? null,
    powerUnits: check?.carrier.powerUnits ?? null,
    drivers: check?.carrier.drivers ?? null,
    verification: check
      ? {
          source: check.source,
          usdotNumber: check.usdotNumber,
          legalName: check.carrier.legalName,
          checkedAt: check.checkedAt,
        }
      : null,
    terminals,
    photos: photos.map(({ fileName, alt, width, height }) => ({ url: mediaUrl(fileName), alt, width, height })),
    jobs: companyJobs,
    updatedAt: profile && profile.updatedAt > updatedAt ? profile.updatedAt : updatedAt,
  };
}

async function listTerminals(db: Database, companyId: string): Promise<PublicCompany['terminals']> {
  const rows = await db
    .select()
    .from(companyTerminals)
    .where(eq(companyTerminals.companyId, companyId))
    .orderBy(asc(companyTerminals.position));
  return rows.map(({ name, city, state, postalCode, latitude, longitude }) => ({
    name,
    city,
    state,
    postalCode,
    coordinates: { latitude, longitude },
  }));
}

async function listCompanyJobs(db: Database, companyId: string, { offset, limit }: Page): Promise<PageOf<PublicJobCard>> {
  const where = and(eq(jobs.companyId, companyId), isPublic);
  const [ids, [total]] = await Promise.all([
    db.select({ id: jobs.id }).from(jobs).where(where).orderBy(desc(jobs.postingDate), desc(jobs.id)).limit(limit).offset(offset),
    db.select({ n: count() }).from(jobs).where(where),
  ]);
  const items = await publicCards(
    db,
    ids.map(({ id }) => id),
    null,
  );
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
}
