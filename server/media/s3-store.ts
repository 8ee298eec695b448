import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { fetchWithoutRedirects } from '#server/http/outgoing.ts';
import { minPartBytes } from '#shared/uploads.ts';
import type { MediaStore } from './store.ts';

export type S3Settings = { url: string; bucket: string; key: string; secret: string };

/** Amazon expects signatures for the region in its URL. Other S3-compatible stores accept `us-east-1`. */
function getRegion(url: string): string {
  return /\bs3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(new URL(url).hostname)?.[1] ?? 'us-east-1';
}

/** How long to wait, in milliseconds, for a parallel request that finishes the same upload. */
const conflictRetryDelays = [50, 100, 200, 400, 800];

/**
 * Stores files in a bucket of any S3-compatible store. It trusts the lengths that the store reports, but checks
 * that each operation succeeded.
 */
export function createS3Store({ url, bucket, key: accessKeyId, secret: secretAccessKey }: S3Settings): MediaStore {
  const endpoint = `${url.replace(/\/$/, '')}/${bucket}`;
  const s3 = new S3mini({ endpoint, accessKeyId, secretAccessKey, region: getRegion(url), fetch: fetchWithoutRedirects });
  const size = async (key: string): Promise<number | null> => {
    try {
      return await s3.getContentLength(key);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  return {
    put: async (key, content, mime) => {
      await s3.putAnyObject(
        key,
        content instanceof Readable ? (Readable.toWeb(content) as globalThis.ReadableStream) : content,
        mime,
      );
      const bytes = await size(key);
      if (bytes === null) throw new Error(`${key} did not get into the bucket`);
      return { bytes };
    },
    read: async (key, range) => {
      try {
        const { body, headers } = await (range ? s3.getObjectRaw(key, false, range.from, range.to + 1) : s3.getObjectRaw(key));
        const isOtherRange = range && headers.get('content-length') !== String(range.to - range.from + 1);
        if (isOtherRange) throw new Error('The store gave other bytes than were asked for');
        return body && Readable.fromWeb(body as ReadableStream);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    size,
    remove: async (key) => void (await s3.deleteObject(key)),
    check: async () => {
      if (!(await s3.bucketExists())) throw new Error(`The bucket ${bucket} is not there`);
    },
    minPartBytes,
    begin: (key, mime) => s3.getMultipartUploadId(key, mime),
    putPart: async ({ key, storeId }, partNumber, { path }) => {
      const { etag } = await s3.uploadPart(key, storeId, await openAsBlob(path), partNumber);
      return etag;
    },
    // A bucket stores one part per number, so the new part has already replaced the old one.
    dropPart: async () => undefined,
    finish: async ({ key, storeId }, parts) => {
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      const failure = await s3.completeMultipartUpload(key, storeId, [...parts]).then(
        () => null,
        (error: unknown) => error,
      );
      // If two requests finish the same upload, the second one fails, although the file exists or soon will. A store may also
      // answer 200 with an error in the body. So the file's size decides whether the upload succeeded.
      for (const ms of failure ? conflictRetryDelays : []) {
        if ((await size(key)) === bytes) return;
        await pause(ms);
      }
      if ((await size(key)) !== bytes) throw failure ?? new Error(`${key} was not put together`);
    },
    abort: async ({ key, storeId }) => {
      await s3.abortMultipartUpload(key, storeId).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  };
}

/** Whether the file is missing, also if the client library wrapped the error. */
function isMissing(error: unknown): boolean {
  if (error instanceof S3ServiceError) return error.status === 404;
  return error instanceof Error && error.cause !== undefined && isMissing(error.cause);
}
