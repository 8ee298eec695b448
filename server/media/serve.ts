import { arrayContains, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ads } from '#drizzle/schema/ads.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { media } from '#drizzle/schema/media.ts';
import { posts } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { languageOf } from '#server/http/request-language.ts';
import type { Services } from '#server/services.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { opensFile } from './signed-url.ts';
import type { MediaStore } from './store.ts';
import { mimeOf } from './upload.ts';

/** The public URL of a stored file. */
export function mediaUrl(name: string): string {
  return `/media/${name}`;
}

/**
 * Serves stored files at `/media/:name`. Names are random and never reused, so browsers can cache a file forever. The
 * headers keep browsers from executing anything in it. Only the uploader, the uploader's company and people with the signed URL
 * can read a file that nothing public shows yet.
 */
export async function mediaRoutes(app: FastifyInstance, { services, readerOf }: Options): Promise<void> {
  const publicNames = new Set<string>();
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const owner =
        publicNames.has(name) || !mimeOf(name) || !namePattern.test(name) ? null : await findPrivateOwner(services.db, name);
      const { key } = request.query as { key?: unknown };
      const isOpened = typeof key === 'string' && opensFile(services.keys, name, key);
      const isReadable = !owner || isOpened || isOwner(owner, await readerOf(request, reply));
      await serve(services.media, { name, isReadable, isPublic: !owner }, request, reply);
      if (!owner && reply.statusCode < 400 && publicNames.size < maxPublicNames) publicNames.add(name);
      return reply;
    },
  });
}

type Viewer = { userId: string; companyId: string | null };
type Options = {
  services: Pick<Services, 'media' | 'db' | 'keys'>;
  /** The person who sends a request, by the access token or the browser's cookie. */
  readerOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>;
};

/** Every stored file's name has this form. For other names, the database is not queried. */
const namePattern = /^[\w.-]+$/;

/** Names of public files that are remembered, so that most requests need no query. */
const maxPublicNames = 50_000;

/** Finds the uploader of a file that nothing public shows. Returns null for all other files, which anyone can read. */
async function findPrivateOwner(db: Database, name: string) {
  const showingJobs = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.videoUrl, mediaUrl(name)));
  const showingAds = db
    .select({ id: ads.id })
    .from(ads)
    .where(or(eq(ads.image, name), eq(ads.video, name)));
  const largeName = name.replace(/-s\.webp$/, '.webp');
  const showingPosts = db
    .select({ id: posts.id })
    .from(posts)
    .where(or(eq(posts.thumbnail, largeName), arrayContains(posts.pictures, [largeName])));
  const isShown = sql<boolean>`${or(isNotNull(media.shownAt), exists(showingJobs), exists(showingAds), exists(showingPosts))}`;
  const [row] = await db
    .select({ userId: media.ownerId, companyId: media.companyId, isShown })
    .from(media)
    .where(eq(media.name, name));
  return row && !row.isShown ? row : null;
}

function isOwner(owner: { userId: string | null; companyId: string | null }, reader: Viewer | null): boolean {
  if (!reader) return false;
  return reader.userId === owner.userId || (owner.companyId !== null && reader.companyId === owner.companyId);
}

type File = { name: string; isReadable: boolean; isPublic: boolean };

async function serve(
  store: MediaStore,
  { name, isReadable, isPublic }: File,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const mime = mimeOf(name);
  const size = mime && isReadable ? await store.size(name) : null;
  if (!mime || size === null) {
    const message = translatorIn(languageOf(request))('errors.fileNotFound');
    return reply.code(404).send({ errors: [{ message, code: 'not_found' }], message });
  }
  const etag = `"${name}"`;
  void reply.headers({
    'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': `inline; filename="${name}"`,
  });
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send();
  const isStale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  const range = isStale || request.method !== 'GET' ? 'whole' : readRange(request.headers.range, size);
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).removeHeader('cache-control').send();
  const byteRange = range === 'whole' ? { from: 0, to: size - 1 } : range;
  void reply.type(mime).header('content-length', size === 0 ? 0 : byteRange.to - byteRange.from + 1);
  if (range !== 'whole') void reply.code(206).header('content-range', `bytes ${byteRange.from}-${byteRange.to}/${size}`);
  if (request.method === 'HEAD') return reply.send();
  const content = range === 'whole' ? await store.read(name) : await store.read(name, range);
  return reply.send(content ?? '');
}

/** The answer to a `Range` header for a file of `size` bytes (RFC 9110 §14). */
type RangeAnswer = { from: number; to: number } | 'whole' | 'unsatisfiable';

/** Several ranges, other units and invalid headers mean the whole file, as the RFC allows. */
export function readRange(header: string | undefined, size: number): RangeAnswer {
  const match = header ? /^bytes\s*=\s*(\d*)\s*-\s*(\d*)$/i.exec(header.trim()) : null;
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return 'whole';
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - suffix), to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= size ? 'unsatisfiable' : { from, to };
}
