import { z } from 'zod';
import { invalid } from '#server/errors.ts';
import { type Upload, uploadSchema } from './upload.ts';

/** A list of parts, as JSON in a form field. Names can be in snake_case or camelCase. */
const partSchema = z
  .object({
    part_number: z.coerce.number().optional(),
    partNumber: z.coerce.number().optional(),
    etag: z.string('Send the etag of each part').max(200),
  })
  .transform(({ part_number, partNumber = part_number, etag }) => ({ partNumber, etag: etag.replace(/^"|"$/g, '') }))
  .pipe(z.object({ partNumber: z.int('Send the number of each part').min(1).max(10_000), etag: z.string() }));

const partsSchema = z.preprocess(
  (given) => (typeof given === 'string' ? parsed(given) : given),
  z.array(partSchema, 'Send the parts as a list of {part_number, etag}').min(1, 'Send the parts').max(10_000),
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fields of all upload stages (`docs/product/rest.md#uploads`). Which are required depends on the stage. */
export const stagedInputSchema = z.object({
  stage: z.enum(['simple', 'start', 'chunk', 'finish'], 'Send the stage: simple, start, chunk or finish').default('simple'),
  file: uploadSchema.optional(),
  fileName: z.string().max(300, 'Use a shorter file name').optional(),
  size: z.coerce.number('Send the size in bytes').int().min(1, 'The file is empty').optional(),
  mime: z.string().max(200).optional(),
  uploadId: z.uuid('Send the upload_id from the start stage').optional(),
  partNumber: z.coerce
    .number('Send the part_number')
    .int('Send the part_number')
    .min(1, 'Part numbers start at 1')
    .max(10_000, 'Use at most 10,000 parts')
    .optional(),
  parts: partsSchema.optional(),
});

/** Each stage answers some of these fields. */
export const stagedAnswerSchema = z.object({
  id: z.string().optional(),
  url: z.string().optional(),
  uploadId: z.string().optional(),
  partNumber: z.number().optional(),
  etag: z.string().optional(),
});

export type StagedAnswer = z.infer<typeof stagedAnswerSchema>;
export type NamedPart = { partNumber: number; etag: string };

export type Stage =
  | { stage: 'simple'; file: Upload }
  | { stage: 'start'; fileName: string; size: number; mime: string }
  | { stage: 'chunk'; uploadId: string; partNumber: number; file: Upload }
  | { stage: 'finish'; uploadId: string; parts: readonly NamedPart[] };

/** @throws AppError invalid, naming the fields that the stage needs */
export function readStage(input: z.infer<typeof stagedInputSchema>): Stage {
  const { stage, file, fileName, size, mime = '', uploadId, partNumber, parts } = input;
  switch (stage) {
    case 'simple':
      return { stage, file: given(file, 'file', 'A file is required') };
    case 'start':
      return {
        stage,
        fileName: given(fileName, 'fileName', 'Send the file_name'),
        size: given(size, 'size', 'Send the size in bytes'),
        mime,
      };
    case 'chunk':
      return {
        stage,
        uploadId: given(uploadId, 'uploadId', 'Send the upload_id from the start stage'),
        partNumber: given(partNumber, 'partNumber', 'Send the part_number'),
        file: given(file, 'file', 'A file is required'),
      };
    case 'finish':
      return {
        stage,
        uploadId: given(uploadId, 'uploadId', 'Send the upload_id from the start stage'),
        parts: given(parts, 'parts', 'Send the parts'),
      };
  }
}

function given<Value>(value: Value | undefined, field: string, message: string): Value {
  if (value === undefined) throw invalid(field, message);
  return value;
}
