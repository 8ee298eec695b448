import type { Address } from '#shared/places/addresses.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { requestOf } from '#shared/resource.ts';
import { createJobSchema } from '#shared/jobs/job.ts';
import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import type { Inputs } from '#web/trpc.ts';
import { addonRequests, chosenTypes } from './addons.ts';
import { toDescription } from './content-form.ts';
import { type JobDraft, changeJobDraft, readJobDraft } from './steps.ts';
import { type Uploader, uploaderOf } from '#web/uploads/uploader.ts';

const path = '/jobs/multimedia/upload';

/** The upload of a company's new job, which continues during the next steps. */
export const newJobVideo = (companyId: string): Uploader => uploaderOf(`new job ${companyId}`, path);
export const editedJobVideo = (jobId: string): Uploader => uploaderOf(`job ${jobId}`, path);

/**
 * Waits for the video before a draft becomes an order. If the upload failed, no job is created and nothing is paid
 * (`docs/product/jobs.md#posting-a-job`).
 * @throws Error `multimedia upload failed`
 */
export async function settleVideo(companyId: string, onPhase: (phase: 'uploadingVideo') => void): Promise<void> {
  const draft = readJobDraft(companyId);
  if (draft.order) return;
  const video = newJobVideo(companyId);
  if (video.state().status === 'uploading') onPhase('uploadingVideo');
  const videoUrl = await video.settled();
  if (videoUrl !== null) changeJobDraft(companyId, { content: { ...readJobDraft(companyId).content, videoUrl } });
  video.forget();
}

type Posting = Inputs['checkout']['placeOrder'];

/** The finished draft as the request for the order: one job per address. */
export function toPosting({ content, addresses, addons }: JobDraft): Posting {
  const { postingDay, jobDescription, ...fields } = content;
  const posting = {
    ...requestOf(jobFields, fields),
    ...toDescription(jobDescription),
    postingDate: postingDay,
    addons: addonRequests(addons),
    addresses: addresses.map(toJobAddress),
  };
  createJobSchema.parse(posting);
  return posting as Posting;
}

export function toJobAddress({ street1, city, state, postalCode, country, latitude, longitude }: Address) {
  return { street1, city, state, postalCode, country, coordinates: { latitude, longitude } };
}

/** The draft's price for one posting period, in dollars. */
export function totalOf({ addresses, addons }: JobDraft): number {
  return toDollars(addresses.length * jobTotalCents(chosenTypes(addons)));
}

/** Two addresses are the same place if street, city, state and ZIP code are equal. */
export function isSamePlace(one: Address, other: Address): boolean {
  const addressText = ({ street1, city, state, postalCode }: Address) =>
    [street1 ?? '', city, state, postalCode ?? ''].join('|').toLowerCase();
  return addressText(one) === addressText(other);
}
