/**
 * How files are uploaded (`spec: work §7 Multimedia upload stages, §9`, `rest: Conventions`). Both sides keep to it; MB
 * are 1024² bytes, as stores that take files in parts count them.
 */
export const mb = 1024 * 1024;

/** What is smaller goes in one request. */
export const simpleBelowBytes = 10 * mb;

/** The largest file of each kind, and of one request. */
export const mostVideoBytes = 2048 * mb;
export const mostImageBytes = 20 * mb;
export const mostSimpleBytes = 25 * mb;
export const mostChunkBytes = 26 * mb;

/** No part but the last is smaller: S3 refuses it. */
export const leastPartBytes = 5 * mb;

const partSizes = [
  { below: 30, part: 5 },
  { below: 60, part: 10 },
  { below: 150, part: 15 },
  { below: 500, part: 20 },
];
const largestPart = 25;

/** Bytes of a part of a file of `bytes`: large files in few requests, small ones with little lost when one fails. */
export function partSizeOf(bytes: number): number {
  return (partSizes.find(({ below }) => bytes < below * mb)?.part ?? largestPart) * mb;
}

export const videoTypes = ['video/mp4', 'video/webm'] as const;

/** Addresses of videos that were uploaded here. */
export const storedVideo = /^\/media\/[\w-]{8,64}\.(?:mp4|webm)$/;
