import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { newId } from './ledger.ts';

/** A refusal of the gateway. Bad requests are worded as the gateway does: `bad request error: …`. */
export class ApiRefusal extends Error {
  readonly httpStatus: number;

  constructor(httpStatus: number, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

export const badRequest = (what: string): ApiRefusal => new ApiRefusal(400, `bad request error: ${what}`);
export const notThere = (what: string): ApiRefusal => new ApiRefusal(404, `${what} not found`);

export const success = (data: unknown, totalCount?: number) => ({
  status: 'success',
  msg: 'success',
  data,
  ...(totalCount === undefined ? {} : { total_count: totalCount }),
});

/** Validates a body and reports the first error as a bad request. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw badRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
}

/** Reads and writes JSON as the gateway does, whatever the surrounding app does. Every answer can be traced. */
export function speakEnvelope(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(badRequest('invalid json'));
    }
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-correlation-id', newId()).header('cache-control', 'no-store');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not found'));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiRefusal) return refuse(reply, error.httpStatus, error.message);
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status < 500) return refuse(reply, status, `bad request error: ${error instanceof Error ? error.message : 'invalid'}`);
    request.log.error({ err: error }, 'The gateway simulator failed');
    return refuse(reply, 500, 'internal server error');
  });
}

function refuse(reply: FastifyReply, status: number, msg: string): FastifyReply {
  return reply.code(status).send({ status: status >= 500 ? 'error' : 'failed', msg, data: null });
}

/** Accepts only the raw private key. `Bearer` is for other keys, and a public key gives no access here. */
export function requireKey(apiKey: string) {
  const expected = Buffer.from(apiKey);
  return async (request: FastifyRequest): Promise<void> => {
    const actual = Buffer.from(request.headers.authorization ?? '');
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new ApiRefusal(401, 'unauthorized');
  };
}
