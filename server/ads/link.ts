import { eq } from 'drizzle-orm';
import { ads } from '#drizzle/schema/ads.ts';
import { isSafeLink } from '#shared/ads.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';

/** Where a click on an ad leads, as it is stored: no request says it. @throws not_found */
export async function linkOf(db: Database, id: string): Promise<string> {
  const [ad] = await db.select({ linkUrl: ads.linkUrl }).from(ads).where(eq(ads.id, id));
  if (!ad || !isSafeLink(ad.linkUrl)) throw notFound('The ad');
  return new URL(ad.linkUrl).href;
}
