import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalid } from '#server/errors.ts';
import { spool } from '#server/media/upload-row.ts';
import type { Upload } from '#server/media/upload.ts';
import { text } from '#shared/texts/texts.ts';
import type { Converter } from './wire.ts';

export type Input = Record<string, unknown>;
type BodyDecoders = { fromBody: Converter; fromFields: Converter; fromForm: Converter };
/** The input field of the file, and the folder where the file is stored during the call. */
type Form = { upload: string | undefined; dataDir: string };

/** Accepts only JSON objects. A request without a body may still send the content type (`docs/product/rest.md#requests`). */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Decoding would turn invalid UTF-8 into replacement characters.
    if (!isUtf8(bytes)) return done(new AppError('malformed', text('errors.bodyWrongEncoding')));
    const body = bytes.toString();
    if (body.trim() === '') done(null, undefined);
    else if (/^\s*\{/.test(body)) void parse(request, body, done);
    else done(new AppError('malformed', text('errors.bodyNotJsonObject')));
  });
}

/**
 * Reads a body, which is JSON or a form with fields and one file in any order. An update can also be a form without a file
 * (`docs/product/rest.md#requests`).
 */
export async function readBody(request: FastifyRequest, { upload, dataDir }: Form, wire: BodyDecoders): Promise<Input> {
  if (!upload && request.method === 'PATCH' && request.isMultipart()) return readUpdateForm(request, wire);
  if (Boolean(request.isMultipart()) !== Boolean(upload))
    throw new AppError('wrong_media_type', upload ? text('errors.mustSendMultipart') : text('errors.mustSendJson'));
  return upload ? readForm(request, { upload, dataDir }, wire) : toInput(wire.fromBody(request.body));
}

/** The file is written to disk within the form's limits, because fields may follow it. The caller deletes it. */
async function readForm(
  request: FastifyRequest,
  { upload, dataDir }: Form & { upload: string },
  wire: BodyDecoders,
): Promise<Input> {
  const fields: Input = {};
  let file: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else file = await spool(dataDir, { fileName: part.filename, mime: part.mimetype, stream: part.file });
    }
  } catch (error) {
    await file?.discard();
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')
      throw invalid(upload, text('errors.tooManyFiles'));
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('malformed', text('errors.formIncomplete'));
  }
  return { ...toInput(wire.fromFields(fields)), ...(file && { [upload]: file }) };
}

/** The longest field is a job description with images. */
const maxFieldBytes = 1024 * 1024;

/** A field that is sent more than once, or as `name[]`, is a list. */
async function readUpdateForm(request: FastifyRequest, wire: BodyDecoders): Promise<Input> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts({ limits: { fields: 60, fieldSize: maxFieldBytes } })) {
      const name = part.fieldname.replace(/\[\]$/, '');
      if (part.type === 'file') throw invalid(name, text('errors.fileNeedsOwnRequest'));
      if (part.valueTruncated) throw new AppError('too_large', text('errors.fieldTooLarge', { name }));
      const earlierValue = fields.get(name);
      const isList = part.fieldname !== name || earlierValue !== undefined;
      fields.set(name, isList ? [...toList(earlierValue), part.value] : part.value);
    }
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new AppError('malformed', text('errors.formIncomplete'));
  }
  return toInput(wire.fromForm(Object.fromEntries(fields)));
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

export function toInput(value: unknown): Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : {};
}
