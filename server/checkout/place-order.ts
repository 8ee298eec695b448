import type { CreateJob } from '#shared/jobs/job.ts';
import { postingTimeOf } from '#shared/places/place-zone.ts';
import { jobPriceCents, toDollars } from '#shared/billing/pricing.ts';
import { audit } from '#server/audit.ts';
import { toAddon } from '#server/jobs/addons-query.ts';
import { contentColumns } from '#server/jobs/content-columns.ts';
import { assertOwnVideo, giveVideo } from '#server/jobs/job-media.ts';
import { type PlacedAddress, resolveAddresses } from '#server/jobs/resolve-address.ts';
import { type Posting, writePosting } from '#server/jobs/write-posting.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, OwnCompany } from '#server/trpc.ts';
import { mayPost } from './may-post.ts';
import { wantedAddons } from './wanted-addons.ts';

/** Writes what the new-job flow asked for: an order, and an unpaid job for each address. Nothing is charged. */
export async function placeOrder(
  { db, events, geocoder }: Services,
  { companyId }: OwnCompany,
  actor: ActingUser,
  input: Omit<CreateJob, 'companyId'>,
) {
  await mayPost(db, companyId);
  await assertOwnVideo(db, input.videoUrl, { userId: actor.userId, companyId });
  const content = contentOf(input);
  const places = await resolveAddresses(geocoder, input.addresses);
  return db.transaction(async (tx) => {
    const posting: Posting = {
      companyId,
      createdBy: actor.userId,
      jobs: places.map((place) => ({ ...content, ...place, scheduledAt: scheduleOf(place, input), costCents: jobPriceCents })),
      addons: wantedAddons(input.addons ?? []),
      tags: input.tags ?? [],
    };
    const order = await writePosting(tx, posting);
    await giveVideo(tx, input.videoUrl, companyId);
    await audit(tx, actor, {
      action: 'order.place',
      subject: { type: 'order', id: order.id },
      companyId,
      detail: { totalCents: order.totalCents },
    });
    await events.publish(tx, { type: 'order', companyId, orderId: order.id });
    return {
      jobsPostToken: order.token,
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

type Content = Omit<Posting['jobs'][number], keyof PlacedAddress | 'scheduledAt' | 'costCents'>;

/** Null posts the job as soon as it is paid. */
function scheduleOf(place: PlacedAddress, { postingDate }: Pick<CreateJob, 'postingDate'>): Date | null {
  const at = postingDate ? postingTimeOf(place, postingDate) : null;
  return at && at > new Date() ? at : null;
}

function contentOf({ addresses: _addresses, addons: _addons, tags: _tags, ...input }: Omit<CreateJob, 'companyId'>): Content {
  const columns = contentColumns(input);
  const { title, jobType, requiredExperience, homeTime, salaryType } = input;
  const { experienceRank = 0, descriptionHtml = '', descriptionText = '' } = columns;
  return {
    ...columns,
    title,
    jobType,
    requiredExperience,
    experienceRank,
    homeTime,
    salaryType,
    descriptionHtml,
    descriptionText,
    autoRenew: input.autoRenew ?? true,
  };
}
