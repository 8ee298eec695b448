import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/services.ts';
import type { Context } from '#server/trpc.ts';
import { allowOrigins } from './cors.ts';
import { secureHeaders } from './headers.ts';
import { limitRequests } from './limit-requests.ts';
import { cutSlowClients } from './times.ts';

/** What stands before every route (docs/security.md). Answers what counts a request of a known account. */
export async function addLimits(app: FastifyInstance, services: Services): Promise<(context: Context) => Context> {
  const { publicUrl, corsOrigins } = services.settings;
  secureHeaders(app, { isSecure: publicUrl.startsWith('https:') });
  await allowOrigins(app, corsOrigins);
  cutSlowClients(app);
  return limitRequests(app, services);
}
