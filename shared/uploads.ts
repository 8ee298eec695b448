/**
 * Upload limits, which the browser and the server share (`docs/product/jobs.md#job-media`). One MB is 1024² bytes, as
 * stores with multipart uploads count it.
 */
export const mb = 1024 * 1024;

/** A smaller file is sent in one request. */
export const minMultipartBytes = 10 * mb;

/** The size limit of each kind of file, and of one request. */
export const maxVideoBytes = 2048 * mb;
export const maxImageBytes = 20 * mb;
export const maxSimpleBytes = 25 * mb;
export const maxChunkBytes = 26 * mb;

/** The minimum size of a part except the last, as S3 requires it. */
export const minPartBytes = 5 * mb;

const partSizes = [
  { below: 30, part: 5 },
  { below: 60, part: 10 },
  { below: 150, part: 15 },
  { below: 500, part: 20 },
];
const maxPartMb = 25;

/** The part size for a file of `bytes`: large enough to need few requests, small enough that a failed part costs little. */
export function partSizeOf(bytes: number): number {
  return (partSizes.find(({ below }) => bytes < below * mb)?.part ?? maxPartMb) * mb;
}

/** The type of a video as it is stored, by the types that browsers give to files. Phones call their MP4 files M4V or 3GP. */
export const videoTypes: Readonly<Record<string, 'video/mp4' | 'video/webm'>> = {
  'video/mp4': 'video/mp4',
  'video/webm': 'video/webm',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
};

/** The path of an uploaded video. */
export const storedVideo = /^\/media\/[\w-]{8,64}\.(?:mp4|webm)$/;
