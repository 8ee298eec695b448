import { jobTotalCents, toDollars } from '#shared/billing/pricing.ts';
import type { AddonType } from '#shared/catalogues.ts';
import { jobFields } from '#shared/jobs/job-fields.ts';
import { createJobSchema } from '#shared/jobs/job.ts';
import type { Address } from '#shared/places/addresses.ts';
import { stateCode } from '#shared/places/states.ts';
import { requestOf } from '#shared/resource.ts';
import type { Inputs, Outputs } from '#web/api/trpc.ts';
import { writeText } from '#web/texts/app.ts';
import { type Uploader, uploaderOf } from '#web/uploads/uploader.ts';
import { toAddonRequests, getChosenTypes } from './addons.ts';
import { contentFormSchema, type ContentValues, emptyContent, hasContent, toDescription } from './content-form.ts';
import { type JobDraft, changeJobDraft, readJobDraft } from './steps.ts';

const uploadPath = '/jobs/multimedia/upload';

/** The upload of the video for a company's new job. It continues while the user goes through the other steps. */
export const getNewJobVideoUploader = (companyId: string): Uploader => uploaderOf(`new job ${companyId}`, uploadPath);
export const getJobVideoUploader = (jobId: string): Uploader => uploaderOf(`job ${jobId}`, uploadPath);

/**
 * Waits for the video before a draft becomes an order. If the upload failed, no job is created and nothing is paid
 * (`docs/product/jobs.md#posting-a-job`).
 * @throws Error `multimedia upload failed`
 */
export async function finishVideoUpload(companyId: string, onPhase: (phase: 'uploadingVideo') => void): Promise<void> {
  const draft = readJobDraft(companyId);
  if (draft.order) return;
  const video = getNewJobVideoUploader(companyId);
  if (video.state().status === 'uploading') onPhase('uploadingVideo');
  const videoUrl = await video.settled();
  if (videoUrl !== null) changeJobDraft(companyId, { content: { ...readJobDraft(companyId).content, videoUrl } });
  video.forget();
}

/** An unfinished job: the form's values, and the first location and the add-ons if they are known. */
export type PreviewSource = { content: ContentValues; address?: Address | undefined; addonTypes?: readonly AddonType[] };
type Preview = Omit<Inputs['preview']['job'], 'companyId'>;

/** The fields without which there is no page to show. */
const previewFields = ['title', 'jobType', 'requiredExperience', 'homeTime'] as const;

/** The unfinished job as a request for its preview, or the labels of the fields that are needed first. Other invalid fields are left out. */
export function toPreview({ content, address, addonTypes = [] }: PreviewSource): { request: Preview | null; missing: string[] } {
  const { error } = contentFormSchema.safeParse(content);
  const invalid = new Set(error?.issues.map(({ path }) => path[0]));
  const missingLabels = previewFields.filter((name) => invalid.has(name)).map((name) => writeText(jobFields[name].label));
  if (missingLabels.length > 0) return { request: null, missing: missingLabels };
  const names = [...invalid] as (keyof ContentValues)[];
  const valid = { ...content, ...Object.fromEntries(names.map((name) => [name, emptyContent[name]])) };
  const { postingDay: _postingDay, isDescriptionGenerated: _isDescriptionGenerated, jobDescription, ...fields } = valid;
  const request = {
    ...requestOf(jobFields, fields),
    ...(hasContent(jobDescription) ? toDescription(jobDescription) : {}),
    address: address ? toJobAddress(address) : null,
    addonTypes: [...addonTypes],
  };
  return { request: request as Preview, missing: missingLabels };
}

type Posting = Inputs['checkout']['placeOrder'];

/** The finished draft as the request for the order: one job per address. */
export function toPosting({ content, addresses, addons }: JobDraft): Posting {
  const { postingDay, jobDescription, isDescriptionGenerated: _isDescriptionGenerated, ...fields } = content;
  const posting = {
    ...requestOf(jobFields, fields),
    ...toDescription(jobDescription),
    postingDate: postingDay,
    addons: toAddonRequests(addons),
    addresses: addresses.map(toJobAddress),
  };
  createJobSchema.parse(posting);
  return posting as Posting;
}

export function toJobAddress({ street1, city, state, postalCode, country, latitude, longitude }: Address) {
  return { street1, city, state, postalCode, country, coordinates: { latitude, longitude } };
}

/** The draft's price for one posting period, in dollars. */
export function getDraftTotal({ addresses, addons }: JobDraft): number {
  return toDollars(addresses.length * jobTotalCents(getChosenTypes(addons)));
}

/** Two addresses are the same place if street, city, state and ZIP code are equal. */
export function isSamePlace(one: Address, other: Address): boolean {
  const addressText = ({ street1, city, state, postalCode }: Address) =>
    [street1 ?? '', city, state, postalCode ?? ''].join('|').toLowerCase();
  return addressText(one) === addressText(other);
}

type CompanyPlace = Pick<Outputs['company']['get'], 'street1' | 'city' | 'state' | 'postalCode' | 'coordinates'>;

/** The company's own address as a location. Null if it is incomplete. */
export function addressOf({ street1, city, state, postalCode, coordinates }: CompanyPlace): Address | null {
  if (!city || !state || !coordinates) return null;
  const description = [street1, city, [stateCode(state) ?? state, postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return { description, street1, city, state: stateCode(state) ?? state, postalCode, country: 'US', ...coordinates };
}
