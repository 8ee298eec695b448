import { fetchWithoutRedirects } from '#server/outside.ts';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import { minPartBytes } from '#shared/uploads.ts';
import type { MediaStore } from './store.ts';

export type S3Settings = { url: string; bucket: string; key: string; secret: string };

/** Amazon signs with the region in its URL. Other S3-compatible stores accept this one. */
function regionOf(url: string): string {
  return /\bs3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(new URL(url).hostname)?.[1] ?? 'us-east-1';
}

/** How long to wait, in milliseconds, for a parallel request that finishes the same upload. */
const conflictRetryDelays = [50, 100, 200, 400, 800];

/**
 * Stores files in a bucket of any S3-compatible store. Lengths from the store are trusted; the success of an operation is
 * checked.
 */
export function createS3Store({ url, bucket, key: accessKeyId, secret: secretAccessKey }: S3Settings): MediaStore {
  const endpoint = `${url.replace(/\/$/, '')}/${bucket}`;
  const s3 = new S3mini({ endpoint, accessKeyId, secretAccessKey, region: regionOf(url), fetch: fetchWithoutRedirects });
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
        const isOther = range && headers.get('content-length') !== String(range.to - range.from + 1);
        if (isOther) throw new Error('The store gave other bytes than were asked for');
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
    leastPartBytes: minPartBytes,
    begin: (key, mime) => s3.getMultipartUploadId(key, mime),
    putPart: async ({ key, storeId }, partNumber, { path }) => {
      const { etag } = await s3.uploadPart(key, storeId, await openAsBlob(path), partNumber);
      return etag;
    },
    // Nothing to do, because a bucket stores one part per number.
    dropPart: async () => undefined,
    finish: async ({ key, storeId }, parts) => {
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      const failure = await s3.completeMultipartUpload(key, storeId, [...parts]).then(
        () => null,
        (error: unknown) => error,
      );
      // A second request fails because the first one has finished the file or is doing so. A store may also answer 200 with
      // an error in the body.
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
