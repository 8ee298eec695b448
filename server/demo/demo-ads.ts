import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { installation } from '#drizzle/schema/accounts.ts';
import { adDays, ads } from '#drizzle/schema/ads.ts';
import { media } from '#drizzle/schema/media.ts';
import { adImageSize } from '#shared/ads.ts';
import { dayIn, platformZone } from '#shared/time-zone.ts';
import type { Services } from '#server/services.ts';
import { randomName } from '#server/media/store-image.ts';
import { dayMs } from '#shared/days.ts';
import { adPictures } from './ad-pictures.ts';
import { rowOfAd } from './ad-builders.ts';
import { daysFromNow } from './builders.ts';
import { type Random, randomFrom } from './random.ts';

/** Two that run everywhere, and one that starts next week. */
const wanted = [
  {
    picture: adPictures.tires,
    title: 'Winter tires, mounted where you park',
    advertiser: 'Summit Tire',
    linkUrl: 'https://summit-tire.example/winter',
    startsAt: daysFromNow(-24),
    endsAt: daysFromNow(40),
    viewsADay: 900,
  },
  {
    picture: adPictures.fuel,
    title: '30 cents off every gallon of diesel',
    advertiser: 'Bluebonnet Fuel',
    linkUrl: 'https://bluebonnet-fuel.example/card',
    startsAt: daysFromNow(-17),
    endsAt: null,
    viewsADay: 1300,
  },
  {
    picture: adPictures.cover,
    title: 'Accident cover from $4 a day',
    advertiser: 'Prairie Mutual',
    linkUrl: 'https://prairie-mutual.example/drivers',
    placement: 'members' as const,
    startsAt: daysFromNow(6),
    endsAt: daysFromNow(66),
    viewsADay: 0,
  },
];

/** Three ads with what was counted of them so far (`running: Demo data`); once, also into a demo that was there before. */
export async function seedDemoAds({ db, media: files }: Services): Promise<void> {
  const [done] = await db.select().from(installation).where(eq(installation.key, 'demo-ads'));
  if (done) return;
  const random = randomFrom(587);
  const made = await Promise.all(wanted.map(async (ad) => ({ ...ad, file: await draw(files, ad.picture) })));
  await db.transaction(async (tx) => {
    for (const { picture: _, viewsADay, file, ...ad } of made) {
      await tx.insert(media).values({ ...file, kind: 'ad', mime: 'image/webp', ...adImageSize });
      const days = daysOf(random, ad.startsAt, viewsADay);
      const total = (of: 'impressions' | 'clicks') => days.reduce((sum, day) => sum + day[of], 0);
      const row = rowOfAd({ ...ad, image: file.name, impressions: total('impressions'), clicks: total('clicks') });
      await tx.insert(ads).values(row);
      if (days.length > 0) await tx.insert(adDays).values(days.map((day) => ({ ...day, adId: row.id })));
    }
    await tx.insert(installation).values({ key: 'demo-ads', value: 'seeded' }).onConflictDoNothing();
  });
}

async function draw(files: Services['media'], svg: string): Promise<{ name: string; bytes: number }> {
  const name = randomName('webp');
  const content = await sharp(Buffer.from(svg)).webp({ quality: 90 }).toBuffer();
  return { name, ...(await files.put(name, content, 'image/webp')) };
}

/** Fewer on weekends; about one in eighty clicks. Today has only begun. */
function daysOf(random: Random, startsAt: Date, viewsADay: number) {
  const length = viewsADay > 0 ? Math.floor((Date.now() - startsAt.getTime()) / dayMs) : 0;
  return Array.from({ length }, (_, n) => {
    const at = daysFromNow(n - length);
    const isWeekend = at.getUTCDay() % 6 === 0;
    const impressions = Math.round(viewsADay * (isWeekend ? 0.55 : 1) * (0.8 + random.next() * 0.4));
    return { day: dayIn(platformZone, at), impressions, clicks: Math.round(impressions * (0.008 + random.next() * 0.009)) };
  });
}
