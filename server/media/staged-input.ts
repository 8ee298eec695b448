import { z } from 'zod';
import { invalid } from '#server/errors.ts';
import { text, type Text } from '#shared/texts/texts.ts';
import { type Upload, uploadSchema } from './upload.ts';

/** One part of the list, which is sent as JSON in a form field. Names can be in snake_case or camelCase. */
const partSchema = z
  .object({
    part_number: z.coerce.number().optional(),
    partNumber: z.coerce.number().optional(),
    etag: z.string('errors.partsNeedEtags').max(200),
  })
  .transform(({ part_number, partNumber = part_number, etag }) => ({ partNumber, etag: etag.replace(/^"|"$/g, '') }))
  .pipe(z.object({ partNumber: z.int('errors.partsNeedNumbers').min(1).max(10_000), etag: z.string() }));

const partsSchema = z.preprocess(
  (value) => (typeof value === 'string' ? parseJson(value) : value),
  z.array(partSchema, 'errors.partsInvalid').min(1, 'errors.partsRequired').max(10_000),
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fields of all upload stages (`docs/product/rest.md#uploads`). Which are required depends on the stage. */
export const stagedInputSchema = z.object({
  stage: z.enum(['simple', 'start', 'chunk', 'finish'], 'errors.uploadStageInvalid').default('simple'),
  file: uploadSchema.optional(),
  fileName: z.string().max(300, 'errors.fileNameTooLong').optional(),
  size: z.coerce.number('errors.fileSizeRequired').int().min(1, 'errors.fileIsEmpty').optional(),
  mime: z.string().max(200).optional(),
  uploadId: z.uuid('errors.uploadIdRequired').optional(),
  partNumber: z.coerce
    .number('errors.partNumberRequired')
    .int('errors.partNumberRequired')
    .min(1, 'errors.partNumberTooLow')
    .max(10_000, 'errors.partNumberTooHigh')
    .optional(),
  parts: partsSchema.optional(),
});

/** Each stage returns some of these fields. */
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
      return { stage, file: requireValue(file, 'file', text('errors.fileRequired')) };
    case 'start':
      return {
        stage,
        fileName: requireValue(fileName, 'fileName', text('errors.fileNameRequired')),
        size: requireValue(size, 'size', text('errors.fileSizeRequired')),
        mime,
      };
    case 'chunk':
      return {
        stage,
        uploadId: requireValue(uploadId, 'uploadId', text('errors.uploadIdRequired')),
        partNumber: requireValue(partNumber, 'partNumber', text('errors.partNumberRequired')),
        file: requireValue(file, 'file', text('errors.fileRequired')),
      };
    case 'finish':
      return {
        stage,
        uploadId: requireValue(uploadId, 'uploadId', text('errors.uploadIdRequired')),
        parts: requireValue(parts, 'parts', text('errors.partsRequired')),
      };
  }
}

function requireValue<Value>(value: Value | undefined, field: string, message: Text): Value {
  if (value === undefined) throw invalid(field, message);
  return value;
}
