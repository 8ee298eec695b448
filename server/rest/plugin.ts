import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/trpc.ts';
import { openApi } from './openapi.ts';
import { registerRest } from './register.ts';
import { routes } from './routes.ts';
import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';

const prefix = '/api/1.0';

/** Mounts the REST facade, its OpenAPI document and the documentation page (`docs/product/rest.md`). */
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

/**
 * The content security policy of the documentation page: requests go only to this server, and of the inline scripts only
 * the page's own starts.
 */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** The documentation page of the OpenAPI document. Everything it needs comes from this server. */
async function docsPage(app: FastifyInstance, { document }: { document: string }): Promise<void> {
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
    void reply.header('content-security-policy', policyOf(isPage ? payload : ''));
  });
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: document,
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
