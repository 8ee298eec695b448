import { and, count, desc, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { carrierChecks, formerCompanySlugs } from '#drizzle/schema/company-pages.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { hadPublicJob, hasPage } from '#server/access/company-page.ts';
import { readProfile } from '#server/access/company-profile.ts';
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
  const [{ profile, updatedAt: profileUpdatedAt }, [check], companyJobs] = await Promise.all([
    readProfile(db, id),
    db
      .select()
      .from(carrierChecks)
      .where(and(eq(carrierChecks.companyId, id), eq(carrierChecks.state, 'verified'))),
    listCompanyJobs(db, id, page),
  ]);
  return {
    ...company,
    companyLogo: logo ? mediaUrl(logo) : null,
    ...profile,
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
    jobs: companyJobs,
    updatedAt: profileUpdatedAt && profileUpdatedAt > updatedAt ? profileUpdatedAt : updatedAt,
  };
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
