import { Readable } from 'node:stream';
import { z } from 'zod';

/** An upload as the REST door hands it on: never buffered, and never to be made out of JSON. */
export type Upload = { fileName: string; mime: string; stream: Readable };

export const uploadSchema = z.custom<Upload>(
  (value) => typeof value === 'object' && value !== null && 'stream' in value && value.stream instanceof Readable,
  'A file is required',
);
