import { and, asc, between, eq } from 'drizzle-orm';
import { z } from 'zod';
import { adDays } from '#drizzle/schema/ads.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { csvFileSchema, type CsvColumn, csvFile, type CsvFile } from '#server/downloads/csv.ts';
import { invalid } from '#server/errors.ts';
import type { Reader } from '#server/lists/conditions.ts';
import { readStage, stagedAnswerSchema, stagedInputSchema } from '#server/media/staged-input.ts';
import { actorOf, allowed, readerOf, router } from '#server/trpc.ts';
import {
  adInput,
  adPageSchema,
  adReportInput,
  adReportSchema,
  adSchema,
  adSearchSchema,
  adSettingsSchema,
  createAdSchema,
  shownAdsSchema,
  updateAdSchema,
  updateAdSettingsSchema,
  type AdReport,
  clickRate,
  type AdReportInput,
  maxReportDays,
  reportDays,
} from '#shared/ads.ts';
import { text } from '#shared/texts/texts.ts';
import { addDays, localDay, daysBetween, platformZone } from '#shared/time-zone.ts';
import { deleteAdMedia, uploadAdMedia } from './ad-media.ts';
import { readSettings, updateSettings, showAds, listAds, readAd } from './show-ads.ts';
import { createAd, deleteAd, updateAd } from './write-ad.ts';

/** Reads an ad's impressions and clicks for every day in the platform's time zone. The default is the last 30 days. */
async function readReport(db: Database, input: AdReportInput): Promise<AdReport> {
  const { id, title, advertiser, status } = await readAd(db, input.id);
  const { from, to } = toReportPeriod(input);
  const rows = await db
    .select({ day: adDays.day, impressions: adDays.impressions, clicks: adDays.clicks })
    .from(adDays)
    .where(and(eq(adDays.adId, id), between(adDays.day, from, to)))
    .orderBy(asc(adDays.day));
  const rowByDay = new Map(rows.map((row) => [row.day, row]));
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => {
    const date = addDays(from, n);
    const { impressions = 0, clicks = 0 } = rowByDay.get(date) ?? {};
    return { date, impressions, clicks };
  });
  const total = (counter: 'impressions' | 'clicks') => rows.reduce((sum, row) => sum + row[counter], 0);
  return { id, title, advertiser, status, from, to, impressions: total('impressions'), clicks: total('clicks'), days };
}

function toReportPeriod({ from, to }: AdReportInput): { from: string; to: string } {
  const today = localDay(platformZone, Date.now());
  const lastDay = to ?? (from && from > today ? from : today);
  const firstDay = from ?? addDays(lastDay, 1 - reportDays);
  if (firstDay > lastDay) throw invalid('from', text('errors.startAfterEnd'));
  if (daysBetween(firstDay, lastDay) >= maxReportDays) throw invalid('from', text('errors.dateRangeTooLong'));
  return { from: firstDay, to: lastDay };
}

type Day = AdReport['days'][number];

const columns: readonly CsvColumn<Day>[] = [
  [text('common.day'), ({ date }) => date],
  [text('common.impressions'), ({ impressions }) => impressions],
  [text('common.clicks'), ({ clicks }) => clicks],
  [text('files.clickRate'), (day) => toPercent(clickRate(day))],
];

const toPercent = (rate: number | null) => (rate === null ? null : Math.round(rate * 10_000) / 100);

/** Writes the same report as a CSV file. */
async function reportFile(db: Database, { language, ...input }: AdReportInput & Reader): Promise<CsvFile> {
  const { days } = await readReport(db, input);
  async function* batches() {
    yield days;
  }
  return csvFile({ name: 'ad-report', columns, language }, batches());
}

const pixels = z.coerce.number().int().min(0).max(20_000).optional();
const answerId = z.object({ id: z.string() });

/** Ads for their staff and for drivers (`docs/product/news-and-ads.md#ads`). */
export const adsRouter = router({
  search: allowed('ads.manage')
    .input(adSearchSchema)
    .output(adPageSchema)
    .query(({ ctx, input }) => listAds(ctx.services.db, { ...input, ...readerOf(ctx) })),

  get: allowed('ads.manage')
    .input(adInput)
    .output(adSchema)
    .query(({ ctx, input }) => readAd(ctx.services.db, input.id)),

  create: allowed('ads.manage')
    .input(createAdSchema)
    .output(adSchema)
    .mutation(({ ctx, input }) => createAd(ctx.services.db, actorOf(ctx), input)),

  update: allowed('ads.manage')
    .input(updateAdSchema)
    .output(adSchema)
    .mutation(({ ctx, input }) => updateAd(ctx.services.db, actorOf(ctx), input)),

  delete: allowed('ads.manage')
    .input(adInput)
    .output(answerId)
    .mutation(({ ctx, input }) => deleteAd(ctx.services.db, actorOf(ctx), input.id)),

  settings: allowed('ads.manage')
    .output(adSettingsSchema)
    .query(({ ctx }) => readSettings(ctx.services.db)),

  updateSettings: allowed('ads.manage')
    .input(updateAdSettingsSchema)
    .output(adSettingsSchema)
    .mutation(({ ctx, input }) => updateSettings(ctx.services.db, actorOf(ctx), input)),

  /** Clients may send `cropHeight`, which is ignored because it follows from the width. */
  upload: allowed('ads.manage')
    .input(stagedInputSchema.extend({ cropLeft: pixels, cropTop: pixels, cropWidth: pixels, cropHeight: pixels }))
    .output(stagedAnswerSchema)
    .mutation(({ ctx, input: { cropLeft = 0, cropTop = 0, cropWidth, ...input } }) =>
      uploadAdMedia(ctx.services, actorOf(ctx), {
        step: readStage(input),
        crop: cropWidth ? { left: cropLeft, top: cropTop, width: cropWidth } : null,
      }),
    ),

  deleteMedia: allowed('ads.manage')
    .input(adInput)
    .output(answerId)
    .mutation(({ ctx, input }) => deleteAdMedia(ctx.services, actorOf(ctx), input.id)),

  report: allowed('ads.manage')
    .input(adReportInput)
    .output(adReportSchema)
    .query(({ ctx, input }) => readReport(ctx.services.db, input)),

  exportReport: allowed('ads.manage')
    .input(adReportInput)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      const file = await reportFile(ctx.services.db, { ...input, language: ctx.language });
      await audit(ctx.services.db, actorOf(ctx), { action: 'ad.export', subject: { type: 'ad', id: input.id } });
      return file;
    }),

  /** The ads of the members home in the current rotation turn. */
  shown: allowed('driver.self')
    .output(shownAdsSchema)
    .query(async ({ ctx }) => {
      const now = new Date();
      const { ads, endsAt } = await showAds(ctx.services, { place: 'members', visitor: `member ${ctx.actor.userId}`, now });
      return { ads, secondsLeft: endsAt && Math.ceil((endsAt.getTime() - now.getTime()) / 1000) };
    }),
});
