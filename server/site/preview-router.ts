import { eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { toColumns } from '#server/jobs/job-columns.ts';
import { type PublicJobRow, toPublicJob } from '#server/jobs/public-columns.ts';
import { selectCompany, router, scoped } from '#server/trpc.ts';
import { postingDays } from '#shared/billing/pricing.ts';
import { jobPreviewSchema, type PreviewJob, previewJobSchema } from '#shared/jobs/job.ts';
import { stateCode } from '#shared/places/states.ts';
import { languages, text } from '#shared/texts/texts.ts';
import { addCalendarDays, platformZone } from '#shared/time-zone.ts';
import { createSite } from './html.ts';
import { jobPreview } from './job-page.ts';

/** The public page of a job before it is posted. It is a mutation because a description is too long for a URL. */
export const previewRouter = router({
  job: scoped('jobs.post')
    .input(previewJobSchema)
    .output(jobPreviewSchema)
    .mutation(async ({ ctx, input }) => {
      const { db, settings } = ctx.services;
      const { companyId } = selectCompany(ctx.scope, input.companyId);
      const site = createSite(ctx.language, { publicUrl: settings.publicUrl, languages });
      return { html: jobPreview(site, toPublicJob(await previewRow(db, companyId, input))) };
    }),
});

async function previewRow(db: Database, companyId: string, input: PreviewJob): Promise<PublicJobRow> {
  const { address, addonTypes, postingDate: _date, companyId: _company, tags: _tags, ...content } = input;
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId));
  if (!company) throw notFound(text('errors.companyNotFound'));
  const columns = toColumns(content);
  const place = address ?? company;
  const coordinates = address ? address.coordinates : company;
  const now = new Date();
  return {
    id: '',
    title: content.title,
    jobType: content.jobType,
    cdlClass: columns.cdlClass ?? null,
    requiredExperience: content.requiredExperience,
    homeTime: content.homeTime,
    salaryType: content.salaryType,
    additionalExperience: columns.additionalExperience ?? null,
    jobDescription: columns.descriptionHtml ?? '',
    driverUnload: columns.driverUnload ?? false,
    expectedPayCents: columns.expectedPayCents ?? null,
    signonBonusCents: columns.signonBonusCents ?? 0,
    startingBonusCents: columns.startingBonusCents ?? 0,
    benefits: columns.benefits ?? [],
    endorsements: columns.endorsements ?? [],
    videoUrl: columns.videoUrl ?? null,
    isGlobal: columns.isGlobal ?? false,
    screeningQuestions: columns.screeningQuestions ?? [],
    companyName: company.companyName,
    companySlug: company.slug,
    companyVerified: false,
    logo: company.logo,
    companyColor: company.colorTemplate,
    answersWithinDays: company.answersWithinDays,
    secondChance: company.secondChanceCompany,
    street1: place.street1 ?? null,
    city: place.city ?? '',
    state: stateCode(place.state ?? '') ?? '',
    postalCode: place.postalCode ?? null,
    country: 'US',
    latitude: coordinates?.latitude ?? 0,
    longitude: coordinates?.longitude ?? 0,
    jobHyperlink: addonTypes.includes('hyperlink') ? '' : null,
    featured: addonTypes.includes('promote'),
    boosted: addonTypes.includes('boost'),
    postingDate: now,
    expirationDate: addCalendarDays(now, postingDays, platformZone),
    updatedAt: now,
  };
}
