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
    if (!page || !settings.production) page = readFile(join(root, 'index.html'), 'utf8');
    return reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .header('x-frame-options', 'DENY')
      .send(await page);
  });
}
