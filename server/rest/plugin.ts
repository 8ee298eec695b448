import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/trpc.ts';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi.ts';
import { registerRest } from './register.ts';
import { routes } from './routes.ts';

const prefix = '/api/1.0';

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
  await app.register(docsPage, { document: `${prefix}/openapi.json` });
}
