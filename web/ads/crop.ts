import { adImageSize } from '#shared/ads.ts';

/** A part of a picture in percent of its sides, as the cropper says it. */
export type CropPercent = { x: number; y: number; width: number; height: number };
export type CropPixels = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

export const adRatio = adImageSize.width / adImageSize.height;

/** The part in whole pixels of the picture: of the ad's ratio, and never beyond the edges. */
export function pixelsOf(crop: CropPercent, picture: Size): CropPixels {
  const widest = Math.min(picture.width, Math.floor(picture.height * adRatio));
  const width = Math.max(1, Math.min(Math.round((crop.width / 100) * picture.width), widest));
  const height = Math.max(1, Math.min(Math.round(width / adRatio), picture.height));
  const within = (start: number, length: number, whole: number) =>
    Math.max(0, Math.min(Math.round((start / 100) * whole), whole - length));
  return { left: within(crop.x, width, picture.width), top: within(crop.y, height, picture.height), width, height };
}

/** As much of the picture as an ad can show, from its middle. */
export function wholeOf(picture: Size): CropPercent {
  const isWide = picture.width / picture.height > adRatio;
  const width = isWide ? ((picture.height * adRatio) / picture.width) * 100 : 100;
  const height = isWide ? 100 : (picture.width / adRatio / picture.height) * 100;
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}
