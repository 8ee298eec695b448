import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Services } from './services.ts';

/** `/healthz`: the process lives. `/readyz`: database and media store answer; the schema is migrated before we listen. */
export async function health(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
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
