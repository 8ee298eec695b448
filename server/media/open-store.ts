import { join } from 'node:path';
import { createDiskStore } from './disk-store.ts';
import { createS3Store, type S3Settings } from './s3-store.ts';
import type { MediaStore } from './store.ts';

/** The media store in the settings: a bucket, or the data folder. */
export function openStore({ s3, dataDir }: { s3: S3Settings | null; dataDir: string }): MediaStore {
  return s3 ? createS3Store(s3) : createDiskStore(join(dataDir, 'media'));
}
