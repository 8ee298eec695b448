import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { spool } from '#server/media/spool.ts';
import type { Upload } from '#server/media/upload.ts';
import type { Convert } from './case.ts';

export type Input = Record<string, unknown>;
type Wire = { fromBody: Convert; fromFields: Convert };
/** Input key of the form's file, and where it is kept during the call. */
type Form = { upload: string | undefined; dataDir: string };

/** JSON objects and nothing else; a call without a body may still name the type (`rest: Conventions`). */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.trim() === '') done(null, undefined);
    else if (/^\s*\{/.test(text)) void parse(request, text, done);
    else done(new AppError('malformed', 'The body is not a JSON object'));
  });
}

/** What a body says: JSON, or the fields and the one file of a form, in whatever order they come. */
export async function bodyOf(request: FastifyRequest, { upload, dataDir }: Form, wire: Wire): Promise<Input> {
  if (Boolean(request.isMultipart()) !== Boolean(upload))
    throw new AppError('wrong_media_type', upload ? 'Send the file as multipart/form-data' : 'Send JSON, as application/json');
  return upload ? formOf(request, { upload, dataDir }, wire) : asInput(wire.fromBody(request.body));
}

/** The file goes to the disk, bounded by the form's limits: fields may follow it. The caller discards it. */
async function formOf(request: FastifyRequest, { upload, dataDir }: Form & { upload: string }, wire: Wire): Promise<Input> {
  const fields: Input = {};
  let file: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else file = await spool(dataDir, { fileName: part.filename, mime: part.mimetype, stream: part.file });
    }
  } catch (error) {
    await file?.discard();
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('malformed', 'The form is not whole');
  }
  return { ...asInput(wire.fromFields(fields)), ...(file && { [upload]: file }) };
}

export function asInput(value: unknown): Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : {};
}
