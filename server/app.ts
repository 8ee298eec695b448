import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { socialReturn } from '#server/auth/social/start.ts';
import { webhookRoute } from '#server/billing/webhook-route.ts';
import { createEffectsResolver } from '#server/checkout/charge-effects.ts';
import { simulator, type SimulatorOptions } from '#server/gateway/simulator/simulator.ts';
import { mediaRoutes } from '#server/media/serve.ts';
import { emailWebhook, textWebhooks } from '#server/messages/webhook-route.ts';
import { addMetrics } from '#server/metrics/metrics.ts';
import { errorAnswer } from '#server/rest/errors.ts';
import { restPlugin } from '#server/rest/plugin.ts';
import { site } from '#server/site/site.ts';
import { maxBatchedCalls } from '#shared/batched-calls.ts';
import type { AppPage } from './app-page/app-page.ts';
import { webApp } from './app-page/screens.ts';
import { createContext, findFileReader, restTransport, webTransport } from './context.ts';
import { AppError } from './errors.ts';
import { setPlainInputErrors } from './input/clean-input.ts';
import { addLimits } from './limits/add-limits.ts';
import { shedOverload } from './limits/overload.ts';
import { securityHeaders } from './limits/security-headers.ts';
import { timeOptions, defaultTimeouts } from './limits/times.ts';
import { serializers } from './log.ts';
import { type AppRouter, appRouter } from './router.ts';
import type { Services } from './services.ts';

type Options = { version: string; simulatorOptions: SimulatorOptions | null; page: AppPage };

/**
 * Creates Fastify with its logger first, because opening the other services already writes to the log. Logs go to standard
 * output unless `logTo` is given.
 */
export function createServer(settings: Services['settings'], logTo?: { write: (line: string) => void }): FastifyInstance {
  return Fastify({
    logger: { level: settings.logLevel, serializers, ...(logTo ? { stream: logTo } : {}) },
    logController: new LogController({ disableRequestLogging: settings.logLevel !== 'debug' && settings.logLevel !== 'trace' }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy.length ? settings.trustProxy : false,
    bodyLimit: 2 * 1024 * 1024,
    ...timeOptions(defaultTimeouts, isHttps(settings)),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for requests that Fastify itself refuses, such as one with an undecodable URL.
      void reply.headers(securityHeaders(isHttps(settings))).header('x-request-id', request.id);
      sendErrorAnswer(error, request, reply);
    },
  });
}

const isHttps = ({ publicUrl }: Services['settings']) => publicUrl.startsWith('https:');

/** Answers a failed request with the status and the body for its error. */
function sendErrorAnswer(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, retryAfter, body } = errorAnswer(error, request);
  if (retryAfter) void reply.header('retry-after', retryAfter);
  void reply.code(status).send(body);
}

/** For a batch of calls, the longest wait becomes the `Retry-After` of the whole request. */
function buildRetryAfterMeta(errors: readonly TRPCError[]): { headers?: Record<string, string> } {
  const seconds = errors.map(({ cause }) => (cause instanceof AppError ? (cause.retryAfter ?? 0) : 0));
  const maxWaitSeconds = Math.max(0, ...seconds);
  return maxWaitSeconds ? { headers: { 'retry-after': String(maxWaitSeconds) } } : {};
}

/** Builds the app from its parts. `main.ts` and the tests call it in the same way. */
export async function registerPlugins(
  app: FastifyInstance,
  services: Services,
  { version, simulatorOptions, page }: Options,
): Promise<FastifyInstance> {
  const { settings } = services;
  setPlainInputErrors();
  const maxSessionMs = Math.max(...Object.values(settings.sessionLimits).map(({ maxAgeMs }) => maxAgeMs));
  const cookies = { isSecure: isHttps(settings), maxAge: maxSessionMs / 1000 };
  app.addHook('preClose', async () => services.events.end());
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Quality 2 compresses a page of 31 KB in half a millisecond, half the time of quality 4, the plugin's default. The result is 6%
    // larger.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
    // Compressing this much synchronously takes about a millisecond. A stream needs two turns of the thread pool, which take two
    // milliseconds or more.
    syncThreshold: 64 * 1024,
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json)|image\/svg\+xml)/,
  });
  app.setErrorHandler((error: Error, request, reply) => {
    const { status } = errorAnswer(error, request);
    // A client's mistake is not a failure of the server, so it is logged as a warning without a stack trace.
    if (status >= 500) request.log.error({ err: error }, 'A request failed');
    else request.log.warn({ status, code: 'code' in error ? error.code : error.name }, 'A request was refused');
    sendErrorAnswer(error, request, reply);
  });
  const requestLimits = await addLimits(app, services, sendErrorAnswer);
  const waitedMs = shedOverload(app, services);
  addMetrics(app, { services, waitedMs });
  await app.register(health, { services });
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: appRouter,
      maxBatchSize: maxBatchedCalls,
      createContext: async ({ req, res, info }) => {
        const ticket = info.type === 'subscription' ? info.connectionParams?.['ticket'] : undefined;
        return requestLimits(await createContext(services, req, webTransport(req, res, cookies), ticket));
      },
      responseMeta: ({ errors }) => buildRetryAfterMeta(errors),
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR') services.log.error({ err: error.cause ?? error, path }, 'A procedure failed');
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  });
  await app.register(restPlugin, {
    context: async (request) => requestLimits(await createContext(services, request, restTransport())),
    publicUrl: settings.publicUrl,
    version,
  });
  await app.register(webhookRoute, { services, effectsOf: createEffectsResolver(services.events) });
  await app.register(textWebhooks, { services });
  await app.register(emailWebhook, { services });
  await app.register(socialReturn);
  await app.register(mediaRoutes, {
    services,
    readerOf: (request: FastifyRequest, reply: FastifyReply) =>
      findFileReader(services, request, webTransport(request, reply, cookies)),
  });
  await app.register(site, { services });
  if (settings.isSocialSimulated) {
    const { testSignIn } = await import('#server/site/test-sign-in/routes.ts');
    await app.register(testSignIn, { social: settings.social, publicUrl: settings.publicUrl });
  }
  if (simulatorOptions) await app.register(simulator, { ...simulatorOptions, prefix: '/gateway' });
  await app.register(webApp, { settings, page });
  return app;
}

/**
 * `/healthz` answers while the process runs. `/readyz` answers when the database and the media store do; the schema is
 * migrated before the server listens.
 */
async function health(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await services.db.execute(sql`select 1`);
      await services.media.check();
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'Not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
}
