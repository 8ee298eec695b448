import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { installation } from '#drizzle/schema/accounts.ts';
import { adDays, ads } from '#drizzle/schema/ads.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { randomName } from '#server/media/store-image.ts';
import type { Services } from '#server/services.ts';
import { adImageSize } from '#shared/ads.ts';
import { addDays, localDay, daysBetween, platformZone } from '#shared/time-zone.ts';
import { daysFromNow } from './builders.ts';
import { type Random, randomFrom } from './vocabulary.ts';

const { width, height } = adImageSize;
const drawSvg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 587 226">${content}</svg>`;

const dots = (places: readonly [number, number, number][], fill: string) =>
  places.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`).join('');

const spokes = Array.from(
  { length: 24 },
  (_, n) => `<rect x="-5" y="-92" width="10" height="17" rx="2" transform="rotate(${n * 15})"/>`,
);
const wheel = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><g fill="#17212e">${spokes.join('')}</g><circle r="84" fill="#17212e"/>
  <circle r="72" fill="none" stroke="#2b3a4d" stroke-width="5"/><circle r="52" fill="#c9d3de"/><circle r="40" fill="#8fa0b3"/>
  ${Array.from({ length: 8 }, (_, n) => `<circle cx="0" cy="-28" r="5" fill="#e9eef3" transform="rotate(${n * 45})"/>`).join('')}
  <circle r="13" fill="#e9eef3"/></g>`;

/** A snowy pass with two tires in front. */
const tires =
  drawSvg(`<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7fa9d6"/><stop offset="1" stop-color="#e8f1fa"/></linearGradient></defs>
  <rect width="587" height="226" fill="url(#sky)"/>
  <path d="M0 150 88 66l46 40 70-84 96 104 62-58 76 76 52-46 97 84v80H0z" fill="#5b7ea6"/>
  <path d="M204 22 166 68l18-4 14 12 18-14 22 12 12-2zM88 66 62 91l16-2 12 9 14-10 16 2-10-8zm274 2-24 22 14-2 10 8 14-8 12 2zm128 30-18 16 12-2 10 6 10-6 8 2z" fill="#fff"/>
  <path d="M0 176q140-38 300-12t287-14v76H0z" fill="#f6faff"/><path d="M0 200q190-34 587-6v32H0z" fill="#dfeaf6"/>
  ${wheel(432, 128, 0.92)}${wheel(528, 154, 0.62)}
  <path d="M290 226q120-24 297-14v14z" fill="#f6faff"/>
  ${dots(
    [
      [40, 40, 3],
      [120, 24, 2],
      [150, 60, 3],
      [260, 30, 2],
      [330, 20, 3],
      [300, 70, 2],
      [400, 30, 2],
      [470, 20, 3],
      [560, 50, 3],
      [30, 100, 2],
      [240, 100, 3],
      [350, 120, 2],
    ],
    '#fff',
  )}`);

/** A pump and a tractor at a truck stop after sunset. */
const fuel =
  drawSvg(`<defs><linearGradient id="dusk" x2="0" y2="1"><stop stop-color="#1b3253"/><stop offset=".6" stop-color="#a6513f"/><stop offset="1" stop-color="#f2a65a"/></linearGradient></defs>
  <rect width="587" height="226" fill="url(#dusk)"/><circle cx="420" cy="176" r="54" fill="#ffd08a"/>
  <path d="M0 178q120-22 240-10t347-8v66H0z" fill="#2a2438"/><rect y="196" width="587" height="30" fill="#191824"/>
  <path d="M0 211h60m40 0h60m40 0h60m40 0h60m40 0h60m40 0h60m40 0h60" stroke="#ffb454" stroke-width="4"/>
  <path d="M20 40h210v22H20z" fill="#f1f4f8"/><path d="M20 56h210v6H20z" fill="#ff6e01"/><path d="M34 62h10v136H34zm172 0h10v136h-10z" fill="#c9d3de"/>
  <rect x="92" y="96" width="62" height="102" rx="8" fill="#ff6e01"/><rect x="102" y="106" width="42" height="32" rx="4" fill="#1b3253"/>
  <path d="M108 114h30m-30 8h30m-30 8h18" stroke="#7fe0b0" stroke-width="3"/><rect x="106" y="148" width="34" height="40" rx="4" fill="#e05f00"/>
  <path d="M154 118h10q8 0 8 10v40q0 10 8 10t8-10v-48l-12-14" fill="none" stroke="#1c2530" stroke-width="6" stroke-linecap="round"/>
  <g transform="translate(292 84)"><path d="M0 22q0-10 10-10h64q8 0 12 8l22 38 26 8q8 3 8 12v36H0z" fill="#f1f4f8"/><path d="M58 24h18l18 34H58z" fill="#1b3253"/>
  <path d="M0 84h142v10H0z" fill="#ff6e01"/><rect x="-92" y="-6" width="86" height="112" rx="4" fill="#c9d3de"/><path d="M-92 70h86v8h-86z" fill="#8fa0b3"/>
  <g fill="#10161f">${[-70, -32, 22, 112].map((x) => `<circle cx="${x}" cy="112" r="17"/>`).join('')}</g><g fill="#8fa0b3">${[-70, -32, 22, 112].map((x) => `<circle cx="${x}" cy="112" r="7"/>`).join('')}</g></g>
  ${dots(
    [
      [470, 30, 2],
      [530, 50, 2],
      [360, 24, 2],
      [290, 40, 2],
      [560, 20, 1.5],
      [420, 60, 1.5],
    ],
    '#fff',
  )}`);

/** A road that leads to a shield over the plains. */
const cover =
  drawSvg(`<defs><linearGradient id="dawn" x2="0" y2="1"><stop stop-color="#0f766e"/><stop offset="1" stop-color="#d7f0dd"/></linearGradient></defs>
  <rect width="587" height="226" fill="url(#dawn)"/><path d="M0 150q150-34 300-8t287-12v96H0z" fill="#3f7f4f"/><path d="M0 176q180-26 587-4v54H0z" fill="#2f6640"/>
  <path d="M268 138h22l150 88H110z" fill="#2b3340"/><path d="m278 142-2 10h4l2-10zm-5 20-5 18h10l2-18zm-9 28-10 36h26l2-36z" fill="#ffd166"/>
  <g transform="translate(279 20)"><path d="M0 0q30 20 66 20 0 74-66 108-66-34-66-108Q-30 20 0 0z" fill="#f6faff"/><path d="M0 14q25 16 53 17-2 58-53 84-51-26-53-84Q-25 30 0 14z" fill="#1b3253"/>
  <path d="m-24 60 18 20 34-42" fill="none" stroke="#ff6e01" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/></g>
  <path d="M60 60q20-20 44-6 10-16 32-10 22-2 26 16z" fill="#fff" opacity=".7"/><path d="M430 44q16-16 36-6 10-12 28-8 18-2 22 14z" fill="#fff" opacity=".7"/>`);

const adPictures = { tires, fuel, cover };

/** Two running ads that are shown everywhere, and one that starts next week. */
const demoAds = [
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

/**
 * Three ads with past impressions and clicks (`docs/product/running.md#demo-data`), added once, also to a demo that already
 * exists.
 */
export async function seedDemoAds({ db, media: files }: Services): Promise<void> {
  const [seedRecord] = await db.select().from(installation).where(eq(installation.key, 'demo-ads'));
  if (seedRecord) return;
  const random = randomFrom(587);
  const illustratedAds = await Promise.all(demoAds.map(async (ad) => ({ ...ad, file: await storePicture(files, ad.picture) })));
  await db.transaction(async (tx) => {
    for (const { picture: _, viewsADay: viewsPerDay, file, ...ad } of illustratedAds) {
      await tx.insert(media).values({ ...file, kind: 'ad', mime: 'image/webp', ...adImageSize });
      const days = demoAdDays(random, ad.startsAt, viewsPerDay);
      const total = (counter: 'impressions' | 'clicks') => days.reduce((sum, day) => sum + day[counter], 0);
      const row = rowOfAd({ ...ad, image: file.name, impressions: total('impressions'), clicks: total('clicks') });
      await tx.insert(ads).values(row);
      if (days.length > 0) await tx.insert(adDays).values(days.map((day) => ({ ...day, adId: row.id })));
    }
    await tx.insert(installation).values({ key: 'demo-ads', value: 'seeded' }).onConflictDoNothing();
  });
}

async function storePicture(files: Services['media'], svg: string): Promise<{ name: string; bytes: number }> {
  const name = randomName('webp');
  const content = await sharp(Buffer.from(svg)).webp({ quality: 90 }).toBuffer();
  return { name, ...(await files.put(name, content, 'image/webp')) };
}

/**
 * Impressions and clicks of every full day since the ad started. There are fewer on weekends, and about one click per
 * eighty impressions.
 */
export function demoAdDays(random: Random, startsAt: Date, viewsPerDay: number) {
  const first = localDay(platformZone, startsAt);
  const dayCount = viewsPerDay > 0 ? daysBetween(first, localDay(platformZone, new Date())) : 0;
  return Array.from({ length: dayCount }, (_, n) => {
    const day = addDays(first, n);
    const isWeekend = new Date(day).getUTCDay() % 6 === 0;
    const impressions = Math.round(viewsPerDay * (isWeekend ? 0.55 : 1) * (0.8 + random.next() * 0.4));
    return { day, impressions, clicks: Math.round(impressions * (0.008 + random.next() * 0.009)) };
  });
}

type AdRow = typeof ads.$inferInsert & { id: string };

/** An ad for every placement, without its image or video. */
function rowOfAd(overrides: Partial<AdRow> = {}): AdRow {
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

/** Inserts an ad whose image has a row but no file. */
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
