import type { posts } from '#drizzle/schema/news.ts';
import type { UpdatePost } from '#shared/news/news.ts';
import type { RichNode } from '#shared/rich-text/rich-text.ts';
import type { Database } from '#server/db/open.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { readBody } from '#server/rich-text/read-document.ts';
import { thumbnailName } from './upload-image.ts';

type Content = Partial<Pick<typeof posts.$inferInsert, 'title' | 'body' | 'bodyHtml' | 'excerpt' | 'pictures' | 'thumbnail'>>;

/** The columns of what was given of a post; what was not given stays as it is. */
export async function contentOf(
  db: Database,
  { title, body, thumbnail }: Pick<UpdatePost, 'title' | 'body' | 'thumbnail'>,
): Promise<Content> {
  const content: Content = {};
  if (title !== undefined) content.title = title;
  if (body === null) Object.assign(content, { body: null, bodyHtml: '', excerpt: '', pictures: [] });
  if (body) {
    const read = readBody(body, 'body');
    Object.assign(content, read, { pictures: picturesOf(read.body) });
  }
  if (thumbnail !== undefined) content.thumbnail = await thumbnailName(db, thumbnail);
  return content;
}

/** The names of our stored pictures that a document shows, each once. */
export function picturesOf(document: RichNode): string[] {
  const own = mediaUrl('');
  const found = new Set<string>();
  const look = ({ type, attrs, content }: RichNode) => {
    const src = type === 'image' ? attrs?.['src'] : null;
    if (typeof src === 'string' && src.startsWith(own)) found.add(src.slice(own.length));
    content?.forEach(look);
  };
  look(document);
  return [...found];
}
