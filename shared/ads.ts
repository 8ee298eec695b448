/** Ads: fields, schedule and rotation. */
import * as z from 'zod/mini';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';
import { calendarDateField, idField, instantField, lineField } from './fields.ts';
import { calendarDate } from './format.ts';
import { type PropertyOf, firstChoice, propertyOf, type Field, flagField, textField } from './resource.ts';

/** Pixels of an ad's image. */
export const adImageSize = { width: 587, height: 226 } as const;

export const adPlacements = [
  { code: 'members', label: text('common.membersHome') },
  { code: 'jobs', label: text('catalogues.jobPages') },
  { code: 'both', label: text('catalogues.bothPlaces') },
] as const;
export type AdPlacement = (typeof adPlacements)[number]['code'];
/** The places where an ad can be shown. */
export type AdPlace = Exclude<AdPlacement, 'both'>;

export const adStatuses = ['Running', 'Scheduled', 'Ended', 'Off'] as const;
export type AdStatus = (typeof adStatuses)[number];

export const adStatusLabels: Readonly<Record<AdStatus, Text>> = {
  Running: text('labels.adRunning'),
  Scheduled: text('labels.jobOrAdScheduled'),
  Ended: text('labels.adEnded'),
  Off: text('common.off'),
};

/** What a status means, and what to do now. Null if the word says it all. */
export const adStatusExplanations: Readonly<Record<AdStatus, Text | null>> = {
  Running: null,
  Scheduled: text('labels.adScheduledExplained'),
  Ended: text('labels.adEndedExplained'),
  Off: text('labels.adOffExplained'),
};

type Schedule = { isActive: boolean; startsAt: Date; endsAt: Date | null };

/** Whether an ad is shown at an instant: from its start until just before its end, unless it is switched off. */
export function adStatus({ isActive, startsAt, endsAt }: Schedule, now: Date): AdStatus {
  if (!isActive) return 'Off';
  if (endsAt && endsAt <= now) return 'Ended';
  return startsAt > now ? 'Scheduled' : 'Running';
}

export function isPlacedAt(placement: AdPlacement, place: AdPlace): boolean {
  return placement === 'both' || placement === place;
}

/** The rotation turn that an instant belongs to. Turns are the same for all viewers. */
export function rotationTurn(now: Date, rotationSeconds: number): { number: number; startsAt: Date; endsAt: Date } {
  const turnMs = rotationSeconds * 1000;
  const number = Math.floor(now.getTime() / turnMs);
  return { number, startsAt: new Date(number * turnMs), endsAt: new Date((number + 1) * turnMs) };
}

/**
 * The ads of a turn. Each turn continues where the one before ended, so that all ads are shown equally often. `offset` lets
 * viewers start at different ads.
 */
export function adsOfTurn<Ad>(runningAds: readonly Ad[], turnNumber: number, maxAds: number, offset = 0): Ad[] {
  const count = Math.min(maxAds, runningAds.length);
  return Array.from({ length: count }, (_, n) => runningAds[(turnNumber * count + offset + n) % runningAds.length]).filter(
    (ad): ad is Ad => ad !== undefined,
  );
}

/** Clicks per impression, 0 to 1. Null until someone has seen the ad. */
export function clickRate({ impressions, clicks }: { impressions: number; clicks: number }): number | null {
  return impressions > 0 ? Math.min(1, clicks / impressions) : null;
}

/** Whether an advertiser's URL is safe to send a person to: http or https, a host name with a dot, no credentials. */
export function isSafeLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') && !username && !password;
}

const linkField = z.string('errors.destinationUrlRequired').check(
  z.trim(),
  z.minLength(1, 'errors.destinationUrlRequired'),
  z.maxLength(2048, 'errors.tooLong'),
  z.refine((text) => text === '' || isSafeLink(text), 'errors.mustBeWebUrl'),
);

/** The path of a file that was uploaded for an ad. An empty text or null means no file. */
const mediaField = z.nullable(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(120, 'errors.fileNotUploaded'),
      z.regex(/^(?:\/media\/[\w-]+\.\w+)?$/, 'errors.fileNotUploaded'),
    ),
);

const createMediaField = (label: Text, column: 'image' | 'video') => ({
  label,
  input: 'own' as const,
  request: z.optional(mediaField),
  answer: z.nullable(z.string()),
  formSchema: z.string(),
  empty: '',
  toInput: (url: string | null) => url ?? '',
  toRequest: (url: string) => url || null,
  text: (url: string, write: TextWriter) => write(url ? text('labels.anotherFile') : text('labels.noFile')),
  column,
});

/** Inputs hold the reader's local time (`web/ads/ad-form.ts`). */
const createTimeField = (label: Text) => ({
  label,
  input: 'own' as const,
  request: z.optional(z.nullable(instantField)),
  formSchema: z.string().check(z.refine((text) => text === '' || !Number.isNaN(Date.parse(text)), 'errors.dateAndTimeInvalid')),
  empty: '',
  text: (local: string) => local && `${calendarDate(local.slice(0, 10))}, ${local.slice(11)}`,
});

const placement = z.enum(['members', 'jobs', 'both'], 'errors.adPlacementRequired');

/** The fields of an ad that staff edit. `shared/jobs/job-fields.ts` explains the properties. */
export const adFields = {
  title: {
    ...textField(text('common.title'), lineField(2, 100, 'errors.titleRequired')),
    list: { name: 'title', kind: 'text', isSortable: true },
  },
  advertiser: {
    ...textField(text('fields.advertiser'), lineField(2, 100, 'errors.advertiserRequired')),
    list: { name: 'advertiser', kind: 'text', isSortable: true },
  },
  imageUrl: createMediaField(text('fields.picture'), 'image'),
  videoUrl: createMediaField(text('common.video'), 'video'),
  linkUrl: { ...textField(text('common.link'), linkField), input: 'url' },
  placement: {
    label: text('fields.shownOn'),
    input: 'own',
    catalogue: adPlacements,
    request: placement,
    answer: placement,
    formSchema: placement,
    empty: firstChoice<AdPlacement>('both'),
    list: { name: 'placement', kind: 'enum', isSortable: true },
  },
  /** Null starts the ad now. */
  startsAt: {
    ...createTimeField(text('fields.starts')),
    answer: z.date(),
    list: { name: 'starts_at', kind: 'date', isSortable: true },
  },
  /** Null means no end. */
  endsAt: {
    ...createTimeField(text('fields.ends')),
    answer: z.nullable(z.date()),
    list: { name: 'ends_at', kind: 'date', isSortable: true },
  },
  isActive: {
    ...flagField(text('common.active')),
    empty: true,
    list: { name: 'is_active', kind: 'flag', isSortable: true },
  },
} satisfies Record<string, Field>;
/** The values of the form's inputs. */
export type AdValues = PropertyOf<typeof adFields, 'empty'>;

/** The fields of the list of ads. */
export const adListFields = {
  ...adFields,
  impressions: {
    label: text('common.impressions'),
    answer: z.int(),
    list: { name: 'impressions', kind: 'number', isSortable: true },
  },
  clicks: { label: text('common.clicks'), answer: z.int(), list: { name: 'clicks', kind: 'number', isSortable: true } },
  createdAt: { label: text('common.created'), answer: z.date(), list: { name: 'created_at', kind: 'date', isSortable: true } },
} satisfies Record<string, Field>;

const requestFields = propertyOf(adFields, 'request');

export const createAdSchema = z.object({
  ...requestFields,
  placement: z._default(placement, 'both'),
  isActive: z._default(z.boolean(), true),
});
export type CreateAd = z.infer<typeof createAdSchema>;

/** Absent fields stay unchanged. */
export const updateAdSchema = z.object({
  id: idField,
  ...z.partial(z.object(requestFields)).shape,
  /** The version that the client read. If the ad has changed since, the answer is 409. */
  version: z.optional(z.int()),
});
export type UpdateAd = z.infer<typeof updateAdSchema>;

export const adSchema = z.object({
  id: z.string(),
  ...propertyOf(adListFields, 'answer'),
  status: z.enum(adStatuses),
  updatedAt: z.date(),
  version: z.int(),
});
export type Ad = z.infer<typeof adSchema>;

export const adSearchSchema = z.extend(searchSchema, pageFields());
export const adPageSchema = pageOf(adSchema);
export const adInput = z.object({ id: idField });

/** The allowed seconds per turn and ads per page. */
export const rotationBounds = { min: 5, max: 3600 } as const;
export const perPageBounds = { min: 1, max: 4 } as const;

const rotationField = z
  .int('errors.mustBeWholeSeconds')
  .check(z.gte(rotationBounds.min, 'errors.tooFewSeconds'), z.lte(rotationBounds.max, 'errors.tooManySeconds'));
const perPageField = z
  .int('errors.adsPerPageNotWhole')
  .check(z.gte(perPageBounds.min, 'errors.tooFewAdsPerPage'), z.lte(perPageBounds.max, 'errors.tooManyAdsPerPage'));

export const adSettingsSchema = z.object({
  rotationSeconds: rotationField,
  maxPerPage: perPageField,
  membersEnabled: z.boolean(),
  jobsEnabled: z.boolean(),
});
export type AdSettings = z.infer<typeof adSettingsSchema>;
export const updateAdSettingsSchema = z.partial(adSettingsSchema);

export const defaultAdSettings: AdSettings = { rotationSeconds: 30, maxPerPage: 1, membersEnabled: true, jobsEnabled: true };

/** The part of an ad that a page needs, without its schedule and counts. */
export const shownAdSchema = z.object({
  ...z.pick(adSchema, { id: true, title: true, advertiser: true, imageUrl: true, videoUrl: true }).shape,
  /** A URL that counts the click and redirects to the advertiser. */
  clickUrl: z.string(),
  /** The browser sends this back once half of the ad has been visible for a second. Null for a robot. */
  impressionToken: z.nullable(z.string()),
});
export type ShownAd = z.infer<typeof shownAdSchema>;

/** `secondsLeft` is the time until the next turn. Null if the next turn would show the same ads. */
export const shownAdsSchema = z.object({ ads: z.array(shownAdSchema), secondsLeft: z.nullable(z.int()) });

/** A report covers at most this many days: a year, both end days and a leap day. */
export const maxReportDays = 367;
export const reportDays = 30;

/** Days in the platform's time zone, both included. */
export const adReportInput = z.object({
  id: idField,
  from: z.optional(calendarDateField),
  to: z.optional(calendarDateField),
});
export type AdReportInput = z.infer<typeof adReportInput>;

const counts = { impressions: z.int(), clicks: z.int() };
export const adReportSchema = z.object({
  id: z.string(),
  title: z.string(),
  advertiser: z.string(),
  status: z.enum(adStatuses),
  from: z.string(),
  to: z.string(),
  ...counts,
  days: z.array(z.object({ date: z.string(), ...counts })),
});
export type AdReport = z.infer<typeof adReportSchema>;
