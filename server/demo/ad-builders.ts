import { ads } from '#drizzle/schema/ads.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { media } from '#drizzle/schema/media.ts';
import { adImageSize } from '#shared/ads.ts';
import type { Database } from '#server/db/open.ts';
import { randomName } from '#server/media/store-image.ts';
import { daysFromNow } from './builders.ts';

type AdRow = typeof ads.$inferInsert & { id: string };

/** An ad that runs everywhere. It lacks its picture or video. */
export function rowOfAd(overrides: Partial<AdRow> = {}): AdRow {
  return {
    id: newId(),
    title: 'Winter tires at cost',
    advertiser: 'Summit Tire',
    linkUrl: 'https://summit-tire.example/winter',
    placement: 'both',
    startsAt: daysFromNow(-1),
    endsAt: daysFromNow(30),
    ...overrides,
  };
}

/** Its picture has a row and no file. */
export async function makeAd(db: Database, overrides: Partial<AdRow> = {}): Promise<AdRow> {
  const row = rowOfAd({ image: overrides.video ? null : await makePictureRow(db), ...overrides });
  await db.insert(ads).values(row);
  return row;
}

async function makePictureRow(db: Database): Promise<string> {
  const name = randomName('webp');
  await db.insert(media).values({ id: newId(), name, kind: 'ad', mime: 'image/webp', bytes: 1, ...adImageSize });
  return name;
}
