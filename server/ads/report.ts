import { and, asc, between, eq } from 'drizzle-orm';
import { adDays } from '#drizzle/schema/ads.ts';
import { type AdReport, clickRate, type AdReportInput, mostReportDays, reportDays } from '#shared/ads.ts';
import { addDays, dayIn, daysBetween, platformZone } from '#shared/time-zone.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/csv.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { readAd } from './ad-query.ts';

/** Impressions and clicks of an ad by day in the product's zone, every day of the span with its line; the last thirty unless said otherwise. */
export async function readReport(db: Database, input: AdReportInput): Promise<AdReport> {
  const { id, title, advertiser, status } = await readAd(db, input.id);
  const { from, to } = spanOf(input);
  const rows = await db
    .select({ day: adDays.day, impressions: adDays.impressions, clicks: adDays.clicks })
    .from(adDays)
    .where(and(eq(adDays.adId, id), between(adDays.day, from, to)))
    .orderBy(asc(adDays.day));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => {
    const date = addDays(from, n);
    const { impressions = 0, clicks = 0 } = byDay.get(date) ?? {};
    return { date, impressions, clicks };
  });
  const total = (of: 'impressions' | 'clicks') => rows.reduce((sum, row) => sum + row[of], 0);
  return { id, title, advertiser, status, from, to, impressions: total('impressions'), clicks: total('clicks'), days };
}

function spanOf({ from, to }: AdReportInput): { from: string; to: string } {
  const today = dayIn(platformZone, Date.now());
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? addDays(last, 1 - reportDays);
  if (first > last) throw invalid('from', 'Choose a start date before the end date');
  if (daysBetween(first, last) >= mostReportDays) throw invalid('from', 'Choose a range of one year or less');
  return { from: first, to: last };
}

type Day = AdReport['days'][number];

const columns: readonly CsvColumn<Day>[] = [
  ['Day', ({ date }) => date],
  ['Impressions', ({ impressions }) => impressions],
  ['Clicks', ({ clicks }) => clicks],
  ['Click rate (%)', (day) => asPercent(clickRate(day))],
];

const asPercent = (rate: number | null) => (rate === null ? null : Math.round(rate * 10_000) / 100);

/** The same as a file. */
export async function reportFile(db: Database, input: AdReportInput): Promise<CsvFile> {
  const { days } = await readReport(db, input);
  async function* batches() {
    yield days;
  }
  return csvFile({ name: 'ad-report', columns }, batches());
}
