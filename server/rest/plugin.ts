import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/trpc.ts';
import { openApi } from './openapi.ts';
import { registerRest } from './register.ts';
import { routes } from './routes.ts';

const prefix = '/api/1.0';

/** The page may ask nobody but this server, whatever its script would like. */
const ownOriginOnly =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** Mounts the facade, its OpenAPI document and the readable page (`rest: Conventions`). */
export async function restPlugin(
  app: FastifyInstance,
  { context, publicUrl, version }: { context: (request: FastifyRequest) => Promise<Context>; publicUrl: string; version: string },
): Promise<void> {
  let document: Record<string, unknown> | undefined;
  const theDocument = () => (document ??= openApi(routes, { prefix, server: publicUrl, version }));
  await app.register(
    async (api) => {
      await registerRest(api, { routes, context });
      api.get('/openapi.json', () => theDocument());
    },
    { prefix },
  );
  await app.register(scalar, {
    routePrefix: '/api/docs',
    hooks: {
      onRequest: (_request, reply, done) => {
        void reply.header('content-security-policy', ownOriginOnly);
        done();
      },
    },
    configuration: {
      url: `${prefix}/openapi.json`,
      pageTitle: 'Haulboard REST',
      favicon: '/site/icon.svg',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
