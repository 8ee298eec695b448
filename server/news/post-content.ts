import type { posts } from '#drizzle/schema/news.ts';
import type { UpdatePost } from '#shared/news.ts';
import type { Database } from '#server/db/open.ts';
import { readBody } from '#server/rich-text/read-document.ts';
import { thumbnailName } from './upload-image.ts';

type Content = Partial<Pick<typeof posts.$inferInsert, 'title' | 'body' | 'bodyHtml' | 'excerpt' | 'thumbnail'>>;

/** The columns of what was given of a post; what was not given stays as it is. */
export async function contentOf(
  db: Database,
  { title, body, thumbnail }: Pick<UpdatePost, 'title' | 'body' | 'thumbnail'>,
): Promise<Content> {
  const content: Content = {};
  if (title !== undefined) content.title = title;
  if (body === null) Object.assign(content, { body: null, bodyHtml: '', excerpt: '' });
  if (body) Object.assign(content, readBody(body, 'body'));
  if (thumbnail !== undefined) content.thumbnail = await thumbnailName(db, thumbnail);
  return content;
}
