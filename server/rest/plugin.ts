import { createHash } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Context } from '#server/trpc.ts';
import { openApi } from './openapi.ts';
import { registerRest } from './register.ts';
import { routes } from './routes.ts';

const prefix = '/api/1.0';
const docsPath = '/api/docs';

/** Mounts the REST facade, its OpenAPI document and the documentation page (`docs/product/rest.md`). */
export async function restPlugin(
  app: FastifyInstance,
  { context, publicUrl, version }: { context: (request: FastifyRequest) => Promise<Context>; publicUrl: string; version: string },
): Promise<void> {
  let document: Record<string, unknown> | undefined;
  const openApiDocument = () => (document ??= openApi(routes, { prefix, server: publicUrl, version }));
  await app.register(
    async (api) => {
      await registerRest(api, { routes, context });
      api.get('/openapi.json', () => openApiDocument());
    },
    { prefix },
  );
  registerDocsPage(app, { document: `${prefix}/openapi.json` });
}

/**
 * The content security policy of the documentation page. It allows requests only to this server, and only the inline scripts
 * that are part of the page.
 */
function toContentSecurityPolicy(page: string): string {
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

/**
 * Serves the documentation page of the OpenAPI document, without requests to other servers. Loading its 4 MB module would take
 * a quarter of the start time, so a separate app loads it for the first visitor.
 */
function registerDocsPage(app: FastifyInstance, { document }: { document: string }): void {
  let docsApp: Promise<FastifyInstance> | undefined;
  for (const url of [docsPath, `${docsPath}/*`]) {
    app.get(url, async (request, reply) => {
      const docs = await (docsApp ??= openDocs(document));
      const { statusCode, headers, rawPayload } = await docs.inject({ method: 'GET', url: request.url });
      const type = String(headers['content-type']);
      void reply.code(statusCode).type(type);
      void reply.header(
        'content-security-policy',
        toContentSecurityPolicy(type.startsWith('text/html') ? rawPayload.toString() : ''),
      );
      if (headers.location) void reply.header('location', headers.location);
      return reply.send(rawPayload);
    });
  }
}

async function openDocs(documentUrl: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const docs = fastify();
  await docs.register(scalar, {
    routePrefix: docsPath,
    configuration: {
      url: documentUrl,
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
  await docs.ready();
  return docs;
}
