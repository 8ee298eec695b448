import { useMutation } from '@tanstack/react-query';
import { adImageSize } from '#shared/ads.ts';
import { addDays, localDay, platformZone } from '#shared/time-zone.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import type { ReportSpan } from '#web/browser/search-params.ts';
import { sendForm } from '#web/session/authorized-fetch.ts';
import { type GridSearch, toGridRequest } from '#web/ui/grid/grid-state.ts';

/** A part of an image in percent of the image's width and height, which is the crop component's unit. */
type CropPercent = { x: number; y: number; width: number; height: number };
export type CropPixels = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

export const adRatio = adImageSize.width / adImageSize.height;

/** Converts the part to whole pixels, with the ad's aspect ratio and within the image. */
export function toCropPixels(crop: CropPercent, picture: Size): CropPixels {
  const maxWidth = Math.min(picture.width, Math.floor(picture.height * adRatio));
  const width = Math.max(1, Math.min(Math.round((crop.width / 100) * picture.width), maxWidth));
  const height = Math.max(1, Math.min(Math.round(width / adRatio), picture.height));
  const clampStart = (start: number, length: number, total: number) =>
    Math.max(0, Math.min(Math.round((start / 100) * total), total - length));
  return { left: clampStart(crop.x, width, picture.width), top: clampStart(crop.y, height, picture.height), width, height };
}

/** The largest centered part that an ad can show. */
export function getFullCrop(picture: Size): CropPercent {
  const isWide = picture.width / picture.height > adRatio;
  const width = isWide ? ((picture.height * adRatio) / picture.width) * 100 : 100;
  const height = isWide ? 100 : (picture.width / adRatio / picture.height) * 100;
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

export type Ad = Outputs['ads']['get'];
export type AdReport = Outputs['ads']['report'];
export type ShownAd = Outputs['ads']['shown']['ads'][number];

export const adDefaults = { sort: '-created_at' };

/** Turns the URL's state into a search request. `q` searches titles and advertisers. */
export function adsQuery(search: GridSearch) {
  const { filters, ...request } = toGridRequest(search, adDefaults);
  const createFilter = (field: string) => ({ field, operator: 'ilike', value: search.q ?? '' });
  const conditions = [
    ...(search.q ? [{ or: [createFilter('title'), createFilter('advertiser')] }] : []),
    ...(filters ? [filters] : []),
  ];
  return trpc.ads.search.queryOptions({ ...request, filters: conditions.length > 0 ? { and: conditions } : undefined });
}

export const adQuery = (id: string) => trpc.ads.get.queryOptions({ id });
export const readAd = (id: string) => trpcClient.ads.get.query({ id });
export const adSettingsQuery = () => trpc.ads.settings.queryOptions();

/** Reports on the last `days` days up to today in the platform's time zone. */
export function reportQuery(id: string, days: ReportSpan) {
  const today = localDay(platformZone, new Date());
  return trpc.ads.report.queryOptions({ id, from: addDays(today, 1 - days), to: today });
}

/** The ads that drivers see now. `AdSlot` loads the next ones when their turn ends. */
export const shownAdsQuery = () => trpc.ads.shown.queryOptions();

const invalidateAds = () => queryClient.invalidateQueries(trpc.ads.pathFilter());

export function useCreateAd() {
  return useMutation(trpc.ads.create.mutationOptions({ onSuccess: invalidateAds }));
}

export function useUpdateAd() {
  return useMutation(trpc.ads.update.mutationOptions({ onSuccess: invalidateAds }));
}

export function useDeleteAd() {
  return useMutation(trpc.ads.delete.mutationOptions({ onSuccess: invalidateAds }));
}

export function useUpdateAdSettings() {
  return useMutation(trpc.ads.updateSettings.mutationOptions({ onSuccess: invalidateAds }));
}

type AdMediaUpload = { file: File; crop?: CropPixels };

/**
 * Uploads an image with the part to keep, or a video.
 * @throws Error with a message for the user
 */
export async function uploadAdMedia({ file, crop }: AdMediaUpload): Promise<string> {
  const body = new FormData();
  if (crop) {
    body.set('crop_left', String(crop.left));
    body.set('crop_top', String(crop.top));
    body.set('crop_width', String(crop.width));
    body.set('crop_height', String(crop.height));
  }
  body.set('file', file);
  const { url } = await sendForm<{ url: string }>('/ads/multimedia/upload', body);
  return url;
}
