import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './env.ts';

const root = new URL('../dist/web', import.meta.url).pathname;

/** The built web app: hashed assets for a year, its page for every path that nothing else answers. */
export async function webApp(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  });
  let page: Promise<string> | undefined;
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) return reply.code(404).send({ errors: [{ message: 'Not found', code: 'not_found' }], message: 'Not found' });
    if (!page || !settings.production) page = readPage(settings.flags);
    return reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .header('x-frame-options', 'DENY')
      .send(await page);
  });
}

async function readPage(flags: string): Promise<string> {
  return withFlags(await readFile(join(root, 'index.html'), 'utf8'), flags);
}

/** The page with the setting that its script cannot ask for before it draws (web/flags.ts); env.ts knows that it is safe. */
export function withFlags(page: string, flags: string): string {
  return page.replace('<meta name="flags" content=""', `<meta name="flags" content="${flags}"`);
}
