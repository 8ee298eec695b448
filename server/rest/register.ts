import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { create as toContentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PdfFile } from '#server/billing/receipts.ts';
import type { CsvFile } from '#server/downloads/csv.ts';
import type { FileDownload } from '#server/downloads/file.ts';
import type { ZipDownload } from '#server/downloads/zip.ts';
import { AppError, notFound } from '#server/errors.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { signUploadUrl } from '#server/media/signed-url.ts';
import { Upload } from '#server/media/upload.ts';
import type { Keys } from '#server/session/keys.ts';
import type { Context } from '#server/trpc.ts';
import { can, type Role } from '#shared/access/access.ts';
import { text } from '#shared/texts/texts.ts';
import { maxChunkBytes } from '#shared/uploads.ts';
import { toInput, readBody, type Input, registerJsonParser } from './body.ts';
import { errorAnswer } from './errors.ts';
import { runIdempotent, replayedHeader } from './idempotency.ts';
import { shapeOf } from './schemas.ts';
import { callProcedure, procedureInfo, type Route } from './table.ts';
import { toCamelCase } from './wire-names.ts';
import { answerEncoder, decoder } from './wire.ts';

/** A search takes its pagination from the query, although its filters are in the body. */
const pageFields = ['offset', 'limit'];

/**
 * The input fields that a call may take from the query: every field of a GET, the pagination of a search, and otherwise only
 * the fields that the route table lists. URLs end up in browser histories and proxy logs, so calls with passwords or tokens
 * must not take them from the query.
 */
export function queryFields({ method, procedure, options }: Route): readonly string[] {
  const { input, type } = procedureInfo(procedure);
  const fields = Object.keys(shapeOf(input));
  if (method === 'GET') return fields;
  const allowedNames = [...(type === 'query' ? pageFields : []), ...(options.query ?? [])];
  return fields.filter((field) => allowedNames.includes(field));
}

type Options = { routes: readonly Route[]; context: (request: FastifyRequest) => Promise<Context> };

/**
 * Registers the REST routes. Each one decodes the request, calls its procedure and encodes the answer. It contains no
 * business rules.
 */
export async function registerRest(app: FastifyInstance, { routes, context }: Options): Promise<void> {
  await app.register(multipart, { limits: { fileSize: maxChunkBytes, files: 1, fields: 20, fieldSize: 64 * 1024 } });
  registerJsonParser(app);
  app.setErrorHandler((error, request, reply) => {
    const { status, retryAfter, body } = errorAnswer(error, request);
    if (status >= 500) request.log.error({ err: error }, 'A REST call failed');
    if (retryAfter) void reply.header('retry-after', String(retryAfter));
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = errorAnswer(
      new AppError('not_found', text('errors.noSuchRoute', { method: request.method, path: request.url.split('?')[0] ?? '' })),
      request,
    );
    return reply.code(status).send(body);
  });
  for (const route of routes) addRoute(app, route, context);
}

/** Prepares what a route needs for each request, once at the start. */
function prepare(route: Route) {
  const { method, procedure, options } = route;
  const { input, output, access, admit } = procedureInfo(procedure);
  const fromQuery = input ? decoder(input, 'query') : () => ({});
  const fromBody = input ? decoder(input, 'body') : () => ({});
  const fromForm = input && method === 'PATCH' ? decoder(input, 'form') : fromQuery;
  const encode = answerEncoder(output, options);
  const [params, taken] = [pathParams(route), queryFields(route)];
  return { procedure, input, access, admit, fromQuery, fromBody, fromForm, encode, params, taken };
}

function addRoute(app: FastifyInstance, route: Route, context: Options['context']): void {
  const { method, path, options } = route;
  const preparedRoute = prepare(route);
  const preparedDriverRoute = options.driverProcedure ? prepare({ ...route, procedure: options.driverProcedure }) : preparedRoute;
  const { upload } = options;
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const ctx = await context(request);
      const allowedRoute = procedureForRoles(route, ctx.actor?.roles ?? []);
      const prepared = allowedRoute === route ? preparedRoute : preparedDriverRoute;
      const { procedure, input, access, admit, fromQuery, fromBody, fromForm, encode, params, taken } = prepared;
      if (upload && access !== 'public' && !ctx.actor) throw new AppError('unauthenticated', text('errors.signInRequired'));
      const values: Input = {
        ...pickKeys(taken, toInput(fromQuery(request.query))),
        ...(await readBody(
          request,
          { upload, dataDir: ctx.services.settings.dataDir },
          { fromBody, fromFields: fromQuery, fromForm },
        )),
        ...options.fixed,
      };
      const pathValues = request.params as Record<string, string>;
      for (const { name, key, convert } of params) values[key] = convert(pathValues[name]);
      if (options.takesIdempotencyKey) {
        const perform = async (requestContext: Context) => ({
          status: options.status ?? 200,
          body: JSON.stringify(encode(await callProcedure(procedure, requestContext, values))),
        });
        const result = await runIdempotent(request, ctx, { input: values, admit, call: perform });
        if (result.isReplay) void reply.header(replayedHeader, 'true');
        return reply.code(result.status).type('application/json; charset=utf-8').send(result.body);
      }
      const file = upload && values[upload];
      const answer = await callProcedure(procedure, ctx, input ? values : undefined).finally(
        () => file instanceof Upload && file.discard(),
      );
      if (options.download === 'csv') return sendFile(reply, answer as CsvFile);
      if (options.download === 'zip') return sendZip(reply, answer as ZipDownload);
      if (options.download === 'file') return sendDocument(reply, answer as FileDownload);
      if (options.download === 'pdf') return sendPdf(reply, answer as PdfFile);
      return reply
        .code(options.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(encode(upload ? withSignedUrls(ctx.services.keys, answer) : answer));
    },
  });
}

/** The answer to an upload, with URLs that a client can show before something refers to the file. */
function withSignedUrls(keys: Keys, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const sign = (value: unknown) =>
    typeof value === 'string' && value.startsWith(mediaUrl('')) ? signUploadUrl(keys, value) : value;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, sign(value)]));
}

const pickKeys = (keys: readonly string[], input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([key]) => keys.includes(key)));

/** Streams a file. If reading fails midway, the connection is closed, so that the client notices the incomplete file. */
function sendFile(reply: FastifyReply, { fileName, chunks }: CsvFile): FastifyReply {
  return reply
    .headers({ 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' })
    .type('text/csv; charset=utf-8')
    .send(Readable.from(chunks, { objectMode: false }));
}

function sendZip(reply: FastifyReply, { fileName, content }: ZipDownload): FastifyReply {
  return reply
    .headers({ 'content-disposition': `attachment; filename="${fileName}"`, 'cache-control': 'no-store' })
    .type('application/zip')
    .send(content);
}

function sendPdf(reply: FastifyReply, { fileName, content }: PdfFile): FastifyReply {
  return reply
    .headers({ 'content-disposition': `inline; filename="${fileName}"`, 'cache-control': 'no-store' })
    .type('application/pdf')
    .send(content);
}

/**
 * Sends a file that another person wrote. Browsers save it and never open it as a page of this site.
 * @throws not found if the file no longer exists
 */
async function sendDocument(reply: FastifyReply, { fileName, mime, bytes, open }: FileDownload): Promise<FastifyReply> {
  const content = await open();
  if (!content) throw notFound(text('errors.fileNotFound'));
  return reply
    .headers({
      'content-disposition': toContentDisposition(fileName),
      'content-length': bytes,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
    .type(mime)
    .send(content);
}

function pathParams({ path, procedure, options }: Route) {
  const shape = shapeOf(procedureInfo(procedure).input);
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const key = options.params?.[name] ?? toCamelCase(name);
    const field = shape[key];
    return { name, key, convert: field ? decoder(field, 'query') : (value: unknown) => value };
  });
}

/**
 * Chooses the procedure for these roles. A news call that staff and drivers share has one procedure for staff and another one
 * for drivers.
 */
function procedureForRoles(route: Route, roles: readonly Role[]): Route {
  const { driverProcedure } = route.options;
  if (!driverProcedure || mayCall(route.procedure, roles) || !mayCall(driverProcedure, roles)) return route;
  return { ...route, procedure: driverProcedure };
}

function mayCall(procedure: string, roles: readonly Role[]): boolean {
  const { access } = procedureInfo(procedure);
  return access === 'public' || access === 'signed-in' || can(roles, access);
}
