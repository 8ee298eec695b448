import { eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import { toColumns } from '#server/jobs/job-columns.ts';
import { assertOwnVideo, transferVideo } from '#server/jobs/job-media.ts';
import { toAddon } from '#server/jobs/job-query.ts';
import { type ResolvedAddress, resolveAddresses } from '#server/jobs/resolve-address.ts';
import { type Posting, writePosting, type RequestedAddon } from '#server/jobs/write-posting.ts';
import { countHit } from '#server/limits/throttle.ts';
import { postingTimeOf } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { jobPriceCents, toDollars, addonPriceCents } from '#shared/billing/pricing.ts';
import type { CreateJob, AddonRequest } from '#shared/jobs/job.ts';
import { text } from '#shared/texts/texts.ts';

const hourSeconds = 60 * 60;
const ordersPerCompany = { maxHits: 200, windowSeconds: hourSeconds };
const addressesPerCompany = { maxHits: 2000, windowSeconds: hourSeconds };

/** Stores an order from the new-job form, with an unpaid job for each address. Nothing is charged. */
export async function placeOrder(
  { db, events, geocoder }: Services,
  { companyId }: OwnCompany,
  actor: ActingUser,
  input: Omit<CreateJob, 'companyId'>,
) {
  await assertMayPost(db, companyId);
  await countHit(db, { bucket: 'order', key: companyId }, ordersPerCompany);
  // Each address may need a paid call to the maps service.
  await countHit(db, { bucket: 'order_address', key: companyId }, addressesPerCompany, input.addresses.length);
  await assertOwnVideo(db, input.videoUrl, { userId: actor.userId, companyId });
  const content = contentOf(input);
  const places = await resolveAddresses({ db, geocoder }, input.addresses);
  return db.transaction(async (tx) => {
    const posting: Posting = {
      companyId,
      createdBy: actor.userId,
      jobs: places.map((place) => ({ ...content, ...place, scheduledAt: toScheduledAt(place, input), costCents: jobPriceCents })),
      addons: toRequestedAddons(input.addons ?? []),
      tags: input.tags ?? [],
    };
    const order = await writePosting(tx, posting);
    await transferVideo(tx, input.videoUrl, companyId);
    await audit(tx, actor, {
      action: 'order.place',
      subject: { type: 'order', id: order.id },
      companyId,
      detail: { totalCents: order.totalCents },
    });
    await events.publish(tx, { type: 'order', companyId, orderId: order.id });
    return {
      orderToken: order.orderToken,
      orderId: order.id,
      jobs: order.jobs.map(({ id, costCents }) => ({
        id,
        cost: toDollars(costCents),
        addons: order.addons
          .filter(({ jobId }) => jobId === id)
          .map((addon) => toAddon({ ...addon, subscribed: true, paidAt: null, endsAt: null })),
      })),
    };
  });
}

type Content = Omit<Posting['jobs'][number], keyof ResolvedAddress | 'scheduledAt' | 'costCents'>;

/** When to post the job. Null to post it as soon as it is paid. */
function toScheduledAt(place: ResolvedAddress, { postingDate }: Pick<CreateJob, 'postingDate'>): Date | null {
  const at = postingDate ? postingTimeOf(place, postingDate) : null;
  return at && at > new Date() ? at : null;
}

function contentOf(input: Omit<CreateJob, 'companyId'>): Content {
  const { addresses: _addresses, addons: _addons, tags: _tags, postingDate: _postingDate, ...content } = input;
  const { title, jobType, requiredExperience, homeTime, salaryType } = input;
  const columns = toColumns(content);
  const { experienceRank = 0, descriptionHtml = '', descriptionText = '', autoRenew = true } = columns;
  const requiredColumns = { title, jobType, requiredExperience, experienceRank, homeTime, salaryType };
  return { ...columns, ...requiredColumns, descriptionHtml, descriptionText, autoRenew };
}

/**
 * Checks that the company may post, and returns how it pays. An inactive company's jobs stay posted, but it cannot post new
 * ones (`docs/product/companies.md#company-status`).
 */
export async function assertMayPost(db: Database, companyId: string) {
  const [company] = await db
    .select({ status: companies.status, billingType: companies.billingType })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) throw notFound(text('errors.companyNotFound'));
  if (company.status === 'Inactive') throw new AppError('company_inactive', text('errors.companyInactive'));
  if (company.status === 'Cancelled') throw new AppError('company_cancelled', text('errors.companyCancelled'));
  return { billingType: company.billingType };
}

/** The add-ons to buy, at today's prices. `noAddons` and add-ons with `subscribed: false` are left out. */
export function toRequestedAddons(requests: readonly AddonRequest[]): RequestedAddon[] {
  return requests.flatMap(({ addonType, subscribed, externalUrl }) =>
    addonType === 'noAddons' || !subscribed
      ? []
      : [
          {
            addonType,
            costCents: addonPriceCents[addonType],
            externalUrl: addonType === 'hyperlink' ? (externalUrl ?? null) : null,
          },
        ],
  );
}
