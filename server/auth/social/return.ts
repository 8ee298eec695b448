import type { FastifyInstance } from 'fastify';
import { returnPaths } from './start.ts';

const most = 32 * 1024;

/**
 * Apple posts its answer to us from its own site, so no cookie of ours comes with it and nothing is decided here: the
 * answer is handed to our screen in the fragment, as other providers hand it over themselves.
 */
export async function socialReturn(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: most }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.post(returnPaths.form_post, async (request, reply) => {
    const posted = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const { firstName, lastName } = nameIn(posted.get('user'));
    const answer = new URLSearchParams();
    for (const name of ['id_token', 'state', 'error']) if (posted.has(name)) answer.set(name, posted.get(name) ?? '');
    if (firstName) answer.set('first_name', firstName);
    if (lastName) answer.set('last_name', lastName);
    return reply.header('cache-control', 'no-store').redirect(`${returnPaths.fragment}#${answer.toString()}`, 303);
  });
}

/** Apple tells the name beside the token, and only the first time. */
function nameIn(user: string | null): { firstName?: string; lastName?: string } {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } };
    const text = (part: unknown) => (typeof part === 'string' ? part.slice(0, 100) : undefined);
    return { firstName: text(name?.firstName), lastName: text(name?.lastName) } as { firstName?: string; lastName?: string };
  } catch {
    return {};
  }
}
